//! Repositories in folders of their own, written without git.

use super::{HistoryFault, Then};
use crate::{DiskFiles, EntryKind, FileFault, Files, History, Snapshot, history::HEAD};
use gix::{
    ObjectId, Repository,
    objs::{Tree, tree},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

struct Git {
    folder: TempDir,
    repository: Repository,
}

impl Git {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let repository = gix::init(folder.path()).expect("a repository");
        Self { folder, repository }
    }

    fn path(&self, below: &str) -> PathBuf {
        let real = fs::canonicalize(self.folder.path()).expect("a folder");
        real.join(below)
    }

    fn write(&self, below: &str, text: &str) -> &Self {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    /// Commits these files, with modes as git writes them; the working tree stays as it is.
    fn commit(&self, files: &[(&str, &str, tree::EntryKind)]) -> &Self {
        let files: Vec<(PathBuf, ObjectId, tree::EntryKind)> = files
            .iter()
            .map(|(path, text, kind)| {
                let blob = match kind {
                    tree::EntryKind::Commit => ObjectId::empty_tree(gix::hash::Kind::Sha1),
                    _ => self.repository.write_blob(text).expect("a blob").detach(),
                };
                (PathBuf::from(path), blob, *kind)
            })
            .collect();
        let tree = self.tree(&files, Path::new(""));
        let who = gix::actor::SignatureRef {
            name: "A".into(),
            email: "a@example.com".into(),
            time: "0 +0000",
        };
        let parent = self.repository.head_id().ok().map(gix::Id::detach);
        let commit = self
            .repository
            .commit_as(who, who, HEAD, "a commit", tree, parent);
        commit.expect("a commit");
        self
    }

    fn tree(&self, files: &[(PathBuf, ObjectId, tree::EntryKind)], folder: &Path) -> ObjectId {
        let mut found = Tree::empty();
        for (path, blob, kind) in files {
            let Ok(below) = path.strip_prefix(folder) else {
                continue;
            };
            let mut parts = below.iter();
            let Some(name) = parts.next() else { continue };
            let filename = name.to_str().expect("a name").into();
            if found
                .entries
                .iter()
                .any(|entry: &tree::Entry| entry.filename == filename)
            {
                continue;
            }
            let (kind, oid) = match parts.next() {
                Some(_) => (tree::EntryKind::Tree, self.tree(files, &folder.join(name))),
                None => (*kind, *blob),
            };
            let mode = kind.into();
            found.entries.push(tree::Entry { mode, filename, oid });
        }
        found.entries.sort();
        self.repository.write_object(&found).expect("a tree").detach()
    }

    fn head(&self) -> Snapshot {
        let history = History::of(self.folder.path()).expect("a history");
        history.snapshot(&history.revision(HEAD).expect("a commit"))
    }

    /// Puts the last commit into the index; those below `out` are left out of a sparse checkout.
    fn index(&self, out: &str) -> &Self {
        let tree = self
            .repository
            .head_commit()
            .expect("a commit")
            .tree_id()
            .expect("a tree");
        let mut index = self.repository.index_from_tree(&tree).expect("an index");
        for (entry, path) in index.entries_mut_with_paths() {
            if !out.is_empty() && path.starts_with(out.as_bytes()) {
                entry.flags |= gix::index::entry::Flags::SKIP_WORKTREE | gix::index::entry::Flags::EXTENDED;
            }
        }
        index
            .write(gix::index::write::Options::default())
            .expect("an index");
        self
    }
}

const FILE: tree::EntryKind = tree::EntryKind::Blob;

fn text(files: &dyn Files, path: &Path) -> Result<String, FileFault> {
    files
        .file(path)
        .map(|file| file.text().substring(0..file.text().len()))
}

#[test]
fn tracked_files_are_as_they_were() {
    let git = Git::new();
    git.commit(&[
        ("AGENTS.md", "then\n", FILE),
        ("same.md", "same\n", FILE),
        ("gone/x.md", "gone\n", FILE),
        ("a.txt", "a\n", FILE),
        ("a/z.md", "below\n", FILE),
    ]);
    git.write("AGENTS.md", "now\n")
        .write("same.md", "same\n")
        .write("new.md", "new\n");
    let (snapshot, disk) = (git.head(), DiskFiles::new());
    let then = Then::new(&snapshot, &disk);
    assert_eq!(text(&then, &git.path("AGENTS.md")).as_deref(), Ok("then\n"));
    assert_eq!(text(&then, &git.path("gone/x.md")).as_deref(), Ok("gone\n"));
    assert_eq!(text(&then, &git.path("new.md")), Err(FileFault::Missing));
    assert_eq!(then.entry(&git.path("new.md")), EntryKind::Missing);
    assert_eq!(then.entry(&git.path("gone")), EntryKind::Folder);
    assert_eq!(
        then.list(&git.path(""))
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>(),
        [".git", "AGENTS.md", "a", "a.txt", "gone", "same.md"]
    );
    let same = git.path("same.md");
    let (a, b) = (
        then.file(&same).expect("a file"),
        disk.file(&same).expect("a file"),
    );
    assert!(Arc::ptr_eq(&a, &b), "an unchanged file is the very value of now");
    let old = git.path("AGENTS.md");
    let (a, b) = (then.file(&old).expect("a file"), then.file(&old).expect("a file"));
    assert!(Arc::ptr_eq(&a, &b), "asked again it is the same value");
    let found = snapshot.files(Path::new(""), &|path| {
        path.extension().is_some_and(|it| it == "md")
    });
    let wanted = ["AGENTS.md", "a/z.md", "gone/x.md", "same.md"];
    assert_eq!(found, wanted.map(PathBuf::from));
}

#[test]
fn what_is_ignored_has_no_history_and_what_is_not_tracked_was_not_there() {
    let git = Git::new();
    git.commit(&[("AGENTS.md", "x\n", FILE)]);
    git.write("AGENTS.md", "x\n")
        .write(".gitignore", "CLAUDE.local.md\n/memory/\n")
        .write("CLAUDE.local.md", "mine\n")
        .write("memory/a.md", "learnt\n")
        .write(".claude/CLAUDE.local.md", "mine\n")
        .write(".claude/new.md", "new\n")
        .write("fresh/new.md", "new\n");
    let (snapshot, disk) = (git.head(), DiskFiles::new());
    let then = Then::new(&snapshot, &disk);
    assert_eq!(text(&then, &git.path("CLAUDE.local.md")).as_deref(), Ok("mine\n"));
    assert_eq!(text(&then, &git.path("memory/a.md")).as_deref(), Ok("learnt\n"));
    assert_eq!(then.list(&git.path(".claude")).to_vec(), ["CLAUDE.local.md"]);
    assert_eq!(text(&then, &git.path(".claude/new.md")), Err(FileFault::Missing));
    assert_eq!(then.entry(&git.path("fresh")), EntryKind::Missing);
    assert_eq!(then.entry(&git.path(".gitignore")), EntryKind::Missing);
    let outside = TempDir::new().expect("a folder");
    let home = fs::canonicalize(outside.path())
        .expect("a folder")
        .join("AGENTS.md");
    fs::write(&home, "home\n").expect("a file");
    assert_eq!(text(&then, &home).as_deref(), Ok("home\n"));
}

#[test]
fn line_ends_that_git_converts_are_no_change() {
    let git = Git::new();
    git.commit(&[
        ("a.md", "one\ntwo\n", FILE),
        ("b.txt", "one\ntwo\n", FILE),
        ("c.md", "old\ntext\n", FILE),
    ]);
    git.write(".gitattributes", "*.md text eol=crlf\n")
        .write("a.md", "one\r\ntwo\r\n")
        .write("b.txt", "one\r\ntwo\r\n")
        .write("c.md", "new\r\ntext\r\n");
    let (snapshot, disk) = (git.head(), DiskFiles::new());
    let then = Then::new(&snapshot, &disk);
    assert_eq!(text(&then, &git.path("a.md")).as_deref(), Ok("one\r\ntwo\r\n"));
    assert_eq!(text(&then, &git.path("b.txt")).as_deref(), Ok("one\ntwo\n"));
    assert_eq!(text(&then, &git.path("c.md")).as_deref(), Ok("old\r\ntext\r\n"));
}

#[test]
fn a_file_that_a_filter_makes_is_taken_as_it_is() {
    let git = Git::new();
    git.commit(&[("a.md", "version https://git-lfs\n", FILE)]);
    git.write(".gitattributes", "*.md filter=lfs\n")
        .write("a.md", "text\n");
    let (snapshot, disk) = (git.head(), DiskFiles::new());
    let then = Then::new(&snapshot, &disk);
    assert_eq!(text(&then, &git.path("a.md")).as_deref(), Ok("text\n"));
}

#[test]
fn links_and_other_repositories() {
    let git = Git::new();
    git.commit(&[
        ("AGENTS.md", "then\n", FILE),
        ("CLAUDE.md", "AGENTS.md", tree::EntryKind::Link),
        ("lost.md", "nowhere.md", tree::EntryKind::Link),
        ("loop.md", "loop.md", tree::EntryKind::Link),
        ("docs", "real", tree::EntryKind::Link),
        ("real/x.md", "behind a link\n", FILE),
        ("sub", "", tree::EntryKind::Commit),
    ]);
    git.write("sub/.git", "gitdir: elsewhere\n")
        .write("sub/AGENTS.md", "of another\n")
        .write("own/.git/HEAD", "ref: refs/heads/main\n")
        .write("own/AGENTS.md", "of a third\n");
    let (snapshot, disk) = (git.head(), DiskFiles::new());
    let then = Then::new(&snapshot, &disk);
    assert_eq!(text(&then, &git.path("CLAUDE.md")).as_deref(), Ok("then\n"));
    assert_eq!(then.entry(&git.path("CLAUDE.md")), EntryKind::Link);
    assert_eq!(
        then.canonical(&git.path("CLAUDE.md")),
        Some(git.path("AGENTS.md"))
    );
    let target = PathBuf::from("nowhere.md");
    assert_eq!(
        text(&then, &git.path("lost.md")),
        Err(FileFault::DanglingLink { target })
    );
    assert_eq!(text(&then, &git.path("loop.md")), Err(FileFault::LinkLoop));
    assert_eq!(
        text(&then, &git.path("docs/x.md")).as_deref(),
        Ok("behind a link\n")
    );
    assert_eq!(
        text(&then, &git.path("sub/AGENTS.md")).as_deref(),
        Ok("of another\n")
    );
    assert_eq!(
        text(&then, &git.path("own/AGENTS.md")).as_deref(),
        Ok("of a third\n")
    );
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_not_lost() {
    let git = Git::new();
    git.commit(&[
        ("AGENTS.md", "x\n", FILE),
        ("out/AGENTS.md", "y\n", FILE),
        ("in/AGENTS.md", "z\n", FILE),
    ]);
    git.write("AGENTS.md", "x\n").index("out/");
    let (snapshot, disk) = (git.head(), DiskFiles::new());
    let then = Then::new(&snapshot, &disk);
    assert_eq!(then.entry(&git.path("out")), EntryKind::Missing);
    assert_eq!(text(&then, &git.path("out/AGENTS.md")), Err(FileFault::Missing));
    assert_eq!(
        text(&then, &git.path("in/AGENTS.md")).as_deref(),
        Ok("z\n"),
        "deleted, not left out"
    );
}

#[test]
fn what_git_cannot_tell_is_said() {
    let plain = TempDir::new().expect("a folder");
    assert!(matches!(
        History::of(plain.path()),
        Err(HistoryFault::NoRepository { .. })
    ));
    let bare = TempDir::new().expect("a folder");
    gix::init_bare(bare.path()).expect("a repository");
    assert!(matches!(History::of(bare.path()), Err(HistoryFault::Bare { .. })));
    let git = Git::new();
    let history = History::of(git.folder.path()).expect("a history");
    assert!(matches!(history.revision(HEAD), Err(HistoryFault::Unborn { .. })));
    git.commit(&[("a.md", "x\n", FILE)]);
    let missing = history.revision("v9").expect_err("no such tag").to_string();
    assert!(
        missing.starts_with("there is no revision `v9` in the git repository of "),
        "{missing}"
    );
    assert!(!missing.contains("shallow"), "{missing}");
    let head = git.repository.head_id().expect("a commit").to_string();
    git.write(".git/shallow", &format!("{head}\n"));
    let missing = history.revision("HEAD~1").expect_err("no parent").to_string();
    assert!(missing.contains("the clone is shallow"), "{missing}");
}
