--- Filetypes by name and by content, and the colours of each.
local rig = require("rig")
rig.start()
vim.cmd("syntax on")

local function write(name, lines)
  vim.fn.writefile(lines, name)
  vim.cmd("edit " .. name)
  return vim.bo.filetype
end
local V4A = {
  "Here it is:",
  "```",
  "*** Begin Patch",
  "*** Update File: a.py",
  "@@ def f():",
  " a",
  "-b",
  "+c",
  "*** End Patch",
}
local APPLYDIFF = { ">>> file: a.py | fuzz=0.9", "--- from", "a", "--- to", "b", "<" }
local BLOCK = { "a.py", "<<<<<<< SEARCH", "a", "=======", "b", ">>>>>>> REPLACE" }
local UNIFIED = { "--- a/x", "+++ b/x", "@@ -1 +1 @@", "-*** Begin Patch", "+*** End Patch" }
local AP = vim.split(
  [[
version: "2.0"
changes:
  - file_path: a.py
    modifications:
      - action: REPLACE
        snippet: |
          a
        content: b]],
  "\n"
)

for name, case in pairs({
  ["a.v4a"] = { V4A, "v4a" },
  ["a.zenpatch"] = { V4A, "zenpatch" },
  ["a.patch"] = { V4A, "v4a" },
  ["a.txt"] = { V4A, "v4a" },
  ["b.applydiff"] = { APPLYDIFF, "applydiff" },
  ["b.diff"] = { APPLYDIFF, "applydiff" },
  ["b.sr"] = { BLOCK, "searchreplace" },
  ["c.patch"] = { UNIFIED, "diff" },
  ["c.txt"] = { { "nothing" }, "text" },
  ["d.ap"] = { AP, "ap" },
}) do
  rig.equal(case[2], write(name, case[1]), name)
end

-- What a configuration without the plugin needs stands in a file of its own.
local config = dofile(vim.api.nvim_get_runtime_file("lsp/patchsight.lua", false)[1])
for _, format in ipairs(require("patchsight.formats")) do
  assert(vim.tbl_contains(config.filetypes, format.filetype), format.filetype)
end

local function colours()
  local found = {}
  for row = 1, vim.fn.line("$") do
    local id = vim.fn.synID(row, vim.fn.match(vim.fn.getline(row), "\\S") + 1, 1)
    table.insert(found, vim.fn.synIDattr(id, "name"))
  end
  return found
end
vim.cmd("edit a.v4a")
rig.equal({
  "",
  "",
  "v4aEnvelope",
  "v4aFile",
  "v4aHunk",
  "",
  "v4aRemoved",
  "v4aAdded",
  "v4aEnvelope",
}, colours())
vim.cmd("edit a.zenpatch")
rig.equal("v4aFile", colours()[4])
vim.cmd("edit b.applydiff")
rig.equal({
  "applydiffFile",
  "applydiffFrom",
  "applydiffOld",
  "applydiffTo",
  "applydiffNew",
  "applydiffEnd",
}, colours())
vim.cmd("edit d.ap")
local function colour(row, word)
  local column = vim.fn.match(vim.fn.getline(row), word) + 1
  return vim.fn.synIDattr(vim.fn.synID(row, column, 1), "name")
end
rig.equal("apKey", colour(1, "version"))
rig.equal("apKey", colour(5, "action"))
rig.equal("apAction", colour(5, "REPLACE"))
rig.equal("apBlockKey", colour(6, "snippet"))
rig.equal("apBlock", colour(7, "a"))
rig.equal("apKey", colour(8, "content"))
