--- The parts of a patch: going from one to the next, and which one the cursor is in.
local compat = require("patchsight.compat")
local M = {}

--- The parts as the server has them, each with the row it starts in.
local function read_parts()
  local client, buf, uri = compat.current()
  local status = client and compat.ask(client, "patchsight/status", { uri = uri }, buf)
  return type(status) == "table" and status.parts or {}
end

--- The number of the part that the cursor is in; nil above the first.
function M.current()
  local row, found = vim.fn.line("."), nil
  for _, part in ipairs(read_parts()) do
    if part.line + 1 <= row then
      found = part.index
    end
  end
  return found
end

--- The rows of the parts on the way, the nearest first.
local function rows_ahead(forward)
  local here, rows = vim.fn.line("."), {}
  for _, part in ipairs(read_parts()) do
    local row = part.line + 1
    if (forward and row > here) or (not forward and row < here) then
      table.insert(rows, forward and #rows + 1 or 1, row)
    end
  end
  return rows
end

--- Goes to the next part, or with -1 to the previous one, as many times as a count says.
function M.go(direction)
  local count, rows = vim.v.count1, rows_ahead(direction > 0)
  local row = rows[math.min(count, #rows)]
  if not row then
    return compat.tell(direction > 0 and "This is the last part." or "This is the first part.")
  end
  vim.cmd("normal! m'") -- so that CTRL-O leads back
  vim.api.nvim_win_set_cursor(0, { row, 0 })
end

return M
