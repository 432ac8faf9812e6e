import assert from "node:assert/strict";
import { test } from "node:test";
import { applyTextEdits, type TextEdit } from "../../../src/apply/textEdits";

const edit = (from: [number, number], to: [number, number], newText: string): TextEdit => ({
  range: {
    start: { line: from[0], character: from[1] },
    end: { line: to[0], character: to[1] },
  },
  newText,
});

test("edits that do not overlap, in any order", () => {
  const edits = [
    edit([2, 0], [3, 0], "C\n"),
    edit([0, 0], [1, 0], "A\n"),
    edit([1, 0], [1, 0], "x\n"),
  ];
  assert.equal(applyTextEdits("a\nb\nc\n", edits, true), "A\nx\nb\nC\n");
});

test("lines end at LF, CRLF and CR and nowhere else; a character counts as in UTF-16", () => {
  assert.equal(
    applyTextEdits("a\u2028b\fc\r\n\u{1f600}x\rlast", [edit([1, 2], [1, 3], "y")], true),
    "a\u2028b\fc\r\n\u{1f600}y\rlast",
  );
});

test("a byte order mark is no part of the first line, and stays", () => {
  assert.equal(applyTextEdits("\uFEFFa\n", [edit([0, 0], [1, 0], "b\n")], true), "\uFEFFb\n");
});

test("a position below the text is its end", () => {
  assert.equal(applyTextEdits("a", [edit([0, 0], [9, 0], "b")], true), "b");
  assert.equal(applyTextEdits("", [edit([0, 0], [1, 0], "b\n")], true), "b\n");
});

test("in a file that mixes line ends, an edit made for what an editor shows takes those around it", () => {
  const mixed = "a\r\nb\nc\r\nd\n";
  assert.equal(applyTextEdits(mixed, [edit([0, 0], [1, 0], "A\n")], true), "A\r\nb\nc\r\nd\n");
  assert.equal(applyTextEdits(mixed, [edit([1, 0], [2, 0], "B\r\n")], true), "a\r\nB\nc\r\nd\n");
  assert.equal(
    applyTextEdits(mixed, [edit([1, 0], [1, 0], "x\ny\n")], true),
    "a\r\nx\r\ny\r\nb\nc\r\nd\n",
  );
  assert.equal(applyTextEdits(mixed, [edit([0, 0], [0, 0], "x\n")], true), "x\r\na\r\nb\nc\r\nd\n");
  assert.equal(
    applyTextEdits("a\r\nb\nc", [edit([2, 1], [2, 1], "\r\nd")], true),
    "a\r\nb\nc\r\nd",
  );
});

test("an edit that was made for the file itself is taken as it is", () => {
  assert.equal(applyTextEdits("a\r\nb\n", [edit([1, 0], [1, 0], "x\n")], false), "a\r\nx\nb\n");
});
