--- Line ends, which are text for the server and options in Neovim: of which kind, and whether the last line has one.
local M = {}

local function last_of(edits)
  local last = edits[1]
  for _, edit in ipairs(edits) do
    local a, b = edit.range["end"], last.range["end"]
    if a.line > b.line or (a.line == b.line and a.character >= b.character) then
      last = edit
    end
  end
  return last
end

local function last_line(buf)
  return vim.api.nvim_buf_get_lines(buf, -2, -1, true)[1]
end

--- Whether a position is the end of the text as the server has it. Its edits are of whole lines.
local function is_end(position, buf, rows, has_end)
  if has_end then
    return position.line >= rows
  end
  return position.line >= rows - 1 and (position.character > 0 or last_line(buf) == "")
end

--- Whether the text will have a final line end after these edits; nil if they do not reach its end.
local function wants_end(edits, buf, rows, has_end)
  local last = last_of(edits)
  if not is_end(last.range["end"], buf, rows, has_end) then
    return nil
  elseif last.newText ~= "" then
    return last.newText:sub(-1) == "\n"
  end
  return last.range.start.character == 0
end

--- Saving would add a line end that is not there and that no patch asks for.
function M.keep(buf)
  if not vim.bo[buf].endofline then
    vim.bo[buf].fixendofline = false
  end
end

--- A file that is new gets the kind of line ends that its text has.
local function choose_kind(edits, buf)
  local text = #edits == 1 and edits[1].newText or ""
  if
    vim.api.nvim_buf_line_count(buf) == 1
    and last_line(buf) == ""
    and text:find("\r\n", 1, true)
  then
    vim.bo[buf].fileformat = "dos"
  end
end

--- Makes edits ready for a loaded buffer; the function that comes back is to be called once they are applied.
function M.prepare(edits, buf)
  local rows, has_end = vim.api.nvim_buf_line_count(buf), vim.bo[buf].endofline
  local wanted = wants_end(edits, buf, rows, has_end)
  choose_kind(edits, buf)
  M.keep(buf)
  return function()
    if wanted and not has_end and last_line(buf) == "" then
      vim.api.nvim_buf_set_lines(buf, -2, -1, true, {})
    end
    if wanted ~= nil then
      vim.bo[buf].endofline = wanted
      M.keep(buf)
    end
  end
end

return M
