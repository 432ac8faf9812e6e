---@brief
---
--- Patchsight shows where a patch will land before it lands: unified diffs, v4a, Zenpatch, ApplyDiff and ap.
---
--- The server is installed from a clone of Patchsight: `pip install .`
---
--- The server takes a patch for what its text says it is, so the filetype `diff` is enough for most. For the filetypes
--- `ap`, `v4a`, `zenpatch` and `applydiff` add their extensions:
---
--- ```lua
--- vim.filetype.add({ extension = { ap = "ap", v4a = "v4a", zenpatch = "zenpatch", applydiff = "applydiff" } })
--- ```

---@type vim.lsp.Config
return {
  cmd = { "patchsight", "--stdio" },
  filetypes = { "diff", "gitsendemail", "ap", "v4a", "zenpatch", "applydiff" },
  root_markers = { ".git" },
}
