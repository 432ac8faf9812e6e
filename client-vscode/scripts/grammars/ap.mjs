/** The TextMate grammar of ap: YAML, with code in its literal blocks. */

import { blockScope, codeIn, numbered, sections } from "./blocks.mjs";

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

function section(code, ending) {
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

export default {
  name: "ap patch",
  scopeName: "source.ap",
  patterns: [
    ...sections(section),
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
