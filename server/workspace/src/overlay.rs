//! Unsaved editor text over the disk.

use crate::{
    disk::DiskFiles,
    files::{EntryKind, File, FileFault, Files},
};
use agents_syntax::{Document, Text};
use std::{
    collections::{BTreeSet, HashMap},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Open documents over the disk, as one tree. A copy is a snapshot and costs O(1); the owner changes its own.
///
/// An open document stands in for the file at its path and at every path that leads to the same real file.
/// One that is not on disk yet lies in its folder all the same.
#[derive(Debug, Clone)]
pub struct Overlay {
    disk: Arc<DiskFiles>,
    open: imbl::OrdMap<PathBuf, Arc<File>>,
    layout: Arc<Layout>,
}

/// Where the open documents lie; changes only when one opens or closes or the disk does.
#[derive(Debug, Default)]
struct Layout {
    /// Real path to the path of the document that speaks for it.
    by_real: HashMap<PathBuf, PathBuf>,
    /// What folders hold besides what is on disk; a folder that is not on disk has an entry as well.
    unsaved: HashMap<PathBuf, BTreeSet<String>>,
}

impl Overlay {
    /// Nothing open.
    #[must_use]
    pub fn new(disk: Arc<DiskFiles>) -> Self {
        Self {
            disk,
            open: imbl::OrdMap::new(),
            layout: Arc::default(),
        }
    }

    /// The disk below.
    #[must_use]
    pub fn disk(&self) -> &Arc<DiskFiles> {
        &self.disk
    }

    /// The documents that are open, by the path they were opened at.
    pub fn open_files(&self) -> impl Iterator<Item = (&Path, &Arc<File>)> {
        self.open.iter().map(|(path, file)| (path.as_path(), file))
    }

    /// Puts a document that was opened or edited in place. Only opening looks at the disk.
    pub fn set(&mut self, path: &Path, document: Document) {
        self.put(path, File::from_document(document));
    }

    /// Puts a text in place whose structure is not known yet, as that of a large document while it is read.
    pub fn set_text(&mut self, path: &Path, text: Text) {
        self.put(path, File::from_text(text));
    }

    fn put(&mut self, path: &Path, file: File) {
        let below = self.disk.file(path).ok();
        let file = file.over(below.as_deref());
        if self.open.insert(path.to_path_buf(), Arc::new(file)).is_none() {
            self.lay_out();
        }
    }

    /// Takes a closed document away: its path shows the disk again.
    pub fn close(&mut self, path: &Path) {
        if self.open.remove(path).is_some() {
            self.lay_out();
        }
    }

    /// Tells the disk of changes ([`DiskFiles::forget_each`]) and finds the open documents' places anew.
    /// Copies taken before see the new disk below their own documents.
    pub fn forget<'a>(&mut self, paths: impl IntoIterator<Item = &'a Path>) {
        self.disk.forget_each(paths);
        self.settle();
    }

    /// Like [`DiskFiles::recheck`], and finds the open documents' places anew.
    pub fn recheck(&mut self, paths: &[PathBuf]) -> Vec<PathBuf> {
        let changed = self.disk.recheck(paths);
        self.settle();
        changed
    }

    /// After news from the disk: what the documents know about it, and where they lie.
    fn settle(&mut self) {
        let open: Vec<_> = self
            .open
            .iter()
            .map(|(path, file)| (path.clone(), Arc::clone(file)))
            .collect();
        for (path, file) in open {
            let below = self.disk.file(&path).ok();
            let fresh = file.copy().over(below.as_deref());
            if fresh.disk_bom() != file.disk_bom()
                || fresh.raw() != file.raw()
                || fresh.saved() != file.saved()
            {
                self.open.insert(path, Arc::new(fresh));
            }
        }
        self.lay_out();
    }

    fn lay_out(&mut self) {
        let mut layout = Layout::default();
        for path in self.open.keys() {
            let Some(real) = self.disk.resolution(path).real.clone() else {
                continue;
            };
            layout.add_unsaved(&self.disk, &real);
            let is_real = real == *path;
            let speaker = layout.by_real.entry(real).or_insert_with(|| path.clone());
            // Of two documents of one file, the one at the real path speaks for third spellings.
            if is_real {
                speaker.clone_from(path);
            }
        }
        self.layout = Arc::new(layout);
    }
}

impl Layout {
    /// Notes a document at `real` in its folder, and folders that are missing in theirs.
    fn add_unsaved(&mut self, disk: &DiskFiles, real: &Path) {
        let mut place = real;
        while disk.entry(place) == EntryKind::Missing {
            let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
                return;
            };
            let names = self.unsaved.entry(folder.to_path_buf()).or_default();
            names.insert(name.to_string_lossy().into_owned());
            place = folder;
        }
    }
}

impl Files for Overlay {
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        if let Some(file) = self.open.get(path) {
            return Ok(Arc::clone(file));
        }
        if !self.open.is_empty() {
            let found = self.disk.resolution(path);
            let speaker = found.real().ok().and_then(|real| self.layout.by_real.get(real));
            if let Some(file) = speaker.and_then(|speaker| self.open.get(speaker)) {
                return Ok(Arc::clone(file));
            }
            if found
                .real()
                .is_ok_and(|real| self.layout.unsaved.contains_key(real))
            {
                return Err(FileFault::Folder);
            }
        }
        self.disk.file(path)
    }

    fn entry(&self, path: &Path) -> EntryKind {
        let kind = self.disk.entry(path);
        if kind != EntryKind::Missing || self.open.is_empty() {
            return kind;
        }
        match self.disk.place(path) {
            Some(place) if self.layout.by_real.contains_key(&place) => EntryKind::File,
            Some(place) if self.layout.unsaved.contains_key(&place) => EntryKind::Folder,
            _ => EntryKind::Missing,
        }
    }

    fn list(&self, folder: &Path) -> Arc<[String]> {
        let listed = self.disk.list(folder);
        if self.layout.unsaved.is_empty() {
            return listed;
        }
        let found = self.disk.resolution(folder);
        let Some(unsaved) = found.real().ok().and_then(|real| self.layout.unsaved.get(real)) else {
            return listed;
        };
        let names: BTreeSet<&String> = listed.iter().chain(unsaved).collect();
        names.into_iter().cloned().collect()
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        self.disk.canonical(path).or_else(|| {
            let real = self.disk.resolution(path).real.clone()?;
            let unsaved = self.layout.by_real.contains_key(&real) || self.layout.unsaved.contains_key(&real);
            unsaved.then_some(real)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;
    use std::fs;
    use tempfile::TempDir;

    fn overlay() -> (TempDir, PathBuf, Overlay) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("AGENTS.md"), "disk").unwrap();
        (folder, root, Overlay::new(Arc::new(DiskFiles::new())))
    }

    fn document(text: &str) -> Document {
        Document::open(Text::new(text))
    }

    fn text(files: &Overlay, path: &Path) -> String {
        files.file(path).unwrap().text().to_string()
    }

    #[test]
    fn an_open_document_hides_the_disk_and_a_copy_keeps_it() {
        let (_keep, root, mut files) = overlay();
        let path = root.join("AGENTS.md");
        assert_eq!(text(&files, &path), "disk");
        files.set(&path, document("unsaved"));
        let snapshot = files.clone();
        files.set(&path, document("unsaved 2"));
        assert_eq!(text(&snapshot, &path), "unsaved");
        assert_eq!(text(&files, &path), "unsaved 2");
        assert!(Arc::ptr_eq(
            &files.file(&path).unwrap(),
            &files.clone().file(&path).unwrap()
        ));
        files.close(&path);
        assert_eq!(text(&files, &path), "disk");
    }

    #[test]
    fn a_document_that_is_not_on_disk_lies_in_its_folder() {
        let (_keep, root, mut files) = overlay();
        let path = root.join("new/deep/AGENTS.md");
        assert_eq!(files.entry(&path), EntryKind::Missing);
        files.set(&path, document("new"));
        assert_eq!(files.entry(&path), EntryKind::File);
        assert_eq!(files.entry(&root.join("new")), EntryKind::Folder);
        assert_eq!(files.file(&root.join("new")).unwrap_err(), FileFault::Folder);
        assert_eq!(*files.list(&root), ["AGENTS.md", "new"]);
        assert_eq!(*files.list(&root.join("new/deep")), ["AGENTS.md"]);
        assert_eq!(files.canonical(&path), Some(path.clone()));
        assert!(files.is_file(&path) && files.is_folder(&root.join("new/deep")));
        files.close(&path);
        assert_eq!(files.entry(&root.join("new")), EntryKind::Missing);
        assert_eq!(*files.list(&root), ["AGENTS.md"]);
    }

    #[test]
    fn what_the_editor_hides_of_the_disk_is_known() {
        let (_keep, root, mut files) = overlay();
        let (bom, latin) = (root.join("bom.md"), root.join("latin.md"));
        fs::write(&bom, "\u{feff}# A").unwrap();
        fs::write(&latin, b"caf\xe9").unwrap();
        files.set(&bom, document("# A"));
        files.set(&latin, document("caf\u{fffd}"));
        assert!(files.file(&bom).unwrap().disk_bom());
        assert!(files.file(&latin).unwrap().raw().is_some());
        files.set(&bom, document("\u{feff}# A"));
        assert!(!files.file(&bom).unwrap().disk_bom(), "an editor that shows it");
        fs::write(&latin, "café").unwrap();
        files.forget([latin.as_path()]);
        assert!(files.file(&latin).unwrap().raw().is_none(), "saved as UTF-8");
    }

    #[test]
    fn a_warm_answer_asks_the_disk_nothing() {
        let (keep, root, mut files) = overlay();
        files.set(&root.join("unsaved.md"), document("unsaved"));
        let ask = |files: &Overlay| {
            let paths =
                ["AGENTS.md", "unsaved.md", "missing.md", "no/such/AGENTS.md"].map(|name| root.join(name));
            let texts = paths
                .clone()
                .map(|path| files.file(&path).map(|file| file.text().to_string()));
            let kinds = paths
                .clone()
                .map(|path| (files.entry(&path), files.canonical(&path)));
            (texts, kinds, files.list(&root))
        };
        let warm = ask(&files);
        drop(keep);
        assert!(!root.exists());
        assert_eq!(ask(&files), warm);
        files.forget([root.as_path()]);
        assert_ne!(ask(&files), warm);
    }

    #[cfg(unix)]
    #[test]
    fn links_to_an_open_file_show_its_unsaved_text() {
        let (_keep, root, mut files) = overlay();
        let (real, link, third) = (
            root.join("AGENTS.md"),
            root.join("CLAUDE.md"),
            root.join("GEMINI.md"),
        );
        for twin in [&link, &third] {
            std::os::unix::fs::symlink("AGENTS.md", twin).unwrap();
        }
        files.set(&link, document("by the link"));
        assert_eq!(text(&files, &real), "by the link");
        assert_eq!(text(&files, &third), "by the link");
        files.set(&real, document("by the file"));
        assert_eq!(
            text(&files, &link),
            "by the link",
            "each spelling that is open keeps its own"
        );
        assert_eq!(text(&files, &third), "by the file");
        assert_eq!(files.entry(&link), EntryKind::Link);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_made_while_its_target_is_open_leads_to_the_open_text() {
        let (_keep, root, mut files) = overlay();
        let (real, link) = (root.join("AGENTS.md"), root.join("CLAUDE.md"));
        files.set(&real, document("unsaved"));
        assert!(files.file(&link).is_err());
        std::os::unix::fs::symlink("AGENTS.md", &link).unwrap();
        files.forget([link.as_path()]);
        assert_eq!(text(&files, &link), "unsaved");
    }
}
