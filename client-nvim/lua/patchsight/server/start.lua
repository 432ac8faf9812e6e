--- Starting the server where Neovim does not: on 0.7 to 0.10, which do not read `lsp/patchsight.lua` by themselves, and for
--- a buffer of another kind that a user wants to have checked.
local compat = require("patchsight.compat")
local M = {}

--- The shipped configuration with what the user put into `vim.g.patchsight`.
function M.read_config()
  local file = vim.api.nvim_get_runtime_file("lsp/patchsight.lua", false)[1]
  return vim.tbl_extend("force", dofile(file), vim.g.patchsight or {})
end

local running = {} -- client ids by root; a client that still starts is in no list of Neovim's

--- Starts a client whose callbacks call the user's own too.
local function start_client(config, key)
  local ours = require("patchsight.server.config")
  local theirs = config.on_attach or function() end
  config = vim.tbl_deep_extend("force", config, ours.extend(), {
    name = "patchsight",
    on_attach = function(client, buf)
      ours.on_attach(client, buf)
      theirs(client, buf)
    end,
    on_exit = function()
      running[key] = nil
    end,
  })
  return vim.lsp.start_client(config)
end

--- The client of a folder, started if need be, by the means of older Neovims.
local function attach_by_hand(buf)
  local config = M.read_config()
  config.root_dir = require("patchsight.server.root").find(buf, config.root_markers)
  local key = config.root_dir
  running[key] = running[key] or start_client(config, key)
  if running[key] then
    vim.lsp.buf_attach_client(buf, running[key])
  end
end

--- Attaches a buffer, whatever it is, to the client of its folder.
function M.attach(buf)
  require("patchsight.server.names").give(buf)
  if not compat.has_enable then
    return attach_by_hand(buf)
  end
  local config = vim.lsp.config.patchsight
  config.root_dir(buf, function(root)
    vim.lsp.start(vim.tbl_extend("force", config, { root_dir = root }), { bufnr = buf })
  end)
end

--- Stops the server and starts it again for every patch.
function M.restart()
  local patches, clients = {}, compat.clients()
  for _, client in ipairs(clients) do
    for buf in pairs(client.attached_buffers) do
      if
        vim.api.nvim_buf_is_loaded(buf)
        and require("patchsight.server.targets").is_patch(client, buf)
      then
        patches[buf] = true
      end
    end
    compat.stop(client)
  end
  local is_over = vim.wait(5000, function()
    return #compat.clients() == 0
  end, 10)
  if not is_over then
    return compat.tell("The server does not stop. Try again.", vim.log.levels.WARN)
  end
  running = {}
  for buf in pairs(patches) do
    M.attach(buf)
  end
end

--- Attaches every patch that is opened from now on.
function M.watch(group)
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = M.read_config().filetypes,
    callback = function(event)
      if vim.bo[event.buf].buftype == "" then
        M.attach(event.buf)
      end
    end,
  })
end

return M
