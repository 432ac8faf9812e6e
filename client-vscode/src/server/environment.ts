/**
 * The private installation of the server: a virtual environment made once from the wheel inside the extension. Its
 * libraries are those of the lock beside the wheel, each with its hash: from there if the extension brings them along, as the
 * builds for one platform do, else from the network.
 */

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Python } from "./programs";
import type { Run } from "./process";

/** Why the private installation could not be made, in a sentence for users. */
export class InstallError extends Error {}

const INSTALL_TIMEOUT = 10 * 60_000;
const LOOK_AGAIN = 500;
const PIP = ["-I", "-m", "pip", "install", "--disable-pip-version-check", "--no-input"];
/** The locks: what the language server needs, and what the server for agents needs beside it. */
const EDITOR = "editor.txt";
const AGENT = "agent.txt";
const OFFLINE =
  /Retrying|NewConnectionError|Name or service not known|Temporary failure|Connection refused|timed out|ProxyError|SSLError/;

/** The Python of a virtual environment. */
export function pythonOf(folder: string): string {
  return process.platform === "win32"
    ? join(folder, "Scripts", "python.exe")
    : join(folder, "bin", "python");
}

/** The wheel inside a folder; undefined if there is none. */
export async function findWheel(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const wheel = names
    .filter((name) => name.endsWith(".whl"))
    .sort()
    .at(-1);
  return wheel && join(folder, wheel);
}

/** Where the environment for a wheel belongs: another wheel gets another folder. */
export async function folderFor(storage: string, wheel: string): Promise<string> {
  const mark = createHash("sha256")
    .update(await readFile(wheel))
    .digest("hex")
    .slice(0, 8);
  return join(storage, `venv-${basename(wheel).split("-")[1]}-${mark}`);
}

/** Whether an environment is there and the server in it can be imported. */
export async function isHealthy(folder: string, run: Run): Promise<boolean> {
  const { status } = await run(pythonOf(folder), ["-I", "-c", "import patchsight.lsp.server"]);
  return status === 0;
}

let drafts = 0;

/**
 * Make an environment. It is built beside its place and moved there when it is complete, so that two windows that
 * start at once cannot disturb each other: the one that is later waits for the other, or uses what that one made.
 */
export async function makeEnvironment(
  folder: string,
  wheel: string,
  python: Python,
  run: Run,
  log: (text: string) => void,
): Promise<void> {
  if (await isMadeElsewhere(folder, run)) return;
  const draft = `${folder}.${++drafts}.${process.pid}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    await step(run, log, python.command, [...python.args, "-m", "venv", draft], advise(python));
    await step(run, log, pythonOf(draft), await libraries(wheel, EDITOR), explainMissing);
    const own = [...PIP, "--no-deps", "--no-index", wheel];
    await step(run, log, pythonOf(draft), own, (output) => `It is broken: ${lastLine(output)}`);
    await settle(draft, folder, run);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeOthers(folder);
}

/** Add what the server for agents needs to an environment, unless it is there. */
export async function addAgentLibraries(
  folder: string,
  wheel: string,
  run: Run,
  log: (text: string) => void,
): Promise<void> {
  const { status } = await run(pythonOf(folder), ["-I", "-c", "import patchsight.mcp.server"]);
  if (status !== 0)
    await step(run, log, pythonOf(folder), await libraries(wheel, AGENT), explainMissing);
}

/** How pip installs the libraries of a lock. */
async function libraries(wheel: string, lock: string): Promise<string[]> {
  const folder = join(dirname(wheel), "libraries");
  const brought = (await readdir(folder).catch(() => [])).length > 0 && lock === EDITOR;
  const from = brought ? ["--no-index", "--find-links", folder] : ["--retries", "1"];
  return [...PIP, ...from, "--require-hashes", "-r", join(dirname(wheel), lock)];
}

/** Why libraries could not be had, and what to do. */
function explainMissing(output: string): string {
  if (!OFFLINE.test(output)) return `Its libraries could not be installed: ${lastLine(output)}`;
  return "The server's libraries could not be fetched: the package index cannot be reached. Connect and try again, install the extension's build for your platform, which brings them along, or set patchsight.server.command.";
}

/** Whether another window is at it, and succeeds. */
async function isMadeElsewhere(folder: string, run: Run): Promise<boolean> {
  const end = Date.now() + INSTALL_TIMEOUT;
  let waited = false;
  while ((await findDrafts(folder, isAlive)).length && Date.now() < end) {
    waited = true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
  return waited && isHealthy(folder, run);
}

/** The drafts for any environment whose makers are as asked. */
async function findDrafts(folder: string, wanted: (pid: number) => boolean): Promise<string[]> {
  const names = await readdir(join(folder, "..")).catch(() => []);
  return names.filter((name) => {
    const pid = /^venv-.*\.(\d+)\.draft$/.exec(name)?.[1];
    return pid !== undefined && Number(pid) !== process.pid && wanted(Number(pid));
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function step(
  run: Run,
  log: (text: string) => void,
  command: string,
  args: string[],
  explain: (output: string) => string,
): Promise<void> {
  log(`${command} ${args.join(" ")}`);
  const { status, output } = await run(command, args, INSTALL_TIMEOUT);
  if (output.trim()) log(output.trimEnd());
  if (status !== 0) throw new InstallError(explain(output));
}

function advise(python: Python): (output: string) => string {
  return (output) =>
    output.includes("ensurepip")
      ? `Python ${python.version} cannot make virtual environments here. On Debian and Ubuntu install python3-venv.`
      : `Python ${python.version} could not make a virtual environment: ${lastLine(output)}`;
}

/** Move the finished draft to its place, unless another window was first. */
async function settle(draft: string, folder: string, run: Run): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const moved = await rename(draft, folder).then(
      () => true,
      () => false,
    );
    if (moved || (await isHealthy(folder, run))) return;
    await rm(folder, { recursive: true, force: true });
  }
  throw new InstallError(`The folder ${folder} cannot be written.`);
}

/** Environments of other versions, and drafts that nobody finishes, are of no use any more. */
async function removeOthers(folder: string): Promise<void> {
  const storage = join(folder, "..");
  const others = (await readdir(storage)).filter(
    (name) => /^venv-[^.]+\.[^.]+\.[^.]+$/.test(name) && name !== basename(folder),
  );
  const drafts = await findDrafts(folder, (pid) => !isAlive(pid));
  await Promise.all(
    [...others, ...drafts].map((name) =>
      rm(join(storage, name), { recursive: true, force: true }).catch(() => undefined),
    ),
  );
}

function lastLine(output: string): string {
  return output.trim().split(/\r?\n/).at(-1) ?? "";
}
