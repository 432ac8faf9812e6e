import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import manifest from "../../package.json";
import { FORMATS, guessLanguage, isPatchLanguage } from "../../src/formats";

const samples = join(process.cwd(), "..", "samples", "patches");
const languages = {
  ap: "ap",
  unified: "diff",
  v4a: "v4a",
  zenpatch: "v4a",
  applydiff: "applydiff",
  searchreplace: "searchreplace",
  stringedit: "stringedit",
  wholefile: "markdown",
};

for (const [format, language] of Object.entries(languages)) {
  test(`every ${format} sample is shown as ${language}`, () => {
    for (const name of readdirSync(join(samples, format))) {
      assert.equal(
        guessLanguage(readFileSync(join(samples, format, name), "utf8")),
        language,
        name,
      );
    }
  });
}

test("prose around a patch does not matter", () => {
  assert.equal(guessLanguage("Here you are:\n```\n*** Begin Patch\n*** End Patch\n```\n"), "v4a");
});

test("a hunk without a file header is a diff", () => {
  assert.equal(guessLanguage("@@ -1,2 +1,2 @@\n-a\n+b\n"), "diff");
});

test("a patch in a string is one", () => {
  const patches = {
    v4a: "*** Begin Patch\n*** Update File: a\n*** End Patch",
    diff: "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n",
    searchreplace: "a.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
    stringedit: JSON.stringify({ path: "a", old_string: "b", new_string: "c" }),
  };
  for (const [language, patch] of Object.entries(patches))
    assert.equal(guessLanguage(JSON.stringify({ input: patch })), language);
});

test("prose is no patch", () => {
  assert.equal(guessLanguage("changes: none\n--- a line\nand more"), undefined);
  assert.equal(guessLanguage(""), undefined);
  assert.equal(guessLanguage("# Title\n\nRun this:\n\n```\nmake\n```\n"), undefined);
  assert.equal(guessLanguage('{ "name": "a", "search": "b" }'), undefined);
});

test("the manifest declares the language of every format, with its suffixes", () => {
  const declared = manifest.contributes.languages.map(({ id, extensions }) => [id, extensions]);
  const own = FORMATS.filter(({ language }) => isPatchLanguage(language));
  const known = own.map(({ language, suffixes }) => [language, suffixes.map((one) => `.${one}`)]);
  assert.deepEqual(declared.sort(), known.sort());
});
