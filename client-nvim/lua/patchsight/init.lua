--- What a configuration may call.
local M = {}

--- How much of the patch in a buffer fits, for a status line; empty if there is no patch.
function M.status(buf)
  return require("patchsight.views.summary").get(buf)
end

return M
