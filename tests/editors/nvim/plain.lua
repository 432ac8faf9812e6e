--- Without the plugin, with `lsp/patchsight.lua` alone: what users of nvim-lspconfig have.
local rig = require("rig")
vim.lsp.enable("patchsight")
local buf = rig.open(os.getenv("PATCH"))
rig.equal({}, rig.problems(buf))
rig.apply(buf)
rig.wait("the edit", function()
  return rig.lines(os.getenv("CHANGED")) and vim.bo[vim.fn.bufnr(os.getenv("CHANGED"))].modified
end)
vim.wait(100)
vim.cmd("silent wall")
rig.equal(
  rig.tree(os.getenv("EXPECTED")),
  rig.tree(vim.fn.getcwd()),
  "the same as on the command line"
)
