use super::AiLeash;
use crate::{
    effective::{Cause, EffectivePrompt, Part},
    runtime::{Runtime, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use std::path::{Path, PathBuf};

fn seed(files: &MemoryFiles, touched: &[&str]) -> EffectivePrompt {
    let mut situation = Situation::at("/r");
    situation.home = Some(PathBuf::from("/h"));
    situation.touched = touched.iter().map(PathBuf::from).collect();
    assemble(&AiLeash, &AiLeash.versions()[1], &situation, files)
}

fn text(prompt: &EffectivePrompt) -> String {
    prompt.parts.first().map(Part::text).unwrap_or_default()
}

#[test]
fn a_file_touches_its_folder_and_a_link_that_of_its_target() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/a/AGENTS.md", "A")
        .add("/r/a/x.rs", "")
        .add("/r/b/AGENTS.md", "B")
        .add("/r/b/y.rs", "");
    files
        .link("/r/a/link.rs", "../b/y.rs")
        .link("/r/out", "/elsewhere")
        .add("/elsewhere/AGENTS.md", "E");
    assert_eq!(
        text(&seed(&files, &["/r/a/x.rs"])),
        "# Project instructions (a/AGENTS.md)\n\nA"
    );
    assert_eq!(
        text(&seed(&files, &["/r/a/link.rs"])),
        "# Project instructions (b/AGENTS.md)\n\nB"
    );
    assert_eq!(
        text(&seed(&files, &["/r/a/new.rs"])),
        "# Project instructions (a/AGENTS.md)\n\nA"
    );
    assert_eq!(
        text(&seed(&files, &["/r/out"])),
        "",
        "nothing is recorded for what lies outside"
    );
    assert_eq!(text(&seed(&files, &["/r/none/new.rs"])), "");
}

#[test]
fn the_users_folder_moves_with_xdg_config_home() {
    let mut files = MemoryFiles::new();
    files
        .add("/x/ai-leash/AGENTS.md", "X")
        .add("/h/.config/ai-leash/AGENTS.md", "H")
        .folder("/r");
    let mut situation = Situation::at("/r");
    situation.home = Some(PathBuf::from("/h"));
    let run = |situation: &Situation| text(&assemble(&AiLeash, &AiLeash.versions()[1], situation, &files));
    assert_eq!(run(&situation), "# Global instructions (AGENTS.md)\n\nH");
    situation
        .environment
        .insert("XDG_CONFIG_HOME".to_owned(), "relative".to_owned());
    assert_eq!(run(&situation), "# Global instructions (AGENTS.md)\n\nH");
    situation
        .environment
        .insert("XDG_CONFIG_HOME".to_owned(), "/x".to_owned());
    assert_eq!(run(&situation), "# Global instructions (AGENTS.md)\n\nX");
}

#[test]
fn what_is_not_utf8_is_left_out() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/AGENTS.md", b"a\xff")
        .add("/r/.skills/s.md", b"---\nname: \xff\ndescription: d\n---\n");
    let prompt = seed(&files, &[]);
    assert!(prompt.parts.is_empty());
    assert!(prompt.losses.iter().all(|loss| loss.cause == Cause::NotUtf8));
    assert_eq!(prompt.losses.len(), 2);
}

#[test]
fn folders_and_capitals_are_no_skills_but_are_reported() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/.skills/a/SKILL.md", "x")
        .add("/r/.skills/B.MD", "x")
        .add("/r/.skills/c.txt", "x");
    let prompt = seed(&files, &[]);
    let paths: Vec<_> = prompt.skills.iter().map(|skill| skill.path.as_path()).collect();
    assert_eq!(
        paths,
        [Path::new("/r/.skills/B.MD"), Path::new("/r/.skills/a/SKILL.md")]
    );
}
