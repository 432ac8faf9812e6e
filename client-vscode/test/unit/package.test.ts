import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import manifest from "../../package.json";
import { FORMATS, isPatchLanguage } from "../../src/formats";
import { APPLY_KIND, COPY_FEEDBACK, FEEDBACK, STATUS } from "../../src/server/protocol";

const server = "../server/patchsight";
const source = (name: string): string => readFileSync(`${server}/${name}`, "utf8");
/** Every module of a folder of the server, as one text. */
const sources = (folder: string): string =>
  readdirSync(`${server}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py"))
    .map((name) => source(`${folder}/${name}`))
    .join("\n");

test("every command of a menu or key is declared", () => {
  const declared = new Set(manifest.contributes.commands.map(({ command }) => command));
  const used = [
    ...Object.values(manifest.contributes.menus).flat(),
    ...manifest.contributes.keybindings,
  ];
  for (const { command } of used) assert.ok(declared.has(command), command);
});

test("a patch of every format has its menu in the Explorer", () => {
  const { when } = manifest.contributes.menus["explorer/context"][0]!;
  const languages = new RegExp(/=~ \/(.*)\/$/.exec(when)![1]!);
  for (const { language } of FORMATS.filter((one) => isPatchLanguage(one.language)))
    assert.match(language, languages);
});

test("every declared command is registered", () => {
  const registered = readFileSync("src/commands.ts", "utf8");
  for (const { command } of manifest.contributes.commands)
    assert.match(registered, new RegExp(`^ {4}${command.replace("patchsight.", "")}: `, "m"));
});

test("files the manifest names are there", () => {
  const files = [
    manifest.icon,
    ...manifest.contributes.grammars.map(({ path }) => path),
    ...manifest.contributes.yamlValidation.map(({ url }) => url),
  ];
  const media = manifest.contributes.walkthroughs.flatMap(({ steps }) =>
    steps.map(({ media }) => media.image),
  );
  for (const file of [...files, ...media]) assert.ok(existsSync(file), file);
});

test("versions agree", () => {
  assert.match(
    source("__init__.py"),
    new RegExp(`__version__ = "${manifest.version.replaceAll(".", "\\.")}"`),
  );
});

test("the server knows every setting, as its own, as a format's, or as the editor's", () => {
  const known = source("lsp/settings.py") + sources("core/formats");
  for (const name of Object.keys(manifest.contributes.configuration.properties)) {
    const key = name.replace("patchsight.", "");
    assert.ok(known.includes(`"${key}"`) || known.includes(`"${key.split(".")[0]}"`), name);
  }
});

test("every value of a setting to choose from is described", () => {
  for (const [name, setting] of Object.entries(manifest.contributes.configuration.properties)) {
    const { enum: values, enumDescriptions } = setting as {
      enum?: string[];
      enumDescriptions?: string[];
    };
    assert.equal(enumDescriptions?.length, values?.length, name);
  }
});

test("the names that both sides use are the same", () => {
  const known = sources("lsp");
  for (const name of [STATUS, APPLY_KIND, FEEDBACK, COPY_FEEDBACK])
    assert.ok(known.includes(`"${name}"`), name);
});

test("the lock file names no registry", () => {
  assert.doesNotMatch(readFileSync("package-lock.json", "utf8"), /"resolved"/);
});
