//! `import.missing`: an imported file does not exist.

use super::{
    meant::is_file_meant,
    mend,
    seen::{PUNCTUATION, Seen, in_file, in_imported_files, is_same_file},
};
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, Fix, TextEdit},
    repair::changed,
    rule::Rule,
    view::{FileView, ProjectView},
};
use agents_prompt::ImportOutcome;
use agents_syntax::Text;
use agents_workspace::paths;
use std::ops::Range;

/// See the module.
pub struct Missing;

impl Rule for Missing {
    fn code(&self) -> &'static str {
        "import.missing"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "`@path` names a file that does not exist, so a runtime that follows imports has nothing to send.\n\n\
### Why it matters\n\nMost runtimes pass over such an import without a word. The rules in the other file are \
missing, and neither the author nor the model is told.\n\n\
### Example\n\nPaths count from the folder of the file they stand in. `@docs/style.md` in `.claude/CLAUDE.md` is \
`.claude/docs/style.md`; for the file in the root it has to be `@../docs/style.md`.\n\n\
### What is left alone\n\nHandles, decorators, packages and aliases (`@alice`, `@Override`, `@types/node`, \
`@/components`) look like imports and name nothing. Only what looks like a file is reported: a name that ends like \
prose or data (`.md`, `.json`), or a path into a folder that is there. Files below `~/` and files like \
`CLAUDE.local.md` belong to one person and may be missing for another.\n\n\
### What to do\n\nThe fix writes the path of the file that was probably meant, where there is one. Else write the \
word as code, or remove it.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        out.extend(in_file(file).iter().filter_map(|seen| self.finding(seen)));
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        let found = in_imported_files(project);
        out.extend(found.iter().filter_map(|seen| self.finding(seen)));
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Some(text) = file.text() else {
            return Vec::new();
        };
        let range = finding.range.clone();
        let fix = |title: String, applicability, edit: TextEdit| {
            mend::edit(self.code(), file, title, applicability, vec![edit])
        };
        let mut fixes = Vec::new();
        if let Some((title, edit)) = other_path(file, text, &range) {
            let fix = fix(title, Applicability::Safe, edit);
            fixes.extend(Some(fix).filter(|fix| is_followed(fix, finding, file)));
        }
        let code = mend::as_code(file, &range);
        fixes.extend(code.map(|edit| fix("Write it as code".to_owned(), Applicability::Unsafe, edit)));
        let removed = mend::removed(text, &range);
        fixes.push(fix(
            "Remove the import".to_owned(),
            Applicability::Unsafe,
            removed,
        ));
        fixes
    }
}

impl Missing {
    fn finding(&self, seen: &Seen<'_>) -> Option<Finding> {
        let import = seen.import;
        let written = &import.written;
        let other = || mend::instead(seen.files, &seen.folder(), seen.root(), bare(written));
        let is_missing = match &import.outcome {
            ImportOutcome::Missing => is_file_meant(seen),
            // With the punctuation behind it the ending is another one.
            ImportOutcome::NotAllowed => bare(written).len() < written.len() && is_file_meant(seen),
            // Whether something is there makes the difference to `import.outside`; an alias for a folder of the
            // project (`@/components`) begins like a path from the root of the disk.
            ImportOutcome::Outside { .. } => {
                let is_known = !written.starts_with('/') || other().is_some();
                is_file_meant(seen) && is_known && !seen.files.is_file(&import.target)
            }
            _ => false,
        };
        if !is_missing {
            return None;
        }
        let mut finding = Finding::new(self, &seen.path, seen.place());
        if is_there(seen) {
            finding.range = import.range.clone();
            let tail = &written[bare(written).len()..];
            finding.lead = format!(
                "The “{tail}” counts as part of the path, so “@{written}” names a file that does not exist."
            );
        } else {
            let target = seen.shown(&import.target);
            let target = target.trim_end_matches(PUNCTUATION);
            finding.lead = format!("“@{}” names {target}, which does not exist.", bare(written));
            if let Some(other) = other() {
                finding.advice =
                    format!("Paths count from the folder of the file they stand in: “@{other}” is there.");
            }
        }
        let effect = if import.is_kept {
            "Nothing is imported for {}."
        } else {
            "An error message stands in its place for {}."
        };
        Some(finding.effect(seen.view.name(), effect))
    }
}

fn bare(written: &str) -> &str {
    written.trim_end_matches(PUNCTUATION)
}

/// Whether only the punctuation behind the path keeps it from being found.
fn is_there(seen: &Seen<'_>) -> bool {
    let written = &seen.import.written;
    let without = bare(written);
    let place = paths::normal_path(&seen.folder().join(without));
    without.len() < written.len() && seen.files.is_file(&place)
}

/// The edit that makes the import name an existing file, and its title.
fn other_path(file: &FileView<'_>, text: &Text, range: &Range<usize>) -> Option<(String, TextEdit)> {
    let bare = mend::bare(text, range);
    let written = text.substring(bare.start + 1..bare.end);
    let path = written.split('#').next().unwrap_or_default();
    let real = file.files.canonical(file.path)?;
    let folder = real.parent()?;
    let place = paths::normal_path(&folder.join(path));
    if bare.end < range.end && file.files.is_file(&place) {
        let tail = text.substring(bare.end..range.end);
        return Some((
            format!("Put a space before “{tail}”"),
            TextEdit::insert(bare.end, " "),
        ));
    }
    let other = mend::instead(file.files, folder, &file.project.base.root, path)?;
    let path_range = bare.start + 1..bare.start + 1 + path.len();
    Some((format!("Import `@{other}`"), TextEdit::new(path_range, other)))
}

/// Whether the runtimes that miss the file follow the new path; of an imported file, which is not judged by itself,
/// that is taken for granted.
fn is_followed(fix: &Fix, finding: &Finding, file: &FileView<'_>) -> bool {
    let (Some(text), Some(edits)) = (file.text(), fix.text_edits()) else {
        return false;
    };
    let text = crate::fix::apply(text, edits);
    let losers = finding.runtimes();
    let mut losers = file.runtimes.iter().filter(|view| losers.contains(&view.name()));
    losers.all(|view| {
        let prompt = changed::prompt(file, view, text.clone());
        let mut imports = prompt.imports.iter();
        imports.any(|import| {
            let is_sent = matches!(import.outcome, ImportOutcome::Followed | ImportOutcome::Repeated);
            let is_it = is_same_file(file, &import.path) && import.range.start == finding.range.start;
            is_it && is_sent
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::{finding::Finding, testing::Fixture};

    const CODE: &str = "import.missing";

    fn claude(tree: &str) -> Fixture {
        Fixture::new(&["claude-code"], tree)
    }

    #[test]
    fn a_path_from_the_wrong_folder_is_told_with_the_right_one() {
        let fixture = claude(
            "//- .claude/CLAUDE.md\nRead @docs/style.md first.\n\n- @gone.md\n//- docs/style.md\nShort.\n",
        );
        insta::assert_snapshot!(fixture.drawn(), @r#"
        .claude/CLAUDE.md error import.missing
          Read @docs/style.md first.
               ^^^^^^^^^^^^^^
          “@docs/style.md” names .claude/docs/style.md, which does not exist. Nothing is imported for claude-code. Paths count from the folder of the file they stand in: “@../docs/style.md” is there.
        .claude/CLAUDE.md error import.missing
          - @gone.md
            ^^^^^^^^
          “@gone.md” names .claude/gone.md, which does not exist. Nothing is imported for claude-code.
        "#);
    }

    #[test]
    fn what_does_not_look_like_a_file_is_no_import() {
        let text = "- Install with `npm i @acme/ui`; ask @alice, dev@example.com or @org/team.\n\
                    - @param `@returns` and @Override, @app.route, @media, @types/node, @acme/cli@latest\n\
                    - The alias @/components, the docs of @scope/name and @path/to/file.md\n\
                    - Mine: @~/.claude/mine.md, @CLAUDE.local.md\n\
                    - [a link](@gone.md) `@gone.md` <b title=\"@gone.md\">\n\n\
                    | @types/node | @latest |\n|---|---|\n| @acme/web | @next |\n\n\
                    > @alice said\n\n```\n@gone.md\n```\n\n    @gone.md\n\n<!-- @gone.md -->\n";
        for runtime in ["claude-code", "copilot-cli", "qwen-code"] {
            let mut fixture = Fixture::new(&[runtime], "");
            let name = if runtime == "qwen-code" {
                "QWEN.md"
            } else {
                "CLAUDE.md"
            };
            // An alias like a path from the root of the disk is an error there, and told as an accident.
            let text = if runtime == "qwen-code" {
                text.replace("@/components", "x")
            } else {
                text.to_owned()
            };
            fixture.add(name, text);
            assert_eq!(fixture.codes(), Vec::<String>::new(), "{runtime}");
        }
    }

    #[test]
    fn an_address_with_an_at_sign_is_none() {
        let fixture = Fixture::new(
            &["copilot-cli"],
            "//- AGENTS.md\nSee https://unpkg.com/@acme/docs/readme.md and node_modules/@acme/ui/README.md.\n",
        );
        assert_eq!(fixture.codes(), Vec::<String>::new());
    }

    #[test]
    fn each_runtime_says_what_becomes_of_the_word() {
        let mut fixture = Fixture::new(&["claude-code", "copilot-cli"], "");
        fixture.add("CLAUDE.md", "Read @gone.md. Then @gone.md#part too.\n");
        assert_eq!(fixture.marked(CODE), ["@gone.md", "@gone.md"], "one for both");
        let messages: Vec<String> = fixture.findings().iter().map(Finding::message).collect();
        let expected = "“@gone.md” names gone.md, which does not exist. Nothing is imported for claude-code and \
                        copilot-cli.";
        assert_eq!(messages[0], expected);
        let gemini = Fixture::new(&["gemini-cli"], "//- GEMINI.md\n@gone.md\n");
        let expected = "“@gone.md” names gone.md, which does not exist. An error message stands in its place for \
                        gemini-cli.";
        assert_eq!(gemini.message(CODE), expected);
    }

    #[test]
    fn an_imported_file_is_looked_into() {
        let fixture =
            claude("//- CLAUDE.md\n@docs/a.md\n//- docs/a.md\n@b.md @docs/c.md\n//- docs/c.md\nC\n");
        assert_eq!(
            fixture.codes(),
            ["import.missing docs/a.md:1", "import.missing docs/a.md:1"]
        );
        let titles: Vec<String> = fixture.fixes(CODE).into_iter().map(|fix| fix.title).collect();
        let expected = [
            "Write it as code",
            "Remove the import",
            "Import `@c.md`",
            "Write it as code",
            "Remove the import",
        ];
        assert_eq!(titles, expected);
        let twin = claude("//- CLAUDE.md\n@AGENTS.md\n//- AGENTS.md\n@gone.md\n");
        assert_eq!(twin.codes(), ["import.missing AGENTS.md:1"], "once");
    }

    #[test]
    fn a_link_and_its_target_are_one_file() {
        let mut fixture = claude("//- docs/AGENTS.md\nSee @gone.md\n//- gone.md\nG\n");
        fixture.link("CLAUDE.md", "docs/AGENTS.md");
        assert_eq!(fixture.codes(), ["import.missing docs/AGENTS.md:1"]);
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Import `@../gone.md`");
    }

    #[test]
    fn the_right_path_mends_it() {
        for (text, title, expected) in [
            (
                "@docs/style.md\n",
                "Import `@../docs/style.md`",
                "@../docs/style.md\n",
            ),
            (
                "a @docs/style.md#x b\n",
                "Import `@../docs/style.md`",
                "a @../docs/style.md#x b\n",
            ),
            (
                "@../DOCS/Style.md\n",
                "Import `@../docs/style.md`",
                "@../docs/style.md\n",
            ),
            (
                "@/docs/style.md\n",
                "Import `@../docs/style.md`",
                "@../docs/style.md\n",
            ),
            (
                "Read @../docs/style.md, then go.\n",
                "Put a space before “,”",
                "Read @../docs/style.md , then go.\n",
            ),
        ] {
            let mut fixture = claude("//- docs/style.md\nS\n");
            fixture.add(".claude/CLAUDE.md", text);
            let fixes = fixture.fixes(CODE);
            assert_eq!(fixes[0].title, title, "{text}");
            fixture.apply(&fixes[0]);
            assert_eq!(fixture.text(".claude/CLAUDE.md".as_ref()).to_string(), expected);
            assert_eq!(fixture.codes(), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_fix_that_would_not_be_followed_is_not_offered() {
        // The fifth step is one too many.
        let mut fixture = claude("//- CLAUDE.md\n@1.md\n//- d/5.md\nfive\n");
        for step in 1..4 {
            fixture.add(&format!("{step}.md"), format!("@{}.md\n", step + 1));
        }
        fixture.add("4.md", "x");
        fixture.add("d/CLAUDE.md", "@gone.md\n");
        let titles: Vec<String> = fixture.fixes(CODE).into_iter().map(|fix| fix.title).collect();
        assert_eq!(titles, ["Write it as code", "Remove the import"]);
    }

    #[test]
    fn it_can_become_code_or_nothing() {
        for (at, expected) in [(0, "- See `@gone.md`, please.\n"), (1, "- See, please.\n")] {
            let mut fixture = claude("//- CLAUDE.md\n- See @gone.md, please.\n");
            let fixes = fixture.fixes(CODE);
            fixture.apply(&fixes[at]);
            assert_eq!(fixture.text("CLAUDE.md".as_ref()).to_string(), expected);
            assert_eq!(fixture.codes(), Vec::<String>::new());
        }
    }
}
