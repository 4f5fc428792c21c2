//! `agents-ls runtimes` and `agents-ls show --diff`, through the built program.

use agents_ls_tests::binary::agents_ls;
use serde_json::{Value, json};
use std::{
    fs,
    process::{Command, Output},
};
use tempfile::TempDir;

/// A tree that Codex and Claude Code left traces in, and read differently.
fn tree() -> TempDir {
    let root = TempDir::new().expect("a folder");
    for (path, text) in [
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".codex/config.toml", ""),
        ("AGENTS.md", "# Root\n\n- Both or one?\n"),
        ("CLAUDE.md", "# Claude\n\n- Only Claude.\n"),
        ("a/AGENTS.override.md", "over\n"),
        ("a/AGENTS.md", "plain\n"),
    ] {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a new file");
    }
    root
}

fn run(root: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(agents_ls());
    command.current_dir(root.path()).args(arguments).arg("--no-home");
    command.output().expect("the program starts")
}

fn json(root: &TempDir, arguments: &[&str]) -> Value {
    let output = run(root, &[arguments, &["--format", "json"]].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn every_runtime_is_listed_with_its_traces_and_those_at_work() {
    let root = tree();
    let listed = json(&root, &["runtimes"]);
    let of = |name: &str| {
        let found = listed
            .as_array()
            .expect("a list")
            .iter()
            .find(|one| one["runtime"] == name);
        found.unwrap_or_else(|| panic!("{name} is not listed")).clone()
    };
    let codex = of("codex");
    assert_eq!(
        (&codex["active"], &codex["primary"], &codex["basis"]),
        (&json!(true), &json!(true), &json!("measured"))
    );
    let traces: Vec<&str> = codex["evidence"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(traces.iter().any(|path| path.ends_with(".codex")), "{traces:?}");
    let cursor = of("cursor");
    assert_eq!(
        (&cursor["active"], &cursor["basis"], &cursor["evidence"]),
        (&json!(false), &json!("documented"), &json!([]))
    );
    // Named runtimes are at work whatever traces there are; the traces are told all the same.
    let named = json(&root, &["runtimes", "--runtime", "cursor"]);
    let active: Vec<&Value> = named
        .as_array()
        .expect("a list")
        .iter()
        .filter(|one| one["active"] == true)
        .map(|one| &one["runtime"])
        .collect();
    assert_eq!(active, [&json!("cursor")]);
    let text = String::from_utf8(run(&root, &["runtimes"]).stdout).expect("text");
    assert!(text.contains(">  codex "), "{text}");
}

#[test]
fn files_stand_side_by_side_with_the_reasons_and_the_texts() {
    let root = tree();
    let runtimes = ["show", "a/AGENTS.md", "--runtime", "codex,claude-code", "--diff"];
    let found = json(&root, &runtimes);
    assert_eq!(found["same"], false);
    let reading = |path: &str| {
        let mut files = found["files"].as_array().expect("a list").iter();
        let file = files.find(|file| file["path"].as_str().is_some_and(|known| known.ends_with(path)));
        let cells = &file.expect(path)["runtimes"];
        ["codex 0.171.0", "claude-code 2.1.332"].map(|name| cells[name]["reading"].as_str().expect("a word"))
    };
    assert_eq!(reading("/a/AGENTS.override.md"), ["whole", "unread"]);
    assert_eq!(reading("/a/AGENTS.md"), ["lost", "lost"]);
    assert_eq!(reading("/CLAUDE.md"), ["unread", "whole"]);

    let text = String::from_utf8(run(&root, &runtimes).stdout).expect("text");
    for wanted in [
        "> a/AGENTS.md",
        "AGENTS.md: shadowed: CLAUDE.md stands in its place (claude-code 2.1.332)",
        "\n-- Both or one?\n",
        "\n+- Only Claude.\n",
    ] {
        assert!(text.contains(wanted), "{wanted:?} is not in {text}");
    }
}

#[test]
fn what_cannot_be_compared_is_told() {
    let root = tree();
    for (arguments, message) in [
        (
            vec!["show", "--diff", "--runtime", "codex"],
            "--diff compares runtimes, and only codex is at work",
        ),
        (
            vec!["show", "--diff", "--runtime", "codex,pi", "--format", "raw"],
            "--diff goes with --format pretty or json",
        ),
    ] {
        let output = run(&root, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(message), "{error}");
    }
    let same = run(&root, &["show", "--diff", "--runtime", "codex,codex"]);
    let text = String::from_utf8(same.stdout).expect("text");
    assert!(text.contains("send the same text"), "{text}");
}

#[test]
fn variables_of_the_environment_move_the_users_files() {
    let root = tree();
    let users = TempDir::new().expect("a folder");
    fs::write(users.path().join("CLAUDE.md"), "of the user\n").expect("a new file");
    let mut command = Command::new(agents_ls());
    command
        .current_dir(root.path())
        .args(["show", "--runtime", "claude-code"]);
    command
        .env("HOME", root.path())
        .env("CLAUDE_CONFIG_DIR", users.path());
    let output = command.output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("of the user"), "{text}");
}
