/** Applying: every byte, one undo for all of it, and the buffers of the user respected. */

import assert from "node:assert/strict";
import { until } from "../workbench.mjs";

const CART = "shop/cart.py";
const PATCH = "patches/fine.v4a";

/** The files as the sample's own patch leaves them. */
function applied(workspace) {
  const cart = workspace
    .original(CART)
    .replace("        if self.total() >=", "        if not self.lines or self.total() >=")
    .replace('Decimal(text.rstrip("%"))', 'Decimal(text.strip().rstrip("%"))');
  const checkout = workspace.original("web/checkout.ts").replace('method: "POST",\r\n', 'method: "POST",\r\n    headers: { "Content-Type": "application/json" },\r\n');
  return {
    [CART]: cart,
    "web/checkout.ts": checkout,
    "shop/mail.py": undefined,
    "shop/notify.py": workspace.original("shop/mail.py").replace('"""Mails that', '"""Notifications that'),
    "shop/coupons.py": '"""Coupons that customers can enter."""\n\nCOUPONS = {"WELCOME": "10%"}\n',
    "shop/legacy.py": undefined,
  };
}

/** The same files as they were. */
function original(workspace) {
  const there = [CART, "web/checkout.ts", "shop/mail.py", "shop/legacy.py"].map((path) => [path, workspace.original(path)]);
  return { ...Object.fromEntries(there), "shop/notify.py": undefined, "shop/coupons.py": undefined };
}

async function applyFine(bench, workspace) {
  await bench.openFile(PATCH);
  await bench.offers("5 files, 6 changes");
  await bench.command("Patchsight: Apply Patch");
  await bench.toast("Applied to 5 files").waitFor();
  await workspace.becomes(applied(workspace));
}

export const applying = {
  // First of all: VS Code forgets what it could undo once a file is changed on disk, as it is before every other step.
  "one undo for everything, and redo": async (bench, { workspace }) => {
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
    await bench.picture("redone");
    // After a redo VS Code keeps the renamed file in memory, even when its tab is closed and the file is gone.
    await bench.closeAll();
    await bench.reload();
  },

  "apply": async (bench, { workspace }) => {
    assert.notEqual(applied(workspace)["web/checkout.ts"], workspace.original("web/checkout.ts"));
    await applyFine(bench, workspace);
    await bench.picture("applied");
    await bench.answer("Applied to 5 files", "Show Changes");
    await bench.page.locator(".tab.active", { hasText: "Applied changes" }).waitFor();
    await until("the changes are shown", async () => (await bench.page.locator(".editor.modified .view-lines").count()) > 1);
    await bench.picture("show-changes");
  },

  "undo from the notification": async (bench, { workspace }) => {
    await applyFine(bench, workspace);
    await bench.page.locator('.tab.active[data-resource-name="fine.v4a"]').waitFor();
    await bench.answer("Applied to 5 files", "Undo");
    await workspace.becomes(original(workspace));
    await bench.page.locator('.tab.active[data-resource-name="fine.v4a"]').waitFor();
    await bench.says("6 of 6 parts fit");
    await bench.picture("undone-from-notification");
  },

  "undo is refused after an edit": async (bench, { workspace }) => {
    await applyFine(bench, workspace);
    await bench.openFile(CART);
    await bench.goToLine(1);
    await bench.page.keyboard.type("# mine\n");
    await bench.answer("Applied to 5 files", "Undo");
    await bench.toast("Nothing was undone: shop/cart.py changed").waitFor();
    await bench.picture("undo-refused");
    assert.match(await bench.editorText(), /# mine/);
    await workspace.becomes(applied(workspace));
  },

  "unsaved text counts and stays unsaved": async (bench, { workspace }) => {
    await bench.openFile(CART);
    await bench.goToLine(1);
    await bench.page.keyboard.type("# unsaved\n");
    await bench.openFile(PATCH);
    await bench.offers("5 files, 6 changes");
    await bench.command("Patchsight: Apply Patch");
    await bench.toast("Applied to 5 files").waitFor();
    const { [CART]: cart, ...others } = applied(workspace);
    await workspace.becomes(others);
    assert.equal(workspace.read(CART), workspace.original(CART));
    await bench.openFile(CART);
    await bench.page.locator('.tab.active.dirty[data-resource-name="cart.py"]').waitFor();
    await bench.picture("unsaved");
    await bench.press("Control+s");
    await workspace.becomes({ [CART]: `# unsaved\n${cart}` });
  },

  "apply from the light bulb": async (bench, { workspace }) => {
    await bench.openFile(PATCH);
    await bench.offers("5 files, 6 changes");
    await bench.goToLine(1);
    await bench.settle();
    await bench.press("Control+.");
    const row = bench.page.locator(".action-widget .monaco-list-row", { hasText: "Apply patch (5 files" }).first();
    await row.waitFor();
    await bench.picture("light-bulb");
    await row.click();
    await bench.toast("Applied to 5 files").waitFor();
    await workspace.becomes(applied(workspace));
    await bench.answer("Applied to 5 files", "Undo");
    await workspace.becomes(original(workspace));
  },

  "apply one file only": async (bench, { workspace }) => {
    await bench.openFile(PATCH);
    await bench.offers("5 files, 6 changes");
    await bench.clickLens(1, "Apply", bench.toast("Applied to 1 file"));
    await workspace.becomes({ [CART]: applied(workspace)[CART], "shop/mail.py": workspace.original("shop/mail.py") });
    await bench.answer("Applied to 1 file", "Undo");
    await workspace.becomes(original(workspace));
  },
};
