import assert from "node:assert/strict";
import { test } from "node:test";
import { findChanges, findWords } from "../../../src/views/lineChanges";

const change = (start: number, end: number, ...added: string[]): object => ({ start, end, added });
const between = (before: string, after: string): object[] =>
  findChanges(before.split(" "), after.split(" "));

test("lines that are replaced, that go, and that come", () => {
  assert.deepEqual(between("a b c", "a B c"), [change(1, 2, "B")]);
  assert.deepEqual(between("a b c", "a c"), [change(1, 2)]);
  assert.deepEqual(between("a c", "a b c"), [change(1, 1, "b")]);
  assert.deepEqual(between("a c", "x y a c"), [change(0, 0, "x", "y")]);
});

test("two changes with what stays between them", () => {
  assert.deepEqual(between("a b c d e", "a B c D D e"), [
    change(1, 2, "B"),
    change(3, 4, "D", "D"),
  ]);
});

test("nothing, and everything", () => {
  assert.deepEqual(between("a b", "a b"), []);
  assert.deepEqual(between("a b", "x"), [change(0, 2, "x")]);
});

test("a stretch too long to compare is one change", () => {
  const lines = (letter: string): string[] => Array.from({ length: 1500 }, (_, at) => letter + at);
  const [before, after] = [lines("a"), lines("b")];
  assert.deepEqual(findChanges(["x", ...before, "y"], ["x", ...after, "y"]), [
    change(1, 1501, ...after),
  ]);
});

test("what differs within a line", () => {
  assert.deepEqual(findWords("  if a:", "  if not a:"), { start: 5, end: 5, added: "not " });
  assert.deepEqual(findWords("x = 99", "x = 50"), { start: 4, end: 6, added: "50" });
  assert.deepEqual(findWords("f(a, b)", "f(a)"), { start: 3, end: 6, added: "" });
  assert.equal(findWords("    return None", "    raise KeyError(name)"), undefined);
});
