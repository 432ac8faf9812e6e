/** The server's life: started again, installed again, given up; and windows without a folder. */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { INSTALLING, until } from "../patience.mjs";
import { FITS, openFine, PATCH } from "../sample.mjs";
import { Workbench } from "../workbench.mjs";
import { environments, removeInUse, storage } from "./arriving.mjs";

/** The server's process, as the debug information names it. */
async function findProcess(bench) {
  await bench.command("Patchsight: Show Debug Information");
  const found = await until("debug information", async () =>
    /process: (\d+)/.exec(await bench.editorText()),
  );
  return Number(found[1]);
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const living = {
  "server killed": async (bench) => {
    await bench.openPatch(PATCH, FITS);
    const before = await findProcess(bench);
    await bench.pointAway();
    await bench.picture("debug-information");
    process.kill(before, "SIGKILL");
    await bench.openPatch("patches/ambiguous.v4a", "0 of 2 parts fit");
    await until("squiggles", async () => (await bench.squiggles().count()) >= 2);
    await bench.picture("started-again");
    assert.notEqual(await findProcess(bench), before);
  },

  "server that hangs": async (bench) => {
    await bench.openPatch(PATCH, FITS);
    const hung = await findProcess(bench);
    process.kill(hung, "SIGSTOP");
    try {
      await bench.openFile("patches/stale.v4a");
      await bench.says("Patchsight does not answer");
      await bench.command("Patchsight: Apply Patch");
      await bench.toast("Nothing was applied: the Patchsight server does not answer").waitFor();
      await bench.picture("does-not-answer");
      await bench.answer("does not answer", "Restart the Server");
      await bench.says("0 of 1 part fits");
    } finally {
      if (isAlive(hung)) process.kill(hung, "SIGKILL");
    }
  },

  "broken installation": async (bench, { home }) => {
    await bench.openPatch(PATCH, FITS);
    const [environment] = environments(home);
    const library = join(storage(home), environment, "lib");
    const python = readdirSync(library)[0];
    removeInUse(join(library, python, "site-packages", "pygls"));
    await bench.command("Patchsight: Restart the Server");
    await bench.toast("installing its server").waitFor();
    await bench.picture("installed-again");
    await bench.says(FITS, INSTALLING);
    assert.equal(environments(home).length, 1);
  },

  "server that dies at start": async (bench, { workspace }) => {
    workspace.set({ "patchsight.server.command": ["/bin/false"] });
    await bench.openFile(PATCH);
    await bench.toast("ended 3 times in a row").waitFor();
    await bench.says("Patchsight stopped");
    await bench.picture("given-up");
    workspace.set({});
    await bench.says(FITS);
  },

  "no folder, then the sample": async (_, { browser, url, workspace }) => {
    const bench = await Workbench.open(browser, url);
    await bench.copy(workspace.original(PATCH));
    await bench.command("Patchsight: Paste Patch from Clipboard");
    await bench.toast("No folder is open").waitFor();
    await bench.pointAway();
    await bench.picture("no-folder");
    // The file that is made fits, and the one that is deleted is not there.
    await bench.says("2 of 6 parts fit");
    await bench.tidy();
    await bench.pick("F1", ">Welcome: Open Walkthrough...", "Welcome: Open Walkthrough...");
    await bench.page
      .locator(".quick-input-list .monaco-list-row", { hasText: "Patches that land" })
      .click();
    await bench.page
      .locator(".getting-started-step", { hasText: "Open the sample workspace" })
      .first()
      .waitFor();
    const widths = () =>
      [...document.querySelectorAll(".gettingStartedContainer img")].map(
        (image) => image.naturalWidth,
      );
    await until("the picture of the step", async () =>
      (await bench.page.evaluate(widths)).some((width) => width > 500),
    );
    await bench.picture("walkthrough");
    await bench.page
      .locator(".getting-started-step .monaco-button", { hasText: "Open the sample" })
      .click();
    await bench.page.waitForURL(/sample/);
    await openFine(bench);
    await bench.picture("sample");
    await bench.close();
  },

  /** A workspace of two folders, and a patch for both that begins its paths with their names. */
  "two folders, one patch": async (_, { browser, url, home }) => {
    const place = join(home, "roots");
    const at = (path) => join(place, path);
    const files = (one, two) => ({ "one/app.py": `a = ${one}\n`, "two/app.py": `a = ${two}\n` });
    const hold = (wanted) =>
      Object.entries(wanted).every(([path, text]) => readFileSync(at(path), "utf8") === text);
    for (const [path, text] of Object.entries(files(1, 1))) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    }
    const workspace = at("both.code-workspace");
    writeFileSync(workspace, JSON.stringify({ folders: [{ path: "one" }, { path: "two" }] }));
    const bench = await Workbench.open(browser, url, workspace);
    await bench.showsFolder("two");
    const change = (name, to) => `*** Update File: ${name}/app.py\n@@\n-a = 1\n+a = ${to}\n`;
    await bench.copy(`*** Begin Patch\n${change("one", 2)}${change("two", 3)}*** End Patch\n`);
    // By name: a window that is just open does not know the keys of its extensions yet.
    await bench.command("Patchsight: Review the Patch on the Clipboard");
    await bench.tab("Preview: Pasted");
    await bench.says("2 of 2 parts fit");
    await bench.picture("two-folders");
    await bench.titleBar("Apply Patch").click();
    await bench.toast("Applied to 2 files, all saved").waitFor();
    await until("both are changed", () => hold(files(2, 3)));
    await bench.answer("Applied to 2 files", "Undo");
    await until("both are as they were", () => hold(files(1, 1)));
    await bench.close();
  },
};
