//! A conversation with a server.

use crate::server::{Server, uri};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ExitStatus},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

/// How long anything may take before a test fails. Generous, since machines are shared.
pub const LONG: Duration = Duration::from_secs(20);

/// A client of one server process. Answers the server's requests as they come and keeps what it was told.
pub struct Client {
    /// The result of `initialize`.
    pub initialized: Value,
    /// Requests of the server, in order, already answered.
    pub asked: Vec<Value>,
    /// Notifications nobody has waited for yet, in order.
    pub told: Vec<Value>,
    /// What the server was started with.
    pub server: Server,
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    responses: HashMap<i64, Value>,
    /// Responses without an id.
    pub complaints: Vec<Value>,
    next: i64,
}

impl Client {
    pub(crate) fn new(mut child: Child, server: Server) -> Self {
        let output = child.stdout.take().expect("a pipe");
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self {
            initialized: Value::Null,
            asked: Vec::new(),
            told: Vec::new(),
            server,
            input: child.stdin.take(),
            child,
            messages,
            responses: HashMap::new(),
            complaints: Vec::new(),
            next: 0,
        }
    }

    /// Says `initialize` and `initialized`.
    pub fn initialize(&mut self) {
        let params = self.server.params.clone();
        self.initialized = self.request("initialize", params);
        self.notify("initialized", json!({}));
    }

    /// The process.
    pub fn process(&mut self) -> &mut Child {
        &mut self.child
    }

    /// The URI of a file in the server's folder.
    #[must_use]
    pub fn uri(&self, name: &str) -> String {
        uri(&self.server.root().join(name))
    }

    // ---- sending

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the pipe is open");
        // A server that has ended is noticed where something is expected of it.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Sends bytes as the body of a frame.
    pub fn send_body(&mut self, body: &[u8]) {
        let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        frame.extend_from_slice(body);
        self.send_bytes(&frame);
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send_body(message.to_string().as_bytes());
    }

    /// Sends a request and returns its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let mut message = json!({ "jsonrpc": "2.0", "id": self.next, "method": method });
        if !params.is_null() {
            message["params"] = params;
        }
        self.send_body(message.to_string().as_bytes());
        self.next
    }

    /// Closes the pipe to the server.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    // ---- receiving

    /// The response to a request: all of it.
    pub fn response(&mut self, id: i64) -> Value {
        let end = Instant::now() + LONG;
        loop {
            if let Some(response) = self.responses.remove(&id) {
                return response;
            }
            assert!(self.pump(end), "no response to request {id}");
        }
    }

    /// Sends a request and returns its result.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut response = self.response(id);
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].take()
    }

    /// Sends a request and returns the code of its error.
    pub fn error(&mut self, method: &str, params: Value) -> i64 {
        let id = self.ask(method, params);
        let response = self.response(id);
        response["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("{method} succeeded: {response}"))
    }

    /// The next notification that `wanted` accepts; those before it stay.
    pub fn next_told(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + LONG;
        let mut seen = 0;
        loop {
            if let Some(at) = self.told[seen..].iter().position(&wanted) {
                return self.told.remove(seen + at)["params"].take();
            }
            seen = self.told.len();
            assert!(self.pump(end), "never told: {what}; told: {:#?}", self.told);
        }
    }

    /// The next request of the server with this method; those before it stay.
    pub fn next_asked(&mut self, method: &str) -> Value {
        let end = Instant::now() + LONG;
        loop {
            if let Some(at) = self.asked.iter().position(|request| request["method"] == method) {
                return self.asked.remove(at)["params"].take();
            }
            assert!(self.pump(end), "never asked: {method}");
        }
    }

    /// Takes in what comes during `time`.
    pub fn listen(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while self.pump(end) {}
    }

    /// Takes in one message; false when none comes before `end`.
    fn pump(&mut self, end: Instant) -> bool {
        let Ok(message) = self
            .messages
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        else {
            return false;
        };
        assert_eq!(message["jsonrpc"], "2.0");
        match (message.get("method").is_some(), message.get("id")) {
            (true, None) => self.told.push(message),
            (true, Some(id)) => {
                let mut answer = json!({ "jsonrpc": "2.0", "id": id });
                if self.server.refused.as_deref() == message["method"].as_str() {
                    answer["error"] = json!({ "code": -32601, "message": "refused" });
                } else {
                    answer["result"] = self.answer(&message);
                }
                self.asked.push(message);
                self.send_body(answer.to_string().as_bytes());
            }
            (false, Some(id)) if id.is_i64() => {
                let id = id.as_i64().expect("a number");
                let before = self.responses.insert(id, message);
                assert!(before.is_none(), "two responses to request {id}");
            }
            (false, _) => self.complaints.push(message),
        }
        true
    }

    fn answer(&self, request: &Value) -> Value {
        if request["method"] != "workspace/configuration" {
            return Value::Null;
        }
        let items = request["params"]["items"].as_array().expect("items");
        let of = |item: &Value| self.server.settings[item["scopeUri"].as_str().unwrap_or("")].clone();
        items.iter().map(of).collect()
    }

    // ---- documents

    /// Opens a document as version 1.
    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "markdown", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a document.
    pub fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let params = json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": changes,
        });
        self.notify("textDocument/didChange", params);
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// The text of the hover at a place; empty when there is none.
    pub fn hover(&mut self, uri: &str, line: u32, character: u32) -> String {
        let params = json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": character },
        });
        let hover = self.request("textDocument/hover", params);
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The next diagnostics of a document that are about `version`.
    pub fn diagnostics(&mut self, uri: &str, version: Option<i64>) -> Vec<Value> {
        let published = self.next_told(&format!("diagnostics of {uri}, version {version:?}"), |told| {
            told["method"] == "textDocument/publishDiagnostics"
                && told["params"]["uri"] == uri
                && told["params"].get("version").and_then(Value::as_i64) == version
        });
        published["diagnostics"].as_array().expect("a list").clone()
    }

    /// The messages of the next diagnostics of a document that satisfy `wanted`.
    pub fn diagnostics_until(&mut self, uri: &str, wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        let messages = |params: &Value| -> Vec<String> {
            let all = params["diagnostics"].as_array().expect("a list").iter();
            all.map(|one| one["message"].as_str().expect("a text").to_owned())
                .collect()
        };
        let published = self.next_told(&format!("diagnostics of {uri}"), |told| {
            told["method"] == "textDocument/publishDiagnostics"
                && told["params"]["uri"] == uri
                && wanted(&messages(&told["params"]))
        });
        messages(&published)
    }

    // ---- the end

    /// Says `shutdown` and `exit` and waits for the process with the pipe still open.
    pub fn exit(&mut self) -> ExitStatus {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.wait(LONG)
    }

    /// Waits for the process to end.
    pub fn wait(&mut self, time: Duration) -> ExitStatus {
        let end = Instant::now() + time;
        loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return status;
            }
            assert!(Instant::now() < end, "the server does not end");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether the process runs.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().expect("a process").is_none()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads one frame, strictly: the server writes the plain form only.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut header = String::new();
    if output.read_line(&mut header).ok()? == 0 {
        return None;
    }
    let length = header.strip_prefix("Content-Length: ")?.strip_suffix("\r\n")?;
    let mut rest = vec![0; 2 + length.parse::<usize>().ok()?];
    output.read_exact(&mut rest).ok()?;
    assert_eq!(&rest[..2], b"\r\n");
    Some(serde_json::from_slice(&rest[2..]).expect("the server writes JSON"))
}
