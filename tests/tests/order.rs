//! What the server answers is about the text as it was when it was asked.

use agents_ls_tests::{Client, Server};
use serde_json::{Value, json};

/// A text with one finding.
const MARKED: &str = "TODO-STUB\n";

fn insertion(line: u32, character: u32, text: &str) -> Value {
    let place = json!({ "line": line, "character": character });
    json!({ "range": { "start": place, "end": place }, "text": text })
}

fn hover_at_the_start(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } })
}

#[test]
fn five_thousand_edits_and_hovers_see_each_version() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, "# Title\n");
    let mut asked = Vec::new();
    for version in 2..5002 {
        client.change(&uri, version, json!([insertion(1, 0, "x")]));
        asked.push((
            version,
            client.ask("textDocument/hover", hover_at_the_start(&uri)),
        ));
        // Some answers are read on the way, as an editor does; most come in a crowd.
        if version % 100 == 0 {
            client.listen(std::time::Duration::from_millis(1));
        }
    }
    for (version, id) in asked {
        let response = client.response(id);
        let text = response["result"]["contents"]["value"].as_str().unwrap();
        let bytes = "# Title\n".len() as i64 + version - 1;
        let expected = format!("version {version} of {bytes} bytes");
        assert!(text.starts_with(&expected), "{expected}: {text}");
    }
    assert!(client.exit().success());
}

#[test]
fn a_burst_of_edits_never_publishes_an_old_text() {
    let mut client = Server::new().start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, MARKED);
    let last = 500;
    for version in 2..=last {
        client.change(&uri, version, json!([insertion(0, 0, "x")]));
    }
    client.diagnostics_until(&uri, |messages| {
        messages.len() == 2 && messages[0].contains(" 509 bytes")
    });
    client.listen(std::time::Duration::from_millis(400));
    no_publication_is_about_an_old_text(&client);
    assert!(client.exit().success());
}

#[test]
fn findings_across_files_that_come_late_are_not_published_for_a_newer_text() {
    let settings = json!({ "dawdle": 100 });
    let mut client = Server::new().with("/initializationOptions", settings).start();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, MARKED);
    for version in 2..=60 {
        client.change(&uri, version, json!([insertion(0, 0, "x")]));
        // Now and then long enough for the findings across files to be begun, never for them to end.
        let pause = if version % 10 == 0 { 200 } else { 10 };
        client.listen(std::time::Duration::from_millis(pause));
    }
    client.diagnostics_until(&uri, |messages| messages.len() == 2);
    client.listen(std::time::Duration::from_millis(600));
    no_publication_is_about_an_old_text(&client);
}

/// The text of version 1 is [`MARKED`] and each version adds a byte, and a finding says how long its text is.
fn no_publication_is_about_an_old_text(client: &Client) {
    let published = client
        .told
        .iter()
        .filter(|told| told["method"] == "textDocument/publishDiagnostics");
    let mut before = 0;
    for told in published {
        let version = told["params"]["version"].as_i64().expect("a version");
        assert!(version >= before, "version {version} after {before}");
        before = version;
        for diagnostic in told["params"]["diagnostics"].as_array().expect("a list") {
            if diagnostic["code"] == "stub.mark" {
                let bytes = MARKED.len() as i64 + version - 1;
                let expected = format!("marked; the text has {bytes} bytes");
                assert_eq!(diagnostic["message"], expected, "version {version}");
                assert_eq!(diagnostic["range"]["end"]["character"], bytes - 1);
            }
        }
    }
}

#[test]
fn a_large_document_opens_while_another_is_typed_in() {
    let mut client = Server::new().start();
    let (large, small) = (client.uri("large.md"), client.uri("small.md"));
    client.open(&small, "a\n");
    let text = "# Heading\n\nSome text with `code` and [a link](x.md).\n\n".repeat(20_000);
    client.open(&large, &text);
    client.change(&large, 2, json!([insertion(0, 0, "x")]));
    for version in 2..50 {
        client.change(&small, version, json!([insertion(0, 0, "b")]));
        assert!(
            client
                .hover(&small, 0, 0)
                .starts_with(&format!("version {version} "))
        );
    }
    client.change(&large, 3, json!([insertion(0, 0, "y")]));
    let hover = client.hover(&large, 0, 0);
    assert!(
        hover.starts_with(&format!("version 3 of {} bytes", text.len() + 2)),
        "{hover}"
    );
    client.diagnostics(&large, Some(3));
    assert!(client.exit().success());
}
