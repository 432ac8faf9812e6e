--- Marks the words in which changed rows of a diff differ from those that take their place.
local compat = require("patchsight.compat")
local M = {}

local namespace = vim.api.nvim_create_namespace("patchsight-words")

--- The words, white space and signs of a row of a diff, each with the byte it starts at.
local function tokens_of(row, line, into)
  local at = 2 -- behind the sign
  while at <= #line do
    local first, last = line:find("^[%w_\128-\255]+", at)
    if not first then
      first, last = line:find("^%s+", at)
    end
    last = first and last or at
    table.insert(into, { text = line:sub(at, last), row = row, first = at - 1, last = last })
    at = last + 1
  end
end

local function texts(tokens)
  return table.concat(
    vim.tbl_map(function(token)
      return token.text
    end, tokens),
    "\n"
  ) .. "\n"
end

local function mark(buf, tokens, first, count)
  for index = first, first + count - 1 do
    local token = tokens[index]
    vim.api.nvim_buf_set_extmark(buf, namespace, token.row, token.first, {
      end_col = token.last,
      hl_group = "DiffText",
    })
  end
end

--- Marks what differs in rows that go and rows that come; nothing if they share no word.
local function compare(buf, old, new)
  local changes = compat.diff(texts(old), texts(new), { result_type = "indices" })
  local kept = {}
  for index, token in ipairs(old) do
    kept[index] = token.text:find("[%w_\128-\255]") and true or nil
  end
  for _, change in ipairs(changes) do
    for index = change[1], change[1] + change[2] - 1 do
      kept[index] = nil
    end
  end
  if next(kept) == nil then
    return
  end
  for _, change in ipairs(changes) do
    mark(buf, old, change[1], change[2])
    mark(buf, new, change[3], change[4])
  end
end

--- Marks the words that differ in the rows of a diff that a buffer shows.
function M.mark(buf, rows)
  local old, new = {}, {}
  for index = 1, #rows + 1 do
    local row = rows[index] or ""
    local is_header = row:find("^%-%-%- ") or row:find("^%+%+%+ ")
    local sign = not is_header and row:sub(1, 1) or ""
    if sign == "-" and #new == 0 then
      tokens_of(index - 1, row, old)
    elseif sign == "+" then
      tokens_of(index - 1, row, new)
    else
      if #old > 0 and #new > 0 then
        compare(buf, old, new)
      end
      old, new = {}, {}
    end
  end
end

return M
