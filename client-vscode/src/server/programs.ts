/** Finding programs: the server on the PATH, and a Python that is new enough. */

import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Run } from "./process";

export interface Python {
  command: string;
  args: string[];
  version: string;
}

export const OLDEST: readonly [number, number] = [3, 10];
const CANDIDATES: readonly (readonly string[])[] =
  process.platform === "win32"
    ? [["py", "-3"], ["python"], ["python3"]]
    : [["python3"], ["python"], ...[14, 13, 12, 11, 10].map((minor) => [`python3.${minor}`])];

/** The full path of a program; undefined if no folder of the PATH has it. */
export async function which(
  name: string,
  path: string,
  platform: string = process.platform,
): Promise<string | undefined> {
  const endings = platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  for (const folder of path.split(delimiter).filter(Boolean)) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The version of a `patchsight` program; undefined if it is something else or does not work. */
export async function serverVersion(file: string, run: Run): Promise<string | undefined> {
  const { status, output } = await run(file, ["--version"]);
  return status === 0 ? /^patchsight (\S+)/m.exec(output)?.[1] : undefined;
}

/** The first Python that is new enough, and the versions of those that are not. */
export async function findPython(
  run: Run,
  path: string,
  platform: string = process.platform,
): Promise<{ python?: Python; tooOld: string[] }> {
  const tooOld: string[] = [];
  for (const [name, ...args] of CANDIDATES) {
    // Windows finds programs by their name alone, but not scripts.
    const command = (platform === "win32" && (await which(name!, path, platform))) || name!;
    const { status, output } = await run(command, [
      ...args,
      "-c",
      "import platform; print(platform.python_version())",
    ]);
    const version = status === 0 ? /^(\d+)\.(\d+)\.\S+/m.exec(output.trim()) : null;
    if (!version) continue;
    if (isNewEnough(Number(version[1]), Number(version[2])))
      return { python: { command, args, version: version[0] }, tooOld };
    tooOld.push(`${name} is ${version[0]}`);
  }
  return { tooOld };
}

function isNewEnough(major: number, minor: number): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
