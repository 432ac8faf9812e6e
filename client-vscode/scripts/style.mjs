/**
 * Looks at the style of TypeScript, JavaScript and Lua: both clients and the tests that drive them. Prettier and StyLua
 * decide about layout, ESLint and Luacheck about the rest; `--write` lays the files out instead of complaining.
 */

import { Config, formatCode, IndentType, OutputVerification } from "@johnnymorganz/stylua";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WIDTH = 100;
const SCRIPTS = ["client-vscode", "tests/vscode", "tests/bench"];
const LUA = ["client-nvim", "tests/editors/nvim"];
const GENERATED = ["lua/patchsight/formats.lua"];
const tools = join(import.meta.dirname, "..", "node_modules");
const write = process.argv.includes("--write");
process.chdir(join(import.meta.dirname, "..", ".."));

function run(tool, ...args) {
  const { status } = spawnSync(process.execPath, [join(tools, tool), ...args], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}

/** StyLua comes as a library: its program would be downloaded from elsewhere. */
function layOutLua(path) {
  const config = Config.new();
  config.column_width = WIDTH;
  config.indent_type = IndentType.Spaces;
  config.indent_width = 2;
  const before = readFileSync(path, "utf8");
  const after = formatCode(before, config, undefined, OutputVerification.Full);
  if (after === before) return;
  if (write) {
    writeFileSync(path, after);
    return layOutLua(path); // what it broke once it may join in another way
  }
  console.error(`${path} is not laid out: npm run format`);
  process.exitCode = 1;
}

/** Luacheck is a package of Debian's. */
function lintLua() {
  const { status, stdout, error } = spawnSync(
    "luacheck",
    ["-q", "--config=client-nvim/.luacheckrc", ...LUA],
    { encoding: "utf8" },
  );
  if (error) console.error("Luacheck is not installed: tests/editors/install lua-check");
  else if (status !== 0) console.error(stdout);
  if (status !== 0 && (!error || process.env.CI)) process.exitCode = 1;
}

const patterns = SCRIPTS.flatMap((folder) => [
  `${folder}/**/*.{ts,mjs}`,
  `${folder}/{,languages/,schemas/}*.json`,
]);
run(
  "prettier/bin/prettier.cjs",
  write ? "--write" : "--check",
  "--log-level=warn",
  `--print-width=${WIDTH}`,
  "--ignore-path=client-vscode/.prettierignore",
  ...patterns,
);
for (const folder of LUA) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".lua"));
  for (const name of names) if (!GENERATED.includes(name)) layOutLua(join(folder, name));
}
if (!write) {
  run("eslint/bin/eslint.js", "--config=client-vscode/eslint.config.mjs", ...SCRIPTS);
  lintLua();
}
