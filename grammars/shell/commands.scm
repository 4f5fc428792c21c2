; Simple commands of a shell script (tree-sitter-bash), also inside pipes, lists and substitutions.
; Used by the server; editors may use it for outlines of fenced scripts.

(command
  name: (command_name) @name) @command
