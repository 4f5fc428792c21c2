//! `placement.managed-file`: a file that a platform renders is being edited.

use super::roles;
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::{ends, section},
    rule::Rule,
    view::FileView,
};
use agents_prompt::runtime::Owner;
use std::ops::Range;

/// Characters of a marker's line that a message shows.
const SHOWN: usize = 60;

/// See the module.
pub struct ManagedFile;

impl Rule for ManagedFile {
    fn code(&self) -> &'static str {
        "placement.managed-file"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "You are changing a file that a platform renders: what you write is overwritten when it does so again. Shown in the \
editor while the text differs from what is saved; a file that is as the platform left it has no finding.\n\n\
In a VibeKit workspace these are `AGENTS.md`, `STATUS.md`, `TOOLS.md` and `PLATFORM.md`. Others are told in \
`agents-ls.toml`, by name or glob, with the text or the regular expression that marks a line of a rendered file, or \
`true` where the name is enough.\n\n\
### Example\n\n```toml\n[managed]\n\"AGENTS.md\" = \"/^<!-- Rendered by .* -->$/\"\n\"generated/**/*.md\" = true\n```\n\n\
### What to do\n\nWrite what agents are to remember into the memory file, or change what the file is rendered from.\n"
    }

    fn is_for_any_file(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        if !is_kept(file) {
            return;
        }
        let Some(edited) = Edited::of(file) else { return };
        let mut finding = Finding::new(self, file.path, edited.range.clone());
        let marker = file.project.managed(file.path).find_map(|managed| {
            // An edit may be what takes the marker away.
            [&edited.text, &edited.saved]
                .into_iter()
                .find_map(|text| Some(shown(text, &managed.marker.find(text)?)))
        });
        if let Some(marker) = &marker {
            finding.lead =
                format!("A platform renders this file{marker}: what is written here by hand is overwritten.");
        }
        let mut memory = None;
        for (view, role) in roles(file).filter(|(_, role)| role.owner == Owner::Platform) {
            let why = role.rewritten.unwrap_or("the platform keeps it");
            let sentence = format!("What is changed in this file is lost with {{}}: {why}.");
            finding = finding.effect(view.name(), sentence);
            memory = memory.or(view.active.runtime.memory_file());
        }
        if let Some(memory) = memory {
            finding.advice = format!("Keep it in {memory}.");
        }
        if marker.is_some() || !finding.effects.is_empty() {
            out.push(finding);
        }
    }

    fn fixes(&self, _: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let (Some(edited), Some(text)) = (Edited::of(file), file.text()) else {
            return Vec::new();
        };
        let back = FileEdit::Text {
            path: file.path.to_path_buf(),
            edits: vec![TextEdit::new(edited.whole.clone(), edited.before.clone())],
        };
        let fix = |title, edits| Fix {
            title,
            applicability: Applicability::Unsafe,
            rule: Some(self.code()),
            edits,
        };
        let mut fixes = Vec::new();
        let added = text.substring(edited.whole.clone());
        let has_memory = roles(file).any(|(view, _)| view.active.runtime.memory_file().is_some());
        if has_memory && !added.trim().is_empty() {
            let memory = section::memory_file(file);
            let to_memory = section::appended(file, &memory, &added, ends::line_end(text));
            let title = format!("Move the changed lines to {}", file.shown(&memory));
            fixes.extend(to_memory.map(|added| fix(title, vec![added, back.clone()])));
        }
        fixes.push(fix("Undo the change".to_owned(), vec![back]));
        fixes
    }
}

/// Whether anything says that the file is rendered, before texts are compared.
fn is_kept(file: &FileView<'_>) -> bool {
    file.project.managed(file.path).next().is_some()
        || roles(file).any(|(_, role)| role.owner == Owner::Platform)
}

/// `, as line 3 says (“Rendered by X”)`; nothing where the name is enough.
fn shown(text: &str, marker: &Range<usize>) -> String {
    if marker.is_empty() {
        return String::new();
    }
    let number = text[..marker.start].matches('\n').count() + 1;
    let line = text.lines().nth(number - 1).unwrap_or_default().trim();
    let line = match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    format!(", as its line {number} says (“{line}”)")
}

/// How an open editor's text differs from what is saved.
struct Edited {
    saved: String,
    text: String,
    /// The lines that differ, without the last line break.
    range: Range<usize>,
    /// The same with it, and what was there before.
    whole: Range<usize>,
    before: String,
}

impl Edited {
    fn of(file: &FileView<'_>) -> Option<Self> {
        let content = file.file.as_ref().ok()?;
        let saved = content.saved().filter(|saved| *saved != content.text())?;
        let (mut saved, text) = (saved.to_string(), content.text().to_string());
        // An editor may hide the byte order mark.
        if content.disk_bom() {
            saved.remove(0);
        }
        let (start, whole, before) = difference(&saved, &text)?;
        let lines = text[whole.clone()].trim_end_matches(['\n', '\r']).len();
        // Lines that were taken away are shown where they were.
        let range = if lines == 0 {
            content.text().line_range(content.text().line_of(start))
        } else {
            start..start + lines
        };
        Some(Self {
            range,
            whole,
            before,
            saved,
            text,
        })
    }
}

/// Where the new text differs from the old one in whole lines, and what stood there.
fn difference(old: &str, new: &str) -> Option<(usize, Range<usize>, String)> {
    let start: usize = old
        .split_inclusive('\n')
        .zip(new.split_inclusive('\n'))
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len())
        .sum();
    let (old, rest) = (&old[start..], &new[start..]);
    if old == rest {
        return None;
    }
    let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
    let new_lines: Vec<&str> = rest.split_inclusive('\n').collect();
    let pairs = old_lines.iter().rev().zip(new_lines.iter().rev());
    let tail: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum();
    let whole = start..new.len() - tail;
    Some((start, whole, old[..old.len() - tail].to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "placement.managed-file";

    fn vibekit(saved: &str, edited: &str) -> Fixture {
        let mut fixture = Fixture::new(&["vibekit"], "");
        fixture.add("AGENTS.md", saved).edit("AGENTS.md", edited);
        fixture
    }

    #[test]
    fn a_file_of_the_platform_is_told_of_while_it_is_edited() {
        let mut fixture = vibekit("# A\n\n- B\n- C\n", "# A\n\n- B\n- mine\n- C\n");
        insta::assert_snapshot!(fixture.drawn(), @r"
        AGENTS.md warning placement.managed-file
          - mine
          ^^^^^^
          What is changed in this file is lost with vibekit: the platform renders it anew on every start and every rename. Keep it in MEMORY.md.
        ");
        let fixes = fixture.fixes(CODE);
        let titles: Vec<&str> = fixes.iter().map(|fix| fix.title.as_str()).collect();
        assert_eq!(titles, ["Move the changed lines to MEMORY.md", "Undo the change"]);
        fixture.apply(&fixes[0]);
        assert_eq!(
            fixture.text("AGENTS.md".as_ref()).to_string(),
            "# A\n\n- B\n- C\n"
        );
        assert_eq!(fixture.text("MEMORY.md".as_ref()).to_string(), "- mine\n");
    }

    #[test]
    fn a_file_as_it_is_saved_is_silent() {
        assert!(vibekit("# A\n", "# A\n").codes().is_empty());
        assert!(
            vibekit("\u{feff}# A\n", "# A\n").codes().is_empty(),
            "an editor hides the mark"
        );
        let mut fixture = Fixture::new(
            &["vibekit"],
            "//- AGENTS.md\n# A\n//- STATUS.md\nDo not edit manually.\n",
        );
        assert!(fixture.codes().is_empty());
        fixture.add("MEMORY.md", "x\n").edit("MEMORY.md", "y\n");
        assert!(fixture.codes().is_empty(), "the agent's own");
        let mut codex = Fixture::new(&["codex"], "");
        codex.add("AGENTS.md", "x\n").edit("AGENTS.md", "y\n");
        assert!(codex.codes().is_empty());
    }

    #[test]
    fn lines_that_were_taken_away_are_told_where_they_were_and_come_back() {
        let mut fixture = vibekit("a\nb\nc\n", "a\nc\n");
        assert_eq!(fixture.marked(CODE), ["c"]);
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes.len(), 1, "nothing to move");
        fixture.apply(&fixes[0]);
        assert_eq!(fixture.text("AGENTS.md".as_ref()).to_string(), "a\nb\nc\n");
        let mut end = vibekit("a\nb", "a\nc");
        assert_eq!(end.marked(CODE), ["c"]);
        let undo = end.fixes(CODE).pop().expect("a way back");
        end.apply(&undo);
        assert_eq!(end.text("AGENTS.md".as_ref()).to_string(), "a\nb");
    }

    #[test]
    fn the_marker_that_the_user_names_is_quoted() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture
            .managed("AGENTS.md", Some("/^<!-- Rendered by .* -->$/"))
            .add("AGENTS.md", "# A\n<!-- Rendered by X -->\n")
            .add("sub/AGENTS.md", "# A\n")
            .edit("sub/AGENTS.md", "# B\n");
        assert!(fixture.codes().is_empty(), "no marker, or no change");
        fixture.edit("AGENTS.md", "# A\n");
        assert_eq!(
            fixture.message(CODE),
            "A platform renders this file, as its line 2 says (“<!-- Rendered by X -->”): what is written here by hand is \
             overwritten.",
            "the edit took the marker away"
        );
    }

    #[test]
    fn a_name_may_be_enough_and_no_runtime_has_to_read_it() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture
            .managed("docs/*.md", None)
            .add("docs/a.md", "a\n")
            .edit("docs/a.md", "b\n");
        assert_eq!(
            fixture.message(CODE),
            "A platform renders this file: what is written here by hand is overwritten."
        );
        let titles: Vec<String> = fixture.fixes(CODE).into_iter().map(|fix| fix.title).collect();
        assert_eq!(titles, ["Undo the change"]);
    }
}
