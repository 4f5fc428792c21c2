use super::DiskFiles;
use crate::files::{EntryKind, FileFault, Files, LARGEST_FILE};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

fn tree(files: &[(&str, &str)]) -> (TempDir, PathBuf, DiskFiles) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for (path, text) in files {
        write(&root.join(path), text);
    }
    (folder, root, DiskFiles::new())
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn text(disk: &DiskFiles, path: &Path) -> Result<String, FileFault> {
    disk.file(path).map(|file| file.text().to_string())
}

#[test]
fn a_file_is_the_same_value_until_told_of_a_change() {
    let (_keep, root, disk) = tree(&[("AGENTS.md", "one"), ("a/AGENTS.md", "a")]);
    let (path, other) = (root.join("AGENTS.md"), root.join("a/AGENTS.md"));
    let (first, neighbour) = (disk.file(&path).unwrap(), disk.file(&other).unwrap());
    write(&path, "two");
    assert!(Arc::ptr_eq(&first, &disk.file(&path).unwrap()));
    disk.forget(&path);
    assert_eq!(text(&disk, &path).unwrap(), "two");
    assert!(
        Arc::ptr_eq(&neighbour, &disk.file(&other).unwrap()),
        "others stay"
    );
}

#[test]
fn a_miss_is_kept_until_told() {
    let (_keep, root, disk) = tree(&[("AGENTS.md", "")]);
    let path = root.join("deep/er/AGENTS.md");
    assert_eq!(text(&disk, &path), Err(FileFault::Missing));
    assert_eq!(disk.list(&root).len(), 1);
    write(&path, "now");
    assert_eq!(text(&disk, &path), Err(FileFault::Missing));
    assert_eq!(disk.entry(&root.join("deep")), EntryKind::Missing);
    disk.forget(&path);
    assert_eq!(text(&disk, &path).unwrap(), "now");
    assert_eq!(disk.entry(&root.join("deep")), EntryKind::Folder);
    assert_eq!(
        *disk.list(&root),
        ["AGENTS.md", "deep"],
        "the folder came with its file"
    );
}

#[test]
fn forgetting_a_folder_forgets_what_is_below() {
    let (_keep, root, disk) = tree(&[("a/b/AGENTS.md", "old")]);
    let path = root.join("a/b/AGENTS.md");
    assert_eq!(text(&disk, &path).unwrap(), "old");
    fs::remove_dir_all(root.join("a")).unwrap();
    disk.forget(&root.join("a"));
    assert_eq!(text(&disk, &path), Err(FileFault::Missing));
    assert_eq!(disk.entry(&root.join("a/b")), EntryKind::Missing);
}

#[test]
fn recheck_finds_what_changed_appeared_and_went() {
    let (_keep, root, disk) = tree(&[("a.md", "one"), ("b.md", "same"), ("c.md", "goes")]);
    let paths: Vec<_> = ["a.md", "b.md", "c.md", "new/d.md"]
        .iter()
        .map(|name| root.join(name))
        .collect();
    for path in &paths {
        let _ = disk.file(path);
    }
    let kept = disk.file(&paths[1]).unwrap();
    disk.list(&root);
    assert_eq!(disk.recheck(&paths), Vec::<PathBuf>::new());
    write(&paths[0], "two");
    fs::remove_file(&paths[2]).unwrap();
    write(&paths[3], "came");
    let changed = disk.recheck(&paths[..]);
    assert!(changed.contains(&paths[0]) && changed.contains(&paths[2]) && changed.contains(&paths[3]));
    assert_eq!(text(&disk, &paths[0]).unwrap(), "two");
    assert_eq!(text(&disk, &paths[2]), Err(FileFault::Missing));
    assert_eq!(text(&disk, &paths[3]).unwrap(), "came");
    assert!(Arc::ptr_eq(&kept, &disk.file(&paths[1]).unwrap()));
    assert_eq!(*disk.list(&root), ["a.md", "b.md", "new"]);
    assert_eq!(disk.recheck(&paths), Vec::<PathBuf>::new());
}

#[test]
fn a_folder_in_the_place_of_a_file_is_no_text() {
    let (_keep, root, disk) = tree(&[("AGENTS.md/x", "")]);
    assert_eq!(text(&disk, &root.join("AGENTS.md")), Err(FileFault::Folder));
    assert_eq!(text(&disk, &root.join("AGENTS.md/x/y")), Err(FileFault::Missing));
    assert_eq!(text(&disk, Path::new("/dev\0/x")), Err(FileFault::Missing));
}

#[test]
fn bytes_that_are_not_utf8_are_kept_and_nul_is_text() {
    let (_keep, root, disk) = tree(&[("nul.md", "a\0b")]);
    fs::write(root.join("latin.md"), b"caf\xe9").unwrap();
    assert_eq!(text(&disk, &root.join("nul.md")).unwrap(), "a\0b");
    let latin = disk.file(&root.join("latin.md")).unwrap();
    assert_eq!(latin.text().to_string(), "caf\u{fffd}");
    assert_eq!(&**latin.raw().unwrap(), b"caf\xe9");
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    let (_keep, root, disk) = tree(&[]);
    let path = root.join("AGENTS.md");
    let bytes = 50 * 1024 * 1024;
    fs::File::create(&path).unwrap().set_len(bytes).unwrap();
    assert_eq!(text(&disk, &path), Err(FileFault::TooLarge { bytes }));
    fs::File::create(root.join("most.md"))
        .unwrap()
        .set_len(LARGEST_FILE)
        .unwrap();
    assert!(disk.file(&root.join("most.md")).is_ok());
}

#[test]
fn news_during_a_read_is_not_lost() {
    let (_keep, root, disk) = tree(&[("AGENTS.md", "0")]);
    let path = root.join("AGENTS.md");
    std::thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| (0..2000).for_each(|_| drop(text(&disk, &path))));
        }
        for round in 1..=200 {
            write(&path, &round.to_string());
            disk.forget(&path);
            // Whatever the others had begun to read before is not what stays.
            assert_eq!(text(&disk, &path).unwrap(), round.to_string());
        }
    });
}

#[test]
fn known_paths_name_files_and_folders_looked_at() {
    let (_keep, root, disk) = tree(&[("AGENTS.md", "")]);
    let _ = disk.file(&root.join("AGENTS.md"));
    let _ = disk.file(&root.join("CLAUDE.md"));
    let known = disk.known_paths();
    assert!(known.contains(&root.join("AGENTS.md")) && known.contains(&root.join("CLAUDE.md")));
}

#[cfg(unix)]
mod links_and_pipes {
    use super::*;
    use std::{os::unix::fs::symlink, process::Command};

    #[test]
    fn a_pipe_is_never_opened() {
        let (_keep, root, disk) = tree(&[]);
        let path = root.join("AGENTS.md");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(text(&disk, &path), Err(FileFault::NotRegular));
        assert_eq!(disk.entry(&path), EntryKind::Other);
        assert_eq!(text(&disk, Path::new("/dev/zero")), Err(FileFault::NotRegular));
    }

    #[test]
    fn links_are_followed_and_their_faults_named() {
        let (_keep, root, disk) = tree(&[("real/AGENTS.md", "text")]);
        symlink("real", root.join("link")).unwrap();
        symlink("nowhere", root.join("dangling")).unwrap();
        symlink("b", root.join("a")).unwrap();
        symlink("a", root.join("b")).unwrap();
        let through = root.join("link/AGENTS.md");
        assert_eq!(text(&disk, &through).unwrap(), "text");
        assert_eq!(disk.canonical(&through), Some(root.join("real/AGENTS.md")));
        assert!(disk.is_folder(&root.join("link")) && disk.is_file(&through));
        assert_eq!(*disk.list(&root.join("link")), ["AGENTS.md"]);
        assert_eq!(
            text(&disk, &root.join("dangling")),
            Err(FileFault::DanglingLink {
                target: "nowhere".into()
            })
        );
        assert_eq!(disk.canonical(&root.join("dangling")), None);
        assert_eq!(text(&disk, &root.join("a")), Err(FileFault::LinkLoop));
        assert_eq!(disk.entry(&root.join("a")), EntryKind::Link);
        assert_eq!(disk.canonical(&root.join("a")), None);
    }

    #[test]
    fn news_reaches_through_links_in_both_directions() {
        let (_keep, root, disk) = tree(&[("AGENTS.md", "one"), ("folder/x.md", "x")]);
        let (link, real) = (root.join("CLAUDE.md"), root.join("AGENTS.md"));
        symlink("AGENTS.md", &link).unwrap();
        symlink("folder", root.join("way")).unwrap();
        assert_eq!(text(&disk, &link).unwrap(), "one");
        write(&real, "two");
        disk.forget(&link);
        assert_eq!(text(&disk, &real).unwrap(), "two", "told of the link");
        write(&real, "three");
        disk.forget(&real);
        assert_eq!(text(&disk, &link).unwrap(), "three", "told of the file");

        assert_eq!(text(&disk, &root.join("way/x.md")).unwrap(), "x");
        fs::remove_file(root.join("way")).unwrap();
        write(&root.join("other/x.md"), "y");
        symlink("other", root.join("way")).unwrap();
        disk.forget(&root.join("way"));
        assert_eq!(text(&disk, &root.join("way/x.md")).unwrap(), "y");
    }

    #[test]
    fn recheck_sees_links_turned_and_loops_broken() {
        let (_keep, root, disk) = tree(&[("one/x.md", "1"), ("two/x.md", "2")]);
        let way = root.join("way");
        symlink("one", &way).unwrap();
        symlink("b", root.join("a")).unwrap();
        symlink("a", root.join("b")).unwrap();
        let paths = [way.join("x.md"), root.join("a")];
        assert_eq!(text(&disk, &paths[0]).unwrap(), "1");
        assert_eq!(text(&disk, &paths[1]), Err(FileFault::LinkLoop));
        fs::remove_file(&way).unwrap();
        symlink("two", &way).unwrap();
        fs::remove_file(root.join("b")).unwrap();
        write(&root.join("b"), "b");
        assert_eq!(disk.recheck(&paths), paths);
        assert_eq!(text(&disk, &paths[0]).unwrap(), "2");
        assert_eq!(text(&disk, &paths[1]).unwrap(), "b");
    }

    /// A user who may read everything (root) reads this file as well; the test then proves nothing.
    #[test]
    fn what_may_not_be_read_says_so() {
        use std::os::unix::fs::PermissionsExt;
        let (_keep, root, disk) = tree(&[("AGENTS.md", "secret")]);
        let path = root.join("AGENTS.md");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        if fs::read(&path).is_err() {
            assert!(matches!(text(&disk, &path), Err(FileFault::Unreadable { .. })));
        }
    }
}
