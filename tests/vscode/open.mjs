/** `make editor`: VS Code in the browser on a fresh copy of the samples: the walkthrough, and beside it a patch that shows something. */

import { installEditor } from "./install.mjs";
import { startGuided } from "./guided.mjs";

installEditor();
const { address, stop } = await startGuided("editor", Number(process.env.PORT ?? 0));
console.log(`\n  ${address}\n\nOpen this address in a browser; Ctrl+C ends it.`);
process.on("SIGINT", () => stop().then(() => process.exit(0)));
