--- The commands: preview, problems, feedback, going to where a part lands.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()
local original = rig.tree(here)

local function names_of_tab(tab)
  local names = {}
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(tab)) do
    assert(vim.wo[window].diff)
    local name = vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(window))
    table.insert(names, (name:gsub("^patchsight://%d+/", "")))
  end
  return table.concat(names, " | ")
end

local fine = rig.open("fine.patch")
vim.cmd("LspPatchsightPreview")
rig.wait("the preview", function()
  return vim.fn.tabpagenr("$") == 6
end)
rig.equal({
  "now/shop/cart.py | then/shop/cart.py",
  "now/web/checkout.ts | then/web/checkout.ts",
  "now/shop/mail.py | then/shop/notify.py",
  "now/shop/legacy.py | then/shop/legacy.py",
  "now/shop/coupons.py | then/shop/coupons.py",
}, vim.tbl_map(names_of_tab, vim.list_slice(vim.api.nvim_list_tabpages(), 2)))
rig.equal(2, vim.fn.tabpagenr(), "the first file is shown")
local after = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n")
assert(after:find("if not self.lines or self.total", 1, true), after)
rig.equal(original, rig.tree(here), "a preview changes nothing")
rig.equal({}, rig.told, "and does not say that it did")
vim.cmd("tabonly | tabfirst")
vim.cmd("silent! only")
vim.api.nvim_set_current_buf(fine)

vim.api.nvim_win_set_cursor(0, { 5, 0 })
vim.cmd("LspPatchsightGoto")
rig.wait("the jump", function()
  return vim.api.nvim_buf_get_name(0) == here .. "/shop/cart.py"
end)
rig.equal(40, vim.fn.line("."), "the very line that the line of the patch is about")

local ambiguous = rig.open("ambiguous.patch")
local offered
vim.ui.select = function(items, options, choose)
  offered = vim.tbl_map(options.format_item, items)
  choose(items[2])
end
vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.cmd("LspPatchsightGoto")
rig.wait("the question which place", function()
  return offered
end)
rig.equal("shop/cart.py:55  except InvalidOperation:", offered[2])
rig.equal(here .. "/shop/cart.py", vim.api.nvim_buf_get_name(0))
rig.equal(55, vim.fn.line("."))

vim.api.nvim_set_current_buf(ambiguous)
vim.cmd("LspPatchsightProblems")
local list = vim.fn.getqflist()
assert(list[1].text:find("[ambiguous_context]", 1, true), list[1].text)
rig.equal({ 3, "E" }, { list[1].lnum, list[1].type })
rig.equal(
  here .. "/shop/cart.py",
  vim.api.nvim_buf_get_name(list[2].bufnr),
  "the candidates follow"
)
vim.cmd("cclose")

vim.api.nvim_set_current_buf(ambiguous)
vim.cmd("LspPatchsightFeedback a")
rig.wait("the feedback", function()
  return vim.fn.getreg("a") ~= ""
end)
assert(
  vim.fn.getreg("a"):find("[ambiguous_anchor] line 8 of the patch", 1, true),
  vim.fn.getreg("a")
)

vim.fn.setreg('"', "")
vim.api.nvim_set_current_buf(ambiguous)
vim.api.nvim_win_set_cursor(0, { 9, 0 })
rig.choose(ambiguous, "Copy feedback on this part for the model")
local function copied()
  return vim.fn.getreg(vim.fn.has("clipboard") == 1 and "+" or '"')
end
rig.wait("the feedback on a part", function()
  return copied() ~= ""
end)
assert(
  copied():find(
    "^2 problems; nothing was applied.\nERROR %[ambiguous_context%] line 8 of the patch"
  ),
  copied()
)
assert(rig.last_told():find("The feedback is in register", 1, true), rig.last_told())

vim.cmd("LspPatchsightPreview")
rig.wait("the reason why there is no preview", function()
  return (rig.messages() .. table.concat(rig.told)):find("stand") and vim.fn.tabpagenr("$") == 1
end)

vim.cmd("enew")
vim.cmd("LspPatchsightProblems")
assert(rig.last_told():find("Patchsight is not attached to this buffer", 1, true), rig.last_told())
