--- Reading a WorkspaceEdit: which files it touches, and why it may not be applied.
local compat = require("patchsight.compat")
local state = require("patchsight.apply.state")
local text = require("patchsight.apply.text")
local uv = compat.uv
local M = {}

local function read_change(change)
  local document = change.textDocument or {}
  return {
    kind = change.kind or "edit",
    path = vim.uri_to_fname(document.uri or change.uri or change.oldUri),
    new_path = change.newUri and vim.uri_to_fname(change.newUri),
    version = document.version,
    edits = change.edits,
    raw = change,
  }
end

--- The changes stand for themselves: Neovim 0.12 takes none with an annotation that it is not handed along, and reports
--- each one with an annotation as applied, even in a preview.
local function drop_annotations(changes)
  for _, change in ipairs(changes) do
    for _, text_edit in ipairs(change.edits or {}) do
      text_edit.annotationId = nil
    end
  end
end

--- The changes of an edit in their order, each with its kind ("edit", "create", "rename", "delete") and paths.
function M.changes(edit)
  local changes = vim.deepcopy(edit.documentChanges or {})
  drop_annotations(changes)
  for uri, edits in pairs(edit.changes or {}) do
    table.insert(changes, { textDocument = { uri = uri }, edits = vim.deepcopy(edits) })
  end
  return vim.tbl_map(read_change, changes)
end

--- Every path an edit touches, once.
function M.paths(changes)
  local paths, seen = {}, {}
  for _, change in ipairs(changes) do
    for _, path in ipairs({ change.path, change.new_path }) do
      if not seen[path] then
        seen[path] = true
        table.insert(paths, path)
      end
    end
  end
  return paths
end

--- The folders that do not exist yet, outermost first.
function M.missing_folders(paths)
  local found, seen = {}, {}
  local function visit(folder)
    if not seen[folder] and not uv.fs_stat(folder) then
      seen[folder] = true
      visit(vim.fn.fnamemodify(folder, ":h"))
      table.insert(found, folder)
    end
  end
  for _, path in ipairs(paths) do
    visit(vim.fn.fnamemodify(path, ":h"))
  end
  return found
end

local function is_stale(change, buf)
  local version = vim.lsp.util.buf_versions[buf]
  return type(change.version) == "number" and version and version > change.version
end

--- Neovim checks little of this, and never before it has begun: a new file is emptied if it exists, a rename skipped.
local CHECKS = {
  edit = function(change, buf)
    if buf and not vim.bo[buf].modifiable then
      return "cannot be changed: 'modifiable' is off"
    elseif buf and is_stale(change, buf) then
      return "changed while the patch was being applied"
    end
    return buf and text.refusal(buf, change.edits)
  end,
  create = function(change, buf)
    if uv.fs_stat(change.path) then
      return "exists already"
    elseif buf and vim.bo[buf].modified then
      return "is open with unsaved text"
    end
  end,
  rename = function(change)
    if not uv.fs_stat(change.path) then
      return "does not exist"
    elseif uv.fs_stat(change.new_path) or state.find_buffer(change.new_path) then
      return ("cannot be renamed: %s exists already"):format(M.short(change.new_path))
    end
  end,
  delete = function(change, buf)
    if not uv.fs_stat(change.path) then
      return "does not exist"
    elseif buf and vim.bo[buf].modified then
      return "has unsaved changes that would be lost with it; save or discard them first"
    end
  end,
}

--- Why an edit may not be applied, as a sentence; nil if it may.
function M.refusal(changes)
  for _, change in ipairs(changes) do
    local reason = CHECKS[change.kind](change, state.find_buffer(change.path))
    if reason then
      return ("%s %s."):format(M.short(change.path), reason)
    end
  end
end

function M.short(path)
  return vim.fn.fnamemodify(path, ":~:.")
end

return M
