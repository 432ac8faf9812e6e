/** A machine where something is missing, or must not be used. */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findVsix, installExtension, startEditor } from "../editor.mjs";
import { INSTALLING } from "../patience.mjs";
import { FITS, PATCH } from "../sample.mjs";
import { PICTURES, Workbench } from "../workbench.mjs";
import { Workspace } from "../workspace.mjs";

export const lacking = {
  /** No program at all is on the PATH; and the folder, which nobody trusts, names one to run. */
  "no Python, in a folder that is not trusted": async (_, { browser }) => {
    const home = join(PICTURES, "bare");
    const trap = join(home, "ran");
    const workspace = new Workspace(join(home, "workspace"));
    installExtension(home, {
      "security.workspace.trust.enabled": true,
      "security.workspace.trust.startupPrompt": "never",
    });
    workspace.set({ "patchsight.server.command": ["/usr/bin/touch", trap] });
    const editor = await startEditor(home, { env: { PATH: join(home, "nowhere") } });
    try {
      const bench = await Workbench.open(browser, editor.url, workspace.folder);
      await bench.openFile(PATCH);
      await bench.toast("needs Python 3.10 or newer").waitFor();
      await bench.says("Patchsight stopped");
      await bench.coloured();
      await bench.page.locator(".statusbar", { hasText: "Restricted Mode" }).waitFor();
      await bench.picture("no-python");
      await bench.close();
    } finally {
      await editor.stop();
    }
    assert.equal(existsSync(trap), false);
  },

  /** No package index can be reached: one is told what to do, and the build for this platform works all the same. */
  offline: async (_, { browser, path }) => {
    const home = join(PICTURES, "offline");
    const workspace = new Workspace(join(home, "workspace"));
    const env = {
      PATH: path,
      PIP_CONFIG_FILE: "/dev/null",
      PIP_INDEX_URL: "http://127.0.0.1:9/simple",
      PIP_EXTRA_INDEX_URL: "",
      PIP_FIND_LINKS: "",
    };
    const inWindow = async (vsix, work) => {
      installExtension(home, {}, vsix);
      const editor = await startEditor(home, { env });
      try {
        const bench = await Workbench.open(browser, editor.url, workspace.folder);
        await bench.openFile(PATCH);
        await work(bench);
        await bench.close();
      } finally {
        await editor.stop();
      }
    };
    await inWindow(findVsix(), async (bench) => {
      await bench.toast("the package index cannot be reached").waitFor();
      await bench.says("Patchsight stopped");
      await bench.picture("offline");
    });
    await inWindow(findVsix("linux-x64"), async (bench) => {
      await bench.says(FITS, INSTALLING);
      await bench.picture("offline-with-its-libraries");
    });
  },
};
