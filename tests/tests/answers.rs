//! What an editor's user gets to see: prompts, findings and fixes, over the wire.

use agents_ls_tests::{Client, Server};
use agents_syntax::{Document, Text, fact::InlineKind};
use serde_json::{Value, json};
use std::{fs, process::Command};

const ROOT: &str = "# Root\n\n- Run `pnpm test`.\n- Follow @docs/names.md here.\n";
const LEAF: &str = "# Leaf\n\n- Kept rule.\n\n## Money\n\n- Never round before the last step.\n";

/// A repository in which codex reads 89 bytes: the root's 57, and the leaf's first 32.
fn monorepo() -> Server {
    Server::new()
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file(".codex/config.toml", "project_doc_max_bytes = 89\n")
        .file(
            ".skills/nameless.md",
            "---\ndescription: Does a thing\n---\nDo it.\n",
        )
        .file("AGENTS.md", ROOT)
        .file("docs/names.md", "names\n")
        .file("leaf/AGENTS.md", LEAF)
        .file("leaf/src/main.py", "print()\n")
        .with(
            "/capabilities/textDocument/publishDiagnostics/relatedInformation",
            json!(true),
        )
        .with(
            "/capabilities/textDocument/publishDiagnostics/tagSupport",
            json!({ "valueSet": [1] }),
        )
        .real()
}

fn rules(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic["code"].as_str())
        .collect()
}

/// The diagnostics of a file once they have these codes, whichever version they are about.
fn until(client: &mut Client, uri: &str, wanted: &[&str]) -> Vec<Value> {
    let told = client.next_told(&format!("{wanted:?} for {uri}"), |told| {
        told["params"]["uri"] == uri
            && rules(told["params"]["diagnostics"].as_array().expect("a list")) == wanted
    });
    told["diagnostics"].as_array().expect("a list").clone()
}

#[test]
fn hover_says_whether_a_line_reaches_the_model() {
    let mut client = monorepo().start();
    let uri = client.uri("leaf/AGENTS.md");
    client.open(&uri, LEAF);
    let kept = client.hover(&uri, 2, 3);
    assert!(
        kept.starts_with("**Reaches codex 0.171.0**  \nstarted in `leaf`\n\n"),
        "{kept}"
    );
    assert!(
        kept.contains("\n> leaf/AGENTS.md  32 of 68  start folder, cut\n"),
        "{kept}"
    );
    assert!(kept.contains("\n\nai-leash: reaches  \n"), "{kept}");
    let lost = client.hover(&uri, 6, 3);
    assert!(
        lost.starts_with(
            "**Does not reach codex 0.171.0**  \n\
             started in `leaf`; cut at byte 32: the files before it use 57 of 89 bytes\n\n"
        ),
        "{lost}"
    );
    assert!(lost.contains("██ 89 of 89 bytes, 36 lost\n"), "{lost}");
    assert!(
        !lost.contains("Never round"),
        "whole lines stand in the editor: {lost}"
    );
    assert!(lost.chars().count() <= 1000);
    assert!(lost.lines().all(|line| line.chars().count() <= 80), "{lost}");
}

#[test]
fn hover_shows_where_a_line_is_cut() {
    let root = format!("{ROOT}- One more...\n");
    let mut client = monorepo().file("AGENTS.md", &root).start();
    let uri = client.uri("leaf/AGENTS.md");
    client.open(&uri, LEAF);
    let cut = client.hover(&uri, 2, 3);
    assert!(cut.starts_with("**Reaches codex 0.171.0 in part**"), "{cut}");
    assert!(cut.contains("```text\n- Kept rul ✂ e.\n```"), "{cut}");
}

#[test]
fn hover_on_a_path_tells_of_that_path() {
    let mut client = monorepo().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, &format!("{ROOT}- See `leaf/src/main.py`.\n"));
    let about = client.hover(&uri, 4, 12);
    assert!(
        about.starts_with(
            "`leaf/src/main.py` is not sent; the agent may read it.\n\nStarted in `leaf/src`, codex"
        ),
        "{about}"
    );
    assert!(
        about.contains("  leaf/AGENTS.md "),
        "the chain of that path: {about}"
    );
}

#[test]
fn hover_on_a_dropped_skill_says_why() {
    let mut client = monorepo().start();
    let uri = client.uri(".skills/nameless.md");
    client.open(&uri, "---\ndescription: Does a thing\n---\nDo it.\n");
    let about = client.hover(&uri, 1, 2);
    assert!(
        about.starts_with("**ai-leash drops this skill**: no `name`\n\n"),
        "{about}"
    );
}

#[test]
fn nothing_in_a_hover_stems_alive_from_a_file() {
    let hostile = [
        "![i](http://h.example/x.png)",
        "`[click](command:x)`",
        "`` ``` [click](command:x)",
        "<a href='command:x'>a</a><img src=http://h.example/x>",
    ];
    for text in hostile {
        let folder = text.replace('/', "_");
        let skill = format!("---\nname: s\ndescription: {text} end\n---\nDo it.\n");
        let broken = format!("---\nname: {text}: {text}\ndescription: [{text}\n---\n");
        let server = monorepo()
            .file(".skills/s.md", &skill)
            .file(".skills/broken.md", &broken)
            .file(&format!("{folder}/AGENTS.md"), LEAF)
            .file(&format!("{folder}/AGENTS.override.md"), "- Instead.\n");
        let mut client = server.start();
        let places = [
            ".skills/s.md",
            ".skills/broken.md",
            &format!("{folder}/AGENTS.md"),
        ];
        for path in places {
            let uri = client.uri(&percent(path));
            client.open(
                &uri,
                &fs::read_to_string(client.server.root().join(path)).expect("a file"),
            );
            let about = client.hover(&uri, 1, 2);
            let document = Document::open(Text::new(&about));
            let live: Vec<String> = document
                .inlines()
                .filter(|inline| matches!(inline.kind, InlineKind::Link | InlineKind::Image))
                .map(|inline| inline.value)
                .filter(|value| !value.starts_with("agents-ls://prompt/"))
                .collect();
            assert_eq!(live, Vec::<String>::new(), "{about}");
        }
    }
}

/// A path as it stands in a URI.
fn percent(path: &str) -> String {
    let encoded = path.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'/' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    encoded.collect()
}

#[test]
fn an_unsaved_root_changes_what_is_lost_below() {
    let mut client = monorepo().start();
    let leaf = client.uri("leaf/AGENTS.md");
    client.open(&leaf, LEAF);
    let found = until(&mut client, &leaf, &["budget.truncated"]);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 6, "character": 0 }));
    assert_eq!(found[0]["range"]["end"], json!({ "line": 7, "character": 0 }));
    assert_eq!(found[0]["severity"], 2);
    assert_eq!(found[0]["tags"], json!([1]));

    let root = client.uri("AGENTS.md");
    client.open(&root, ROOT);
    let whole = json!([{ "text": format!("{ROOT}- And one more rule.\n") }]);
    client.change(&root, 2, whole);
    let told = client.next_told("the leaf after the root grew", |told| {
        told["method"] == "textDocument/publishDiagnostics"
            && told["params"]["uri"] == leaf.as_str()
            && told["params"]["diagnostics"][0]["range"]["start"] != json!({ "line": 6, "character": 0 })
    });
    let start = &told["diagnostics"][0]["range"]["start"];
    assert_eq!(*start, json!({ "line": 2, "character": 3 }), "21 bytes earlier");
}

#[test]
fn one_finding_on_the_file_that_starves_others() {
    let big = format!("# Root\n\n{}\n", "x".repeat(80));
    let server = monorepo().file("AGENTS.md", &big);
    let mut client = server.start();
    let root = client.uri("AGENTS.md");
    client.open(&root, &big);
    let found = until(&mut client, &root, &["budget.starves-nested"]);
    let related = found[0]["relatedInformation"].as_array().expect("related places");
    assert_eq!(related.len(), 1);
    assert_eq!(
        related[0]["location"]["uri"],
        client.uri("leaf/AGENTS.md").as_str()
    );
}

#[test]
fn a_fix_leaves_no_finding_and_a_listed_skill() {
    for eol in ["\n", "\r\n"] {
        let text = ["---", "description: Does a thing", "---", "Do it.", ""].join(eol);
        let server = monorepo().file(".skills/nameless.md", &text);
        let root = server.root();
        let mut client = server.start();
        let uri = client.uri(".skills/nameless.md");
        client.open(&uri, &text);
        let expected = if eol == "\n" {
            "skill.missing-name"
        } else {
            "skill.skipped"
        };
        until(&mut client, &uri, &[expected]);
        let everywhere =
            json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
        let actions = client.request(
            "textDocument/codeAction",
            json!({ "textDocument": { "uri": uri }, "range": everywhere, "context": { "diagnostics": [] } }),
        );
        let action = &actions[0];
        assert!(
            action["title"]
                .as_str()
                .is_some_and(|title| title.contains("`name: nameless`")),
            "{actions}"
        );
        let mut mended = text.clone();
        let edits = action["edit"]["changes"][uri.as_str()]
            .as_array()
            .expect("edits")
            .clone();
        for edit in edits.iter().rev() {
            let at = |place: &Value| {
                let line = place["line"].as_u64().expect("a line") as usize;
                let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
                start + place["character"].as_u64().expect("a column") as usize
            };
            let range = at(&edit["range"]["start"])..at(&edit["range"]["end"]);
            mended.replace_range(range, edit["newText"].as_str().expect("text"));
        }
        client.change(&uri, 2, json!([{ "text": mended }]));
        assert_eq!(
            client.diagnostics(&uri, Some(2)),
            Vec::<Value>::new(),
            "{mended:?}"
        );
        fs::write(root.join(".skills/nameless.md"), &mended).expect("a file");
        let shown = Command::new(agents_ls_tests::binary::agents_ls())
            .args([
                "show",
                "--runtime",
                "ai-leash",
                "--no-home",
                "--format",
                "raw",
                "--root",
            ])
            .arg(&root)
            .output()
            .expect("it runs");
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(shown.contains("- **nameless**: Does a thing\n"), "{shown}");
    }
}

#[test]
fn any_file_has_an_effective_prompt() {
    let mut client = monorepo().start();
    let source = client.uri("leaf/src/main.py");
    let prompt = client.request("agents-ls/effectivePrompt", json!({ "uri": source }));
    assert_eq!(prompt["runtime"], "codex");
    assert!(
        prompt["text"]
            .as_str()
            .is_some_and(|text| text.contains("# Leaf") || text.contains("# Root"))
    );
    let other = client.request(
        "agents-ls/effectivePrompt",
        json!({ "uri": source, "runtime": "ai-leash" }),
    );
    assert!(
        other["text"]
            .as_str()
            .is_some_and(|text| text.contains("# Project instructions (leaf/AGENTS.md)")),
        "{other}"
    );
    let document = client.request("workspace/textDocumentContent", json!({ "uri": other["uri"] }));
    assert_eq!(document["text"], other["text"]);
    let code = client.error(
        "agents-ls/effectivePrompt",
        json!({ "uri": source, "runtime": "no-such" }),
    );
    assert_eq!(code, -32602, "invalid params");
}

#[test]
fn configuration_counts_as_it_is_typed() {
    let mut client = monorepo().start();
    let config = client.uri("agents-ls.toml");
    let leaf = client.uri("leaf/AGENTS.md");
    client.open(&leaf, LEAF);
    until(&mut client, &leaf, &["budget.truncated"]);
    client.open(&config, "rules.\"budget.truncated\".severity = \"off\"\n");
    until(&mut client, &leaf, &[]);
    client.change(
        &config,
        2,
        json!([{ "text": "rules.\"budget.truncated\".severity = \"lowd\"\n" }]),
    );
    let found = until(&mut client, &config, &["config.invalid"]);
    assert_eq!(found[0]["range"]["start"]["line"], 0);
    client.change(&config, 3, json!([{ "text": "runtimes = [\"ai-leash\"]\n" }]));
    until(&mut client, &config, &[]);
    let about = client.hover(&leaf, 2, 3);
    assert!(about.starts_with("**Reaches ai-leash**"), "{about}");
}

#[test]
fn a_folder_without_traces_is_shown_as_the_plain_convention() {
    let big = "x".repeat(40_000);
    let mut client = Server::new()
        .file(".git/HEAD", "x")
        .file("AGENTS.md", &big)
        .real()
        .start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, &big);
    let about = client.hover(&uri, 0, 0);
    assert!(about.contains("No agent runtime left traces here"), "{about}");
    assert!(about.contains("codex would lose 7,232 bytes"), "{about}");
    assert_eq!(client.diagnostics(&uri, Some(1)), Vec::<Value>::new());
}

/// The titles of what can be done at the start of a line, told what is shown there; and the whole answer.
fn actions(client: &mut Client, uri: &str, line: usize, shown: &[Value]) -> (Vec<String>, Value) {
    let place = json!({ "line": line, "character": 0 });
    let range = json!({ "start": place, "end": { "line": line, "character": 99 } });
    let params =
        json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": shown } });
    let answer = client.request("textDocument/codeAction", params);
    let titles = answer.as_array().into_iter().flatten();
    let titles = titles.map(|action| action["title"].as_str().expect("a title").to_owned());
    (titles.collect(), answer)
}

#[test]
fn a_file_in_another_case_is_renamed_by_clients_that_can() {
    for can in [true, false] {
        let operations = if can {
            json!(["create", "rename"])
        } else {
            json!(["create"])
        };
        let edit = json!({ "documentChanges": true, "resourceOperations": operations });
        let server = Server::new()
            .file(".git/HEAD", "x")
            .file(".codex/config.toml", "")
            .real();
        let mut client = server
            .file("agents.md", "# Rules\n")
            .with("/capabilities/workspace/workspaceEdit", edit)
            .start();
        let uri = client.uri("agents.md");
        client.open(&uri, "# Rules\n");
        let found = until(&mut client, &uri, &["filename.case"]);
        let (titles, answer) = actions(&mut client, &uri, 0, &found);
        let expected: &[&str] = if can { &["Rename to AGENTS.md"] } else { &[] };
        assert_eq!(titles, expected);
        if can {
            let change = &answer[0]["edit"]["documentChanges"][0];
            assert_eq!(
                (&change["kind"], &change["oldUri"]),
                (&json!("rename"), &json!(uri))
            );
            assert_eq!(change["newUri"], client.uri("AGENTS.md").as_str());
        }
    }
}

#[test]
fn a_skill_of_no_runtime_here_is_told_of_by_the_standard() {
    let skill = "---\nname: good\ndescription: b\n---\nText\n";
    let mut client = Server::new()
        .file(".git/HEAD", "x")
        .file(".agents/skills/good/SKILL.md", skill)
        .real()
        .start();
    let uri = client.uri(".agents/skills/good/SKILL.md");
    client.open(&uri, skill);
    let about = client.hover(&uri, 4, 0);
    assert!(about.contains("judged by the Agent Skills standard"), "{about}");
}

#[test]
fn a_fix_that_renames_a_folder_takes_what_leads_there_along_or_is_not_offered() {
    let skill = "---\nname: weekly\ndescription: b\n---\nText\n";
    for can in [true, false] {
        let operations = if can {
            json!(["create", "rename"])
        } else {
            json!([])
        };
        let edit = json!({ "documentChanges": true, "resourceOperations": operations });
        let mut client = Server::new()
            .file(".git/HEAD", "x")
            .file(".claude/skills/report/SKILL.md", skill)
            .file("CLAUDE.md", "[how](.claude/skills/report/SKILL.md)\n")
            .real()
            .with("/capabilities/workspace/workspaceEdit", edit)
            .start();
        let uri = client.uri(".claude/skills/report/SKILL.md");
        client.open(&uri, skill);
        let found = until(&mut client, &uri, &["skill.name-dir"]);
        let (titles, answer) = actions(&mut client, &uri, 1, &found);
        let at = titles
            .iter()
            .position(|title| title == "Rename the folder to `weekly`");
        assert_eq!(at.is_some(), can, "{titles:?}");
        let Some(at) = at else { continue };
        let changes = &answer[at]["edit"]["documentChanges"];
        assert_eq!(
            changes[0]["textDocument"]["uri"],
            client.uri("CLAUDE.md").as_str()
        );
        assert_eq!(
            changes[0]["edits"][0]["newText"],
            ".claude/skills/weekly/SKILL.md"
        );
        assert_eq!(changes[1]["kind"], "rename");
    }
}

#[test]
fn an_imported_file_has_fixes_where_something_is_shown() {
    let text = "A\n\n@docs/b.md\n";
    let mut client = Server::new()
        .file(".git/HEAD", "x")
        .file("CLAUDE.md", "@docs/a.md\n")
        .file("docs/a.md", text)
        .file("docs/b.md", "B\n")
        .real()
        .start();
    let uri = client.uri("docs/a.md");
    client.open(&uri, text);
    let found = until(&mut client, &uri, &["import.missing"]);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 2, "character": 0 }));
    let (titles, answer) = actions(&mut client, &uri, 2, &found);
    assert_eq!(
        titles,
        ["Import `@b.md`", "Write it as code", "Remove the import"]
    );
    assert_eq!(answer[0]["edit"]["changes"][&uri][0]["newText"], "b.md");
    assert_eq!(actions(&mut client, &uri, 0, &[]).0, Vec::<String>::new());
    // The finding goes with what caused it.
    client.change(&uri, 2, json!([{ "text": "A\n\n@b.md\n" }]));
    until(&mut client, &uri, &[]);
}

/// The answer for the start of a document to a client that asks for kinds of actions.
fn only(client: &mut Client, uri: &str, kinds: &[&str]) -> Value {
    let place = json!({ "line": 0, "character": 0 });
    let context = json!({ "diagnostics": [], "only": kinds });
    let range = json!({ "start": place, "end": place });
    let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": context });
    client.request("textDocument/codeAction", params)
}

#[test]
fn a_skill_is_repaired_and_everything_is_fixed_when_asked_for() {
    let text = "---\r\nname: x\r\nDescription: Use when asked # soon\r\n---\r\nText\r\n";
    let mut client = Server::new()
        .file(".git/HEAD", "x")
        .file(".codex/config.toml", "")
        .file(".agents/skills/x/SKILL.md", text)
        .with(
            "/capabilities/workspace/workspaceEdit/documentChanges",
            json!(true),
        )
        .with("/capabilities/workspace/applyEdit", json!(true))
        .real()
        .start();
    let kinds = &client.initialized["capabilities"]["codeActionProvider"]["codeActionKinds"];
    assert_eq!(
        *kinds,
        json!(["quickfix", "refactor.rewrite", "source.fixAll.agents-ls"])
    );
    let uri = client.uri(".agents/skills/x/SKILL.md");
    client.open(&uri, text);
    client.change(&uri, 2, json!([{ "text": text }]));
    client.diagnostics(&uri, Some(2));
    let expected = json!({ "documentChanges": [{
        "textDocument": { "uri": uri, "version": 2 },
        "edits": [{
            "range": { "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 0 } },
            "newText": "description: Use when asked # soon\r\n",
        }],
    }] });
    for (kind, title, of) in [
        ("refactor", "Repair frontmatter", "refactor.rewrite"),
        (
            "source.fixAll",
            "Fix all that is safe to fix",
            "source.fixAll.agents-ls",
        ),
        (
            "source.fixAll.agents-ls",
            "Fix all that is safe to fix",
            "source.fixAll.agents-ls",
        ),
    ] {
        let actions = only(&mut client, &uri, &[kind]);
        assert_eq!(actions.as_array().map(Vec::len), Some(1), "{actions:#}");
        assert_eq!(actions[0]["title"], title);
        assert_eq!(actions[0]["kind"], of);
        assert_eq!(actions[0]["edit"], expected, "{kind}");
    }
    // Not worked out unless it is asked for by name.
    let (titles, _) = actions(&mut client, &uri, 0, &[]);
    assert!(
        !titles.iter().any(|title| title.starts_with("Fix all")),
        "{titles:?}"
    );
    assert_eq!(only(&mut client, &uri, &["source.organizeImports"]), Value::Null);

    let command = json!({ "command": "agents-ls.fixAll", "arguments": [uri] });
    assert_eq!(
        client.request("workspace/executeCommand", command.clone()),
        expected
    );
    assert_eq!(client.next_asked("workspace/applyEdit")["edit"], expected);
    let mended = "---\r\nname: x\r\ndescription: Use when asked # soon\r\n---\r\nText\r\n";
    client.change(&uri, 3, json!([{ "text": mended }]));
    assert_eq!(client.diagnostics(&uri, Some(3)), Vec::<Value>::new());
    assert_eq!(client.request("workspace/executeCommand", command), Value::Null);
    assert_eq!(only(&mut client, &uri, &["source.fixAll"]), json!([]));
}

#[test]
fn a_rendered_file_is_told_of_while_it_is_edited() {
    let text = "# Guide\n\nRendered by X\n";
    let mut client = Server::new()
        .file(".vibekit-env", "")
        .file("AGENTS.md", text)
        .file("docs/a.md", text)
        .file("agents-ls.toml", "managed.\"docs/*.md\" = \"/^Rendered by/\"\n")
        .real()
        .start();
    for (below, message) in [
        (
            "AGENTS.md",
            "What is changed in this file is lost with vibekit: the platform renders it anew on every start and every \
             rename. Keep it in MEMORY.md.",
        ),
        (
            "docs/a.md",
            "A platform renders this file, as its line 3 says (“Rendered by X”): what is written here by hand is \
             overwritten.",
        ),
    ] {
        let uri = client.uri(below);
        client.open(&uri, text);
        until(&mut client, &uri, &[]);
        client.change(
            &uri,
            2,
            json!([{ "text": "# Guide\n\nRendered by X\n\nMine.\n" }]),
        );
        let found = until(&mut client, &uri, &["placement.managed-file"]);
        assert_eq!(found[0]["message"], message);
        assert_eq!(found[0]["range"]["start"]["line"], 3);
        client.change(&uri, 3, json!([{ "text": text }]));
        until(&mut client, &uri, &[]);
    }
}
