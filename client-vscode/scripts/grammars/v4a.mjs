/** The TextMate grammar of v4a. */

import { blockScope, codeIn, numbered, sections } from "./blocks.mjs";

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

function section(code, ending) {
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

export default {
  name: "v4a patch",
  scopeName: "source.v4a",
  patterns: [
    { match: "^\\s*\\*\\*\\* (?:Begin|End) Patch.*$", name: "keyword.control.envelope" },
    ...sections(section),
  ],
};
