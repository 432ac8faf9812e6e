--- What is done with one part of a patch by code actions: an edit in JSON is split and dropped, a stale part is edited with
--- the file's text in it.
local rig = require("rig")
rig.start()
vim.o.hidden = true

local function read(buf)
  return vim.api.nvim_buf_get_lines(buf, 0, -1, true)
end

--- Takes an action at a place; the rows of the patch afterwards.
local function choose(buf, row, column, title)
  local before = read(buf)
  vim.api.nvim_win_set_cursor(0, { row, column })
  rig.choose(buf, title)
  rig.wait(title, function()
    return not vim.deep_equal(before, read(buf))
  end)
  rig.settle(buf)
  return read(buf)
end

local head, tail = '{"file_path": "shop/cart.py", "edits": [', "]}"
local both = [[  {"old_string": "    def total(self) -> Decimal:\n        return sum(", ]]
  .. [["new_string": "    def sum(self) -> Decimal:\n        return 0 + sum("}]]
local first =
  [[  {"old_string": "    def total(self) -> Decimal:", "new_string": "    def sum(self) -> Decimal:"}]]
local second = [[  {"old_string": "        return sum(", "new_string": "        return 0 + sum("}]]
vim.fn.setreg("a", { head, both, tail }, "l")
vim.cmd("Patchsight paste a")
local buf = vim.api.nvim_get_current_buf()
rig.wait("the server", function()
  return rig.client(buf)
end)
rig.settle(buf)
rig.equal({}, rig.problems(buf))
local column = both:find("        return sum", 1, true) - 1
rig.equal({ head, first .. ",", second, tail }, choose(buf, 2, column, "Split this part here"))
rig.equal({ head, second, tail }, choose(buf, 2, 20, "Drop this part"))

vim.cmd("edit stale.patch")
local stale = vim.api.nvim_get_current_buf()
rig.wait("its problem", function()
  return vim.deep_equal(rig.problems(stale), { "6 context_not_found" })
end)
local rows = choose(stale, 6, 0, "Edit this part with the file's text")
rig.equal({}, rig.problems(stale), "it fits now")
if vim.fn.has("nvim-0.11") == 1 then
  rig.wait("the cursor on what the part puts in", function()
    return vim.startswith(rows[vim.api.nvim_win_get_cursor(0)[1]], "+")
  end)
end
