--- The formats, in the order in which a text is held against them.
return {
  {
    name = "v4a",
    filetype = "v4a",
    suffixes = { "v4a" },
    openings = { "*** Begin Patch", "*** Update File: ", "*** Add File: ", "*** Delete File: " },
    builtin = false,
  },
  {
    name = "zenpatch",
    filetype = "zenpatch",
    suffixes = { "zenpatch" },
    openings = {},
    builtin = false,
  },
  {
    name = "applydiff",
    filetype = "applydiff",
    suffixes = { "applydiff" },
    openings = { ">>> file: ", "[SESSION CONTEXT]" },
    builtin = false,
  },
  {
    name = "searchreplace",
    filetype = "searchreplace",
    suffixes = { "sr" },
    openings = { "<<<<<<< SEARCH", "------- SEARCH", "<<<<<<< ORIGINAL" },
    builtin = false,
  },
  {
    name = "stringedit",
    filetype = "stringedit",
    suffixes = { "stringedit" },
    openings = {},
    builtin = false,
  },
  {
    name = "ap",
    filetype = "ap",
    suffixes = { "ap" },
    openings = {},
    builtin = false,
  },
  {
    name = "unified",
    filetype = "diff",
    suffixes = { "diff", "patch" },
    openings = {},
    builtin = true,
  },
}
