import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describeAdded,
  escapeMarkdown,
  iconOf,
  moodOf,
  tellingLine,
  withoutIcons,
  withoutLinks,
} from "../../../src/views/words";
import { part, status } from "../status";

test("the mood follows what may be applied, not only what fits", () => {
  assert.equal(moodOf(status([part(0, "fits")])), "good");
  assert.equal(moodOf(status([part(0, "fits")], { applicable: false })), "bad");
  assert.equal(moodOf(status([part(0, "fits"), part(1, "ambiguous")])), "mixed");
  assert.equal(moodOf(status([part(0, "missing")])), "bad");
  assert.equal(moodOf(status([part(0, "applied")], { files: [] })), "done");
});

test("every state has an icon", () => {
  assert.equal(iconOf(part(0, "fits")), "$(pass)");
  assert.equal(iconOf(part(0, "applied")), "$(check)");
  assert.equal(iconOf(part(0, "ambiguous")), "$(question)");
  assert.equal(iconOf(part(0, "invalid")), "$(error)");
});

test("a part is shown by its first line with a word in it", () => {
  assert.equal(
    tellingLine(["@@", "     except InvalidOperation:", "-        return None"]),
    "except InvalidOperation:",
  );
  assert.equal(tellingLine(["*** Delete File: a.py"]), "*** Delete File: a.py");
  assert.equal(tellingLine(["@@", "-}"]), "@@");
  assert.equal(tellingLine([]), "");
});

test("text of a patch neither acts nor decorates", () => {
  assert.equal(
    escapeMarkdown("a`![](https://x)[b](command:c).ts\n# d"),
    "a\\`\\!\\[\\]\\(https\\:\\/\\/x\\)\\[b\\]\\(command\\:c\\)\\.ts \\# d",
  );
  assert.equal(withoutLinks("see [here](command:evil)"), "see [here] (command:evil)");
  assert.equal(withoutIcons("$(pass) all is well"), "\\$(pass) all is well");
});

test("what comes is told in the room beside a line", () => {
  assert.equal(describeAdded({ start: 1, end: 2, added: ["  b = 2"] }), " → b = 2 ");
  assert.equal(
    describeAdded({ start: 2, end: 2, added: ["", "  c", "d", "e"] }),
    " + c … and 2 lines more ",
  );
  assert.equal(describeAdded({ start: 0, end: 0, added: ["a"] }), " + a above this line ");
  assert.equal(describeAdded({ start: 1, end: 2, added: ["x".repeat(200)] }).length, 105);
});
