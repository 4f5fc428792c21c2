//! Folders, settings, files on disk, and the progress of reading them.

use agents_ls_tests::{Client, Server, binary::agents_ls, uri};
use serde_json::{Value, json};
use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Sentences with the folder and the settings a document has.
fn belonging(client: &mut Client, uri: &str) -> String {
    client
        .hover(uri, 0, 0)
        .split(" in ")
        .nth(1)
        .unwrap_or_default()
        .to_owned()
}

/// Asks until the answer is as wanted: settings come when the client answers.
fn eventually(client: &mut Client, uri: &str, wanted: &str) {
    let end = Instant::now() + Duration::from_secs(10);
    loop {
        let now = belonging(client, uri);
        if now == wanted {
            return;
        }
        assert!(Instant::now() < end, "wanted {wanted}, is {now}");
        client.listen(Duration::from_millis(5));
    }
}

#[test]
fn a_file_belongs_to_the_deepest_folder_above_it() {
    let server = Server::new();
    let root = server.root();
    let folder = |name: &str| json!({ "uri": uri(&root.join(name)), "name": name });
    let mut client = server
        .with(
            "/workspaceFolders",
            json!([folder("a"), folder("a/b"), folder("ab")]),
        )
        .with("/initializationOptions", json!(1))
        .start();
    for (name, owner) in [
        ("a/x.md", "a"),
        ("a/b/x.md", "a/b"),
        ("a/b/c/x.md", "a/b"),
        ("ab/x.md", "ab"),
        ("abc/x.md", "-"),
    ] {
        let file = client.uri(name);
        client.open(&file, "x");
        let owner = if owner == "-" {
            "-".to_owned()
        } else {
            root.join(owner).display().to_string()
        };
        assert_eq!(
            belonging(&mut client, &file),
            format!("`{owner}` with `1`"),
            "{name}"
        );
    }
    let event = json!({ "added": [folder("abc")], "removed": [folder("a/b")] });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    let (inner, new) = (client.uri("a/b/x.md"), client.uri("abc/x.md"));
    assert!(belonging(&mut client, &inner).starts_with(&format!("`{}`", root.join("a").display())));
    assert!(belonging(&mut client, &new).starts_with(&format!("`{}`", root.join("abc").display())));
}

#[test]
fn older_clients_name_one_root_and_some_none() {
    for (pointer, as_uri) in [("/rootUri", true), ("/rootPath", false)] {
        let server = Server::new();
        let root = server.root();
        let value = if as_uri {
            uri(&root)
        } else {
            root.display().to_string()
        };
        let mut client = server
            .with("/workspaceFolders", Value::Null)
            .with(pointer, json!(value))
            .start();
        let file = client.uri("x.md");
        client.open(&file, "x");
        assert!(
            belonging(&mut client, &file).starts_with(&format!("`{}`", root.display())),
            "{pointer}"
        );
    }
    let mut client = Server::new().with("/workspaceFolders", Value::Null).start();
    let file = client.uri("AGENTS.md");
    client.open(&file, "TODO-STUB");
    assert_eq!(belonging(&mut client, &file), "`-` with `null`");
    client.diagnostics_until(&file, |messages| messages.len() == 2);
}

#[test]
fn settings_are_pulled_for_each_folder() {
    let server = Server::new();
    let root = server.root();
    let folder = |name: &str| json!({ "uri": uri(&root.join(name)), "name": name });
    let settings = |a: u32| {
        let mut all = json!({ "": { "n": 0 } });
        all[uri(&root.join("a")).as_str()] = json!({ "n": a });
        all[uri(&root.join("b")).as_str()] = Value::Null;
        all
    };
    let mut client = server
        .with("/workspaceFolders", json!([folder("a"), folder("b")]))
        .with("/initializationOptions", json!({ "n": 9 }))
        .settings(settings(1))
        .start();
    let asked = client.next_asked("workspace/configuration");
    assert_eq!(asked["items"].as_array().unwrap().len(), 3);
    assert_eq!(
        asked["items"][1],
        json!({ "scopeUri": uri(&root.join("a")), "section": "agents-ls" })
    );
    let (a, b, outside) = (client.uri("a/x.md"), client.uri("b/x.md"), client.uri("x.md"));
    for file in [&a, &b, &outside] {
        client.open(file, "x");
    }
    let of = |name: &str, n: u32| format!("`{}` with `{{\"n\":{n}}}`", root.join(name).display());
    eventually(&mut client, &a, &of("a", 1));
    eventually(&mut client, &b, &of("b", 0));
    eventually(&mut client, &outside, "`-` with `{\"n\":0}`");
    client.server.settings = settings(2);
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    eventually(&mut client, &a, &of("a", 2));
}

#[test]
fn clients_that_cannot_be_asked_send_settings() {
    let mut client = Server::new()
        .with("/initializationOptions", json!({ "n": 1 }))
        .start();
    let file = client.uri("x.md");
    let root = client.server.root();
    let of = |n: u32| format!("`{}` with `{{\"n\":{n}}}`", root.display());
    client.open(&file, "x");
    assert_eq!(belonging(&mut client, &file), of(1));
    let settings = json!({ "settings": { "agents-ls": { "n": 2 }, "other": {} } });
    client.notify("workspace/didChangeConfiguration", settings);
    assert_eq!(belonging(&mut client, &file), of(2));
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "n": 3 } }),
    );
    assert_eq!(belonging(&mut client, &file), of(3));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    assert_eq!(
        belonging(&mut client, &file),
        of(3),
        "nothing is the last good one"
    );
}

#[test]
fn watching_is_registered_where_the_client_can() {
    let mut client = Server::new()
        .with(
            "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration",
            json!(true),
        )
        .file("AGENTS.md", "nothing")
        .start();
    let registered = client.next_asked("client/registerCapability");
    assert_eq!(
        registered["registrations"][0]["method"],
        "workspace/didChangeWatchedFiles"
    );
    let watchers = &registered["registrations"][0]["registerOptions"]["watchers"];
    assert_eq!(*watchers, json!([{ "globPattern": "**/AGENTS.md" }]));

    let file = client.uri("AGENTS.md");
    client.listen(Duration::from_millis(300));
    fs::write(client.server.root().join("AGENTS.md"), "TODO-STUB").unwrap();
    client.listen(Duration::from_millis(2500));
    assert!(
        client.told.is_empty(),
        "the disk is not looked at without news: {:?}",
        client.told
    );
    let changes = json!({ "changes": [{ "uri": file, "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    client.diagnostics_until(&file, |messages| messages.len() == 2);
}

#[cfg(unix)]
#[test]
fn files_outside_the_folders_are_looked_at_although_the_client_watches() {
    // The stand-in engine looks outside the opened folder only through a link.
    let home = tempfile::tempdir().unwrap();
    let outside = home.path().canonicalize().unwrap();
    fs::write(outside.join("AGENTS.md"), "nothing").unwrap();
    let server = Server::new().with(
        "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration",
        json!(true),
    );
    std::os::unix::fs::symlink(outside.join("AGENTS.md"), server.root().join("AGENTS.md")).unwrap();
    let mut client = server.start();
    let file = client.uri("AGENTS.md");
    client.listen(Duration::from_millis(500));
    fs::write(outside.join("AGENTS.md"), "TODO-STUB").unwrap();
    client.diagnostics_until(&file, |messages| messages.len() == 2);
}

#[test]
fn changes_on_disk_are_noticed_without_watching() {
    let mut client = Server::new()
        .file("AGENTS.md", "nothing")
        .file("sub/AGENTS.md", "nothing")
        .start();
    let (file, new) = (client.uri("sub/AGENTS.md"), client.uri("new/AGENTS.md"));
    client.listen(Duration::from_millis(500));
    fs::write(client.server.root().join("sub/AGENTS.md"), "a\nTODO-STUB\n").unwrap();
    let written = Instant::now();
    client.diagnostics_until(&file, |messages| messages.len() == 2);
    assert!(
        written.elapsed() < Duration::from_secs(4),
        "{:?}",
        written.elapsed()
    );
    // A file in a folder that was not there.
    fs::create_dir(client.server.root().join("new")).unwrap();
    fs::write(client.server.root().join("new/AGENTS.md"), "TODO-STUB").unwrap();
    client.diagnostics_until(&new, |messages| messages.len() == 2);
    fs::remove_file(client.server.root().join("new/AGENTS.md")).unwrap();
    client.diagnostics_until(&new, <[String]>::is_empty);
}

#[test]
fn a_client_that_refuses_to_watch_is_not_relied_on() {
    let mut client = Server::new()
        .with(
            "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration",
            json!(true),
        )
        .file("AGENTS.md", "nothing")
        .refusing("client/registerCapability")
        .start();
    let file = client.uri("AGENTS.md");
    client.listen(Duration::from_millis(500));
    fs::write(client.server.root().join("AGENTS.md"), "TODO-STUB").unwrap();
    client.diagnostics_until(&file, |messages| messages.len() == 2);
}

#[test]
fn focus_and_open_look_at_the_disk_at_once() {
    let mut client = Server::new().file("AGENTS.md", "nothing").start();
    let file = client.uri("AGENTS.md");
    client.listen(Duration::from_millis(300));
    fs::write(client.server.root().join("AGENTS.md"), "TODO-STUB").unwrap();
    client.notify("agents-ls/focus", json!({}));
    let asked = Instant::now();
    client.diagnostics_until(&file, |messages| messages.len() == 2);
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
}

#[test]
fn findings_across_files_follow_an_edit_elsewhere() {
    let mut client = Server::new().file("AGENTS.md", "TODO-STUB\n").start();
    let (file, other) = (client.uri("AGENTS.md"), client.uri("sub/AGENTS.md"));
    client.diagnostics_until(&file, |messages| {
        messages.contains(&"1 marked lines in all".to_owned())
    });
    client.open(&other, "TODO-STUB\nTODO-STUB\n");
    client.diagnostics_until(&file, |messages| {
        messages.contains(&"3 marked lines in all".to_owned())
    });
    client.diagnostics_until(&other, |messages| messages.len() == 3);
    // They keep their place while the file itself is edited.
    let place = json!({ "line": 0, "character": 0 });
    client.change(
        &other,
        2,
        json!([{ "range": { "start": place, "end": place }, "text": "x\n" }]),
    );
    let diagnostics = client.diagnostics(&other, Some(2));
    let moved = diagnostics
        .iter()
        .find(|one| one["code"] == "stub.sum")
        .expect("still there");
    assert_eq!(moved["range"]["start"]["line"], 1);
}

#[test]
fn hover_works_and_progress_shows_while_folders_are_read() {
    let mut server = Server::new().with("/capabilities/window/workDoneProgress", json!(true));
    for number in 0..10 {
        server = server.file(&format!("d{number}/AGENTS.md"), "TODO-STUB");
    }
    let mut client = server
        .with("/initializationOptions", json!({ "dawdle": 150 }))
        .start();
    let file = client.uri("AGENTS.md");
    client.open(&file, "abc");
    let token = client.next_asked("window/workDoneProgress/create")["token"].clone();
    assert!(client.hover(&file, 0, 0).starts_with("version 1"));
    let begun = client.next_told("the beginning", |told| told["params"]["value"]["kind"] == "begin");
    assert_eq!(begun["token"], token);
    assert!(client.hover(&file, 0, 0).starts_with("version 1"));
    client.change(&file, 2, json!([{ "text": "TODO-STUB" }]));
    client.diagnostics(&file, Some(2));
    let report = client.next_told("a report", |told| told["params"]["value"]["kind"] == "report");
    assert!(report["value"]["percentage"].as_u64().unwrap() < 100);
    let ended = |told: &Value| told["params"]["value"]["kind"] == "end";
    assert!(!client.told.iter().any(ended), "all of this was before the end");
    assert_eq!(client.next_told("the end", ended)["token"], token);
}

#[test]
fn clients_that_show_no_progress_are_not_bothered() {
    let mut client = Server::new()
        .file("AGENTS.md", "TODO-STUB")
        .with("/initializationOptions", json!({ "dawdle": 400 }))
        .start();
    let file = client.uri("AGENTS.md");
    client.diagnostics_until(&file, |messages| messages.len() == 2);
    assert!(client.asked.is_empty());
    assert!(client.told.iter().all(|told| told["method"] != "$/progress"));
}

#[test]
fn a_wrong_setting_of_the_editor_is_told_once() {
    let mut client = Server::new()
        .real()
        .file(".git/HEAD", "")
        .file("AGENTS.md", "# A\n")
        .with("/initializationOptions", json!({ "start": "gone", "colour": 1 }))
        .start();
    let told = client.next_told("a warning", |told| told["method"] == "window/showMessage");
    let message = told["message"].as_str().expect("text");
    assert!(
        message.contains("agents-ls.start") && message.contains("colour"),
        "{message}"
    );
    assert_eq!(told["type"], 2);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "agents-ls": { "start": "gone" } } }),
    );
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "agents-ls": { "start": "gone", "trace": "x" } } }),
    );
    let told = client.next_told("a warning", |told| told["method"] == "window/showMessage");
    let message = told["message"].as_str().expect("text");
    assert!(
        !message.contains("start") && message.contains("trace"),
        "{message}"
    );
}

/// What the log says of a conversation with this setting of `trace`.
fn traced(trace: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(agents_ls());
    command
        .arg("lsp")
        .env("HOME", folder.path())
        .env("AGENTS_LS_LOG", "off");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut server = command.spawn().expect("the server starts");
    let mut input = server.stdin.take().expect("a pipe");
    let mut say = |message: Value| {
        let body = message.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server listens");
    };
    let folders = json!([{ "uri": uri(folder.path()), "name": "x" }]);
    let options = json!({ "trace": trace });
    say(
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "capabilities": {}, "workspaceFolders": folders, "initializationOptions": options,
    } }),
    );
    say(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    // The settings are read with the folder, for the first findings.
    std::thread::sleep(Duration::from_millis(700));
    say(json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    say(json!({ "jsonrpc": "2.0", "method": "exit" }));
    let output = server.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_log_holds_what_trace_asks_for() {
    assert_eq!(traced("off"), "");
    let messages = traced("messages");
    assert!(
        messages.contains("received shutdown (2)") && messages.contains("sent the answer to 2"),
        "{messages}"
    );
    assert!(!messages.contains("jsonrpc"), "{messages}");
    let verbose = traced("verbose");
    assert!(verbose.contains("sent {\"jsonrpc\":\"2.0\""), "{verbose}");
}
