//! `agents-ls diff` on repositories as people have them.

use agents_ls_tests::{binary::agents_ls, git::Git};
use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(agents_ls());
    command
        .current_dir(folder)
        .arg("diff")
        .args(["--no-home", "--runtime", "codex"]);
    command.args(arguments).stdin(Stdio::null());
    command.output().expect("the program starts")
}

/// What is printed, and the status.
fn told(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let output = run_in(folder, arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    (text, output.status.code())
}

/// The changes as `kind text`, in their order.
fn changes(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let (text, status) = told(folder, &[&["--format", "json"], arguments].concat());
    assert_eq!(status, Some(0));
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let groups = value["groups"].as_array().expect("groups");
    let changes = groups
        .iter()
        .flat_map(|group| group["changes"].as_array().expect("changes"));
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    changes
        .map(|change| format!("{} {}", word(&change["kind"]), word(&change["text"])))
        .collect()
}

/// What the program says when it cannot answer.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run_in(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn nothing_changed_and_something_did() {
    let git = Git::new();
    git.write("AGENTS.md", "- Run the tests.\n").commit(&[]);
    let (text, status) = told(git.folder(), &["--exit-code"]);
    assert!(text.contains("no rule changed (1 prompt compared)"), "{text}");
    assert_eq!(status, Some(0));
    git.write("AGENTS.md", "- Run the tests.\n- Never push to main.\n");
    let (text, status) = told(git.folder(), &[]);
    assert!(text.starts_with("Since HEAD ("), "{text}");
    assert!(text.contains("): 1 rule gained\n"), "{text}");
    assert!(text.contains("\n      + Never push to main.\n"), "{text}");
    assert_eq!(status, Some(0));
    assert_eq!(told(git.folder(), &["--exit-code"]).1, Some(1));
}

#[test]
fn a_revision_a_path_or_both() {
    let git = Git::new();
    let first = git
        .write("AGENTS.md", "- one\n")
        .write("a/AGENTS.md", "- a\n")
        .commit(&[]);
    git.write("AGENTS.md", "- one\n- two\n").commit(&[]);
    git.branch("first", &first);
    git.write("a/AGENTS.md", "- a\n- aa\n").write("a/main.rs", "");
    let here = git.folder();
    assert_eq!(changes(here, &[]), ["gained aa"]);
    assert_eq!(changes(here, &["HEAD~1"]), ["gained two", "gained aa"]);
    assert_eq!(changes(here, &["first"]), ["gained two", "gained aa"]);
    assert_eq!(changes(here, &[&first[..10], "AGENTS.md"]), ["gained two"]);
    assert_eq!(changes(here, &["a/main.rs"]), ["gained aa"]);
    assert_eq!(changes(here, &["HEAD", "--", "AGENTS.md"]), Vec::<String>::new());
    assert_eq!(changes(&git.path("a"), &["HEAD~1"]), ["gained two", "gained aa"]);
    let fault = refused(here, &["v9"]);
    assert!(fault.contains("there is no revision `v9`"), "{fault}");
    let fault = refused(here, &["HEAD", "b/AGENTS.md"]);
    assert!(
        fault.contains("b/AGENTS.md: there is no such file or folder, now or at HEAD"),
        "{fault}"
    );
    git.write("first", "");
    let fault = refused(here, &["first"]);
    assert!(fault.contains("first is a revision and a file"), "{fault}");
    fs::remove_file(git.path("a/AGENTS.md")).expect("a file");
    assert_eq!(changes(here, &["a/AGENTS.md"]), ["lost a"]);
}

#[test]
fn what_two_branches_share_is_the_base_of_a_pull_request() {
    let git = Git::new();
    let base = git.write("AGENTS.md", "- shared\n").commit(&[]);
    let theirs = git
        .write("AGENTS.md", "- shared\n- of the other branch\n")
        .commit(&[]);
    git.branch("theirs", &theirs);
    git.branch("main", &base).branch("master", &base);
    git.write("AGENTS.md", "- shared\n- of mine\n").commit(&[]);
    assert_eq!(
        changes(git.folder(), &["theirs", "--merge-base"]),
        ["gained of mine"]
    );
    let both = changes(git.folder(), &["theirs"]);
    assert_eq!(both, ["gained of mine", "lost of the other branch"]);
}

#[test]
fn markdown_stands_alone_and_quotes_what_files_say() {
    let git = Git::new();
    git.write(
        "AGENTS.md",
        "# T\n\n## Tests\n\n- Run `make` before you push anything.\n",
    )
    .commit(&[]);
    let hostile = "- ``` [x](command:x)\n";
    git.write(
        "AGENTS.md",
        format!("# T\n\n## Tests\n\n- Run `make test` before you push anything.\n{hostile}"),
    );
    let (text, status) = told(git.folder(), &["--format", "markdown"]);
    assert_eq!(status, Some(0));
    let id = text.split_once("`HEAD` (").expect("the revision").1;
    let id = id.split_once(')').expect("its id").0.to_owned();
    let expected = "**Agent instructions** · 1 rule gained, 1 reworded since `HEAD` (ID)\n\n**codex 0.171.0**\n\n\
        `AGENTS.md`\n\n````diff\n@@ Tests @@\n- Run `make` before you push anything.\n\
        + Run `make test` before you push anything.\n+ ``` [x](command:x)\n````\n";
    assert_eq!(text.replace(&id, "ID"), expected);
}

#[test]
fn a_checkout_with_other_line_ends_is_no_change() {
    let git = Git::new();
    git.write("AGENTS.md", "- one\n- two\n").commit(&[]);
    git.configure("core", "autocrlf", "true");
    git.write("AGENTS.md", "- one\r\n- two\r\n");
    assert_eq!(changes(git.folder(), &[]), Vec::<String>::new());
}

#[test]
fn the_users_own_files_have_no_history() {
    let git = Git::new();
    let home = TempDir::new().expect("a folder");
    fs::create_dir(home.path().join(".codex")).expect("a folder");
    fs::write(home.path().join(".codex/AGENTS.md"), "- of the user\n").expect("a file");
    git.write("AGENTS.md", "- one\n").commit(&[]);
    let mut command = Command::new(agents_ls());
    command
        .current_dir(git.folder())
        .args(["diff", "--runtime", "codex", "--home"]);
    let output = command.arg(home.path()).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("no rule changed"), "{text}");
}

#[test]
fn without_history_it_says_so() {
    let plain = TempDir::new().expect("a folder");
    fs::write(plain.path().join("AGENTS.md"), "- one\n").expect("a file");
    let fault = refused(plain.path(), &[]);
    assert!(
        fault.contains("lies in no git repository, so there is nothing to compare with"),
        "{fault}"
    );
    let git = Git::new();
    git.write("AGENTS.md", "- one\n");
    let fault = refused(git.folder(), &[]);
    assert!(
        fault.contains("has no commit yet, so there is nothing to compare with"),
        "{fault}"
    );
}
