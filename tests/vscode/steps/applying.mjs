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
import { forgetApplied } from "./arriving.mjs";

/** Type something of one's own at the top of a file. */
async function typeInto(bench, path, text) {
  await bench.openFile(path);
  await bench.goToLine(1);
  await bench.page.keyboard.type(text);
  await bench.page
    .locator(`.tab.active.dirty[data-resource-name="${path.split("/").at(-1)}"]`)
    .waitFor();
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

  "undo level by level, after a reload too": async (bench, { workspace, home }) => {
    forgetApplied(home);
    await applyFine(bench, workspace);
    await bench.openPatch("one.v4a", "1 of 1 part fits");
    await bench.command("Patchsight: Apply Patch");
    await bench.toast("Applied to 1 file, all saved").waitFor();
    await bench.reload();
    await bench.command("Patchsight: Undo the Last Applied Patch");
    await workspace.becomes(applied(workspace));
    await bench.command("Patchsight: Undo the Last Applied Patch");
    await workspace.becomes(original(workspace));
    await bench.command("Patchsight: Undo the Last Applied Patch");
    await bench.toast("There is nothing to undo").waitFor();
    await bench.picture("nothing-to-undo");
  },

  "revert, by what is kept and by the patch itself": async (bench, { workspace, home }) => {
    await applyFine(bench, workspace);
    await bench.says("Already applied");
    await bench.command("Patchsight: Revert Patch");
    await workspace.becomes(original(workspace));
    await bench.openPatch("one.v4a", "1 of 1 part fits");
    await bench.command("Patchsight: Apply Patch");
    await bench.says("Already applied");
    forgetApplied(home);
    await bench.command("Patchsight: Revert Patch");
    await bench.toast("Reverted in 1 file, all saved").waitFor();
    await workspace.becomes(original(workspace));
    await bench.picture("reverted");
  },

  // VS Code's own undo: in the editor only, never half of it on disk.
  "Ctrl+Z in a target": async (bench, { workspace }) => {
    await bench.openFile(CART);
    await applyFine(bench, workspace);
    await bench.openFile(CART);
    await bench.focusEditor();
    await bench.press("Control+z");
    await bench.toast("Undone in this editor only: shop/cart.py is not saved").waitFor();
    assert.ok(workspace.holds(applied(workspace)));
    await bench.picture("undone-in-one-editor");
    await bench.answer("Undone in this editor only", "Undo in All Files");
    await workspace.becomes(original(workspace));
    const allSaved = () =>
      until(
        "nothing is left unsaved",
        async () => (await bench.page.locator(".tab.dirty").count()) === 0,
      );
    await allSaved();
    // Where VS Code saves by itself, the half would be on disk: there it is all files.
    const driver = await bench.driver();
    await driver.set({ "files.autoSave": "afterDelay", "files.autoSaveDelay": 100 });
    await applyFine(bench, workspace);
    await bench.openFile(CART);
    await bench.focusEditor();
    await bench.press("Control+z");
    await workspace.becomes(original(workspace));
    await allSaved();
    await driver.set({ "files.autoSave": null, "files.autoSaveDelay": null });
  },

  "undo leaves alone what was edited since": async (bench, { workspace }) => {
    await applyFine(bench, workspace);
    await typeInto(bench, CART, "# mine\n");
    await bench.answer(DONE, "Undo");
    await bench.toast("Undone in 4 of 5 files. shop/cart.py was edited since").waitFor();
    await bench.picture("undone-but-for-one");
    assert.match(await bench.editorText(), /# mine/);
    await workspace.becomes({ ...original(workspace), [CART]: applied(workspace)[CART] });
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
