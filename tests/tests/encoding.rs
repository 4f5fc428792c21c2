//! Columns are counted in the unit both sides agreed on.

use agents_ls_tests::Server;
use serde_json::{Value, json};

/// The end column of a finding in a line with characters of one to four bytes, after an edit behind them.
fn columns(offered: &Value, line: &str) -> (Value, Value, Value) {
    let server = Server::new();
    let mut client = match offered {
        Value::Null => server.start(),
        offered => server
            .with("/capabilities/general/positionEncodings", offered.clone())
            .start(),
    };
    let chosen = client.initialized["capabilities"]["positionEncoding"].clone();
    let uri = client.uri("AGENTS.md");
    client.open(&uri, &format!("{line}x\n"));
    let column = match chosen.as_str() {
        Some("utf-8") => line.len(),
        Some("utf-32") => line.chars().count(),
        _ => line.encode_utf16().count(),
    };
    let place = json!({ "line": 0, "character": column });
    let after = json!({ "line": 0, "character": column + 1 });
    client.change(
        &uri,
        2,
        json!([{ "range": { "start": place, "end": after }, "text": "TODO-STUB" }]),
    );
    let diagnostics = client.diagnostics(&uri, Some(2));
    assert_eq!(diagnostics.len(), 1);
    let params = json!({ "textDocument": { "uri": uri }, "position": place });
    let hover = client.request("textDocument/hover", params);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains(&format!("at byte {} ", line.len())), "{text}");
    (
        chosen,
        diagnostics[0]["range"]["end"]["character"].clone(),
        hover["range"]["end"]["character"].clone(),
    )
}

#[test]
fn columns_are_counted_in_the_agreed_unit() {
    let line = "a\u{e4}\u{20ac}😀";
    for (offered, chosen, width) in [
        (Value::Null, "utf-16", 5),
        (json!(["utf-16"]), "utf-16", 5),
        (json!(["utf-16", "utf-8"]), "utf-8", 10),
        (json!(["utf-32", "utf-8", "utf-16"]), "utf-8", 10),
        (json!(["utf-32"]), "utf-32", 4),
        (json!(["utf-32", "utf-16"]), "utf-16", 5),
        (json!([]), "utf-16", 5),
    ] {
        let end = json!(width + "TODO-STUB".len());
        assert_eq!(
            columns(&offered, line),
            (json!(chosen), end.clone(), end),
            "{offered}"
        );
    }
}
