use super::Pi;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, SkillFate, SkillFault},
    runtime::{Runtime, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use std::path::{Path, PathBuf};

fn prompt(files: &MemoryFiles, version: usize) -> EffectivePrompt {
    let mut situation = Situation::at("/r");
    situation.start = PathBuf::from("/r/a");
    situation.home = Some(PathBuf::from("/h"));
    assemble(&Pi, &Pi.versions()[version], &situation, files)
}

#[test]
fn the_first_readable_name_of_a_folder_hides_the_others() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/AGENTS.md")
        .add("/r/AGENTS.MD", "upper")
        .add("/r/CLAUDE.md", "claude")
        .add("/r/a/AGENTS.override.md", "over")
        .add("/r/a/AGENTS.md", "plain");
    let old = prompt(&files, 0);
    let text = old.parts[0].text();
    assert!(
        text.contains("## /r/AGENTS.MD\n\nupper\n\n## /r/a/AGENTS.md\n\nplain\n\n"),
        "{text}"
    );
    let loss = old.all_losses().next().unwrap();
    assert_eq!(
        (loss.kind, loss.path.as_path()),
        (LossKind::Shadowed, Path::new("/r/CLAUDE.md"))
    );
    let new = prompt(&files, 1);
    assert!(new.parts[0].text().contains("over") && !new.parts[0].text().contains("plain"));
    let by = PathBuf::from("/r/a/AGENTS.override.md");
    assert!(
        new.all_losses()
            .any(|loss| loss.cause == Cause::Replaced { by: by.clone() })
    );
}

#[test]
fn a_folder_with_a_skill_is_not_looked_into() {
    let mut files = MemoryFiles::new();
    let skill = |name: &str| format!("---\nname: {name}\ndescription: d's\n---\n");
    files
        .add("/r/a/.pi/skills/one/SKILL.md", skill("one"))
        .add("/r/a/.pi/skills/one/two/SKILL.md", skill("two"))
        .add("/r/a/.pi/skills/flat.md", skill("flat"))
        .add("/r/a/.agents/skills/flat.md", skill("no"))
        .add("/r/.agents/skills/x/SKILL.md", skill("one"))
        .add("/h/.agents/skills/y/SKILL.md", "---\nname: y\n---\n");
    let prompt = prompt(&files, 0);
    let names: Vec<_> = prompt
        .skills
        .iter()
        .map(|skill| (skill.name.as_deref(), &skill.fate))
        .collect();
    assert_eq!(
        names[..2],
        [
            (Some("flat"), &SkillFate::Listed),
            (Some("one"), &SkillFate::Listed)
        ]
    );
    assert!(matches!(names[2], (Some("one"), SkillFate::Shadowed { .. })));
    assert_eq!(
        names[3].1,
        &SkillFate::Skipped(SkillFault::MissingKey("description"))
    );
    assert!(
        prompt.parts[0]
            .text()
            .contains("<description>d&apos;s</description>")
    );
}
