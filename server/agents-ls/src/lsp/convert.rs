//! Positions, ranges and findings between the protocol and the bytes inside.

use super::{snapshot::Snapshot, uri};
use crate::engine::{FileEdit, Finding, Severity};
use agents_syntax::{Encoding, Position as Place, Text};
use std::{collections::HashMap, ops::Range as Bytes, path::Path};
use tower_lsp_server::ls_types::{
    CodeDescription, CreateFile, DeleteFile, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, DocumentChangeOperation, DocumentChanges, Location, NumberOrString, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, Range, RenameFile, ResourceOp, TextDocumentEdit,
    TextEdit, Uri, WorkspaceEdit,
};

/// Whose findings they are, as editors show it.
pub(super) const SOURCE: &str = "agents-ls";

/// The byte of a position; places outside mean the nearest one inside.
pub(super) fn byte(text: &Text, position: Position, encoding: Encoding) -> usize {
    let place = Place {
        line: usize_of(position.line),
        column: usize_of(position.character),
    };
    text.offset(place, encoding)
}

/// The bytes of a range; an inverted one is empty.
pub(super) fn bytes(text: &Text, range: Range, encoding: Encoding) -> Bytes<usize> {
    let start = byte(text, range.start, encoding);
    start..byte(text, range.end, encoding).max(start)
}

/// The range of some bytes.
pub(super) fn range(text: &Text, bytes: &Bytes<usize>, encoding: Encoding) -> Range {
    Range::new(
        position(text, bytes.start, encoding),
        position(text, bytes.end, encoding),
    )
}

/// The position of a byte.
pub(super) fn position(text: &Text, byte: usize, encoding: Encoding) -> Position {
    let place = text.position(byte, encoding);
    Position::new(u32_of(place.line), u32_of(place.column))
}

/// The name of an encoding in the protocol.
pub(super) fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
        Encoding::Utf32 => "utf-32",
    }
}

/// A finding in a text, as an editor shows it.
pub(super) fn diagnostic(finding: &Finding, text: &Text, snapshot: &Snapshot) -> Diagnostic {
    let session = &snapshot.session;
    let related = session.can.related_information && !finding.related.is_empty();
    Diagnostic {
        range: range(text, &finding.range, session.encoding),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Information => DiagnosticSeverity::INFORMATION,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(finding.rule.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: finding.message(),
        related_information: related.then(|| {
            finding
                .related
                .iter()
                .filter_map(|related| {
                    Some(DiagnosticRelatedInformation {
                        location: location(&related.path, &related.range, snapshot)?,
                        message: related.message.clone(),
                    })
                })
                .collect()
        }),
        code_description: session
            .can
            .code_description
            .then(|| (snapshot.world.rule_link)(finding.rule))
            .flatten()
            .and_then(|page| uri_of(&page))
            .map(|href| CodeDescription { href }),
        tags: (session.can.unnecessary_tag && finding.is_unnecessary)
            .then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    }
}

/// A place in a file; `None` when the file is not there any more.
pub(super) fn location(path: &Path, bytes: &Bytes<usize>, snapshot: &Snapshot) -> Option<Location> {
    let file = snapshot.world.files.file(path).ok()?;
    let uri = uri_of(&snapshot.uri(path))?;
    Some(Location::new(
        uri,
        range(file.text(), bytes, snapshot.session.encoding),
    ))
}

/// Edits of files. `None` when a file is not there any more, or when the client cannot do it.
pub(super) fn workspace_edit(edits: &[FileEdit], snapshot: &Snapshot) -> Option<WorkspaceEdit> {
    if !snapshot.session.can.document_changes {
        return plain_edit(edits, snapshot);
    }
    let mut operations = Vec::new();
    for edit in edits {
        match edit {
            FileEdit::Text { path, edits } => {
                let version = snapshot.editors.get(path).map(|editor| editor.version);
                let uri = uri_of(&snapshot.uri(path))?;
                operations.push(edits_of(uri, version, text_edits(path, edits, snapshot)?));
            }
            FileEdit::Create { path, text } => {
                if !snapshot.session.can.create_files {
                    return None;
                }
                let uri = uri_of(&uri::from_path(path))?;
                operations.push(DocumentChangeOperation::Op(ResourceOp::Create(CreateFile {
                    uri: uri.clone(),
                    options: None,
                    annotation_id: None,
                })));
                operations.push(edits_of(
                    uri,
                    None,
                    vec![TextEdit::new(Range::default(), text.clone())],
                ));
            }
            FileEdit::Rename { from, to } => {
                if !snapshot.session.can.rename_files {
                    return None;
                }
                operations.push(DocumentChangeOperation::Op(ResourceOp::Rename(RenameFile {
                    old_uri: uri_of(&snapshot.uri(from))?,
                    new_uri: uri_of(&uri::from_path(to))?,
                    options: None,
                    annotation_id: None,
                })));
            }
            FileEdit::Delete { path } => {
                operations.push(DocumentChangeOperation::Op(ResourceOp::Delete(DeleteFile {
                    uri: uri_of(&snapshot.uri(path))?,
                    options: None,
                    annotation_id: None,
                })));
            }
        }
    }
    Some(WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(operations)),
        ..WorkspaceEdit::default()
    })
}

/// The old form, which knows no operations on files and no versions.
fn plain_edit(edits: &[FileEdit], snapshot: &Snapshot) -> Option<WorkspaceEdit> {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in edits {
        let FileEdit::Text { path, edits } = edit else {
            return None;
        };
        let edits = text_edits(path, edits, snapshot)?;
        changes
            .entry(uri_of(&snapshot.uri(path))?)
            .or_default()
            .extend(edits);
    }
    Some(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    })
}

fn text_edits(path: &Path, edits: &[agents_lint::TextEdit], snapshot: &Snapshot) -> Option<Vec<TextEdit>> {
    let file = snapshot.world.files.file(path).ok()?;
    let edits = edits.iter().map(|edit| {
        let range = range(file.text(), &edit.range, snapshot.session.encoding);
        TextEdit::new(range, edit.text.clone())
    });
    Some(edits.collect())
}

fn edits_of(uri: Uri, version: Option<i32>, edits: Vec<TextEdit>) -> DocumentChangeOperation {
    DocumentChangeOperation::Edit(TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    })
}

/// A URI as the library has it; `None` for characters it refuses.
pub(super) fn uri_of(uri: &str) -> Option<Uri> {
    uri.parse().ok()
}

fn usize_of(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn u32_of(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
