/** What the grammars share: one block per language that is coloured inside patches. */

/** The languages that are coloured inside patches: id, scope, and the endings of their files. */
const EMBEDDED = [
  ["python", "source.python", "pyi?"],
  ["typescript", "source.ts", "[cm]?ts"],
  ["typescriptreact", "source.tsx", "tsx"],
  ["javascript", "source.js", "[cm]?jsx?"],
  ["json", "source.json.comments", "jsonc?"],
  ["go", "source.go", "go"],
  ["rust", "source.rust", "rs"],
  ["java", "source.java", "java"],
  ["kotlin", "source.kotlin", "kts?"],
  ["c", "source.c", "[ch]"],
  ["cpp", "source.cpp", "cc|cpp|cxx|hh|hpp"],
  ["csharp", "source.cs", "cs"],
  ["swift", "source.swift", "swift"],
  ["ruby", "source.ruby", "rb"],
  ["php", "source.php", "php"],
  ["lua", "source.lua", "lua"],
  ["shellscript", "source.shell", "sh|bash|zsh"],
  ["sql", "source.sql", "sql"],
  ["html", "text.html.basic", "html?"],
  ["css", "source.css", "css"],
  ["yaml", "source.yaml", "ya?ml"],
  ["toml", "source.toml", "toml"],
  ["markdown", "text.html.markdown", "md"],
];

/** The scope that tells VS Code which language a block is in. */
export const blockScope = (id) => `meta.embedded.block.${id}`;

/** What a block in a language consists of. A rule of nothing but a grammar that is not installed would be dropped. */
export const codeIn = (code) => (code ? [{ include: code[1] }, { match: "(?!)" }] : []);

export const numbered = (...names) =>
  Object.fromEntries(names.flatMap((name, index) => (name ? [[index + 1, { name }]] : [])));

/** A section per language, by the ending of its path, and one for every other path. */
export const sections = (make) => [
  ...EMBEDDED.map(([id, scope, ending]) => make([id, scope], `\\.(?:${ending})`)),
  make(undefined, ""),
];
