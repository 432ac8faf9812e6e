--- What the client needs beyond `lsp/patchsight.lua`, so that every applied patch can be undone as a whole, and feedback copied.
local M = {}

local APPLY_KIND = "refactor.patchsight.apply"
local APPLY_COMMAND = "patchsight.applyPatch"
local COPY_COMMAND = "patchsight.copyFeedback"

--- What Patchsight adds to a configuration.
function M.extend()
  return {
    handlers = { ["workspace/applyEdit"] = require("patchsight.apply").handle },
    commands = { [COPY_COMMAND] = require("patchsight.views.problems").copy },
    init_options = { clientCommands = { COPY_COMMAND }, opensTargets = true },
  }
end

--- Hands Neovim 0.11 what it needs to start the server by itself.
function M.register()
  local config = vim.lsp.config.patchsight
  local function find_root(buf, on_found)
    on_found(require("patchsight.server.root").find(buf, config.root_markers))
  end
  vim.lsp.config("patchsight", M.extend())
  vim.lsp.config("patchsight", { root_dir = config.root_dir or find_root })
end

--- The same action as a command of the server.
local function as_command(action)
  local command = { title = action.title, command = APPLY_COMMAND, arguments = { action.data } }
  return { title = action.title, kind = action.kind, command = command }
end

--- Neovim applies the edit of a resolved code action by itself, and nobody hears of it. The server's command for the same
--- comes back as `workspace/applyEdit`, which has a handler; so let applying resolve to the command.
local function apply_by_command(client)
  local request = client.request
  client.request = function(...)
    local first = select(1, ...) == client and 2 or 1 -- today the client is an argument, too
    local method, action, handler = select(first, ...)
    if method == "codeAction/resolve" and action.kind == APPLY_KIND then
      return handler(nil, as_command(action))
    end
    return request(...)
  end
end

local prepared = {} -- clients, by id

--- Called once for every buffer a client is attached to.
function M.on_attach(client, buf)
  if not prepared[client.id] then
    prepared[client.id] = true
    apply_by_command(client)
  end
  require("patchsight.server.targets").on_attach(client, buf)
end

return M
