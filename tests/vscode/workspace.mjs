/** The folder a window works in: a copy of the sample, put back as it was before every step. */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";
import { until } from "./workbench.mjs";

const SAMPLE = join(root, "client-vscode", "dist", "sample");

export class Workspace {
  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.reset();
  }

  reset() {
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { recursive: true });
    cpSync(SAMPLE, this.folder, { recursive: true });
  }

  read(path) {
    const file = join(this.folder, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  write(path, text) {
    writeFileSync(join(this.folder, path), text);
  }

  /** Settings of the folder; a running editor takes them over. */
  set(settings) {
    mkdirSync(join(this.folder, ".vscode"), { recursive: true });
    this.write(".vscode/settings.json", JSON.stringify(settings));
  }

  original(path) {
    return readFileSync(join(SAMPLE, path), "utf8");
  }

  /** Wait until the files on disk read so; undefined for one that must not be there. */
  async becomes(files) {
    for (const [path, text] of Object.entries(files)) await until(`${path} on disk`, () => this.read(path) === text);
  }
}
