/** Review: part by part, in the file, in its preview, in the patch, in the view; from the clipboard with one keystroke. */

import assert from "node:assert/strict";
import { until } from "../patience.mjs";
import { applied, CART, FITS, openFine, original, PATCH } from "../sample.mjs";

const FIRST = ["        if self.total() >=", "        if not self.lines or self.total() >="];

const cartWith = (workspace, ...changes) =>
  changes.reduce((text, [before, after]) => text.replace(before, after), workspace.original(CART));

const shownAfter = async (bench) =>
  (await bench.page.locator(".editor.modified .view-lines").allInnerTexts())
    .join("\n")
    .replaceAll("\u00a0", " ");

/** What decorations write beside the text of the active editor. */
const writtenBeside = (bench) =>
  bench.page.evaluate(() =>
    [...document.querySelectorAll(".editor-group-container.active .view-line span")]
      .map((span) => getComputedStyle(span, "::after").content.replaceAll("\u00a0", " "))
      .join("\n"),
  );

/** A patch of which one part of three does not fit. */
const PARTLY = `*** Begin Patch
*** Update File: ${CART}
@@
-MAX_QUANTITY = 99
+MAX_QUANTITY = 50
@@
-no such line
+nothing
*** Update File: shop/legacy.py
@@
-OLD_RATE = "1"
+OLD_RATE = "2"
*** End Patch
`;

export const reviewing = {
  "accept and reject in the file itself": async (bench, { workspace }) => {
    await openFine(bench);
    await bench.command("Patchsight: Preview Patch");
    await bench.tab("Preview: fine.v4a");
    await bench.cursorComesTo(40);
    await bench.openFile(CART);
    await bench.goToLine(39);
    await until("a lens above the part", async () =>
      (await bench.lenses()).some((text) => /Accept part 1[^]*Reject[^]*Next/.test(text)),
    );
    // What comes is written where it belongs.
    await until("the texts that come", async () =>
      /not self.lines or [^]*strip\(\)\./.test(await writtenBeside(bench)),
    );
    await bench.picture("review-in-the-file", "review", { x: 352, y: 36, width: 928, height: 764 });
    await bench.focusEditor();
    await bench.press("Control+Alt+y");
    await workspace.becomes({ [CART]: cartWith(workspace, FIRST) });
    // On to the second part, which is turned down; the third is in another file.
    await bench.cursorIn(53);
    await bench.press("Control+Alt+n");
    await bench.tab("checkout.ts");
    await bench.press("Shift+Alt+F5");
    await bench.tab("legacy.py");
    // All of it goes.
    const lines = workspace.original("shop/legacy.py").split("\n").length;
    await bench.shades({ inserted: 0, removed: lines });
    await until("its lens", async () => /Accept part 6/.test((await bench.lenses()).join()));
    await bench.picture("review-of-a-deletion");
    await bench.openFile(CART);
    await until("what was decided", async () => {
      const lenses = (await bench.lenses()).join();
      return /Undo part 1/.test(lenses) && /Rejected part 2: reconsider/.test(lenses);
    });
    assert.doesNotMatch(await writtenBeside(bench), /not self.lines|strip/);
    await bench.picture("decided-in-the-file");
    await bench.clickLens("Undo part 1", /Undo part 1/, bench.toast("Reverted in 1 file"));
    await workspace.becomes(original(workspace));
  },

  "accept and reject in the preview and in the patch": async (bench, { workspace }) => {
    await openFine(bench);
    await bench.goToLine(11);
    await bench.focusEditor();
    await bench.press("Control+Alt+n");
    await bench.cursorComesTo(16); // the next part
    await bench.press("Control+Home");
    await until("the lens of the patch counts it", async () =>
      (await bench.lenses()).some((text) => text.includes(") but for 1 rejected part")),
    );
    await bench.command("Patchsight: Preview Patch");
    await bench.tab("Preview: fine.v4a");
    await until("the preview without the rejected part", async () => {
      const text = await shownAfter(bench);
      return text.includes("if not self.lines or") && !text.includes("text.strip()");
    });
    await bench.page.locator(".editor.modified .view-line", { hasText: "not" }).first().click();
    await bench.picture("review-in-the-preview", "preview", {
      x: 352,
      y: 36,
      width: 928,
      height: 764,
    });
    await bench.titleBar("Accept the Part").click();
    await workspace.becomes({ [CART]: cartWith(workspace, FIRST) });
    await bench.command("Patchsight: Apply Patch");
    await bench.toast("Applied to 4 files").waitFor();
    await workspace.becomes({ ...applied(workspace), [CART]: cartWith(workspace, FIRST) });
    await bench.picture("applied-without-the-rejected-part");
    for (let level = 0; level < 2; level++)
      await bench.command("Patchsight: Undo the Last Applied Patch");
    await workspace.becomes(original(workspace));
  },

  "split a part, drop a part, take one part and one file back": async (bench, { workspace }) => {
    const two = `*** Begin Patch
*** Update File: ${CART}
@@
-MAX_QUANTITY = 99
+MAX_QUANTITY = 50
 FREE_SHIPPING_FROM = Decimal("50.00")
 
 
 @dataclass
-class Line:
+class Row:
*** Update File: shop/notes.py
@@
-NOTE = 1
+NOTE = 2
*** End Patch
`;
    workspace.write("two.v4a", two);
    workspace.write("shop/notes.py", "NOTE = 1\n");
    /** Choose from the light bulb's menu until something comes of it: on a busy machine a click may be lost. */
    const choose = (line, title, effect) =>
      until(`${title} does something`, async () => {
        if (await effect()) return true;
        await bench.goToLine(line);
        await (await bench.openActions(title)).click();
        return until("its effect", effect, 30_000);
      });
    const said = (text) => async () => (await bench.item().innerText()).includes(text);
    const held = (files) => () => workspace.holds(files);
    await bench.openPatch("two.v4a", "2 of 2 parts fit");
    await choose(7, "Split this part here", said("3 of 3 parts fit"));
    await bench.picture("part-split");
    await bench.command("Patchsight: Apply Patch");
    await bench.toast("Applied to 2 files, all saved").waitFor();
    await bench.says("Already applied");
    const first = ["MAX_QUANTITY = 99", "MAX_QUANTITY = 50"];
    const second = cartWith(workspace, ["class Line:", "class Row:"]);
    const noted = { "shop/notes.py": "NOTE = 2\n" };
    await choose(4, "Revert this part only", held({ [CART]: second, ...noted }));
    await bench.says("3 of 3 parts fit");
    await choose(4, "Apply this part only", said("Already applied"));
    await choose(2, "Revert this file only", held({ ...original(workspace), ...noted }));
    await bench.says("3 of 3 parts fit");
    await bench.picture("file-reverted");
    await choose(10, "Drop this part", said("2 of 2 parts fit"));
    await bench.command("Patchsight: Apply What Fits");
    await workspace.becomes({ [CART]: cartWith(workspace, first), ...noted });
  },

  "apply what fits, and no more": async (bench, { workspace }) => {
    workspace.write("partly.v4a", PARTLY);
    await bench.openPatch("partly.v4a", "1 of 3 parts fit");
    await bench.command("Patchsight: Apply Patch");
    await bench.toast("Nothing was applied").waitFor();
    await workspace.becomes(original(workspace));
    await bench.picture("what-fits-offered");
    await bench.answer("Nothing was applied", "Apply What Fits (1 of 3)");
    await bench.toast("Applied to 1 file").waitFor();
    await workspace.becomes({
      [CART]: cartWith(workspace, ["MAX_QUANTITY = 99", "MAX_QUANTITY = 50"]),
      "partly.v4a": PARTLY,
    });
    await until("the part is shown as applied", async () =>
      (await bench.editorText()).includes("already applied"),
    );
    await bench.says("1 of 3 parts fit");
    await bench.picture("what-fits-applied");
    await bench.answer("Applied to 1 file", "Undo");
    await workspace.becomes(original(workspace));
  },

  "one keystroke from the clipboard to the preview": async (bench, { workspace }) => {
    const answer = `Sure, here it is:\n\n\`\`\`diff\n${workspace.original(PATCH)}\`\`\`\n`;
    await bench.copy(answer);
    await bench.press("Control+Alt+v");
    await bench.tab("Preview: Pasted");
    await until("the file as it would be", async () =>
      (await shownAfter(bench)).includes("if not self.lines or"),
    );
    await bench.says(FITS);
    await bench.picture("clipboard-to-review");
    assert.equal(await bench.page.locator(".tab.dirty").count(), 0);
    await bench.titleBar("Apply Patch").click();
    await bench.toast("Applied to 5 files").waitFor();
    await workspace.becomes(applied(workspace));
    await bench.answer("Applied to 5 files", "Undo");
    await workspace.becomes(original(workspace));
    await bench.command("Patchsight: Copy Feedback for the Model");
    await until("feedback on the clipboard", async () => (await bench.clipboard()) !== answer);
    await bench.press("Control+Alt+Shift+F6");
    // Nobody asks whether to save anything.
    await until("no tab", async () => (await bench.page.locator(".tab").count()) === 0);
  },

  "from the menu of the Explorer": async (bench, { workspace }) => {
    const row = (name) =>
      bench.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();
    const choose = async (name, title) => {
      await bench.page.locator(".explorer-folders-view").hover();
      await until(`${name} in the tree`, async () => {
        if (!(await row(name).isVisible())) await bench.page.mouse.wheel(0, 200);
        return row(name).isVisible();
      });
      await row(name).click({ button: "right" });
      const item = bench.page.locator(".context-view .action-item", { hasText: title }).first();
      await item.waitFor();
      await bench.chooseMenu(item);
    };
    await openFine(bench);
    await choose("fine.v4a", "Review Patch");
    await bench.tab("Preview: fine.v4a");
    await bench.tidy();
    await bench.copy(workspace.original(PATCH).replaceAll("shop/", ""));
    await choose("shop", "Apply a Patch Here");
    await bench.tab("Preview: Pasted");
    await bench.says("in shop");
    await bench.picture("apply-here");
    await bench.command("View: Focus Left Editor Group");
    await bench.item().click();
    await bench.page
      .locator(".quick-input-list .monaco-list-row", { hasText: "Take it to be about workspace" })
      .waitFor();
    await bench.picture("choose-the-folder");
    await bench.press("Escape");
  },
};
