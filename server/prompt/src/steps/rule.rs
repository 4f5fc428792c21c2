//! Files whose head says when they count: rules, steering files, `*.instructions.md`.

use super::{
    globs,
    head::Fence,
    yaml::{self, Entry, Value},
};
use agents_workspace::{File, FileFault, Files};
use std::{
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

const FENCE: Fence = Fence {
    after_bom: true,
    closes_alone: true,
    open_ended: false,
};

/// A file with its head read.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Where it is.
    pub path: PathBuf,
    /// The file.
    pub file: Arc<File>,
    /// The bytes behind the head; all when there is none.
    pub body: Range<usize>,
    /// Why the head cannot be read as YAML.
    pub fault: Option<String>,
    head: String,
    /// Where `head` begins.
    base: usize,
    entries: Vec<Entry>,
}

impl Rule {
    /// Reads a file and its head.
    ///
    /// # Errors
    /// Why there is no text.
    pub fn read(files: &dyn Files, path: &Path) -> Result<Self, FileFault> {
        let file = files.file(path)?;
        let text = file.text().to_string();
        let found = FENCE.find(&text);
        let mut rule = Self {
            path: path.to_path_buf(),
            body: 0..text.len(),
            file,
            fault: None,
            head: String::new(),
            base: 0,
            entries: Vec::new(),
        };
        let Ok(range) = found else {
            return Ok(rule);
        };
        rule.base = range.start;
        rule.head = text[range.clone()].to_owned();
        match yaml::entries(&rule.head, rule.base) {
            Ok(entries) => rule.entries = entries,
            Err(fault) => rule.fault = Some(fault),
        }
        let after = &text[range.end..];
        // The fence is there, or there were no head.
        let fence = after.find("---").unwrap_or(0);
        let line = after[fence..]
            .find('\n')
            .map_or(after.len(), |end| fence + end + 1);
        rule.body = range.end + line..text.len();
        Ok(rule)
    }

    /// Whether there is a head.
    #[must_use]
    pub fn has_head(&self) -> bool {
        self.body.start > 0
    }

    /// The text of a key; `None` when it is not there or holds none.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        match &yaml::get(&self.entries, key)?.value {
            Value::Scalar(text) if !text.is_empty() => Some(text),
            Value::Scalar(_) | Value::Null | Value::Nested => None,
        }
    }

    /// Whether a key says `true`; `None` when it says neither.
    #[must_use]
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.text(key)? {
            "true" | "True" | "TRUE" => Some(true),
            "false" | "False" | "FALSE" => Some(false),
            _ => None,
        }
    }

    /// The strings of a key that holds a list, or the one it holds.
    #[must_use]
    pub fn list(&self, key: &str) -> Vec<String> {
        let strings =
            yaml::get(&self.entries, key).and_then(|entry| yaml::strings(entry, &self.head, self.base));
        strings.unwrap_or_default()
    }

    /// The strings of a key that holds a list, or patterns with commas between them.
    #[must_use]
    pub fn patterns(&self, key: &str) -> Vec<String> {
        let strings = self.list(key);
        strings
            .iter()
            .flat_map(|list| globs::split_commas(list))
            .collect()
    }
}

/// Whether a relative path leads below a folder of rules, wherever that lies.
#[must_use]
pub fn lies_below(path: &Path, folder: &str) -> bool {
    path.ancestors().skip(1).any(|above| above.ends_with(folder))
}

/// The files below `folder` whose names end with one of `endings`, in the order of their paths. `depth` is how
/// many levels of folders are looked into, `folder` itself being one. Links are followed, once to a place.
#[must_use]
pub fn below(files: &dyn Files, folder: &Path, endings: &[&str], depth: usize) -> Vec<PathBuf> {
    let mut out = Vec::new();
    collect(files, folder, endings, depth, &mut HashSet::new(), &mut out);
    out.sort();
    out
}

fn collect(
    files: &dyn Files,
    folder: &Path,
    endings: &[&str],
    depth: usize,
    seen: &mut HashSet<PathBuf>,
    out: &mut Vec<PathBuf>,
) {
    if depth == 0 || files.canonical(folder).is_none_or(|real| !seen.insert(real)) {
        return;
    }
    for name in files.list(folder).iter() {
        let path = folder.join(name);
        if files.is_folder(&path) {
            collect(files, &path, endings, depth - 1, seen, out);
        } else if endings.iter().any(|ending| name.ends_with(ending)) && files.is_file(&path) {
            out.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn a_head_is_read_and_the_body_is_what_follows() {
        let mut files = MemoryFiles::new();
        files
            .add(
                "/r/a.md",
                "---\nglobs: \"*.ts, src/{a,b}/**\"\nalwaysApply: true\nempty:\n---\nBody\n",
            )
            .add(
                "/r/b.md",
                "\u{feff}---\r\nglobs:\r\n  - a\r\n  - b\r\n---\r\nBody",
            )
            .add("/r/c.md", "---\nno end\n")
            .add("/r/d.md", "---\n broken\n---\n");
        let read = |path: &str| Rule::read(&files, Path::new(path)).expect("a file");
        let body = |rule: &Rule| rule.file.text().substring(rule.body.clone());
        let a = read("/r/a.md");
        assert_eq!(a.patterns("globs"), ["*.ts", "src/{a,b}/**"]);
        assert_eq!(a.list("globs"), ["*.ts, src/{a,b}/**"]);
        assert_eq!((a.flag("alwaysApply"), a.text("empty")), (Some(true), None));
        assert_eq!(body(&a), "Body\n");
        let b = read("/r/b.md");
        assert_eq!(
            (b.patterns("globs"), body(&b)),
            (vec!["a".to_owned(), "b".to_owned()], "Body".to_owned())
        );
        let c = read("/r/c.md");
        assert!(!c.has_head() && body(&c) == "---\nno end\n");
        let d = read("/r/d.md");
        assert!(d.has_head() && d.fault.is_some() && body(&d).is_empty());
    }

    #[test]
    fn files_are_found_to_a_depth_and_in_order() {
        let mut files = MemoryFiles::new();
        files
            .add("/r/b.md", "")
            .add("/r/a/x.md", "")
            .add("/r/a/y.txt", "");
        files.link("/r/z", "/r/a");
        let names = |depth| below(&files, Path::new("/r"), &[".md"], depth);
        assert_eq!(names(1), [Path::new("/r/b.md")]);
        assert_eq!(names(2), [Path::new("/r/a/x.md"), Path::new("/r/b.md")]);
    }
}
