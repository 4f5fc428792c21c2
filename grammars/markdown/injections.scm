; Languages inside an instruction file (tree-sitter-md, block grammar).

(fenced_code_block
  (info_string
    (language) @injection.language)
  (code_fence_content) @injection.content)

; What stands between the `---` lines of a skill or rule.
((minus_metadata) @injection.content
  (#set! injection.language "yaml")
  (#offset! @injection.content 1 0 -1 0)
  (#set! injection.include-children))

((html_block) @injection.content
  (#set! injection.language "html")
  (#set! injection.include-children))

([
  (inline)
  (pipe_table_cell)
] @injection.content
  (#set! injection.language "markdown_inline"))
