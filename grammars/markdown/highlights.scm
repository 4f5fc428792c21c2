; What matters in an instruction file beyond ordinary Markdown (tree-sitter-md, inline grammar):
; `@imports` that a runtime may follow, and links to other files.

((inline) @import
  (#match? @import "(^|[ \t\n])@[^ \t\n]"))

(code_span) @markup.raw.inline

[
  (link_destination)
  (uri_autolink)
  (email_autolink)
] @markup.link.url

[
  (link_text)
  (image_description)
] @markup.link.label
