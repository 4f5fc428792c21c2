//! Opening, changing, saving and closing documents, done well and done badly.

use agents_ls_tests::{Client, Server};
use serde_json::{Value, json};
use std::{fs, time::Duration};

fn change(from: (u32, u32), to: (u32, u32), text: &str) -> Value {
    json!({
        "range": {
            "start": { "line": from.0, "character": from.1 },
            "end": { "line": to.0, "character": to.1 },
        },
        "text": text,
    })
}

/// What the server knows of a document: version and length.
fn known(client: &mut Client, uri: &str) -> String {
    let hover = client.hover(uri, 0, 0);
    hover.split(" at byte").next().unwrap_or_default().to_owned()
}

fn warnings(client: &Client) -> usize {
    client
        .told
        .iter()
        .filter(|told| told["method"] == "window/showMessage")
        .count()
}

#[test]
fn several_changes_in_one_notification_are_applied_one_after_the_other() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "one\ntwo\n");
    let changes = json!([
        change((0, 0), (0, 0), "zero\n"),
        change((1, 0), (1, 3), "TODO-STUB"),
        change((2, 0), (3, 0), ""),
    ]);
    client.change(&uri, 2, changes);
    let diagnostics = client.diagnostics(&uri, Some(2));
    assert_eq!(
        diagnostics[0]["range"]["start"],
        json!({ "line": 1, "character": 0 })
    );
    assert_eq!(
        known(&mut client, &uri),
        format!("version 2 of {} bytes", "zero\nTODO-STUB\n".len())
    );
    assert_eq!(
        client
            .hover(&uri, 2, 0)
            .split(" at byte ")
            .nth(1)
            .unwrap()
            .split(' ')
            .next(),
        Some("15")
    );

    let changes = json!([change((0, 0), (0, 1), "lost"), { "text": "new" }, change((0, 3), (0, 3), "er")]);
    client.change(&uri, 3, changes);
    assert_eq!(known(&mut client, &uri), "version 3 of 5 bytes");
}

#[test]
fn versions_that_go_backwards_are_ignored() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "");
    client.change(&uri, 7, json!([{ "text": "seven" }]));
    client.change(&uri, 5, json!([{ "text": "this is five" }]));
    client.change(&uri, 6, json!([change((0, 0), (0, 0), "six")]));
    assert_eq!(known(&mut client, &uri), "version 7 of 5 bytes");
    client.change(&uri, 8, json!([change((0, 0), (0, 0), "!")]));
    assert_eq!(known(&mut client, &uri), "version 8 of 6 bytes");
}

#[test]
fn documents_open_and_close_in_any_order() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.change(&uri, 1, json!([{ "text": "never opened" }]));
    client.close(&uri);
    assert_eq!(known(&mut client, &uri), "");
    client.open(&uri, "a");
    client.open(&uri, "again");
    assert_eq!(known(&mut client, &uri), "version 1 of 5 bytes");
    client.close(&uri);
    client.close(&uri);
    client.change(&uri, 9, json!([{ "text": "closed" }]));
    assert_eq!(known(&mut client, &uri), "");
    client.open(&uri, "back");
    assert_eq!(known(&mut client, &uri), "version 1 of 4 bytes");
    assert!(client.exit().success());
}

#[test]
fn one_file_in_two_spellings_is_one_document() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    let other = uri.replace("AGENTS", "%41GENTS");
    client.open(&other, "TODO-STUB");
    assert_eq!(known(&mut client, &uri), "version 1 of 9 bytes");
    assert_eq!(
        client.diagnostics(&other, Some(1)).len(),
        1,
        "told in the spelling it was opened in"
    );
}

#[test]
fn a_change_that_cannot_be_read_silences_the_document_until_a_whole_text_comes() {
    for how in ["a whole text", "a save", "closing and opening"] {
        let mut client = Server::new().start();
        let (uri, other) = (client.uri("AGENTS.md"), client.uri("other.md"));
        client.open(&uri, "TODO-STUB\n");
        client.open(&other, "other");
        assert_eq!(client.diagnostics(&uri, Some(1)).len(), 1);
        client.change(&uri, 2, json!([{ "range": "the first line", "text": "" }]));
        assert_eq!(client.diagnostics(&uri, None).len(), 0, "{how}: taken back");
        client.change(&uri, 3, json!([change((0, 0), (0, 0), "x")]));
        client.change(&uri, 4, json!("nonsense"));
        assert_eq!(known(&mut client, &uri), "", "{how}: nothing is said");
        assert_eq!(known(&mut client, &other), "version 1 of 5 bytes");
        client.listen(Duration::from_millis(400));
        let about = client
            .told
            .iter()
            .filter(|told| told["params"]["uri"] == uri.as_str())
            .count();
        assert_eq!(about, 0, "{how}: nothing is published");
        assert_eq!(warnings(&client), 1, "{how}: the user is told once");
        match how {
            "a whole text" => client.change(&uri, 9, json!([{ "text": "TODO-STUB" }])),
            "a save" => {
                let params = json!({ "textDocument": { "uri": uri }, "text": "TODO-STUB" });
                client.notify("textDocument/didSave", params);
            }
            _ => {
                client.close(&uri);
                client.open(&uri, "TODO-STUB");
            }
        }
        assert!(known(&mut client, &uri).ends_with(" of 9 bytes"), "{how}");
        client.diagnostics_until(&uri, |messages| {
            messages.iter().any(|message| message.contains("9 bytes"))
        });
    }
}

#[test]
fn a_change_that_does_not_fit_the_text_silences_the_document() {
    for bad in [change((9, 0), (9, 1), "x"), change((0, 2), (0, 1), "x")] {
        let mut client = Server::new().start();
        let uri = client.uri("AGENTS.md");
        client.open(&uri, "abc");
        client.change(&uri, 2, json!([bad]));
        assert_eq!(known(&mut client, &uri), "");
        client.next_told("a warning", |told| told["method"] == "window/showMessage");
        client.change(&uri, 3, json!([{ "text": "abcd" }]));
        assert_eq!(known(&mut client, &uri), "version 3 of 4 bytes");
    }
}

#[test]
fn a_change_without_a_document_silences_all() {
    let mut client = Server::new().start();
    let (one, two) = (client.uri("one.md"), client.uri("two.md"));
    client.open(&one, "1");
    client.open(&two, "2");
    client.notify("textDocument/didChange", json!({ "contentChanges": [] }));
    assert_eq!(known(&mut client, &one), "");
    assert_eq!(known(&mut client, &two), "");
}

#[test]
fn a_saved_text_that_differs_is_taken() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "abc");
    let params = json!({ "textDocument": { "uri": uri }, "text": "abcdef" });
    client.notify("textDocument/didSave", params);
    assert_eq!(known(&mut client, &uri), "version 1 of 6 bytes");
}

#[test]
fn closing_falls_back_to_the_disk() {
    let mut client = Server::new().file("AGENTS.md", "TODO-STUB\n").start();
    let uri = client.uri("AGENTS.md");
    client.diagnostics_until(&uri, |messages| messages.len() == 2);
    client.open(&uri, "nothing\n");
    client.diagnostics_until(&uri, <[String]>::is_empty);
    client.close(&uri);
    let messages = client.diagnostics_until(&uri, |messages| !messages.is_empty());
    assert_eq!(messages[0], "marked; the text has 10 bytes");
}

#[test]
fn closing_a_file_outside_every_folder_takes_its_findings_back() {
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().canonicalize().unwrap().join("AGENTS.md");
    fs::write(&path, "TODO-STUB").unwrap();
    let uri = agents_ls_tests::uri(&path);
    let mut client = Server::new().start();
    client.open(&uri, "TODO-STUB");
    assert!(!client.diagnostics(&uri, Some(1)).is_empty());
    client.close(&uri);
    assert!(client.diagnostics(&uri, None).is_empty());
}

#[test]
fn documents_that_are_no_files_are_answered_politely() {
    let mut client = Server::new().start();
    for uri in [
        "untitled:Untitled-1",
        "git:/w/AGENTS.md?ref",
        "vscode-vfs://github/a/b/AGENTS.md",
    ] {
        client.open(uri, "TODO-STUB");
        client.change(uri, 2, json!([{ "text": "more" }]));
        assert_eq!(client.hover(uri, 0, 0), "");
        let place = json!({ "line": 0, "character": 0 });
        let params = json!({
            "textDocument": { "uri": uri },
            "range": { "start": place, "end": place },
            "context": { "diagnostics": [] },
        });
        assert_eq!(client.request("textDocument/codeAction", params), Value::Null);
        assert_eq!(
            client.request("agents-ls/effectivePrompt", json!({ "uri": uri })),
            Value::Null
        );
        client.change(uri, 3, json!(4));
        client.close(uri);
    }
    client.listen(Duration::from_millis(300));
    assert!(client.told.is_empty(), "{:?}", client.told);
}
