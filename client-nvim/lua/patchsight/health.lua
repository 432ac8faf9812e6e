--- :checkhealth patchsight
local compat = require("patchsight.compat")
local M = {}

local health = vim.health
local start = health and health.start
  or health and health.report_start
  or require("health").report_start
local ok = health and health.ok or health and health.report_ok or require("health").report_ok
local warn = health and health.warn
  or health and health.report_warn
  or require("health").report_warn
local fail = health and health.error
  or health and health.report_error
  or require("health").report_error

local function check_editor()
  if compat.has_enable then
    ok("Neovim starts the server by itself (vim.lsp.enable)")
  else
    warn("Neovim is older than 0.11: the plugin starts the server, see :help patchsight-old")
  end
end

local function command()
  if compat.has_enable then
    return vim.lsp.config.patchsight.cmd
  end
  return require("patchsight.server.start").read_config().cmd
end

local function check_server()
  local cmd = command()
  if type(cmd) ~= "table" then
    return ok("the server is started by a function")
  elseif vim.fn.executable(cmd[1]) == 0 then
    return fail(cmd[1] .. " was not found", {
      "pip install . in a clone of Patchsight",
      "or set another command: :help patchsight-config",
    })
  end
  local answer = vim.fn.system({ cmd[1], "--version" })
  if vim.v.shell_error ~= 0 then
    return fail(cmd[1] .. " does not run: " .. vim.trim(answer))
  end
  ok(("%s (%s)"):format(vim.trim(answer), vim.fn.exepath(cmd[1])))
end

local function check_clients()
  local clients = compat.clients()
  if #clients == 0 then
    return ok("no server is running; one starts with the first patch you open")
  end
  for _, client in ipairs(clients) do
    local root = client.config.root_dir or "the folder of each patch"
    ok(
      ("client %d: %d buffers, paths start at %s"):format(
        client.id,
        vim.tbl_count(client.attached_buffers),
        root
      )
    )
  end
end

function M.check()
  start("Patchsight")
  check_editor()
  check_server()
  check_clients()
end

return M
