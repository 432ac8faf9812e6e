--- Text that is not saved counts, survives applying, and is back after undoing.
local rig = require("rig")
rig.start()
local original = rig.tree(vim.fn.getcwd())

vim.cmd("edit shop/cart.py")
local cart = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(cart, 0, 0, true, { "# mine" })
local mine = rig.lines("shop/cart.py")

local buf = rig.open("fine.patch")
rig.wait("the target to be attached", function()
  return rig.client(cart)
end)
assert(rig.hover(buf, 5):find("shop/cart.py:40", 1, true), "one line further down than on disk")
if vim.fn.has("nvim-0.11") == 1 then
  vim.api.nvim_buf_call(cart, function()
    rig.equal("", vim.fn.maparg("K", "n"), "K still means what it meant in a target")
  end)
end
vim.cmd("edit shop.toml")
rig.wait("a target that is opened later to be attached", function()
  return rig.client(vim.api.nvim_get_current_buf())
end)
rig.equal(
  { "", "" },
  { vim.bo.omnifunc, vim.bo.tagfunc },
  "the options of a target stay as they were"
)

rig.apply_and_wait(buf)
rig.equal("# mine", rig.lines("shop/cart.py")[1])
vim.cmd("silent wall")
vim.cmd("Patchsight undo")
rig.equal(original, rig.tree(vim.fn.getcwd()), "what was not saved is not on disk again")
rig.equal(mine, rig.lines("shop/cart.py"), "and still in its buffer")
assert(vim.bo[cart].modified)
vim.cmd("silent wall")
rig.equal("", vim.v.errmsg)
