/** The server's life: installed once, started again, given up, and what is said when it cannot be. */

import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { INSTALLING, until, Workbench } from "../workbench.mjs";

const storage = (home) => join(home, "data", "User", "globalStorage", "patchsight.patchsight");
const environments = (home) => readdirSync(storage(home)).filter((name) => name.startsWith("venv-"));

/** The server's process, as the debug information names it. */
async function findProcess(bench) {
  await bench.command("Patchsight: Show Debug Information");
  const found = await until("debug information", async () => /process: (\d+)/.exec(await bench.editorText()));
  await bench.picture("debug-information");
  return Number(found[1]);
}

export const living = {
  "server killed": async (bench) => {
    await bench.openFile("patches/fine.v4a");
    await bench.says("6 of 6 parts fit");
    const before = await findProcess(bench);
    process.kill(before, "SIGKILL");
    await bench.closeAll();
    await bench.openFile("patches/ambiguous.v4a");
    await bench.says("0 of 2 parts fit");
    await bench.picture("started-again");
    assert.notEqual(await findProcess(bench), before);
  },

  "broken installation": async (bench, { home }) => {
    await bench.openFile("patches/fine.v4a");
    await bench.says("6 of 6 parts fit");
    const [environment] = environments(home);
    const library = join(storage(home), environment, "lib");
    const python = readdirSync(library)[0];
    rmSync(join(library, python, "site-packages", "pygls"), { recursive: true });
    await bench.command("Patchsight: Restart the Server");
    await bench.toast("installing its server").waitFor();
    await bench.picture("installed-again");
    await bench.says("6 of 6 parts fit", INSTALLING);
  },

  "no folder": async (_, { browser, url, workspace }) => {
    const bench = await Workbench.open(browser, url);
    await bench.copy(workspace.original("patches/fine.v4a"));
    await bench.command("Patchsight: Paste Patch from Clipboard");
    await bench.toast("No folder is open").waitFor();
    await bench.says("parts fit");
    await bench.picture("no-folder");
    await bench.close();
  },

  "server that dies at start": async (bench, { workspace }) => {
    workspace.set({ "patchsight.server.command": ["/bin/false"] });
    await bench.openFile("patches/fine.v4a");
    await bench.toast("ended 3 times in a row").waitFor();
    await bench.says("Patchsight stopped");
    await bench.picture("given-up");
    workspace.set({});
    await bench.says("6 of 6 parts fit");
  },
};

/** A fresh profile, two windows at once: one installation, and both windows work. */
export async function installTwice(browser, url, folder, home) {
  const windows = await Promise.all([0, 1].map(() => Workbench.open(browser, url, folder)));
  const [first, second] = windows;
  await Promise.all(windows.map((bench) => bench.openFile("patches/fine.v4a")));
  await first.toast("installing its server").waitFor();
  await first.picture("installing");
  await Promise.all(windows.map((bench) => bench.says("6 of 6 parts fit", INSTALLING)));
  await second.picture("installed-in-both-windows");
  await until("one installation", () => environments(home).length === 1);
  await second.close();
  return first;
}

/** A machine without Python: one clear message, and the editor stays usable. */
export async function findNoPython(browser, url, folder) {
  const bench = await Workbench.open(browser, url, folder);
  await bench.openFile("patches/fine.v4a");
  await bench.toast("needs Python 3.10 or newer").waitFor();
  await bench.says("Patchsight stopped");
  await bench.picture("no-python");
  await bench.close();
}
