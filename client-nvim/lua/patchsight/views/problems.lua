--- The problems of a patch, as a quickfix list, and as a text for the model that wrote it.
local compat = require("patchsight.compat")
local M = {}

local TYPES = { "E", "W", "I", "N" }

--- The diagnostics of a buffer in the order of its lines.
local function sorted(buf)
  local found = vim.diagnostic.get(buf)
  table.sort(found, function(a, b)
    return a.lnum < b.lnum or (a.lnum == b.lnum and a.col < b.col)
  end)
  return vim.tbl_filter(function(problem)
    return problem.source == "patchsight"
  end, found)
end

local function code_of(problem)
  return problem.code or problem.user_data.lsp.code
end

--- The places a problem names, as the server sent them.
local function related(problem)
  local sent = (problem.user_data or {}).lsp or {}
  return sent.relatedInformation or {}
end

local function items_of(problem)
  local items = {
    {
      bufnr = problem.bufnr,
      lnum = problem.lnum + 1,
      col = problem.col + 1,
      type = TYPES[problem.severity],
      text = ("%s [%s]"):format(problem.message, code_of(problem)),
    },
  }
  for _, place in ipairs(related(problem)) do
    table.insert(items, {
      filename = vim.uri_to_fname(place.location.uri),
      lnum = place.location.range.start.line + 1,
      type = "N",
      text = place.message,
    })
  end
  return items
end

--- Fills the quickfix list: every problem, and below it the places it names.
function M.list(buf)
  local client, current = compat.current()
  if not client then
    return
  end
  buf = buf or current
  local items = {}
  for _, problem in ipairs(sorted(buf)) do
    vim.list_extend(items, items_of(problem))
  end
  vim.fn.setqflist({}, " ", { title = "Problems of the patch", items = items })
  if #items == 0 then
    return compat.tell("The patch has no problems.")
  end
  vim.cmd("copen")
end

--- Asks for the text to paste back to the model, about what the server named, and puts it into a register.
local function fetch(client, buf, about, register)
  local call = { command = "patchsight.feedback", arguments = { about } }
  compat.request(client, "workspace/executeCommand", call, function(failure, text)
    if failure or not text or text == "" then
      return compat.tell(failure and failure.message or "The patch has no problems.")
    end
    vim.fn.setreg(register, text, "l")
    compat.tell(('The feedback is in register "%s.'):format(register))
  end, buf)
end

--- Puts the text to paste back to the model into a register.
function M.feedback(register)
  local client, buf, uri = compat.current()
  if client then
    fetch(client, buf, { uri = uri }, register ~= "" and register or vim.v.register)
  end
end

--- The code action "Copy feedback for the model": onto the clipboard, where there is one.
function M.copy(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  fetch(client, context.bufnr, command.arguments[1], vim.fn.has("clipboard") == 1 and "+" or '"')
end

return M
