--- What went wrong in version 0.1, each as it was seen on the screen. With nothing but what that version had, too.
local rig = require("rig")
local here = vim.fn.getcwd()
local ROWS = {}
rig.start()
vim.o.hidden = true

local function write(name, bytes)
  local file = assert(io.open(name, "wb"))
  file:write(bytes)
  file:close()
end

--- Applying and previewing ended in "change_annotations must be provided".
ROWS["annotations"] = function()
  local buf = rig.open("fine.patch")
  vim.cmd("LspPatchsightPreview")
  rig.wait("the preview", function()
    return vim.fn.tabpagenr("$") == 2
  end)
  vim.cmd("tabclose")
  rig.apply_and_wait(buf)
  assert(table.concat(rig.lines("shop/cart.py")):find("not self.lines", 1, true), rig.messages())
end

--- Two patches without a name shared one address, and their problems went to a third buffer.
ROWS["unnamed"] = function()
  for _, name in ipairs({ "stale.patch", "ambiguous.patch" }) do
    vim.cmd("enew")
    vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.fn.readfile(name))
    vim.cmd("setfiletype diff")
    local buf = vim.api.nvim_get_current_buf()
    rig.wait("the problems of " .. name .. " in its own buffer", function()
      return #vim.diagnostic.get(buf) > 0
    end)
  end
end

--- Text that was put into an empty file came with a blank line below it.
ROWS["empty"] = function()
  write("empty.txt", "")
  write("p.diff", "--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n")
  rig.apply_and_wait(rig.open("p.diff"))
  rig.equal({ "one", "two" }, (rig.lines("empty.txt")))
end

--- Taking a patch back went around the plugin, and could not be undone.
ROWS["revert"] = function()
  local buf = rig.open("fine.patch")
  rig.apply_and_wait(buf)
  vim.cmd("silent wall")
  rig.settle(buf)
  local applied = rig.tree(here)
  rig.choose(buf, "Revert patch")
  rig.wait("the old text", function()
    return not table.concat(rig.lines("shop/cart.py")):find("not self.lines", 1, true)
  end)
  rig.settle(buf)
  vim.cmd("silent wall")
  vim.cmd("LspPatchsightUndo")
  rig.equal(applied, rig.tree(here))
end

--- The files of a patch that lies elsewhere, such as among the downloads, were not found.
ROWS["elsewhere"] = function()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, "p")
  vim.fn.writefile(vim.fn.readfile("fine.patch"), folder .. "/mail.patch")
  rig.equal({}, rig.problems(rig.open(folder .. "/mail.patch")))
end

--- A page with an example turned red, once some patch was open.
ROWS["page"] = function()
  write("page.md", "# How to\n\n```diff\n--- a/no.py\n+++ b/no.py\n@@ -1 +1 @@\n-x\n+y\n```\n")
  local buf = rig.open("fine.patch")
  local page = rig.open("page.md")
  rig.settle(buf)
  for _, problem in ipairs(vim.diagnostic.get(page)) do
    rig.equal(vim.diagnostic.severity.HINT, problem.severity, problem.message)
  end
end

ROWS[os.getenv("ROW")]()
