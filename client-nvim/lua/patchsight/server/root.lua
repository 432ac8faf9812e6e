--- The folder a patch is about, which its paths start from.
local M = {}

function M.is_inside(path, folder)
  return vim.startswith(path, (folder:gsub("/$", "")) .. "/")
end

--- The nearest folder at or above another that holds a marker.
local function find_marker(folder, marker)
  local found = vim.fn.finddir(marker, folder .. ";")
  found = found ~= "" and found or vim.fn.findfile(marker, folder .. ";")
  if found ~= "" then
    return (vim.fn.fnamemodify(found, ":p"):gsub("/$", ""):gsub("/[^/]*$", ""))
  end
end

--- The project of a buffer, else the current folder if the buffer belongs there; nil lets the server take the patch's own.
function M.find(buf, markers)
  local name, current = vim.api.nvim_buf_get_name(buf), vim.fn.getcwd()
  local folder = name == "" and current or vim.fn.fnamemodify(name, ":p:h")
  for _, marker in ipairs(markers or {}) do
    local found = find_marker(folder, marker)
    if found then
      return found
    end
  end
  return (name == "" or M.is_inside(name, current)) and current or nil
end

return M
