--- Applying an edit all or nothing, and undoing it as a whole: Neovim's own undo is per buffer and knows no files.
local compat = require("patchsight.compat")
local edit = require("patchsight.apply.edit")
local line_ends = require("patchsight.apply.line_ends")
local state = require("patchsight.apply.state")
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
  return function()
    assert(compat.uv.fs_stat(path), edit.short(path) .. " could not be made")
  end
end

--- What has to be done before Neovim applies a change; returns what has to be done after, if anything.
local PREPARE = {
  edit = function(change)
    return line_ends.prepare(change.edits, load(change.path))
  end,
  create = function(change)
    return assert_exists(change.path)
  end,
  rename = function(change)
    -- Older ones load the file, and save it, before they rename it.
    local buf = compat.has_enable and state.find_buffer(change.path)
      or not compat.has_enable and load(change.path)
    if buf then
      line_ends.keep(buf)
    end
    return assert_exists(change.new_path)
  end,
  delete = function() end,
}

--- Runs without a line for every file that is read or written: they would end in a hit-enter prompt.
local function quietly(run, ...)
  local saved = vim.o.shortmess
  vim.opt.shortmess:append("FW")
  local results = { pcall(run, ...) }
  vim.o.shortmess = saved
  return unpack(results)
end

local function carry_out(record, encoding)
  for _, folder in ipairs(record.folders) do
    vim.fn.mkdir(folder, "p")
  end
  for _, change in ipairs(record.changes) do
    local finish = PREPARE[change.kind](change)
    vim.lsp.util.apply_workspace_edit({ documentChanges = { change.raw } }, encoding)
    if finish then
      finish()
    end
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
    local text = "Nothing was undone: %s changed since the patch was applied."
    return compat.tell(text:format(table.concat(changed, ", ")), vim.log.levels.WARN)
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

--- A file was saved: if it has the text that a patch left in it, saving it is no change since.
local function note_saved(path)
  for _, record in ipairs(records) do
    local after = record.after[path]
    local now = after and state.take(path)
    if now and state.same_text(now, after) then
      after.bytes = now.bytes
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
