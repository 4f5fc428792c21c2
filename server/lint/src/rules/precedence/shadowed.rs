//! `precedence.shadowed`: another file replaces this one for a runtime.

use super::unread::{self, Relation};
use crate::{
    finding::{Finding, Related, Severity},
    rule::Rule,
    view::{FileView, ProjectView},
};

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
        "Another file in the same folder stands in the place of this one, and the runtime reads only that other file.\n\n\
### Why it matters\n\nAn override is often personal and uncommitted: the one who has it does not notice that \
the team's rules are gone.\n\n\
### Example\n\nCodex takes one file per folder: `AGENTS.override.md`, else `AGENTS.md`. With both there, \
nothing of `AGENTS.md` is sent. Zed takes the first of nine names, so `.cursorrules`, left over from another editor, \
stands in the place of `AGENTS.md`.\n\n\
### What is left alone\n\nA file that is named for another program (`CLAUDE.md` beside the `AGENTS.md` that OpenCode \
reads), and one whose text mostly stands in the file that is read. Where a program prefers a file of its own, the two are \
mostly a pair; what is missed nevertheless is `precedence.not-read`.\n\n\
### What to do\n\nMerge what is needed into the file that is read, or remove that file.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            self.check(file, out);
        }
    }
}

impl Shadowed {
    fn check(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text() else { return };
        let mut is_unread = None;
        for view in &file.runtimes {
            let Some(found) = unread::kept_out(file, view) else {
                continue;
            };
            let is_told = match found.how {
                Relation::Override => true,
                Relation::Foreign => !unread::is_repeated(file, found.by),
                // Of two names that are nobody's own, one may be kept for somebody else.
                Relation::Shared => {
                    *is_unread
                        .get_or_insert_with(|| !file.runtimes.iter().any(|view| unread::is_read(file, view)))
                        && !unread::is_repeated(file, found.by)
                }
                Relation::Personal | Relation::Pair | Relation::Above => false,
            };
            if !is_told {
                continue;
            }
            let sentence = format!(
                "{} stands in the place of this file, so nothing of it reaches {{}}.",
                file.shown(found.by)
            );
            let mut finding = Finding::new(self, file.path, 0..text.len()).effect(view.name(), sentence);
            finding.is_unnecessary = true;
            finding.related.push(Related {
                path: found.by.to_path_buf(),
                range: 0..0,
                message: "is read instead".to_owned(),
            });
            out.push(finding);
        }
    }
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

    #[test]
    fn a_file_of_another_editor_stands_in_the_place_of_the_shared_one() {
        let tree = "//- AGENTS.md\n# Team\n//- .cursorrules\nold rules\n";
        let fixture = Fixture::new(&["zed", "codex"], tree);
        assert_eq!(fixture.codes(), ["precedence.shadowed AGENTS.md:1"]);
        assert_eq!(
            fixture.message("precedence.shadowed"),
            ".cursorrules stands in the place of this file, so nothing of it reaches zed."
        );
        let copy = "//- AGENTS.md\n# Team\n\n- a\n//- .cursorrules\n- a\n# Team\n";
        assert!(
            Fixture::new(&["zed"], copy).codes().is_empty(),
            "nothing is missed"
        );
        let own = "//- AGENTS.md\n# Team\n//- .rules\nfor Zed\n";
        assert!(Fixture::new(&["zed", "codex"], own).codes().is_empty(), "a pair");
    }

    #[test]
    fn of_two_shared_names_one_is_lost_where_nobody_reads_it() {
        let tree = "//- AGENTS.md\n# Team\n//- AGENT.md\nolder rules\n";
        assert_eq!(
            Fixture::new(&["zed"], tree).codes(),
            ["precedence.shadowed AGENTS.md:1"]
        );
        assert_eq!(
            Fixture::new(&["amp"], tree).codes(),
            ["precedence.shadowed AGENT.md:1"]
        );
        assert!(
            Fixture::new(&["zed", "amp"], tree).codes().is_empty(),
            "each has its reader"
        );
    }

    #[test]
    fn a_fallback_that_settings_name_is_lost_beside_the_first_name() {
        let tree = "//- AGENTS.md\n# Team\n//- TEAM.md\nmore rules\n";
        let mut fixture = Fixture::new(&["codex"], tree);
        fixture.set("project_doc_fallback_filenames", vec!["TEAM.md", "CLAUDE.md"]);
        assert_eq!(fixture.codes(), ["precedence.shadowed TEAM.md:1"]);
        fixture.add("CLAUDE.md", "for Claude Code\n").add("TEAM.md", "");
        assert!(
            fixture.codes().is_empty(),
            "not meant for Codex: {:?}",
            fixture.codes()
        );
    }

    #[test]
    fn a_file_that_is_named_for_another_program_is_not_missed() {
        let tree = "//- AGENTS.md\n# Team\n//- CLAUDE.md\nfor Claude Code\n//- CONTEXT.md\na page\n//- a/CLAUDE.md\nmore\n";
        for runtime in ["opencode", "pi", "kilo-code", "devin", "factory", "copilot-cli"] {
            let codes = Fixture::new(&[runtime], tree).codes();
            assert!(codes.is_empty(), "{runtime}: {codes:?}");
        }
    }
}
