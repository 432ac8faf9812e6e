/** Type check, unit tests, grammar snapshots. `--update` rewrites the snapshots. */

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const home = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(home);

function must(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status === 0) return;
  process.stdout.write(stdout + stderr);
  process.exit(1);
}

/** The unit tests run bundled, so that node needs to know nothing of TypeScript. */
async function runUnits() {
  const names = readdirSync("test/unit", { recursive: true }).filter((name) =>
    name.endsWith(".test.ts"),
  );
  rmSync("dist/test", { recursive: true, force: true });
  await build({
    entryPoints: names.map((name) => join("test/unit", name)),
    outdir: "dist/test",
    outbase: "test/unit",
    absWorkingDir: home,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "warning",
  });
  must(process.execPath, [
    "--test",
    ...names.map((name) => join("dist/test", name.replace(/ts$/, "js"))),
  ]);
}

function snapGrammars() {
  const grammars = readdirSync("dist/syntaxes").flatMap((name) => [
    "-g",
    join("dist/syntaxes", name),
  ]);
  const cases = readdirSync("test/grammar")
    .filter((name) => !name.endsWith(".snap"))
    .map((name) => join("test/grammar", name));
  const update = process.argv.includes("--update") ? ["--updateSnapshot"] : [];
  must(process.execPath, [
    "node_modules/vscode-tmgrammar-test/dist/snapshot.js",
    "--config",
    "package.json",
    ...grammars,
    ...update,
    ...cases,
  ]);
}

must(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit"]);
must(process.execPath, ["scripts/build.mjs"]);
await runUnits();
snapGrammars();
