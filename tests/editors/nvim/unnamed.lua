--- Patches in buffers without a file, two at once, each with an address of its own; and in one that is no file at all.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()
vim.o.hidden = true
local original = rig.tree(here)

local function paste(name)
  vim.fn.setreg("a", vim.fn.readfile(name), "l")
  vim.cmd("Patchsight paste a")
  local buf = vim.api.nvim_get_current_buf()
  rig.wait("the server", function()
    return rig.client(buf)
  end)
  rig.settle(buf)
  return buf
end

local fine, stale = paste("fine.patch"), paste("stale.patch")
rig.equal("v4a", vim.bo[fine].filetype, "the content decides")
rig.equal(false, vim.bo[fine].modified, "what was copied is no unsaved work")
rig.wait("the problems of the one", function()
  return vim.deep_equal(rig.problems(stale), { "6 context_not_found" })
end)
rig.equal({}, rig.problems(fine), "and none of the other")
rig.equal(1, #vim.diagnostic.get(), "nor of a buffer that nobody opened")
assert(rig.hover(fine, 5):find("shop/cart.py:39", 1, true), "it is about the current folder")

vim.cmd("messages clear")
vim.api.nvim_set_current_buf(stale)
vim.api.nvim_win_set_cursor(0, { 6, 0 })
local before = vim.api.nvim_buf_get_lines(stale, 0, -1, true)
rig.choose(stale, "Use the file's text")
rig.wait("the quick fix", function()
  return not vim.deep_equal(before, vim.api.nvim_buf_get_lines(stale, 0, -1, true))
end)
rig.settle(stale)
rig.equal({}, rig.problems(stale), "the fix lands in its own buffer")

rig.apply_and_wait(fine)
rig.equal(1, vim.fn.filereadable("shop/notify.py"))
vim.cmd("Patchsight undo")
rig.equal(original, rig.tree(here))

-- Writing such a buffer makes the file its own.
vim.api.nvim_set_current_buf(fine)
vim.cmd("silent! write")
rig.equal(original, rig.tree(here), "without a name there is nothing to write")
vim.cmd("silent write saved.patch")
rig.wait("the file to be its own", function()
  return vim.api.nvim_buf_get_name(fine) == here .. "/saved.patch" and not vim.bo[fine].modified
end)
rig.equal(vim.fn.readfile("fine.patch"), vim.fn.readfile("saved.patch"))
if vim.fn.has("nvim-0.11") == 1 then
  assert(rig.hover(fine, 5):find("shop/cart.py:39", 1, true), "the server knows the file")
end
vim.cmd("silent write")
vim.fn.delete("saved.patch")

-- A chat: no file, no filetype of a patch, until it is asked for.
local chat = vim.api.nvim_create_buf(true, true)
local lines = { "Here is the change:", "", "```diff" }
vim.list_extend(lines, vim.fn.readfile("stale.patch"))
table.insert(lines, "```")
vim.api.nvim_buf_set_lines(chat, 0, -1, true, lines)
vim.bo[chat].filetype = "markdown"
vim.api.nvim_set_current_buf(chat)
vim.cmd("Patchsight check")
rig.wait("the problems of the chat", function()
  return vim.tbl_contains(rig.problems(chat), "9 context_not_found")
end)
rig.wait("their list", function()
  return #vim.fn.getqflist() > 0
end)
rig.equal(chat, vim.fn.getqflist()[1].bufnr)
