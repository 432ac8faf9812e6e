import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import manifest from "../../package.json";
import { FORMATS, guessLanguage } from "../../src/formats";

const samples = join(process.cwd(), "..", "samples", "patches");
const languages = {
  ap: "ap",
  unified: "diff",
  v4a: "v4a",
  zenpatch: "v4a",
  applydiff: "applydiff",
  searchreplace: "searchreplace",
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

test("prose is no patch", () => {
  assert.equal(guessLanguage("changes: none\n--- a line\nand more"), undefined);
  assert.equal(guessLanguage(""), undefined);
});

test("the manifest declares the language of every format, with its suffixes", () => {
  const declared = manifest.contributes.languages.map(({ id, extensions }) => [id, extensions]);
  const known = FORMATS.map(({ language, suffixes }) => [
    language,
    suffixes.map((one) => `.${one}`),
  ]);
  assert.deepEqual(declared.sort(), known.sort());
});
