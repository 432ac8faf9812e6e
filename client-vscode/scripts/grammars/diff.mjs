/** The TextMate grammar of unified diffs: like VS Code's own, but with the colours of the file's language. */

import { blockScope, codeIn, numbered, sections } from "./blocks.mjs";

/** What tells a file header from a line that removes `-- …` or adds `++ …`: nothing but a name follows. */
const NAMED = '(?="|[^\\t]*\\t|\\S+\\s*$|[ab]/)';
const NEXT = `diff |Index: |--- ${NAMED}|-- ?$|\`\`\``;
const SIGNS = numbered(
  "markup.inserted.diff punctuation.definition.inserted.diff",
  "markup.deleted.diff punctuation.definition.deleted.diff",
  "punctuation.definition.context",
);

/** A hunk: every line gives up its sign, the rest is code, and what one hunk leaves open ends with it. */
const hunk = (begin, beginCaptures, code) => ({
  begin,
  beginCaptures,
  while: `^(?!${NEXT}|\\+\\+\\+ ${NAMED})(?:(\\+)|(-)|( )|(?=\\s*$)|(?=\\\\ ))`,
  whileCaptures: SIGNS,
  contentName: code ? blockScope(code[0]) : "meta.hunk.plain",
  patterns: [{ match: "^\\\\ .*$", name: "comment.line.diff" }, ...codeIn(code)],
});

/** A file begins with the line that names it: `---`, or `+++` where that is new. */
const section = (code, ending) => ({
  begin: `^(---|\\+\\+\\+) ${NAMED}([^\\t]*${ending}"?)(\\t.*)?\\s*$`,
  beginCaptures: numbered("keyword.control.section", "entity.name.filename", "comment.line.diff"),
  end: `^(?=${NEXT})`,
  patterns: [
    {
      match: `^(\\+\\+\\+) ${NAMED}([^\\t]*)(\\t.*)?$`,
      captures: numbered("keyword.control.section", "entity.name.filename", "comment.line.diff"),
    },
    hunk(
      "^(@@+(?: -\\d[^@]*@@+)?)(?:\\s+(\\S.*))?$",
      numbered("meta.diff.range.unified keyword.operator.hunk", "entity.name.section.hint"),
      code,
    ),
    hunk("^(?:(\\+)|(-)|( ))", SIGNS, code),
  ],
});

export default {
  name: "Unified diff",
  scopeName: "source.diff.patchsight",
  patterns: [
    {
      match: "^(diff|Index:)\\s+(.*)$",
      captures: numbered("keyword.control.section", "entity.name.filename"),
    },
    {
      match:
        "^(index|(?:new|old|deleted)(?: file)? mode|(?:dis)?similarity index|(?:rename|copy) (?:from|to)|Binary files|GIT binary patch)\\b(.*)$",
      captures: numbered("keyword.other.diff", "string.unquoted.diff"),
    },
    {
      match: "^(---) (/dev/null)\\s*$",
      captures: numbered("keyword.control.section", "entity.name.filename"),
    },
    ...sections(section),
    // A hunk of which nothing says whose it is.
    hunk(
      "^(@@+ -\\d[^@]*@@+)(?:\\s+(\\S.*))?$",
      numbered("meta.diff.range.unified keyword.operator.hunk", "entity.name.section.hint"),
    ),
  ],
};
