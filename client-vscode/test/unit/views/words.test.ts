import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describe,
  iconOf,
  moodOf,
  shorten,
  summarise,
  tellingLine,
} from "../../../src/views/words";
import { part, status } from "../status";

test("the summary counts the parts that fit", () => {
  assert.equal(
    summarise(status([part(0, "fits"), part(1, "missing"), part(2, "applied")])),
    "2 of 3 parts fit",
  );
  assert.equal(summarise(status([part(0, "fits")])), "1 of 1 part fits");
});

test("a patch that is applied says so", () => {
  assert.equal(summarise(status([part(0, "applied")], { files: [] })), "Already applied");
});

test("a text without a patch says so", () => {
  assert.equal(summarise(status([], { format: null, applicable: false })), "No patch");
});

test("the mood follows what may be applied, not only what fits", () => {
  assert.equal(moodOf(status([part(0, "fits")])), "good");
  assert.equal(moodOf(status([part(0, "fits")], { applicable: false })), "bad");
  assert.equal(moodOf(status([part(0, "fits"), part(1, "ambiguous")])), "mixed");
  assert.equal(moodOf(status([part(0, "missing")])), "bad");
  assert.equal(moodOf(status([part(0, "applied")], { files: [] })), "done");
});

test("a part is described with the place or the places where it stands", () => {
  assert.equal(describe(part(0, "fits", 0, { where: { start: 4, end: 6 } })), "fits at line 5");
  const candidates = [
    { start: 1, end: 2 },
    { start: 5, end: 6 },
  ];
  assert.equal(describe(part(0, "ambiguous", 0, { candidates })), "stands in 2 places");
  assert.equal(describe(part(0, "missing")), "was not found");
});

test("every state has an icon", () => {
  assert.equal(iconOf(part(0, "fits")), "$(pass)");
  assert.equal(iconOf(part(0, "applied")), "$(check)");
  assert.equal(iconOf(part(0, "ambiguous")), "$(question)");
  assert.equal(iconOf(part(0, "invalid")), "$(error)");
});

test("a long text is cut at a word", () => {
  assert.equal(shorten("one two three", 20), "one two three");
  assert.equal(shorten("one two three", 9), "one two…");
  assert.equal(shorten("onetwothree", 6), "one…");
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
