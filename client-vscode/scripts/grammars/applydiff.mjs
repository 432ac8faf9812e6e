/** The TextMate grammar of ApplyDiff. */

import { blockScope, codeIn, numbered, sections } from "./blocks.mjs";

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

function section(code, ending) {
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

export default {
  name: "ApplyDiff",
  scopeName: "source.applydiff",
  patterns: [{ include: "#session" }, ...sections(section)],
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
