/** VS Code's own undo and redo. */

import { applied, applyFine, CART, original, undoFine } from "../sample.mjs";

export const undoing = {
  /**
   * In the second window, which is closed afterwards: VS Code forgets what it could undo once a file is changed on disk,
   * as it is between steps; and after a redo it keeps the renamed file in memory when all its tabs are closed.
   */
  "one undo for everything, and redo": async (_, { second: bench, workspace }) => {
    await applyFine(bench, workspace);
    await undoFine(bench, workspace);
    await applyFine(bench, workspace);
    await bench.openFile("shop/notify.py");
    await bench.focusEditor();
    await bench.press("Control+z");
    await workspace.becomes({ "shop/legacy.py": workspace.original("shop/legacy.py"), "shop/coupons.py": undefined, "shop/notify.py": undefined });
    await bench.command("File: Save All Files");
    await workspace.becomes(original(workspace));
    await bench.picture("undone");
    await bench.openFile(CART);
    await bench.focusEditor();
    await bench.press("Control+Shift+z");
    await workspace.becomes({ "shop/legacy.py": undefined, "shop/coupons.py": applied(workspace)["shop/coupons.py"] });
    await bench.command("File: Save All Files");
    await workspace.becomes(applied(workspace));
    await bench.goToLine(40);
    await bench.picture("redone");
    await bench.close();
  },
};
