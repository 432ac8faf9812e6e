/** The TextMate grammar of SEARCH/REPLACE blocks. */

import { numbered } from "./blocks.mjs";

const END = "(?:>{5,9}|\\+{5,9})\\s+(?:REPLACE|UPDATED)";
const PATH = "[^\\s`*\"'<>|:]*(?:/[^\\s`*\"'<>|:]+|\\.\\w{1,12})";

export default {
  name: "SEARCH/REPLACE",
  scopeName: "source.searchreplace",
  patterns: [
    { include: "#block" },
    {
      match: `^(?:[#*\`\\s]*)(${PATH})[*\`:\\s]*$`,
      captures: numbered("entity.name.filename"),
    },
    {
      match: "^\\s*(<(?:file_)?path>)([^<]+)(</(?:file_)?path>)\\s*$",
      captures: numbered("entity.name.tag", "entity.name.filename", "entity.name.tag"),
    },
    {
      match: `^(\`{3,}|~{3,})(\\w*)\\s*(${PATH})?\\s*$`,
      captures: numbered("punctuation.definition.fence", "", "entity.name.filename"),
    },
  ],
  repository: {
    block: {
      begin: "^(?:<{5,9}|-{5,9})\\s+(?:SEARCH|ORIGINAL)\\b.*$",
      beginCaptures: { 0: { name: "keyword.control.block" } },
      end: `^${END}.*$`,
      endCaptures: { 0: { name: "keyword.control.end" } },
      patterns: [
        {
          match: "^(:(?:start|end)_line:)\\s*(\\d+)\\s*$",
          captures: numbered("variable.parameter", "constant.numeric"),
        },
        {
          begin: "^={5,9}\\s*$",
          beginCaptures: { 0: { name: "keyword.control.block" } },
          end: `^(?=${END})`,
          contentName: "markup.inserted",
        },
        { match: "^.+$", name: "markup.deleted" },
      ],
    },
  },
};
