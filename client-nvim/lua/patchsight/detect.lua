--- Filetypes by extension, and by content where the extension says little.
local M = {}

M.EXTENSIONS = { ap = "ap", v4a = "v4a", zenpatch = "zenpatch", applydiff = "applydiff" }
--- The extensions that may hold any of the formats.
M.OPEN = { "patch", "diff", "txt" }

local MOST_LINES = 200
local SIGNS = {
  { "^%*%*%* Begin Patch", "v4a" },
  { "^%*%*%* Update File: ", "v4a" },
  { "^%*%*%* Add File: ", "v4a" },
  { "^%*%*%* Delete File: ", "v4a" },
  { "^>>> file: ", "applydiff" },
  { "^%[SESSION CONTEXT%]", "applydiff" },
}

--- The filetype that a buffer's first lines prove; nil if they prove none. Neovim knows unified diffs by itself.
function M.by_content(buf)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, MOST_LINES, false)) do
    for _, sign in ipairs(SIGNS) do
      if line:find(sign[1]) then
        return sign[2]
      end
    end
  end
end

return M
