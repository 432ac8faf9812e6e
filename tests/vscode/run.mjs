/**
 * The whole run: each step in the real workbench, each with its pictures in out/vscode. Prints one line of JSON per step.
 * `--list` prints the names of the steps. Names as arguments run only these, with the server of .venv, which spares its
 * installation.
 */

import { existsSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { driverEnvironment, installDriver } from "./driver.mjs";
import { installExtension, startEditor } from "./editor.mjs";
import { installEditor, root } from "./install.mjs";
import { answers } from "./steps/answering.mjs";
import { applying } from "./steps/applying.mjs";
import { arriving } from "./steps/arriving.mjs";
import { lacking } from "./steps/lacking.mjs";
import { living } from "./steps/living.mjs";
import { looking } from "./steps/looking.mjs";
import { previewing } from "./steps/previewing.mjs";
import { reviewing } from "./steps/reviewing.mjs";
import { telling } from "./steps/telling.mjs";
import { trusting } from "./steps/trusting.mjs";
import { PICTURES, startBrowser, Workbench } from "./workbench.mjs";
import { Workspace } from "./workspace.mjs";

/**
 * Two editors, each with a browser, a home and a workspace of its own: one in which the extension installs its server, and one
 * that has the server of .venv on its PATH.
 */
const GROUPS = {
  installing: { ...arriving, ...living, ...lacking },
  installed: {
    ...previewing,
    ...looking,
    ...answers,
    ...applying,
    ...reviewing,
    ...telling,
    ...trusting,
  },
};
const STEPS = Object.assign({}, ...Object.values(GROUPS));
const only = process.argv.slice(2);
const isWanted = (name) => !only.length || only.includes(name);

/** The PATH without the folders that hold a `patchsight`, so that the extension has to install its own; or with ours. */
const without = process.env.PATH.split(delimiter).filter(
  (folder) => !existsSync(join(folder, "patchsight")),
);
const ours = join(root, ".venv", "bin");

/** Run the steps of a group that are wanted; the results go to standard output as they come. */
async function runGroup(group, steps) {
  const wanted = Object.entries(steps).filter(([name]) => isWanted(name));
  if (!wanted.length) return [];
  const arrives = Object.keys(arriving).some((name) => name in steps && isWanted(name));
  const path = (arrives ? without : [ours, ...without]).join(delimiter);
  const home = join(PICTURES, "home", group);
  mkdirSync(home, { recursive: true });
  installDriver(home);
  const workspace = new Workspace(join(home, "workspace"));
  const [browser] = await Promise.all([startBrowser(), installExtension(home)]);
  const editor = await startEditor(home, { env: { PATH: path, ...driverEnvironment(home) } });
  const around = { browser, url: editor.url, home, workspace };
  try {
    return await runSteps(wanted, around, arrives);
  } finally {
    await browser.close();
    await editor.stop();
  }
}

/** Where a server is installed, the first step opens the window that the others work in. A step that fails has a second try. */
async function runSteps(steps, around, arrives) {
  const results = [];
  let bench = arrives
    ? undefined
    : await Workbench.open(around.browser, around.url, around.workspace.folder, around.home);
  for (const [name, work] of steps) {
    const result = await runStep(name, work, bench, around);
    bench ??= result.value;
    results.push(result);
    tell(result);
    if (!bench) break;
  }
  // On a busy machine the browser may lose a key or a click; what is broken fails again.
  for (const [at, first] of results.entries()) {
    if (!first.error || !bench) continue;
    const again = await runStep(first.name, steps[at][1], bench, around);
    const pictures = [...first.pictures, ...again.pictures];
    results[at] = { ...again, repeated: first.error, pictures };
    tell(results[at]);
  }
  return results;
}

/** The last word about a step counts. */
function tell(result) {
  console.log(JSON.stringify({ ...result, value: undefined }));
}

/** Run one step; a failure is kept with a picture and does not stop the others. */
async function runStep(name, work, bench, around) {
  const [started, before] = [Date.now(), Workbench.taken(around.browser).length];
  let error = null;
  let value;
  try {
    await bench?.tidy();
    around.workspace.reset();
    value = await work(bench, around);
  } catch (problem) {
    error = String(problem?.stack ?? problem);
    for (const window of Workbench.all(around.browser))
      await window.picture(`FAILED-${name.replaceAll(/\W+/g, "-")}`).catch(() => undefined);
  }
  return {
    name,
    error,
    seconds: Math.round((Date.now() - started) / 100) / 10,
    pictures: Workbench.taken(around.browser).slice(before),
    value,
  };
}

if (only.includes("--list")) {
  console.log(Object.keys(STEPS).join("\n"));
} else {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  installEditor();
  rmSync(PICTURES, { recursive: true, force: true });
  // One after the other: two editors at once take both processors, and keys get lost.
  const results = [];
  for (const [name, steps] of Object.entries(GROUPS))
    results.push(...(await runGroup(name, steps)));
  process.exit(results.some(({ error }) => error) ? 1 : 0);
}
