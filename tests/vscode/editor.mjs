/** Starts VS Code in the browser (code-server) with everything it writes in one folder of ours. */

import { execFile, spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { codeServer, node24, root } from "./install.mjs";

const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "git.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "workbench.reduceMotion": "on",
};
/** Keys for what no user does as often as the tests. VS Code means nothing by them: it knows ours only after a while. */
const KEYS = [
  { key: "ctrl+alt+shift+f6", command: "workbench.action.closeAllEditors" },
  { key: "ctrl+alt+shift+f7", command: "notifications.clearAll" },
  { key: "ctrl+alt+shift+f8", command: "workbench.action.focusActiveEditorGroup" },
  { key: "ctrl+alt+shift+f9", command: "notifications.showList" },
];
const ENTRY = join(codeServer, "out", "node", "entry.js");
const NODE = join(node24, "bin", "node");

/** The extension as `make vsix` built it, or as `make platforms` did for one platform. */
export function findVsix(platform = "") {
  const wanted = new RegExp(`^patchsight-${platform && `${platform}-`}[\\d.]+\\.vsix$`);
  const name = readdirSync(join(root, "out")).find((file) => wanted.test(file));
  if (!name) throw new Error("There is no extension in out/: run `make vsix platforms`.");
  return join(root, "out", name);
}

function environment(home, env) {
  const folders = Object.fromEntries(
    ["DATA", "CONFIG", "CACHE", "STATE"].map((name) => [
      `XDG_${name}_HOME`,
      join(home, "xdg", name.toLowerCase()),
    ]),
  );
  // Started from a command line, VS Code takes the environment as it is instead of asking a login shell for another one.
  return { ...process.env, ...folders, VSCODE_CLI: "1", ...env };
}

const common = (home) => [
  ENTRY,
  "--config",
  join(home, "config.yaml"),
  "--user-data-dir",
  join(home, "data"),
  "--extensions-dir",
  join(home, "extensions"),
];

/** Install the extension into a home folder, as a user would. */
export async function installExtension(home, settings = {}, vsix = findVsix()) {
  const user = join(home, "data", "User");
  mkdirSync(user, { recursive: true });
  mkdirSync(join(home, "extensions"), { recursive: true });
  writeFileSync(join(user, "settings.json"), JSON.stringify({ ...SETTINGS, ...settings }, null, 2));
  writeFileSync(join(user, "keybindings.json"), JSON.stringify(KEYS, null, 2));
  writeFileSync(join(home, "config.yaml"), "auth: none\n");
  const args = [...common(home), "--install-extension", vsix, "--force"];
  await promisify(execFile)(NODE, args, { env: environment(home, {}) });
}

/** Start the editor on 127.0.0.1; `url` is its address, `stop` ends it. */
export async function startEditor(home, { port = 0, env = {} } = {}) {
  const args = [
    ...common(home),
    "--auth",
    "none",
    "--bind-addr",
    `127.0.0.1:${port}`,
    "--disable-telemetry",
    "--disable-update-check",
  ];
  const child = spawn(NODE, args, {
    env: environment(home, env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => child.kill("SIGTERM"));
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const listen = (data) => {
      said += data;
      const found = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      if (found) resolve(found[1]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => reject(new Error(`code-server did not start:\n${said}`)));
  });
  return { url, stop: () => endGently(child) };
}

/** code-server ends its children when it is asked to end. */
function endGently(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
  });
}
