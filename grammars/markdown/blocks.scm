; Outline of an instruction file (tree-sitter-md, block grammar): sections with their headings, and the
; blocks that hold code.

(section
  (atx_heading
    heading_content: (_) @section.name)) @section

(setext_heading
  heading_content: (_) @section.name) @section.heading

(fenced_code_block
  (info_string
    (language) @code.language)?
  (code_fence_content)? @code.content) @code

(html_block) @html
