import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMATS } from "../../../src/formats";
import { sortLines } from "../../../src/views/lineKinds";

const sort = (format: string, text: string) =>
  sortLines(text, FORMATS.find(({ name }) => name === format)!.signedLines!);

test("only lines inside a file section add or remove", () => {
  const text =
    "- a list\n*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@\n a\n-b\r\n+c\n*** End Patch\n+ more\n";
  assert.deepEqual(sort("v4a", text), { added: [7], removed: [6] });
});

test("a removed comment is no file header", () => {
  const text =
    "--- a/a.sql\n+++ b/a.sql\n@@ -1,2 +1,2 @@\n--- the first table\n+-- the table\n a\n--- b.sql\n+++ b.sql\n@@ -1 +0,0 @@\n-b\n-- \n-signed\n";
  assert.deepEqual(sort("unified", text), { added: [4], removed: [3, 9] });
});
