--- Buffers that a patch may change are attached too: the server then sees them as they are shown, saved or not.
local compat = require("patchsight.compat")
local M = {}

function M.is_patch(client, buf)
  return vim.tbl_contains(client.config.filetypes or {}, vim.bo[buf].filetype)
end

--- Any file may be one: which folder a patch is about is for the server and the user to say.
local function is_target(buf)
  local path = vim.api.nvim_buf_get_name(buf)
  return vim.api.nvim_buf_is_loaded(buf)
    and vim.bo[buf].buftype == ""
    and path ~= ""
    and not path:find("^%a[%w+.-]*://")
    and not path:find("/.git/", 1, true)
end

--- Neovim maps K and sets these options on attaching, if they are not set yet; the server has nothing to say to them in
--- a target.
local OPTIONS = { "omnifunc", "tagfunc", "formatexpr" }

local function has_own_key(buf)
  return vim.api.nvim_buf_call(buf, function()
    return vim.fn.maparg("K", "n", false, true).buffer == 1
  end)
end

--- Attaches without a word to anybody: what people and plugins do on `LspAttach` is meant for the language of a file.
local function attach_unnoticed(client, buf)
  local had_key, saved = has_own_key(buf), {}
  for _, option in ipairs(OPTIONS) do
    saved[option] = vim.bo[buf][option]
  end
  local ignored = vim.o.eventignore
  vim.opt.eventignore:append(compat.has_attach_event and "LspAttach" or {})
  local is_done, why = pcall(vim.lsp.buf_attach_client, buf, client.id)
  vim.o.eventignore = ignored
  assert(is_done, why)
  for option, value in pairs(saved) do
    vim.bo[buf][option] = value
  end
  if not had_key and has_own_key(buf) then
    vim.keymap.del("n", "K", { buffer = buf })
  end
end

local function attach(client, buf)
  if not client.attached_buffers[buf] and is_target(buf) then
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
  if not M.is_patch(client, buf) then
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
