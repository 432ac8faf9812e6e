---@brief
---
--- Patchsight shows where a patch will land before it lands, whatever format a model wrote it in.
---
--- The server is installed from a clone of Patchsight: `pip install .`
---
--- The server takes a patch for what its text says it is, so the filetype `diff` is enough for most. For the filetypes
--- of the other formats add their extensions:
---
--- ```lua
--- vim.filetype.add({
---   extension = {
---     v4a = "v4a",
---     zenpatch = "zenpatch",
---     ap = "ap",
---     applydiff = "applydiff",
---     sr = "searchreplace",
---     stringedit = "stringedit",
---   },
--- })
--- ```

---@type vim.lsp.Config
return {
  cmd = { "patchsight", "--stdio" },
  filetypes = {
    "diff",
    "gitsendemail",
    "v4a",
    "zenpatch",
    "ap",
    "applydiff",
    "searchreplace",
    "stringedit",
  },
  root_markers = { ".git" },
}
