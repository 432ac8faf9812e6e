/** The TextMate grammar of string edits, which are JSON. */

export default {
  name: "String edits",
  scopeName: "source.stringedit",
  patterns: [{ include: "source.json" }],
};
