// about: jsdiff (Node)
// formats: unified
// version: {python} -p "require(require('path').join(process.env.EDIT_TESTS_NODE ?? '.', 'node_modules/diff/package.json')).version"
// leaves: escaping exists
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

// where `npm install diff` was run
const modules = process.env.EDIT_TESTS_NODE ?? process.cwd();
let diff;
try {
  diff = createRequire(`${modules}/`)("diff");
} catch {
  process.exit(1);
}
if (process.argv[2] === "--installed") process.exit(0);
const results = new Map();
const name = (path, prefix) => path?.replace(new RegExp(`^${prefix}/`), "");
for (const part of diff.parsePatch(readFileSync(0, "utf-8"))) {
  const [from, to] = [name(part.oldFileName, "a"), name(part.newFileName, "b")];
  if (!to) continue;
  const text = diff.applyPatch(from === "/dev/null" ? "" : readFileSync(from, "utf-8"), part);
  if (text === false) throw new Error(`${to} does not fit`);
  if (from !== to && from !== "/dev/null") results.set(from, null);
  if (to !== "/dev/null") results.set(to, text);
}
if (!results.size) throw new Error("no diff");
for (const [path, text] of results) {
  if (text === null) {
    if (existsSync(path)) rmSync(path);
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
