import assert from "node:assert/strict";
import { test } from "node:test";
import { sortLines } from "../../../src/views/lineKinds";

test("only lines inside a file section add or remove", () => {
  const text =
    "- a list\n*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@\n a\n-b\r\n+c\n*** End Patch\n+ more\n";
  assert.deepEqual(sortLines(text), { added: [7], removed: [6] });
});
