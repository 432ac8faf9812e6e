import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import promises from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock, test } from "node:test";
import { carryOut, isReady, readContent, removeFolders, WriteError } from "../../../src/apply/disk";
import { type Content, type FileChange, reverse } from "../../../src/apply/fileChange";

/** Texts that editors like to change when they save, as bytes. */
const KINDS: Record<string, string> = {
  "lf.txt": "one\ntwo\n",
  "crlf.txt": "one\r\ntwo\r\n",
  "mixed.txt": "one\r\ntwo\nthree\r",
  "no-final-newline.txt": "one\ntwo",
  "trailing.txt": "one  \ntwo\t\n\n\n",
  "marked.txt": "\uFEFFone\ntwo\n",
  "empty.txt": "",
};

const content = (text: string, mode: number | null = null): Content => ({
  bytes: Buffer.from(text),
  mode,
});

class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "patchsight-"));

  at(name: string): string {
    return join(this.path, name);
  }

  write(name: string, text: string, mode = 0o644): void {
    writeFileSync(this.at(name), text);
    chmodSync(this.at(name), mode);
  }

  /** Everything in it: folders, and files with their bytes and modes. */
  look(): Record<string, string> {
    const names = readdirSync(this.path, { recursive: true, encoding: "utf8" }).sort();
    return Object.fromEntries(
      names.map((name) => {
        const stat = statSync(this.at(name));
        const mode = (stat.mode & 0o7777).toString(8);
        return [name, stat.isFile() ? `${mode} ${readFileSync(this.at(name), "latin1")}` : "/"];
      }),
    );
  }

  edit(name: string, before: string, after: string, mode = 0o644): FileChange {
    const path = this.at(name);
    return { from: path, to: path, before: content(before, mode), after: content(after, mode) };
  }
}

async function takeBack(changes: FileChange[], folders: string[]): Promise<void> {
  await carryOut(changes.map(reverse).reverse());
  await removeFolders(folders);
}

test("an edit of every kind of file, and back, to the byte and the mode", async () => {
  const folder = new Folder();
  for (const [name, text] of Object.entries(KINDS)) folder.write(name, text, 0o755);
  const before = folder.look();
  const changes = Object.entries(KINDS).map(([name, text]) =>
    folder.edit(name, text, `new ${text}`, 0o755),
  );
  const folders = await carryOut(changes);
  for (const [name, text] of Object.entries(KINDS))
    assert.equal(readFileSync(folder.at(name), "utf8"), `new ${text}`);
  await takeBack(changes, folders);
  assert.deepEqual(folder.look(), before);
});

test("made, renamed and deleted files, and back: modes and folders too", async () => {
  const folder = new Folder();
  folder.write("script.sh", "#!/bin/sh\n", 0o755);
  folder.write("private.txt", "secret\n", 0o600);
  const before = folder.look();
  const changes: FileChange[] = [
    { from: null, to: folder.at("a/b/new.txt"), before: null, after: content("new\n") },
    {
      from: folder.at("script.sh"),
      to: null,
      before: (await readContent(folder.at("script.sh")))!,
      after: null,
    },
    {
      from: folder.at("private.txt"),
      to: folder.at("c/moved.txt"),
      before: content("secret\n", 0o600),
      after: content("known\n", 0o600),
    },
  ];
  const folders = await carryOut(changes);
  assert.deepEqual(
    folders,
    ["a", "a/b", "c"].map((name) => folder.at(name)),
  );
  assert.equal(folder.look()["c/moved.txt"], "600 known\n");
  await takeBack(changes, folders);
  assert.deepEqual(folder.look(), before);
});

/** On Windows, with a scanner that looks at every file it sees, for a moment or for good. */
async function whileHeld(times: number, work: () => Promise<unknown>): Promise<void> {
  const platform = Object.getOwnPropertyDescriptor(process, "platform")!;
  Object.defineProperty(process, "platform", { ...platform, value: "win32" });
  const rename = promises.rename.bind(promises);
  const held = mock.method(promises, "rename", async (from: string, to: string) => {
    if (held.mock.callCount() < times)
      throw Object.assign(new Error("held"), {
        code: ["EBUSY", "EPERM"][held.mock.callCount() % 2],
      });
    await rename(from, to);
  });
  await work().finally(() => {
    held.mock.restore();
    Object.defineProperty(process, "platform", platform);
  });
}

test("a file that a scanner holds is renamed as soon as it lets go", async () => {
  const folder = new Folder();
  folder.write("old.txt", "one\n");
  const [from, to] = [folder.at("old.txt"), folder.at("new.txt")];
  const change = { from, to, before: content("one\n"), after: content("two\n") };
  await whileHeld(2, () => carryOut([change]));
  assert.deepEqual(folder.look(), { "new.txt": "644 two\n" });
});

test("one that it never lets go of is named, and the others are put back", async () => {
  const folder = new Folder();
  folder.write("a.txt", "one\n");
  folder.write("old.txt", "one\n");
  const before = folder.look();
  const [from, to] = [folder.at("old.txt"), folder.at("new.txt")];
  const rename = { from, to, before: content("one\n"), after: content("two\n") };
  const changes = [folder.edit("a.txt", "one\n", "two\n"), rename];
  await whileHeld(Infinity, () =>
    assert.rejects(carryOut(changes), (error: unknown) => {
      assert.ok(error instanceof WriteError);
      assert.equal(error.path, to);
      assert.deepEqual(error.left, []);
      return true;
    }),
  );
  assert.deepEqual(folder.look(), before);
});

test("a folder that somebody has put something into stays", async () => {
  const folder = new Folder();
  const change: FileChange = {
    from: null,
    to: folder.at("a/b/new.txt"),
    before: null,
    after: content("new\n"),
  };
  const folders = await carryOut([change]);
  folder.write("a/mine.txt", "mine\n");
  await takeBack([change], folders);
  assert.deepEqual(folder.look(), { a: "/", "a/mine.txt": "644 mine\n" });
});

test("a file keeps its other names, and is written where its link leads", async () => {
  const folder = new Folder();
  folder.write("real.txt", "one\n");
  linkSync(folder.at("real.txt"), folder.at("hard.txt"));
  symlinkSync("real.txt", folder.at("soft.txt"));
  await carryOut([folder.edit("soft.txt", "one\n", "two\n")]);
  for (const name of ["real.txt", "hard.txt", "soft.txt"])
    assert.equal(readFileSync(folder.at(name), "utf8"), "two\n");
});

const refusals: Record<string, (folder: Folder) => FileChange> = {
  "changed in the meantime": (folder) => folder.edit("b.txt", "another\n", "new\n"),
  "not there any more": (folder) => folder.edit("gone.txt", "b\n", "new\n"),
  "there already": (folder) => ({
    from: null,
    to: folder.at("b.txt"),
    before: null,
    after: content(""),
  }),
  "not a folder": (folder) => ({
    from: null,
    to: folder.at("b.txt/new.txt"),
    before: null,
    after: content(""),
  }),
};

for (const [reason, make] of Object.entries(refusals)) {
  test(`nothing is written when one place is ${reason}`, async () => {
    const folder = new Folder();
    folder.write("a.txt", "a\n");
    folder.write("b.txt", "b\n");
    const before = folder.look();
    const made: FileChange = {
      from: null,
      to: folder.at("new/made.txt"),
      before: null,
      after: content("new\n"),
    };
    const error: unknown = await carryOut([
      folder.edit("a.txt", "a\n", "A\n"),
      made,
      make(folder),
    ]).catch((problem: unknown) => problem);
    assert.ok(error instanceof WriteError);
    assert.match(error.message, new RegExp(reason));
    assert.deepEqual(error.left, []);
    assert.deepEqual(folder.look(), before);
  });
}

test("a folder or a pipe is no file to change", async () => {
  const folder = new Folder();
  mkdirSync(folder.at("folder"));
  assert.equal(await readContent(folder.at("folder")), undefined);
  assert.equal(await isReady(folder.edit("folder", "", "new\n")), false);
  assert.ok(existsSync(folder.at("folder")));
});
