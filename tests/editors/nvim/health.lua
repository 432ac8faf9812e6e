--- :checkhealth finds the server, and says what to do if it does not.
local rig = require("rig")
rig.start()
rig.open("fine.patch")

local function report()
  vim.cmd("checkhealth patchsight")
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n")
  vim.cmd("bwipeout!")
  return text
end
local text = report()
assert(text:find("patchsight %d+%.%d+") and text:find("client 1: %d+ buffers"), text)
assert(not text:find("ERROR"), text)

vim.g.patchsight = { cmd = { "no-such-server" } }
if vim.lsp.config then
  vim.lsp.config("patchsight", { cmd = { "no-such-server" } })
end
text = report()
assert(
  text:find("no-such-server was not found", 1, true)
    and text:find("pip install . in a clone", 1, true),
  text
)
