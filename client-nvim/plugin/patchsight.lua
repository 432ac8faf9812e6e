if vim.g.loaded_patchsight or vim.fn.has("nvim-0.7") == 0 then
  return
end
vim.g.loaded_patchsight = true

local compat = require("patchsight.compat")
local group = vim.api.nvim_create_augroup("patchsight", {})

local function add_command(name, module, run, options)
  vim.api.nvim_create_user_command("LspPatchsight" .. name, function(call)
    run(require("patchsight." .. module), call)
  end, options)
end

add_command("Preview", "views.preview", function(preview)
  preview.open()
end, { desc = "Show what the patch would do, as a diff in a tab per file" })

add_command("Undo", "apply", function(apply)
  apply.undo()
end, { desc = "Undo the patch that was applied last, in every file" })

add_command("Feedback", "views.problems", function(problems, call)
  problems.feedback(call.reg or call.args)
end, {
  register = true,
  desc = "Put the problems of the patch into a register, to paste them back to the model",
})

add_command("Goto", "views.jump", function(jump)
  jump.go()
end, { desc = "Go to where the part under the cursor lands" })

add_command("Problems", "views.problems", function(problems)
  problems.list()
end, { desc = "List the problems of the patch in the quickfix window" })

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
require("patchsight.server.targets").watch(group)
require("patchsight.apply").watch(group)
