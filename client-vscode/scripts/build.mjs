/** Builds what the extension consists of into dist/: the bundle, the grammars, the sample workspace. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const home = join(import.meta.dirname, "..");
const dist = join(home, "dist");
const samples = join(home, "..", "samples");
const formats = JSON.parse(readFileSync(join(home, "src", "formats.json"), "utf8"));

/**
 * The sample: the workspace, and patches for it under the usual suffix of their format. Where paths start at the patch,
 * it lies at the top.
 */
function copySample(target) {
  rmSync(target, { recursive: true, force: true });
  cpSync(join(samples, "workspace"), target, { recursive: true });
  for (const { name, suffixes, pathsFromPatch } of formats) {
    const folder = pathsFromPatch ? target : join(target, "patches");
    copyPatches(join(samples, "patches", name), folder, suffixes[0]);
  }
}

/** A format without a suffix of its own keeps the one it comes with. */
function copyPatches(from, to, suffix) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const ending = extname(name);
    const copy = suffix ? `${name.slice(0, -ending.length)}.${suffix}` : name;
    cpSync(join(from, name), join(to, copy));
  }
}

/** A format has a TextMate grammar if there is a module for it; VS Code has one for diffs. */
async function writeGrammars(target) {
  mkdirSync(target, { recursive: true });
  for (const { language } of formats) {
    const module = join(home, "scripts", "grammars", `${language}.mjs`);
    if (!existsSync(module)) continue;
    const { default: grammar } = await import(pathToFileURL(module));
    const file = join(target, `${language}.tmLanguage.json`);
    writeFileSync(file, `${JSON.stringify(grammar, null, 1)}\n`);
  }
}

await writeGrammars(join(dist, "syntaxes"));
copySample(join(dist, "sample"));
await build({
  entryPoints: [join(home, "src", "extension.ts")],
  outfile: join(dist, "extension.js"),
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: true,
  sourcemap: false,
  logLevel: "warning",
});
