-- Found on 'runtimepath' by vim.lsp.enable('agents_ls'), Neovim 0.11 and later.
local agents_ls = require('agents_ls')
agents_ls.commands()
return agents_ls.config()
