--- Filetypes by extension, and by content where the extension says little.
local formats = require("patchsight.formats")
local M = {}

M.EXTENSIONS = {}
--- The extensions that may hold any of the formats: those that Neovim has its own filetype for.
M.OPEN = { "txt" }

for _, format in ipairs(formats) do
  for _, suffix in ipairs(format.suffixes) do
    if format.builtin then
      table.insert(M.OPEN, suffix)
    else
      M.EXTENSIONS[suffix] = format.filetype
    end
  end
end

local MOST_LINES = 200

--- The filetype that a line proves by what it starts with.
local function by_line(line)
  for _, format in ipairs(formats) do
    for _, opening in ipairs(format.openings) do
      if vim.startswith(line, opening) then
        return format.filetype
      end
    end
  end
end

--- The filetype that a buffer's first lines prove; nil if they prove none.
function M.by_content(buf)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, MOST_LINES, false)) do
    local filetype = by_line(line)
    if filetype then
      return filetype
    end
  end
end

return M
