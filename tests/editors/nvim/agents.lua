--- What agents write, pasted from a chat: an answer with SEARCH/REPLACE blocks, and a call of a tool. What is wrong shows,
--- a quick fix mends it, and then it is applied and undone as any patch.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()
vim.o.hidden = true
local original = rig.tree(here)

--- Pastes, finds one problem, takes a fix for it, applies and undoes; returns what was applied.
local function try(name, problem, row, fix)
  vim.fn.setreg("a", vim.fn.readfile(name), "l")
  vim.cmd("Patchsight paste a")
  local buf = vim.api.nvim_get_current_buf()
  rig.wait("the problem of " .. name, function()
    return vim.tbl_contains(rig.problems(buf), problem)
  end)
  vim.cmd("Patchsight apply")
  rig.wait("the refusal", function()
    return rig.messages():find("shop")
  end)
  rig.equal(original, rig.tree(here), "nothing is applied while something is wrong")
  vim.api.nvim_set_current_buf(buf)
  vim.api.nvim_win_set_cursor(0, { row, 0 })
  rig.choose(buf, fix)
  rig.wait("the fix", function()
    return not vim.tbl_contains(rig.problems(buf), problem)
  end)
  rig.apply_and_wait(buf)
  vim.cmd("silent wall")
  local applied = rig.tree(here)
  vim.cmd("Patchsight undo")
  rig.equal(original, rig.tree(here), "undone")
  return applied
end

local cart = try("aider.txt", "7 context_not_found", 7, "Use the file's text")["shop/cart.py"]
rig.equal(
  (
    original["shop/cart.py"]
      :gsub("if self%.total", "if not self.lines or self.total")
      :gsub("text%.rstrip", "text.strip().rstrip")
  ),
  cart
)
local fix = "Target the one at shop.toml:18"
local toml = try("multiedit.json", "13 ambiguous_context", 13, fix)["shop.toml"]
rig.equal((original["shop.toml"]:gsub("EUR", "GBP"):gsub("retries = 3\n$", "retries = 5\n")), toml)
