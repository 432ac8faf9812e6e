/** The whole run: each step in the real workbench, each with its pictures in out/vscode. Prints one line of JSON per step. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installExtension, startEditor } from "./editor.mjs";
import { installEditor, root } from "./install.mjs";
import { applying } from "./steps/applying.mjs";
import { findNoPython, installTwice, living } from "./steps/living.mjs";
import { looking } from "./steps/looking.mjs";
import { previewing } from "./steps/previewing.mjs";
import { PICTURES, startBrowser, Workbench } from "./workbench.mjs";
import { Workspace } from "./workspace.mjs";

const only = process.argv.slice(2);
const results = [];

/** Run one step; a failure is kept with a picture and does not stop the others. */
async function step(name, work, bench) {
  const started = Date.now();
  let error = null;
  try {
    await work();
  } catch (problem) {
    error = String(problem?.stack ?? problem);
    await bench?.()?.picture(`FAILED-${name.replaceAll(" ", "-")}`).catch(() => undefined);
  }
  results.push({ name, error, seconds: Math.round((Date.now() - started) / 100) / 10 });
  console.log(JSON.stringify(results.at(-1)));
}

/** The PATH without the folders that hold a `patchsight`, so that the extension has to install its own. */
const path = process.env.PATH.split(delimiter).filter((folder) => !folder.includes(".venv")).join(delimiter);

async function main() {
  installEditor();
  rmSync(PICTURES, { recursive: true, force: true });
  const home = join(PICTURES, "home");
  mkdirSync(home, { recursive: true });
  const workspace = new Workspace(join(home, "workspace"));
  installExtension(home);
  const browser = await startBrowser();
  const editor = await startEditor(home, { env: { PATH: path } });
  try {
    await runSteps({ browser, url: editor.url, home, workspace });
  } finally {
    await editor.stop();
  }
  await runWithoutPython(browser, workspace);
  await browser.close();
}

async function runSteps(around) {
  let bench;
  await step("installation in two windows", async () => {
    bench = await installTwice(around.browser, around.url, around.workspace.folder, around.home);
  });
  if (!bench) return;
  for (const [name, work] of Object.entries({ ...looking, ...previewing, ...applying, ...living })) {
    if (only.length && !only.includes(name)) continue;
    await step(name, () => prepare(bench, around).then(() => work(bench, around)), () => bench);
  }
}

async function prepare(bench, { workspace }) {
  await bench.press("Escape", "Escape");
  await bench.closeAll();
  workspace.reset();
}

/** Another editor, started where there is no program at all on the PATH. */
async function runWithoutPython(browser, workspace) {
  const home = join(PICTURES, "bare");
  installExtension(home);
  const editor = await startEditor(home, { env: { PATH: join(root, "nowhere") } });
  await step("no Python", () => findNoPython(browser, editor.url, workspace.folder));
  await editor.stop();
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await main();
writeFileSync(join(PICTURES, "results.json"), JSON.stringify(results, null, 2));
process.exit(results.some(({ error }) => error) ? 1 : 0);
