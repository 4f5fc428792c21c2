//! A tree in which some files have another text, or exist at all: what would a runtime make of it?

use agents_prompt::{Active, EffectivePrompt, Situation};
use agents_syntax::Text;
use agents_workspace::{EntryKind, File, FileFault, Files};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    fix::{FileEdit, apply},
    view::{FileView, RuntimeView},
};

/// The prompt of a runtime in the file's own situation if the file had this text.
#[must_use]
pub fn prompt(file: &FileView<'_>, view: &RuntimeView<'_>, text: Text) -> EffectivePrompt {
    prompt_at(view.active, &view.situation, file.files, file.path, text)
}

/// The same for a runtime in any situation.
#[must_use]
pub fn prompt_at(
    active: &Active,
    situation: &Situation,
    files: &dyn Files,
    path: &Path,
    text: Text,
) -> EffectivePrompt {
    active.assemble(situation, &Changed::file(files, path, text))
}

/// The tree with other texts in some files, under whatever name they are asked for.
pub(crate) struct Changed<'a> {
    files: &'a dyn Files,
    /// By real path where there is one.
    texts: BTreeMap<PathBuf, Arc<File>>,
    /// What is there only after the change: files with their real names, and folders.
    created: BTreeSet<PathBuf>,
}

impl<'a> Changed<'a> {
    /// The tree with another text in one file.
    pub(crate) fn file(files: &'a dyn Files, path: &Path, text: Text) -> Self {
        let mut changed = Self {
            files,
            texts: BTreeMap::new(),
            created: BTreeSet::new(),
        };
        changed.put(path, text);
        changed
    }

    /// The tree after edits. `None` where they rename or delete, or change what cannot be read.
    pub(crate) fn by(files: &'a dyn Files, edits: &[FileEdit]) -> Option<Self> {
        let mut changed = Self {
            files,
            texts: BTreeMap::new(),
            created: BTreeSet::new(),
        };
        for edit in edits {
            match edit {
                FileEdit::Text { path, edits } => {
                    let text = apply(files.file(path).ok()?.text(), edits);
                    changed.put(path, text);
                }
                FileEdit::Create { path, text } => changed.put(path, Text::new(text)),
                FileEdit::Rename { .. } | FileEdit::Delete { .. } => return None,
            }
        }
        Some(changed)
    }

    fn put(&mut self, path: &Path, text: Text) {
        let real = self.files.canonical(path).unwrap_or_else(|| {
            let missing = |path: &&Path| self.files.canonical(path).is_none();
            let above = path.ancestors().take_while(missing);
            self.created.extend(above.map(Path::to_path_buf));
            path.to_path_buf()
        });
        self.texts.insert(real, Arc::new(File::from_text(text)));
    }
}

impl Files for Changed<'_> {
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        let own = self.texts.get(path);
        let real = || self.texts.get(&self.files.canonical(path)?);
        match own.or_else(real) {
            Some(file) => Ok(Arc::clone(file)),
            None => self.files.file(path),
        }
    }

    fn entry(&self, path: &Path) -> EntryKind {
        match self.created.contains(path) {
            true if self.texts.contains_key(path) => EntryKind::File,
            true => EntryKind::Folder,
            false => self.files.entry(path),
        }
    }

    fn list(&self, folder: &Path) -> Arc<[String]> {
        let names = self.files.list(folder);
        let new = self.created.iter().filter(|path| path.parent() == Some(folder));
        let new: Vec<String> = new
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .collect();
        if new.is_empty() {
            return names;
        }
        let mut names: Vec<String> = names.iter().cloned().chain(new).collect();
        names.sort();
        names.into()
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        if self.created.contains(path) {
            Some(path.to_path_buf())
        } else {
            self.files.canonical(path)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn a_created_file_is_there_with_the_folders_above_it() {
        let mut files = MemoryFiles::new();
        files.add("/w/b.md", "b").link("/w/link.md", "b.md");
        let edits = [
            FileEdit::Create {
                path: "/w/docs/agents/a.md".into(),
                text: "a".into(),
            },
            FileEdit::Text {
                path: "/w/b.md".into(),
                edits: vec![crate::fix::TextEdit::insert(1, "!")],
            },
        ];
        let after = Changed::by(&files, &edits).expect("texts only");
        assert_eq!(after.list(Path::new("/w")).as_ref(), ["b.md", "docs", "link.md"]);
        assert_eq!(after.entry(Path::new("/w/docs/agents")), EntryKind::Folder);
        assert!(after.is_file(Path::new("/w/docs/agents/a.md")));
        let text = |path: &str| after.file(Path::new(path)).map(|file| file.text().to_string());
        assert_eq!(text("/w/docs/agents/a.md").as_deref(), Ok("a"));
        assert_eq!(text("/w/link.md").as_deref(), Ok("b!"), "under its other name");
    }
}
