use super::Crush;
use crate::{
    effective::{SkillFate, SkillFault},
    runtime::{Runtime, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use std::path::{Path, PathBuf};

fn situation() -> Situation {
    let mut situation = Situation::at("/r");
    situation.start = PathBuf::from("/r/a");
    situation.home = Some(PathBuf::from("/h"));
    situation
}

#[test]
fn a_description_may_have_1024_bytes() {
    let mut files = MemoryFiles::new();
    for (name, letters) in [("just", 512), ("long", 513)] {
        let description = "é".repeat(letters);
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        files.add(format!("/r/a/.crush/skills/{name}/SKILL.md"), text);
    }
    let prompt = assemble(&Crush, &Crush.versions()[0], &situation(), &files);
    let fates: Vec<_> = prompt.skills.iter().map(|skill| skill.fate.clone()).collect();
    let too_long = SkillFate::Skipped(SkillFault::TooLong("description", 1_024));
    assert!(fates.contains(&too_long) && fates.contains(&SkillFate::Listed));
    assert_eq!(fates.len(), 2);
}

#[test]
fn settings_lie_in_the_home_folder_and_from_the_opened_folder_down() {
    let files = Crush.config_files(&situation(), &MemoryFiles::new());
    let paths: Vec<_> = files.iter().map(|file| file.path.as_path()).collect();
    let expected = [
        "/h/.config/crush/crush.json",
        "/r/crush.json",
        "/r/.crush.json",
        "/r/a/crush.json",
        "/r/a/.crush.json",
    ];
    assert_eq!(paths, expected.map(Path::new));
}

#[test]
fn what_the_settings_name_is_read() {
    let mut files = MemoryFiles::new();
    let settings = r#"{"options": {"context_paths": ["NOTES.md", "docs", "../up.md", "$X/y.md"]}}"#;
    files.add("/r/a/crush.json", settings).add("/r/a/docs/d.md", "d");
    let further = Crush.further(&situation(), &files);
    let is_read = |path: &str| further.iter().any(|further| further.files.is_match(path));
    assert!(
        ["a/NOTES.md", "a/docs/d.md", "a/docs/x/e.txt", "up.md"]
            .into_iter()
            .all(is_read)
    );
    assert!(!["NOTES.md", "docs/d.md", "a/y.md"].into_iter().any(is_read));
}
