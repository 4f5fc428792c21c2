//! What the program knows, asked in plain terms: paths, byte ranges and a [`World`] that does not change.
//!
//! The protocol ([`crate::lsp`]) calls an [`Engine`] from its threads and turns the answers into messages.
//! Nothing here knows a protocol, a thread or a terminal.

pub(crate) use crate::assist::{
    Spot,
    complete::{Completion, Completions, Sort},
    links::Link,
    navigate::{Definition, Highlight},
    rename::{Renamable, Renaming},
};
pub(crate) use crate::view::{lens::Below, sections::Hint, status::Status};
pub(crate) use agents_lint::{Applicability, FileEdit, FileFindings, Finding, Fix, Severity};

use agents_syntax::{Document, Text};
use agents_workspace::Files;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Answers questions about instruction files. Asked from several threads at once; answers from worlds of
/// different age may be under way together, so an engine keeps nothing that depends on their order.
pub(crate) trait Engine: Send + Sync + 'static {
    /// Patterns (`**/AGENTS.md`) of the files whose change on disk can change an answer.
    fn watched(&self) -> Vec<String>;

    /// Findings that depend on nothing but the file itself. Asked on every keystroke.
    fn own_findings(&self, world: &World, path: &Path, cancel: &Cancel) -> Vec<Finding>;

    /// Findings of every file in the opened folders and of every open document. Asked after a pause.
    fn all_findings(
        &self,
        world: &World,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> BTreeMap<PathBuf, FileFindings>;

    /// What the user must be told beside findings, each sentence once.
    fn notices(&self) -> Vec<String> {
        Vec::new()
    }

    /// What to say about a place in an open document.
    fn hover(&self, world: &World, path: &Path, byte: usize, cancel: &Cancel) -> Option<Hover>;

    /// What there is to say about the rules of findings in a document, by their codes.
    fn about_rules(&self, _world: &World, _path: &Path, _codes: &[String]) -> Vec<String> {
        Vec::new()
    }

    /// Fixes of findings that touch `range` of an open document. `is_told` says whether the editor shows a finding
    /// there; only then are those looked for that follow from other files.
    fn fixes(
        &self,
        world: &World,
        path: &Path,
        range: Range<usize>,
        is_told: bool,
        cancel: &Cancel,
    ) -> Vec<Fix>;

    /// Mending all at once what keeps loaders from the head of a skill, asked for at `range` of an open document;
    /// `None` when nothing of it can be mended unseen, or `range` lies in the text.
    fn repair(&self, _world: &World, _path: &Path, _range: Range<usize>, _cancel: &Cancel) -> Option<Fix> {
        None
    }

    /// All fixes of an open document's own findings that may be applied unseen, as one.
    fn fix_all(&self, _world: &World, _path: &Path, _cancel: &Cancel) -> Option<Fix> {
        None
    }

    /// What could be written at a place in an open document; `with_about` asks for what there is to say about
    /// each item as well.
    fn complete(
        &self,
        _world: &World,
        _path: &Path,
        _byte: usize,
        _with_about: bool,
        _cancel: &Cancel,
    ) -> Option<Completions> {
        None
    }

    /// What there is to say about an item that was offered, by its label.
    fn about_completion(
        &self,
        _world: &World,
        _path: &Path,
        _sort: Sort,
        _label: &str,
        _cancel: &Cancel,
    ) -> Option<String> {
        None
    }

    /// Where what stands at a place leads to.
    fn definition(&self, _world: &World, _path: &Path, _byte: usize, _cancel: &Cancel) -> Option<Definition> {
        None
    }

    /// Where the skill at a place is named; `None` when there is none.
    fn references(
        &self,
        _world: &World,
        _path: &Path,
        _byte: usize,
        _with_declarations: bool,
        _cancel: &Cancel,
    ) -> Option<Vec<Spot>> {
        None
    }

    /// Where the skill at a place is named in the same document.
    fn highlights(
        &self,
        _world: &World,
        _path: &Path,
        _byte: usize,
        _cancel: &Cancel,
    ) -> Option<Vec<Highlight>> {
        None
    }

    /// The name at a place that can be changed; `None` when there is none.
    ///
    /// # Errors
    /// Why it cannot, in a sentence.
    fn renamable(
        &self,
        _world: &World,
        _path: &Path,
        _byte: usize,
        _cancel: &Cancel,
    ) -> Result<Option<Renamable>, String> {
        Ok(None)
    }

    /// What a new name for what stands at a place changes; `can_move`: folders and files can be renamed.
    ///
    /// # Errors
    /// Why it cannot have that name, in a sentence.
    fn rename(
        &self,
        _world: &World,
        _path: &Path,
        _byte: usize,
        _name: &str,
        _can_move: bool,
        _cancel: &Cancel,
    ) -> Result<Option<Renaming>, String> {
        Ok(None)
    }

    /// The paths in an open document that lead to files.
    fn links(&self, _world: &World, _path: &Path, _cancel: &Cancel) -> Vec<Link> {
        Vec::new()
    }

    /// The runtimes that an open document has a lens for, the main one first.
    fn lenses(&self, _world: &World, _path: &Path, _cancel: &Cancel) -> Vec<String> {
        Vec::new()
    }

    /// The words of the lens of a runtime; `below` is the latest answer of [`Engine::below`].
    fn lens(
        &self,
        _world: &World,
        _path: &Path,
        _runtime: &str,
        _below: &Below,
        _cancel: &Cancel,
    ) -> Option<String> {
        None
    }

    /// What becomes of the files below an open document. Looks at all of them, so it is asked after a pause.
    fn below(&self, _world: &World, _path: &Path, _cancel: &Cancel) -> Below {
        Below::new()
    }

    /// What stands behind the headings of an open document that begin in `range`.
    fn hints(&self, _world: &World, _path: &Path, _range: &Range<usize>, _cancel: &Cancel) -> Vec<Hint> {
        Vec::new()
    }

    /// What reaches the agent that works on a file, in a few words and numbers.
    fn status(&self, _world: &World, _path: &Path, _cancel: &Cancel) -> Option<Status> {
        None
    }

    /// How many rules changed since the last commit for an agent that works on a file, in words; `None` where none
    /// did, or there is no commit. Looks at the disk, so it is asked after a pause.
    fn since_head(&self, _world: &World, _path: &Path, _cancel: &Cancel) -> Option<String> {
        None
    }

    /// The prompt that `path` takes part in, for one runtime or the main one.
    fn effective_prompt(
        &self,
        world: &World,
        path: &Path,
        runtime: Option<&str>,
        cancel: &Cancel,
    ) -> Option<Prompt>;
}

/// Everything an answer depends on, as it was at one moment. Copies are cheap.
#[derive(Clone)]
pub(crate) struct World {
    /// The tree, with the text of open documents over what lies on disk.
    pub(crate) files: Arc<dyn Files>,
    /// The open documents by path.
    pub(crate) documents: imbl::OrdMap<PathBuf, Open>,
    /// Counts the times files came or went, as far as is known.
    pub(crate) tree: u64,
    /// How to link to the document that shows a prompt, where the client can follow such a link.
    pub(crate) prompt_link: Option<fn(runtime: &str, path: &Path, world: &World) -> String>,
    /// How to link to the page of a rule; `None` where the client can follow no such link.
    pub(crate) rule_link: fn(code: &str) -> Option<String>,
    /// The opened folders; none when a single file is open.
    pub(crate) folders: Arc<[Folder]>,
    /// The editor's settings for files outside every folder; `null` when it sent none.
    pub(crate) settings: Arc<Value>,
}

/// An open document whose text is known.
#[derive(Debug, Clone)]
pub(crate) struct Open {
    /// The editor's version number.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Text,
    /// Its structure; `None` while a large text is still being read.
    pub(crate) document: Option<Document>,
}

/// An opened folder.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Folder {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// The editor's settings for it; `null` when it sent none.
    pub(crate) settings: Arc<Value>,
}

impl World {
    /// The folder a file belongs to: of those above it, the deepest.
    pub(crate) fn folder_of(&self, path: &Path) -> Option<&Folder> {
        self.folders
            .iter()
            .filter(|folder| path.starts_with(&folder.path))
            .max_by_key(|folder| folder.path.components().count())
    }

    /// The editor's settings that hold for a file.
    pub(crate) fn settings_of(&self, path: &Path) -> &Value {
        self.folder_of(path)
            .map_or(&self.settings, |folder| &folder.settings)
    }
}

/// Says that nobody waits for an answer any more. Copies share the answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Whether to stop. Loops over files and documents ask before each turn; what a stopped computation
    /// returns is thrown away.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Asks the computation to stop.
    pub(crate) fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How far a long computation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Files done.
    pub(crate) done: usize,
    /// Files there are, as far as is known.
    pub(crate) total: usize,
}

/// Text about a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hover {
    /// Markdown.
    pub(crate) markdown: String,
    /// The bytes it is about.
    pub(crate) range: Option<Range<usize>>,
}

/// A prompt to show.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Prompt {
    /// The runtime.
    pub(crate) runtime: String,
    /// The text the model receives.
    pub(crate) text: String,
    /// Where its parts come from, for clients that draw them.
    pub(crate) parts: Value,
}
