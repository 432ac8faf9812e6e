--- Files that are not plain UTF-8 with one kind of line end: every byte is as the command line leaves it, saved and undone.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()
vim.o.hidden = true

local function write(name, bytes)
  local file = assert(io.open(name, "wb"))
  file:write(bytes)
  file:close()
end

--- A patch that is applied and saved leaves these bytes, and undone what was there.
local function expect(patch, files)
  local original = rig.tree(here)
  local buf = rig.open(patch)
  rig.apply_and_wait(buf)
  vim.cmd("silent wall")
  local applied = rig.tree(here)
  for name, bytes in pairs(files) do
    rig.equal(bytes, applied[name], name)
  end
  vim.cmd("Patchsight undo")
  rig.equal(original, rig.tree(here), "undone")
  rig.settle(buf)
end

-- Text for an empty file: one that is open, and one that is not.
write("empty.txt", "")
write("shown.txt", "")
write(
  "empty.diff",
  "--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n"
    .. "--- a/shown.txt\n+++ b/shown.txt\n@@ -0,0 +1 @@\n+three\n"
)
vim.cmd("edit shown.txt")
local shown = vim.api.nvim_get_current_buf()
expect("empty.diff", { ["empty.txt"] = "one\ntwo\n", ["shown.txt"] = "three\n" })
rig.equal({ "" }, vim.api.nvim_buf_get_lines(shown, 0, -1, true))
vim.cmd("silent bwipeout! " .. shown)

-- Mixed line ends stay as they are; a new line ends as the one it stands for.
write("mixed.txt", "a = 1\r\nb = 2\nc = 3\r\nd = 4\n")
write(
  "mixed.diff",
  "--- a/mixed.txt\n+++ b/mixed.txt\n@@ -1,4 +1,5 @@\n a = 1\n b = 2\n-c = 3\n+c = 33\n+c = 34\n d = 4\n"
)
vim.fn.mkdir("aside", "p")
write("aside/mixed.txt", "a = 1\r\nb = 2\nc = 3\r\nd = 4\n")
vim.fn.system({ "patchsight", "apply", "--root", "aside", "mixed.diff" })
rig.equal(0, vim.v.shell_error)
local wanted = rig.tree(here)["aside/mixed.txt"]
assert(wanted:find("\r\n") and wanted:find("c = 33"), wanted)
for _, is_open in ipairs({ false, true }) do
  if is_open then
    vim.cmd("edit mixed.txt")
  end
  expect("mixed.diff", { ["mixed.txt"] = wanted })
end

-- Latin-1: a buffer is text whatever its encoding on disk. What it cannot say is refused before anything changes.
write("latin.txt", "caf\233 = 1\nx = 1\n")
write(
  "latin.patch",
  '*** Begin Patch\n*** Update File: latin.txt\n@@\n-x = 1\n+x = "\195\188"\n*** End Patch\n'
)
write(
  "fox.patch",
  '*** Begin Patch\n*** Update File: latin.txt\n@@\n-x = 1\n+x = "\240\159\166\138"\n*** End Patch\n'
)
vim.cmd("edit latin.txt")
local latin = vim.api.nvim_get_current_buf()
rig.equal("latin1", vim.bo.fileencoding)
expect("latin.patch", { ["latin.txt"] = 'caf\233 = 1\nx = "\252"\n' })
local original = rig.tree(here)
rig.apply_and_wait(rig.open("fox.patch"))
assert(rig.messages():find("latin.txt is written in latin1", 1, true), rig.messages())
rig.equal({ "caf\195\169 = 1", "x = 1" }, vim.api.nvim_buf_get_lines(latin, 0, -1, true))
rig.equal(original, rig.tree(here))
