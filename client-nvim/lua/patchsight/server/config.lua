--- What the client needs beyond `lsp/patchsight.lua`, so that every applied patch can be undone as a whole, and feedback copied.
local M = {}

--- The kinds of actions that change the files, and the commands that do the same.
local COMMANDS = {
  ["refactor.patchsight.apply"] = "patchsight.applyPatch",
  ["refactor.patchsight.revert"] = "patchsight.revertPatch",
}
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
  local theirs = vim.lsp.config.patchsight
  local function find_root(buf, on_found)
    require("patchsight.server.names").give(buf)
    if type(theirs.root_dir) == "function" then
      return theirs.root_dir(buf, on_found)
    end
    on_found(theirs.root_dir or require("patchsight.server.root").find(buf, theirs.root_markers))
  end
  vim.lsp.config("patchsight", M.extend())
  vim.lsp.config("patchsight", { root_dir = find_root })
end

--- The same action as a command of the server.
local function as_command(action)
  local command =
    { title = action.title, command = COMMANDS[action.kind], arguments = { action.data } }
  return { title = action.title, kind = action.kind, command = command }
end

--- Neovim applies the edit of a resolved code action by itself, and nobody hears of it. The server's command for the same
--- comes back as `workspace/applyEdit`, which has a handler; so let applying and taking back resolve to the command.
local function apply_by_command(client)
  local request = client.request
  client.request = function(...)
    local first = select(1, ...) == client and 2 or 1 -- today the client is an argument, too
    local method, action, handler = select(first, ...)
    if method == "codeAction/resolve" and COMMANDS[action.kind] then
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
  if require("patchsight.server.targets").is_patch(client, buf) then
    require("patchsight.maps").add(buf)
  end
end

return M
