//! `precedence.shadowed`: another file replaces this one for a runtime.

use crate::{
    finding::{Finding, Related, Severity},
    rule::Rule,
    view::FileView,
};
use agents_prompt::{Cause, LossKind};
use std::path::Path;

/// See the module.
pub struct Shadowed;

impl Rule for Shadowed {
    fn code(&self) -> &'static str {
        "precedence.shadowed"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "Another file stands in the place of this one, and the runtime reads only that other file.\n\n\
### Why it matters\n\nAn override is often personal and uncommitted: the one who has it does not notice that \
the team's rules are gone.\n\n\
### Example\n\nCodex takes one file per folder: `AGENTS.override.md`, else `AGENTS.md`. With both there, \
nothing of `AGENTS.md` is sent.\n\n\
### What to do\n\nMerge what is needed into the file that is read, or remove that file.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text().filter(|text| !text.is_empty()) else {
            return;
        };
        for view in &file.runtimes {
            for loss in view
                .losses(file.path)
                .filter(|loss| loss.kind == LossKind::Shadowed)
            {
                let Cause::Replaced { by } = &loss.cause else {
                    continue;
                };
                if !is_variant(by, file.path) {
                    continue;
                }
                let sentence = format!(
                    "{} stands in the place of this file, so nothing of it reaches {{}}.",
                    file.shown(by)
                );
                let mut finding = Finding::new(self, file.path, 0..text.len()).effect(view.name(), sentence);
                finding.is_unnecessary = true;
                finding.related.push(Related {
                    path: by.clone(),
                    range: 0..0,
                    message: "is read instead".to_owned(),
                });
                out.push(finding);
            }
        }
    }
}

/// Whether a file is a variant of another one, made to stand in its place: `AGENTS.override.md`, or the
/// personal `CLAUDE.local.md` that silences a team's `AGENTS.md`. Two files for two programs (`CLAUDE.md`
/// beside `AGENTS.md`) are a pair that somebody wants, and no fault.
fn is_variant(by: &Path, path: &Path) -> bool {
    let stem = |path: &Path| {
        path.file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_default()
    };
    let (by, of) = (stem(by), stem(path));
    by.ends_with(".local") || by.strip_prefix(&of).is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    #[test]
    fn the_file_beside_an_override_is_shadowed() {
        let fixture = Fixture::new(
            &["codex"],
            "//- AGENTS.md\n# Team\n\n- a\n//- AGENTS.override.md\nmine\n//- a/AGENTS.md\nnested\n",
        );
        insta::assert_snapshot!(fixture.drawn(), @r#"
        AGENTS.md warning precedence.shadowed
          # Team
          ^^^^^^
          
          
          - a
          ^^^
          AGENTS.override.md stands in the place of this file, so nothing of it reaches codex.
          see AGENTS.override.md: is read instead
        "#);
    }

    #[test]
    fn only_runtimes_with_overrides_are_named() {
        let tree = "//- AGENTS.md\nteam\n//- AGENTS.override.md\nmine\n";
        assert!(
            Fixture::new(&["ai-leash", "openclaw", "vibekit", "agents-md"], tree)
                .codes()
                .is_empty()
        );
        let both = Fixture::new(&["ai-leash", "codex"], tree).findings();
        assert_eq!(both[0].runtimes(), ["codex"]);
    }

    #[test]
    fn nothing_is_lost_of_an_empty_file_or_of_a_twin() {
        assert!(
            Fixture::new(&["codex"], "//- AGENTS.md\n//- AGENTS.override.md\nmine\n")
                .codes()
                .is_empty()
        );
        let mut twin = Fixture::new(&["codex"], "//- AGENTS.md\nteam\n");
        twin.link("AGENTS.override.md", "AGENTS.md");
        assert!(twin.codes().is_empty(), "{:?}", twin.codes());
    }

    #[test]
    fn a_blank_override_silences_its_folder() {
        let fixture = Fixture::new(&["codex"], "//- AGENTS.md\nteam\n//- AGENTS.override.md\n \n");
        assert_eq!(fixture.codes(), ["precedence.shadowed AGENTS.md:1"]);
    }
}
