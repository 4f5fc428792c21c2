//! A runtime of the user's own, as it is defined in `agents-ls.toml`: its name, its prompt, and what is wrong with it.

use agents_ls_tests::{Client, Server, binary::agents_ls};
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

const TABLE: &str = "[runtimes.my-gateway]\nextends = \"openclaw\"\nfiles = [\"AGENTS.md\", \"TEAM.md\"]\nfileCap = \
                     \"3 lines\"\nfileHeading = \"### {path}\\n\"\n";

/// Files in a folder of its own that Codex is at work in.
struct Tree(TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(TempDir::new().expect("a folder"));
        tree.add(".git/HEAD", "ref: refs/heads/main\n")
            .add(".codex/config.toml", "")
            .add("AGENTS.md", "# Agents\n")
            .add("TEAM.md", "one\ntwo\nthree\nfour\nfive\n")
    }

    fn add(self, below: &str, content: &str) -> Self {
        let path = self.0.path().join(below);
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

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(arguments);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
    }

    /// The findings in the configuration: the text each stands on, and its message.
    fn faults(&self) -> Vec<(String, String)> {
        let config = fs::read_to_string(self.0.path().join("agents-ls.toml")).expect("a configuration");
        let found = self.json(&["check", "--no-home", "--format", "json"]);
        let found = found.as_array().expect("a list");
        let found = found.iter().filter(|finding| finding["rule"] == "config.invalid");
        let place = |finding: &Value| {
            let byte = |index: usize| finding["bytes"][index].as_u64().expect("a byte") as usize;
            let message = finding["message"].as_str().expect("text");
            (config[byte(0)..byte(1)].to_owned(), message.to_owned())
        };
        found.map(place).collect()
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What is shown, without the sizes that grow with the path of the folder: the list of skills holds it.
fn sized(shown: &str) -> String {
    let grows = |line: &str| line.starts_with("≈ ") || line.starts_with("skills (");
    let digits = |line: &str| line.replace(|char: char| char.is_ascii_digit(), "");
    let lines = shown.lines().map(|line| {
        if grows(line) {
            digits(line)
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_worked_example_is_as_the_page_shows_it() {
    const PAGE: &str = include_str!("../../docs/own-runtime.md");
    const SHOWN: &str = "/home/kim/gateway";
    let mut tree = Tree(TempDir::new().expect("a folder")).add(".git/HEAD", "x");
    let mut commands = 0;
    let mut lines = PAGE.lines();
    let mut before = "";
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let text = block.join("\n") + "\n";
            if let Some(arguments) = block[0].strip_prefix("$ agents-ls ") {
                let arguments: Vec<&str> = arguments.split(' ').collect();
                let output = tree.run(&arguments);
                assert_eq!(stderr(&output), "");
                let root = tree.0.path().canonicalize().expect("the folder");
                let got = stdout(&output).replace(&*root.to_string_lossy(), SHOWN);
                assert_eq!(sized(&got), sized(text.split_once('\n').expect("a line").1));
                commands += 1;
            } else if let Some(path) = before.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")) {
                tree = tree.add(path, &text);
            }
        }
        if !line.is_empty() {
            before = line;
        }
    }
    assert_eq!(commands, 1);
    assert_eq!(
        tree.run(&["check", "--no-home"]).status.code(),
        Some(1),
        "it reports what is lost"
    );
}

#[test]
fn it_goes_by_its_own_name_everywhere() {
    let tree = Tree::new().add("agents-ls.toml", TABLE);
    let shown = stdout(&tree.run(&["show", "--no-home"]));
    assert!(
        shown.starts_with("my-gateway (openclaw 2026.9.6) · not exact\n"),
        "{shown}"
    );
    assert!(
        shown.ends_with("\nalso active: codex (--runtime auto shows all)\n"),
        "{shown}"
    );
    let value = tree.json(&["show", "--no-home", "--format", "json"]);
    assert_eq!(
        (&value["runtime"], &value["extends"], &value["version"]),
        (&json!("my-gateway"), &json!("openclaw"), &json!("2026.9.6"))
    );
    let found = tree.json(&["check", "--no-home", "--format", "json"]);
    let found = found.as_array().expect("a list");
    let cut = found
        .iter()
        .find(|finding| finding["rule"] == "budget.truncated")
        .expect("a cut");
    assert_eq!(cut["runtimes"], json!(["my-gateway"]));
    let message = cut["message"].as_str().expect("text");
    assert!(
        message.starts_with(
            "This text does not reach my-gateway: the cap for this file is 3 lines (`fileCap`)."
        ),
        "{message}"
    );
    let listed = tree.json(&["runtimes", "--no-home", "--format", "json"]);
    assert_eq!(
        (
            &listed[0]["runtime"],
            &listed[0]["extends"],
            &listed[0]["active"],
            &listed[0]["primary"]
        ),
        (
            &json!("my-gateway"),
            &json!("openclaw"),
            &json!(true),
            &json!(true)
        )
    );
    let table = stdout(&tree.run(&["runtimes", "--no-home"]));
    assert!(table.contains(">  my-gateway (openclaw)"), "{table}");
    assert!(table.ends_with("shown first (my-gateway)\n"), "{table}");
}

#[test]
fn the_command_line_may_name_it_and_set_it() {
    let tree = Tree::new().add("agents-ls.toml", TABLE);
    let first = |arguments: &[&str]| {
        let all: Vec<&str> = ["show", "--no-home"].iter().chain(arguments).copied().collect();
        let output = tree.run(&all);
        let text = stdout(&output) + &stderr(&output);
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        first(&["--runtime", "my-gateway@2026.7.1"]),
        "my-gateway (openclaw 2026.7.1) · not exact"
    );
    assert_eq!(first(&["--runtime", "codex,my-gateway"]), "codex 0.171.0");
    assert!(
        first(&["--runtime", "my-gatway"])
            .contains("there is no runtime my-gatway; did you mean `my-gateway`?")
    );
    assert_eq!(
        first(&["--runtime", "my-gateway@1"]),
        "agents-ls: --runtime my-gateway@1: my-gateway 1 is not known; known are 2026.9.6, 2026.7.1, 2026.5.20, 2026.2"
    );
    let whole = stdout(&tree.run(&[
        "show",
        "--no-home",
        "--set",
        "fileCap=9 lines",
        "--set",
        "separator=--\n",
    ]));
    assert!(whole.contains("│ five\n"), "{whole}");
    assert!(whole.contains("· --\n· ### TEAM.md\n"), "{whole}");
    assert_eq!(
        first(&["--set", "fileCap=9 apples"]),
        "agents-ls: --set fileCap=9 apples: my-gateway's `fileCap` is a number above 0 with bytes, chars, utf16, lines \
         or tokens, or a percentage such as \"5 %\", not \"9 apples\""
    );
    assert_eq!(
        first(&["--runtime", "codex", "--set", "fileCap=9"]),
        "agents-ls: --set fileCap=9: `fileCap` counts in a runtime that extends codex: give one a name of its own, as \
         `[runtimes.<name>]` with `extends = \"codex\"`"
    );
    let all = tree.json(&["show", "--no-home", "--runtime", "all", "--format", "json"]);
    assert_eq!(all[0]["runtime"], "my-gateway");
}

#[test]
fn it_is_at_work_where_its_evidence_is() {
    let active = |tree: &Tree| {
        let listed = tree.json(&["runtimes", "--no-home", "--format", "json"]);
        let listed = listed.as_array().expect("a list").iter();
        let active = listed.filter(|line| line["active"] == true);
        let mark = |line: &Value| if line["primary"] == true { "!" } else { "" };
        active
            .map(|line| format!("{}{}", line["runtime"].as_str().expect("a name"), mark(line)))
            .collect::<Vec<_>>()
    };
    let with = |more: &str| Tree::new().add("agents-ls.toml", &format!("{more}{TABLE}"));
    assert_eq!(
        active(&with("")),
        ["my-gateway!", "codex"],
        "somebody wrote it down"
    );
    let evident = || {
        let table = format!("{TABLE}evidence = [\".nothing\", \".gateway\"]\n");
        Tree::new().add("agents-ls.toml", &table)
    };
    assert_eq!(active(&evident()), ["codex!"]);
    assert_eq!(active(&evident().add(".gateway/x", "")), ["my-gateway!", "codex"]);
    let every = evident().add(
        "agents-ls.toml",
        &format!("[runtimes]\nuse = \"all\"\n{TABLE}evidence = [\".no\"]\n"),
    );
    let names = active(&every);
    assert_eq!(
        (names[0].as_str(), names.contains(&"codex!".to_owned())),
        ("my-gateway", true)
    );
    assert_eq!(
        active(&with("[runtimes]\nuse = [\"codex\", \"my-gateway\"]\n")),
        ["my-gateway", "codex!"]
    );
    assert_eq!(
        active(&with("primaryRuntime = \"codex\"\n[runtimes]\nuse = \"auto\"\n")),
        ["my-gateway", "codex!"]
    );
    assert_eq!(active(&with("[runtimes]\nuse = [\"codex\"]\n")), ["codex!"]);
}

#[test]
fn it_takes_over_what_is_set_for_those_it_extends() {
    let tree = Tree::new().add("TEAM.md", &"word ".repeat(2_000)).add(
        "agents-ls.toml",
        "[runtimes]\nuse = [\"far\"]\n[runtimes.openclaw]\nversion = \"2026.7.1\"\n\
         agents.defaults.bootstrapMaxChars = 5000\n[runtimes.near]\nextends = \"openclaw\"\n\
         files = [\"TEAM.md\"]\nheading = \"near\\n\"\nending = \"near\"\n[runtimes.far]\nextends = \"near\"\nheading = \"far\\n\"\n",
    );
    let value = tree.json(&["show", "--no-home", "--format", "json"]);
    assert_eq!(
        (&value["runtime"], &value["version"]),
        (&json!("far"), &json!("2026.7.1"))
    );
    assert_eq!(value["budgets"][0]["cap"], 5_000);
    assert_eq!(
        value["budgets"][0]["setting"],
        "agents.defaults.bootstrapMaxChars"
    );
    let part = value["parts"].as_array().expect("a list").last().expect("a part");
    let text = part["text"].as_str().expect("text");
    assert!(text.starts_with("far\n") && text.ends_with("near"), "{text}");
    let capped = tree.add(
        "agents-ls.toml",
        "[runtimes.far]\nextends = \"openclaw\"\nfiles = [\"TEAM.md\"]\nfileCap = \"4 KiB\"\n\
         \"agents.defaults.bootstrapMaxChars\" = 9000\n",
    );
    let value = capped.json(&["show", "--no-home", "--format", "json"]);
    assert_eq!(
        (
            &value["budgets"][0]["cap"],
            &value["budgets"][0]["unit"],
            &value["budgets"][0]["setting"]
        ),
        (&json!(4_096), &json!("bytes"), &json!("fileCap"))
    );
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    let told = |toml: &str, place: &str, message: &str| {
        let faults = Tree::new().add("agents-ls.toml", toml).faults();
        assert_eq!(faults, [(place.to_owned(), message.to_owned())], "{toml}");
    };
    told(
        "[runtimes.codex]\nextends = \"openclaw\"\n",
        "codex",
        "`runtimes.codex`: codex is built in; a runtime that `extends` another has a name of its own",
    );
    told(
        "[runtimes.mine]\nextends = \"opnclaw\"\n",
        "\"opnclaw\"",
        "`runtimes.mine.extends`: there is no runtime `opnclaw`; did you mean `openclaw`?",
    );
    told(
        "[runtimes.mine]\nextends = \"mine\"\n",
        "\"mine\"",
        "`runtimes.mine.extends`: `mine` extends itself",
    );
    told(
        "[runtimes.openclaw]\nfileCap = \"5 lines\"\n[runtimes]\nuse = [\"openclaw\"]\n",
        "fileCap",
        "`fileCap` counts in a runtime that extends openclaw: give one a name of its own, as `[runtimes.<name>]` with \
         `extends = \"openclaw\"`",
    );
    told(
        "[runtimes.mine]\nextends = \"apx\"\ntotalCap = \"5 lines\"\n",
        "totalCap",
        "`totalCap` means nothing in a runtime that extends apx; there are `files`, `fileCap`, `contextWindow`, \
         `heading`, `fileHeading`, `fileEnd`, `separator`, `ending`, `skills`",
    );
    told(
        "[runtimes.mine]\nextends = \"openclaw\"\nfileCapp = \"5 lines\"\n",
        "fileCapp",
        "`runtimes.mine` has no setting `fileCapp`; did you mean `fileCap`?",
    );
    told(
        "[runtimes.mine]\nextends = \"openclaw\"\nfileCap = \"5 apples\"\n",
        "\"5 apples\"",
        "`runtimes.mine.fileCap` is a number above 0 with bytes, chars, utf16, lines or tokens, or a percentage such as \"5 %\", \
         not \"5 apples\"",
    );
    told(
        "[runtimes.mine]\nextends = \"openclaw\"\nfiles = [\"A.md\", \"../B.md\"]\n",
        "[\"A.md\", \"../B.md\"]",
        "`runtimes.mine.files` is a list of names of files in the workspace, such as [\"AGENTS.md\", \"docs/TEAM.md\"], not \
         [\"A.md\",\"../B.md\"]",
    );
    told(
        "[runtimes.mine]\nextends = \"vibekit\"\nheading = \"x\"\n",
        "heading",
        "`heading` means nothing in a runtime that extends vibekit, which honours no parameters; agents-md, codex, claude-code, ai-leash, apx, openclaw do",
    );
}

#[test]
fn each_mistake_is_told_once_beside_others() {
    let tree = Tree::new().add(
        "agents-ls.toml",
        "trace = \"loud\"\n[runtimes.a]\nextends = \"openclaw\"\nfiles = [ 5,\n  6 ]\n[runtimes.b]\nextends = \"a\"\n\
         contextWindow = \"128000\"\n",
    );
    let places: Vec<String> = tree.faults().into_iter().map(|(place, _)| place).collect();
    assert_eq!(places, ["\"loud\"", "[ 5,\n  6 ]", "\"128000\""]);
}

fn gateway(table: &str) -> Client {
    Server::new()
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file("agents-ls.toml", table)
        .file("AGENTS.md", "# Agents\n")
        .file("TEAM.md", "one\ntwo\nthree\nfour\nfive\n")
        .real()
        .start()
}

#[test]
fn editors_show_it_under_its_name() {
    let mut client = gateway(TABLE);
    let team = client.uri("TEAM.md");
    client.open(&team, "one\ntwo\nthree\nfour\nfive\n");
    let hover = client.hover(&team, 4, 1);
    assert!(hover.contains("my-gateway (openclaw 2026.9.6)"), "{hover}");
    let prompt = client.request("agents-ls/effectivePrompt", json!({ "uri": team }));
    assert_eq!(prompt["runtime"], "my-gateway");
    let uri = prompt["uri"].as_str().expect("a URI");
    assert_eq!(uri, "agents-ls://prompt/TEAM.md/my-gateway.md");
    let document = client.request("workspace/textDocumentContent", json!({ "uri": uri }));
    assert_eq!(document["text"], prompt["text"]);
    assert!(
        document["text"].as_str().expect("text").contains("### TEAM.md\n"),
        "{document}"
    );
    let named = client.request(
        "agents-ls/effectivePrompt",
        json!({ "uri": team, "runtime": "my-gateway@2026.7.1" }),
    );
    assert_eq!(named["runtime"], "my-gateway");
    let told = client.diagnostics(&team, Some(1));
    let message = told[0]["message"].as_str().expect("text");
    assert!(message.contains("does not reach my-gateway"), "{message}");
}

#[test]
fn a_wrong_value_leaves_the_last_good_one_in_force() {
    let mut client = gateway(TABLE);
    let config = client.uri("agents-ls.toml");
    let team = client.uri("TEAM.md");
    client.open(&config, TABLE);
    client.open(&team, "one\ntwo\nthree\nfour\nfive\n");
    let shown = |client: &mut Client| {
        let prompt = client.request("agents-ls/effectivePrompt", json!({ "uri": team }));
        prompt["text"].as_str().expect("text").to_owned()
    };
    let good = shown(&mut client);
    assert!(good.contains("### TEAM.md\n") && !good.contains("five"), "{good}");
    let mut version = 1;
    for (from, to) in [
        ("\"3 lines\"", "\"3 apples\""),
        ("\"### {path}\\n\"", "5"),
        ("[\"AGENTS.md\", \"TEAM.md\"]", "\"TEAM.md\""),
        ("\"openclaw\"", "\"opnclaw\""),
        ("\"openclaw\"", "["),
    ] {
        version += 1;
        let changed = TABLE.replace(from, to);
        client.change(&config, version, json!([{ "text": changed }]));
        let told = client.diagnostics(&config, Some(version));
        assert_eq!(told.len(), 1, "{to}: {told:?}");
        assert_eq!(told[0]["code"], "config.invalid", "{to}");
        assert_eq!(shown(&mut client), good, "{to}");
    }
    let without = TABLE.replace("fileCap = \"3 lines\"\n", "");
    client.change(&config, version + 1, json!([{ "text": without }]));
    assert!(
        shown(&mut client).contains("five"),
        "what is no longer said does not stay"
    );
}

#[test]
fn paths_in_headings_have_slashes() {
    let tree = Tree::new().add("notes/PLAN.md", "plan").add(
        "agents-ls.toml",
        "[runtimes.mine]\nextends = \"openclaw\"\nfiles = [\"notes/PLAN.md\"]\nfileHeading = \"{path} {name}: \"\n",
    );
    let value = tree.json(&["show", "--no-home", "--format", "json"]);
    let text = value["parts"][0]["text"].as_str().expect("text");
    assert!(text.contains("notes/PLAN.md PLAN.md: plan"), "{text}");
    assert!(
        Path::new(
            value["parts"][0]["segments"][3]["source"]
                .as_str()
                .expect("a path")
        )
        .ends_with("PLAN.md")
    );
}
