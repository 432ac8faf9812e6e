--- Starting the server on Neovim 0.7 to 0.10, which do not read `lsp/patchsight.lua` by themselves.
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

--- Attaches a patch buffer to the client of its folder, which is started if need be.
function M.attach(buf)
  if vim.bo[buf].buftype ~= "" then
    return
  end
  local config = M.read_config()
  config.root_dir = require("patchsight.server.root").find(buf, config.root_markers)
  local key = config.root_dir or ""
  running[key] = running[key] or start_client(config, key)
  if running[key] then
    vim.lsp.buf_attach_client(buf, running[key])
  end
end

--- Attaches every patch that is opened from now on.
function M.watch(group)
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = M.read_config().filetypes,
    callback = function(event)
      M.attach(event.buf)
    end,
  })
end

return M
