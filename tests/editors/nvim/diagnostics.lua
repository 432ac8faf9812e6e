--- Problems arrive with code, line and related places; a hover says where a part lands; both follow what is typed.
local rig = require("rig")
rig.start()

local stale = rig.open("stale.patch")
rig.equal({ "6 context_not_found" }, rig.problems(stale))
assert(rig.hover(stale, 6):find("First difference", 1, true), rig.hover(stale, 6))

local fixed = [[             return Decimal("0.00")]]
vim.api.nvim_buf_set_lines(stale, 5, 6, true, { fixed })
rig.settle(stale)
rig.equal({}, rig.problems(stale), "the problem goes with its cause")
local hover = rig.hover(stale, 4)
assert(hover:find("shop/cart.py:3", 1, true) and hover:find("5.90", 1, true), hover)

local ambiguous = rig.open("ambiguous.patch")
local problems = vim.diagnostic.get(ambiguous)
rig.equal(
  { "3 ambiguous_context", "8 ambiguous_anchor", "8 ambiguous_context" },
  rig.problems(ambiguous)
)
rig.equal(3, #problems[1].user_data.lsp.relatedInformation, "every candidate is named")
