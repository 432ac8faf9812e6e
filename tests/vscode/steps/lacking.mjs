/** A machine where something is missing, or must not be used. */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { installExtension, startEditor } from "../editor.mjs";
import { PATCH } from "../sample.mjs";
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
};
