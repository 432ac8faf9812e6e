--- The folder a patch is about, which its paths start from.
local M = {}

--- The nearest folder at or above another that holds a marker.
local function find_marker(folder, marker)
  local found = vim.fn.finddir(marker, folder .. ";")
  found = found ~= "" and found or vim.fn.findfile(marker, folder .. ";")
  if found ~= "" then
    return (vim.fn.fnamemodify(found, ":p"):gsub("/$", ""):gsub("/[^/]*$", ""))
  end
end

--- The project of a buffer, else the current folder. The server looks beside a patch that lies elsewhere, too.
function M.find(buf, markers)
  local name, current = vim.api.nvim_buf_get_name(buf), vim.fn.getcwd()
  local has_file = name ~= "" and not name:find("^%a[%w+.-]*://") and vim.bo[buf].buftype == ""
  local folder = has_file and vim.fn.fnamemodify(name, ":p:h") or current
  for _, marker in ipairs(markers or {}) do
    local found = find_marker(folder, marker)
    if found then
      return found
    end
  end
  return current
end

return M
