--- The commands: preview, problems, feedback, going to where a part lands.
local rig = require("rig")
local here = vim.fn.getcwd()
rig.start()
local original = rig.tree(here)

local fine = rig.open("fine.patch")
vim.cmd("Patchsight preview")
rig.wait("the preview", function()
  return vim.fn.tabpagenr("$") == 2
end)
local shown = vim.api.nvim_buf_get_lines(0, 0, -1, true)
rig.equal(
  {
    "--- shop/cart.py",
    "+++ shop/cart.py",
    "--- web/checkout.ts",
    "+++ web/checkout.ts",
    "--- shop/mail.py",
    "+++ shop/notify.py",
    "--- shop/legacy.py",
    "+++ /dev/null",
    "--- /dev/null",
    "+++ shop/coupons.py",
  },
  vim.tbl_filter(function(row)
    return row:find("^%-%-%- ") or row:find("^%+%+%+ ")
  end, shown),
  "all files in one buffer"
)
rig.equal(
  "-        if self.total() >= FREE_SHIPPING_FROM:",
  vim.api.nvim_get_current_line(),
  "the cursor is on the first change"
)
local function marked(row)
  local found = {}
  for _, mark in
    ipairs(
      vim.fn.has("nvim-0.8") == 1
          and vim.api.nvim_buf_get_extmarks(
            0,
            vim.api.nvim_get_namespaces()["patchsight-words"],
            { row - 1, 0 },
            { row - 1, -1 },
            { details = true }
          )
        or {}
    )
  do
    table.insert(found, shown[row]:sub(mark[3] + 1, mark[4].end_col))
  end
  return table.concat(found)
end
local first = vim.fn.line(".")
if vim.fn.has("nvim-0.8") == 1 then
  rig.equal({ "", "not self.lines or " }, { marked(first), marked(first + 1) }, "words that differ")
end
rig.equal(original, rig.tree(here), "a preview changes nothing")
rig.equal({}, rig.told, "and does not say that it did")
vim.cmd("normal q")
rig.equal(1, vim.fn.tabpagenr("$"))
vim.api.nvim_set_current_buf(fine)

-- From part to part.
local function press(keys)
  vim.cmd("normal " .. keys)
  return vim.fn.line(".")
end
vim.api.nvim_win_set_cursor(0, { 1, 0 })
rig.equal({ 3, 9, 16 }, { press("]h"), press("]h"), press("]h") })
rig.equal({ 3, 16 }, { press("2[h"), press("2]h") })
press("9[h")
rig.equal(3, vim.fn.line("."))
press("[h")
rig.equal("This is the first part.", rig.last_told())

-- The status line.
rig.wait("the status", function()
  return require("patchsight").status() == "6 of 6 parts fit (workspace)"
end)
rig.equal("", require("patchsight").status(vim.api.nvim_create_buf(false, true)))

-- Every subcommand is completed, has a map, and a wrong one says what there is.
local words = "apply check feedback goto paste preview problems restart revert root undo"
rig.equal(vim.split(words, " "), vim.fn.getcompletion("Patchsight ", "cmdline"))
rig.equal({ "paste", "preview", "problems" }, vim.fn.getcompletion("Patchsight p", "cmdline"))
rig.equal({ "part" }, vim.fn.getcompletion("Patchsight apply ", "cmdline"))
rig.equal({ "shop/" }, vim.fn.getcompletion("Patchsight root sh", "cmdline"))
for _, word in ipairs(vim.split(words .. " next previous apply-part", " ")) do
  assert(vim.fn.maparg(("<Plug>(patchsight-%s)"):format(word), "n") ~= "", word)
end
vim.cmd("Patchsight nonsense")
rig.equal(
  "There is no :Patchsight nonsense; there are " .. words:gsub(" ", ", ") .. ".",
  rig.last_told()
)

-- One part, then the rest, and a new server in between.
vim.api.nvim_win_set_cursor(0, { 10, 0 })
vim.cmd("Patchsight apply part")
rig.wait("the part", function()
  return rig.messages():find("Applied to 1 file")
end)
local text = table.concat(rig.lines("shop/cart.py"), "\n")
assert(text:find("text.strip()", 1, true) and not text:find("not self.lines", 1, true), text)
vim.cmd("Patchsight undo")
local id = rig.client(fine).id
vim.cmd("Patchsight restart")
rig.wait("another server", function()
  return rig.client(fine) and rig.client(fine).id ~= id
end)
rig.settle(fine)
vim.cmd("Patchsight apply")
rig.wait("the whole patch", function()
  return rig.messages():find("Applied to 5 files")
end)
vim.cmd("Patchsight undo")
rig.equal(original, rig.tree(here))
rig.settle(fine)

vim.api.nvim_set_current_buf(fine)
vim.api.nvim_win_set_cursor(0, { 5, 0 })
vim.cmd("Patchsight goto")
rig.wait("the jump", function()
  return vim.api.nvim_buf_get_name(0) == here .. "/shop/cart.py"
end)
rig.equal(40, vim.fn.line("."), "the very line that the line of the patch is about")

local ambiguous = rig.open("ambiguous.patch")
local offered
vim.ui.select = function(items, options, choose)
  offered = vim.tbl_map(options.format_item, items)
  choose(items[2])
end
vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.cmd("Patchsight goto")
rig.wait("the question which place", function()
  return offered
end)
rig.equal("shop/cart.py:55  except InvalidOperation:", offered[2])
rig.equal(here .. "/shop/cart.py", vim.api.nvim_buf_get_name(0))
rig.equal(55, vim.fn.line("."))

vim.api.nvim_set_current_buf(ambiguous)
vim.cmd("Patchsight problems")
local list = vim.fn.getqflist()
assert(list[1].text:find("[ambiguous_context]", 1, true), list[1].text)
rig.equal({ 3, "E" }, { list[1].lnum, list[1].type })
rig.equal(
  here .. "/shop/cart.py",
  vim.api.nvim_buf_get_name(list[2].bufnr),
  "the candidates follow"
)
vim.cmd("cclose")

vim.api.nvim_set_current_buf(ambiguous)
vim.cmd("Patchsight feedback a")
rig.wait("the feedback", function()
  return vim.fn.getreg("a") ~= ""
end)
assert(
  vim.fn.getreg("a"):find("[ambiguous_context] line 8 of the patch", 1, true),
  vim.fn.getreg("a")
)

vim.fn.setreg('"', "")
vim.api.nvim_set_current_buf(ambiguous)
vim.api.nvim_win_set_cursor(0, { 9, 0 })
rig.choose(ambiguous, "Copy feedback on this part for the model")
local function copied()
  return vim.fn.getreg(vim.fn.has("clipboard") == 1 and "+" or '"')
end
rig.wait("the feedback on a part", function()
  return copied() ~= ""
end)
rig.equal(
  { "1 problem; nothing was applied.", "ERROR [ambiguous_context] line 8 of the patch" },
  { copied():match("^[^\n]*"), copied():match("\n(ERROR [^:]* of the patch)") }
)
assert(rig.last_told():find("The feedback is in register", 1, true), rig.last_told())

vim.cmd("LspPatchsightPreview")
rig.wait("the reason why there is no preview", function()
  return (rig.messages() .. table.concat(rig.told)):find("stand") and vim.fn.tabpagenr("$") == 1
end)

vim.cmd("enew")
vim.cmd("Patchsight problems")
assert(rig.last_told():find("Patchsight is not attached to this buffer", 1, true), rig.last_told())
