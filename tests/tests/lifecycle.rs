//! Beginning and end of a conversation.

use agents_ls_tests::{Server, client::LONG};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long an end may take here. It takes a few milliseconds; machines that run tests are busy.
const SOON: Duration = Duration::from_secs(1);

#[test]
fn exit_ends_the_process_with_the_pipe_open_and_work_under_way() {
    let mut client = Server::new().hooks().start();
    let slow = json!({ "millis": 60_000, "stops": false });
    for _ in 0..5 {
        client.ask("agents-ls/test/slow", slow.clone());
    }
    let uri = client.uri("AGENTS.md");
    client.open(&uri, &"# Heading\n\ntext\n\n".repeat(50_000));
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    let said = Instant::now();
    let status = client.wait(LONG);
    assert_eq!(status.code(), Some(0));
    assert!(said.elapsed() < SOON, "{:?}", said.elapsed());
}

#[test]
fn exit_ends_a_server_whose_client_does_not_read() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "abc");
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
    client.request("textDocument/hover", place);
    // Much more than a pipe holds is on its way to a client that is busy with sending this.
    client.open(&uri, &"TODO-STUB\n".repeat(20_000));
    client.ask("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.wait(LONG).code(), Some(0));
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    let mut client = Server::new().start();
    client.notify("exit", Value::Null);
    assert_eq!(client.wait(LONG).code(), Some(1));
    let mut client = Server::new().spawn();
    client.notify("exit", Value::Null);
    assert_eq!(client.wait(LONG).code(), Some(1));
}

#[test]
fn shutdown_alone_does_not_end_the_process() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "abc");
    client.request("shutdown", Value::Null);
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
    assert_eq!(client.error("textDocument/hover", place), -32600);
    assert_eq!(client.error("shutdown", Value::Null), -32600);
    client.change(&uri, 2, json!([{ "text": "late" }]));
    client.listen(Duration::from_millis(100));
    assert!(client.is_alive());
    client.hang_up();
    assert_eq!(client.wait(LONG).code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_the_process() {
    let mut client = Server::new().start();
    client.hang_up();
    assert_eq!(client.wait(LONG).code(), Some(1));
    let mut client = Server::new().spawn();
    client.hang_up();
    assert_eq!(client.wait(LONG).code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn the_server_ends_with_its_client() {
    let mut other = std::process::Command::new("sleep").arg("60").spawn().unwrap();
    let mut client = Server::new().with("/processId", json!(other.id())).start();
    assert!(client.is_alive());
    other.kill().unwrap();
    other.wait().unwrap();
    assert_eq!(client.wait(LONG).code(), Some(1));
}

#[test]
fn a_client_process_that_cannot_be_seen_is_not_watched() {
    // Linux has no processes with numbers this large.
    let mut client = Server::new().with("/processId", json!(2_000_000_000)).start();
    client.listen(Duration::from_millis(2500));
    assert!(client.is_alive());
}

#[test]
fn nothing_is_served_before_initialize() {
    let mut client = Server::new().spawn();
    let place =
        json!({ "textDocument": { "uri": "file:///a.md" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(client.error("textDocument/hover", place), -32002);
    assert_eq!(client.error("shutdown", Value::Null), -32002);
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "too early");
    client.initialize();
    assert_eq!(client.hover(&uri, 0, 0), "");
    assert_eq!(client.error("initialize", json!({ "capabilities": {} })), -32600);
    assert!(client.exit().success());
}

#[test]
fn a_client_may_send_on_before_initialize_is_answered() {
    let mut client = Server::new().spawn();
    let uri = client.uri("AGENTS.md");
    let id = client.ask("initialize", client.server.params.clone());
    client.notify("initialized", json!({}));
    client.open(&uri, "abc");
    assert!(client.hover(&uri, 0, 0).starts_with("version 1 of 3 bytes"));
    assert!(client.response(id)["result"]["capabilities"].is_object());
}

#[test]
fn initialize_is_not_refused_for_parts_that_are_unknown() {
    let mut client = Server::new()
        .with(
            "/capabilities/textDocument",
            json!({ "hover": 3, "codeAction": [] }),
        )
        .with("/capabilities/window", json!("none"))
        .with("/trace", json!("loud"))
        .with("/clientInfo", json!(null))
        .start();
    assert_eq!(client.initialized["serverInfo"]["name"], "agents-ls");
    assert!(client.exit().success());
}
