--- What changed since is never lost: the whole undo is refused, and works again once the change is taken back.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()

local original = rig.tree(here)
local buf = rig.open("fine.patch")
rig.apply_and_wait(buf)
local applied = rig.tree(here)

local lines, cart = rig.lines("shop/cart.py")
vim.api.nvim_buf_set_lines(cart, 0, 0, true, { "# mine" })
vim.cmd("Patchsight undo")
assert(
  rig.last_told():find("Nothing was undone: shop/cart.py changed since", 1, true),
  rig.last_told()
)
rig.equal(applied, rig.tree(here), "nothing is touched on disk")
rig.equal("# mine", rig.lines("shop/cart.py")[1])

vim.api.nvim_buf_set_lines(cart, 0, 1, true, {})
rig.equal(lines, rig.lines("shop/cart.py"))
vim.cmd("silent wall")

local file = assert(io.open("shop/coupons.py", "ab"))
file:write("# from elsewhere\n")
file:close()
local saved = rig.tree(here)
vim.cmd("Patchsight undo")
assert(
  rig.last_told():find("Nothing was undone: shop/coupons.py changed since", 1, true),
  rig.last_told()
)
rig.equal(saved, rig.tree(here), "a file changed outside the editor counts too")

file = assert(io.open("shop/coupons.py", "wb"))
file:write((saved["shop/coupons.py"]:gsub("# from elsewhere\n", "")))
file:close()
vim.cmd("Patchsight undo")
rig.equal(original, rig.tree(here))
