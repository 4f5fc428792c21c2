//! `import.unsupported`: an active runtime sends an import as plain text.

use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::{ends, links},
    rule::Rule,
    view::FileView,
};
use agents_prompt::runtime::{Imports, Role};
use agents_syntax::fact::{Inline, InlineKind};
use agents_workspace::paths;
use std::path::{Path, PathBuf};

/// How deep imports in imported files are followed by the fix, as Claude Code does.
const DEEPEST_IMPORT: usize = 5;

/// See the module.
pub struct Unsupported;

impl Rule for Unsupported {
    fn code(&self) -> &'static str {
        "import.unsupported"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "`@path` names a file that exists, and an active runtime sends those characters as they are instead of \
the file's text.\n\n\
### Why it matters\n\nThe author sees the imported rules work under one tool and believes that all tools have \
them.\n\n\
### Example\n\n`@AGENTS.md` in `AGENTS.override.md` reaches Codex as the twelve characters `@AGENTS.md`; the \
file it names is shadowed as well.\n\n\
### What to do\n\nReplace the line by the file's text, or tell the agent in words to read the file. The fix does the first \
for an import on a line of its own, and writes the path as plain code elsewhere.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let literal = |view: &&crate::view::RuntimeView<'_>| {
            view.role == Role::Instructions && view.active.runtime.imports() == Imports::Literal
        };
        let readers: Vec<_> = file.runtimes.iter().filter(literal).collect();
        if readers.is_empty() {
            return;
        }
        for import in content.document().imports() {
            let Some(target) = target(file, &import) else {
                continue;
            };
            for view in &readers {
                let is_sent = view
                    .prompt
                    .loaded(file.path)
                    .any(|range| range.contains(&import.range.start));
                // A file that reaches the model anyway is not missed.
                if !is_sent || view.prompt.loaded(&target).next().is_some() {
                    continue;
                }
                let sentence = format!(
                    "“@{}” reaches {{}} as it stands, not as the text of {}.",
                    import.value,
                    file.shown(&target)
                );
                let mut finding =
                    Finding::new(self, file.path, import.range.clone()).effect(view.name(), sentence);
                finding.advice = format!("Tell it to read `{}`, or put the text here.", import.value);
                out.push(finding);
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Ok(content) = &file.file else {
            return Vec::new();
        };
        let document = content.document();
        let mut imports = document.inlines_in(finding.range.clone());
        let Some(import) =
            imports.find(|inline| inline.kind == InlineKind::Import && inline.range == finding.range)
        else {
            return Vec::new();
        };
        let Some(target) = target(file, &import) else {
            return Vec::new();
        };
        let text = document.text();
        let line = text.substring(text.line_range(text.line_of(import.range.start)));
        let written = text.substring(import.range.clone());
        let fix = |title: String, with: String| Fix {
            title,
            applicability: Applicability::Unsafe,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![TextEdit::new(import.range.clone(), with)],
            }],
        };
        // Headings and lists have no place in the middle of a sentence or of a list.
        if line.trim_start_matches('\u{feff}').trim() == written {
            let Some(with) = imported(file, &target, &mut Vec::new()) else {
                return Vec::new();
            };
            let title = format!("Replace `{written}` by the text of {}", file.shown(&target));
            let with = ends::with_line_ends(&with, ends::line_end(text));
            return vec![fix(title, with)];
        }
        let title = format!("Name {} as a file to read", file.shown(&target));
        vec![fix(title, format!("`{}`", import.value))]
    }
}

/// The text of a file as it has to be written in the place of its import, with what it imports in the same way. An
/// import that leads back goes. `None` where the file cannot be read, or has what would lead elsewhere from there.
fn imported(file: &FileView<'_>, path: &Path, above: &mut Vec<PathBuf>) -> Option<String> {
    let content = file.files.file(path).ok()?;
    let document = content.document();
    let source = document.text();
    let mut edits = links::edits(document, &(0..source.len()), path, file.path)?;
    above.push(path.to_path_buf());
    for import in document.imports() {
        let Some(target) = target_from(file, path, &import) else {
            continue;
        };
        let line = source.line_range(source.line_of(import.range.start));
        let is_alone = source.substring(line).trim() == source.substring(import.range.clone());
        let leads_back = above.contains(&target) || target == file.path;
        let with = if is_alone && leads_back {
            Some(String::new())
        } else if is_alone && above.len() < DEEPEST_IMPORT {
            imported(file, &target, above)
        } else {
            None
        };
        // Seen from the other file the path would be another one.
        let named = || {
            format!(
                "`{}`",
                links::relative(file.path.parent().unwrap_or(Path::new("")), &target)
            )
        };
        edits.push((import.range, with.unwrap_or_else(named)));
    }
    above.pop();
    edits.sort_by_key(|(range, _)| range.start);
    let mut text = source.clone();
    for (range, with) in edits.into_iter().rev() {
        text.replace(range, &with);
    }
    let text = text.to_string();
    let text = text.trim_start_matches(['\u{feff}', '\n', '\r']);
    Some(text.trim_end().to_owned())
}

/// The file an import names, if there is one in the opened folder: a token that names nothing is a handle, a
/// decorator or a package.
fn target(file: &FileView<'_>, import: &Inline) -> Option<PathBuf> {
    target_from(file, file.path, import).filter(|target| target != file.path)
}

fn target_from(file: &FileView<'_>, path: &Path, import: &Inline) -> Option<PathBuf> {
    let target = paths::normal_path(&path.parent()?.join(&import.value));
    let is_inside = target.starts_with(&file.project.base.root);
    (is_inside && file.files.is_file(&target)).then_some(target)
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "import.unsupported";

    #[test]
    fn a_file_that_is_sent_anyway_is_not_missed() {
        let tree = "//- CLAUDE.md\n@AGENTS.md\n@docs/a.md\n//- AGENTS.md\nText\n//- docs/a.md\nMore\n";
        let fixture = Fixture::new(&["vscode-copilot"], tree);
        assert_eq!(fixture.codes(), ["import.unsupported CLAUDE.md:2"]);
    }

    #[test]
    fn links_and_imports_lead_where_they_did() {
        let tree = "//- AGENTS.md\n@docs/a.md\n//- docs/a.md\n[x](x.md) ![i](img/i.png) and @x.md here\n\n@../AGENTS.md\n\n@deep/b.md\n//- docs/x.md\nX\n//- docs/deep/b.md\n[up](../x.md)\n";
        let mut fixture = Fixture::new(&["codex"], tree);
        let fixes = fixture.fixes(CODE);
        fixture.apply(&fixes[0]);
        assert_eq!(
            fixture.text("AGENTS.md".as_ref()).to_string(),
            "[x](docs/x.md) ![i](docs/img/i.png) and `docs/x.md` here\n\n\n\n[up](docs/x.md)\n"
        );
        let tree = "//- AGENTS.md\n@docs/a.md\n//- docs/a.md\n[x][y]\n\n[y]: x.md\n//- docs/x.md\nX\n";
        let fixture = Fixture::new(&["codex"], tree);
        assert!(
            fixture.fixes(CODE).is_empty(),
            "a definition would meet those of the other file"
        );
    }

    #[test]
    fn an_import_that_exists_is_sent_as_it_stands() {
        let fixture = Fixture::new(
            &["codex", "ai-leash"],
            "//- AGENTS.md\nFirst @docs/a.md, then.\n\n@docs/a.md and @./docs/b.md\n//- docs/a.md\nA\n//- docs/b.md\nB\n",
        );
        // A comma is part of the first token, which names nothing.
        insta::assert_snapshot!(fixture.drawn(), @r#"
        AGENTS.md warning import.unsupported
          @docs/a.md and @./docs/b.md
          ^^^^^^^^^^
          “@docs/a.md” reaches codex and ai-leash as it stands, not as the text of docs/a.md. Tell it to read `docs/a.md`, or put the text here.
        AGENTS.md warning import.unsupported
          @docs/a.md and @./docs/b.md
                         ^^^^^^^^^^^^
          “@./docs/b.md” reaches codex and ai-leash as it stands, not as the text of docs/b.md. Tell it to read `./docs/b.md`, or put the text here.
        "#);
    }

    #[test]
    fn what_names_no_file_is_no_import() {
        let text = "Mail a@docs.md or me@x.org, ask @alice and @team/core.\n\n\
                    @Override public void f();\n\n- `@docs/a.md` and @types/node, @scope/pkg\n\n\
                    ```\n@docs/a.md\n```\n\n    @docs/a.md\n\n<!-- @docs/a.md -->\n\n@docs/gone.md @docs @/etc/passwd @../x.md\n";
        let mut fixture = Fixture::new(&["codex"], "//- docs/a.md\nA\n//- docs.md\nD\n//- ../x.md\nX\n");
        fixture.add("AGENTS.md", text);
        assert_eq!(fixture.codes(), Vec::<String>::new());
    }

    #[test]
    fn a_runtime_that_leaves_it_open_and_text_that_is_not_sent_are_silent() {
        let tree = "//- AGENTS.md\n@a.md\n//- a.md\nA\n";
        assert!(Fixture::new(&["agents-md"], tree).codes().is_empty());
        let shadowed = format!("{tree}//- AGENTS.override.md\nmine\n");
        assert_eq!(
            Fixture::new(&["codex"], &shadowed).codes(),
            ["precedence.shadowed AGENTS.md:1"]
        );
    }

    #[test]
    fn a_line_of_its_own_becomes_the_files_text() {
        for (text, expected) in [
            ("@a.md\n\n- mine\n", "# A\n\ntext\n\n- mine\n"),
            (
                "\u{feff}@a.md\r\n\r\n- mine",
                "\u{feff}# A\r\n\r\ntext\r\n\r\n- mine",
            ),
            ("x\n\n@a.md", "x\n\n# A\n\ntext"),
        ] {
            let mut fixture = Fixture::new(&["codex"], "");
            fixture
                .add("AGENTS.md", text)
                .add("a.md", "\u{feff}# A\n\ntext\n");
            let fixes = fixture.fixes(CODE);
            assert_eq!(fixes.len(), 1);
            assert_eq!(fixes[0].title, "Replace `@a.md` by the text of a.md");
            fixture.apply(&fixes[0]);
            assert_eq!(fixture.text("AGENTS.md".as_ref()).to_string(), expected);
            assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
        }
    }

    #[test]
    fn imports_of_the_imported_file_come_along() {
        let mut fixture = Fixture::new(
            &["codex"],
            "//- AGENTS.md\n@d/a.md\n//- d/a.md\nA\n\n@b.md\n\nsee @c.md and @alice\n\n@../AGENTS.md\n\n@a.md\n\
             //- d/b.md\nB\n//- d/c.md\nC\n//- b.md\nother\n//- c.md\nother\n",
        );
        let fixes = fixture.fixes(CODE);
        fixture.apply(&fixes[0]);
        let text = fixture.text("AGENTS.md".as_ref()).to_string();
        assert_eq!(text, "A\n\nB\n\nsee `d/c.md` and @alice\n");
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
    }

    #[test]
    fn in_a_sentence_it_becomes_a_path_in_code() {
        let mut fixture = Fixture::new(&["codex"], "//- AGENTS.md\n- See @a.md first.\n//- a.md\n# A\n");
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Name a.md as a file to read");
        fixture.apply(&fixes[0]);
        assert_eq!(
            fixture.text("AGENTS.md".as_ref()).to_string(),
            "- See `a.md` first.\n"
        );
        assert!(fixture.codes().is_empty());
    }
}
