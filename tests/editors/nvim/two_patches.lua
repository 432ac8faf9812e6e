--- Patches that were applied one after the other are undone one after the other.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()

local trees = { rig.tree(here) }
for _, name in ipairs({ "first.patch", "second.patch" }) do
  rig.apply_and_wait(rig.open(name))
  vim.cmd("silent wall")
  table.insert(trees, rig.tree(here))
end
assert(trees[3]["shop.toml"]:find("timeout = 40\nretries = 7", 1, true), trees[3]["shop.toml"])
vim.cmd("Patchsight undo")
rig.equal(trees[2], rig.tree(here))
vim.cmd("Patchsight undo")
rig.equal(trees[1], rig.tree(here))
