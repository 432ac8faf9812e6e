/** What a patch says about itself before anything is done with it. */

import assert from "node:assert/strict";
import { until } from "../workbench.mjs";

export const looking = {
  "squiggle": async (bench) => {
    await bench.openFile("patches/ambiguous.v4a");
    await bench.says("0 of 2 parts fit");
    await until("squiggles on both hunks", async () => (await bench.squiggles().count()) >= 2);
    await bench.picture("squiggle");
    await bench.press("F8");
    await bench.page.getByText("stands in", { exact: false }).first().waitFor();
    await bench.picture("squiggle-message");
    await bench.press("Escape");
  },

  "hover": async (bench) => {
    await bench.openFile("patches/fine.v4a");
    await bench.says("6 of 6 parts fit");
    await bench.hover("@@ class Cart:");
    const hover = bench.page.locator(".monaco-hover:visible").first();
    await until("the hover shows what changes", async () => /Before|After/.test(await hover.innerText()));
    await bench.picture("hover");
  },

  "status item": async (bench) => {
    await bench.openFile("patches/ambiguous.v4a");
    await bench.says("0 of 2 parts fit");
    await bench.item().click();
    const rows = bench.page.locator(".quick-input-list .monaco-list-row");
    await until("both parts are listed", async () => (await rows.count()) === 2);
    await bench.picture("parts");
    await rows.filter({ hasText: "shop.toml" }).click();
    await until("the cursor is at the part", async () => (await bench.statusText()).includes("Ln 8,"));
  },

  "next problem": async (bench) => {
    await bench.openFile("patches/ambiguous.v4a");
    await bench.says("0 of 2 parts fit");
    await bench.focusEditor();
    for (const line of [3, 8, 3]) {
      await bench.press("Control+F8");
      await until(`problem part in line ${line}`, async () => (await bench.statusText()).includes(`Ln ${line},`));
    }
    await bench.press("Control+Shift+F8");
    await until("and back", async () => (await bench.statusText()).includes("Ln 8,"));
  },

  "disabled action": async (bench) => {
    await bench.openFile("patches/ambiguous.v4a");
    await bench.says("0 of 2 parts fit");
    await bench.goToLine(5);
    await bench.command("Refactor...");
    const row = bench.page.locator(".action-widget .monaco-list-row", { hasText: "Apply patch" });
    await row.waitFor();
    assert.match(await row.getAttribute("class"), /option-disabled/);
    assert.match(await row.innerText(), /stands in 3 places/);
    await bench.picture("disabled-action");
    await bench.press("Escape");
    await bench.command("Patchsight: Apply Patch");
    await bench.toast("stands in 3 places").first().waitFor();
    await bench.page.waitForTimeout(500);
    await bench.picture("refused");
  },

  "quick fix": async (bench) => {
    await bench.openFile("malformed.ap");
    await bench.says("fit");
    await bench.goToLine(2);
    await bench.settle();
    await bench.press("Control+.");
    const row = bench.page.locator(".action-widget .monaco-list-row", { hasText: "2.0" }).first();
    await row.waitFor();
    await bench.picture("quick-fix-offered");
    await row.click();
    await until("the version is quoted", async () => (await bench.editorText()).includes('version: "2.0"'));
    await bench.picture("quick-fix-applied");
  },

  "feedback": async (bench) => {
    await bench.openFile("patches/stale.v4a");
    await bench.says("fit");
    await bench.command("Patchsight: Copy Feedback for the Model");
    const text = await until("feedback on the clipboard", async () => {
      const copied = await bench.clipboard();
      return copied.includes("context_not_found") && copied;
    });
    assert.match(text, /Decimal\("0\.00"\)/);
  },

  "lenses": async (bench, { workspace }) => {
    await bench.openFile("patches/fine.v4a");
    await until("a lens above each file", async () => (await bench.lenses()).filter((text) => /Preview[^]*Apply/.test(text)).length === 6);
    await bench.picture("lenses");
    workspace.set({ "patchsight.codeLens": false });
    await until("no lens", async () => (await bench.lenses()).length === 0);
    workspace.set({});
    await until("lenses again", async () => (await bench.lenses()).length > 0);
  },

  "marks in the files": async (bench) => {
    await bench.openFile("patches/fine.v4a");
    await bench.says("6 of 6 parts fit");
    await bench.command("Patchsight: Show or Hide Where the Patch Lands");
    await bench.openFile("shop/cart.py");
    await bench.goToLine(40);
    await until("marks in the gutter", async () => (await bench.page.locator(".glyph-margin-widgets .cgmr").count()) > 0);
    await bench.hover("if self.total() >= FREE_SHIPPING_FROM");
    await bench.page.locator(".monaco-hover:visible", { hasText: "of patches/fine.v4a fits at line" }).first().waitFor();
    await bench.picture("marks");
    await bench.command("Patchsight: Show or Hide Where the Patch Lands");
    await until("no marks", async () => (await bench.page.locator(".glyph-margin-widgets .cgmr").count()) === 0);
  },
};
