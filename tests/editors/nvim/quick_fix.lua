--- A quick fix changes the patch, and nothing is said about it.
local rig = require("rig")
rig.start()
local buf = rig.open("ambiguous.patch")
rig.equal("3 ambiguous_context", rig.problems(buf)[1])
vim.cmd("messages clear")
vim.api.nvim_win_set_cursor(0, { 3, 0 })
rig.choose(buf, "Target the one at shop/cart.py:55")
rig.wait("the new text", function()
  return vim.bo[buf].modified
end)
rig.settle(buf)
assert(not vim.tbl_contains(rig.problems(buf), "3 ambiguous_context"))
rig.equal("", rig.messages())
