local filetypes = require("patchsight.filetypes")

local function by_content(_, buf)
  return buf and filetypes.by_content(buf)
end

if vim.fn.has("nvim-0.8") == 1 then
  local patterns = { [".*"] = { by_content, { priority = -math.huge } } }
  for _, extension in ipairs(filetypes.OPEN) do
    patterns[".*%." .. extension] = { by_content, { priority = 10 } }
  end
  vim.filetype.add({ extension = filetypes.EXTENSIONS, pattern = patterns })
else
  for extension, filetype in pairs(filetypes.EXTENSIONS) do
    vim.cmd(("autocmd BufRead,BufNewFile *.%s setfiletype %s"):format(extension, filetype))
  end
  vim.api.nvim_create_autocmd("BufRead", {
    pattern = "*." .. table.concat(filetypes.OPEN, ",*."),
    callback = function(event)
      local found = filetypes.by_content(event.buf)
      if found then
        vim.bo[event.buf].filetype = found
      end
    end,
  })
end
