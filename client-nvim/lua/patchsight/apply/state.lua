--- What stands at a path, on disk and in a buffer; and putting that back.
local compat = require("patchsight.compat")
local uv = compat.uv
local M = {}

local function read(path)
  local file = io.open(path, "rb")
  local bytes = file and file:read("*a")
  if file then
    file:close()
  end
  return bytes
end

local function write(path, bytes, mode)
  vim.fn.mkdir(vim.fn.fnamemodify(path, ":h"), "p")
  local is_new = not uv.fs_stat(path)
  local file = assert(io.open(path, "wb"))
  assert(file:write(bytes))
  assert(file:close())
  if is_new and mode then
    uv.fs_chmod(path, mode % 4096)
  end
end

--- The loaded buffer of a path.
function M.find_buffer(path)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and vim.api.nvim_buf_get_name(buf) == path then
      return buf
    end
  end
end

local function take_buffer(buf)
  return {
    lines = vim.api.nvim_buf_get_lines(buf, 0, -1, true),
    modified = vim.bo[buf].modified,
    listed = vim.bo[buf].buflisted,
    eol = vim.bo[buf].endofline,
    fixeol = vim.bo[buf].fixendofline,
  }
end

--- What stands at a path now. Fails if a file is there that cannot be read: it could not be put back.
function M.take(path)
  local buf, stat = M.find_buffer(path), uv.fs_stat(path)
  return {
    path = path,
    bytes = stat and assert(read(path), path .. " cannot be read"),
    mode = stat and stat.mode,
    buffer = buf and take_buffer(buf),
  }
end

local function same_text(a, b)
  return a ~= nil and b ~= nil and a.eol == b.eol and vim.deep_equal(a.lines, b.lines)
end

--- Whether the buffers of two states show the same text.
function M.same_text(a, b)
  return same_text(a.buffer, b.buffer)
end

--- Whether what stands at a path now is one of the given states, so that nothing is lost with it.
function M.is_one_of(now, states)
  local bytes, text = false, not (now.buffer and now.buffer.modified)
  for _, state in ipairs(states) do
    bytes = bytes or now.bytes == state.bytes
    text = text or same_text(now.buffer, state.buffer)
  end
  return bytes and text
end

--- Replaces the lines that differ, and no others, so that marks and the cursor stay where they are.
local function replace_lines(buf, lines)
  local old = vim.api.nvim_buf_get_lines(buf, 0, -1, true)
  local first, tail = 0, 0
  local shorter = math.min(#old, #lines)
  while first < shorter and old[first + 1] == lines[first + 1] do
    first = first + 1
  end
  while tail < shorter - first and old[#old - tail] == lines[#lines - tail] do
    tail = tail + 1
  end
  if first + tail < math.max(#old, #lines) then
    vim.api.nvim_buf_set_lines(
      buf,
      first,
      #old - tail,
      true,
      vim.list_slice(lines, first + 1, #lines - tail)
    )
  end
end

local function reload(buf)
  vim.api.nvim_buf_call(buf, function()
    vim.cmd("silent edit!")
  end)
end

local function restore_disk(state)
  if state.bytes == read(state.path) then
    return false
  end
  if state.bytes then
    write(state.path, state.bytes, state.mode)
  else
    assert(uv.fs_unlink(state.path))
  end
  return true
end

--- A buffer that was loaded shows its old text again.
local function restore_buffer(state, is_rewritten)
  local known = M.find_buffer(state.path)
  local buf = known or vim.fn.bufadd(state.path)
  vim.fn.bufload(buf)
  if known and is_rewritten and state.bytes then
    reload(buf) -- else Neovim would say on saving that the file changed behind its back
  end
  replace_lines(buf, state.buffer.lines)
  vim.bo[buf].endofline = state.buffer.eol
  vim.bo[buf].fixendofline = state.buffer.fixeol
  vim.bo[buf].buflisted = state.buffer.listed
  vim.bo[buf].modified = state.buffer.modified
end

--- A buffer that was not loaded goes, unless it is shown and its file is still there.
local function drop_buffer(state)
  local buf = M.find_buffer(state.path)
  if not buf then
    return
  end
  if state.bytes and #vim.fn.win_findbuf(buf) > 0 then
    reload(buf)
  else
    vim.api.nvim_buf_delete(buf, { force = true })
  end
end

--- Puts back what stood at a path.
function M.restore(state)
  local is_rewritten = restore_disk(state)
  if state.buffer then
    restore_buffer(state, is_rewritten)
  else
    drop_buffer(state)
  end
end

return M
