import assert from "node:assert/strict";
import { test } from "node:test";
import { findReplacement } from "../../../src/apply/replacement";

const texts = [
  "",
  "a",
  "a\n",
  "a\nb\nc\n",
  "a\nx\nc\n",
  "a\nc\n",
  "a\nb\nb\nc\n",
  "a\r\nb\r\nc",
  "\u{1f600}\n",
  "\u{1f601}\n",
  "b\nc\n",
  "a\nb",
];

test("the replacement turns one text into the other, in whole lines", () => {
  for (const before of texts) {
    for (const after of texts) {
      const { start, end, text } = findReplacement(before, after);
      assert.equal(
        before.slice(0, start) + text + before.slice(end),
        after,
        JSON.stringify([before, after]),
      );
      assert.ok(start === 0 || before[start - 1] === "\n");
      assert.ok(end === before.length || before[end - 1] === "\n");
    }
  }
});

test("it is small", () => {
  assert.deepEqual(findReplacement("a\nb\nc\n", "a\nx\nc\n"), { start: 2, end: 4, text: "x\n" });
});
