/**
 * What was applied, kept on disk so that it can be taken back to the byte, after a restart too. An entry is there before
 * the first file is written, so that a run that was cut off can be taken back. It is two files: what there is to know of
 * it, and the contents, which are read only when they are needed.
 */

import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ChangeSet, Content, FileChange } from "./fileChange";

const VERSION = 1;
const KNOWN = ".json";
const CONTENTS = ".gz";
const LONGEST = 60_000; // no run takes longer; another program may have the number by then
const MOST_ENTRIES = 100;
const MOST_BYTES = 100 * 1024 * 1024;

/** `begun` is left behind only by a run that was cut off. */
export type Progress = "begun" | "done" | "undone";

export interface EntryFile {
  from: string | null;
  to: string | null;
  /** It was changed in an editor and not on disk. */
  unsaved: boolean;
  undone: boolean;
}

export interface Entry {
  /** Entries sort by it in the order of time. */
  id: string;
  time: number;
  /** The patch: its address, a name for users, and the mark of its text. */
  patch: string;
  name: string;
  mark: string;
  /** What was done, for users: "Applied part 2". */
  title: string;
  progress: Progress;
  /** Of the window that did it. */
  pid: number;
  /** Folders that were made, the outer first. */
  folders: string[];
  /** Those on disk first, each in the order of its contents. */
  files: EntryFile[];
}

/** What tells one text from every other. */
export function markOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export class Journal {
  private last = 0;

  constructor(private readonly folder: string) {}

  /** Keep what is about to be done; it is on disk when this returns. */
  async begin(
    about: Pick<Entry, "patch" | "name" | "mark" | "title">,
    changes: ChangeSet,
  ): Promise<Entry> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    this.last = Math.max(Date.now(), this.last + 1);
    const id = `${String(this.last).padStart(15, "0")}-${randomBytes(4).toString("hex")}`;
    const files = [
      ...changes.disk.map(({ from, to }) => ({ from, to, unsaved: false, undone: false })),
      ...changes.editor.map(({ path }) => ({ from: path, to: path, unsaved: true, undone: false })),
    ];
    const entry: Entry = {
      ...about,
      id,
      time: this.last,
      progress: "begun",
      pid: process.pid,
      folders: [],
      files,
    };
    await this.write(id + CONTENTS, await promisify(gzip)(pack(changes)));
    await this.save(entry);
    await this.prune(id);
    return entry;
  }

  /** Write down what is known of an entry now. */
  async save(entry: Entry): Promise<void> {
    await this.write(entry.id + KNOWN, JSON.stringify({ version: VERSION, ...entry }));
  }

  async remove({ id }: Entry): Promise<void> {
    for (const ending of [KNOWN, CONTENTS])
      await rm(join(this.folder, id + ending), { force: true });
  }

  /** All entries, the newest first; one that cannot be read is passed over. */
  async list(): Promise<Entry[]> {
    const entries = await Promise.all((await this.ids()).map((id) => this.read(id)));
    return entries.filter((entry) => entry !== undefined);
  }

  /** The contents before and after; undefined if they are gone. */
  async changesOf({ id }: Entry): Promise<ChangeSet | undefined> {
    try {
      return unpack(await promisify(gunzip)(await readFile(join(this.folder, id + CONTENTS))));
    } catch {
      return undefined;
    }
  }

  private async ids(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    const known = names.filter((name) => name.endsWith(KNOWN));
    return known
      .map((name) => name.slice(0, -KNOWN.length))
      .sort()
      .reverse();
  }

  private async read(id: string): Promise<Entry | undefined> {
    try {
      const text = await readFile(join(this.folder, id + KNOWN), "utf8");
      const { version, ...entry } = JSON.parse(text) as Entry & { version: number };
      return version === VERSION ? entry : undefined;
    } catch {
      return undefined;
    }
  }

  /** A whole file or none. */
  private async write(name: string, content: string | Uint8Array): Promise<void> {
    const draft = join(this.folder, `${name}.${process.pid}.draft`);
    const handle = await open(draft, "w", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, join(this.folder, name));
  }

  /** Let go of the oldest entries, once there are too many; the newest always stays. */
  private async prune(newest: string): Promise<void> {
    let room = MOST_BYTES;
    for (const [index, id] of (await this.ids()).entries()) {
      room -= await stat(join(this.folder, id + CONTENTS)).then(
        ({ size }) => size,
        () => 0,
      );
      if (id !== newest && (index >= MOST_ENTRIES || room < 0)) await this.remove({ id } as Entry);
    }
  }
}

interface Packed {
  disk: (Omit<FileChange, "before" | "after"> & Record<"before" | "after", PackedContent | null>)[];
  editor: ChangeSet["editor"];
}

interface PackedContent {
  base64: string;
  mode: number | null;
}

function pack({ disk, editor }: ChangeSet): string {
  const packed = (content: Content | null): PackedContent | null =>
    content && { base64: content.bytes.toString("base64"), mode: content.mode };
  const files = disk.map((change) => ({
    ...change,
    before: packed(change.before),
    after: packed(change.after),
  }));
  return JSON.stringify({ disk: files, editor } satisfies Packed);
}

function unpack(text: Buffer): ChangeSet {
  const { disk, editor } = JSON.parse(text.toString()) as Packed;
  const unpacked = (content: PackedContent | null): Content | null =>
    content && { bytes: Buffer.from(content.base64, "base64"), mode: content.mode };
  const files = disk.map((change) => ({
    ...change,
    before: unpacked(change.before),
    after: unpacked(change.after),
  }));
  return { disk: files, editor };
}

/** The paths of the files of an entry that are not taken back yet. */
export function pathsOf(entry: Entry): string[] {
  return entry.files.filter(({ undone }) => !undone).map((file) => file.to ?? file.from ?? "");
}

/** Whether the window that made an entry may still be at it. */
export function isAlive({ pid, time }: Entry): boolean {
  try {
    return Date.now() - time < LONGEST && process.kill(pid, 0);
  } catch {
    return false;
  }
}
