//! Every request gets one answer, whatever happens to it.

use agents_ls_tests::{Client, Server, client::LONG};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn slow(millis: u64, stops: bool) -> Value {
    json!({ "millis": millis, "stops": stops })
}

#[test]
fn a_cancelled_request_is_answered_at_once_and_delays_nobody() {
    let mut client = Server::new().hooks().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "abc");
    for stops in [true, false] {
        let id = client.ask("agents-ls/test/slow", slow(5000, stops));
        // Until it runs, so that a computation is cancelled and not a place in a queue.
        client.listen(Duration::from_millis(50));
        let cancelled = Instant::now();
        client.notify("$/cancelRequest", json!({ "id": id }));
        assert_eq!(client.response(id)["error"]["code"], -32800);
        assert!(client.hover(&uri, 0, 0).starts_with("version 1"));
        assert!(
            cancelled.elapsed() < Duration::from_secs(2),
            "{:?}",
            cancelled.elapsed()
        );
    }
}

#[test]
fn cancelled_computations_stop() {
    let mut client = Server::new().hooks().start();
    let ids: Vec<_> = (0..20)
        .map(|_| client.ask("agents-ls/test/slow", slow(60_000, true)))
        .collect();
    client.listen(Duration::from_millis(50));
    for id in &ids {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    for id in ids {
        assert_eq!(client.response(id)["error"]["code"], -32800);
    }
    // Both threads are free again.
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "abc");
    assert!(client.hover(&uri, 0, 0).starts_with("version 1"));
}

#[test]
fn hundreds_of_waiting_requests_keep_nothing_from_being_read() {
    let mut client = Server::new().hooks().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "TODO-STUB");
    client.diagnostics(&uri, Some(1));
    let ids: Vec<_> = (0..300)
        .map(|_| client.ask("agents-ls/test/slow", slow(60_000, true)))
        .collect();
    client.change(&uri, 2, json!([{ "text": "TODO-STUB TODO-STUB" }]));
    client.diagnostics(&uri, Some(2));
    for id in &ids {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    for id in ids {
        assert_eq!(client.response(id)["error"]["code"], -32800);
    }
}

#[test]
fn cancelling_what_is_not_there_does_nothing() {
    let mut client = Server::new().start();
    client.notify("$/cancelRequest", json!({ "id": 4711 }));
    client.notify("$/cancelRequest", json!({ "id": "x" }));
    assert_eq!(client.error("no/such/method", json!({})), -32601);
}

#[test]
fn a_panic_is_an_error_response_and_the_server_lives() {
    let mut client = Server::new().hooks().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "abc");
    for place in ["handler", "later", "pool", "handler", "later", "pool", "pool"] {
        assert_eq!(
            client.error("agents-ls/test/panic", json!({ "place": place })),
            -32603,
            "{place}"
        );
        assert!(client.hover(&uri, 0, 0).starts_with("version 1"), "{place}");
    }
    client.request("agents-ls/test/panic", json!({ "place": "owner" }));
    client.change(&uri, 2, json!([{ "text": "abcd" }]));
    assert!(client.hover(&uri, 0, 0).starts_with("version 2 of 4 bytes"));
    assert!(client.exit().success());
}

#[test]
fn unknown_methods_and_bad_parameters_are_refused() {
    let mut client = Server::new().start();
    assert_eq!(client.error("no/such/method", json!({})), -32601);
    assert_eq!(
        client.error("agents-ls/test/slow", slow(1, true)),
        -32601,
        "not without the flag"
    );
    assert_eq!(
        client.error("textDocument/hover", json!({ "nothing": 1 })),
        -32602
    );
    assert_eq!(client.error("textDocument/hover", Value::Null), -32602);
    let command = json!({ "command": "no.such.command", "arguments": [] });
    assert_eq!(client.error("workspace/executeCommand", command), -32602);
    client.notify("no/such/notification", json!({}));
    client.notify("$/no/such/notification", json!({}));
}

#[test]
fn fixes_are_offered_as_edits() {
    for versioned in [true, false] {
        let mut client = Server::new()
            .with(
                "/capabilities/workspace/workspaceEdit/documentChanges",
                json!(versioned),
            )
            .start();
        let uri = client.uri("AGENTS.md");
        client.open(&uri, "a\nTODO-STUB\n");
        let diagnostics = client.diagnostics(&uri, Some(1));
        let request = |only: Value| {
            let context = json!({ "diagnostics": diagnostics, "only": only });
            let range = &diagnostics[0]["range"];
            json!({ "textDocument": { "uri": uri }, "range": range, "context": context })
        };
        let actions = client.request("textDocument/codeAction", request(json!(["quickfix"])));
        assert_eq!(actions[0]["title"], "Remove the marked line");
        assert_eq!(actions[0]["diagnostics"][0]["code"], "stub.mark");
        let edit = json!({
            "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 9 } },
            "newText": "",
        });
        let expected = if versioned {
            json!({ "documentChanges": [{ "textDocument": { "uri": uri, "version": 1 }, "edits": [edit] }] })
        } else {
            let mut changes = json!({});
            changes[uri.as_str()] = json!([edit]);
            json!({ "changes": changes })
        };
        assert_eq!(actions[0]["edit"], expected);
        let none = client.request(
            "textDocument/codeAction",
            request(json!(["source.organizeImports"])),
        );
        assert_eq!(none, Value::Null);
    }
}

#[test]
fn a_prompt_is_shown_in_three_ways() {
    let mut client = Server::new()
        .with("/capabilities/window/showDocument/support", json!(true))
        .file("a b/AGENTS.md", "on disk")
        .start();
    let uri = client.uri("a%20b/AGENTS.md");
    let prompt = client.request(
        "agents-ls/effectivePrompt",
        json!({ "uri": uri, "runtime": "codex" }),
    );
    assert_eq!(prompt["text"], "on disk");
    assert_eq!(prompt["uri"], "agents-ls://prompt/a%20b/AGENTS.md/codex.md");
    client.open(&uri, "unsaved");
    let content = client.request("workspace/textDocumentContent", json!({ "uri": prompt["uri"] }));
    assert_eq!(content, json!({ "text": "unsaved" }));
    assert_eq!(
        client.error("workspace/textDocumentContent", json!({ "uri": "file:///x" })),
        -32602
    );
    let offered = &client.initialized["capabilities"]["workspace"]["textDocumentContent"];
    assert_eq!(*offered, json!({ "schemes": ["agents-ls"] }));

    let command = json!({ "command": "agents-ls.showPrompt", "arguments": [uri] });
    assert_eq!(
        client.request("workspace/executeCommand", command)["text"],
        "unsaved"
    );
    let shown = client.next_asked("window/showDocument");
    let path = shown["uri"]
        .as_str()
        .unwrap()
        .strip_prefix("file://")
        .unwrap()
        .to_owned();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "unsaved");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_prompt_that_is_shown_follows_what_is_typed() {
    let mut client = Server::new()
        .with("/capabilities/workspace/textDocumentContent", json!({}))
        .start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "one");
    let prompt = "agents-ls://prompt/AGENTS.md/codex.md";
    let text = |client: &mut Client| {
        client.request("workspace/textDocumentContent", json!({ "uri": prompt }))["text"].clone()
    };
    assert_eq!(text(&mut client), "one");
    client.change(&uri, 2, json!([{ "text": "two" }]));
    assert_eq!(
        client.next_asked("workspace/textDocumentContent/refresh"),
        json!({ "uri": prompt })
    );
    assert_eq!(text(&mut client), "two");
}

#[test]
fn many_requests_at_once_are_all_answered() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "abc");
    let place = json!({ "line": 0, "character": 0 });
    let params = json!({ "textDocument": { "uri": uri }, "position": place });
    let started = Instant::now();
    let ids: Vec<_> = (0..1000)
        .map(|_| client.ask("textDocument/hover", params.clone()))
        .collect();
    for id in ids {
        assert!(client.response(id)["result"].is_object());
    }
    assert!(started.elapsed() < LONG);
}
