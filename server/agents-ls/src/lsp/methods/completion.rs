//! `textDocument/completion`

use crate::{
    engine::{Completion, Sort},
    lsp::{backend::Backend, convert, session::Completing, uri},
};
use serde_json::{Value, json};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{
        CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
        Documentation, InsertReplaceEdit, InsertTextFormat, MarkupContent, MarkupKind, Range, TextEdit,
    },
};

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: CompletionParams,
) -> Result<Option<CompletionResponse>> {
    let place = params.text_document_position;
    let name = place.text_document.uri;
    let Some(path) = uri::to_path(name.as_str()) else {
        return Ok(None);
    };
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let open = snapshot.world.documents.get(path)?;
            let session = &snapshot.session;
            let completing = session.can.completion.unwrap_or_default();
            let byte = convert::byte(&open.text, place.position, session.encoding);
            let found = engine.complete(&snapshot.world, path, byte, !completing.resolve, cancel)?;
            let shown = Shown {
                uri: name.as_str(),
                insert: convert::range(&open.text, &found.insert, session.encoding),
                replace: convert::range(&open.text, &found.replace, session.encoding),
                completing,
            };
            let items = found.items.iter().enumerate();
            let items = items.map(|(index, item)| shown.item(index, item));
            Some(CompletionResponse::Array(items.collect()))
        })
        .await
}

/// Text about an item, as the client shows it.
pub(super) fn documentation(markdown: String, completing: Completing) -> Documentation {
    if completing.markdown {
        return Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: markdown,
        });
    }
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    let plain: Vec<String> = lines.map(|line| line.replace('`', "")).collect();
    Documentation::String(plain.join("\n"))
}

/// The name of what an item is, in the data that comes back with it.
const SORTS: [(Sort, &str); 2] = [(Sort::Key, "key"), (Sort::Skill, "skill")];

/// What an item is, by the data that comes back with it, and the document it was offered for.
pub(super) fn read(data: &Value) -> Option<(Sort, &str)> {
    let named = data["sort"].as_str()?;
    let (sort, _) = SORTS.iter().find(|(_, name)| *name == named)?;
    Some((*sort, data["uri"].as_str()?))
}

/// How items are shown; all of one answer stand in the same place.
struct Shown<'a> {
    uri: &'a str,
    insert: Range,
    replace: Range,
    completing: Completing,
}

impl Shown<'_> {
    fn item(&self, index: usize, item: &Completion) -> CompletionItem {
        let snippet = item.snippet.as_ref().filter(|_| self.completing.snippets);
        let new_text = snippet.unwrap_or(&item.text).clone();
        let text_edit = if self.completing.insert_replace {
            CompletionTextEdit::InsertAndReplace(InsertReplaceEdit {
                new_text,
                insert: self.insert,
                replace: self.replace,
            })
        } else {
            CompletionTextEdit::Edit(TextEdit::new(self.insert, new_text))
        };
        let resolved = SORTS
            .iter()
            .find(|(sort, _)| self.completing.resolve && *sort == item.sort);
        CompletionItem {
            label: item.label.clone(),
            kind: Some(match item.sort {
                Sort::Key => CompletionItemKind::PROPERTY,
                Sort::Value => CompletionItemKind::VALUE,
                Sort::Skill => CompletionItemKind::MODULE,
            }),
            detail: item.detail.clone(),
            documentation: item
                .about
                .clone()
                .map(|about| documentation(about, self.completing)),
            // Editors sort by this; the order is that of the list.
            sort_text: Some(format!("{index:04}")),
            insert_text_format: snippet.map(|_| InsertTextFormat::SNIPPET),
            text_edit: Some(text_edit),
            data: resolved.map(|(_, name)| json!({ "uri": self.uri, "sort": name })),
            ..CompletionItem::default()
        }
    }
}
