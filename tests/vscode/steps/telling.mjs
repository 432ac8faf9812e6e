/** The whole story, which the extension's page shows moving; and the loop with a model. */

import assert from "node:assert/strict";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { animate } from "../animation.mjs";
import { findDriver } from "../driver.mjs";
import { until } from "../patience.mjs";
import { applied, CART, FITS, OFFERED, original, PATCH } from "../sample.mjs";
import { ILLUSTRATIONS } from "../workbench.mjs";

const WINDOW = { width: 1000, height: 520 };
const LARGEST = 1_500_000;

/** Wait for the lens of the file: that of the whole patch may be scrolled out of so small a window. */
const lensSays = (bench, what) =>
  until(`a lens that says ${what}`, async () =>
    (await bench.lenses()).some((text) => text.includes(what)),
  );

/** The frames of the story. */
async function tell(bench, workspace) {
  const frames = [];
  const frame = async (name, seconds) => {
    const path = await bench.picture(`story-${name}`);
    frames.push({ path, seconds });
  };
  // Where a menu was clicked, the mouse would open what explains the button below it.
  const pointNowhere = () => bench.page.mouse.move(300, 420);
  const fixed = workspace.original(CART).replace('Decimal("4.90")', 'Decimal("5.90")');
  // The patch on the left, the file that it is about on the right.
  await bench.openFile(CART);
  await bench.goToLine(41);
  await bench.copy(workspace.original("patches/stale.v4a"));
  await bench.command("File: New Untitled Text File");
  await bench.tab("Untitled");
  await bench.command("View: Move Editor into Left Group");
  await bench.focusEditor();
  await bench.press("Control+v");
  await bench.says("0 of 1 part fits");
  await until("a squiggle", async () => (await bench.squiggles().count()) > 0);
  await bench.goToLine(6);
  await pointNowhere();
  await frame("1-pasted", 2);
  await bench.press("End", "Control+k", "Control+i");
  const hover = bench.page.locator(".monaco-hover:visible", { hasText: "Expected" }).first();
  await hover.getByText("Quick Fix...").waitFor();
  await frame("2-message", 3);
  await bench.press("Escape");
  const row = await bench.openActions(/file's|text of the file|cart\.py/i);
  await frame("3-fixes", 2);
  await row.click();
  await pointNowhere();
  await bench.says("1 of 1 part fits");
  await lensSays(bench, "1 of 1 part fits");
  await frame("4-fixed", 1.5);
  await bench.command("Patchsight: Apply Patch");
  await bench.toast("Applied to 1 file").waitFor();
  await pointNowhere();
  await workspace.becomes({ [CART]: fixed });
  await bench.says("Already applied");
  await lensSays(bench, "already applied");
  await frame("5-applied", 2);
  await bench.answer("Applied to 1 file", "Undo");
  await workspace.becomes(original(workspace));
  await bench.says("1 of 1 part fits");
  await lensSays(bench, "1 of 1 part fits");
  await frame("6-undone", 2);
  return frames;
}

export const telling = {
  "paste, squiggle, fix, apply, undo: the moving picture": async (bench, { workspace }) => {
    const size = bench.page.viewportSize();
    await bench.page.setViewportSize(WINDOW);
    await bench.press("Control+b");
    try {
      const target = join(ILLUSTRATIONS, "story.png");
      animate(await tell(bench, workspace), target);
      assert.ok(statSync(target).size < LARGEST, "the moving picture is too large");
    } finally {
      await bench.press("Control+b");
      await bench.page.setViewportSize(size);
    }
  },

  "a patch from elsewhere is about the open folder": async (bench, { workspace, home }) => {
    const mail = join(home, "mail");
    mkdirSync(mail, { recursive: true });
    writeFileSync(join(mail, "from-mail.v4a"), workspace.original(PATCH));
    const driver = await findDriver(home);
    await driver.show(join(mail, "from-mail.v4a"));
    await bench.says(`${FITS} in workspace`);
    await bench.offers(OFFERED);
    await bench.item().click();
    await bench.page
      .locator(".quick-input-list .monaco-list-row", { hasText: "Take it to be about mail" })
      .waitFor();
    await bench.picture("from-elsewhere");
    const choose = async (name) => {
      const row = bench.page.locator(".quick-input-list .monaco-list-row", {
        hasText: `Take it to be about ${name}`,
      });
      await row.click();
      await bench.says(`in ${name}`);
    };
    await choose("mail");
    await bench.item().click();
    await choose("workspace");
    await bench.says(FITS);
    await bench.focusEditor();
    await bench.press("Control+k", "Control+a");
    await bench.toast("Applied to 5 files").waitFor();
    await workspace.becomes(applied(workspace));
    await bench.answer("Applied to 5 files", "Undo");
    await workspace.becomes(original(workspace));
  },

  "tools for the chat": async (bench, { workspace, home }) => {
    const driver = await findDriver(home);
    const stale = workspace.original("patches/stale.v4a");
    const told = await driver.tool("patchsight_check", { patch: stale });
    assert.match(told, /0 of 1 part fits[^]*Decimal\("0\.00"\)/);
    assert.match(await driver.tool("patchsight_check", { patch: "Dear all" }), /not a patch/);
    assert.match(
      await driver.tool("patchsight_review", { patch: workspace.original(PATCH) }),
      /The user was shown it, and decides/,
    );
    await bench.tab("Preview: Pasted");
    await workspace.becomes(original(workspace));
    await bench.picture("shown-by-a-tool");
    await bench.openPatch("patches/stale.v4a", "0 of 1 part fits");
    await bench.command("Patchsight: Send Feedback to the Chat");
    // The chat is turned off in the tests.
    await bench.toast("There is no chat to send to").waitFor();
    assert.match(await bench.clipboard(), /context_not_found/);
    await bench.picture("no-chat");
  },

  "turned off, and on again": async (bench, { workspace }) => {
    await bench.openPatch("patches/stale.v4a", "0 of 1 part fits");
    const gone = async () =>
      (await bench.squiggles().count()) === 0 && !(await bench.item().isVisible());
    workspace.set({ "patchsight.exclude": ["**/stale.*"] });
    await until("nothing is said of what is excluded", gone);
    await bench.openPatch(PATCH, FITS);
    workspace.set({ "patchsight.enable": false });
    await until("nothing is said at all", gone);
    await bench.picture("turned-off");
    workspace.set({});
    await bench.says(FITS);
  },
};
