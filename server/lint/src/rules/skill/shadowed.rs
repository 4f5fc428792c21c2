//! `skill.shadowed`: another skill of the same name is taken in the place of this one.

use crate::{
    finding::{Finding, Related, Severity},
    repair::head,
    rule::Rule,
    view::{FileView, first_line},
};
use agents_prompt::effective::SkillFate;
use agents_workspace::Files;
use std::path::Path;

/// See the module.
pub struct Shadowed;

impl Rule for Shadowed {
    fn code(&self) -> &'static str {
        "skill.shadowed"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "Two skills have the same name, and a runtime takes the other one: the model never sees this file.\n\n\
### Why it matters\n\nWhoever improves this copy works in vain. Which one wins differs from runtime to runtime.\n\n\
### Example\n\n`deploy` lies in the home folder and in the project with different steps. One of the two is what the agent \
does.\n\n\
### What is left alone\n\nCopies that are the same to the byte: that is how one skill is served to several tools.\n\n\
### What to do\n\nRename one of the two, or make them the same.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        if !file.runtimes.iter().any(|view| view.skill(file.path).is_some()) {
            return;
        }
        let Ok(content) = &file.file else { return };
        let text = content.document().text();
        let range = head::key_line(text, "name").map_or_else(|| first_line(text), |line| line.range);
        let mut finding = Finding::new(self, file.path, range);
        for view in &file.runtimes {
            let Some(skill) = view.skill(file.path) else {
                continue;
            };
            let SkillFate::Shadowed { by } = &skill.fate else {
                continue;
            };
            if is_same(file.files, file.path, by) {
                continue;
            }
            let name = skill.name.as_deref().unwrap_or_default();
            let sentence = format!(
                "{} is called `{name}` as well, and that one is taken instead of this by {{}}.",
                file.shown(by)
            );
            finding = finding.effect(view.name(), sentence);
            let related = Related {
                path: by.clone(),
                range: place_of_name(file.files, by),
                message: "is taken instead".to_owned(),
            };
            if !finding.related.contains(&related) {
                finding.related.push(related);
            }
        }
        if !finding.effects.is_empty() {
            out.push(finding);
        }
    }
}

/// Whether two paths lead to the same bytes.
fn is_same(files: &dyn Files, one: &Path, other: &Path) -> bool {
    let bytes = |path| files.file(path).ok().map(|file| file.text().to_string());
    one == other || bytes(one) == bytes(other)
}

/// Where a skill says its name.
fn place_of_name(files: &dyn Files, path: &Path) -> std::ops::Range<usize> {
    let file = files.file(path).ok();
    let line = file.and_then(|file| head::key_line(file.text(), "name"));
    line.map_or(0..0, |line| line.range)
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "skill.shadowed";

    /// `deploy` in two folders that the runtimes below read, with these bodies.
    fn twins(runtimes: &[&str], one: &str, other: &str) -> Fixture {
        let mut fixture = Fixture::new(runtimes, "");
        for (path, body) in [(".skills/a.md", one), (".skills/b.md", other)] {
            fixture.add(path, format!("---\nname: deploy\ndescription: d\n---\n{body}\n"));
        }
        fixture
    }

    #[test]
    fn the_one_that_loses_is_told_with_the_one_that_wins() {
        let mut fixture = Fixture::new(&["opencode", "cursor"], "");
        fixture.add(
            ".claude/skills/deploy/SKILL.md",
            "---\nname: deploy\ndescription: d\n---\none\n",
        );
        fixture.add(
            ".agents/skills/deploy/SKILL.md",
            "---\nname: deploy\ndescription: d\n---\nother\n",
        );
        insta::assert_snapshot!(fixture.drawn(), @r"
        .agents/skills/deploy/SKILL.md information skill.shadowed
          name: deploy
          ^^^^^^^^^^^^
          .claude/skills/deploy/SKILL.md is called `deploy` as well, and that one is taken instead of this by opencode.
          see .claude/skills/deploy/SKILL.md: is taken instead
        .claude/skills/deploy/SKILL.md information skill.shadowed
          name: deploy
          ^^^^^^^^^^^^
          .agents/skills/deploy/SKILL.md is called `deploy` as well, and that one is taken instead of this by cursor.
          see .agents/skills/deploy/SKILL.md: is taken instead
        ");
    }

    #[test]
    fn copies_are_silent() {
        let told = |fixture: Fixture| fixture.codes().iter().any(|code| code.contains(CODE));
        assert!(!told(twins(&["ai-leash"], "one", "one")));
        assert!(told(twins(&["ai-leash"], "one", "other")));
    }

    #[test]
    fn a_name_of_its_own_is_silent() {
        let mut fixture = twins(&["ai-leash"], "one", "one");
        fixture.add(".skills/c.md", "---\nname: other\ndescription: d\n---\n");
        assert!(fixture.marked(CODE).is_empty());
    }
}
