/** How to start the server: as the user says, from the PATH, or from a private installation. */

import { findPython, OLDEST, serverVersion, which } from "./programs";
import type { Run } from "./process";
import {
  addAgentLibraries,
  findWheel,
  folderFor,
  InstallError,
  isHealthy,
  makeEnvironment,
  pythonOf,
} from "./environment";

export interface Launch {
  command: string;
  args: string[];
  origin: "setting" | "PATH" | "private installation";
}

export interface Surroundings {
  setting: readonly string[];
  path: string;
  storage: string;
  wheels: string;
  run: Run;
  log: (text: string) => void;
  /** Whether to install: the user is asked where a folder is not trusted. */
  mayInstall: () => Promise<boolean>;
  /** Shows that something takes time. */
  during: <T>(title: string, work: () => Promise<T>) => Promise<T>;
}

/** There is no Python to make a private installation with. */
export class NoPythonError extends Error {}

export async function locate(around: Surroundings): Promise<Launch> {
  const [command, ...args] = around.setting;
  if (command) return { command, args, origin: "setting" };
  return (await onPath(around)) ?? (await privately(around));
}

async function onPath(around: Surroundings): Promise<Launch | undefined> {
  const file = await which("patchsight", around.path);
  const version = file && (await serverVersion(file, around.run));
  if (!file || !version) return undefined;
  around.log(`found ${file}, version ${version}`);
  return { command: file, args: ["--stdio"], origin: "PATH" };
}

async function privately(around: Surroundings): Promise<Launch> {
  const wheel = await findWheel(around.wheels);
  if (!wheel) throw new InstallError("This build of the extension carries no server.");
  const folder = await folderFor(around.storage, wheel);
  if (!(await isHealthy(folder, around.run))) await install(folder, wheel, around);
  return {
    command: pythonOf(folder),
    args: ["-I", "-m", "patchsight", "--stdio"],
    origin: "private installation",
  };
}

/** How to start the server for agents, with what it needs. */
export async function locateAgent(launch: Launch, around: Surroundings): Promise<Launch> {
  if (launch.origin === "private installation") {
    const wheel = await findWheel(around.wheels);
    const folder = wheel && (await folderFor(around.storage, wheel));
    if (wheel && folder)
      await around.during("Patchsight: installing its server for agents, once", () =>
        addAgentLibraries(folder, wheel, around.run, around.log),
      );
  }
  return { ...launch, args: [...launch.args.filter((word) => word !== "--stdio"), "mcp"] };
}

async function install(folder: string, wheel: string, around: Surroundings): Promise<void> {
  const { python, tooOld } = await findPython(around.run, around.path);
  if (!python) throw new NoPythonError(explainMissing(tooOld));
  if (!(await around.mayInstall()))
    throw new InstallError("The server is not installed, so patches are not checked.");
  around.log(`installing the server with Python ${python.version} into ${folder}`);
  await around.during("Patchsight: installing its server, once", () =>
    makeEnvironment(folder, wheel, python, around.run, around.log),
  );
}

function explainMissing(tooOld: string[]): string {
  const found = tooOld.length ? ` (${tooOld.join(", ")})` : "";
  return `Patchsight needs Python ${OLDEST.join(".")} or newer, and found none on the PATH${found}. Install Python, or set patchsight.server.command.`;
}
