/** The editor as `make editor` begins it. */

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installDriver } from "./driver.mjs";
import { installExtension, startEditor } from "./editor.mjs";
import { root } from "./install.mjs";

/** A patch with a part that does not fit, which has quick fixes. */
export const SHOWN = "patches/stale.v4a";

/** Start it in a folder below out/; `address` is what to open in a browser. */
export async function startGuided(name, port = 0, env = {}) {
  const home = join(root, "out", name);
  const workspace = join(home, "workspace");
  mkdirSync(home, { recursive: true });
  rmSync(workspace, { recursive: true, force: true });
  cpSync(join(root, "client-vscode", "dist", "sample"), workspace, { recursive: true });
  installDriver(home);
  await installExtension(home);
  const { url, stop } = await startEditor(home, { port, env: { ...env, PATCHSIGHT_GUIDE: SHOWN } });
  return { address: `${url}/?folder=${workspace}`, workspace, url, stop };
}
