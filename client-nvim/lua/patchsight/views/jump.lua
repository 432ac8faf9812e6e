--- Going to where the part under the cursor lands.
local compat = require("patchsight.compat")
local M = {}

--- A place as the server sends it: a location or a link.
local function read_place(place)
  local range = place.targetSelectionRange or place.range
  return { path = vim.uri_to_fname(place.targetUri or place.uri), line = range.start.line + 1 }
end

local function describe(place)
  local buf = vim.fn.bufadd(place.path)
  vim.fn.bufload(buf)
  local text = vim.api.nvim_buf_get_lines(buf, place.line - 1, place.line, false)[1] or ""
  return ("%s:%d  %s"):format(vim.fn.fnamemodify(place.path, ":~:."), place.line, vim.trim(text))
end

local function go(place)
  if not place then
    return
  end
  vim.cmd("normal! m'") -- so that CTRL-O leads back
  vim.cmd("edit " .. vim.fn.fnameescape(place.path))
  vim.api.nvim_win_set_cursor(0, { math.min(place.line, vim.fn.line("$")), 0 })
end

--- Goes to the place, or asks which one if there are several.
local function choose(places)
  if #places == 0 then
    compat.tell("This line is about no file that exists.")
  elseif #places == 1 then
    go(places[1])
  else
    vim.ui.select(places, { prompt = "Go to:", format_item = describe }, go)
  end
end

function M.go()
  local client, buf = compat.current()
  if not client then
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  compat.request(client, "textDocument/definition", params, function(_, places)
    choose(vim.tbl_map(read_place, places or {}))
  end, buf)
end

return M
