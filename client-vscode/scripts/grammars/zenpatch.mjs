/** The TextMate grammar of Zenpatch, which is written like v4a. */

export default {
  name: "Zenpatch",
  scopeName: "source.zenpatch",
  patterns: [{ include: "source.v4a" }],
};
