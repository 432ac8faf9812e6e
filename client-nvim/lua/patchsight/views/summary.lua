--- What the status line shows of a patch, kept up to date without asking while it is drawn.
local compat = require("patchsight.compat")
local M = {}

local function describe(status)
  if type(status) ~= "table" or type(status.format) ~= "string" then
    return nil
  end
  local folder = type(status.folder) == "table" and status.folder.name
  return folder and ("%s (%s)"):format(status.summary, folder) or status.summary
end

local function refresh(buf)
  local client = compat.clients(buf)[1]
  if not client then
    return
  end
  compat.request(client, "patchsight/status", { uri = vim.uri_from_bufnr(buf) }, function(_, status)
    if not vim.api.nvim_buf_is_valid(buf) then
      return
    end
    local text = describe(status)
    if text ~= vim.b[buf].patchsight_status then
      vim.b[buf].patchsight_status = text
      vim.cmd("redrawstatus")
    end
  end, buf)
end

--- How much of the patch in a buffer fits, and the folder it is about; empty if there is no patch.
function M.get(buf)
  buf = (buf and buf ~= 0) and buf or vim.api.nvim_get_current_buf()
  return vim.b[buf].patchsight_status or ""
end

--- Problems come anew whenever the patch or its files change.
function M.watch(group)
  vim.api.nvim_create_autocmd("DiagnosticChanged", {
    group = group,
    callback = function(event)
      if vim.api.nvim_buf_is_loaded(event.buf) then
        refresh(event.buf)
      end
    end,
  })
end

return M
