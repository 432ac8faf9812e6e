/** Whatever settings people have and whatever way they apply a patch: every byte is kept, and Undo brings every byte back. */

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findDriver } from "../driver.mjs";
import { NUMBER, PATCH, PATHS, strays, write } from "../kinds.mjs";
import { until } from "../patience.mjs";
import { CART, openFine, original } from "../sample.mjs";
import { PICTURES } from "../workbench.mjs";
import { forgetApplied } from "./arriving.mjs";

const OFF = {
  "editor.formatOnSave": false,
  "files.trimTrailingWhitespace": false,
  "files.insertFinalNewline": false,
  "files.trimFinalNewlines": false,
  "files.autoSave": "off",
  "files.autoSaveDelay": 50,
};
const ALL = "all of them";
const CLICK = 10_000; // milliseconds after which a click was lost
const SETTINGS = {
  "as they come": {},
  formatOnSave: { "editor.formatOnSave": true },
  trimTrailingWhitespace: { "files.trimTrailingWhitespace": true, "files.trimFinalNewlines": true },
  insertFinalNewline: { "files.insertFinalNewline": true },
  "autoSave afterDelay": { "files.autoSave": "afterDelay" },
  "autoSave onFocusChange": { "files.autoSave": "onFocusChange" },
  [ALL]: {
    "editor.formatOnSave": true,
    "files.trimTrailingWhitespace": true,
    "files.trimFinalNewlines": true,
    "files.insertFinalNewline": true,
    "files.autoSave": "onFocusChange",
  },
};

/** What each way in calls; it returns how many runs there are to undo. */
const ROUTES = {
  key: (driver) => driver.command("patchsight.apply"),
  "title bar": (driver, patch) => driver.commandFor("patchsight.apply", patch),
  lens: (driver, patch) => driver.lenses(patch, "^Apply patch"),
  "lens of a file": (driver, patch) => driver.lenses(patch, "^Apply$"),
  "light bulb": (driver, patch) => driver.actions(patch, "^Apply patch"),
  "light bulb, part by part": (driver, patch) => driver.actions(patch, "^Apply this part only"),
  "light bulb, file by file": (driver, patch) => driver.actions(patch, "^Apply to this file only"),
  preview: async (driver) => {
    await driver.command("patchsight.preview");
    await driver.command("patchsight.apply");
  },
  "server's command": (driver, patch) => driver.command("patchsight.applyPatch", `file://${patch}`),
};

const OPEN = PATHS.filter((_, index) => index % 2 === 0);

/** All routes with all settings at once, all settings with one route; with MATRIX=full everything with everything. */
const isWanted = (settings, route) =>
  process.env.MATRIX === "full" || settings === ALL || route === "key";

/** Half of the files are open, the patch in front. */
async function openAll(driver, folder, patch) {
  for (const path of OPEN) await driver.show(join(folder, path));
  await driver.show(patch);
}

async function findUnsaved(driver, folder) {
  const shown = await Promise.all(OPEN.map((path) => driver.text(join(folder, path))));
  return OPEN.filter((_, index) => shown[index]?.dirty).map((path) => `${path} is not saved`);
}

/** The settings are at work: a file that is saved by hand is formatted, trimmed and ended. */
async function proveSettings(driver, folder) {
  const path = join(folder, "kinds", "control.txt");
  writeFileSync(path, "one  \ntwo");
  await driver.typeAndSave(path, "zero\n");
  assert.equal(readFileSync(path, "utf8"), "ZERO\nONE\nTWO\n");
  rmSync(path);
}

async function runCase(driver, folder, route) {
  const patch = join(folder, "kinds.v4a");
  const runs = (await ROUTES[route](driver, patch)) ?? 1;
  const lost = [...strays(folder, "after"), ...(await findUnsaved(driver, folder))];
  for (let run = 0; run < runs; run++) await driver.command("patchsight.undo");
  const left = strays(folder, "before");
  const wrong = [...new Set([...lost, ...left])];
  return wrong.length
    ? wrong.join("; ")
    : `${NUMBER} of ${NUMBER}, ${runs} undo${runs > 1 ? "s" : ""}`;
}

export const trusting = {
  "the view: apply a part, undo it": async (bench, { workspace, home }) => {
    forgetApplied(home);
    await openFine(bench);
    const header = bench.page.locator(".pane-header", { hasText: "Patches" });
    if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
    const pane = bench.page.locator(".pane", { has: header });
    const row = (text) => pane.locator(".monaco-list-row", { hasText: text }).first();
    // the list is drawn anew when the patch is looked at again, and a click on the old one is lost
    await until("the part is applied", async () => {
      await row("Part 2: shop/cart.py").hover({ timeout: CLICK });
      const accept = row("Part 2: shop/cart.py").locator('[aria-label="Accept This Part"]');
      await accept.click({ timeout: CLICK });
      await bench.toast("Applied to 1 file, all saved").waitFor({ timeout: CLICK });
      return true;
    });
    const cart = workspace.original(CART).replace("text.rstrip", "text.strip().rstrip");
    await workspace.becomes({ ...original(workspace), [CART]: cart });
    await until("what was applied is listed", async () => {
      await bench.page.mouse.wheel(0, 500);
      return row("Applied part 2 of fine.v4a").isVisible();
    });
    await row("Applied part 2 of fine.v4a").hover();
    await bench.picture("view");
    const undone = () => workspace.holds(original(workspace));
    await until("the part is undone", async () => {
      if (undone()) return true;
      await row("Applied part 2 of fine.v4a").locator('[aria-label="Undo This"]').click();
      return until("its effect", undone, CLICK);
    });
    await header.click();
  },

  /** The table is kept in out/vscode/undo.md. */
  "every byte is kept, and comes back": async (bench, { workspace, home }) => {
    const driver = await findDriver(home);
    const { folder } = workspace;
    const table = [];
    workspace.write("kinds.v4a", PATCH);
    for (const [name, settings] of Object.entries(SETTINGS)) {
      write(folder);
      await driver.set({ ...OFF, ...settings });
      await openAll(driver, folder, join(folder, "kinds.v4a"));
      await bench.says("parts fit");
      const cells = [];
      for (const route of Object.keys(ROUTES))
        cells.push(isWanted(name, route) ? await runCase(driver, folder, route) : "");
      table.push([name, ...cells]);
      if (name === ALL) await proveSettings(driver, folder);
      await driver.closeAll();
    }
    await driver.set(Object.fromEntries(Object.keys(OFF).map((name) => [name, null])));
    writeFileSync(join(PICTURES, "undo.md"), asTable(["settings", ...Object.keys(ROUTES)], table));
    const wrong = table.flatMap(([name, ...cells]) =>
      cells
        .filter((cell) => cell && !cell.startsWith(`${NUMBER} of`))
        .map((cell) => `${name}: ${cell}`),
    );
    assert.deepEqual(wrong, []);
  },
};

const asTable = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
