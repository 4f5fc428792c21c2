-- Run by run.sh: SERVER, SHIM and WORKSPACE (a copy of examples/monorepo) in the environment.
vim.cmd('filetype plugin on')
vim.o.hidden, vim.o.columns, vim.o.lines, vim.o.swapfile = true, 80, 40, false
vim.opt.runtimepath:prepend(vim.env.SHIM)
local workspace, api = vim.env.WORKSPACE, vim.api
local agents = require('agents_ls')
local passed, failed = 0, 0

local function test(name, body)
  local start = vim.uv.hrtime()
  local ok, err = xpcall(body, debug.traceback)
  passed, failed = passed + (ok and 1 or 0), failed + (ok and 0 or 1)
  print(('%s - %s (%d ms)%s\n'):format(ok and 'ok' or 'not ok', name, (vim.uv.hrtime() - start) / 1e6, ok and '' or '\n' .. err))
end
local function wait(what, condition)
  if not vim.wait(10000, condition, 10) then error('timeout: ' .. what, 2) end
end
local function has(text, ...)
  for _, part in ipairs({ ... }) do assert(text:find(part, 1, true), ('no %q in:\n%s'):format(part, text)) end
end
local function lines(buffer) return table.concat(api.nvim_buf_get_lines(buffer or 0, 0, -1, false), '\n') end
local function edit(path)
  vim.cmd.edit(workspace .. '/' .. path)
  wait('client of ' .. path, function() return vim.lsp.get_clients({ bufnr = 0 })[1] ~= nil end)
end
local function reload()
  vim.cmd('silent edit!')
  wait('client again', function() return vim.lsp.get_clients({ bufnr = 0 })[1] ~= nil end)
end
local function found(code, buffer)
  for _, finding in ipairs(vim.diagnostic.get(buffer or 0)) do
    if finding.code == code then return finding end
  end
end
local function floats()
  return vim.tbl_filter(function(w) return api.nvim_win_get_config(w).relative ~= '' end, api.nvim_list_wins())
end
local function hover(line, column)
  for _, window in ipairs(floats()) do api.nvim_win_close(window, true) end
  api.nvim_win_set_cursor(0, { line, column or 2 })
  vim.lsp.buf.hover()
  wait('hover', function() return #floats() > 0 end)
  return lines(api.nvim_win_get_buf(floats()[1])), floats()[1]
end

local messages, notify = {}, vim.notify
vim.notify = function(message) table.insert(messages, message) end

test('a missing program is named', function()
  agents.setup({ cmd = { 'no-such-program', 'lsp' } })
  has(table.concat(messages, '\n'), 'no-such-program')
  agents.setup({ cmd = { vim.env.SERVER, 'lsp' } })
  assert(#messages == 1, vim.inspect(messages))
end)

test('findings stand where they belong', function()
  edit('services/billing/AGENTS.md')
  wait('finding', function() return found('budget.truncated') end)
  local finding = found('budget.truncated')
  local at = { finding.lnum, finding.col, finding.end_lnum, finding.end_col }
  assert(vim.deep_equal(at, { 2, 25, 9, 0 }), vim.inspect(at))
  assert(finding.source == 'agents-ls', finding.source)
end)

test('hover on a cut line', function()
  local text, window = hover(9)
  has(text, 'Does not reach codex', 'cut at byte 36', '█', ' 900 of 900 bytes, 212 lost', '\n> services/billing/AGENTS.md   36 of 248')
  assert(api.nvim_win_get_width(window) <= 80)
end)

test('hover on a line that reaches the model', function()
  has(hover(1), 'Reaches codex')
  has(hover(3), 'Reaches codex 0.171.0 in part', '`pnp ✂ m --filter')
end)

local function lenses(buffer)
  local words = {}
  for _, mark in ipairs(api.nvim_buf_get_extmarks(buffer or 0, -1, 0, -1, { details = true })) do
    for _, chunk in ipairs(vim.list_extend(mark[4].virt_text or {}, vim.iter(mark[4].virt_lines or {}):flatten():totable())) do
      local text = type(chunk) == 'table' and chunk[1] or chunk
      if type(text) == 'string' and text:find('^codex ') then table.insert(words, text) end
    end
  end
  return table.concat(words, '\n')
end

test('a lens says how far the cap is used, and opens the prompt', function()
  wait('lens', function() return lenses():find('codex 900 / 900 bytes, 212 lost with 2 files above', 1, true) end)
  api.nvim_win_set_cursor(0, { 1, 0 })
  vim.ui.select = function(lenses, _, choose) choose(lenses[1]) end
  vim.lsp.codelens.run()
  wait('prompt', function() return api.nvim_buf_get_name(0):find('^agents%-ls://prompt/services/billing/AGENTS.md/codex.md$') end)
  has(lines(), '# Billing')
  vim.cmd('bwipeout')
end)

test('a status line says the same of any file', function()
  local text
  wait('status', function() text = agents.status(); return text ~= '' end)
  assert(text == 'codex 212 bytes lost', text)
end)

test('hover on a path', function()
  edit('AGENTS.md')
  has(hover(14, 11), '`docs/glossary.md` is not sent', 'Started in `docs`, codex')
end)

test('a quick fix mends a skill', function()
  edit('.skills/invoice.md')
  wait('finding', function() return found('skill.missing-name') end)
  has(hover(2), 'no `name`')
  api.nvim_win_set_cursor(0, { 1, 0 })
  vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title:lower():find('^add `name: ') end })
  wait('edit', function() return lines():find('\nname: invoice\n', 1, true) end)
  wait('finding gone', function() return not found('skill.missing-name') end)
  vim.cmd('silent undo')
  wait('finding back', function() return found('skill.missing-name') end)
  reload()
end)

test('what is typed counts', function()
  edit('services/AGENTS.md')
  local billing = vim.fn.bufnr(workspace .. '/services/billing/AGENTS.md')
  vim.cmd('silent 3,$delete')
  wait('finding gone', function() return not found('budget.truncated', billing) end)
  wait('status', function() local text = agents.status(billing); return text:find('^codex %d+ %%$') end)
  vim.cmd('silent undo')
  wait('finding back', function() return found('budget.truncated', billing) end)
end)

test('the prompt is a read-only buffer that follows', function()
  edit('services/billing/AGENTS.md')
  vim.cmd('AgentsPrompt')
  wait('prompt', function() return api.nvim_buf_get_name(0):find('^agents%-ls://prompt/services/billing/AGENTS.md/codex.md$') end)
  has(lines(), '# Harbour: working agreement', '# Billing')
  assert(not lines():find('written anew', 1, true), lines())
  assert(vim.bo.readonly and not vim.bo.modifiable and vim.bo.filetype == 'markdown' and not vim.bo.modified)
  local prompt = api.nvim_get_current_buf()
  vim.cmd.wincmd('p')
  api.nvim_buf_set_lines(0, 0, 1, false, { '# Bills' })
  wait('refresh', function() return lines(prompt):find('# Bills', 1, true) end)
  reload()
end)

test('a link in a hover opens the prompt', function()
  local text, window = hover(1)
  local link = text:match('%((agents%-ls://[^)]+)%)')
  api.nvim_set_current_win(window)
  vim.treesitter.get_parser(0):parse(true) -- what drawing would do
  vim.fn.search('Whole prompt')
  if vim.fn.has('nvim-0.11') == 1 then vim.cmd('normal gx') else vim.ui.open(link) end
  wait('prompt', function() return api.nvim_buf_get_name(0) == link end)
  has(lines(), '# Billing')
  vim.cmd('only')
end)

test('the settings file is checked as it is typed', function()
  edit('agents-ls.toml')
  wait('finding', function() return found('config.invalid') end)
  assert(found('config.invalid').lnum == 4)
  api.nvim_buf_set_lines(0, 4, 5, false, { 'detail = "off"' })
  wait('finding gone', function() return not found('config.invalid') end)
  reload()
end)

test('other TOML files are left alone', function()
  vim.cmd.edit(workspace .. '/Cargo.toml')
  vim.wait(200)
  assert(#vim.lsp.get_clients({ bufnr = 0 }) == 0)
end)

test('another folder is served too', function()
  local other = workspace .. '-other'
  vim.fn.mkdir(other .. '/.git', 'p')
  vim.fn.mkdir(other .. '/.codex')
  vim.fn.writefile({ 'project_doc_max_bytes = 4' }, other .. '/.codex/config.toml')
  vim.fn.writefile({ '# Other', '', '- Never.' }, other .. '/AGENTS.md')
  edit('../' .. vim.fs.basename(other) .. '/AGENTS.md')
  wait('finding', function() return found('budget.truncated') end)
  assert(#vim.lsp.get_clients() == 1)
  vim.cmd('tab AgentsPrompt')
  wait('prompt', function() return lines():find('# Ot\n', 1, true) end)
  vim.cmd('tabclose')
end)

test('a restart serves the same buffers', function()
  edit('services/billing/AGENTS.md')
  local before = vim.lsp.get_clients()[1].id
  vim.cmd('AgentsRestart')
  wait('new client', function() local c = vim.lsp.get_clients({ bufnr = 0 })[1]; return c and c.id ~= before end)
  wait('finding', function() return found('budget.truncated') end)
end)

test('the server stops', function()
  local client = vim.lsp.get_clients()[1]
  client.stop()
  wait('stop', client.is_stopped)
end)

test('nobody complained', function() assert(#messages == 1, vim.inspect(messages)) end)

print(('%d passed, %d failed\n'):format(passed, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
