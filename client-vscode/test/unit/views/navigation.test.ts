import assert from "node:assert/strict";
import { test } from "node:test";
import { findProblem } from "../../../src/views/navigation";
import { filesOf, isSome, readSelection } from "../../../src/server/protocol";
import { part, status } from "../status";

const parts = [
  part(0, "missing", 2),
  part(1, "fits", 10),
  part(2, "ambiguous", 20),
  part(3, "conflict", 30),
];

test("the next problem part is the first one below the cursor", () => {
  assert.equal(findProblem(parts, 0, 1)?.index, 0);
  assert.equal(findProblem(parts, 2, 1)?.index, 2);
  assert.equal(findProblem(parts, 25, 1)?.index, 3);
});

test("the previous one is the first one above", () => {
  assert.equal(findProblem(parts, 25, -1)?.index, 2);
  assert.equal(findProblem(parts, 20, -1)?.index, 0);
});

test("both go round at the end", () => {
  assert.equal(findProblem(parts, 30, 1)?.index, 0);
  assert.equal(findProblem(parts, 2, -1)?.index, 3);
});

test("without problems there is nowhere to go", () => {
  assert.equal(findProblem([part(0, "fits"), part(1, "applied")], 0, 1), undefined);
});

test("a section names only its own files, a part only its own", () => {
  const plan = (path: string, parts: number[]) => ({
    op: "edit" as const,
    path,
    newPath: null,
    uri: `file:///${path}`,
    newUri: null,
    parts,
  });
  const two = status([part(0, "fits", 0, { section: 0 }), part(1, "fits", 9, { section: 1 })], {
    files: [plan("a.py", [0]), plan("b.py", [1])],
  });
  assert.deepEqual(
    filesOf(two, {}).map(({ path }) => path),
    ["a.py", "b.py"],
  );
  assert.deepEqual(
    filesOf(two, { file: 1 }).map(({ path }) => path),
    ["b.py"],
  );
  assert.deepEqual(
    filesOf(two, { file: undefined, part: 0 }).map(({ path }) => path),
    ["a.py"],
  );
});

test("what a command is called for", () => {
  const read = (given: unknown) => JSON.parse(JSON.stringify(readSelection(given))) as unknown;
  assert.deepEqual(read({ uri: "a", file: null, block: 1, fingerprint: "x" }), {
    block: 1,
    fingerprint: "x",
  });
  assert.deepEqual(read({ part: 2, rows: [3, 4] }), { part: 2, rows: [3, 4] });
  // What is no number selects nothing rather than everything.
  assert.deepEqual(read({ parts: ["all"] }), { parts: [] });
  assert.deepEqual(read([{ path: "/a" }]), {});
  assert.equal(isSome(readSelection({ groupId: 0, fingerprint: "x" })), false);
  for (const some of [{ block: 0 }, { rows: [1, 1] }, { parts: [] }, { part: 0 }, { file: 0 }])
    assert.equal(isSome(readSelection(some)), true);
});
