--- A buffer's text as the server has it, and edits of it to the letter. Neovim's own way drops the carriage returns of a
--- file that mixes line ends, and guesses what becomes of the last line.
local compat = require("patchsight.compat")
local M = {}

local ENDS = { unix = "\n", dos = "\r\n", mac = "\r" }

--- Whether a buffer has no line at all, which Neovim shows as an empty one.
local function is_empty(buf)
  local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, true)
  return #lines == 1 and lines[1] == "" and vim.api.nvim_buf_get_offset(buf, 1) <= 0
end

local function get(buf)
  if is_empty(buf) then
    return ""
  end
  local ending = ENDS[vim.bo[buf].fileformat]
  local text = table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, true), ending)
  return vim.bo[buf].endofline and text .. ending or text
end

--- Where the lines of a text start, as the protocol counts them, and the offset behind the last.
local function find_starts(text)
  local starts, at = { 1 }, 1
  while true do
    local first, last = text:find("\r?\n", at)
    local lone = text:find("\r", at, true)
    if lone and (not first or lone < first) then
      last = lone
    end
    if not last then
      return starts
    end
    at = last + 1
    table.insert(starts, at)
  end
end

local function offset_of(text, starts, position, encoding)
  local start = starts[position.line + 1]
  if not start then
    return #text + 1
  end
  local row = text:sub(start, (starts[position.line + 2] or #text + 1) - 1):gsub("[\r\n]+$", "")
  return start + math.min(#row, compat.byte_index(row, position.character, encoding))
end

local function carry_out(text, edits, encoding)
  local starts, places = find_starts(text), {}
  for index, edit in ipairs(edits) do
    table.insert(places, {
      index = index,
      first = offset_of(text, starts, edit.range.start, encoding),
      last = offset_of(text, starts, edit.range["end"], encoding),
      text = edit.newText,
    })
  end
  table.sort(places, function(a, b)
    return a.first < b.first or (a.first == b.first and a.index < b.index)
  end)
  local pieces, at = {}, 1
  for _, place in ipairs(places) do
    vim.list_extend(pieces, { text:sub(at, place.first - 1), place.text })
    at = place.last
  end
  return table.concat(pieces) .. text:sub(at)
end

--- Replaces the lines that differ, and no others, so that marks and the cursor stay where they are.
local function set_lines(buf, lines)
  local old = vim.api.nvim_buf_get_lines(buf, 0, -1, true)
  local function join(list)
    return table.concat(list, "\n") .. "\n"
  end
  local hunks = compat.diff(join(old), join(lines), { result_type = "indices" })
  for index = #hunks, 1, -1 do
    local from, count, to, added = unpack(hunks[index])
    local first = count == 0 and from or from - 1
    local new = vim.list_slice(lines, to, to + added - 1)
    vim.api.nvim_buf_set_lines(buf, first, first + count, true, new)
  end
end

--- Saving would add a line end that is not there and that no patch asks for.
function M.keep_end(buf)
  if not vim.bo[buf].endofline then
    vim.bo[buf].fixendofline = false
  end
end

local function set(buf, text)
  if text == "" then
    return vim.api.nvim_buf_set_lines(buf, 0, -1, true, {})
  end
  if is_empty(buf) and text:find("\r\n", 1, true) and not text:gsub("\r\n", ""):find("[\r\n]") then
    vim.bo[buf].fileformat = "dos"
  end
  local kind = vim.bo[buf].fileformat
  if kind == "dos" then
    text = text:gsub("\r?\n", "\n")
  elseif kind == "mac" then
    text = text:gsub("\r\n?", "\n")
  end
  local lines = vim.split(text, "\n", { plain = true })
  local has_end = lines[#lines] == ""
  if has_end then
    table.remove(lines)
  end
  set_lines(buf, lines)
  if vim.bo[buf].endofline ~= has_end then
    vim.bo[buf].endofline, vim.bo[buf].modified = has_end, true
  end
  M.keep_end(buf)
end

--- Carries out the edits of a loaded buffer.
function M.edit(buf, edits, encoding)
  set(buf, carry_out(get(buf), edits, encoding))
  vim.bo[buf].buflisted = true
end

--- Why a buffer could not be saved with these edits: its encoding has no way to write them.
function M.refusal(buf, edits)
  local encoding = vim.bo[buf].fileencoding
  if encoding == "" or encoding == "utf-8" then
    return nil
  end
  for _, edit in ipairs(edits) do
    local there = vim.fn.iconv(edit.newText, "utf-8", encoding)
    if vim.fn.iconv(there, encoding, "utf-8") ~= edit.newText then
      return ("is written in %s, which does not have every character of the patch"):format(encoding)
    end
  end
end

return M
