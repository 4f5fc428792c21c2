//! How a server is started.

use crate::{binary, client::Client};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// A server to be started in a new, empty folder.
pub struct Server {
    /// The folder, removed in the end.
    pub folder: TempDir,
    /// The parameters of `initialize`.
    pub params: Value,
    /// What the client answers to `workspace/configuration`, for each scope (`""` for none).
    pub settings: Value,
    /// A method the client answers with an error.
    pub(crate) refused: Option<String>,
    hooks: bool,
    real: bool,
}

impl Default for Server {
    fn default() -> Self {
        Self::new()
    }
}

impl Server {
    /// A server with the folder as its only workspace folder, and a client that can do nothing special.
    #[must_use]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let real = folder.path().canonicalize().expect("a real path");
        let params = json!({
            "processId": std::process::id(),
            "clientInfo": { "name": "agents-ls-tests" },
            "capabilities": { "textDocument": { "codeAction": { "codeActionLiteralSupport": {} } } },
            "workspaceFolders": [{ "uri": uri(&real), "name": "test" }],
        });
        Self {
            folder,
            params,
            settings: json!({}),
            refused: None,
            hooks: false,
            real: false,
        }
    }

    /// The folder's real path.
    #[must_use]
    pub fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().expect("a real path")
    }

    /// Sets a parameter of `initialize`, named by a JSON pointer.
    #[must_use]
    pub fn with(mut self, pointer: &str, value: Value) -> Self {
        let mut at = &mut self.params;
        for name in pointer.trim_start_matches('/').split('/') {
            at = &mut at[name];
        }
        *at = value;
        self
    }

    /// Writes a file into the folder.
    #[must_use]
    pub fn file(self, name: &str, text: &str) -> Self {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    /// What the client answers to `workspace/configuration`.
    #[must_use]
    pub fn settings(mut self, settings: Value) -> Self {
        self.settings = settings;
        self.with("/capabilities/workspace/configuration", json!(true))
    }

    /// Lets the client answer requests of this method with an error.
    #[must_use]
    pub fn refusing(mut self, method: &str) -> Self {
        self.refused = Some(method.to_owned());
        self
    }

    /// Takes the engine that knows instructions instead of the one that stands in for it. The user has no
    /// files of their own.
    #[must_use]
    pub fn real(mut self) -> Self {
        self.real = true;
        self
    }

    /// Adds the requests that break things.
    #[must_use]
    pub fn hooks(mut self) -> Self {
        self.hooks = true;
        self
    }

    /// Starts it and says nothing.
    #[must_use]
    pub fn spawn(self) -> Client {
        let mut command = Command::new(binary::agents_ls());
        command.arg("lsp").args(self.hooks.then_some("--test-hooks"));
        command.args((!self.real).then_some("--stand-in"));
        command
            .env("HOME", self.root().join("no-home"))
            .env_remove("XDG_CONFIG_HOME");
        command.env("AGENTS_LS_LOG", "off");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        Client::new(command.spawn().expect("the server starts"), self)
    }

    /// Starts it and initializes it.
    #[must_use]
    pub fn start(self) -> Client {
        let mut client = self.spawn();
        client.initialize();
        client
    }
}

/// The URI of a path.
#[must_use]
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
