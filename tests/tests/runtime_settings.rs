//! Settings files of the runtimes themselves: what is wrong in one is told, in a terminal and in an editor, and
//! what one names is read.

use agents_ls_tests::{binary::agents_ls, server::Server};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// A repository in `w` and a home folder in `home`.
struct Tree(TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(TempDir::new().expect("a folder"));
        tree.add("w/.git/HEAD", "ref: refs/heads/main\n");
        tree.add("w/AGENTS.md", "# Good\n\n@x.md\n").add("w/x.md", "x\n");
        tree.add("home/.keep", "");
        tree
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    fn add(&self, below: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, content).expect("a new file");
        self
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(agents_ls());
        command.current_dir(self.path("w")).args(arguments);
        command
            .env("HOME", self.path("home"))
            .env_remove("XDG_CONFIG_HOME");
        command.env_remove("CODEX_HOME").stdin(Stdio::null());
        command.output().expect("the program starts")
    }

    /// The path and message of each finding about settings files.
    fn found(&self, runtime: &str) -> Vec<(String, String)> {
        let output = self.run(&["check", "--runtime", runtime, "--format", "json"]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        let others = found.iter().filter(|one| one["rule"] != "config.invalid");
        let others: Vec<_> = others.map(|one| one["rule"].as_str().expect("a rule")).collect();
        assert_eq!(others, ["import.unsupported"], "the file beside it is judged");
        let settings = found.iter().filter(|one| one["rule"] == "config.invalid");
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let below = |path: &Value| {
            let path = text(path);
            let below = Path::new(&path).strip_prefix(self.0.path());
            below.expect("below the tree").display().to_string()
        };
        settings
            .map(|one| (below(&one["path"]), text(&one["message"])))
            .collect()
    }
}

fn told(path: &str, message: &str) -> Vec<(String, String)> {
    vec![(path.to_owned(), message.to_owned())]
}

const REFUSES: &str = "It keeps codex from starting.";

#[test]
fn a_settings_file_of_the_project_and_one_of_the_user() {
    let tree = Tree::new();
    tree.add("w/.codex/config.toml", "project_doc_max_bytes = \"a\"\n");
    tree.add("home/.codex/config.toml", "a = 1\nb = [\n");
    let found = tree.found("codex");
    assert_eq!(found.len(), 2, "{found:#?}");
    assert_eq!(found[0].0, "home/.codex/config.toml");
    assert_eq!(
        found[0].1,
        format!("This is not TOML: unclosed array, expected `]`. {REFUSES}")
    );
    assert_eq!(found[1].0, "w/.codex/config.toml");
    assert_eq!(
        found[1].1,
        format!("`project_doc_max_bytes` is a number of bytes, not \"a\". {REFUSES}")
    );
    let output = tree.run(&["check", "--runtime", "codex"]);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        report.contains(".codex/config.toml:2: warning config.invalid\n"),
        "{report}"
    );
    assert!(report.contains("│ b = [\n    │     ~\n"), "{report}");
    // The same of a runtime in two versions, and of one that is not at work.
    assert_eq!(tree.found("codex,codex@0.171.0").len(), 2);
    assert_eq!(tree.found("apx"), []);
}

#[test]
fn healthy_and_missing_settings_files_are_nothing() {
    let tree = Tree::new();
    assert_eq!(tree.found("codex"), []);
    tree.add(
        "w/.codex/config.toml",
        "\u{feff}nobody = \"knows\"\nproject_doc_max_bytes = 100\n",
    );
    tree.add("home/.codex/config.toml", "");
    assert_eq!(tree.found("codex"), []);
}

#[test]
fn what_is_no_readable_file() {
    let tree = Tree::new();
    fs::create_dir_all(tree.path("w/.codex/config.toml")).expect("a folder");
    let message = |what: &str| format!("This settings file cannot be used: {what}. {REFUSES}");
    assert_eq!(
        tree.found("codex"),
        told("w/.codex/config.toml", &message("it is a folder"))
    );

    let tree = Tree::new();
    fs::create_dir_all(tree.path("home/.codex")).expect("a folder");
    let pipe = tree.path("home/.codex/config.toml");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    assert_eq!(
        tree.found("codex"),
        told("home/.codex/config.toml", &message("it is not a regular file"))
    );

    let tree = Tree::new();
    tree.add("home/.codex/config.toml", b"a = \"caf\xe9\"\n");
    assert_eq!(
        tree.found("codex"),
        told(
            "home/.codex/config.toml",
            &format!("It is not valid UTF-8: byte 8 is 0xE9. {REFUSES}")
        )
    );

    let tree = Tree::new();
    tree.add("w/.codex/config.toml", "");
    let large = fs::File::options()
        .write(true)
        .open(tree.path("w/.codex/config.toml"));
    large
        .expect("the file")
        .set_len(20 * 1024 * 1024)
        .expect("a sparse file");
    let found = tree.found("codex");
    assert_eq!(found.len(), 1);
    assert!(found[0].1.starts_with("It has 20971520 bytes"), "{found:?}");
    assert!(
        found[0]
            .1
            .ends_with("What it says to codex is not taken into account."),
        "{found:?}"
    );
}

#[test]
fn a_home_folder_that_is_none() {
    let tree = Tree::new();
    tree.add("home/.codex", "a file\n");
    assert_eq!(tree.found("codex"), [], "a file in place of the folder");

    let tree = Tree::new();
    fs::remove_dir_all(tree.path("home")).expect("gone");
    assert_eq!(tree.found("codex"), [], "no home folder");
    tree.add("home", "a file\n");
    assert_eq!(tree.found("codex"), [], "a file as the home folder");

    // The superuser reads everything.
    let tree = Tree::new();
    tree.add("home/.codex/config.toml", "a = [\n");
    let folder = tree.path("home/.codex");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).expect("no permission");
    let readable = fs::read(folder.join("config.toml")).is_ok();
    let found = tree.found("codex");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("permission");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].1.contains("it cannot be read"), !readable, "{found:?}");
}

#[test]
fn a_settings_file_of_a_folder_below_where_instructions_are() {
    let tree = Tree::new();
    tree.add("w/sub/AGENTS.md", "# Sub\n")
        .add("w/sub/.codex/config.toml", "a = [\n");
    tree.add("w/src/.codex/config.toml", "a = [\n");
    let found = tree.found("codex");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "w/sub/.codex/config.toml");
    // Claude Code reads those of its start folder alone.
    tree.add("w/sub/.claude/settings.json", "{\n");
    assert_eq!(tree.found("claude-code,agents-md,codex").len(), 1);
}

#[test]
fn a_prompt_says_that_the_runtime_does_not_start() {
    let tree = Tree::new();
    tree.add("w/.codex/config.toml", "a = [\n");
    let show = |tree: &Tree| {
        let output = tree.run(&["show", "--runtime", "codex", "AGENTS.md"]);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let shown = show(&tree);
    assert!(shown.contains("codex does not start while"), "{shown}");
    tree.add("w/.codex/config.toml", "a = 1\n");
    assert!(!show(&tree).contains("does not start"));
}

#[test]
fn files_that_settings_name_are_judged() {
    let tree = Tree::new();
    let check = |tree: &Tree| {
        let output = tree.run(&["check", "--runtime", "codex", "--format", "json"]);
        let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        let paths = found.iter().map(|one| one["path"].as_str().expect("a path"));
        let names = paths.map(|path| {
            Path::new(path)
                .strip_prefix(tree.path("w"))
                .expect("below")
                .to_path_buf()
        });
        names.map(|path| path.display().to_string()).collect::<Vec<_>>()
    };
    tree.add("w/sub/RULES.md", "@../x.md\n");
    assert_eq!(check(&tree), ["AGENTS.md"]);
    tree.add(
        "w/.codex/config.toml",
        "project_doc_fallback_filenames = [\"RULES.md\"]\n",
    );
    assert_eq!(check(&tree), ["AGENTS.md", "sub/RULES.md"]);
}

fn server() -> Server {
    Server::new()
        .real()
        .file(".git/HEAD", "")
        .file("AGENTS.md", "# A\n")
        .with(
            "/initializationOptions",
            json!({ "runtimes": ["codex", "opencode"] }),
        )
}

#[test]
fn the_editor_shows_a_fault_where_it_is_and_as_long_as_it_is_there() {
    let mut client = server().file(".codex/config.toml", "a = 1\nb = [\n").start();
    let file = client.uri(".codex/config.toml");
    let closed = client.diagnostics(&file, None);
    assert_eq!(closed.len(), 1);
    assert_eq!(closed[0]["code"], "config.invalid");
    assert_eq!(closed[0]["range"]["start"]["line"], 1);
    client.open(&file, "a = 1\nb = [\n");
    let opened = client.diagnostics_until(&file, |messages| !messages.is_empty());
    assert!(opened[0].starts_with("This is not TOML"), "{opened:?}");
    client.change(&file, 2, json!([{ "text": "a = 1\nb = []\n" }]));
    assert!(client.diagnostics(&file, Some(2)).is_empty());
    client.change(&file, 3, json!([{ "text": "project_doc_max_bytes = []\n" }]));
    let mistyped = client.diagnostics(&file, Some(3));
    let place = &mistyped[0]["range"];
    assert_eq!(place["start"], json!({ "line": 0, "character": 24 }));
    assert_eq!(place["end"], json!({ "line": 0, "character": 26 }));
}

#[test]
fn a_settings_file_that_is_mended_changes_what_is_read() {
    let text = "{ \"instructions\": [\"docs/*.md\" }";
    let mut client = server()
        .file("opencode.json", text)
        .file("docs/more.md", "# More\n")
        .start();
    let (settings, more) = (client.uri("opencode.json"), client.uri("docs/more.md"));
    client.open(&more, "# More\n");
    client.open(&settings, text);
    let messages = client.diagnostics_until(&settings, |messages| !messages.is_empty());
    assert!(messages[0].contains("opencode"), "{messages:?}");
    assert_eq!(client.hover(&more, 0, 2), "");
    client.change(
        &settings,
        2,
        json!([{ "text": "{ \"instructions\": [\"docs/*.md\"] }" }]),
    );
    assert!(client.diagnostics(&settings, Some(2)).is_empty());
    let hover = client.hover(&more, 0, 2);
    assert!(hover.contains("opencode"), "{hover}");
}
