--- Buffers that a patch may change are attached too: the server then sees them as they are shown, saved or not.
local compat = require("patchsight.compat")
local root = require("patchsight.server.root")
local M = {}

local function is_patch(client, buf)
  return vim.tbl_contains(client.config.filetypes or {}, vim.bo[buf].filetype)
end

--- The folders a client's patches are about: its root, or else the folders its patches lie in.
local function folders_of(client)
  if client.config.root_dir then
    return { client.config.root_dir }
  end
  local folders = {}
  for buf in pairs(client.attached_buffers) do
    if vim.api.nvim_buf_is_valid(buf) and is_patch(client, buf) then
      table.insert(folders, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ":h"))
    end
  end
  return folders
end

local function is_target(client, buf)
  local path = vim.api.nvim_buf_get_name(buf)
  if
    not vim.api.nvim_buf_is_loaded(buf)
    or vim.bo[buf].buftype ~= ""
    or path == ""
    or path:find("/.git/", 1, true)
  then
    return false
  end
  for _, folder in ipairs(folders_of(client)) do
    if root.is_inside(path, folder) then
      return true
    end
  end
  return false
end

--- Neovim maps K and sets these options on attaching, if they are not set yet; the server has nothing to say to them in
--- a target.
local OPTIONS = { "omnifunc", "tagfunc", "formatexpr" }

local function has_own_key(buf)
  return vim.api.nvim_buf_call(buf, function()
    return vim.fn.maparg("K", "n", false, true).buffer == 1
  end)
end

local function attach_unnoticed(client, buf)
  local had_key, saved = has_own_key(buf), {}
  for _, option in ipairs(OPTIONS) do
    saved[option] = vim.bo[buf][option]
  end
  vim.lsp.buf_attach_client(buf, client.id)
  for option, value in pairs(saved) do
    vim.bo[buf][option] = value
  end
  if not had_key and has_own_key(buf) then
    vim.keymap.del("n", "K", { buffer = buf })
  end
end

local function attach(client, buf)
  if not client.attached_buffers[buf] and is_target(client, buf) then
    attach_unnoticed(client, buf)
  end
end

--- Attaches a buffer to every client it may be a target of.
function M.attach(buf)
  for _, client in ipairs(compat.clients()) do
    if vim.api.nvim_buf_is_valid(buf) then
      attach(client, buf)
    end
  end
end

--- A patch was attached: so are the files that are open already.
function M.on_attach(client, buf)
  if not is_patch(client, buf) then
    return
  end
  vim.schedule(function()
    for _, other in ipairs(vim.api.nvim_list_bufs()) do
      attach(client, other)
    end
  end)
end

--- Lets the server look again: at the buffers, and at files changed on disk, which Neovim does not watch everywhere.
function M.refresh()
  for _, client in ipairs(compat.clients()) do
    compat.notify(client, "workspace/didChangeWatchedFiles", { changes = {} })
  end
end

--- Attaches what is opened from now on. `vim.lsp.enable` detaches, on FileType, what is no patch; so this comes after.
function M.watch(group)
  vim.api.nvim_create_autocmd(
    { "BufReadPost", "BufNewFile", "BufEnter", "BufFilePost", "FileType" },
    {
      group = group,
      callback = function(event)
        vim.schedule(function()
          M.attach(event.buf)
        end)
      end,
    }
  )
  vim.api.nvim_create_autocmd(
    { "FocusGained", "ShellCmdPost" },
    { group = group, callback = M.refresh }
  )
end

return M
