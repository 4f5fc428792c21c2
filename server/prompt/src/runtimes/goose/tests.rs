use super::Goose;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Part, Scope},
    runtime::{Runtime, assemble, set},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use serde_json::json;
use std::path::{Path, PathBuf};

const CAP: usize = 1024 * 1024;

const HEADING: &str = "# Additional Instructions:\n\n### Project Hints\nThese are hints for working on the project \
                       in this directory.\n";

fn situation(start: &str, touched: &[&str]) -> Situation {
    let mut situation = Situation::at("/r");
    situation.start = PathBuf::from(start);
    situation.home = Some(PathBuf::from("/h"));
    situation.touched = touched.iter().map(PathBuf::from).collect();
    situation
}

fn prompt(files: &MemoryFiles, start: &str, touched: &[&str]) -> EffectivePrompt {
    assemble(&Goose, &Goose.versions()[0], &situation(start, touched), files)
}

fn text(prompt: &EffectivePrompt, name: &str) -> String {
    let part = prompt.parts.iter().find(|part| part.name == name);
    part.map(Part::text).unwrap_or_default()
}

/// What became of a file.
fn lost(prompt: &EffectivePrompt, path: &str) -> Vec<(LossKind, Cause)> {
    let of_path = prompt.all_losses().filter(|loss| loss.path == Path::new(path));
    of_path.map(|loss| (loss.kind, loss.cause.clone())).collect()
}

fn is_over_the_cap(prompt: &EffectivePrompt, path: &str) -> bool {
    let lost = lost(prompt, path);
    matches!(lost[..], [(LossKind::Dropped, Cause::TotalCap { cap: CAP, .. })])
}

#[test]
fn a_file_that_does_not_fit_is_left_out_whole_and_a_smaller_one_gets_in() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", "a".repeat(CAP - 500))
        .add("/r/a/AGENTS.md", "b".repeat(600))
        .add("/r/a/b/AGENTS.md", "small")
        .add("/r/a/b/c/AGENTS.md", "c".repeat(600))
        .add("/r/a/b/c/d/AGENTS.md", "deep");
    let prompt = prompt(&files, "/r/a/b", &["/r/a/b/c/d/x.rs"]);
    let sent = text(&prompt, "instructions");
    assert!(sent.starts_with(HEADING) && sent.ends_with("a\nsmall"));
    assert!(!sent.contains("bb"));
    assert!(is_over_the_cap(&prompt, "/r/a/AGENTS.md"));
    assert!(is_over_the_cap(&prompt, "/r/a/b/c/AGENTS.md"));
    assert_eq!(
        text(&prompt, "nested"),
        "### Subdirectory Hints (/r/a/b/c/d)\ndeep"
    );
    let budget = &prompt.budgets[0];
    assert_eq!((&budget.scope, budget.cap), (&Scope::Total, Some(CAP)));
    assert_eq!(budget.used, CAP - 500 + 600 + 5 + 600 + 4);
}

#[test]
fn an_import_that_does_not_fit_stays_as_it_is_written() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", "see @big.md and @small.md")
        .add("/r/big.md", "a".repeat(CAP - 30))
        .add("/r/small.md", "s");
    let sent = text(&prompt(&files, "/r", &[]), "instructions");
    let small = "--- Content from small.md ---\ns\n--- End of small.md ---";
    assert_eq!(sent, format!("{HEADING}see @big.md and {small}"));
}

#[test]
fn sixty_four_references_are_looked_at() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", format!("{}@x.md", "@none.md ".repeat(63)))
        .add("/r/a/AGENTS.md", format!("{}@x.md", "@../none.md ".repeat(64)))
        .add("/r/x.md", "X")
        .add("/r/a/x.md", "Y");
    let sent = text(&prompt(&files, "/r/a", &[]), "instructions");
    assert!(sent.contains("--- Content from x.md ---\nX\n"));
    assert!(sent.ends_with("@../none.md @x.md"));
}

#[test]
fn broken_text_and_links_out_of_the_git_root_are_skipped() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", b"a\xff")
        .add("/out/b.md", "outside")
        .link("/r/.goosehints", "/out/b.md");
    let prompt = prompt(&files, "/r", &[]);
    assert_eq!(text(&prompt, "instructions"), "");
    let skipped = |cause| vec![(LossKind::Skipped, cause)];
    assert_eq!(lost(&prompt, "/r/AGENTS.md"), skipped(Cause::NotUtf8));
    assert_eq!(lost(&prompt, "/r/.goosehints"), skipped(Cause::LinkRefused));
}

#[test]
fn the_names_that_are_set_are_looked_at_in_every_folder() {
    let files = MemoryFiles::new();
    let mut situation = situation("/r", &[]);
    let names = json!(["NOTES.md", "AGENTS.md"]);
    set(&Goose, &mut situation.settings, "CONTEXT_FILE_NAMES", &names).unwrap();
    let further = Goose.further(&situation, &files);
    let is_read = |path: &str| further.iter().any(|further| further.files.is_match(path));
    assert!(is_read("NOTES.md") && is_read("a/b/NOTES.md") && !is_read("a/MY-NOTES.md"));
    let config = Goose.config_files(&situation, &MemoryFiles::new());
    assert_eq!(config[0].path, Path::new("/h/.config/goose/config.yaml"));
}
