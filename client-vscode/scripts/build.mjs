/** Builds what the extension consists of into dist/: the bundle, the grammars, the sample workspace. */

import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeGrammars } from "./grammars.mjs";

const home = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(home, "dist");
const samples = join(home, "..", "samples");
/** `.patch` stays a diff for VS Code, so the sample shows v4a under its own name. */
const ENDINGS = { unified: ".diff", v4a: ".v4a", zenpatch: ".zenpatch", applydiff: ".applydiff" };

/** The sample: the workspace, and patches for it. Paths in ap patches start at the patch, so those lie at the top. */
function copySample(target) {
  rmSync(target, { recursive: true, force: true });
  cpSync(join(samples, "workspace"), target, { recursive: true });
  cpSync(join(samples, "patches", "ap"), target, { recursive: true });
  for (const [format, ending] of Object.entries(ENDINGS))
    copyPatches(join(samples, "patches", format), join(target, "patches"), ending);
}

function copyPatches(from, to, ending) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    cpSync(join(from, name), join(to, name.slice(0, -extname(name).length) + ending));
}

writeGrammars(join(dist, "syntaxes"));
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
