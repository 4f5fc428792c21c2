//! `agents-ls check` and `show` on trees as they should not be, and with arguments as they should not be: each
//! fault is told with its path, and nothing else is lost.

use agents_ls_tests::binary::agents_ls;
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// Files in a folder of its own that Codex is at work in. In `good` there is a file with one finding.
struct Tree(TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(TempDir::new().expect("a folder"));
        tree.add(".git/HEAD", "ref: refs/heads/main\n");
        tree.add("good/AGENTS.md", "# Good\n\n@x.md\n");
        tree.add("good/x.md", "x\n");
        tree
    }

    fn path(&self, below: &str) -> std::path::PathBuf {
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
        command.current_dir(self.0.path()).args(arguments);
        command.stdin(Stdio::null());
        command.output().expect("the program starts")
    }

    /// What `check` finds as JSON, beside the finding in `good`, which must be there.
    fn found(&self) -> Vec<Value> {
        let output = self.run(&["check", "--runtime", "codex", "--no-home", "--format", "json"]);
        assert_eq!(stderr(&output), "");
        assert_eq!(output.status.code(), Some(1));
        let mut found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        let good = found
            .iter()
            .position(|finding| path(finding).ends_with("good/AGENTS.md"));
        let good = found.remove(good.expect("the file beside it is judged"));
        assert_eq!(good["rule"], "import.unsupported");
        found
    }

    /// The only finding beside the one in `good`: its rule, its file and its message.
    fn only(&self) -> (String, String, String) {
        let found = self.found();
        assert_eq!(found.len(), 1, "{found:#?}");
        let text = |key: &str| found[0][key].as_str().expect("text").to_owned();
        let root = self.0.path().to_string_lossy().into_owned();
        let path = path(&found[0]).split_once(&root).expect("below the folder").1[1..].to_owned();
        (text("rule"), path, text("message"))
    }

    /// What the program says when it cannot answer.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{arguments:?}: {}",
            stderr(&output)
        );
        assert_eq!(output.stdout, b"", "{arguments:?}");
        stderr(&output)
    }
}

fn path(finding: &Value) -> &str {
    finding["path"].as_str().expect("a path")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn told(rule: &str, path: &str, message: &str) -> (String, String, String) {
    (rule.to_owned(), path.to_owned(), message.to_owned())
}

// ---- files

#[test]
fn names_that_nobody_reads_are_told_in_packages_without_a_manifest() {
    let tree = Tree::new();
    tree.add("packages/api/AGENT.md", "# api\n\n- Never log tokens.\n");
    tree.add("packages/ui/agents.md", "# ui\n\n- Must use tokens.\n");
    tree.add("notes/agents.md", "# Agents of other makers\n");
    let rules: Vec<_> = tree.found().iter().map(|found| found["rule"].clone()).collect();
    assert_eq!(rules, ["precedence.unreachable", "filename.case"]);
}

#[test]
fn bytes_that_are_not_utf_8() {
    let tree = Tree::new();
    tree.add("bad/AGENTS.md", b"caf\xe9\n");
    assert_eq!(
        tree.only(),
        told(
            "encoding.not-utf8",
            "bad/AGENTS.md",
            "The file is not valid UTF-8: byte 3 is 0xE9. Marks (U+FFFD) reach codex in place of such bytes. Save it as UTF-8."
        )
    );
}

#[test]
fn nul_bytes() {
    let tree = Tree::new();
    tree.add("bad/AGENTS.md", b"# A\0\n");
    let (rule, path, message) = tree.only();
    assert_eq!(
        (rule.as_str(), path.as_str()),
        ("encoding.not-utf8", "bad/AGENTS.md")
    );
    assert!(message.contains("NUL byte at 3"), "{message}");
}

#[test]
fn a_file_of_50_megabytes() {
    let tree = Tree::new();
    tree.add("bad/AGENTS.md", "");
    let file = fs::File::options()
        .write(true)
        .open(tree.path("bad/AGENTS.md"))
        .expect("the file");
    file.set_len(50 * 1024 * 1024).expect("a sparse file");
    assert_eq!(
        tree.only(),
        told(
            "file.too-large",
            "bad/AGENTS.md",
            "bad/AGENTS.md has 52,428,800 bytes and is not looked into; files of up to 16,777,216 bytes are."
        )
    );
}

#[test]
fn a_folder_of_that_name() {
    let tree = Tree::new();
    tree.add("bad/AGENTS.md/README", "");
    assert_eq!(
        tree.only(),
        told(
            "file.unreadable",
            "bad/AGENTS.md",
            "bad/AGENTS.md has no text: it is a folder. Nothing of it reaches codex."
        )
    );
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn unreadable(tree: &Tree, why: &str) {
        let message = format!("bad/AGENTS.md has no text: {why}. Nothing of it reaches codex.");
        assert_eq!(tree.only(), told("file.unreadable", "bad/AGENTS.md", &message));
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let tree = Tree::new();
        tree.add("bad/README", "");
        let made = Command::new("mkfifo").arg(tree.path("bad/AGENTS.md")).status();
        assert!(made.expect("mkfifo").success());
        unreadable(&tree, "it is not a regular file");
    }

    #[test]
    fn a_link_that_leads_nowhere() {
        let tree = Tree::new();
        tree.add("bad/README", "");
        symlink("gone.md", tree.path("bad/AGENTS.md")).expect("a link");
        unreadable(&tree, "it is a link to gone.md, which does not exist");
    }

    #[test]
    fn a_link_that_leads_back_to_itself() {
        let tree = Tree::new();
        tree.add("bad/README", "");
        symlink("AGENTS.md", tree.path("bad/AGENTS.md")).expect("a link");
        unreadable(&tree, "it is a link that leads back to itself");
    }

    #[test]
    fn a_loop_of_folders_is_searched_once() {
        let tree = Tree::new();
        symlink("..", tree.path("good/up")).expect("a link");
        assert!(tree.found().is_empty());
    }

    #[test]
    fn a_link_to_another_instruction_file_is_told_once() {
        let tree = Tree::new();
        symlink("good/AGENTS.md", tree.path("AGENTS.md")).expect("a link");
        assert!(tree.found().is_empty());
    }

    #[test]
    fn a_file_that_may_not_be_read() {
        let tree = Tree::new();
        tree.add("bad/AGENTS.md", "x\n");
        let path = tree.path("bad/AGENTS.md");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("no rights");
        if fs::read(&path).is_ok() {
            eprintln!("skipped: this user may read every file");
            return;
        }
        let (rule, path, message) = tree.only();
        assert_eq!(
            (rule.as_str(), path.as_str()),
            ("file.unreadable", "bad/AGENTS.md")
        );
        assert!(message.contains("cannot be read"), "{message}");
    }

    #[test]
    fn everything_at_once_is_told_apiece() {
        let tree = Tree::new();
        tree.add("a/AGENTS.md", b"\xff")
            .add("b/AGENTS.md/x", "")
            .add("c/AGENTS.md", "fine\n")
            .add("d/x", "");
        symlink("gone", tree.path("d/AGENTS.md")).expect("a link");
        let found = tree.found();
        let rules: Vec<&str> = found
            .iter()
            .map(|finding| finding["rule"].as_str().expect("text"))
            .collect();
        assert_eq!(rules, ["encoding.not-utf8", "file.unreadable", "file.unreadable"]);
    }

    #[test]
    fn a_reader_that_has_seen_enough_is_no_fault() {
        let tree = Tree::new();
        for command in [
            "check --runtime codex",
            "check --format json",
            "show",
            "show --format json",
            "--help",
        ] {
            let line = format!(
                "{} {command} | head -0; exit \"${{PIPESTATUS[0]}}\"",
                agents_ls().display()
            );
            let output = Command::new("bash")
                .current_dir(tree.0.path())
                .args(["-c", &line])
                .output();
            let output = output.expect("bash");
            assert!(
                matches!(output.status.code(), Some(0 | 1)),
                "{command}: {:?}",
                output.status
            );
            assert_eq!(stderr(&output), "", "{command}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn output_that_cannot_be_written_is_trouble() {
        let tree = Tree::new();
        let full = fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full device");
        let mut command = Command::new(agents_ls());
        let output = command
            .current_dir(tree.0.path())
            .arg("check")
            .stdout(full)
            .stderr(Stdio::piped());
        let output = output
            .spawn()
            .and_then(std::process::Child::wait_with_output)
            .expect("it ends");
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("standard output cannot be written"),
            "{}",
            stderr(&output)
        );
    }
}

// ---- configuration

#[test]
fn a_configuration_that_is_not_toml() {
    let tree = Tree::new();
    tree.add("agents-ls.toml", "runtimes = [\"codex\"]\nstart = \n");
    let (rule, path, message) = tree.only();
    assert_eq!(
        (rule.as_str(), path.as_str()),
        ("config.invalid", "agents-ls.toml")
    );
    assert!(!message.is_empty());
    assert_eq!(tree.found()[0]["range"]["start"]["line"], 2);
}

#[test]
fn a_configuration_that_is_no_file() {
    let tree = Tree::new();
    tree.add("agents-ls.toml/README", "");
    let (rule, path, message) = tree.only();
    assert_eq!(
        (rule.as_str(), path.as_str()),
        ("config.invalid", "agents-ls.toml")
    );
    assert!(message.ends_with("it is a folder"), "{message}");
}

#[test]
fn values_that_are_wrong_are_told_one_by_one_and_the_rest_counts() {
    let tree = Tree::new();
    tree.add(
        "agents-ls.toml",
        "colour = 1\n[rules]\n\"import.unsupported\".severity = \"hint\"\n\"no.such\".severity = \"off\"\n[runtimes.codex]\nproject_doc_max_bytes = \"x\"\n",
    );
    let output = tree.run(&["check", "--runtime", "codex", "--no-home", "--format", "json"]);
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let shown: Vec<String> = found
        .iter()
        .map(|finding| {
            format!(
                "{} {}",
                finding["rule"].as_str().expect("text"),
                finding["range"]["start"]["line"]
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "config.invalid 1",
            "config.invalid 4",
            "config.invalid 6",
            "import.unsupported 3"
        ]
    );
    assert_eq!(found[3]["severity"], "hint");
    for (finding, name) in found.iter().zip(["colour", "no.such", "project_doc_max_bytes"]) {
        let message = finding["message"].as_str().expect("text");
        assert!(message.contains(name), "{message}");
    }
}

#[test]
fn settings_that_say_nothing_good_change_nothing() {
    for wrong in [
        "start = \"gone\"",
        "home = \"gone\"",
        "touched = [\"gone.rs\"]",
        "runtimes = [\"codex@9\"]",
        "runtimes = [\"nope\"]",
        "runtimes = []",
        "[runtimes]\nuse = [\"mine\"]",
        "[runtimes.mine]\nextends = \"nope\"",
        "runtimes = [",
    ] {
        let tree = Tree::new();
        tree.add(".codex/config.toml", "").add("agents-ls.toml", wrong);
        let output = tree.run(&["check", "--no-home", "--format", "json"]);
        let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        let rules: Vec<&Value> = found.iter().map(|finding| &finding["rule"]).collect();
        assert_eq!(rules, ["config.invalid", "import.unsupported"], "{wrong}");
        assert_eq!(found[1]["runtimes"], json!(["codex"]), "{wrong}");
        assert_ne!(found[0]["bytes"][0], found[0]["bytes"][1], "{wrong}");
    }
}

#[test]
fn a_fixed_situation_leaves_other_runtimes_alone() {
    let tree = Tree::new();
    tree.add("good/AGENTS.md", "0123456789\n");
    let over = [
        "check",
        "--runtime",
        "codex",
        "--no-home",
        "--set",
        "project_doc_max_bytes=4",
    ];
    for more in ["", "touched = [\"good/x.md\"]"] {
        tree.add("agents-ls.toml", more);
        let output = tree.run(&over);
        assert!(
            stdout(&output).contains("budget.truncated"),
            "{more}: {}",
            stdout(&output)
        );
    }
}

#[test]
fn a_budget_is_for_every_markdown_file_it_names() {
    let tree = Tree::new();
    tree.add("docs/a.md", "a\nb\nc\n")
        .add("docs/deep/b.md", "a\nb\nc\n")
        .add("docs/bad.md", b"\xe9\n")
        .add("CLAUDE.md", "a\nb\nc\n")
        .add("sub/CLAUDE.md", "a\nb\nc\n")
        .add("docs/c.txt", "a\nb\nc\n")
        .add("good/fine.md", "a\nb\nc\n")
        .add(
            "agents-ls.toml",
            "[budgets]\n\"./docs/*\" = \"2 lines\"\n\"CLAUDE.md\" = \"5 characters\"\n\"fine.md\" = \"3 lines\"\n",
        );
    let root = format!("{}/", tree.0.path().display());
    let told: Vec<String> = tree
        .found()
        .iter()
        .map(|finding| {
            let message = finding["message"].as_str().expect("text");
            let below = path(finding).rsplit_once(&root).expect("below").1;
            format!("{} {below} {message}", finding["rule"].as_str().expect("text"))
        })
        .collect();
    assert_eq!(
        told,
        [
            "budget.role CLAUDE.md This file has 6 characters, over your budget of 5 characters. Shorten it, or raise the budget.",
            "budget.role docs/a.md This file has 3 lines, over your budget of 2 lines. Shorten it, or raise the budget.",
            "budget.role sub/CLAUDE.md This file has 6 characters, over your budget of 5 characters. Shorten it, or raise the budget.",
        ]
    );
}

#[test]
fn a_budget_may_be_for_one_runtime_and_what_it_extends() {
    let tree = Tree::new();
    tree.add("AGENTS.md", "a\nb\nc\n").add(
        "agents-ls.toml",
        "[runtimes]\nuse = [\"codex\", \"mine\", \"ai-leash\"]\n[runtimes.codex.budgets]\n\"AGENTS.md\" = \"2 \
         lines\"\n[runtimes.mine]\nextends = \"codex\"\n",
    );
    let messages = |tree: &Tree| -> Vec<String> {
        let output = tree.run(&["check", "--no-home", "--format", "json"]);
        let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        let is_meant =
            |finding: &&Value| finding["rule"] == "budget.role" && !path(finding).ends_with("good/AGENTS.md");
        let found = found.iter().filter(is_meant);
        found
            .map(|finding| finding["message"].as_str().expect("text").to_owned())
            .collect()
    };
    assert_eq!(
        messages(&tree),
        [
            "This file has 3 lines, over your budget of 2 lines for codex and mine. Shorten it, or raise the budget."
        ]
    );
    tree.add(
        "agents-ls.toml",
        "[runtimes]\nuse = [\"codex\", \"mine\"]\n[runtimes.codex.budgets]\n\"AGENTS.md\" = \"2 lines\"\n\
         [runtimes.mine]\nextends = \"codex\"\nbudgets = { \"AGENTS.md\" = 9 }\n",
    );
    assert_eq!(
        messages(&tree),
        ["This file has 3 lines, over your budget of 2 lines for codex. Shorten it, or raise the budget."]
    );
}

#[test]
fn markers_and_budgets_that_cannot_be_read_are_told_where_they_stand() {
    let tree = Tree::new();
    let config = "[managed]\n\"a.md\" = \"/a(/\"\n[runtimes.codex.budgets]\n\"b.md\" = \"5 apples\"\n";
    tree.add("agents-ls.toml", config);
    let found = tree.found();
    let told: Vec<(&str, &str)> = found
        .iter()
        .map(|finding| {
            let byte = |index: usize| finding["bytes"][index].as_u64().expect("a byte") as usize;
            (
                &config[byte(0)..byte(1)],
                finding["message"].as_str().expect("text"),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("\"/a(/\"", "`/a(/` is no regular expression: unclosed group"),
            (
                "\"5 apples\"",
                "`5 apples` is not a cap: write a number with bytes, chars, utf16, lines or tokens, or a percentage \
                 such as 5%"
            ),
        ]
    );
}

// ---- arguments

#[test]
fn a_wrong_argument_is_named_with_what_there_is() {
    let tree = Tree::new();
    for (arguments, said) in [
        (
            &["check", "--runtime", "nope"][..],
            &["--runtime nope", "codex", "ai-leash"][..],
        ),
        (
            &["check", "--runtime", "codex@9"],
            &["--runtime codex@9", "0.171.0"],
        ),
        (
            &["check", "--runtime", "codex", "--set", "nope=1"],
            &["--set nope=1", "project_doc_max_bytes"],
        ),
        (
            &["check", "--runtime", "codex", "--set", "project_doc_max_bytes=x"],
            &["project_doc_max_bytes=x", "a number of bytes"],
        ),
        (&["check", "--set", "x"], &["--set x", "KEY=VALUE"]),
        (&["check", "--root", "gone"], &["--root gone"]),
        (&["check", "--root", "good/AGENTS.md"], &["--root good/AGENTS.md"]),
        (&["check", "--start", "gone"], &["--start gone"]),
        (&["check", "--home", "gone"], &["--home gone"]),
        (&["check", "gone.md"], &["gone.md"]),
        (&["show", "gone.md"], &["gone.md"]),
        (&["show", "--runtime", "nope"], &["--runtime nope"]),
        (&["check", "--severity", "fatal"], &["fatal", "warning"]),
        (&["check", "--format", "xml"], &["xml", "json"]),
        (&["check", "--touched", "gone.rs"], &["--touched gone.rs"]),
        (
            &["check", "--runtime", "all,codex"],
            &["--runtime all,codex", "`all` stands alone"],
        ),
        (&["check", "--runtime", ""], &["--runtime", "a name is empty"]),
        (
            &["check", "--runtime", "codex,"],
            &["--runtime", "a name is empty"],
        ),
        (
            &["check", "--runtime", "codex", "--set", "project_doc_max_byte=1"],
            &["did you mean `project_doc_max_bytes`?"],
        ),
        (
            &["check", "--runtime", "vibekit,codex", "--set", "nope=1"],
            &["none of vibekit, codex", "more, see"],
        ),
        (&["show", "--part", "user"], &["--part goes with --format raw"]),
        (&["check", "--no-such-option"], &["--no-such-option"]),
        (&["bake"], &["bake"]),
        (&[], &["check"]),
    ] {
        let message = tree.refused(arguments);
        for piece in said {
            assert!(message.contains(piece), "{arguments:?} said {message}");
        }
        assert!(!message.contains("panicked"), "{message}");
    }
}

#[test]
fn the_repository_of_the_path_is_opened_from_anywhere() {
    let above = TempDir::new().expect("a folder");
    let root = above.path().join("x/repo");
    fs::create_dir_all(root.join("packages/api")).expect("folders");
    fs::create_dir_all(root.join(".git")).expect("a folder");
    fs::write(root.join("AGENTS.md"), "# Top\n\n@x.md\n").expect("a file");
    fs::write(root.join("x.md"), "x\n").expect("a file");
    fs::write(root.join("packages/api/AGENTS.md"), "# Api\n").expect("a file");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(agents_ls());
        command.current_dir(above.path()).args(arguments);
        stdout(&command.output().expect("the program starts"))
    };
    let api = root.join("packages/api").display().to_string();
    let runtime = ["--runtime", "ai-leash", "--no-home"];
    let shown = run(&[&["show", &api][..], &runtime].concat());
    assert!(shown.contains("# Top") && shown.contains("# Api"), "{shown}");
    let checked = run(&[&["check", root.to_str().expect("text")][..], &runtime].concat());
    assert!(
        checked.contains("\nAGENTS.md:3") || checked.contains("  AGENTS.md:3"),
        "{checked}"
    );
}

#[test]
fn options_that_may_be_repeated_take_one_value_each() {
    let tree = Tree::new();
    let arguments = [
        "show",
        "--runtime",
        "codex",
        "--no-home",
        "--set",
        "trusted=false",
        "--touched",
        "good/x.md",
        "good/AGENTS.md",
    ];
    let output = tree.run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("# Good"));
}

#[test]
fn other_runtimes_at_work_are_named() {
    let tree = Tree::new();
    tree.add(".codex/config.toml", "").add(".apc/project.json", "{}");
    let pretty = stdout(&tree.run(&["show", "--no-home"]));
    assert!(
        pretty.ends_with("\nalso active: apx (--runtime auto shows all)\n"),
        "{pretty}"
    );
    let both = stdout(&tree.run(&["show", "--no-home", "--runtime", "auto"]));
    assert!(!both.contains("also active") && both.contains("apx "), "{both}");
    let one: Value =
        serde_json::from_slice(&tree.run(&["show", "--no-home", "--format", "json"]).stdout).expect("JSON");
    assert_eq!(one["runtime"], "codex");
    tree.add("agents-ls.toml", "runtimes = \"all\"\n");
    let all: Value =
        serde_json::from_slice(&tree.run(&["show", "--no-home", "--format", "json"]).stdout).expect("JSON");
    assert_eq!(all["runtime"], "codex", "the first that left traces");
}

#[test]
fn the_exit_status_follows_the_severity_asked_for() {
    let tree = Tree::new();
    let status = |arguments: &[&str]| {
        let all: Vec<&str> = ["check", "--runtime", "codex", "--no-home"]
            .iter()
            .chain(arguments)
            .copied()
            .collect();
        tree.run(&all).status.code()
    };
    assert_eq!(status(&[]), Some(1), "a warning");
    assert_eq!(status(&["--severity", "error"]), Some(0));
    assert_eq!(status(&["--severity", "hint"]), Some(1));
    assert_eq!(status(&["--severity", "info"]), Some(1));
    tree.add(
        "agents-ls.toml",
        "[rules]\n\"import.unsupported\".severity = \"information\"\n",
    );
    assert_eq!(status(&[]), Some(0));
    assert_eq!(status(&["--severity", "information"]), Some(1));
    tree.add(
        "agents-ls.toml",
        "[rules]\n\"import.unsupported\".severity = \"off\"\n",
    );
    assert_eq!(status(&["--severity", "hint"]), Some(0));
}

#[test]
fn only_the_paths_asked_for_are_reported_on() {
    let tree = Tree::new();
    tree.add("other/AGENTS.md", "@../good/x.md\n");
    let found = |arguments: &[&str]| {
        let all: Vec<&str> = ["check", "--runtime", "codex", "--no-home", "--format", "json"]
            .iter()
            .chain(arguments)
            .copied()
            .collect();
        let found: Vec<Value> = serde_json::from_slice(&tree.run(&all).stdout).expect("JSON");
        found.len()
    };
    assert_eq!(found(&[]), 2);
    assert_eq!(found(&["good"]), 1);
    assert_eq!(found(&["good/AGENTS.md", "other/AGENTS.md"]), 2);
    assert_eq!(found(&["good/x.md"]), 0);
}

// ---- what is printed

/// Line 2 has characters of every width before the import.
const WIDE: &str = "# Title\n\ne\u{301}é😀 @x.md\n";

#[test]
fn findings_as_json() {
    let tree = Tree::new();
    tree.add("good/AGENTS.md", WIDE);
    let output = tree.run(&[
        "check",
        "good",
        "--runtime",
        "codex",
        "--no-home",
        "--format",
        "json",
    ]);
    let mut found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // Where the page is on the web depends on the project's address.
    let page = found[0]
        .as_object_mut()
        .and_then(|finding| finding.remove("page"));
    assert!(page.is_some());
    let start = WIDE.find('@').expect("an import");
    let root = tree.0.path();
    assert_eq!(
        found,
        json!([{
            "rule": "import.unsupported",
            "severity": "warning",
            "path": root.join("good/AGENTS.md"),
            // Lines and columns from 1, columns in characters.
            "range": { "start": { "line": 3, "column": 6 }, "end": { "line": 3, "column": 11 } },
            "bytes": [start, start + "@x.md".len()],
            "message": "“@x.md” reaches codex as it stands, not as the text of good/x.md. Tell it to read `x.md`, or put the text here.",
            "help": "`@path` names a file that exists, and an active runtime sends those characters as they are \
                     instead of the file's text.",
            "runtimes": ["codex"],
            "related": [],
            "fixes": [{ "title": "Name good/x.md as a file to read", "applicability": "unsafe" }],
        }])
    );
}

#[test]
fn a_prompt_as_json() {
    let tree = Tree::new();
    tree.add("good/AGENTS.md", WIDE);
    let cap = format!("project_doc_max_bytes={}", WIDE.find('@').expect("an import"));
    let arguments = [
        "show",
        "good/AGENTS.md",
        "--runtime",
        "codex",
        "--no-home",
        "--format",
        "json",
        "--set",
        &cap,
    ];
    let prompt: Value = serde_json::from_slice(&tree.run(&arguments).stdout).expect("JSON");
    let keys = |value: &Value| {
        let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(
        keys(&prompt),
        [
            "budgets",
            "caveats",
            "exact",
            "imports",
            "log",
            "losses",
            "on_demand",
            "parts",
            "runtime",
            "skills",
            "version",
            "waiting"
        ]
    );
    assert_eq!(
        (&prompt["runtime"], &prompt["exact"]),
        (&json!("codex"), &json!(true))
    );
    let path = json!(tree.path("good/AGENTS.md"));
    let start = WIDE.find('@').expect("an import");
    let lost = &prompt["parts"][0]["losses"][0];
    assert_eq!(keys(lost), ["amount", "kind", "range", "source", "unit", "why"]);
    assert_eq!(
        (&lost["source"], &lost["kind"], &lost["unit"]),
        (&path, &json!("cut"), &json!("bytes"))
    );
    assert_eq!(
        (&lost["range"], &lost["amount"]),
        (&json!([start, WIDE.len()]), &json!(WIDE.len() - start))
    );
    assert_eq!(
        prompt["budgets"],
        json!([{
            "scope": "total", "path": null, "used": WIDE.len(), "cap": start, "unit": "bytes",
            "setting": "project_doc_max_bytes",
        }])
    );
    let part = &prompt["parts"][0];
    assert_eq!(
        keys(part),
        ["layer", "losses", "part", "role", "segments", "text"]
    );
    let text = part["text"].as_str().expect("text");
    let mut at = 0;
    for segment in part["segments"].as_array().expect("a list") {
        assert_eq!(keys(segment), ["exact", "range", "source", "source_range", "why"]);
        assert_eq!(segment["range"][0], json!(at), "segments follow each other");
        let end = usize::try_from(segment["range"][1].as_u64().expect("a byte")).expect("small");
        if segment["source"] == path {
            assert_eq!(segment["source_range"], json!([0, start]));
            assert_eq!(text[at..end], WIDE[..start], "bytes, not characters");
        }
        at = end;
    }
    assert_eq!(at, text.len());
}

#[test]
fn findings_for_reading() {
    let tree = Tree::new();
    tree.add("good/AGENTS.md", WIDE);
    let output = tree.run(&["check", "good", "--runtime", "codex", "--no-home"]);
    insta::assert_snapshot!(stdout(&output), @r#"
    good/AGENTS.md
      good/AGENTS.md:3: warning import.unsupported
        │ éé😀 @x.md
        │      ~~~~~
        “@x.md” reaches codex as it stands, not as the text of good/x.md. Tell it to read `x.md`, or put the text here.

    1 warning (codex 0.171.0).
    "#);
    // What takes no room or turns a line around is a space there.
    tree.add("good/AGENTS.md", "\u{feff}a\tb\u{202e} @x.md\n");
    let output = tree.run(&["check", "good", "--runtime", "codex", "--no-home"]);
    assert!(
        stdout(&output).contains("│  a b  @x.md\n    │       ~~~~~\n"),
        "{}",
        stdout(&output)
    );
    let healthy = tree.run(&["check", "good/x.md", "--runtime", "codex", "--no-home"]);
    assert_eq!(stdout(&healthy), "Nothing found (codex 0.171.0).\n");
    assert!(Path::new(agents_ls()).is_absolute());
}

#[test]
fn imports_and_skills_as_json() {
    let tree = Tree::new();
    tree.add("CLAUDE.md", "@good/x.md and @gone\n").add(
        ".claude/skills/s/SKILL.md",
        "---\nname: s\ndescription: Does it\n---\nBody\n",
    );
    let arguments = [
        "show",
        "--runtime",
        "claude-code",
        "--no-home",
        "--format",
        "json",
    ];
    let prompt: Value = serde_json::from_slice(&tree.run(&arguments).stdout).expect("JSON");
    let import = |written: &str, start: usize, outcome: &str| {
        json!({
            "source": tree.path("CLAUDE.md"), "range": [start, start + 1 + written.len()], "written": written,
            "target": tree.path(written), "outcome": outcome, "kept": true,
        })
    };
    assert_eq!(
        prompt["imports"],
        json!([import("good/x.md", 0, "followed"), import("gone", 15, "missing")])
    );
    assert_eq!(
        prompt["skills"],
        json!([{
            "source": tree.path(".claude/skills/s/SKILL.md"), "name": "s", "description": "Does it",
            "fate": "listed",
        }])
    );
}

#[test]
fn skills_that_no_runtime_at_work_reads_are_judged_by_the_standard() {
    let tree = Tree::new();
    tree.add(
        ".agents/skills/good/SKILL.md",
        "---\nname: good\ndescription: b\n---\nText\n",
    )
    .add(
        ".agents/skills/bad/SKILL.md",
        "---\nname: bad\ndescription: Use when: asked\n---\nText\n",
    );
    let text = |arguments: &[&str]| {
        let output = tree.run(arguments);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for (trace, why) in [
        (None, "No agent runtime left traces here"),
        (
            Some(".claude/settings.json"),
            "No agent runtime at work here reads these skills",
        ),
    ] {
        if let Some(trace) = trace {
            tree.add(trace, "{}\n");
        }
        let table = text(&["skills", "--no-home"]);
        assert!(
            table.contains("the Agent Skills standard: 1 of 2 listed"),
            "{table}"
        );
        // Lines are broken between words.
        let flowing = table.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(why), "{table}");
        assert!(
            flowing.contains("Name a runtime with `--runtime NAME`"),
            "{table}"
        );
        let found = text(&["check", "--no-home"]);
        assert!(found.contains("skill.yaml"), "{found}");
        assert!(found.contains("the skill is refused by agent-skills"), "{found}");
    }
    // Whoever names a runtime is told of that one.
    let table = text(&["skills", "--no-home", "--runtime", "codex"]);
    assert!(!table.contains("standard"), "{table}");
    let taken = tree.refused(&["new", "skill", "good", "--no-home"]);
    assert!(taken.contains("there is a skill of this name already"), "{taken}");
}

#[test]
fn a_new_skill_is_one_that_every_loader_takes_and_is_listed() {
    let tree = Tree::new();
    tree.add(".skills/bad.md", "x\n");
    for (runtime, path) in [
        ("codex", ".agents/skills/ship-it/SKILL.md"),
        ("claude-code", ".claude/skills/ship-it/SKILL.md"),
        ("ai-leash", ".skills/ship-it.md"),
    ] {
        let with = ["--no-home", "--runtime", runtime];
        let new = [&["new", "skill", "ship-it"][..], &with].concat();
        let output = tree.run(&new);
        assert_eq!(stderr(&output), "", "{runtime}");
        assert!(
            String::from_utf8_lossy(&output.stdout).trim_end().ends_with(path),
            "{runtime}"
        );
        let checked = tree.run(&[&["check", path][..], &with].concat());
        assert_eq!(checked.status.code(), Some(0), "{runtime}");
        assert!(tree.refused(&new).contains("there is such a file already"));
        let table = tree.run(&[&["skills"][..], &with].concat());
        let table = String::from_utf8_lossy(&table.stdout).into_owned();
        assert!(table.contains("ship-it  listed"), "{table}");
        assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    }
    let refused = tree.refused(&["new", "skill", "Ship", "--no-home"]);
    assert!(refused.contains("a-z, 0-9 and single hyphens"), "{refused}");
}

#[test]
fn a_rule_is_explained() {
    let tree = Tree::new();
    let output = tree.run(&["explain", "budget.truncated"]);
    assert_eq!(output.status.code(), Some(0));
    let page = stdout(&output);
    assert!(
        page.starts_with("# budget.truncated\n\nDefault severity: warning.\n\n"),
        "{page}"
    );
    for part in ["### Why it matters", "### Example", "### What to do"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for (code, said) in [
        (
            "budget.truncate",
            "there is no rule `budget.truncate`; did you mean `budget.truncated`?",
        ),
        (
            "bugdet.truncated",
            "there is no rule `bugdet.truncated`; did you mean `budget.truncated`?",
        ),
        ("import", "there is no rule `import`; there are `import.missing`"),
        ("x", "there is no rule `x`\n"),
    ] {
        let refused = tree.refused(&["explain", code]);
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn json_says_what_a_rule_is_about() {
    let tree = Tree::new();
    tree.add("AGENTS.md", b"# \xff\n");
    let found = tree.found();
    let help = found[0]["help"].as_str().expect("a sentence");
    let page = stdout(&tree.run(&["explain", found[0]["rule"].as_str().expect("a code")]));
    assert!(help.ends_with('.') && page.contains(help), "{help}");
    // The page on the web, where the project has an address.
    assert!(
        found[0]["page"].is_null()
            || found[0]["page"]
                .as_str()
                .is_some_and(|page| page.starts_with("https://"))
    );
}
