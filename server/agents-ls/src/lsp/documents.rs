//! The texts of open documents, as the owner keeps them.
//!
//! A small text is read at once. A large one is read on the pool while its edits go on: the text follows
//! them at once, the structure when it is there. A document whose client and server may disagree about the
//! text is *lost* until a whole text arrives.

use super::{
    changes::{self, Changed},
    event::{Event, Read},
    follow::Change as Came,
    params::Change,
    publish,
    snapshot::{Editor, Stamp},
    state::{Load, Owner},
};
use crate::engine::Open;
use agents_syntax::{Document, Edit, Text};
use std::{
    panic::catch_unwind,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The largest text, and the largest sum of inserted text, that the owner reads itself, in bytes. Reading
/// costs about 0.3 ms for 1 kB, so this holds other documents up for 20 ms at most.
const LARGEST_AT_ONCE: usize = 64 * 1024;

/// How many edits that were made while a large text was read are caught up with; beyond, it is read anew.
const MOST_QUEUED: usize = 256;

impl Owner {
    /// A document is open with this text from now on, whatever was known of it before.
    pub(super) fn open(&mut self, path: PathBuf, uri: &str, version: i32, text: Text) {
        let stamp = self.stamp(&path);
        let editor = Editor {
            uri: uri.into(),
            version,
            lost: false,
            stamp: stamp.clone(),
        };
        let reads = self.take_reads(&path);
        if text.len() <= LARGEST_AT_ONCE {
            let document = Document::open(text);
            let text = document.text().clone();
            self.put(&path, editor, text, Some(document), Came::Whole);
            return self.read_each(reads);
        }
        let load = Load {
            stamp: stamp.clone(),
            edits: Vec::new(),
            reads,
        };
        self.loads.insert(path.clone(), load);
        self.put(&path, editor, text.clone(), None, Came::Whole);
        let events = self.events.clone();
        self.pool.urgent(move || {
            let document = catch_unwind(|| Document::open(text)).ok();
            drop(events.send(Event::Loaded {
                path,
                stamp,
                document,
            }));
        });
    }

    /// Changes an open document.
    pub(super) fn change(&mut self, path: &Path, version: i32, changed: &[Change]) {
        let Some(editor) = self.snapshot.editors.get(path).cloned() else {
            return tracing::warn!(path = %path.display(), "a change of a document that is not open");
        };
        if version < editor.version {
            let known = editor.version;
            return tracing::warn!(path = %path.display(), version, known, "an old change is ignored");
        }
        let text = match self.snapshot.world.documents.get(path) {
            Some(open) => open.text.clone(),
            // Nothing fits an unknown text, but a whole one makes it known.
            None if changes::last_whole(changed).is_some() => Text::default(),
            None => return tracing::debug!(path = %path.display(), "still out of step"),
        };
        let Ok(changed) = changes::apply(&text, changed, self.snapshot.session.encoding) else {
            return self.lose(path, "an edit does not fit the text");
        };
        self.apply(path, &editor, version, changed);
    }

    fn apply(&mut self, path: &Path, editor: &Editor, version: i32, changed: Changed) {
        let Changed { text, edits } = changed;
        let inserted = |edits: &[Edit]| edits.iter().map(|edit| edit.text.len()).sum::<usize>();
        let edits = match edits {
            Some(edits) if inserted(&edits) <= LARGEST_AT_ONCE => edits,
            _ => return self.open(path.to_path_buf(), &Arc::clone(&editor.uri), version, text),
        };
        let editor = Editor {
            version,
            stamp: editor.stamp.next(),
            ..editor.clone()
        };
        let change = Came::edits(&edits);
        if let Some(load) = self.loads.get_mut(path) {
            load.edits.extend(edits);
            return self.put(path, editor, text, None, change);
        }
        let before = self.snapshot.world.documents.get(path);
        let Some(document) = before.and_then(|open| open.document.as_ref()) else {
            return self.open(path.to_path_buf(), &Arc::clone(&editor.uri), version, text);
        };
        let document = document.edited(&edits);
        self.put(path, editor, text, Some(document), change);
    }

    /// A large text has been read.
    pub(super) fn loaded(&mut self, path: &Path, stamp: &Stamp, document: Option<Document>) {
        let Some(load) = self.loads.get(path).filter(|load| load.stamp == *stamp) else {
            return;
        };
        let Some(document) = document else {
            return self.lose(path, "its text cannot be read");
        };
        let (Some(editor), Some(open)) = (
            self.snapshot.editors.get(path).cloned(),
            self.snapshot.world.documents.get(path).cloned(),
        ) else {
            return;
        };
        let inserted: usize = load.edits.iter().map(|edit| edit.text.len()).sum();
        if load.edits.len() > MOST_QUEUED || inserted > LARGEST_AT_ONCE {
            return self.open(
                path.to_path_buf(),
                &Arc::clone(&editor.uri),
                editor.version,
                open.text,
            );
        }
        let document = document.edited(&load.edits);
        let reads = self.take_reads(path);
        self.put(path, editor, open.text, Some(document), Came::Read);
        self.read_each(reads);
    }

    /// The client saved a document. Saving tells its whole text, which brings a lost one back.
    pub(super) fn saved(&mut self, path: &Path, text: Option<String>) {
        let (Some(editor), Some(text)) = (self.snapshot.editors.get(path).cloned(), text) else {
            return;
        };
        let text = Text::new(&text);
        let known = self.snapshot.world.documents.get(path);
        if known.is_none_or(|open| open.text != text) {
            tracing::warn!(path = %path.display(), "the saved text is not the known one; taking it");
            self.open(path.to_path_buf(), &Arc::clone(&editor.uri), editor.version, text);
        }
    }

    /// A document is closed; what lies on disk counts again.
    pub(super) fn close(&mut self, path: &Path) {
        let reads = self.take_reads(path);
        let Some(editor) = self.snapshot.editors.get(path).cloned() else {
            return tracing::warn!(path = %path.display(), "a document that is not open was closed");
        };
        drop(editor.stamp.next());
        self.forget_text(path);
        self.snapshot().editors.remove(path);
        self.publish(publish::Event::Closed(path.to_path_buf()));
        self.read_each(reads);
    }

    /// A document is open whose text is not known yet.
    pub(super) fn expect(&mut self, path: &Path, uri: &str) {
        if !self.snapshot.editors.contains_key(path) {
            let editor = Editor {
                uri: uri.into(),
                version: i32::MIN,
                lost: false,
                stamp: Stamp::default().next(),
            };
            self.snapshot().editors.insert(path.to_path_buf(), editor);
        }
    }

    /// Says nothing about a document any more, until its client sends a whole text.
    pub(super) fn lose(&mut self, path: &Path, why: &str) {
        let reads = self.take_reads(path);
        let Some(editor) = self
            .snapshot
            .editors
            .get(path)
            .cloned()
            .filter(|editor| !editor.lost)
        else {
            return;
        };
        tracing::warn!(path = %path.display(), why, "a document is out of step");
        let stamp = editor.stamp.next();
        self.forget_text(path);
        let lost = Editor {
            lost: true,
            stamp,
            ..editor
        };
        self.snapshot().editors.insert(path.to_path_buf(), lost);
        self.publish(publish::Event::Lost(path.to_path_buf()));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.client.warn(&format!(
            "agents-ls lost track of {name} ({why}) and says nothing about it until it is saved or opened anew."
        ));
        self.read_each(reads);
    }

    fn put(&mut self, path: &Path, editor: Editor, text: Text, document: Option<Document>, change: Came) {
        match &document {
            Some(document) => self.overlay.set(path, document.clone()),
            None => self.overlay.set_text(path, text.clone()),
        }
        let files = Arc::new(self.overlay.clone());
        let snapshot = self.snapshot();
        snapshot.world.files = files;
        let open = Open {
            version: editor.version,
            text,
            document,
        };
        snapshot.world.documents.insert(path.to_path_buf(), open);
        snapshot.editors.insert(path.to_path_buf(), editor);
        self.publish(publish::Event::Edited(path.to_path_buf(), change));
    }

    fn forget_text(&mut self, path: &Path) {
        self.overlay.close(path);
        let files = Arc::new(self.overlay.clone());
        let snapshot = self.snapshot();
        snapshot.world.files = files;
        snapshot.world.documents.remove(path);
    }

    fn stamp(&self, path: &Path) -> Stamp {
        let before = self.snapshot.editors.get(path);
        before.map_or_else(|| Stamp::default().next(), |editor| editor.stamp.next())
    }

    fn read_each(&mut self, reads: Vec<Read>) {
        for read in reads {
            self.read(read);
        }
    }

    fn take_reads(&mut self, path: &Path) -> Vec<Read> {
        self.loads.remove(path).map_or_else(Vec::new, |load| load.reads)
    }

    /// Keeps a question about a document that is still being read; hands back any other.
    pub(super) fn park(&mut self, read: Read) -> Option<Read> {
        match read.about.as_ref().and_then(|path| self.loads.get_mut(path)) {
            Some(load) => {
                load.reads.push(read);
                None
            }
            None => Some(read),
        }
    }
}
