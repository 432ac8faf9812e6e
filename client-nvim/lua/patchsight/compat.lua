--- What differs between Neovim 0.7 and today, and nothing else.
local M = {}

M.uv = vim.uv or vim.loop

--- Whether Neovim itself starts servers from `lsp/*.lua`.
M.has_enable = vim.fn.has("nvim-0.11") == 1

M.has_attach_event = vim.fn.has("nvim-0.8") == 1

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

M.diff = vim.text and vim.text.diff or vim.diff

--- The byte of a line at which so many units of an encoding end.
function M.byte_index(line, index, encoding)
  if encoding == "utf-8" then
    return index
  elseif M.has_enable then
    return vim.str_byteindex(line, encoding, index, false)
  end
  local is_wide = encoding == "utf-16"
  local all, all_wide = vim.str_utfindex(line)
  return vim.str_byteindex(line, math.min(index, is_wide and all_wide or all), is_wide)
end

function M.stop(client)
  if M.has_enable then
    return client:stop()
  end
  return client.stop()
end

--- The answer to a request, waited for: for keys that move the cursor, and so work in macros.
function M.ask(client, method, params, buf)
  local answer
  if M.has_enable then
    answer = client:request_sync(method, params, 2000, buf)
  else
    answer = client.request_sync(method, params, 2000, buf)
  end
  return answer and answer.result
end

--- Sends a command of the server; what it says itself is shown by Neovim.
function M.execute(client, command, argument, buf, on_result)
  local params = { command = command, arguments = { argument } }
  return M.request(client, "workspace/executeCommand", params, function(failure, result)
    if failure then
      M.tell(failure.message, vim.log.levels.ERROR)
    elseif on_result then
      on_result(result)
    end
  end, buf)
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
