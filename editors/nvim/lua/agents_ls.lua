-- Starts agents-ls and opens its prompts, `agents-ls://prompt/…`, as read-only buffers. Neovim 0.10 or later.
local M = { cmd = { 'agents-ls', 'lsp' }, filetypes = { 'markdown', 'toml' }, settings = {} }

--- Markdown files, and of TOML only the server's own settings.
local function root_dir(buffer, start)
  local name = vim.fs.basename(vim.api.nvim_buf_get_name(buffer))
  if vim.bo[buffer].filetype == 'toml' and name ~= 'agents-ls.toml' then return end
  start(vim.fs.root(buffer, '.git') or vim.fs.root(buffer, 'agents-ls.toml'))
end

local function clients(buffer)
  local found = vim.lsp.get_clients({ name = 'agents_ls', bufnr = buffer })
  return #found > 0 and found or vim.lsp.get_clients({ name = 'agents_ls' })
end

local function warn(message)
  vim.notify('agents-ls: ' .. message, vim.log.levels.WARN)
end

--- Fills the buffer of a prompt.
local function read(buffer)
  local client = clients(buffer)[1]
  if not client then return warn('not running; open an instruction file first') end
  local params = { uri = vim.api.nvim_buf_get_name(buffer) }
  local answer, failure = client.request_sync('workspace/textDocumentContent', params, 5000, buffer)
  local result = answer and answer.result
  if not result then return warn(failure or answer.err.message) end
  local options = vim.bo[buffer]
  options.buftype, options.swapfile, options.readonly, options.modifiable = 'nofile', false, false, true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(result.text, '\n', { plain = true }))
  options.modifiable, options.readonly, options.modified = false, true, false
  if options.filetype == '' then options.filetype = 'markdown' end
end

--- Shows the lenses of a buffer. From 0.12 on Neovim itself sees to it that they stay true.
local function show_lenses(buffer)
  if vim.lsp.codelens.enable then return vim.lsp.codelens.enable(true, { bufnr = buffer }) end
  vim.lsp.codelens.refresh({ bufnr = buffer })
end

--- Draws status lines anew, where there is a screen.
local function redraw()
  if #vim.api.nvim_list_uis() > 0 then vim.cmd.redrawstatus({ bang = true }) end
end

--- What status lines say, by buffer.
local statuses = {}

--- What reaches the agent that works on a buffer's file, in a few words. For 'statusline':
--- `%{v:lua.require'agents_ls'.status()}`
function M.status(buffer)
  if not buffer or buffer == 0 then buffer = vim.api.nvim_get_current_buf() end
  local client = statuses[buffer] == nil and vim.bo[buffer].buftype == '' and vim.api.nvim_buf_get_name(buffer) ~= '' and clients(buffer)[1]
  if client then
    statuses[buffer] = ''
    client.request('agents-ls/status', { uri = vim.uri_from_bufnr(buffer) }, function(_, result)
      statuses[buffer] = result and result.files > 0 and result.text or ''
      redraw()
    end, buffer)
  end
  return statuses[buffer] or ''
end

local handlers = {
  ['workspace/codeLens/refresh'] = function(_, _, context)
    for buffer in pairs(vim.lsp.get_client_by_id(context.client_id).attached_buffers) do
      if vim.fn.bufwinid(buffer) > 0 then show_lenses(buffer) end
    end
    return vim.NIL
  end,
  ['agents-ls/statusChanged'] = function(_, params)
    statuses[vim.uri_to_bufnr(params.uri)] = nil
    redraw()
  end,
  ['workspace/textDocumentContent/refresh'] = function(_, params)
    local buffer = vim.fn.bufnr('^' .. vim.fn.escape(params.uri, '*?[]{},\\') .. '$')
    if buffer > 0 and vim.api.nvim_buf_is_loaded(buffer) then vim.schedule(function() read(buffer) end) end
    return vim.NIL
  end,
}

--- One server for all folders, so that a prompt's name means one prompt.
local function reuse_client(client, config)
  if client.name ~= 'agents_ls' or not client.initialized then return false end
  client.workspace_folders = client.workspace_folders or {}
  local uri = config.root_dir and vim.uri_from_fname(config.root_dir)
  for _, folder in ipairs(client.workspace_folders) do
    if folder.uri == uri then return true end
  end
  if uri then
    local folder = { uri = uri, name = config.root_dir }
    table.insert(client.workspace_folders, folder)
    local change = { event = { added = { folder }, removed = {} } }
    client.notify('workspace/didChangeWorkspaceFolders', change)
  end
  return true
end

--- What Neovim has to know about the server.
function M.config()
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.workspace.textDocumentContent = { dynamicRegistration = false }
  capabilities.workspace.codeLens = { refreshSupport = true }
  return {
    name = 'agents_ls', cmd = M.cmd, filetypes = M.filetypes, root_dir = root_dir, reuse_client = reuse_client,
    settings = { ['agents-ls'] = next(M.settings) and M.settings or vim.empty_dict() }, capabilities = capabilities, handlers = handlers,
  }
end

local function open(uri, modifiers)
  if vim.api.nvim_win_get_config(0).relative ~= '' then vim.api.nvim_win_close(0, false) end
  vim.cmd({ cmd = 'split', args = { vim.fn.fnameescape(uri) }, mods = modifiers })
end

--- Opens the effective prompt for the current file, for the main runtime or the one named.
function M.show_prompt(runtime, modifiers)
  local client = clients(0)[1]
  if not client then return warn('not running; open an instruction file first') end
  local params = { uri = vim.uri_from_bufnr(0), runtime = runtime }
  client.request('agents-ls/effectivePrompt', params, function(err, result)
    if not result then return warn(err and err.message or 'no prompt for this file') end
    open(result.uri, modifiers)
  end, 0)
end

--- Stops the server and starts it again for the same buffers.
function M.restart()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'agents_ls' })) do
    local buffers = vim.lsp.get_buffers_by_client_id(client.id)
    client.stop()
    vim.wait(3000, function() return not vim.lsp.get_client_by_id(client.id) end, 20)
    for _, buffer in ipairs(buffers) do vim.lsp.start(client.config, { bufnr = buffer }) end
  end
end

--- Commands, the prompts' buffers, and links to them: `gx` on one opens it.
function M.commands()
  vim.api.nvim_create_user_command('AgentsPrompt', function(command)
    M.show_prompt(command.args ~= '' and command.args or nil, command.smods)
  end, { nargs = '?', desc = 'Show what reaches the agent for this file', force = true })
  vim.api.nvim_create_user_command('AgentsRestart', M.restart, { desc = 'Restart agents-ls', force = true })
  local group = vim.api.nvim_create_augroup('agents_ls', {})
  vim.api.nvim_create_autocmd('BufReadCmd', {
    group = group, pattern = 'agents-ls://*', callback = function(event) read(event.buf) end,
  })
  vim.api.nvim_create_autocmd('LspAttach', {
    group = group, callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if not client or client.name ~= 'agents_ls' then return end
      statuses = {}
      show_lenses(event.buf)
      if vim.lsp.codelens.enable then return end
      vim.api.nvim_clear_autocmds({ group = group, buffer = event.buf })
      vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged' }, {
        group = group, buffer = event.buf, callback = function() show_lenses(event.buf) end,
      })
    end,
  })
  if M.other_links then return group end
  M.other_links = vim.ui.open
  vim.ui.open = function(target, ...)
    if not vim.startswith(target, 'agents-ls://') then return M.other_links(target, ...) end
    open(target)
  end
  return group
end

--- `opts`: `cmd`, `filetypes`, `settings` (the keys of agents-ls.toml).
function M.setup(opts)
  for key, value in pairs(opts or {}) do M[key] = value end
  local group = M.commands()
  if vim.fn.executable(M.cmd[1]) == 0 then
    return warn(('no program "%s". Install it, or set `cmd` to its path'):format(M.cmd[1]))
  end
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config('agents_ls', M.config())
    return vim.lsp.enable('agents_ls')
  end
  local function start(event)
    if vim.bo[event.buf].buftype ~= '' then return end
    root_dir(event.buf, function(root)
      local config = M.config()
      config.root_dir = root
      vim.lsp.start(config, { bufnr = event.buf, reuse_client = reuse_client })
    end)
  end
  vim.api.nvim_create_autocmd('FileType', { group = group, pattern = M.filetypes, callback = start })
end

return M
