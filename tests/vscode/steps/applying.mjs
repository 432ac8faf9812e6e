/** Applying: every byte, one undo for all of it, and the buffers of the user respected. */

import assert from "node:assert/strict";
import { until } from "../patience.mjs";
import {
  applied,
  applyFine,
  CART,
  DONE,
  FITS,
  openFine,
  original,
  PATCH,
  undoFine,
} from "../sample.mjs";

/** Type something of one's own at the top of a file. */
async function typeInto(bench, path, text) {
  await bench.openFile(path);
  await bench.goToLine(1);
  await bench.page.keyboard.type(text);
  await bench.page
    .locator(`.tab.active.dirty[data-resource-name="${path.split("/").at(-1)}"]`)
    .waitFor();
}

/** Save everything until the files read so: an undo may touch a text only after the first attempt. */
async function save(bench, workspace, files) {
  await until("everything is saved", async () => {
    await bench.command("File: Save All Files");
    return workspace.holds(files);
  });
}

export const applying = {
  "apply: two edits, a rename, a new file, a deletion": async (bench, { workspace }) => {
    assert.notEqual(applied(workspace)["web/checkout.ts"], workspace.original("web/checkout.ts"));
    await applyFine(bench, workspace);
    await bench.says("Already applied");
    await bench.picture("applied", "applied", { x: 352, y: 36, width: 928, height: 764 });
    await bench.answer(DONE, "Show Changes");
    await bench.tab("Applied changes");
    await until(
      "the changes are shown",
      async () => (await bench.page.locator(".editor.modified .view-lines").count()) > 1,
    );
    await bench.pointAway();
    await bench.picture("show-changes");
  },

  "undo from the notification": async (bench, { workspace }) => {
    for (const path of ["shop/mail.py", "shop/legacy.py"]) await bench.openFile(path);
    await applyFine(bench, workspace);
    await bench.tab("fine.v4a");
    await undoFine(bench, workspace);
    await bench.tab("fine.v4a");
    await bench.says(FITS);
    await bench.offers("5 files, 6 changes");
    await bench.picture("undone-from-notification");
  },

  "undo when the notification is gone": async (bench, { workspace }) => {
    await applyFine(bench, workspace);
    await bench.press("Control+Alt+Shift+n");
    await bench.command("Patchsight: Undo the Last Applied Patch");
    await workspace.becomes(original(workspace));
    await bench.command("Patchsight: Undo the Last Applied Patch");
    await bench.toast("There is nothing to undo").waitFor();
    await bench.picture("nothing-to-undo");
  },

  // Applied, undone and applied again: VS Code's own undo must still know the file operations.
  "one undo for everything, and redo": async (bench, { workspace }) => {
    await applyFine(bench, workspace);
    await undoFine(bench, workspace);
    await applyFine(bench, workspace);
    await bench.openFile("shop/notify.py");
    await bench.focusEditor();
    await bench.press("Control+z");
    await workspace.becomes({
      "shop/legacy.py": workspace.original("shop/legacy.py"),
      "shop/coupons.py": undefined,
      "shop/notify.py": undefined,
    });
    await save(bench, workspace, original(workspace));
    await bench.picture("undone");
    await bench.openFile(CART);
    await bench.focusEditor();
    await bench.press("Control+Shift+z");
    await workspace.becomes({
      "shop/legacy.py": undefined,
      "shop/coupons.py": applied(workspace)["shop/coupons.py"],
    });
    await save(bench, workspace, applied(workspace));
    await bench.goToLine(40);
    await bench.picture("redone");
  },

  "undo is refused after an edit": async (bench, { workspace }) => {
    await applyFine(bench, workspace);
    await typeInto(bench, CART, "# mine\n");
    await bench.answer(DONE, "Undo");
    await bench.toast("Nothing was undone: shop/cart.py changed").waitFor();
    await bench.picture("undo-refused");
    assert.match(await bench.editorText(), /# mine/);
    await workspace.becomes(applied(workspace));
  },

  "unsaved text counts and stays unsaved": async (bench, { workspace }) => {
    await typeInto(bench, CART, "# unsaved\n");
    await openFine(bench);
    await bench.command("Patchsight: Apply Patch");
    await bench.toast(DONE).waitFor();
    const { [CART]: cart, ...others } = applied(workspace);
    await workspace.becomes(others);
    assert.equal(workspace.read(CART), workspace.original(CART));
    await bench.openFile(CART);
    await bench.page.locator('.tab.active.dirty[data-resource-name="cart.py"]').waitFor();
    await bench.goToLine(41);
    await bench.picture("unsaved");
    await bench.press("Control+s");
    await workspace.becomes({ [CART]: `# unsaved\n${cart}` });
  },

  "an unsaved file is not deleted": async (bench, { workspace }) => {
    await typeInto(bench, "shop/legacy.py", "# mine\n");
    await bench.openFile(PATCH);
    await bench.says("5 of 6 parts fit");
    await bench.command("Patchsight: Apply Patch");
    await bench.toast(/Nothing was applied.*unsaved changes/).waitFor();
    await bench.picture("unsaved-not-deleted");
    await workspace.becomes(original(workspace));
  },

  "apply from the menu of actions": async (bench, { workspace }) => {
    await openFine(bench);
    await bench.goToLine(1);
    const row = await bench.openActions("Apply patch (5 files");
    await bench.picture("menu-of-actions");
    await row.click();
    await bench.toast(DONE).waitFor();
    await workspace.becomes(applied(workspace));
    await undoFine(bench, workspace);
  },

  "apply one file only": async (bench, { workspace }) => {
    await openFine(bench);
    await bench.clickLens("2 of 2 parts fit", "Apply", bench.toast("Applied to 1 file"));
    await workspace.becomes({ ...original(workspace), [CART]: applied(workspace)[CART] });
    await bench.offers("4 files, 4 changes");
    await bench.picture("one-file");
    await bench.answer("Applied to 1 file", "Undo");
    await workspace.becomes(original(workspace));
  },
};
