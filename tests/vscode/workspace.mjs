/** The folder a window works in: a copy of the sample, put back as it was before every step. */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./install.mjs";
import { until } from "./patience.mjs";
import { DRAFTS } from "./sample.mjs";

const SAMPLE = join(root, "client-vscode", "dist", "sample");
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());

export class Workspace {
  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.reset();
  }

  /** Only what differs is touched: every change on disk is news to the editor. */
  reset() {
    rmSync(join(this.folder, ".vscode"), { recursive: true, force: true });
    const wanted = new Set([...filesIn(SAMPLE), ...Object.keys(DRAFTS)]);
    for (const path of filesIn(this.folder)) if (!wanted.has(path)) rmSync(join(this.folder, path));
    for (const path of wanted)
      if (this.read(path) !== this.original(path)) this.write(path, this.original(path));
  }

  read(path) {
    const file = join(this.folder, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  write(path, text) {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** Settings of the folder; a running editor takes them over. */
  set(settings) {
    this.write(".vscode/settings.json", JSON.stringify(settings));
  }

  original(path) {
    return DRAFTS[path] ?? readFileSync(join(SAMPLE, path), "utf8");
  }

  /** Whether the files on disk read so; undefined for one that must not be there. */
  holds(files) {
    return Object.entries(files).every(([path, text]) => this.read(path) === text);
  }

  /** Wait until they do. */
  async becomes(files) {
    for (const [path, text] of Object.entries(files))
      await until(`${path} on disk`, () => this.read(path) === text);
  }
}
