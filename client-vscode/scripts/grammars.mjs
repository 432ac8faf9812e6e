/** Writes the TextMate grammars: one set of rules per format, and in each one block per embedded language. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The languages that are coloured inside patches: id, scope, and the endings of their files. */
export const EMBEDDED = [
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
const codeIn = (code) => (code ? [{ include: code[1] }, { match: "(?!)" }] : []);

const numbered = (...names) =>
  Object.fromEntries(names.flatMap((name, index) => (name ? [[index + 1, { name }]] : [])));

/** A hunk: every line gives up its prefix, the rest is code, and what one hunk leaves open ends with it. */
function hunk(begin, names, code) {
  const contentName = code ? blockScope(code[0]) : "meta.hunk.plain";
  const prefixes = "(?:(\\+)|(-)|( ))";
  const whileCaptures = numbered(
    "markup.inserted punctuation.definition.inserted",
    "markup.deleted punctuation.definition.deleted",
    "punctuation.definition.context",
  );
  return {
    begin,
    beginCaptures: numbered(...names),
    while: `^(?:${prefixes}|(?=\\s*$))`,
    whileCaptures,
    contentName,
    patterns: codeIn(code),
  };
}

function v4aSection(code, ending) {
  const header = `^\\s*(\\*\\*\\* (?:Update|Add|Delete) File:)\\s*(.*${ending})\\s*$`;
  return {
    begin: header,
    beginCaptures: numbered("keyword.control.section", "entity.name.filename"),
    end: "^(?=\\s*\\*\\*\\* (?:Update|Add|Delete) File:|\\s*\\*\\*\\* End Patch|```)",
    patterns: [
      {
        match: "^\\s*(\\*\\*\\* Move to:)\\s*(.*)$",
        captures: numbered("keyword.control.section", "entity.name.filename"),
      },
      { match: "^\\*\\*\\* End of File\\s*$", name: "keyword.control.end" },
      hunk("^(@@)(?:\\s+(\\S.*))?$", ["keyword.operator.hunk", "entity.name.section.hint"], code),
      hunk(
        "^(?:(\\+)|(-)|( ))",
        [
          "markup.inserted punctuation.definition.inserted",
          "markup.deleted punctuation.definition.deleted",
          "punctuation.definition.context",
        ],
        code,
      ),
    ],
  };
}

const sections = (make) => [
  ...EMBEDDED.map(([id, scope, ending]) => make([id, scope], `\\.(?:${ending})`)),
  make(undefined, ""),
];

const v4a = {
  name: "v4a patch",
  scopeName: "source.v4a",
  patterns: [
    { match: "^\\s*\\*\\*\\* (?:Begin|End) Patch.*$", name: "keyword.control.envelope" },
    ...sections(v4aSection),
  ],
};

const zenpatch = {
  name: "Zenpatch",
  scopeName: "source.zenpatch",
  patterns: [{ include: "source.v4a" }],
};

/** A block of lines up to one of the marks; a line that goes on in another language ends with it. */
function lines(word, role, code) {
  return {
    begin: `^(---) (${word})\\s*$`,
    beginCaptures: numbered(`${role} punctuation.definition.block`, `keyword.control.block`),
    while: "^(?!--- (?:from|to)\\s*$|<\\s*$|<<<\\s*$|>>> )",
    contentName: code ? blockScope(code[0]) : "meta.block.plain",
    patterns: codeIn(code),
  };
}

function applydiffSection(code, ending) {
  return {
    begin: `^(>>> file:)\\s*([^|]*?${ending})\\s*(\\|.*)?$`,
    beginCaptures: {
      ...numbered("keyword.control.section", "entity.name.filename"),
      3: { patterns: [{ include: "#options" }] },
    },
    end: "^(?=>>> |```)",
    patterns: [
      lines("from", "markup.deleted", code),
      lines("to", "markup.inserted", code),
      { match: "^<(?:<<)?\\s*$", name: "keyword.control.end" },
    ],
  };
}

const applydiff = {
  name: "ApplyDiff",
  scopeName: "source.applydiff",
  patterns: [{ include: "#session" }, ...sections(applydiffSection)],
  repository: {
    options: {
      patterns: [
        {
          match: "\\b(mode|fuzz)(=)([^|\\s]+)",
          captures: numbered("variable.parameter", "keyword.operator", "constant.other.value"),
        },
        { match: "\\|", name: "punctuation.separator" },
      ],
    },
    session: {
      begin: "^\\[SESSION CONTEXT\\]\\s*$",
      beginCaptures: { 0: { name: "keyword.control.session" } },
      end: "^\\[/SESSION CONTEXT\\]\\s*$",
      endCaptures: { 0: { name: "keyword.control.session" } },
      patterns: [
        {
          match: "^(\\w+)(:)(.*)$",
          captures: numbered(
            "variable.other.key",
            "punctuation.separator.key-value",
            "string.unquoted.session",
          ),
        },
      ],
    },
  },
};

/** A literal block in YAML: every line that is indented deeper than its key. */
function literal(code, dash) {
  return {
    begin: `^( *)${dash ? "(-)( +)" : "()()"}(content|snippet|anchor|start_snippet|end_snippet)(:)\\s*([|>][-+0-9]*)\\s*$`,
    beginCaptures: numbered(
      null,
      "punctuation.definition.block.sequence.item.yaml",
      null,
      "entity.name.tag.yaml",
      "punctuation.separator.key-value.mapping.yaml",
      "keyword.control.flow.block-scalar.yaml",
    ),
    while: dash ? "^(?=\\1 \\3 |\\s*$)" : "^(?=\\1 |\\s*$)",
    contentName: code ? blockScope(code[0]) : "string.unquoted.block.yaml",
    patterns: codeIn(code),
  };
}

function apSection(code, ending) {
  return {
    begin: `^( *)(-)( +)(file_path)(:)\\s*((["']?).*?${ending}\\7)\\s*(#.*)?$`,
    beginCaptures: numbered(
      null,
      "punctuation.definition.block.sequence.item.yaml",
      null,
      "entity.name.tag.yaml",
      "punctuation.separator.key-value.mapping.yaml",
      "string.quoted.yaml entity.name.filename",
      null,
      "comment.line.number-sign.yaml",
    ),
    while: "^(?=\\1 |\\s*$|\\s*#)",
    patterns: [literal(code, false), literal(code, true), { include: "#yaml" }],
  };
}

const ap = {
  name: "ap patch",
  scopeName: "source.ap",
  patterns: [
    ...sections(apSection),
    literal(undefined, false),
    literal(undefined, true),
    { include: "#yaml" },
  ],
  repository: {
    yaml: {
      patterns: [
        { match: "#.*$", name: "comment.line.number-sign.yaml" },
        {
          match: "\\b(action)(:)\\s*(REPLACE|INSERT_AFTER|INSERT_BEFORE|DELETE|CREATE_FILE)\\b",
          captures: numbered(
            "entity.name.tag.yaml",
            "punctuation.separator.key-value.mapping.yaml",
            "keyword.control.action",
          ),
        },
        {
          match: "([A-Za-z_][\\w-]*)(:)(?=\\s|$)",
          captures: numbered(
            "entity.name.tag.yaml",
            "punctuation.separator.key-value.mapping.yaml",
          ),
        },
        {
          match: "^\\s*(-)(?=\\s)",
          captures: numbered("punctuation.definition.block.sequence.item.yaml"),
        },
        { match: '"(?:[^"\\\\]|\\\\.)*"', name: "string.quoted.double.yaml" },
        { match: "'[^']*'", name: "string.quoted.single.yaml" },
        { match: "(?<=\\s)\\d+(?:\\.\\d+)?(?=\\s|$)", name: "constant.numeric.yaml" },
        { match: "[|>][-+0-9]*\\s*$", name: "keyword.control.flow.block-scalar.yaml" },
      ],
    },
  },
};

export function writeGrammars(folder) {
  mkdirSync(folder, { recursive: true });
  for (const grammar of [v4a, zenpatch, applydiff, ap]) {
    const name = grammar.scopeName.replace("source.", "");
    writeFileSync(join(folder, `${name}.tmLanguage.json`), `${JSON.stringify(grammar, null, 1)}\n`);
  }
}
