if vim.g.loaded_patchsight or vim.fn.has("nvim-0.7") == 0 then
  return
end
vim.g.loaded_patchsight = true

local compat = require("patchsight.compat")
local group = vim.api.nvim_create_augroup("patchsight", {})

vim.api.nvim_create_user_command("Patchsight", function(call)
  require("patchsight.command").run(call.fargs)
end, {
  nargs = "*",
  desc = "Check, preview, apply or take back the patch in this buffer",
  complete = function(lead, line)
    return require("patchsight.command").complete(lead, line)
  end,
})
require("patchsight.maps").define(require("patchsight.command").names())

--- The commands of version 0.1, each of which is a subcommand now.
for _, name in ipairs({ "Preview", "Undo", "Feedback", "Goto", "Problems" }) do
  vim.api.nvim_create_user_command("LspPatchsight" .. name, function(call)
    require("patchsight.command").run({ name:lower(), call.args ~= "" and call.args or nil })
  end, { nargs = "?", desc = "The same as :Patchsight " .. name:lower() })
end

if compat.has_enable then
  require("patchsight.server.config").register()
  vim.lsp.enable("patchsight", vim.g.patchsight_enable ~= false)
  vim.api.nvim_create_autocmd("LspAttach", {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == "patchsight" then
        require("patchsight.server.config").on_attach(client, event.buf)
      end
    end,
  })
elseif vim.g.patchsight_enable ~= false then
  require("patchsight.server.start").watch(group)
end
for _, module in ipairs({ "server.targets", "server.names", "views.summary", "apply" }) do
  require("patchsight." .. module).watch(group)
end
