import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { ChangeSet } from "../../../src/apply/fileChange";
import { type Entry, Journal } from "../../../src/apply/journal";

const about = { patch: "file:///a.v4a", name: "a.v4a", mark: "0", title: "Applied a.v4a" };
const bytes = Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0x80]);
const changes: ChangeSet = {
  disk: [
    { from: "/x", to: null, before: { bytes, mode: 0o755 }, after: null },
    { from: null, to: "/y", before: null, after: { bytes: Buffer.from("y"), mode: null } },
  ],
  editor: [{ path: "/z", before: "z\n", after: "Z\n" }],
};

const makeFolder = (): string => join(mkdtempSync(join(tmpdir(), "patchsight-")), "journal");

test("what is kept comes back to the byte, in another process too", async () => {
  const folder = makeFolder();
  const { id } = await new Journal(folder).begin(about, changes);
  const later = new Journal(folder);
  const [entry] = await later.list();
  assert.equal(entry?.id, id);
  assert.equal(entry?.progress, "begun");
  assert.deepEqual(
    entry?.files.map(({ from, to, unsaved }) => [from, to, unsaved]),
    [
      ["/x", null, false],
      [null, "/y", false],
      ["/z", "/z", true],
    ],
  );
  assert.deepEqual(await later.changesOf(entry), changes);
});

test("the newest comes first, however fast they follow", async () => {
  const journal = new Journal(makeFolder());
  const added: Entry[] = [];
  for (let number = 0; number < 5; number++) added.push(await journal.begin(about, changes));
  assert.deepEqual(
    (await journal.list()).map(({ id }) => id),
    added.map(({ id }) => id).reverse(),
  );
});

test("how far an entry is can be written down; one can be removed", async () => {
  const journal = new Journal(makeFolder());
  const entry = await journal.begin(about, changes);
  await journal.save({ ...entry, progress: "undone", folders: ["/made"] });
  assert.deepEqual(await journal.list(), [{ ...entry, progress: "undone", folders: ["/made"] }]);
  await journal.remove(entry);
  assert.deepEqual(await journal.list(), []);
});

test("what cannot be read is passed over, and nobody else may read it", async () => {
  const folder = makeFolder();
  const journal = new Journal(folder);
  const entry = await journal.begin(about, changes);
  writeFileSync(join(folder, "000000000000001-damaged.json"), "{");
  assert.deepEqual(
    (await journal.list()).map(({ id }) => id),
    [entry.id],
  );
  writeFileSync(join(folder, `${entry.id}.gz`), "x");
  assert.equal(await journal.changesOf(entry), undefined);
  for (const name of readdirSync(folder).filter((file) => file.startsWith(entry.id)))
    assert.equal(statSync(join(folder, name)).mode & 0o077, 0);
});

test("the oldest of too many go", async () => {
  const journal = new Journal(makeFolder());
  const first = await journal.begin(about, { disk: [], editor: [] });
  for (let number = 0; number < 100; number++) await journal.begin(about, { disk: [], editor: [] });
  const entries = await journal.list();
  assert.equal(entries.length, 100);
  assert.ok(entries.every(({ id }) => id !== first.id));
});
