--- A formatter that runs when files are saved: what it does belongs to the patch, and is undone with it.
local rig = require("rig")
local here = vim.fn.getcwd()
vim.api.nvim_create_autocmd("BufWritePre", {
  pattern = "*.py",
  callback = function(event)
    vim.api.nvim_buf_set_lines(event.buf, -1, -1, true, { "# formatted" })
  end,
})
rig.start()
local original = rig.tree(here)
local buf = rig.open("fine.patch")

rig.apply_and_wait(buf)
rig.equal(original["shop/cart.py"], rig.tree(here)["shop/cart.py"], "applying saves nothing")
vim.cmd("silent wall")
assert(rig.tree(here)["shop/cart.py"]:find("# formatted\n$"))
vim.cmd("Patchsight undo")
rig.equal(original, rig.tree(here), "undone with what the formatter did")
rig.settle(buf)

-- What a user typed in between is not lost.
rig.apply_and_wait(buf)
local _, cart = rig.lines("shop/cart.py")
vim.api.nvim_buf_set_lines(cart, 0, 0, true, { "# mine" })
vim.cmd("silent wall")
vim.cmd("Patchsight undo")
assert(
  rig.last_told():find("Nothing was undone: shop/cart.py changed since", 1, true),
  rig.last_told()
)
rig.equal("# mine", rig.lines("shop/cart.py")[1])
