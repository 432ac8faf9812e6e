--- What a patch would do, as one diff of all its files in a tab of its own; nothing is changed.
local compat = require("patchsight.compat")
local M = {}

local CONTEXT = 3

local function lines_of(text)
  return (text:gsub("\r\n?", "\n"))
end

--- A file's rows of the preview: a header, and what changes.
local function describe(file)
  local before, after = file.before, file.after
  local is_there = before ~= nil and before ~= vim.NIL
  local stays = after ~= nil and after ~= vim.NIL
  local new_path = type(file.newPath) == "string" and file.newPath or file.path
  local rows = {
    is_there and "--- " .. file.path or "--- /dev/null",
    stays and "+++ " .. new_path or "+++ /dev/null",
  }
  local diff = compat.diff(
    lines_of(is_there and before or ""),
    lines_of(stays and after or ""),
    { ctxlen = CONTEXT }
  )
  if diff ~= "" then
    vim.list_extend(rows, vim.split(diff:gsub("\n$", ""), "\n", { plain = true }))
  end
  return rows
end

local count = 0 -- so that the names of two previews differ

local function make_buffer(rows)
  count = count + 1
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, true, rows)
  vim.api.nvim_buf_set_name(buf, ("patchsight://preview-%d"):format(count))
  vim.bo[buf].bufhidden = "wipe"
  vim.bo[buf].filetype = "diff"
  vim.bo[buf].modifiable = false
  require("patchsight.views.words").mark(buf, rows)
  vim.keymap.set("n", "q", "<Cmd>tabclose<CR>", { buffer = buf, desc = "Close this preview" })
  return buf
end

--- Puts the cursor onto the first line that is added or removed.
local function go_to_first_change(rows)
  for row, text in ipairs(rows) do
    if text:find("^[-+]") and not text:find("^%-%-%- ") and not text:find("^%+%+%+ ") then
      return vim.api.nvim_win_set_cursor(0, { row, 0 })
    end
  end
end

local function show(files)
  local rows = {}
  for _, file in ipairs(files) do
    vim.list_extend(rows, describe(file))
  end
  vim.cmd("tabnew")
  local empty = vim.api.nvim_get_current_buf()
  vim.api.nvim_win_set_buf(0, make_buffer(rows))
  vim.api.nvim_buf_delete(empty, { force = true })
  go_to_first_change(rows)
end

--- Shows the files as they would be, or says why there is nothing to show.
function M.open()
  local client, buf, uri = compat.current()
  if not client then
    return
  end
  compat.request(client, "patchsight/status", { uri = uri, texts = true }, function(failure, status)
    if failure then
      compat.tell(failure.message, vim.log.levels.ERROR)
    elseif not status or status == vim.NIL then
      compat.tell("There is no patch here.", vim.log.levels.WARN)
    elseif type(status.refusal) == "string" then
      compat.tell(status.refusal, vim.log.levels.WARN)
    else
      show(status.files)
    end
  end, buf)
end

return M
