//! A file that is a copy of the one beside it becomes an import of it.

use super::{changed::Changed, ends};
use crate::{
    fix::{Applicability, FileEdit, Fix, TextEdit},
    view::FileView,
};
use agents_prompt::runtime::{Imports, Role};

/// The file that speaks to every runtime, which a copy may import.
const ORIGINAL: &str = "AGENTS.md";

/// Replaces the text with an import of AGENTS.md beside it where the two say the same, every active runtime that
/// reads this file follows imports, and for each of them the text is still there afterwards.
#[must_use]
pub fn to_import(file: &FileView<'_>) -> Option<Fix> {
    let original = file.path.parent()?.join(ORIGINAL);
    let text = file.text()?;
    let is_itself = file.files.canonical(file.path) == file.files.canonical(&original);
    if is_itself || file.runtimes.is_empty() {
        return None;
    }
    let other = file.files.file(&original).ok()?;
    let plain = |text: &agents_syntax::Text| {
        let text = text.to_string().replace("\r\n", "\n");
        text.trim_start_matches('\u{feff}').trim().to_owned()
    };
    let words = plain(text);
    if words.is_empty() || words != plain(other.text()) {
        return None;
    }
    let edits = vec![FileEdit::Text {
        path: file.path.to_path_buf(),
        edits: vec![TextEdit::new(
            0..text.len(),
            format!("@{ORIGINAL}{}", ends::line_end(text)),
        )],
    }];
    let after = Changed::by(file.files, &edits)?;
    let keeps = |view: &crate::view::RuntimeView<'_>| {
        view.role == Role::Instructions && view.active.runtime.imports() == Imports::Followed && {
            let prompt = view.active.assemble(&view.situation, &after);
            let loaded: usize = prompt.loaded(&original).map(ExactSizeIterator::len).sum();
            loaded >= words.len().min(other.text().to_string().trim().len())
        }
    };
    file.runtimes.iter().all(keeps).then(|| Fix {
        title: format!(
            "Replace this copy of {} with an import (`@{ORIGINAL}`)",
            file.shown(&original)
        ),
        applicability: Applicability::Unsafe,
        rule: None,
        edits,
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const TITLE: &str = "Replace this copy of AGENTS.md with an import (`@AGENTS.md`)";

    fn titles(runtimes: &[&str], tree: &str) -> Vec<String> {
        let fixture = Fixture::new(runtimes, tree);
        let mut titles: Vec<String> = fixture
            .actions("CLAUDE.md", 0)
            .into_iter()
            .map(|fix| fix.title)
            .collect();
        titles.retain(|title| title.starts_with("Replace"));
        titles
    }

    #[test]
    fn a_copy_becomes_an_import_where_imports_are_followed() {
        let tree = "//- AGENTS.md\n# A\n\nText.\n//- CLAUDE.md\n# A\n\nText.\n";
        assert_eq!(titles(&["claude-code"], tree), [TITLE]);
        assert_eq!(
            titles(&["claude-code", "codex"], tree),
            [TITLE],
            "Codex does not read CLAUDE.md"
        );
        assert!(
            titles(&["opencode", "claude-code"], tree).is_empty(),
            "OpenCode reads it and follows none"
        );
        assert!(
            titles(&["claude-code"], &tree.replace("Text.\n//-", "Other.\n//-")).is_empty(),
            "no copy"
        );
        let mut fixture = Fixture::new(
            &["claude-code"],
            &tree.replace('\n', "\r\n").replace(".md\r", ".md"),
        );
        let fix = fixture
            .actions("CLAUDE.md", 0)
            .into_iter()
            .find(|fix| fix.title == TITLE)
            .expect("a copy");
        fixture.apply(&fix);
        assert_eq!(fixture.text("CLAUDE.md".as_ref()).to_string(), "@AGENTS.md\r\n");
        assert_eq!(fixture.codes(), Vec::<String>::new());
    }

    #[test]
    fn a_link_is_no_copy() {
        let mut fixture = Fixture::new(&["claude-code"], "//- AGENTS.md\nText.\n");
        fixture.link("CLAUDE.md", "AGENTS.md");
        assert!(
            fixture
                .actions("CLAUDE.md", 0)
                .iter()
                .all(|fix| fix.title != TITLE)
        );
    }
}
