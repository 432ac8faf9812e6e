import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import manifest from "../../package.json";

for (const { language, path, embeddedLanguages } of manifest.contributes.grammars) {
  test(`every embedded block of ${language} has its language`, () => {
    const scopes = [...readFileSync(path, "utf8").matchAll(/"(meta\.embedded\.block\.\w+)"/g)].map(
      ([, scope]) => scope!,
    );
    const languages: Record<string, string> = embeddedLanguages ?? {};
    for (const scope of scopes) assert.equal(languages[scope], scope.split(".").at(-1), scope);
  });
}

test("every grammar that is built is declared", () => {
  const built = readdirSync("dist/syntaxes").map((name) => `./dist/syntaxes/${name}`);
  assert.deepEqual(manifest.contributes.grammars.map(({ path }) => path).sort(), built.sort());
});
