/** A machine where something is missing, or must not be used; and what `make editor` begins with. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findVsix, installExtension, startEditor } from "../editor.mjs";
import { here, root } from "../install.mjs";
import { INSTALLING, until } from "../patience.mjs";
import { FITS, PATCH } from "../sample.mjs";
import { PICTURES, Workbench } from "../workbench.mjs";
import { Workspace } from "../workspace.mjs";
import { environments, removeInUse, storage } from "./arriving.mjs";

/** No package index can be reached. */
const OFFLINE = {
  PIP_CONFIG_FILE: "/dev/null",
  PIP_INDEX_URL: "http://127.0.0.1:9/simple",
  PIP_EXTRA_INDEX_URL: "",
  PIP_FIND_LINKS: "",
};

/** Put Python on the PATH: the one of .venv itself, for what a shell finds may be a script that needs more of the PATH. */
function givePython(folder) {
  const python = realpathSync(join(root, ".venv", "bin", "python"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "python3"), `#!/bin/sh\nexec ${python} "$@"\n`, { mode: 0o755 });
}

/** What the build for this platform brings along, and what was made of it, is gone. */
function loseLibraries(home) {
  const extension = readdirSync(join(home, "extensions")).find((name) =>
    name.startsWith("patchsight.patchsight"),
  );
  removeInUse(join(home, "extensions", extension, "dist", "server", "libraries"));
  for (const name of environments(home)) removeInUse(join(storage(home), name));
}

export const lacking = {
  /**
   * The build for this platform, in a folder that nobody trusts and that names a program to run: first without Python; then
   * with it, offline; then without the libraries that the build brings along.
   */
  "no Python, no network, in a folder that is not trusted": async (_, { browser }) => {
    const home = join(PICTURES, "bare");
    rmSync(home, { recursive: true, force: true }); // of a try before
    const [trap, programs] = [join(home, "ran"), join(home, "programs")];
    const workspace = new Workspace(join(home, "workspace"));
    const settings = {
      "security.workspace.trust.enabled": true,
      "security.workspace.trust.startupPrompt": "never",
    };
    await installExtension(home, settings, findVsix("linux-x64"));
    workspace.set({ "patchsight.server.command": ["/usr/bin/touch", trap] });
    const editor = await startEditor(home, { env: { ...OFFLINE, PATH: programs } });
    try {
      const bench = await Workbench.open(browser, editor.url, workspace.folder);
      await bench.openFile(PATCH);
      await bench.toast("needs Python 3.10 or newer").waitFor();
      await bench.says("Patchsight stopped");
      await bench.coloured();
      await bench.page.locator(".statusbar", { hasText: "Restricted Mode" }).waitFor();
      await bench.picture("no-python");
      givePython(programs);
      await bench.answer("needs Python", "Try Again");
      await bench.toast("needs to install its server once").waitFor();
      await bench.picture("asks-before-it-installs");
      await bench.answer("needs to install its server once", "Install");
      await bench.says(FITS, INSTALLING);
      await bench.picture("installed-offline");
      loseLibraries(home);
      await bench.command("Patchsight: Restart the Server");
      await bench.answer("needs to install its server once", "Install");
      await bench.toast("the package index cannot be reached").waitFor({ timeout: INSTALLING });
      await bench.picture("offline");
      await bench.close();
    } finally {
      await editor.stop();
    }
    assert.equal(existsSync(trap), false);
  },

  "make editor": async (_, { browser }) => {
    const command = spawn(process.execPath, [join(here, "open.mjs")], {
      env: { ...process.env, PATH: join(root, ".venv", "bin") + delimiter + process.env.PATH },
    });
    try {
      let said = "";
      command.stdout.on("data", (data) => (said += data));
      const address = await until("an address", () => /http:\S+/.exec(said)?.[0], INSTALLING);
      const bench = await Workbench.open(browser, ...address.split("/?folder="));
      await bench.page.locator(".getting-started-step").first().waitFor();
      await bench.says("0 of 1 part fits");
      await until("a squiggle", async () => (await bench.squiggles().count()) > 0);
      await bench.picture("make-editor");
      await bench.close();
    } finally {
      command.kill("SIGINT");
      await new Promise((resolve) => command.once("exit", resolve));
    }
  },
};
