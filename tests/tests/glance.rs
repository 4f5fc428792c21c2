//! What an author sees without asking: lenses, hints, a status line, what is dimmed and where codes lead.

use agents_ls_tests::{Client, Server, git::Git};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const ROOT: &str = "# Root\n\n- Run `pnpm test`.\n";
const LEAF: &str = "# Leaf\n\n- Kept rule.\n\n## Money\n\n- Never round.\n";

/// A repository in which codex reads 200 bytes of the root's 27 and the leaf's 47.
fn monorepo() -> Server {
    Server::new()
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file(".codex/config.toml", "project_doc_max_bytes = 200\n")
        .file("AGENTS.md", ROOT)
        .file("leaf/AGENTS.md", LEAF)
        .file("leaf/src/main.py", "print()\n")
        .file("notes.md", "# Notes\n")
        .with("/capabilities/textDocument/codeLens", json!({}))
        .with("/capabilities/textDocument/inlayHint", json!({}))
        .with("/capabilities/workspace/codeLens/refreshSupport", json!(true))
        .with("/capabilities/workspace/inlayHint/refreshSupport", json!(true))
        .with("/capabilities/window/showDocument/support", json!(true))
        .real()
}

fn lenses(client: &mut Client, uri: &str) -> Vec<Value> {
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    lenses.as_array().cloned().unwrap_or_default()
}

/// The words of all lenses of a document.
fn titles(client: &mut Client, uri: &str) -> Vec<String> {
    let lenses = lenses(client, uri).into_iter();
    let title = |lens| {
        let resolved = client.request("codeLens/resolve", lens);
        let title = resolved["command"]["title"].as_str().expect("words");
        title.to_owned()
    };
    lenses.map(title).collect()
}

/// Asks until the words are these: files below are looked at after a pause.
fn titles_become(client: &mut Client, uri: &str, wanted: &[&str]) {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let now = titles(client, uri);
        if now == wanted {
            return;
        }
        assert!(Instant::now() < end, "{now:?} never became {wanted:?}");
        client.listen(Duration::from_millis(20));
    }
}

fn hints(client: &mut Client, uri: &str, lines: std::ops::Range<u32>) -> Vec<(u64, String)> {
    let range = json!({
        "start": { "line": lines.start, "character": 0 },
        "end": { "line": lines.end, "character": 0 },
    });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    let hints = client.request("textDocument/inlayHint", params);
    let hints = hints.as_array().expect("a list").iter();
    hints
        .map(|hint| {
            let line = hint["position"]["line"].as_u64().expect("a line");
            (line, hint["label"].as_str().expect("words").to_owned())
        })
        .collect()
}

fn whole(text: &str) -> Value {
    json!([{ "text": text }])
}

#[test]
fn a_lens_has_words_when_it_is_asked_for_them() {
    let mut client = monorepo().start();
    assert_eq!(
        client.initialized["capabilities"]["codeLensProvider"],
        json!({ "resolveProvider": true })
    );
    let uri = client.uri("leaf/AGENTS.md");
    client.open(&uri, LEAF);
    let found = lenses(&mut client, &uri);
    assert_eq!(found.len(), 1, "{found:?}");
    let start = json!({ "line": 0, "character": 0 });
    assert_eq!(found[0]["range"], json!({ "start": start, "end": start }));
    assert_eq!(found[0].get("command"), None, "{found:?}");
    let resolved = client.request("codeLens/resolve", found[0].clone());
    let command = &resolved["command"];
    assert_eq!(command["title"], "codex 74 / 200 bytes (37 %) with 1 file above");
    assert_eq!(command["command"], "agents-ls.showPrompt");
    assert_eq!(command["arguments"], json!([uri, "codex"]));
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let shown = client.request("workspace/executeCommand", params);
    assert_eq!(shown["runtime"], "codex");
    client.next_asked("window/showDocument");
}

#[test]
fn a_lens_says_what_changed_since_the_last_commit() {
    let server = monorepo();
    std::fs::remove_dir_all(server.root().join(".git")).expect("a folder");
    Git::at(&server.root()).commit(&[]);
    let mut client = server.start();
    let uri = client.uri("leaf/AGENTS.md");
    client.open(&uri, LEAF);
    titles_become(
        &mut client,
        &uri,
        &["codex 74 / 200 bytes (37 %) with 1 file above"],
    );
    client.asked.clear();
    client.change(
        &uri,
        2,
        whole(&LEAF.replace("Kept rule.", "A rule.\n- Another one.")),
    );
    client.next_asked("workspace/codeLens/refresh");
    titles_become(
        &mut client,
        &uri,
        &[
            "codex 86 / 200 bytes (43 %) with 1 file above",
            "since HEAD: +2 −1 rules",
        ],
    );
}

#[test]
fn a_lens_counts_the_files_below_and_follows_them() {
    let mut client = monorepo().start();
    let (root, leaf) = (client.uri("AGENTS.md"), client.uri("leaf/AGENTS.md"));
    client.open(&root, ROOT);
    titles_become(
        &mut client,
        &root,
        &["codex 27 / 200 bytes (14 %) · 1 nested file fits"],
    );
    client.asked.clear();
    client.open(&leaf, LEAF);
    client.change(&leaf, 2, whole(&format!("{LEAF}{}", "x".repeat(200))));
    client.next_asked("workspace/codeLens/refresh");
    assert_eq!(
        titles(&mut client, &root),
        ["codex 27 / 200 bytes (14 %) · 1 nested file loses 74 bytes"]
    );
}

#[test]
fn lenses_are_refreshed_only_when_their_words_change_and_not_too_often() {
    let mut client = monorepo().start();
    let (root, leaf) = (client.uri("AGENTS.md"), client.uri("leaf/AGENTS.md"));
    client.open(&root, ROOT);
    client.open(&leaf, LEAF);
    titles_become(
        &mut client,
        &root,
        &["codex 27 / 200 bytes (14 %) · 1 nested file fits"],
    );
    client.listen(Duration::from_millis(600));
    client.asked.clear();
    // The leaf is another text of the same fate.
    client.change(&leaf, 2, whole(&LEAF.replace("Never", "Always")));
    client.listen(Duration::from_millis(900));
    let refreshes = |client: &Client| {
        let refresh = |asked: &&Value| asked["method"] == "workspace/codeLens/refresh";
        client.asked.iter().filter(refresh).count()
    };
    assert_eq!(refreshes(&client), 0, "{:?}", client.asked);
    // Changes with a pause after each, all of which change the words.
    let start = Instant::now();
    for version in 3..9 {
        let lost = usize::try_from(version).expect("small") * 10;
        client.change(
            &leaf,
            version,
            whole(&format!("{LEAF}{}", "x".repeat(200 + lost))),
        );
        client.listen(Duration::from_millis(200));
        titles(&mut client, &root);
    }
    client.listen(Duration::from_millis(600));
    let most = start.elapsed().as_millis() / 300 + 1;
    let count = refreshes(&client);
    assert!((1..=most as usize).contains(&count), "{count} of {most}");
    assert_eq!(
        titles(&mut client, &root),
        ["codex 27 / 200 bytes (14 %) · 1 nested file loses 154 bytes"],
        "the last change counts"
    );
}

#[test]
fn a_client_that_asks_for_no_words_gets_them_at_once() {
    let server = monorepo().with(
        "/capabilities/textDocument/codeLens/resolveSupport",
        json!({ "properties": [] }),
    );
    let mut client = server.start();
    assert_eq!(
        client.initialized["capabilities"]["codeLensProvider"],
        json!({ "resolveProvider": false })
    );
    let uri = client.uri("leaf/AGENTS.md");
    client.open(&uri, LEAF);
    let found = lenses(&mut client, &uri);
    assert_eq!(
        found[0]["command"]["title"],
        "codex 74 / 200 bytes (37 %) with 1 file above"
    );
}

#[test]
fn a_client_that_can_open_nothing_gets_words_alone() {
    let server = monorepo().with("/capabilities/window/showDocument/support", json!(false));
    let mut client = server.start();
    let uri = client.uri("leaf/AGENTS.md");
    client.open(&uri, LEAF);
    let lens = lenses(&mut client, &uri).remove(0);
    let command = client.request("codeLens/resolve", lens)["command"].take();
    assert_eq!(command["command"], "");
    assert_eq!(command.get("arguments"), None, "{command}");
}

#[test]
fn other_files_and_clients_have_no_lenses() {
    let mut client = monorepo().start();
    let notes = client.uri("notes.md");
    client.open(&notes, "# Notes\n");
    assert!(lenses(&mut client, &notes).is_empty());
    assert!(lenses(&mut client, "agents-ls://prompt/AGENTS.md/codex.md").is_empty());
    assert_eq!(client.error("codeLens/resolve", json!({ "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } }, "data": 4 })), -32602);
    let plain = Server::new().real().start();
    let offered = &plain.initialized["capabilities"];
    assert_eq!(offered.get("codeLensProvider"), None, "{offered}");
    assert_eq!(offered.get("inlayHintProvider"), None, "{offered}");
}

#[test]
fn settings_switch_lenses_off_and_hints_on_and_the_client_asks_again() {
    let mut client = monorepo().start();
    let (leaf, config) = (client.uri("leaf/AGENTS.md"), client.uri("agents-ls.toml"));
    client.open(&leaf, LEAF);
    assert_eq!(titles(&mut client, &leaf).len(), 1);
    assert!(hints(&mut client, &leaf, 0..9).is_empty(), "off by default");
    client.open(&config, "lens.usage = \"off\"\nhints.sections = \"size\"\n");
    client.next_asked("workspace/codeLens/refresh");
    client.next_asked("workspace/inlayHint/refresh");
    assert!(lenses(&mut client, &leaf).is_empty());
    let all = [(0, "47 bytes".to_owned()), (4, "25 bytes".to_owned())];
    assert_eq!(hints(&mut client, &leaf, 0..9), all);
    assert_eq!(hints(&mut client, &leaf, 2..9), all[1..], "those in range");
    client.change(&config, 2, whole("hints.sections = \"percent\"\n"));
    client.next_asked("workspace/inlayHint/refresh");
    let shares = [(0, "24 %".to_owned()), (4, "13 %".to_owned())];
    assert_eq!(hints(&mut client, &leaf, 0..9), shares);
}

#[test]
fn any_file_has_a_status_that_tells_when_it_changes() {
    let mut client = monorepo().start();
    let source = client.uri("leaf/src/main.py");
    let status = client.request("agents-ls/status", json!({ "uri": source }));
    assert_eq!(status["text"], "codex 37 %");
    assert_eq!(status["detail"], "codex 74 / 200 bytes (37 %) from 2 files above");
    assert_eq!(
        [&status["sent"], &status["cap"], &status["lost"], &status["files"]],
        [74, 200, 0, 2]
    );
    assert_eq!(status["unit"], "bytes");
    let prompt = client.request(
        "workspace/textDocumentContent",
        json!({ "uri": status["prompt"] }),
    );
    assert!(
        prompt["text"]
            .as_str()
            .is_some_and(|text| text.contains("# Leaf")),
        "{prompt}"
    );
    let root = client.uri("AGENTS.md");
    client.open(&root, &format!("{ROOT}{}", "x".repeat(173)));
    let told = client.next_told("a status", |told| told["method"] == "agents-ls/statusChanged");
    assert_eq!(told["uri"], source.as_str());
    let status = client.request("agents-ls/status", json!({ "uri": source }));
    assert_eq!(status["text"], "codex 47 bytes lost");
    assert_eq!([&status["sent"], &status["lost"]], [200, 47]);
}

/// The finding of text that is lost, as a client with these capabilities beside a diagnostic gets it.
fn lost(abilities: Value, is_with_documents: bool) -> Value {
    let mut server = monorepo()
        .file(".codex/config.toml", "project_doc_max_bytes = 50\n")
        .with("/capabilities/textDocument/publishDiagnostics", abilities);
    if is_with_documents {
        server = server.with("/capabilities/workspace/textDocumentContent", json!({}));
    }
    let mut client = server.start();
    let root = client.uri("AGENTS.md");
    let leaf = client.uri("leaf/AGENTS.md");
    client.open(&leaf, LEAF);
    client.open(&root, ROOT);
    let has = |told: &Value, uri: &str, code: &str| {
        let mut found = told["params"]["diagnostics"].as_array().into_iter().flatten();
        told["params"]["uri"] == uri && found.any(|one| one["code"] == code)
    };
    let starving = client.next_told("a starving file", |told| {
        has(told, &root, "budget.starves-nested")
    });
    let cut = client.next_told("a cut", |told| has(told, &leaf, "budget.truncated"));
    let find = |told: &Value, code: &str| {
        let mut found = told["diagnostics"].as_array().into_iter().flatten();
        found.find(|one| one["code"] == code).cloned().expect("a finding")
    };
    let cut = find(&cut, "budget.truncated");
    let starving = find(&starving, "budget.starves-nested");
    if let Some(href) = cut["codeDescription"]["href"]
        .as_str()
        .filter(|href| href.starts_with("agents-ls:"))
    {
        let page = client.request("workspace/textDocumentContent", json!({ "uri": href }));
        let text = page["text"].as_str().expect("a page");
        assert!(text.starts_with("# budget.truncated\n"), "{text}");
        let hover = client.hover(&leaf, 6, 3);
        assert!(hover.contains(&format!("[About this rule]({href})")), "{hover}");
    }
    json!({
        "tags": cut["tags"],
        "related": starving["relatedInformation"].as_array().map(Vec::len),
        "leads": cut["codeDescription"]["href"].is_string(),
    })
}

#[test]
fn a_client_gets_of_a_finding_what_it_can_show() {
    let nothing = json!({ "tags": null, "related": null, "leads": false });
    assert_eq!(lost(json!({}), true), nothing);
    assert_eq!(lost(json!({ "tagSupport": { "valueSet": [2] } }), true), nothing);
    let all = json!({
        "tagSupport": { "valueSet": [1, 2] },
        "relatedInformation": true,
        "codeDescriptionSupport": true,
    });
    assert_eq!(
        lost(all, true),
        json!({ "tags": [1], "related": 1, "leads": true })
    );
}

#[test]
fn hover_on_a_finding_says_what_the_rule_is_about() {
    let mut client = monorepo()
        .file(".codex/config.toml", "project_doc_max_bytes = 50\n")
        .start();
    let uri = client.uri("leaf/AGENTS.md");
    client.open(&uri, LEAF);
    client.diagnostics(&uri, Some(1));
    let lost = client.hover(&uri, 6, 3);
    assert!(
        lost.ends_with("\n\n**budget.truncated**  \nA runtime reads only so much: a number of bytes or characters for one file, or\nfor all files together."),
        "no link where the client can follow none: {lost}"
    );
    let kept = client.hover(&uri, 0, 3);
    assert!(!kept.contains("budget.truncated"), "{kept}");
    let config = client.uri("agents-ls.toml");
    client.open(&config, "colour = 1\n");
    client.diagnostics(&config, Some(1));
    let fault = client.hover(&config, 0, 2);
    assert!(fault.starts_with("**config.invalid**  \n"), "{fault}");
    assert_eq!(client.hover(&config, 1, 0), "");
}
