--- A patch is applied by its code action, saved, and undone by one command; before saving, and after.
local rig = require("rig")
local patch, expected = os.getenv("PATCH"), rig.tree(os.getenv("EXPECTED"))
local here = vim.fn.getcwd()

rig.start()
local original = rig.tree(here)
local buf = rig.open(patch)
rig.equal({}, rig.problems(buf), "a fine patch has no problems")

rig.apply_and_wait(buf)
vim.cmd("Patchsight undo")
rig.equal(original, rig.tree(here), "undone before saving")
for _, other in ipairs(vim.api.nvim_list_bufs()) do
  assert(not vim.bo[other].modified, vim.api.nvim_buf_get_name(other) .. " is left modified")
end

rig.settle(buf)
rig.apply_and_wait(buf)
vim.cmd("silent wall")
rig.equal(expected, rig.tree(here), "saved: the same as on the command line")
rig.settle(buf)
assert(
  table.concat(rig.problems(buf), ","):find("already_applied"),
  "the server sees the new texts"
)

vim.cmd("Patchsight undo")
rig.equal(original, rig.tree(here), "undone after saving")
rig.settle(buf)
rig.equal({}, rig.problems(buf), "the patch fits again")
vim.cmd("Patchsight undo")
rig.equal("There is no applied patch to undo.", rig.last_told())
