/** The first start: two windows at once, and one private installation of the server. */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { INSTALLING, until } from "../patience.mjs";
import { applyFine, FITS, openFine, original, PATCH } from "../sample.mjs";
import { Workbench } from "../workbench.mjs";

/** Where the extension keeps what it makes. */
export const storage = (home) =>
  join(home, "data", "User", "globalStorage", "patchsight.patchsight");
export const environments = (home) =>
  readdirSync(storage(home)).filter((name) => name.startsWith("venv-"));

/** Remove a folder that a server runs from; one that has just started may still write what it compiles. */
export function removeInUse(folder) {
  rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
}

/** Forget what was applied so far. */
export function forgetApplied(home) {
  rmSync(join(storage(home), "journals"), { recursive: true, force: true });
}

export const arriving = {
  "installation in two windows": async (_, { browser, url, workspace, home }) => {
    const windows = await Promise.all(
      [0, 1].map(() => Workbench.open(browser, url, workspace.folder)),
    );
    const [first, second] = windows;
    await Promise.all(windows.map((bench) => bench.openFile(PATCH)));
    await first.toast("installing its server").waitFor();
    await first.picture("installing");
    await Promise.all(windows.map((bench) => bench.says(FITS, INSTALLING)));
    await until("one installation", () => environments(home).length === 1);
    await applyFine(first, workspace);
    // A file that is gone is deleted, whoever did it.
    await second.says("Already applied");
    await second.picture("applied-in-the-other-window");
    // Whichever window VS Code gives its storage for the folder, both know what was applied.
    await second.command("Patchsight: Undo the Last Applied Patch");
    await workspace.becomes(original(workspace));
    await openFine(second);
    await second.close();
    return first;
  },
};
