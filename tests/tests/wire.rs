//! Messages that are none do not end the server, and what they may have been is not forgotten.

use agents_ls_tests::{Client, Server};
use serde_json::json;
use std::time::Duration;

fn lives(client: &mut Client) {
    let uri = client.uri("alive.md");
    client.open(&uri, "abc");
    assert!(client.hover(&uri, 0, 0).starts_with("version 1 of 3 bytes"));
    client.close(&uri);
}

#[test]
fn bodies_that_are_no_message_are_refused() {
    let mut client = Server::new().start();
    for (body, code) in [
        (&b"{"[..], -32700),
        (b"", -32700),
        (b"not json", -32700),
        (b"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\xfe\"}", -32700),
        (b"\xc3\x28", -32700),
        (b"[]", -32600),
        (
            b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]",
            -32600,
        ),
        (b"null", -32600),
        (b"{}", -32600),
        (b"{\"id\":1.5,\"method\":\"x\"}", -32600),
        (b"{\"id\":{},\"method\":\"x\"}", -32600),
        (b"{\"method\":7}", -32600),
    ] {
        client.complaints.clear();
        client.send_body(body);
        lives(&mut client);
        let codes: Vec<_> = client
            .complaints
            .iter()
            .map(|one| one["error"]["code"].clone())
            .collect();
        assert_eq!(codes, [json!(code)], "{}", String::from_utf8_lossy(body));
    }
    assert!(client.exit().success());
}

#[test]
fn frames_with_odd_headers_are_survived() {
    let mut client = Server::new().start();
    let good = r#"{"jsonrpc":"2.0","id":900,"method":"textDocument/hover","params":null}"#;
    let length = good.len();
    for frame in [
        format!("content-length: {length}\r\n\r\n{good}"),
        format!("Content-Length:{length}\n\n{good}"),
        format!(
            "Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: {length}\r\n\r\n{good}"
        ),
        format!("X-Other: 1\r\nContent-Length: {length}\r\nX-More: 2\r\n\r\n{good}"),
    ] {
        client.send_bytes(frame.as_bytes());
        assert_eq!(client.response(900)["error"]["code"], -32602, "{frame}");
    }
    for garbage in [
        "hello\r\n\r\n".to_owned(),
        format!("{good}\r\n"),
        good.to_owned(),
        format!("Content-Length: many\r\n\r\n{good}"),
        format!("Content-Length: -5\r\n\r\n{good}"),
        format!("Content-Length: 99999999999999\r\n\r\n{good}"),
        format!("Content-Type: x\r\n\r\n{good}"),
        format!("Content-Length: {}\r\n\r\n{good}", length - 7),
        "Content-Length: 4\r\n\r\n{}".to_owned(),
        format!("Content-Length: {}\r\n\r\n{good}", length + 9),
        format!("Content-Length: {}\r\n\r\n{good}", length + 30),
        "\0\0\0\u{1}\r\n".to_owned(),
    ] {
        client.send_bytes(garbage.as_bytes());
        // A length that is too large swallows the beginning of the next message, never the one behind it.
        client.notify("$/anything", json!({}));
        client.notify("$/anything", json!({}));
        lives(&mut client);
    }
    assert!(client.exit().success());
}

#[test]
fn an_edit_in_an_unreadable_message_is_not_forgotten() {
    for unreadable in [
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"URI\"",
        "{\"method\":\"textDocument/didChange\",",
        "[{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"URI\"}}}]",
    ] {
        let mut client = Server::new().start();
        let uri = client.uri("AGENTS.md");
        client.open(&uri, "TODO-STUB");
        assert_eq!(client.diagnostics(&uri, Some(1)).len(), 1);
        client.send_body(unreadable.replace("URI", &uri).as_bytes());
        assert!(client.diagnostics(&uri, None).is_empty(), "{unreadable}");
        assert_eq!(client.hover(&uri, 0, 0), "");
        client.change(&uri, 5, json!([{ "text": "abc" }]));
        assert!(client.hover(&uri, 0, 0).starts_with("version 5 of 3 bytes"));
    }
}

#[test]
fn an_unreadable_message_about_something_else_changes_nothing() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "abc");
    client.send_body(b"{\"method\":\"workspace/didChangeConfiguration\",");
    assert!(client.hover(&uri, 0, 0).starts_with("version 1 of 3 bytes"));
    client.listen(Duration::from_millis(50));
    assert!(
        client
            .told
            .iter()
            .all(|told| told["method"] != "window/showMessage")
    );
}

#[test]
fn notifications_with_invalid_parameters_are_survived() {
    let mut client = Server::new().start();
    for method in [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeConfiguration",
        "workspace/didChangeWorkspaceFolders",
        "$/cancelRequest",
        "$/setTrace",
        "no/such/notification",
    ] {
        for params in [
            json!(null),
            json!(3),
            json!({}),
            json!([[]]),
            json!({ "textDocument": { "uri": 4 } }),
        ] {
            client.notify(method, params);
        }
    }
    lives(&mut client);
    assert!(client.exit().success());
}

#[test]
fn a_message_may_come_in_pieces() {
    let mut client = Server::new().start();
    let body = r#"{"jsonrpc":"2.0","id":901,"method":"no/such/method"}"#;
    for byte in format!("Content-Length: {}\r\n\r\n{body}", body.len()).bytes() {
        client.send_bytes(&[byte]);
    }
    assert_eq!(client.response(901)["error"]["code"], -32601);
}
