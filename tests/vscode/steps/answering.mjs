/** What agents answer, pasted by the keys: looked at, mended, applied, taken back. */

import assert from "node:assert/strict";
import { findDriver } from "../driver.mjs";
import { pasteUntitled } from "../pasting.mjs";
import { until } from "../patience.mjs";
import { CART, original } from "../sample.mjs";

const CHECKOUT = "web/checkout.ts";

/** An answer of aider's: the second block says what the file said once. */
const AIDER = `I'll allow fewer pieces of a kind, and send empty carts for free.

${CART}
\`\`\`python
<<<<<<< SEARCH
MAX_QUANTITY = 99
=======
MAX_QUANTITY = 50
>>>>>>> REPLACE
\`\`\`

${CART}
\`\`\`python
<<<<<<< SEARCH
        if self.total() >= FREE_SHIPPING_FROM:
            return Decimal(0)
=======
        if not self.lines or self.total() >= FREE_SHIPPING_FROM:
            return Decimal(0)
>>>>>>> REPLACE
\`\`\`
`;

/** A call of Claude's tool that edits several stretches of one file; the address in the second one has changed since. */
const MULTIEDIT = `{
  "type": "tool_use",
  "id": "toolu_01A",
  "name": "MultiEdit",
  "input": {
    "file_path": "${CHECKOUT}",
    "edits": [
      {
        "old_string": "formatPrice(cents: number)",
        "new_string": "formatPrice(cents: number, locale = \\"en-IE\\")"
      },
      {
        "old_string": "  const response = await fetch(\\"/api/order\\", {\\n    method: \\"POST\\",",
        "new_string": "  const response = await fetch(\\"/api/order\\", {\\n    method: \\"PUT\\","
      }
    ]
  }
}
`;

const ANSWERS = {
  aider: {
    text: AIDER,
    line: 18,
    changed: (workspace) => ({
      [CART]: workspace
        .original(CART)
        .replace("MAX_QUANTITY = 99", "MAX_QUANTITY = 50")
        .replace("if self.total() >=", "if not self.lines or self.total() >="),
    }),
  },
  multiedit: {
    text: MULTIEDIT,
    line: 13,
    changed: (workspace) => ({
      [CHECKOUT]: workspace
        .original(CHECKOUT)
        .replace("(cents: number)", '(cents: number, locale = "en-IE")')
        .replace('method: "POST"', 'method: "PUT"'),
    }),
  },
};

/** The whole way of one answer, with a picture of it where it is wrong and where it is applied. */
const answering =
  (name) =>
  async (bench, { workspace }) => {
    const { text, line, changed } = ANSWERS[name];
    await pasteUntitled(bench, text);
    await bench.says("1 of 2 parts fit");
    await until("a squiggle", async () => (await bench.squiggles().count()) > 0);
    await bench.goToLine(line);
    await bench.press("F8");
    await bench.page.locator(".marker-widget").waitFor();
    await bench.picture(`${name}-pasted`, name, { x: 352, y: 36, width: 928, height: 700 });
    await bench.press("Escape");
    const row = await bench.openActions(/file's|text of the file|as the file/i);
    await bench.picture(`${name}-fixes`);
    await row.click();
    await bench.says("2 of 2 parts fit");
    await bench.command("Patchsight: Apply Patch");
    await bench.toast("Applied to 1 file, all saved").waitFor();
    await workspace.becomes(changed(workspace));
    await bench.says("Already applied");
    await bench.picture(`${name}-applied`);
    await bench.answer("Applied to 1 file", "Undo");
    await workspace.becomes(original(workspace));
    await bench.says("2 of 2 parts fit");
  };

export const answers = {
  "an answer of aider's, pasted, mended, applied, undone": answering("aider"),
  "a MultiEdit call, pasted, mended, applied, undone": answering("multiedit"),

  /** A fence with two files of three: by the lens, by the menu, by the light bulb. */
  "one block of an answer": async (bench, { workspace }) => {
    const section = (path, old, now) =>
      `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${old}\n+${now}\n`;
    for (const name of ["a", "b", "c"]) workspace.write(`${name}.txt`, `${name}\n`);
    const block = section("a.txt", "a", "A") + section("b.txt", "b", "B");
    const answer = `First:\n\n\`\`\`diff\n${block}\`\`\`\n\nThen:\n\n\`\`\`diff\n${section("c.txt", "c", "C")}\`\`\`\n`;
    const [before, after] = [
      { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" },
      { "a.txt": "A\n", "b.txt": "B\n", "c.txt": "c\n" },
    ];
    const done = bench.toast("Applied to 2 files, all saved");
    const back = async () => {
      await workspace.becomes(after);
      await bench.answer("Applied to 2 files", "Undo");
      await workspace.becomes(before);
      await bench.press("Control+Alt+Shift+F7");
      await bench.says("3 of 3 parts fit");
    };
    await pasteUntitled(bench, answer);
    await bench.says("3 of 3 parts fit");
    await bench.press("Control+Home");
    await bench.clickLens("block only", "Apply this block only (2 files)", done);
    await back();
    await bench.goToLine(8);
    await bench.focusEditor();
    await bench.press("Shift+F10");
    const item = bench.page.locator(".context-view .action-item", {
      hasText: "Apply This Block Only",
    });
    await item.waitFor();
    await bench.picture("block-in-the-menu");
    await bench.chooseMenu(item);
    await done.waitFor();
    await back();
    await bench.goToLine(13);
    await (await bench.openActions("Apply this block only (2 files)")).click();
    await done.waitFor();
    await back();
  },

  /** The extension tells VS Code of the server for agents, and VS Code starts it and takes its tools. */
  "among VS Code's MCP servers": async (bench, { workspace, home }) => {
    workspace.set({ "chat.disableAIFeatures": false });
    await bench.openPatch("patches/stale.v4a", "0 of 1 part fits");
    await bench.command("MCP: List Servers");
    const rows = bench.page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ hasText: "Patchsight" }).first().click();
    const start = rows.filter({ hasText: /(Start|Restart) Server/ }).first();
    await start.waitFor();
    await bench.picture("mcp-server");
    await start.click();
    const driver = await findDriver(home);
    const tool = "mcp_patchsight_check_patch";
    await until("its tools", async () => (await driver.tools()).includes(tool));
    const told = await driver.tool(tool, { patch: workspace.original("patches/stale.v4a") });
    assert.match(told, /context_not_found[^]*Decimal\(\\*"0\.00\\*"\)/);
    await bench.picture("mcp-running");
    await bench.command("View: Hide Panel");
    await bench.focusEditor();
    await bench.command("Patchsight: Send Feedback to the Chat");
    const chat = bench.page.locator(".part.auxiliarybar, .part.sidebar, .chat-widget").filter({
      hasText: "context_not_found",
    });
    await chat.first().waitFor();
    await bench.picture("feedback-in-the-chat");
    await bench.command("View: Hide Secondary Side Bar");
    await bench.command("MCP: List Servers");
    await rows.filter({ hasText: "Patchsight" }).first().click();
    await rows.filter({ hasText: "Stop Server" }).first().click();
    workspace.set({});
  },
};
