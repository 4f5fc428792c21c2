//! What the two sides agreed on in `initialize`.

use super::uri;
use agents_syntax::Encoding;
use agents_workspace::paths;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What the client said about itself, read from the raw parameters. The library's types refuse the whole
/// `initialize` for one value they do not know; here an unreadable part counts as absent.
#[derive(Debug, Clone, Default)]
pub(super) struct Session {
    /// The unit of columns in positions.
    pub(super) encoding: Encoding,
    /// The opened folders.
    pub(super) folders: Vec<PathBuf>,
    /// `initializationOptions`; `null` when there are none.
    pub(super) options: Value,
    /// The process of the client, with which the server ends too.
    pub(super) client_process: Option<u32>,
    /// What the client can do.
    pub(super) can: Abilities,
}

/// What the client can do.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Abilities {
    /// Tell of files that change on disk, for patterns it is given.
    pub(super) watch_files: bool,
    /// Answer `workspace/configuration`.
    pub(super) configuration: bool,
    /// Register `didChangeConfiguration`, which some send only then.
    pub(super) register_configuration: bool,
    /// Show progress the server begins.
    pub(super) progress: bool,
    /// Open a document when asked.
    pub(super) show_document: bool,
    /// Ask for the text of virtual documents.
    pub(super) text_document_content: bool,
    /// Show other places beside a diagnostic.
    pub(super) related_information: bool,
    /// Dim what a diagnostic marks as doing nothing.
    pub(super) unnecessary_tag: bool,
    /// Lead from a diagnostic's code to what there is to read about it.
    pub(super) code_description: bool,
    /// Show lenses.
    pub(super) lenses: bool,
    /// Ask for the words of a lens when it comes into sight.
    pub(super) resolve_lenses: bool,
    /// Ask for lenses again when told to.
    pub(super) refresh_lenses: bool,
    /// Show hints within the text.
    pub(super) hints: bool,
    /// Ask for hints again when told to.
    pub(super) refresh_hints: bool,
    /// Take code actions, not only commands.
    pub(super) code_actions: bool,
    /// Apply an edit when asked.
    pub(super) apply_edits: bool,
    /// Take edits with versions.
    pub(super) document_changes: bool,
    /// Create files as part of an edit.
    pub(super) create_files: bool,
    /// Rename files and folders as part of an edit.
    pub(super) rename_files: bool,
    /// Ask for what could be written.
    pub(super) completion: Option<Completing>,
    /// Ask where a name leads to.
    pub(super) definition: bool,
    /// Tell what a name leads from, in the answer to that.
    pub(super) definition_links: bool,
    /// Ask where a skill is named.
    pub(super) references: bool,
    /// Ask the same of one document.
    pub(super) highlights: bool,
    /// Ask for another name.
    pub(super) rename: bool,
    /// Ask first what would be renamed.
    pub(super) prepare_rename: bool,
    /// Ask for the paths in a document.
    pub(super) document_links: bool,
}

/// What the client can do with completions.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Completing {
    /// Step through places to fill in.
    pub(super) snippets: bool,
    /// Choose between replacing a word and writing before its rest.
    pub(super) insert_replace: bool,
    /// Ask for the text about an item when it is looked at.
    pub(super) resolve: bool,
    /// Show that text as Markdown.
    pub(super) markdown: bool,
}

impl Session {
    /// Reads the parameters of `initialize`.
    pub(super) fn read(params: &Value) -> Self {
        let can = &params["capabilities"];
        let yes = |pointer: &str| can.pointer(pointer).and_then(Value::as_bool) == Some(true);
        let lists = |pointer: &str, word: &str| {
            can.pointer(pointer)
                .and_then(Value::as_array)
                .is_some_and(|list| list.iter().any(|one| one == word))
        };
        let given = |pointer: &str| can.pointer(pointer).is_some_and(|value| !value.is_null());
        Self {
            encoding: encoding(&can["general"]["positionEncodings"]),
            folders: folders(params),
            options: params["initializationOptions"].clone(),
            client_process: params["processId"].as_u64().and_then(|id| id.try_into().ok()),
            can: Abilities {
                watch_files: yes("/workspace/didChangeWatchedFiles/dynamicRegistration"),
                configuration: yes("/workspace/configuration"),
                register_configuration: yes("/workspace/didChangeConfiguration/dynamicRegistration"),
                progress: yes("/window/workDoneProgress"),
                show_document: yes("/window/showDocument/support"),
                text_document_content: given("/workspace/textDocumentContent"),
                related_information: yes("/textDocument/publishDiagnostics/relatedInformation"),
                unnecessary_tag: can
                    .pointer("/textDocument/publishDiagnostics/tagSupport")
                    .is_some_and(takes_unnecessary),
                code_description: yes("/textDocument/publishDiagnostics/codeDescriptionSupport"),
                lenses: given("/textDocument/codeLens"),
                // Before 3.18 every client that shows lenses asks for their words.
                resolve_lenses: !given("/textDocument/codeLens/resolveSupport")
                    || lists("/textDocument/codeLens/resolveSupport/properties", "command"),
                refresh_lenses: yes("/workspace/codeLens/refreshSupport"),
                hints: given("/textDocument/inlayHint"),
                refresh_hints: yes("/workspace/inlayHint/refreshSupport"),
                code_actions: given("/textDocument/codeAction/codeActionLiteralSupport"),
                apply_edits: yes("/workspace/applyEdit"),
                document_changes: yes("/workspace/workspaceEdit/documentChanges"),
                create_files: lists("/workspace/workspaceEdit/resourceOperations", "create"),
                rename_files: lists("/workspace/workspaceEdit/resourceOperations", "rename"),
                completion: given("/textDocument/completion").then(|| Completing {
                    snippets: yes("/textDocument/completion/completionItem/snippetSupport"),
                    insert_replace: yes("/textDocument/completion/completionItem/insertReplaceSupport"),
                    resolve: lists(
                        "/textDocument/completion/completionItem/resolveSupport/properties",
                        "documentation",
                    ),
                    markdown: lists(
                        "/textDocument/completion/completionItem/documentationFormat",
                        "markdown",
                    ),
                }),
                definition: given("/textDocument/definition"),
                definition_links: yes("/textDocument/definition/linkSupport"),
                references: given("/textDocument/references"),
                highlights: given("/textDocument/documentHighlight"),
                rename: given("/textDocument/rename"),
                prepare_rename: yes("/textDocument/rename/prepareSupport"),
                document_links: given("/textDocument/documentLink"),
            },
        }
    }
}

/// Whether a client takes the tag of text that does nothing. Before the protocol had a set, it was a word.
fn takes_unnecessary(support: &Value) -> bool {
    let tags = support["valueSet"].as_array();
    support == &Value::Bool(true) || tags.is_some_and(|tags| tags.iter().any(|tag| tag == 1))
}

/// UTF-8 is what texts are kept in; UTF-16 is what everybody understands.
fn encoding(offered: &Value) -> Encoding {
    let offers = |name: &str| {
        offered
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one == name))
    };
    if offers("utf-8") {
        Encoding::Utf8
    } else if offers("utf-32") && !offers("utf-16") {
        Encoding::Utf32
    } else {
        Encoding::Utf16
    }
}

/// The opened folders: the list, else the single root of older clients, else none.
fn folders(params: &Value) -> Vec<PathBuf> {
    if let Some(folders) = params["workspaceFolders"].as_array() {
        let paths = folders.iter().filter_map(|folder| folder["uri"].as_str());
        return paths.filter_map(uri::to_path).collect();
    }
    if let Some(root) = params["rootUri"].as_str().and_then(uri::to_path) {
        return vec![root];
    }
    let root = params["rootPath"].as_str().map(Path::new);
    let root = root.filter(|root| root.is_absolute()).map(paths::normal_path);
    root.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_best_common_encoding_is_taken() {
        let chosen = |offered: Value| encoding(&offered);
        assert_eq!(chosen(json!(["utf-16", "utf-8"])), Encoding::Utf8);
        assert_eq!(chosen(json!(["utf-32", "utf-16"])), Encoding::Utf16);
        assert_eq!(chosen(json!(["utf-32"])), Encoding::Utf32);
        assert_eq!(chosen(json!(["utf-7"])), Encoding::Utf16);
        assert_eq!(chosen(json!("utf-8")), Encoding::Utf16);
        assert_eq!(chosen(Value::Null), Encoding::Utf16);
    }

    #[test]
    fn folders_fall_back_to_the_single_root() {
        let of = |params: Value| folders(&params);
        assert_eq!(
            of(
                json!({"workspaceFolders": [{"uri": "file:///a", "name": "a"}, {"uri": "file:///b"}],
                      "rootUri": "file:///c"})
            ),
            [PathBuf::from("/a"), PathBuf::from("/b")]
        );
        assert_eq!(
            of(json!({"workspaceFolders": null, "rootUri": "file:///c"})),
            [PathBuf::from("/c")]
        );
        assert_eq!(
            of(json!({"rootUri": null, "rootPath": "/d"})),
            [PathBuf::from("/d")]
        );
        assert!(of(json!({"workspaceFolders": [], "rootUri": "file:///c"})).is_empty());
        assert!(of(json!({})).is_empty());
        assert!(of(json!({"rootUri": "vscode-vfs://github/x"})).is_empty());
    }

    #[test]
    fn tags_are_for_clients_that_name_them() {
        let takes = |support: Value| takes_unnecessary(&support);
        assert!(takes(json!({"valueSet": [2, 1]})));
        assert!(takes(json!(true)));
        assert!(!takes(json!({"valueSet": [2]})));
        assert!(!takes(json!({"valueSet": []})));
        assert!(!takes(json!({})));
        assert!(!takes(json!(false)));
        assert!(!takes(Value::Null));
    }

    #[test]
    fn an_unreadable_part_counts_as_absent() {
        let session = Session::read(&json!({
            "processId": "nine",
            "capabilities": {"window": [], "workspace": {"configuration": true, "didChangeWatchedFiles": 4}},
        }));
        assert!(session.can.configuration);
        assert!(!session.can.watch_files);
        assert_eq!(session.client_process, None);
    }
}
