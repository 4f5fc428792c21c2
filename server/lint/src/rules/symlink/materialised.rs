//! `symlink.materialised`: a link that was checked out as a text file.

use crate::{
    finding::{Finding, Severity, quantity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::shim,
    rule::Rule,
    view::{FileView, RuntimeView, first_line},
};
use agents_prompt::{
    Unit,
    runtime::{Imports, Role},
};
use agents_workspace::{EntryKind, Files, paths};
use std::path::{Path, PathBuf};

/// A longer text is no path that somebody links to.
const LONGEST: usize = 300;

/// Endings of instruction files.
const ENDINGS: [&str; 3] = [".md", ".mdc", ".markdown"];

/// How the way to a folder elsewhere begins.
const LEADS: [&str; 3] = ["../", "./", "/"];

/// What stands in no path of a link that people make.
const NO_PATH: &[char] = &[
    '*', '?', '"', '<', '>', '|', '`', '#', '@', '[', ']', '{', '}', '(', ')', ',', ';',
];

/// See the module.
pub struct Materialised;

impl Rule for Materialised {
    fn code(&self) -> &'static str {
        "symlink.materialised"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn severity_note(&self) -> Option<&'static str> {
        Some("error for an instruction file")
    }

    fn manual(&self) -> &'static str {
        "The file holds nothing but the path of another one. It was a symbolic link, and git checked \
it out as text, as it does on Windows without developer mode, or with `core.symlinks = false`; an archive or a copy that \
knows no links does the same. Once such a text is committed, it is an ordinary file for everybody.\n\n\
### Why it matters\n\nThe model is sent the path, and nothing of what stands there. Nobody is told.\n\n\
### Example\n\n`CLAUDE.md` with the nine bytes `AGENTS.md`; `.agents/skills/lint`, a file with \
`../../.claude/skills/lint` in it, where a folder should be.\n\n\
### What to do\n\nWhere every runtime that reads the file follows imports, an import in its place says the same and works \
everywhere: `@AGENTS.md`. The fix writes it. Else make it a link again. Where git has it as \
one (`git ls-files -s` shows the mode 120000): switch developer mode on, `git config core.symlinks true`, and check the file \
out again. Where it was committed as text (100644): delete it, make the link with `ln -s` and commit that. A copy of the text works too, and has to be kept up by \
hand.\n"
    }

    fn is_for_any_file(&self) -> bool {
        true
    }

    fn outdoes_others(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let (Some(link), Some(text)) = (Link::of(file), file.text()) else {
            return;
        };
        let mut finding = Finding::new(self, file.path, first_line(text));
        let what = if link.is_there { "" } else { " where nothing is" };
        finding.lead = format!(
            "This file holds nothing but the path `{}`{what}: a link that became text.",
            link.written
        );
        if link.is_to_folder {
            for active in &file.project.active {
                if file.project.looks_for_folder(active, file.path) {
                    finding = finding.effect(&active.name, "Nothing behind it reaches {}.");
                }
            }
        } else {
            finding.severity = Severity::Error;
            let size = quantity(text.len(), Unit::Bytes);
            for view in &file.runtimes {
                let sentence = if is_sent(file, view) {
                    format!("Those {size} reach {{}}, and not the text that is meant.")
                } else {
                    "The text that is meant does not reach {} by it.".to_owned()
                };
                finding = finding.effect(view.name(), sentence);
            }
        }
        let make = link.import(file).map_or_else(
            || "Make".to_owned(),
            |import| format!("Write `{import}` in its place, or make"),
        );
        finding.advice = format!(
            "{make} it a link again: with `git config core.symlinks true` and a new checkout where git has it as one, with \
             `ln -s` and a commit where it was committed as text."
        );
        out.push(finding);
    }

    fn fixes(&self, _: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let link = Link::of(file).filter(|link| link.is_there && !link.is_to_folder);
        let (Some(link), Some(text)) = (link, file.text()) else {
            return Vec::new();
        };
        let readers: Vec<_> = file.runtimes.iter().filter(|view| is_sent(file, view)).collect();
        let following = readers.iter().filter(|view| follows(view)).count();
        let replace = |title: String, applicability, with: String| Fix {
            title,
            applicability,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![TextEdit::new(0..text.len(), with)],
            }],
        };
        let mut fixes = Vec::new();
        if let Some(import) = shim::import(file.path, &link.target).filter(|_| following > 0) {
            let applicability = if following == readers.len() {
                Applicability::Safe
            } else {
                Applicability::Unsafe
            };
            fixes.push(replace(
                format!("Replace it by `{import}`"),
                applicability,
                format!("{import}\n"),
            ));
        }
        let is_copied = following < readers.len() || readers.is_empty();
        if let Some(target) = file.files.file(&link.target).ok().filter(|_| is_copied) {
            let title = format!("Replace it by the text of {}", file.shown(&link.target));
            fixes.push(replace(title, Applicability::Unsafe, target.text().to_string()));
        }
        fixes
    }
}

fn follows(view: &RuntimeView<'_>) -> bool {
    view.role == Role::Instructions && view.active.runtime.imports() == Imports::Followed
}

fn is_sent(file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    view.prompt.loaded(file.path).next().is_some()
}

/// A link as its text has it.
struct Link {
    written: String,
    target: PathBuf,
    is_there: bool,
    is_to_folder: bool,
}

impl Link {
    /// The import that says the same to every runtime that is sent the file.
    fn import(&self, file: &FileView<'_>) -> Option<String> {
        let readers: Vec<_> = file.runtimes.iter().filter(|view| is_sent(file, view)).collect();
        let is_enough = !readers.is_empty() && readers.iter().all(|view| follows(view));
        let import = shim::import(file.path, &self.target)?;
        (is_enough && self.is_there && !self.is_to_folder).then_some(import)
    }

    /// What a file that is nothing but a path leads to.
    fn of(file: &FileView<'_>) -> Option<Self> {
        let is_to_folder = file.runtimes.is_empty();
        // In notes of an agent a name may stand alone.
        let is_written = |view: &RuntimeView<'_>| matches!(view.role, Role::Instructions | Role::Skill);
        let is_place = if is_to_folder {
            file.project.is_place_of_folder(file.path)
        } else {
            file.runtimes.iter().any(is_written)
        };
        Self::at(file.files, file.path, is_to_folder).filter(|_| is_place)
    }

    fn at(files: &dyn Files, path: &Path, is_to_folder: bool) -> Option<Self> {
        let file = files.file(path).ok()?;
        if file.text().len() > LONGEST || files.entry(path) != EntryKind::File {
            return None;
        }
        let text = file.text().to_string();
        let written = text.strip_suffix('\n').unwrap_or(&text);
        let written = written.strip_suffix('\r').unwrap_or(written);
        let is_path = !written.is_empty()
            && written.trim() == written
            && !written.contains(|char: char| char.is_control() || NO_PATH.contains(&char))
            && !written.contains("://");
        if !is_path {
            return None;
        }
        let slashed = written.replace('\\', "/");
        // Whether something is there is not asked outside the project.
        let is_absolute = slashed.starts_with('/') || slashed.get(1..2) == Some(":");
        let target = paths::normal_path(&path.parent()?.join(&slashed));
        let is_there = !is_absolute
            && target != path
            && if is_to_folder {
                files.is_folder(&target)
            } else {
                files.is_file(&target)
            };
        (is_there || is_telling(&slashed, is_to_folder)).then(|| Self {
            written: written.to_owned(),
            target,
            is_there,
            is_to_folder,
        })
    }
}

/// Whether another file, one of instructions, is a link that was checked out as text.
pub(in crate::rules) fn is_link_as_text(file: &FileView<'_>, other: &Path) -> bool {
    Link::at(file.files, other, false).is_some()
}

/// Whether a text is a path though nothing is there: no sentence, and what instruction files or folders of skills
/// are called.
fn is_telling(written: &str, is_to_folder: bool) -> bool {
    let name = Path::new(written).file_name().map(|name| name.to_string_lossy());
    let is_file = name.is_some_and(|name| {
        ENDINGS
            .iter()
            .any(|ending| name.len() > ending.len() && name.ends_with(ending))
    });
    !written.contains(char::is_whitespace)
        && if is_to_folder {
            LEADS.iter().any(|lead| written.starts_with(lead)) && !is_file
        } else {
            is_file
        }
}

#[cfg(test)]
mod tests {
    use crate::{finding::Severity, fix::Applicability, testing::Fixture};

    const CODE: &str = "symlink.materialised";

    #[test]
    fn a_path_in_the_place_of_rules_is_an_error_and_of_a_folder_a_warning() {
        let tree = "//- AGENTS.md\n# Rules\n\n- Run `cargo test`.\n//- .claude/skills/lint/SKILL.md\n---\nname: lint\n\
                    description: Lints. Use before commits.\n---\nDo it.\n//- docs/CLAUDE.md\n@../AGENTS.md\n";
        let mut fixture = Fixture::new(&["claude-code"], tree);
        fixture
            .add("CLAUDE.md", "AGENTS.md")
            .add(".agents/skills/lint", "../../.claude/skills/lint");
        insta::assert_snapshot!(fixture.drawn(), @r"
        .agents/skills/lint warning symlink.materialised
          ../../.claude/skills/lint
          ^^^^^^^^^^^^^^^^^^^^^^^^^
          This file holds nothing but the path `../../.claude/skills/lint`: a link that became text. Make it a link again: with `git config core.symlinks true` and a new checkout where git has it as one, with `ln -s` and a commit where it was committed as text.
        CLAUDE.md error symlink.materialised
          AGENTS.md
          ^^^^^^^^^
          This file holds nothing but the path `AGENTS.md`: a link that became text. Those 9 bytes reach claude-code, and not the text that is meant. Write `@AGENTS.md` in its place, or make it a link again: with `git config core.symlinks true` and a new checkout where git has it as one, with `ln -s` and a commit where it was committed as text.
        ");
    }

    /// The file with the text is found, as what.
    fn told(runtimes: &[&str], path: &str, text: &str) -> Vec<Severity> {
        let mut fixture = Fixture::new(
            runtimes,
            "//- AGENTS.md\nrules\n//- docs/rules.md\nrules\n//- .claude/skills/x/a.md\n",
        );
        fixture.add(path, text);
        let mut found = fixture.findings();
        found.retain(|finding| finding.path.ends_with(path));
        assert!(
            found.iter().all(|finding| finding.rule == CODE),
            "{:?}",
            fixture.codes()
        );
        found.iter().map(|finding| finding.severity).collect()
    }

    #[test]
    fn every_way_in_which_a_link_becomes_text() {
        for (path, text) in [
            ("CLAUDE.md", "AGENTS.md"),
            ("CLAUDE.md", "AGENTS.md\n"),
            ("CLAUDE.md", "AGENTS.md\r\n"),
            ("CLAUDE.md", "./AGENTS.md"),
            ("CLAUDE.md", "docs/rules.md"),
            ("CLAUDE.md", "docs\\rules.md"),
            ("a/CLAUDE.md", "../AGENTS.md"),
            ("a/CLAUDE.md", "..\\docs\\rules.md"),
            ("CLAUDE.md", "gone/AGENTS.md"),
            ("CLAUDE.md", "/home/somebody/AGENTS.md"),
            ("CLAUDE.md", "C:\\work\\AGENTS.md"),
            (".claude/rules/a.md", "../../docs/rules.md"),
            (".claude/skills/y/SKILL.md", "../../../docs/rules.md"),
        ] {
            assert_eq!(
                told(&["claude-code"], path, text),
                [Severity::Error],
                "{path} {text:?}"
            );
        }
        for (path, text) in [
            (".agents/skills", "../.claude/skills"),
            (".agents", ".claude"),
            (".agents/skills/x", "..\\..\\.claude\\skills\\x\n"),
            (".claude/skills/y", "../../skills/y"),
            (".cursor/rules", "../docs/rules"),
        ] {
            assert_eq!(
                told(&["codex"], path, text),
                [Severity::Warning],
                "{path} {text:?}"
            );
        }
        assert_eq!(
            told(&["cursor"], ".cursor/rules/a.mdc", "../../docs/rules.md"),
            [Severity::Error]
        );
    }

    #[test]
    fn a_short_text_is_no_link() {
        for text in [
            "",
            "\n",
            "Read AGENTS.md",
            "@AGENTS.md\n",
            "`AGENTS.md`",
            "# AGENTS.md",
            "[rules](AGENTS.md)",
            "AGENTS.md\ndocs/rules.md\n",
            "AGENTS.md\n\n",
            "rules",
            "docs",
            "https://example.org/AGENTS.md",
            "Use make.",
        ] {
            assert!(told(&["claude-code"], "CLAUDE.md", text).is_empty(), "{text:?}");
        }
        for text in ["x", "yes", "a b/c", "notes.md", "and/or", "../a/b.md"] {
            assert!(
                told(&["claude-code"], ".claude/skills/x/licence", text).is_empty(),
                "{text:?}"
            );
        }
        let long = format!("{}AGENTS.md", "a/".repeat(200));
        assert!(told(&["claude-code"], "CLAUDE.md", &long).is_empty());
    }

    #[test]
    fn a_real_link_is_silent_and_its_text_counts_once() {
        let mut fixture = Fixture::new(
            &["claude-code", "copilot-cli"],
            "//- AGENTS.md\n# Rules\n\nAs @gone.md says.\n",
        );
        fixture.link("CLAUDE.md", "AGENTS.md");
        assert_eq!(
            fixture.codes(),
            ["import.missing AGENTS.md:3"],
            "once, and where it stands"
        );
        assert_eq!(fixture.sent("Rules"), [1, 1]);
    }

    #[test]
    fn an_import_takes_its_place_where_all_readers_follow_it() {
        let mut fixture = Fixture::new(&["claude-code"], "//- AGENTS.md\n# Rules\n");
        fixture.add("CLAUDE.md", "AGENTS.md");
        let fixes = fixture.fixes(CODE);
        let [fix] = fixes.as_slice() else {
            panic!("{fixes:?}")
        };
        assert_eq!(
            (&*fix.title, fix.applicability),
            ("Replace it by `@AGENTS.md`", Applicability::Safe)
        );
        fixture.reads_after(fix, "AGENTS.md");
        assert_eq!(fixture.text("CLAUDE.md".as_ref()).to_string(), "@AGENTS.md\n");
    }

    #[test]
    fn a_copy_takes_its_place_elsewhere() {
        let mut fixture = Fixture::new(&["codex"], "//- docs/rules.md\n# Rules\n");
        fixture.add("AGENTS.md", "docs/rules.md\n");
        let fixes = fixture.fixes(CODE);
        let [fix] = fixes.as_slice() else {
            panic!("{fixes:?}")
        };
        assert_eq!(
            (&*fix.title, fix.applicability),
            ("Replace it by the text of docs/rules.md", Applicability::Unsafe)
        );
        fixture.apply(fix);
        assert!(fixture.codes().is_empty());
        assert_eq!(fixture.sent("# Rules"), [1]);
        fixture.add("AGENTS.md", "gone.md");
        assert!(fixture.fixes(CODE).is_empty(), "nothing to put there");
    }
}
