--- What differs between Neovim 0.7 and today, and nothing else.
local M = {}

M.uv = vim.uv or vim.loop

--- Whether Neovim itself starts servers from `lsp/*.lua`.
M.has_enable = vim.fn.has("nvim-0.11") == 1

--- The running Patchsight clients, of one buffer if one is given.
function M.clients(buf)
  local list = vim.lsp.get_clients or vim.lsp.get_active_clients
  return vim.tbl_filter(function(client)
    return client.name == "patchsight" and (not buf or client.attached_buffers[buf])
  end, list())
end

function M.request(client, method, params, handler, buf)
  if M.has_enable then
    return client:request(method, params, handler, buf)
  end
  return client.request(method, params, handler, buf)
end

function M.notify(client, method, params)
  if M.has_enable then
    return client:notify(method, params)
  end
  return client.notify(method, params)
end

--- The client of a patch buffer and the buffer's address; tells the user if there is none.
function M.current()
  local buf = vim.api.nvim_get_current_buf()
  local client = M.clients(buf)[1]
  if not client then
    M.tell(
      "Patchsight is not attached to this buffer. See :checkhealth patchsight.",
      vim.log.levels.WARN
    )
  end
  return client, buf, vim.uri_from_bufnr(buf)
end

function M.tell(message, level)
  vim.notify(message, level or vim.log.levels.INFO)
end

return M
