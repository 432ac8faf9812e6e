--- All or nothing: what cannot be carried out is refused before it begins, and put back if it fails half-way.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()
local original = rig.tree(here)

local buf = rig.open("fine.patch")
vim.cmd("edit shop/legacy.py")
vim.api.nvim_buf_set_lines(0, 0, 0, true, { "# mine" })
local legacy = vim.api.nvim_get_current_buf()
rig.wait("the target to be attached", function()
  return rig.client(legacy)
end)
rig.settle(buf)
rig.equal(
  { "31 unsaved_changes" },
  rig.problems(buf),
  "the server does not offer what would lose them"
)

local function uri(name)
  return vim.uri_from_fname(here .. "/" .. name)
end
local text = {
  textDocument = { uri = uri("shop.toml") },
  edits = {
    {
      range = { start = { line = 0, character = 0 }, ["end"] = { line = 1, character = 0 } },
      newText = "",
    },
  },
}
local create = { kind = "create", uri = uri("new/folder/file.py") }
local REFUSED = {
  {
    { kind = "delete", uri = uri("shop/legacy.py") },
    "shop/legacy.py has unsaved changes that would be lost with it",
  },
  { { kind = "create", uri = uri("shop/mail.py") }, "shop/mail.py exists already." },
  {
    { kind = "rename", oldUri = uri("shop.toml"), newUri = uri("README.md") },
    "README.md exists already",
  },
  { { kind = "delete", uri = uri("missing.py") }, "missing.py does not exist." },
  {
    { kind = "rename", oldUri = uri("missing.py"), newUri = uri("x.py") },
    "missing.py does not exist.",
  },
  { { kind = "create", uri = uri("README.md/x.py") }, "Everything is as it was." },
}
for _, case in ipairs(REFUSED) do
  local why =
    require("patchsight.apply").apply({ documentChanges = { create, text, case[1] } }, "utf-16")
  assert(why and why:find(case[2], 1, true), vim.inspect(why))
  rig.equal(original, rig.tree(here), case[2])
  rig.equal(nil, (rig.lines("shop.toml")), "no buffer is left behind")
end
rig.equal("# mine", vim.api.nvim_buf_get_lines(legacy, 0, 1, true)[1])
vim.cmd("Patchsight undo")
rig.equal("There is no applied patch to undo.", rig.last_told())
