--- Without the plugin nobody has a clipboard command: the feedback is opened, to be copied from there.
local rig = require("rig")
vim.lsp.enable("patchsight")
local buf = rig.open("stale.patch")
rig.choose(buf, "Show feedback for the model")
rig.wait("the feedback", function()
  return vim.api.nvim_buf_get_name(0):find("feedback.log", 1, true)
end)
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, true)
rig.equal("1 problem; nothing was applied.", lines[1])
assert(
  table.concat(lines, "\n"):find('   41 |             return Decimal("0.00")', 1, true),
  table.concat(lines, "\n")
)
rig.equal({}, vim.diagnostic.get(0), "it is no patch")
