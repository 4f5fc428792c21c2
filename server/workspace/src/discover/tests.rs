use super::*;
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Instant,
};
use tempfile::TempDir;

const NAMES: &[&str] = &[
    "AGENTS.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    "SKILL.md",
    "MEMORY.md",
];

fn reads(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| NAMES.iter().any(|known| name == *known))
}

fn search(root: &Path) -> Search<'_> {
    Search {
        root,
        reads: &reads,
        keeps: &|name| [".claude", ".ai-leash", "memory", ".skills"].contains(&name),
        progress: &|_| {},
        cancelled: &|| false,
    }
}

fn tree(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    (folder, root)
}

fn found(root: &Path) -> Vec<String> {
    let found = discover(&search(root));
    assert_eq!(found.stopped, None);
    let names = found
        .files
        .iter()
        .map(|file| file.path.strip_prefix(root).unwrap());
    names
        .map(|path| path.to_str().unwrap().replace('\\', "/"))
        .collect()
}

#[test]
fn ignored_instruction_files_are_found_and_ignored_folders_of_code_are_not() {
    let (_keep, root) = tree(&[
        (
            ".gitignore",
            "CLAUDE.local.md\nmemory/\n.ai-leash/\n/out/\n*.tmp/\n!good.tmp/\n",
        ),
        ("AGENTS.md", ""),
        ("CLAUDE.local.md", ""),
        ("memory/MEMORY.md", ""),
        (".ai-leash/.gitignore", "*"),
        (".ai-leash/deep/er/AGENTS.md", ""),
        ("out/AGENTS.md", ""),
        ("src/out/AGENTS.md", ""),
        ("a.tmp/AGENTS.md", ""),
        ("good.tmp/AGENTS.md", ""),
        ("src/other.md", ""),
    ]);
    insta::assert_snapshot!(found(&root).join("\n"), @"
    .ai-leash/deep/er/AGENTS.md
    AGENTS.md
    CLAUDE.local.md
    good.tmp/AGENTS.md
    memory/MEMORY.md
    src/out/AGENTS.md
    ");
}

#[test]
fn folders_of_code_are_known_by_name_or_by_mark() {
    let (_keep, root) = tree(&[
        ("node_modules/x/AGENTS.md", ""),
        (".git/AGENTS.md", ""),
        ("target/CACHEDIR.TAG", ""),
        ("target/AGENTS.md", ""),
        ("src/target/AGENTS.md", ""),
        (".claude/skills/one/SKILL.md", ""),
        (".hidden/AGENTS.md", ""),
    ]);
    insta::assert_snapshot!(found(&root).join("\n"), @"
    .claude/skills/one/SKILL.md
    .hidden/AGENTS.md
    src/target/AGENTS.md
    ");
}

#[test]
fn a_repository_within_goes_by_its_own_rules() {
    let (_keep, root) = tree(&[
        (".gitignore", "/sub/\ncode/\n"),
        ("sub/.git", "gitdir: elsewhere"),
        ("sub/AGENTS.md", ""),
        ("sub/code/AGENTS.md", ""),
        (".claude/worktrees/one/.git", ""),
        (".claude/worktrees/one/.gitignore", "out/"),
        (".claude/worktrees/one/out/AGENTS.md", ""),
        (".claude/worktrees/one/AGENTS.md", ""),
    ]);
    insta::assert_snapshot!(found(&root).join("\n"), @"
    .claude/worktrees/one/AGENTS.md
    sub/AGENTS.md
    sub/code/AGENTS.md
    ");
}

#[test]
fn a_search_can_be_stopped_and_tells_how_far_it_is() {
    let (_keep, root) = tree(&[("a/AGENTS.md", ""), ("b/AGENTS.md", "")]);
    let asked = AtomicUsize::new(0);
    let cancelled = || asked.fetch_add(1, Ordering::Relaxed) == 1;
    let found = discover(&Search {
        cancelled: &cancelled,
        ..search(&root)
    });
    assert_eq!(found.stopped, Some(Stopped::Cancelled));
    assert_eq!(found.folders, 1);
    let nowhere = root.join("nowhere");
    assert_eq!(
        discover(&search(&nowhere)).unreadable,
        std::slice::from_ref(&nowhere)
    );
}

#[cfg(unix)]
#[test]
fn links_name_the_real_file_and_loops_end() {
    use std::os::unix::fs::symlink;
    let (_keep, root) = tree(&[
        ("AGENTS.md", ""),
        ("sharing/one/SKILL.md", ""),
        ("x/AGENTS.md/y", ""),
    ]);
    fs::create_dir(root.join(".claude")).unwrap();
    for (target, link) in [
        ("AGENTS.md", "CLAUDE.md"),
        ("nowhere", "sharing/AGENTS.md"),
        (".", "loop"),
        ("..", ".claude/up"),
        ("../sharing", ".claude/skills"),
        ("../sharing", ".claude/again"),
        ("../.claude", "sharing/back"),
    ] {
        symlink(target, root.join(link)).unwrap();
    }
    let pipe = root.join("sharing/CLAUDE.md");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let found = discover(&search(&root));
    let lines = found.files.iter().map(|file| {
        let short = |path: &Path| path.strip_prefix(&root).unwrap().display().to_string();
        let real = file.real.as_deref().map_or_else(|| "nowhere".to_owned(), short);
        format!("{:?} {} -> {real}", file.entry, short(&file.path))
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @"
    Link .claude/again/AGENTS.md -> nowhere
    Other .claude/again/CLAUDE.md -> sharing/CLAUDE.md
    File .claude/again/one/SKILL.md -> sharing/one/SKILL.md
    Link .claude/skills/AGENTS.md -> nowhere
    Other .claude/skills/CLAUDE.md -> sharing/CLAUDE.md
    File .claude/skills/one/SKILL.md -> sharing/one/SKILL.md
    File AGENTS.md -> AGENTS.md
    Link CLAUDE.md -> AGENTS.md
    Link sharing/AGENTS.md -> nowhere
    Other sharing/CLAUDE.md -> sharing/CLAUDE.md
    File sharing/one/SKILL.md -> sharing/one/SKILL.md
    Folder x/AGENTS.md -> x/AGENTS.md
    ");
}

/// A tree with 200 instruction files among 20,000 others in 2,000 folders. The limit is generous for a
/// loaded machine and an unoptimised build; the time itself is printed.
#[test]
fn a_large_tree_is_searched_quickly() {
    let (_keep, root) = tree(&[(".gitignore", "/build/\n*.log\n")]);
    for folder in 0..2000 {
        let path = root.join(format!("group{}/part{folder}", folder % 50));
        fs::create_dir_all(&path).unwrap();
        for file in 0..10 {
            fs::write(path.join(format!("source{file}.rs")), "").unwrap();
        }
        if folder % 10 == 0 {
            fs::write(path.join("AGENTS.md"), "").unwrap();
        }
    }
    let start = Instant::now();
    let found = discover(&search(&root));
    println!("{:?} for {} folders", start.elapsed(), found.folders);
    assert_eq!(found.files.len(), 200);
    assert!(start.elapsed().as_millis() < 1500);
}
