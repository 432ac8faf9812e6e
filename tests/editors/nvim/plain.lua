--- Without the plugin, with `lsp/patchsight.lua` alone, as users of nvim-lspconfig have it: the server is told of patches
--- only. Text that is not saved stays as it is, what is written goes to disk, and twice is once.
local rig = require("rig")
vim.lsp.enable("patchsight")
vim.o.hidden = true

-- Feedback is shown, since nothing copies it.
local stale = rig.open("stale.patch")
rig.choose(stale, "Show feedback for the model")
rig.wait("the feedback", function()
  return vim.fn.expand("%:t") == "feedback.log"
end)
assert(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n"):find("context_not_found"))

vim.cmd("edit shop/cart.py")
local cart = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(cart, 0, 0, true, { "# mine", "# mine" })
local typed = vim.api.nvim_buf_get_lines(cart, 0, -1, true)
vim.cmd("edit web/checkout.ts")
local checkout = vim.api.nvim_get_current_buf()

local buf = rig.open(os.getenv("PATCH"))
rig.equal({}, rig.problems(buf))
rig.apply_and_wait(buf)
assert(rig.messages():find("Applied to 5 files"), rig.messages())
local expected = rig.tree(os.getenv("EXPECTED"))
rig.equal(expected, rig.tree(vim.fn.getcwd()), "on disk, the same as on the command line")
rig.equal(typed, vim.api.nvim_buf_get_lines(cart, 0, -1, true), "what was typed")

-- A buffer without unsaved text follows; over the other nothing is written unasked.
vim.cmd("checktime " .. checkout)
vim.cmd("silent! checktime " .. cart)
rig.equal(vim.fn.readfile("web/checkout.ts"), vim.api.nvim_buf_get_lines(checkout, 0, -1, true))
rig.equal(typed, vim.api.nvim_buf_get_lines(cart, 0, -1, true), "what was typed")

-- Twice is once.
rig.client(buf):request("workspace/executeCommand", {
  command = "patchsight.applyPatch",
  arguments = { vim.uri_from_bufnr(buf) },
})
rig.wait("the refusal", function()
  return rig.messages():find("everything is applied already")
end)
rig.equal(expected, rig.tree(vim.fn.getcwd()), "once")
