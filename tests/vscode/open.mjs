/** `make editor`: VS Code in the browser on a fresh copy of the samples, with the extension installed. */

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installExtension, startEditor } from "./editor.mjs";
import { installEditor, root } from "./install.mjs";

const home = join(root, "out", "editor");
const workspace = join(home, "workspace");
installEditor();
mkdirSync(home, { recursive: true });
rmSync(workspace, { recursive: true, force: true });
cpSync(join(root, "client-vscode", "dist", "sample"), workspace, { recursive: true });
installExtension(home);
const { url, stop } = await startEditor(home, { port: Number(process.env.PORT ?? 0) });
console.log(`\n  ${url}/?folder=${workspace}\n\nOpen this address in a browser; Ctrl+C ends it.`);
process.on("SIGINT", () => stop().then(() => process.exit(0)));
