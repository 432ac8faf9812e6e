--- What a patch would do, as a diff in a tab per file; nothing is changed.
local compat = require("patchsight.compat")
local edit = require("patchsight.apply.edit")
local state = require("patchsight.apply.state")
local M = {}

local function lines_of(path)
  local buf = state.find_buffer(path)
  if buf then
    return vim.api.nvim_buf_get_lines(buf, 0, -1, true)
  end
  if vim.fn.filereadable(path) == 0 then
    return {}
  end
  local lines = vim.tbl_map(function(line)
    return (line:gsub("\r$", ""))
  end, vim.fn.readfile(path))
  return #lines > 0 and lines or { "" }
end

--- Each file once: what it is now, and what it would be.
local function read_files(changes)
  local files, by_path = {}, {}
  for _, change in ipairs(changes) do
    local file = by_path[change.path]
    if not file then
      file =
        { path = change.path, new_path = change.path, before = lines_of(change.path), edits = {} }
      by_path[change.path] = file
      table.insert(files, file)
    end
    file.new_path = change.new_path or file.new_path
    file.is_deleted = change.kind == "delete"
    vim.list_extend(file.edits, change.edits or {})
  end
  return files
end

--- A buffer that shows one side and is gone with its window.
local function make_side(name, lines, filetype)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, true, lines)
  vim.api.nvim_buf_set_name(buf, name)
  vim.bo[buf].bufhidden = "wipe"
  vim.bo[buf].filetype = filetype
  vim.keymap.set("n", "q", "<Cmd>tabclose<CR>", { buffer = buf, desc = "Close this preview" })
  return buf
end

local function freeze(buf)
  vim.bo[buf].buflisted = false
  vim.bo[buf].modified = false
  vim.bo[buf].modifiable = false
end

local function show(buf)
  vim.api.nvim_win_set_buf(0, buf)
  vim.cmd("diffthis")
end

local function detect_filetype(path)
  local buf = state.find_buffer(path)
  if buf then
    return vim.bo[buf].filetype
  end
  return vim.fn.has("nvim-0.8") == 1 and vim.filetype.match({ filename = path }) or ""
end

local count = 0 -- so that the names of two previews differ

local function open_tab(file, encoding)
  count = count + 1
  local filetype = detect_filetype(file.path)
  local before = make_side(
    ("patchsight://%d/now/%s"):format(count, edit.short(file.path)),
    file.before,
    filetype
  )
  local name = ("patchsight://%d/then/%s"):format(count, edit.short(file.new_path))
  local after = make_side(name, file.is_deleted and {} or file.before, filetype)
  if #file.edits > 0 then
    vim.lsp.util.apply_text_edits(file.edits, after, encoding)
  end
  vim.cmd("tabnew")
  local empty = vim.api.nvim_get_current_buf()
  show(before)
  vim.cmd("rightbelow vsplit")
  show(after)
  vim.api.nvim_buf_delete(empty, { force = true })
  freeze(before)
  freeze(after)
end

--- Opens a tab for every file of an edit and goes to the first.
function M.show(workspace_edit, encoding)
  local files = read_files(edit.changes(workspace_edit))
  local first = vim.fn.tabpagenr("$") + 1
  vim.cmd("tablast")
  for _, file in ipairs(files) do
    open_tab(file, encoding)
  end
  vim.cmd("tabnext " .. first)
end

--- Asks the server for the edit of the whole patch; if it has none, it says itself why.
function M.open()
  local client, buf, uri = compat.current()
  if not client then
    return
  end
  local action = { title = "Preview", data = { uri = uri } }
  compat.request(client, "codeAction/resolve", action, function(failure, answer)
    if failure then
      compat.tell(failure.message, vim.log.levels.ERROR)
    elseif answer and answer.edit then
      M.show(answer.edit, client.offset_encoding)
    end
  end, buf)
end

return M
