import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMATS } from "../../../src/formats";
import { sortLines } from "../../../src/views/lineKinds";

const { signedLines } = FORMATS.find(({ name }) => name === "v4a")!;

test("only lines inside a file section add or remove", () => {
  const text =
    "- a list\n*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@\n a\n-b\r\n+c\n*** End Patch\n+ more\n";
  assert.deepEqual(sortLines(text, signedLines!), { added: [7], removed: [6] });
});
