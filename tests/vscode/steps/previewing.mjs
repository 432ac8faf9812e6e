/** Preview, live, and patches that stand in no file yet. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";
import { pasteUntitled } from "../pasting.mjs";
import { until } from "../patience.mjs";
import { applied, DONE, FITS, OFFERED, openFine, original, PATCH, undoFine } from "../sample.mjs";

const FORMATS = join(root, "client-vscode", "src", "formats.json");
const PATCHSIGHT = join(root, ".venv", "bin", "patchsight");

const shownAfter = async (bench) =>
  (await bench.page.locator(".editor.modified .view-lines").allInnerTexts())
    .join("\n")
    .replaceAll("\u00a0", " ");

/** A patch in a buffer whose language VS Code, or the extension, switches when it is pasted; by its first line in the middle of that. */
const pasting =
  ({ path, language, said, offered, shaded, done, changed }) =>
  async (bench, { workspace }) => {
    await pasteUntitled(bench, workspace.original(path));
    await bench.page.locator(".statusbar", { hasText: language }).waitFor();
    await bench.says(said);
    await bench.press("Control+Home");
    await bench.offers(offered);
    assert.equal(await bench.squiggles().count(), 0);
    await bench.shades(shaded);
    await bench.pointAway();
    await bench.picture(`pasted-${language.split(" ")[0]}`);
    await bench.command("Patchsight: Apply Patch");
    await bench.toast(done).waitFor();
    await workspace.becomes(changed(workspace));
  };

const FINE = {
  path: PATCH,
  language: "v4a patch",
  said: FITS,
  offered: OFFERED,
  shaded: { inserted: 7, removed: 3 },
  done: DONE,
  changed: applied,
};
const CORRECTED = {
  path: "patches/corrected.applydiff",
  language: "ApplyDiff",
  said: "1 of 1 part fits",
  offered: "1 file, 1 change",
  shaded: { inserted: 0, removed: 0 },
  done: "Applied to 1 file",
  changed: corrected,
};

function corrected(workspace) {
  const path = "web/checkout.ts";
  return {
    [path]: workspace
      .original(path)
      .replace("({ email })", "({ email, lines: await fetchCart() })"),
  };
}

/** A patch that fits for each format, and what the status item says of it if the server has just its text. */
function findSamples(workspace) {
  const formats = JSON.parse(readFileSync(FORMATS, "utf8"));
  return formats.map(({ name, suffixes, pathsFromPatch }) => {
    const path = `${pathsFromPatch ? "" : "patches/"}fine.${suffixes[0] ?? "md"}`;
    const args = ["check", "--output-format", "json", "--root", workspace.folder];
    const { stdout } = spawnSync(PATCHSIGHT, [...args, join(workspace.folder, path)]);
    const { parts } = JSON.parse(stdout).totals;
    const said = parts === 1 ? "1 of 1 part fits" : `${parts} of ${parts} parts fit`;
    return { name, said, text: workspace.original(path) };
  });
}

export const previewing = {
  "preview, and apply from there": async (bench, { workspace }) => {
    await openFine(bench);
    await bench.focusEditor();
    await bench.press("Control+Shift+v");
    await bench.tab("Preview: fine.v4a");
    await until("the file as it would be", async () =>
      (await shownAfter(bench)).includes("if not self.lines or"),
    );
    await bench.says(FITS);
    await bench.pointAway();
    await bench.picture("preview");
    await workspace.becomes(original(workspace));
    await bench.titleBar("Apply Patch").click();
    await bench.toast(DONE).waitFor();
    await workspace.becomes(applied(workspace));
    await bench.picture("applied-from-preview");
    await undoFine(bench, workspace);
  },

  "preview follows the patch": async (bench) => {
    await bench.openPatch("one.v4a", "1 of 1 part fits");
    await bench.command("Patchsight: Preview Patch");
    await bench.tab("Preview: one.v4a");
    await until("the new number", async () => /MAX_QUANTITY = 50\b/.test(await shownAfter(bench)));
    await bench.command("View: Focus Left Editor Group");
    await bench.goToLine(5);
    await bench.press("End");
    await bench.page.keyboard.type("0");
    await until("the diff follows", async () =>
      /MAX_QUANTITY = 500\b/.test(await shownAfter(bench)),
    );
    await bench.picture("preview-live");
  },

  "paste from the clipboard": async (bench, { workspace }) => {
    await bench.copy(workspace.original("patches/fine.diff"));
    await bench.command("Patchsight: Paste Patch from Clipboard");
    await bench.says(FITS);
    await bench.offers("5 files, 6 changes");
    await bench.pointAway();
    await bench.picture("pasted");
  },

  /** Each with words before it and without; PASTES says how often: with 10 each format is pasted twenty times. */
  "paste every format by the keys": async (bench, { workspace }) => {
    const rounds = Number(process.env.PASTES ?? 1);
    for (const { name, said, text } of findSamples(workspace)) {
      for (let round = 0; round < rounds; round++) {
        for (const before of ["", "Here you are:\n\n"]) {
          await pasteUntitled(bench, before + text);
          await bench.says(said);
          assert.equal(await bench.squiggles().count(), 0, name);
          if (!round && !before) await bench.picture(`pasted-${name}`);
          await bench.tidy();
        }
      }
    }
  },

  "paste a v4a patch by the keys": pasting(FINE),

  "paste an ApplyDiff patch by the keys": pasting(CORRECTED),

  "paste something else": async (bench) => {
    await bench.copy("Dear all,\nthere is cake in the kitchen.\n");
    await bench.command("Patchsight: Paste Patch from Clipboard");
    await bench.toast("does not look like a patch").waitFor();
    await bench.picture("no-patch");
  },
};
