--- The command `:Patchsight` and its subcommands.
local compat = require("patchsight.compat")
local M = {}

--- Sends a command of the server that takes a patch.
local function send(command, about, on_result)
  local client, buf, uri = compat.current()
  if client then
    compat.execute(client, command, vim.tbl_extend("force", { uri = uri }, about), buf, on_result)
  end
end

-- ---- paste

local function choose_register(named)
  if named and named ~= "" then
    return named
  end
  return vim.fn.has("clipboard") == 1 and vim.fn.getreg("+") ~= "" and "+" or '"'
end

--- A new buffer with the patch that was copied.
local function paste(register)
  local lines = vim.fn.getreg(choose_register(register), 1, true)
  if #lines == 0 then
    return compat.tell("There is nothing to paste: copy a patch first.", vim.log.levels.WARN)
  end
  vim.cmd("new")
  local buf = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buf, 0, -1, true, lines)
  vim.bo[buf].filetype = require("patchsight.filetypes").by_content(buf) or "diff"
  -- What was copied is no work that could be lost; it should not stand in the way of `:qall`.
  vim.bo[buf].modified = false
end

-- ---- check

local function when_ready(buf, run)
  local client = compat.clients(buf)[1]
  if client and client.initialized ~= false then
    return run(client)
  end
  local is_ready = vim.wait(5000, function()
    client = compat.clients(buf)[1]
    return client and client.initialized ~= false
  end, 10)
  if is_ready then
    return run(client)
  end
  compat.tell("The server does not start. See :checkhealth patchsight.", vim.log.levels.ERROR)
end

--- Checks what stands in the buffer, whatever kind of buffer it is, and lists its problems.
local function check()
  local buf = vim.api.nvim_get_current_buf()
  if not compat.clients(buf)[1] then
    require("patchsight.server.start").attach(buf)
  end
  when_ready(buf, function(client)
    require("patchsight.maps").add(buf)
    local about = { uri = vim.uri_from_bufnr(buf) }
    compat.execute(client, "patchsight.checkPatch", about, buf, function(is_patch)
      if is_patch then
        require("patchsight.views.problems").list(buf)
      end
    end)
  end)
end

-- ---- apply

local function apply(what)
  local about = {}
  if what == "part" then
    about.part = require("patchsight.views.parts").current()
    if not about.part then
      return compat.tell("The cursor is in no part of the patch.", vim.log.levels.WARN)
    end
  end
  send("patchsight.applyPatch", about)
end

-- ---- root

local function choose_folder(path)
  local uri = path and vim.uri_from_fname((vim.fn.fnamemodify(path, ":p"):gsub("(.)/$", "%1")))
  send("patchsight.chooseFolder", { folder = uri or vim.NIL }, function(is_chosen)
    if is_chosen then
      compat.tell(path and "The patch is about " .. path .. "." or "The files decide again.")
    end
  end)
end

local OTHER = "another folder …"

--- Asks which folder the patch is about.
local function ask_folder()
  local client, buf, uri = compat.current()
  local status = client and compat.ask(client, "patchsight/status", { uri = uri }, buf)
  if type(status) ~= "table" then
    return
  end
  local paths = {}
  for _, folder in ipairs({ status.folder, unpack(status.otherFolders) }) do
    table.insert(paths, type(folder) == "table" and folder.path or nil)
  end
  table.insert(paths, OTHER)
  vim.ui.select(paths, { prompt = "The patch is about:" }, function(path)
    if path == OTHER then
      path = vim.fn.input("Folder: ", vim.fn.getcwd(), "dir")
    end
    if path and path ~= "" then
      choose_folder(path)
    end
  end)
end

local function root(path)
  if path and path ~= "" then
    return choose_folder(path)
  end
  ask_folder()
end

-- ---- the table

local SUBCOMMANDS = {
  paste = { run = paste },
  check = { run = check },
  preview = {
    run = function()
      require("patchsight.views.preview").open()
    end,
  },
  apply = { run = apply, words = { "part" } },
  revert = {
    run = function()
      send("patchsight.revertPatch", {})
    end,
  },
  undo = {
    run = function()
      require("patchsight.apply").undo()
    end,
  },
  feedback = {
    run = function(register)
      require("patchsight.views.problems").feedback(register or "")
    end,
  },
  problems = {
    run = function()
      require("patchsight.views.problems").list()
    end,
  },
  ["goto"] = {
    run = function()
      require("patchsight.views.jump").go()
    end,
  },
  root = { run = root, complete = "dir" },
  restart = {
    run = function()
      require("patchsight.server.start").restart()
    end,
  },
}

--- The names of the subcommands, in the order of the alphabet.
function M.names()
  local names = vim.tbl_keys(SUBCOMMANDS)
  table.sort(names)
  return names
end

function M.run(words)
  local name = words[1] or "check"
  local subcommand = SUBCOMMANDS[name]
  if not subcommand then
    local known = table.concat(M.names(), ", ")
    return compat.tell(
      ("There is no :Patchsight %s; there are %s."):format(name, known),
      vim.log.levels.ERROR
    )
  end
  local argument = table.concat(vim.list_slice(words, 2), " ")
  subcommand.run(argument ~= "" and argument or nil)
end

--- What may stand where the cursor is in the command line.
function M.complete(lead, line)
  local before = line:match("Patchsight!?%s+(.*)$") or ""
  local name = before:match("^(%S+)%s")
  local offered
  if not name then
    offered = M.names()
  elseif SUBCOMMANDS[name] and SUBCOMMANDS[name].complete == "dir" then
    return vim.fn.getcompletion(lead, "dir")
  else
    offered = SUBCOMMANDS[name] and SUBCOMMANDS[name].words or {}
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, offered)
end

return M
