/** Preview, live, and patches that stand in no file yet. */

import { until } from "../workbench.mjs";

const ONE = `*** Begin Patch
*** Update File: shop/cart.py
@@
-MAX_QUANTITY = 99
+MAX_QUANTITY = 50
*** End Patch
`;

const shownAfter = async (bench) => (await bench.page.locator(".editor.modified .view-lines").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");

export const previewing = {
  "preview": async (bench, { workspace }) => {
    await bench.openFile("patches/fine.v4a");
    await bench.says("6 of 6 parts fit");
    await bench.focusEditor();
    await bench.press("Control+Shift+v");
    await bench.page.locator(".tab.active", { hasText: "Preview: fine.v4a" }).waitFor();
    await until("the file as it would be", async () => (await shownAfter(bench)).includes("if not self.lines or"));
    await bench.picture("preview");
    await workspace.becomes({ "shop/cart.py": workspace.original("shop/cart.py") });
  },

  "preview follows the patch": async (bench, { workspace }) => {
    workspace.write("one.v4a", ONE);
    await bench.openFile("one.v4a");
    await bench.says("1 of 1 part fits");
    await bench.command("Patchsight: Preview Patch");
    await bench.page.locator(".tab.active", { hasText: "Preview: one.v4a" }).waitFor();
    await until("the new number", async () => /MAX_QUANTITY = 50\b/.test(await shownAfter(bench)));
    await bench.command("View: Move Editor into Right Group");
    await bench.command("View: Focus Left Editor Group");
    await bench.goToLine(5);
    await bench.press("End");
    await bench.page.keyboard.type("0");
    await until("the diff follows", async () => /MAX_QUANTITY = 500\b/.test(await shownAfter(bench)));
    await bench.picture("preview-live");
  },

  "paste from the clipboard": async (bench, { workspace }) => {
    await bench.copy(workspace.original("patches/fine.diff"));
    await bench.command("Patchsight: Paste Patch from Clipboard");
    await bench.says("6 of 6 parts fit");
    await bench.picture("pasted");
  },

  "paste into an untitled buffer": async (bench, { workspace }) => {
    await bench.copy(`Here you are:\n\n${workspace.original("patches/fine.applydiff")}`);
    await bench.command("File: New Untitled Text File");
    await bench.page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await bench.focusEditor();
    await bench.press("Control+v");
    await bench.says("3 of 3 parts fit");
    await bench.picture("untitled");
  },
};
