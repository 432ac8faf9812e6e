--- Buffers that are shown when their files are renamed, deleted and created, and when all that is undone.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()
local original = rig.tree(here)

local buf = rig.open("fine.patch")
local windows = {}
for _, name in ipairs({ "shop/mail.py", "shop/legacy.py", "web/checkout.ts" }) do
  vim.cmd("split " .. name)
  windows[name] = vim.api.nvim_get_current_win()
end
local function shown(name)
  local path = vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(windows[name]))
  return path:sub(#here + 2)
end
vim.api.nvim_set_current_win(vim.fn.win_findbuf(buf)[1])

rig.apply_and_wait(buf)
rig.equal("shop/notify.py", shown("shop/mail.py"), "the window follows the renamed file")
vim.cmd("split shop/coupons.py")
vim.cmd("silent wall")

vim.cmd("Patchsight undo")
rig.equal(original, rig.tree(here))
rig.equal("shop/mail.py", shown("shop/mail.py"), "and back")
rig.equal("web/checkout.ts", shown("web/checkout.ts"))
assert(rig.lines("shop/legacy.py"), "the deleted file's buffer is back")
rig.equal(nil, (rig.lines("shop/coupons.py")), "the created file's buffer is gone")
for _, other in ipairs(vim.api.nvim_list_bufs()) do
  assert(not vim.bo[other].modified, vim.api.nvim_buf_get_name(other))
end
vim.cmd("silent wall")
rig.equal(original, rig.tree(here), "saving again changes nothing")
