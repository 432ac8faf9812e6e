--- What every scenario needs: the plugin, a patch that is open and answered for, and what stands on disk.
local rig = {}

local PATIENCE = 60000 -- milliseconds; the machine may be busy

--- Keeps what the plugin tells the user in `rig.told`.
function rig.start()
  assert(vim.g.loaded_patchsight, "the plugin is not loaded")
  rig.told = {}
  vim.notify = function(message)
    table.insert(rig.told, message)
  end
end

function rig.wait(what, condition)
  if not vim.wait(PATIENCE, condition, 10) then
    error("waited in vain for " .. what .. "\n" .. rig.messages(), 2)
  end
end

function rig.messages()
  return vim.api.nvim_exec("messages", true) .. table.concat(rig.told or {}, "\n")
end

--- The client of a buffer, once it is ready.
function rig.client(buf)
  local list = vim.lsp.get_clients or vim.lsp.get_active_clients
  for _, client in ipairs(list()) do
    if
      client.name == "patchsight"
      and client.attached_buffers[buf]
      and client.initialized ~= false
    then
      return client
    end
  end
end

--- Sends a request for a buffer and waits for the answer.
function rig.ask(buf, method, params)
  local client, answer = rig.client(buf), nil
  params.textDocument = { uri = vim.uri_from_bufnr(buf) }
  local function keep(failure, result)
    answer = { failure = failure, result = result }
  end
  if vim.lsp.config then
    client:request(method, params, keep, buf)
  else
    client.request(method, params, keep, buf)
  end
  rig.wait("the answer to " .. method, function()
    return answer
  end)
  assert(not answer.failure, vim.inspect(answer.failure))
  return answer.result
end

function rig.hover(buf, line)
  local hover =
    rig.ask(buf, "textDocument/hover", { position = { line = line - 1, character = 0 } })
  return hover and hover.contents.value
end

--- Waits until the server has answered for what a patch buffer shows now: its diagnostics go out before a hover does.
function rig.settle(buf)
  rig.hover(buf, 1)
  vim.wait(20)
end

--- Opens a patch and waits until the server has answered for it.
function rig.open(path)
  vim.cmd("edit " .. path)
  local buf = vim.api.nvim_get_current_buf()
  rig.wait("the server", function()
    return rig.client(buf)
  end)
  rig.settle(buf)
  return buf
end

--- The diagnostics of a buffer, as "line code".
function rig.problems(buf)
  local found = vim.tbl_map(function(problem)
    return ("%d %s"):format(problem.lnum + 1, problem.code or problem.user_data.lsp.code)
  end, vim.diagnostic.get(buf))
  table.sort(found)
  return found
end

--- Chooses the code action whose title starts like this, as a user would.
function rig.choose(buf, title)
  vim.api.nvim_set_current_buf(buf)
  local chosen
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      if vim.startswith(options.format_item(item), title) then
        chosen = item
        return choose(item)
      end
    end
  end
  vim.lsp.buf.code_action()
  rig.wait("the code action " .. title, function()
    return chosen
  end)
end

function rig.apply(buf)
  rig.choose(buf, "Apply patch")
end

--- Applies and waits for the server's last word on it.
function rig.apply_and_wait(buf)
  vim.cmd("messages clear")
  rig.apply(buf)
  rig.wait("the outcome", function()
    return rig.messages():find("%[patchsight%]")
  end)
  rig.settle(buf)
end

--- Everything below a folder, by path.
function rig.tree(folder)
  local found = {}
  for _, path in ipairs(vim.fn.glob(folder .. "/**/*", true, true)) do
    if vim.fn.isdirectory(path) == 1 then
      found[path:sub(#folder + 2)] = "folder"
    else
      local file = assert(io.open(path, "rb"))
      found[path:sub(#folder + 2)] = file:read("*a")
      file:close()
    end
  end
  return found
end

--- Two tables without what is the same in both.
local function differences(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a, b
  end
  local only_a, only_b = {}, {}
  for key in pairs(vim.tbl_extend("keep", a, b)) do
    if not vim.deep_equal(a[key], b[key]) then
      only_a[key], only_b[key] = a[key], b[key]
    end
  end
  return only_a, only_b
end

function rig.equal(expected, got, what)
  if not vim.deep_equal(expected, got) then
    expected, got = differences(expected, got)
    error(
      ("%s\nexpected %s\ngot %s"):format(what or "", vim.inspect(expected), vim.inspect(got)),
      2
    )
  end
end

function rig.lines(path)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if
      vim.api.nvim_buf_is_loaded(buf)
      and vim.api.nvim_buf_get_name(buf) == vim.fn.fnamemodify(path, ":p")
    then
      return vim.api.nvim_buf_get_lines(buf, 0, -1, true), buf
    end
  end
end

function rig.last_told()
  return rig.told[#rig.told] or ""
end

return rig
