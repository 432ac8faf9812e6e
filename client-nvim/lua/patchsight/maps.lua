--- Keys: `<Plug>` maps for everything, and `]h` `[h` in patches, unless they mean something already.
local M = {}

local PLUGS = {
  next = "lua require('patchsight.views.parts').go(1)",
  previous = "lua require('patchsight.views.parts').go(-1)",
}
local KEYS = { ["]h"] = "<Plug>(patchsight-next)", ["[h"] = "<Plug>(patchsight-previous)" }

function M.define(names)
  for _, name in ipairs(names) do
    PLUGS[name] = "Patchsight " .. name
  end
  for name, command in pairs(PLUGS) do
    vim.keymap.set("n", ("<Plug>(patchsight-%s)"):format(name), ("<Cmd>%s<CR>"):format(command))
  end
  vim.keymap.set("n", "<Plug>(patchsight-apply-part)", "<Cmd>Patchsight apply part<CR>")
end

--- The keys of a patch buffer.
function M.add(buf)
  if vim.g.patchsight_maps == false then
    return
  end
  vim.api.nvim_buf_call(buf, function()
    for key, plug in pairs(KEYS) do
      if vim.fn.maparg(key, "n") == "" then
        vim.keymap.set("n", key, plug, { buffer = buf, remap = true })
      end
    end
  end)
end

return M
