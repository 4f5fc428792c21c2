//! Help for people who write: completion, navigation, renaming and links, over the wire.

use agents_ls_tests::{Client, Server, client::LONG};
use serde_json::{Value, json};
use std::time::Instant;

/// A client that can do all of it.
fn able(server: Server) -> Server {
    let completion = json!({ "completionItem": {
        "snippetSupport": true,
        "insertReplaceSupport": true,
        "documentationFormat": ["markdown", "plaintext"],
        "resolveSupport": { "properties": ["documentation"] },
    }});
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create", "rename", "delete"] });
    server
        .with("/capabilities/textDocument/completion", completion)
        .with(
            "/capabilities/textDocument/definition",
            json!({ "linkSupport": true }),
        )
        .with("/capabilities/textDocument/references", json!({}))
        .with("/capabilities/textDocument/documentHighlight", json!({}))
        .with(
            "/capabilities/textDocument/rename",
            json!({ "prepareSupport": true }),
        )
        .with("/capabilities/textDocument/documentLink", json!({}))
        .with("/capabilities/workspace/workspaceEdit", edits)
}

const DEPLOY: &str = "---\nname: deploy-web\ndescription: Ships the site\n---\nBuild first.\n";
const ROOT: &str =
    "# Root\r\n\r\n😀 Use $deploy-web or `deploy-web`.\r\nSee [it](.claude/skills/deploy-web/SKILL.md).\r\n";
const AGENT: &str = "---\nname: releaser\nskills:\n  - deploy-web\n---\nYou release.\n";

/// A project of claude-code with a skill that is named in three files.
fn project() -> Server {
    Server::new()
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file(".claude/skills/deploy-web/SKILL.md", DEPLOY)
        .file(
            ".claude/skills/review/SKILL.md",
            "---\nname: review\ndescription: Reads changes\n---\n",
        )
        .file(".claude/agents/releaser.md", AGENT)
        .file("CLAUDE.md", ROOT)
        .file("docs/notes.md", "Here $deploy-web is nobody's instruction.\n")
        .real()
}

fn place(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } })
}

/// Opens a file of the server's folder with the text it has there.
fn open(client: &mut Client, name: &str) -> String {
    let text = std::fs::read_to_string(client.server.root().join(name)).expect("a file");
    let uri = client.uri(name);
    client.open(&uri, &text);
    uri
}

/// The labels that are offered at a place.
fn labels(completions: &Value) -> Vec<&str> {
    let items = completions.as_array().map_or(&[][..], Vec::as_slice);
    items
        .iter()
        .map(|item| item["label"].as_str().expect("a label"))
        .collect()
}

/// The locations of an answer as `file:line:start-end`.
fn places(client: &Client, answer: &Value) -> Vec<String> {
    let root = client.uri("");
    let shown = answer.as_array().expect("a list").iter().map(|location| {
        let (uri, range) = match location.get("targetUri") {
            Some(uri) => (uri, &location["targetSelectionRange"]),
            None => (&location["uri"], &location["range"]),
        };
        let uri = uri.as_str().expect("a URI");
        let at = |end: &str, what: &str| range[end][what].as_u64().expect("a number");
        format!(
            "{}:{}:{}-{}",
            uri.strip_prefix(&root).unwrap_or(uri),
            at("start", "line"),
            at("start", "character"),
            at("end", "character")
        )
    });
    shown.collect()
}

#[test]
fn only_what_a_client_can_use_is_offered() {
    let offers = [
        "completionProvider",
        "definitionProvider",
        "referencesProvider",
        "documentHighlightProvider",
        "renameProvider",
        "documentLinkProvider",
    ];
    let client = Server::new().start();
    let capabilities = &client.initialized["capabilities"];
    for offer in offers {
        assert_eq!(capabilities.get(offer), None, "{offer}");
    }
    let client = able(Server::new()).start();
    let capabilities = &client.initialized["capabilities"];
    for offer in offers {
        assert!(capabilities.get(offer).is_some(), "{offer}");
    }
    assert_eq!(capabilities["completionProvider"]["resolveProvider"], true);
    assert_eq!(capabilities["renameProvider"]["prepareProvider"], true);
    let client = Server::new()
        .with("/capabilities/textDocument/completion", json!({}))
        .with("/capabilities/textDocument/rename", json!({}))
        .start();
    let capabilities = &client.initialized["capabilities"];
    assert_eq!(capabilities["completionProvider"]["resolveProvider"], false);
    assert_eq!(capabilities["renameProvider"], true);
}

#[test]
fn skills_are_offered_behind_a_dollar_sign() {
    let mut client = able(project()).start();
    let uri = open(&mut client, "CLAUDE.md");
    client.change(&uri, 2, json!([{ "text": "😀 Use $dep now\r\n" }]));
    let found = client.request("textDocument/completion", place(&uri, 0, 11));
    assert_eq!(labels(&found), ["deploy-web", "review"]);
    assert_eq!(found[0]["detail"], "Ships the site");
    assert_eq!(
        found[0]["textEdit"],
        json!({ "newText": "deploy-web", "insert": range(0, 8, 11), "replace": range(0, 8, 11) })
    );
    assert_eq!(found[0].get("documentation"), None, "asked for when looked at");
    let resolved = client.request("completionItem/resolve", found[0].clone());
    assert_eq!(resolved["documentation"]["kind"], "markdown");
    let about = resolved["documentation"]["value"].as_str().expect("a text");
    assert!(
        about.contains("Ships the site") && about.contains("`.claude/skills/deploy-web/SKILL.md`"),
        "{about}"
    );
    let middle = client.request("textDocument/completion", place(&uri, 0, 9));
    assert_eq!(middle[0]["textEdit"]["insert"], range(0, 8, 9));
    assert_eq!(middle[0]["textEdit"]["replace"], range(0, 8, 11));
    let elsewhere = client.request("textDocument/completion", place(&uri, 0, 5));
    assert_eq!(elsewhere, Value::Null);
}

#[test]
fn a_client_of_plain_text_in_bytes_gets_plain_text_in_bytes() {
    let mut client = project()
        .with("/capabilities/textDocument/completion", json!({}))
        .with("/capabilities/general/positionEncodings", json!(["utf-8"]))
        .start();
    let uri = open(&mut client, "CLAUDE.md");
    client.change(&uri, 2, json!([{ "text": "😀 Use $dep now\r\n" }]));
    let found = client.request("textDocument/completion", place(&uri, 0, 13));
    assert_eq!(labels(&found), ["deploy-web", "review"]);
    assert_eq!(
        found[0]["textEdit"],
        json!({ "newText": "deploy-web", "range": range(0, 10, 13) })
    );
    let about = found[0]["documentation"].as_str().expect("text without marks");
    assert!(
        about.starts_with("Ships the site") && !about.contains('`'),
        "{about}"
    );
    assert_eq!(found[0].get("data"), None);
}

#[test]
fn a_skill_in_a_file_of_the_wrong_name_is_not_offered() {
    let text = "---\nname: triage-deps\ndescription: Sorts updates\n---\nUse the skill `` here, $.\n";
    let mut client = able(Server::new())
        .file(
            ".claude/skills/ok/SKILL.md",
            "---\nname: ok\ndescription: Fine\n---\n",
        )
        .file(".claude/skills/triage-deps/skill.md", text)
        .file("agents.md", "Use $.\n")
        .real()
        .start();
    let uri = open(&mut client, ".claude/skills/triage-deps/skill.md");
    for character in [15, 24] {
        let found = client.request("textDocument/completion", place(&uri, 4, character));
        assert_eq!(labels(&found), ["ok"]);
    }
    let uri = open(&mut client, "agents.md");
    let found = client.request("textDocument/completion", place(&uri, 0, 5));
    assert_eq!(labels(&found), ["ok"]);
}

#[test]
fn keys_of_a_head_are_offered_while_it_is_typed() {
    let mut client = able(project()).start();
    let uri = client.uri(".skills/new-one.md");
    client.open(&uri, "---\r\nna");
    let found = client.request("textDocument/completion", place(&uri, 1, 2));
    assert_eq!(labels(&found)[..2], ["name", "description"]);
    assert_eq!(found[0]["insertTextFormat"], 2);
    assert_eq!(found[0]["textEdit"]["newText"], "name: ${1:new-one}");
    assert_eq!(found[0]["textEdit"]["insert"], range(1, 0, 2));
    let resolved = client.request("completionItem/resolve", found[1].clone());
    assert!(resolved["documentation"]["value"].is_string(), "{resolved}");
    client.change(&uri, 2, json!([{ "text": "---\r\nname: \r\n---\r\n" }]));
    let value = client.request("textDocument/completion", place(&uri, 1, 6));
    assert_eq!(labels(&value), ["new-one"]);
    let again = client.request("textDocument/completion", place(&uri, 1, 0));
    assert_eq!(
        again[0]["textEdit"]["newText"], "name",
        "the colon is there already"
    );
}

#[test]
fn lists_of_skills_take_names() {
    let mut client = able(project()).start();
    let uri = open(&mut client, ".claude/agents/releaser.md");
    let found = client.request("textDocument/completion", place(&uri, 3, 4));
    assert_eq!(labels(&found), ["deploy-web", "review"]);
    assert_eq!(found[1]["textEdit"]["replace"], range(3, 4, 14));
}

#[test]
fn a_mention_leads_to_the_skills_name() {
    let mut client = able(project()).start();
    let uri = open(&mut client, "CLAUDE.md");
    let found = client.request("textDocument/definition", place(&uri, 2, 9));
    assert_eq!(
        places(&client, &found),
        [".claude/skills/deploy-web/SKILL.md:1:6-16"]
    );
    assert_eq!(found[0]["originSelectionRange"], range(2, 7, 18));
    let agent = open(&mut client, ".claude/agents/releaser.md");
    let found = client.request("textDocument/definition", place(&agent, 3, 14));
    assert_eq!(
        places(&client, &found),
        [".claude/skills/deploy-web/SKILL.md:1:6-16"]
    );
    let nothing = client.request("textDocument/definition", place(&uri, 0, 3));
    assert_eq!(nothing, Value::Null);
    let note = open(&mut client, "docs/notes.md");
    assert_eq!(
        client.request("textDocument/definition", place(&note, 0, 7)),
        Value::Null
    );
}

#[test]
fn a_client_without_links_gets_locations() {
    let mut client = project()
        .with("/capabilities/textDocument/definition", json!({}))
        .start();
    let uri = open(&mut client, "CLAUDE.md");
    let found = client.request("textDocument/definition", place(&uri, 2, 9));
    assert_eq!(
        found,
        json!([{ "uri": client.uri(".claude/skills/deploy-web/SKILL.md"), "range": range(1, 6, 16) }])
    );
}

fn references(client: &mut Client, uri: &str, line: u32, character: u32, declaration: bool) -> Vec<String> {
    let mut params = place(uri, line, character);
    params["context"] = json!({ "includeDeclaration": declaration });
    let found = client.request("textDocument/references", params);
    places(client, &found)
}

#[test]
fn references_come_from_instructions_skills_and_agents() {
    let mut client = able(project()).start();
    let uri = open(&mut client, "CLAUDE.md");
    let mentions = [
        ".claude/agents/releaser.md:3:4-14",
        "CLAUDE.md:2:8-18",
        "CLAUDE.md:2:23-33",
        "CLAUDE.md:3:24-34",
    ];
    assert_eq!(references(&mut client, &uri, 2, 9, false), mentions);
    let skill = open(&mut client, ".claude/skills/deploy-web/SKILL.md");
    let found = references(&mut client, &skill, 1, 8, true);
    assert_eq!(found.len(), 5);
    assert!(
        found.contains(&".claude/skills/deploy-web/SKILL.md:1:6-16".to_owned()),
        "{found:?}"
    );
    // What is typed and not saved counts.
    client.change(&uri, 2, json!([{ "text": "Now $deploy-web.\n" }]));
    assert_eq!(
        references(&mut client, &skill, 1, 8, false),
        [".claude/agents/releaser.md:3:4-14", "CLAUDE.md:0:5-15"]
    );
}

#[test]
fn the_skill_under_the_cursor_is_highlighted_in_its_document() {
    let mut client = able(project()).start();
    let uri = open(&mut client, "CLAUDE.md");
    let found = client.request("textDocument/documentHighlight", place(&uri, 2, 25));
    let expected = [range(2, 8, 18), range(2, 23, 33), range(3, 24, 34)];
    let ranges: Vec<&Value> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["range"])
        .collect();
    assert_eq!(ranges, expected.iter().collect::<Vec<_>>());
    let skill = open(&mut client, ".claude/skills/deploy-web/SKILL.md");
    let found = client.request("textDocument/documentHighlight", place(&skill, 1, 6));
    assert_eq!(found, json!([{ "range": range(1, 6, 16), "kind": 3 }]));
}

fn rename(client: &mut Client, uri: &str, name: &str) -> Value {
    let mut params = place(uri, 2, 9);
    params["newName"] = json!(name);
    let id = client.ask("textDocument/rename", params);
    client.response(id)
}

#[test]
fn renaming_changes_texts_and_moves_the_folder() {
    let mut client = able(project()).start();
    let uri = open(&mut client, "CLAUDE.md");
    client.change(&uri, 7, json!([{ "text": ROOT }]));
    let prepared = client.request("textDocument/prepareRename", place(&uri, 2, 9));
    assert_eq!(
        prepared,
        json!({ "range": range(2, 8, 18), "placeholder": "deploy-web" })
    );
    let edit = rename(&mut client, &uri, "ship")["result"].take();
    let changes = edit["documentChanges"].as_array().expect("changes");
    let document = |name: &str| {
        let uri = client.uri(name);
        let change = changes.iter().find(|change| change["textDocument"]["uri"] == uri);
        change.unwrap_or_else(|| panic!("{name}: {edit}"))
    };
    let texts = |name: &str| -> Vec<Value> {
        let edits = document(name)["edits"].as_array().expect("edits").iter();
        edits
            .map(|edit| {
                assert_eq!(edit["newText"], "ship");
                edit["range"].clone()
            })
            .collect()
    };
    assert_eq!(document("CLAUDE.md")["textDocument"]["version"], 7);
    assert_eq!(
        document(".claude/agents/releaser.md")["textDocument"]["version"],
        Value::Null
    );
    assert_eq!(
        texts("CLAUDE.md"),
        [range(2, 8, 18), range(2, 23, 33), range(3, 24, 34)]
    );
    assert_eq!(texts(".claude/agents/releaser.md"), [range(3, 4, 14)]);
    assert_eq!(texts(".claude/skills/deploy-web/SKILL.md"), [range(1, 6, 16)]);
    assert_eq!(
        changes.last(),
        Some(&json!({
            "kind": "rename",
            "oldUri": client.uri(".claude/skills/deploy-web"),
            "newUri": client.uri(".claude/skills/ship"),
        }))
    );
    assert_eq!(changes.len(), 4);
}

#[test]
fn a_client_that_renames_no_folders_is_refused_where_the_folder_is_the_name() {
    let mut client = project()
        .with("/capabilities/textDocument/rename", json!({}))
        .start();
    let uri = open(&mut client, "CLAUDE.md");
    let answer = rename(&mut client, &uri, "ship");
    let message = answer["error"]["message"].as_str().expect("a refusal");
    assert!(
        message.starts_with(".claude/skills/deploy-web has to be renamed as well"),
        "{message}"
    );
}

#[test]
fn names_that_are_none_are_refused_with_a_sentence() {
    let mut client = able(project()).start();
    let uri = open(&mut client, "CLAUDE.md");
    for (name, why) in [
        ("Ship It", "“Ship It” is no name for a skill"),
        ("review", "There is a skill `review` already"),
        ("", "“” is no name for a skill"),
    ] {
        let response = rename(&mut client, &uri, name);
        assert_eq!(response["error"]["code"], -32803, "{response}");
        let message = response["error"]["message"].as_str().expect("a text");
        assert!(message.starts_with(why), "{message}");
    }
    let nothing = client.request("textDocument/prepareRename", place(&uri, 0, 2));
    assert_eq!(nothing, Value::Null);
}

#[test]
fn paths_that_lead_to_files_are_links() {
    let text = "😀 [a](docs/notes.md) @docs/notes.md `docs/notes.md` docs/none.md [x](https://x.y)\r\n";
    let mut client = able(project()).start();
    let uri = client.uri("CLAUDE.md");
    client.open(&uri, text);
    let found = client.request(
        "textDocument/documentLink",
        json!({ "textDocument": { "uri": uri } }),
    );
    let target = client.uri("docs/notes.md");
    let link = |start, end| json!({ "range": range(0, start, end), "target": target });
    assert_eq!(found, json!([link(7, 20), link(22, 36), link(38, 51)]));
}

#[test]
fn hover_on_a_mention_says_who_sends_the_skill() {
    let copy = DEPLOY.replace("Ships", "Also ships");
    let server = project()
        .file(".codex/config.toml", "")
        .file(".agents/skills/deploy-web/SKILL.md", &copy);
    let mut client = server.start();
    let uri = open(&mut client, "CLAUDE.md");
    let about = client.hover(&uri, 2, 9);
    assert!(
        about.starts_with("**`deploy-web` is a skill** in `.agents/skills/deploy-web/SKILL.md`\n\n"),
        "the first runtime's: {about}"
    );
    assert!(about.contains("\nAlso ships the site\n"), "{about}");
    assert!(
        about.contains("codex 0.171.0 lists it as `- deploy-web: Also ships the site"),
        "{about}"
    );
    assert!(
        about.contains(" lists `.claude/skills/deploy-web/SKILL.md` as `- deploy-web: Ships the site`"),
        "{about}"
    );
    assert!(about.lines().all(|line| line.chars().count() <= 240), "{about}");
}

#[test]
fn hover_on_a_key_says_what_it_is() {
    let text = "---\nname: deploy-web\ndescription: >\n  Ships\n  the site\n---\n";
    let mut client = project().start();
    let uri = client.uri(".claude/skills/deploy-web/SKILL.md");
    client.open(&uri, text);
    let about = client.hover(&uri, 2, 4);
    assert!(about.starts_with("**`description`**: text"), "{about}");
    let value = client.hover(&uri, 3, 4);
    assert!(
        value.contains("lists this skill"),
        "the line is told of as before: {value}"
    );
}

/// 110 files, each named in others; the answers are measured warm. The bound is that of a machine that does
/// other things as well, and of a program that is not optimised.
#[test]
fn answers_do_not_wait_for_the_size_of_the_tree() {
    let mut server = able(Server::new())
        .file(".git/HEAD", "x")
        .file(".claude/settings.json", "{}");
    let prose = "Some rule about `src/main.rs` and others.\n\n".repeat(60);
    for number in 0..55 {
        let name = format!("skill-number-{number}");
        let next = (number + 1) % 55;
        let head = format!("---\nname: {name}\ndescription: Does thing {number}\n---\n");
        server = server
            .file(
                &format!(".claude/skills/{name}/SKILL.md"),
                &format!("{head}{prose}Then `skill-number-{next}`.\n"),
            )
            .file(
                &format!("part-{number}/CLAUDE.md"),
                &format!("{prose}Use $skill-number-{number}.\n"),
            );
    }
    let mut client = server.real().start();
    let uri = open(&mut client, "part-7/CLAUDE.md");
    client.diagnostics(&uri, Some(1));
    let at = place(&uri, 120, 8);
    // Once the whole folder has been read, its files are known as well.
    assert_eq!(references(&mut client, &uri, 120, 8, false).len(), 2);
    let mut slowest = |method: &str, params: &Value, bound: u128| {
        client.request(method, params.clone());
        let mut times: Vec<u128> = (0..9)
            .map(|_| {
                let asked = Instant::now();
                assert_ne!(client.request(method, params.clone()), Value::Null, "{method}");
                asked.elapsed().as_millis()
            })
            .collect();
        times.sort_unstable();
        println!("{method}: {times:?} ms");
        assert!(times[4] < bound, "{method}: {times:?} ms");
    };
    slowest("textDocument/completion", &at, 200);
    slowest("textDocument/hover", &at, 200);
    slowest("textDocument/definition", &at, 200);
    let mut params = at.clone();
    params["context"] = json!({ "includeDeclaration": true });
    slowest("textDocument/references", &params, LONG.as_millis() / 20);
}
