import assert from "node:assert/strict";
import { test } from "node:test";
import { findRegions } from "../../../src/views/regions";

const BEFORE = "a\nb\nc\nd\ne\n";

test("a part that grows moves the next one down", () => {
  const places = [
    { start: 1, end: 2 },
    { start: 3, end: 4 },
  ];
  assert.deepEqual(
    findRegions(BEFORE, "a\nb1\nb2\nc\nD\ne\n", places).map(({ after }) => after),
    [
      { start: 1, end: 3 },
      { start: 4, end: 5 },
    ],
  );
});

test("parts are known by their numbers, whatever their order in the file", () => {
  const places = [
    { start: 3, end: 4 },
    { start: 0, end: 1 },
  ];
  assert.deepEqual(
    findRegions(BEFORE, "b\nc\nD\ne\n", places).map(({ after }) => after),
    [
      { start: 2, end: 3 },
      { start: 0, end: 0 },
    ],
  );
});

test("a file that is made is all of one part", () => {
  assert.deepEqual(findRegions("", "x\ny\n", [{ start: 0, end: 0 }])[0]!.after, {
    start: 0,
    end: 2,
  });
});
