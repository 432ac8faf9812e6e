--- Applying an edit all or nothing, and undoing it as a whole: Neovim's own undo is per buffer and knows no files.
local compat = require("patchsight.compat")
local edit = require("patchsight.apply.edit")
local state = require("patchsight.apply.state")
local text = require("patchsight.apply.text")
local targets = require("patchsight.server.targets")
local M = {}

local MOST_RECORDS = 20
local records = {} -- of applied patches, the latest last

local function take_all(paths)
  local found = {}
  for _, path in ipairs(paths) do
    found[path] = state.take(path)
  end
  return found
end

local function make_record(changes)
  local paths = edit.paths(changes)
  return {
    changes = changes,
    paths = paths,
    folders = edit.missing_folders(paths),
    before = take_all(paths),
  }
end

-- ---- carrying out

local function load(path)
  local buf = vim.fn.bufadd(path)
  vim.fn.bufload(buf)
  return buf
end

local function assert_exists(path)
  assert(compat.uv.fs_stat(path), edit.short(path) .. " could not be made")
end

local function apply_natively(change, encoding)
  vim.lsp.util.apply_workspace_edit({ documentChanges = { change.raw } }, encoding)
end

--- How each kind of change is carried out.
local CARRY_OUT = {
  edit = function(change, encoding)
    text.edit(load(change.path), change.edits, encoding)
  end,
  create = function(change, encoding)
    apply_natively(change, encoding)
    assert_exists(change.path)
  end,
  rename = function(change, encoding)
    -- Older ones load the file, and save it, before they rename it.
    local buf = compat.has_enable and state.find_buffer(change.path)
      or not compat.has_enable and load(change.path)
    if buf then
      text.keep_end(buf)
    end
    apply_natively(change, encoding)
    assert_exists(change.new_path)
  end,
  delete = apply_natively,
}

--- Runs without a line for every file that is read or written: they would end in a hit-enter prompt. And without
--- formatters: Neovim saves what it renames.
local function quietly(run, ...)
  local messages, ignored = vim.o.shortmess, vim.o.eventignore
  vim.opt.shortmess:append("FW")
  vim.opt.eventignore:append("BufWritePre")
  local results = { pcall(run, ...) }
  vim.o.shortmess, vim.o.eventignore = messages, ignored
  return unpack(results)
end

local function carry_out(record, encoding)
  for _, folder in ipairs(record.folders) do
    vim.fn.mkdir(folder, "p")
  end
  for _, change in ipairs(record.changes) do
    CARRY_OUT[change.kind](change, encoding)
  end
end

-- ---- putting back

--- Windows that show a renamed file show it under its old name again.
local function turn_windows(record)
  for _, change in ipairs(record.changes) do
    local buf = change.kind == "rename" and state.find_buffer(change.new_path)
    for _, window in ipairs(buf and vim.fn.win_findbuf(buf) or {}) do
      vim.api.nvim_win_set_buf(window, load(change.path))
    end
  end
end

--- The paths at which something stood before, and after them the others: windows must have something to turn to.
local function in_order(record)
  local function existed(path)
    return record.before[path].bytes or record.before[path].buffer
  end
  local function is_new(path)
    return not existed(path)
  end
  return vim.tbl_filter(existed, record.paths), vim.tbl_filter(is_new, record.paths)
end

--- Restores what stood at some paths; notes what went wrong.
local function restore_all(paths, record, failures)
  for _, path in ipairs(paths) do
    local is_restored, why = pcall(state.restore, record.before[path])
    if not is_restored then
      table.insert(failures, ("%s: %s"):format(edit.short(path), why))
    end
  end
end

--- Puts everything back as it was before; returns what went wrong.
local function put_back(record)
  local failures = {}
  local old, new = in_order(record)
  restore_all(old, record, failures)
  turn_windows(record)
  restore_all(new, record, failures)
  for index = #record.folders, 1, -1 do
    compat.uv.fs_rmdir(record.folders[index]) -- fails where something else was put into it, as it should
  end
  return failures
end

-- ---- applying

local function show_to_server(paths)
  for _, path in ipairs(paths) do
    local buf = state.find_buffer(path)
    if buf then
      targets.attach(buf)
    end
  end
  targets.refresh()
end

--- Applies an edit or changes nothing; returns why not.
function M.apply(workspace_edit, encoding)
  local changes = edit.changes(workspace_edit)
  local refusal = edit.refusal(changes)
  if refusal then
    return refusal
  end
  local is_known, record = pcall(make_record, changes)
  if not is_known then
    return record
  end
  local is_done, why = quietly(carry_out, record, encoding)
  if not is_done then
    local failures = put_back(record)
    show_to_server(record.paths)
    local outcome = #failures == 0 and "Everything is as it was."
      or "Not put back: " .. table.concat(failures, "; ")
    return ("%s. %s"):format(why, outcome)
  end
  record.after = take_all(record.paths)
  M.watch_buffers(record.paths)
  table.insert(records, record)
  if #records > MOST_RECORDS then
    table.remove(records, 1)
  end
  show_to_server(record.paths)
end

--- The handler of `workspace/applyEdit`.
function M.handle(_, params, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local refusal = M.apply(params.edit, client.offset_encoding)
  return { applied = refusal == nil, failureReason = refusal }
end

-- ---- undoing

--- The files that are neither as the patch left them nor as they were before it.
local function changed_since(record)
  local found = vim.tbl_filter(function(path)
    local is_known, now = pcall(state.take, path)
    return not is_known or not state.is_one_of(now, { record.after[path], record.before[path] })
  end, record.paths)
  return vim.tbl_map(edit.short, found)
end

--- Undoes the patch that was applied last; refuses if that would lose something.
function M.undo()
  local record = records[#records]
  if not record then
    return compat.tell("There is no applied patch to undo.", vim.log.levels.WARN)
  end
  local changed = changed_since(record)
  if #changed > 0 then
    local refusal = "Nothing was undone: %s changed since the patch was applied."
    return compat.tell(refusal:format(table.concat(changed, ", ")), vim.log.levels.WARN)
  end
  local failures = put_back(record)
  show_to_server(record.paths)
  if #failures > 0 then
    return compat.tell(
      "Not everything was undone. " .. table.concat(failures, "; "),
      vim.log.levels.ERROR
    )
  end
  table.remove(records)
  compat.tell("The patch is undone: every file is as it was before.")
end

--- A change of a buffer while it is being saved is the doing of a formatter, not of the user.
local function is_saving()
  local is_known, stack = pcall(vim.fn.expand, "<stack>")
  return is_known and stack:find("BufWritePre", 1, true) ~= nil
end

local watched = {} -- buffers
local typed = {} -- paths of buffers that somebody changed since a patch left its text in them

local function watch_buffer(path)
  local buf = state.find_buffer(path)
  typed[path] = nil
  if not buf or watched[buf] then
    return
  end
  watched[buf] = true
  vim.api.nvim_buf_attach(buf, false, {
    on_lines = function()
      if not is_saving() then
        typed[vim.api.nvim_buf_get_name(buf)] = true
      end
    end,
    on_detach = function()
      watched[buf] = nil
    end,
  })
end

function M.watch_buffers(paths)
  for _, path in ipairs(paths) do
    watch_buffer(path)
  end
end

--- A file was saved: that is no change since, if it has the text that a patch left in it, or what a formatter made of that
--- while it was saved.
local function note_saved(path)
  for index = #records, 1, -1 do
    local after = records[index].after[path]
    local now = after and state.take(path)
    if now and state.same_text(now, after) then
      after.bytes, typed[path] = now.bytes, nil
    elseif now and after.buffer and index == #records and not typed[path] then
      records[index].after[path] = now
    end
  end
end

function M.watch(group)
  vim.api.nvim_create_autocmd("BufWritePost", {
    group = group,
    callback = function(event)
      note_saved(vim.api.nvim_buf_get_name(event.buf))
    end,
  })
end

return M
