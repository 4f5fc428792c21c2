//! `skill.shadows-tool`: a skill is named like a tool that the runtime has anyway.

use crate::{
    finding::{Finding, Severity},
    repair::head,
    rule::Rule,
    view::{FileView, first_line},
};
use agents_prompt::effective::SkillFate;

/// See the module.
pub struct ShadowsTool;

impl Rule for ShadowsTool {
    fn code(&self) -> &'static str {
        "skill.shadows-tool"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A skill has the name of a tool that the runtime has built in.\n\n\
### Why it matters\n\nTools are called, skills are loaded. With one name for both the model loads text where it wanted to \
act, or acts where it should have read first.\n\n\
### Example\n\n`.skills/grep.md` with `name: grep`: asked to search, the model may load the skill and find nothing.\n\n\
### What is left alone\n\nRuntimes whose tools are not known by name.\n\n\
### What to do\n\nName the skill after what it is for: `searching-the-code`.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let text = content.document().text();
        for view in &file.runtimes {
            let Some(skill) = view.skill(file.path) else {
                continue;
            };
            let is_taken = matches!(
                skill.fate,
                SkillFate::Listed | SkillFate::OnDemand | SkillFate::OverBudget
            );
            let Some(name) = skill.name.as_deref().filter(|_| is_taken) else {
                continue;
            };
            if view.active.runtime.tools().contains(&name) {
                let range = head::key_line(text, "name").map_or_else(|| first_line(text), |line| line.range);
                let sentence = format!(
                    "`{name}` is the name of a tool of {{}}, which is called and not loaded as a skill."
                );
                out.push(Finding::new(self, file.path, range).effect(view.name(), sentence));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    fn codes(runtime: &str, path: &str, name: &str) -> Vec<String> {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, format!("---\nname: {name}\ndescription: d\n---\n"));
        fixture.codes()
    }

    #[test]
    fn the_name_of_a_tool_is_told() {
        let mut fixture = Fixture::new(&["ai-leash"], "");
        fixture.add(".skills/grep.md", "---\nname: grep\ndescription: d\n---\n");
        insta::assert_snapshot!(fixture.drawn(), @r"
        .skills/grep.md warning skill.shadows-tool
          name: grep
          ^^^^^^^^^^
          `grep` is the name of a tool of ai-leash, which is called and not loaded as a skill.
        ");
    }

    #[test]
    fn names_are_compared_as_the_runtime_does() {
        for name in ["read_file", "edit_file", "write_file", "list_dir", "shell"] {
            assert_eq!(
                codes("ai-leash", ".skills/a.md", name),
                ["skill.shadows-tool .skills/a.md:2"]
            );
        }
        for name in ["Grep", "grep-well", "edit", "read-file"] {
            assert!(codes("ai-leash", ".skills/a.md", name).is_empty(), "{name}");
        }
    }

    #[test]
    fn a_skill_of_another_runtime_is_silent() {
        assert!(codes("codex", ".agents/skills/grep/SKILL.md", "grep").is_empty());
    }
}
