--- Targets are shown to the server without a word to anybody else, wherever the patch and its files lie.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()
vim.o.hidden = true
local heard = {}
if vim.fn.has("nvim-0.8") == 1 then
  vim.api.nvim_create_autocmd("LspAttach", {
    callback = function(event)
      table.insert(heard, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ":t"))
    end,
  })
end

-- A patch that was downloaded, and is about the current folder.
local elsewhere = vim.fn.tempname()
vim.fn.mkdir(elsewhere, "p")
vim.fn.writefile(vim.fn.readfile("fine.patch"), elsewhere .. "/mail.patch")
vim.cmd("edit shop/cart.py")
local cart = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(cart, 0, 0, true, { "# mine" })
local buf = rig.open(elsewhere .. "/mail.patch")
rig.wait("the target to be attached", function()
  return rig.client(cart)
end)
rig.settle(buf)
rig.equal({}, rig.problems(buf), "its files are found")
assert(rig.hover(buf, 5):find("shop/cart.py:40", 1, true), rig.hover(buf, 5))

-- A page with an example: no error, and nothing in the way.
vim.fn.writefile(
  { "# How to", "", "```diff", "--- a/no.py", "+++ b/no.py", "@@ -1 +1 @@", "-x", "+y", "```" },
  "tutorial.md"
)
vim.cmd("edit tutorial.md")
local page = vim.api.nvim_get_current_buf()
rig.wait("the page to be attached", function()
  return rig.client(page)
end)
rig.settle(buf)
for _, problem in ipairs(vim.diagnostic.get(page)) do
  rig.equal(vim.diagnostic.severity.HINT, problem.severity)
end
if vim.fn.has("nvim-0.8") == 1 then
  rig.equal({ "mail.patch" }, heard, "LspAttach is for patches")
end

-- The patch's own folder has the files as well: the user says which is meant, and the buffers there count, too.
vim.fn.system({ "cp", "-r", here .. "/shop", here .. "/web", elsewhere })
vim.cmd("edit " .. elsewhere .. "/shop/cart.py")
local other = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(other, 0, 0, true, { "# mine", "# mine" })
rig.wait("the other target to be attached", function()
  return rig.client(other)
end)
vim.api.nvim_set_current_buf(buf)
vim.cmd("Patchsight root " .. elsewhere)
rig.wait("the choice", function()
  return rig.last_told():find("The patch is about", 1, true)
end)
assert(rig.hover(buf, 5):find("shop/cart.py:41", 1, true), rig.hover(buf, 5))
local offered
vim.ui.select = function(items, _, choose)
  offered = items
  choose(nil)
end
vim.cmd("Patchsight root")
assert(
  vim.tbl_contains(offered, here) and vim.tbl_contains(offered, elsewhere),
  vim.inspect(offered)
)
