/** What a patch says about itself before anything is done with it. */

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { until } from "../patience.mjs";
import { CART, FITS, openFine, PATCH } from "../sample.mjs";

const AMBIGUOUS = "patches/ambiguous.v4a";

async function openAmbiguous(bench) {
  await bench.openPatch(AMBIGUOUS, "0 of 2 parts fit");
  await until("squiggles on both hunks", async () => (await bench.squiggles().count()) >= 2);
  await until("a lens above each file", async () => (await bench.lenses()).length === 2);
}

const TOGGLE = "Patchsight: Show or Hide Where the Patch Lands";

export const looking = {
  "squiggle on a text that is not unique": async (bench) => {
    await openAmbiguous(bench);
    await bench.picture("squiggle");
    await bench.press("F8");
    await bench.page.getByText("it could be here", { exact: false }).first().waitFor();
    await bench.picture("squiggle-message", "squiggle", { x: 352, y: 36, width: 928, height: 470 });
  },

  hover: async (bench) => {
    await openFine(bench);
    await bench.hover("@@ export async function", /Before[^]*After/);
    await bench.picture("hover", "hover", { x: 352, y: 36, width: 928, height: 464 });
  },

  "status item": async (bench) => {
    await openAmbiguous(bench);
    await bench.item().click();
    const rows = bench.page.locator(".quick-input-list .monaco-list-row");
    await until("both parts are listed", async () => (await rows.count()) === 2);
    await bench.pointAway();
    await bench.picture("parts", "parts", { x: 340, y: 0, width: 610, height: 360 });
    await rows.filter({ hasText: "shop.toml" }).click();
    await bench.cursorIn(8);
  },

  "next and previous problem part": async (bench) => {
    await openAmbiguous(bench);
    await bench.goToLine(1);
    for (const line of [3, 8, 3]) {
      await bench.press("Control+F8");
      await bench.cursorIn(line);
    }
    await bench.press("Control+Shift+F8");
    await bench.cursorIn(8);
    await bench.picture("previous-problem");
  },

  "disabled action says why": async (bench) => {
    await openAmbiguous(bench);
    await bench.goToLine(5);
    await bench.command("Refactor...");
    await bench.page.locator(".action-widget").getByText("Show Disabled").click();
    const row = bench.page.locator(".action-widget .monaco-list-row", { hasText: "Apply patch" });
    await row.waitFor();
    assert.match(await row.getAttribute("class"), /option-disabled/);
    assert.match(await row.innerText(), /stands in 3 places/);
    await bench.picture("disabled-action");
    await bench.press("Escape");
    await bench.command("Patchsight: Apply Patch");
    await bench.toast(/Nothing was applied.*stands in 3 places/).waitFor();
    await bench.picture("refused");
    await bench.answer("Nothing was applied", "Show Problem");
    await bench.page.getByText("it could be here", { exact: false }).first().waitFor();
  },

  "quick fix": async (bench) => {
    await bench.openPatch("malformed.ap", "0 of 3 parts fit");
    await until("two warnings", async () => (await bench.squiggles("warning").count()) === 2);
    await bench.goToLine(2);
    const row = await bench.openActions("2.0");
    await bench.picture("quick-fix-offered");
    await row.click();
    await until("the version is quoted", async () =>
      (await bench.editorText()).includes('version: "2.0"'),
    );
    await until("one warning less", async () => (await bench.squiggles("warning").count()) === 1);
    await bench.picture("quick-fix-applied");
  },

  "feedback for the model": async (bench) => {
    await bench.openPatch("patches/stale.v4a", "0 of 1 part fits");
    await bench.command("Patchsight: Copy Feedback for the Model");
    const text = await until("feedback on the clipboard", async () => {
      const copied = await bench.clipboard();
      return copied.includes("context_not_found") && copied;
    });
    assert.match(text, /Decimal\("0\.00"\)/);
    await bench.page.locator(".statusbar", { hasText: "Feedback for the model copied" }).waitFor();
    await bench.picture("feedback");
  },

  "code lenses": async (bench, { workspace }) => {
    await openFine(bench);
    await until(
      "a lens above each file",
      async () =>
        (await bench.lenses()).filter((text) => /Preview[^]*Apply/.test(text)).length === 6,
    );
    await bench.picture("lenses", "patch", { x: 352, y: 36, width: 928, height: 594 });
    workspace.set({ "patchsight.codeLens": false });
    await until("no lens", async () => (await bench.lenses()).length === 0);
    workspace.set({});
    await until("lenses again", async () => (await bench.lenses()).length > 0);
  },

  "inlay hints": async (bench) => {
    await openFine(bench);
    for (const hint of ["→ line 39", "→ line 53", "→ line 16", "→ new file"]) {
      await until(`the hint ${hint}`, async () => (await bench.editorText()).includes(hint));
    }
    await bench.picture("inlay-hints");
    await bench.openPatch(AMBIGUOUS, "0 of 2 parts fit");
    await until("the hint of an ambiguous part", async () =>
      (await bench.editorText()).includes("3 matches"),
    );
  },

  outline: async (bench) => {
    await openFine(bench);
    const header = bench.page.locator(".pane-header", { hasText: "Outline" });
    await header.click();
    for (const name of ["shop/cart.py", "Part 1: class Cart:", "web/checkout.ts"]) {
      await bench.page
        .locator(".outline-pane .monaco-list-row", { hasText: name })
        .first()
        .waitFor();
    }
    await bench.pointAway();
    await bench.picture("outline");
    await header.click();
  },

  "completion of paths and target lines": async (bench) => {
    await bench.openFile("typed.v4a");
    await bench.goToLine(2);
    const rows = bench.page.locator(".suggest-widget.visible .monaco-list-row");
    await bench.page.keyboard.type("*** Update File: shop/");
    await rows.filter({ hasText: CART }).first().waitFor();
    await bench.picture("completion-of-paths");
    await bench.page.keyboard.type("car");
    await until("only that file is left", async () => (await rows.count()) === 1);
    await bench.press("Enter");
    await until("the path is completed", async () =>
      (await bench.editorText()).includes(`*** Update File: ${CART}`),
    );
    await bench.press("End", "Enter");
    await bench.page.keyboard.type("@@ ");
    await rows.filter({ hasText: "class Cart:" }).first().waitFor();
    await bench.picture("completion-of-target-lines");
    await bench.press("Escape");
  },

  "counts follow what is typed": async (bench) => {
    await bench.openPatch("typed.diff", "1 of 1 part fits");
    await bench.goToLine(5);
    await bench.press("End", "Enter");
    await bench.page.keyboard.type("+");
    await until("the header counts one more line", async () =>
      (await bench.editorText()).includes("@@ -8,2 +8,3 @@"),
    );
    await bench.page.keyboard.type("MIN_QUANTITY = 1");
    await bench.says("1 of 1 part fits");
    await bench.picture("counts");
  },

  /** As in the other formats: the background of the line, and in it the colours of the file's language. */
  "colours in a unified diff": async (bench) => {
    await bench.openPatch("patches/fine.diff", FITS);
    const colours = (word) => {
      const lines = [...document.querySelectorAll(".editor-group-container.active .view-line")];
      const line = lines.find((one) => one.textContent.includes(word));
      const words = [...(line?.querySelectorAll("span > span") ?? [])];
      return new Set(words.map((one) => getComputedStyle(one).color)).size;
    };
    for (const word of ["+const\u00a0pollEvery", "Receipt"])
      await until(`the colours of ${word}`, async () => {
        return (await bench.page.evaluate(colours, word)) > 2;
      });
    await bench.shades({ inserted: 4, removed: 4 });
    await bench.picture("unified-colours");
  },

  "added and removed lines in high contrast": async (bench, { workspace }) => {
    await bench.openPatch("patches/stale.v4a", "0 of 1 part fits");
    await bench.shades({ inserted: 1, removed: 1 });
    workspace.set({ "workbench.colorTheme": "Default High Contrast" });
    const edges = () =>
      [...document.querySelectorAll(".view-overlays .cdr")]
        .map((line) => getComputedStyle(line))
        .filter((style) => style.borderLeftWidth === "1px")
        .map((style) => style.borderLeftStyle)
        .sort();
    await until("a frame for each kind of line", async () =>
      isDeepStrictEqual(await bench.page.evaluate(edges), ["dashed", "solid"]),
    );
    await bench.picture("high-contrast");
    // Beside the text under review: what comes has a frame.
    await openFine(bench);
    await bench.command("Patchsight: Preview Patch");
    await bench.tab("Preview: fine.v4a");
    await bench.openFile(CART);
    await bench.goToLine(40);
    const framed = () =>
      [...document.querySelectorAll(".editor-group-container.active .view-line span")]
        .map((span) => getComputedStyle(span, "::after"))
        .filter((style) => style.content.includes("self.lines"))
        .map((style) => style.borderTopStyle);
    await until("a frame around what comes", async () =>
      isDeepStrictEqual(await bench.page.evaluate(framed), ["solid"]),
    );
    await bench.picture("review-in-high-contrast");
    workspace.set({});
    await bench.openPatch("patches/stale.v4a", "0 of 1 part fits");
    await bench.shades({ inserted: 1, removed: 1 });
  },

  "marks in the files": async (bench) => {
    const marks = bench.page.locator(".glyph-margin-widgets .cgmr");
    await bench.openPatch(PATCH, FITS);
    await bench.command(TOGGLE);
    await bench.openFile(CART);
    await bench.goToLine(40);
    await until("marks in the gutter", async () => (await marks.count()) > 0);
    await bench.hover("if self.total() >= FREE_SHIPPING_FROM", "of patches/fine.v4a fits at line");
    await bench.picture("marks", "marks", { x: 352, y: 36, width: 928, height: 600 });
    await bench.command(TOGGLE);
    await until("no marks", async () => (await marks.count()) === 0);
  },
};
