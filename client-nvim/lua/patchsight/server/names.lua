--- Buffers without a name share one address, `file://`, and problems of one would show in another, or nowhere. So a patch
--- without a name gets one that is an address of its own.
local compat = require("patchsight.compat")
local M = {}

local PREFIX = "untitled://patch-"
local count = 0

local function is_ours(name)
  return vim.startswith(name, PREFIX)
end

--- Names a buffer that has no name.
function M.give(buf)
  if vim.api.nvim_buf_get_name(buf) == "" then
    count = count + 1
    vim.api.nvim_buf_set_name(buf, PREFIX .. count)
  end
end

--- `:write {file}` makes the file the buffer's own, as it does for a buffer without a name.
local function adopt_file(buf, file)
  vim.api.nvim_buf_call(buf, function()
    vim.cmd("silent keepalt file " .. vim.fn.fnameescape(file))
    vim.cmd("silent write!") -- else Neovim says that the file exists when it is saved again
  end)
end

function M.watch(group)
  vim.api.nvim_create_autocmd("BufWritePost", {
    group = group,
    callback = function(event)
      if is_ours(vim.api.nvim_buf_get_name(event.buf)) and not is_ours(event.file) then
        vim.schedule(function()
          adopt_file(event.buf, event.file)
        end)
      end
    end,
  })
  vim.api.nvim_create_autocmd("BufWriteCmd", {
    group = group,
    pattern = PREFIX .. "*",
    callback = function()
      -- No error: `:wall` would stop at it, and leave the files unsaved that the patch changed.
      compat.tell("This patch has no file yet. Give it one: :write {file}", vim.log.levels.WARN)
    end,
  })
end

return M
