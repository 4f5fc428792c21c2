//! Sections that move to files of their own, with a link, or an import, in their place.

use super::{ends, links, relief::Pressed, section};
use crate::{
    finding::list,
    fix::{Applicability, FileEdit, Fix, TextEdit},
    view::FileView,
    words::critical,
};
use agents_prompt::runtime::{Imports, Role};
use agents_syntax::{Document, fact::Heading};
use std::{
    collections::BTreeSet,
    ops::Range,
    path::{Path, PathBuf},
};

/// Where the files lie, below the folder of the file that is split. No runtime reads files there by itself.
const FOLDER: &str = "docs/agents";
/// Bytes of the name of a file, at most: a heading may be a whole sentence.
const LONGEST_NAME: usize = 40;
/// A section of fewer bytes is no gain: what stands in its place takes some as well.
const SMALLEST: usize = 120;
/// More new files than this make no better order of one.
const MOST_FILES: usize = 12;
/// How many of the new files a title names.
const NAMED: usize = 2;

/// What stands in the place of a section that moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pointer {
    /// A sentence with a link, which the agent follows when it has to.
    Link,
    /// `@path`, which the runtime replaces with the text.
    Import,
}

/// A section that can move as it is.
struct Movable {
    heading: Heading,
    /// What moves, the heading included.
    range: Range<usize>,
    text: String,
    path: PathBuf,
    is_critical: bool,
}

/// Moves the section whose heading is at `byte` to a file of its own. An import takes its place where every active
/// runtime that reads the file follows imports, otherwise a link; the title says what that means.
#[must_use]
pub fn section_at(file: &FileView<'_>, document: &Document, byte: usize) -> Option<Fix> {
    if !is_instructions(file) {
        return None;
    }
    let found = section::at(document, byte)?;
    let moved = movable(file, document, found.heading, found.range, &mut BTreeSet::new())?;
    let names: Vec<_> = file.runtimes.iter().map(crate::view::RuntimeView::name).collect();
    let is_one = names.len() == 1;
    let (pointer, means) = if imports(file) {
        (
            Pointer::Import,
            if is_one { "still sends it" } else { "still send it" },
        )
    } else {
        (
            Pointer::Link,
            if is_one {
                "reads it when it follows the link"
            } else {
                "read it when they follow the link"
            },
        )
    };
    let verb = if pointer == Pointer::Import {
        "import"
    } else {
        "link"
    };
    let title = format!(
        "Move “{}” to {} and {verb} it; {} {means}",
        moved.heading.title,
        file.shown(&moved.path),
        list(&names)
    );
    Some(fix(title, edits(file, document, &[&moved], pointer)))
}

/// Moves as few sections as make the file fit its caps to files of their own: one if that is enough. Sections
/// without a rule that matters go first.
#[must_use]
pub fn split(file: &FileView<'_>, document: &Document, pressed: &Pressed<'_>) -> Option<Fix> {
    if !is_instructions(file) {
        return None;
    }
    let mut sections = sections(file, document);
    sections.sort_by_key(|section| (section.is_critical, std::cmp::Reverse(section.range.len())));
    sections.truncate(MOST_FILES);
    let all: Vec<&Movable> = sections.iter().collect();
    let pointers = [Pointer::Import, Pointer::Link];
    let pointers = pointers
        .into_iter()
        .filter(|pointer| *pointer == Pointer::Link || imports(file));
    for pointer in pointers {
        let fits = |chosen: &[&Movable]| pressed.is_relieved_by(&edits(file, document, chosen, pointer));
        let chosen = enough(&all, fits);
        let Some(chosen) = chosen else { continue };
        let edits = edits(file, document, &chosen, pointer);
        let title = title(file, &chosen, pointer, pressed.preview(&edits));
        return Some(fix(title, edits));
    }
    None
}

/// The fewest sections that are enough, in the order of the file.
fn enough<'a>(all: &[&'a Movable], fits: impl Fn(&[&'a Movable]) -> bool) -> Option<Vec<&'a Movable>> {
    let mut harmless: Vec<&Movable> = all
        .iter()
        .copied()
        .filter(|section| !section.is_critical)
        .collect();
    harmless.sort_by_key(|section| section.range.len());
    let at = harmless.partition_point(|section| !fits(&[*section]));
    let mut chosen = match harmless.get(at) {
        Some(one) => vec![*one],
        None => {
            let (mut least, mut most) = (1, all.len());
            while least < most {
                let middle = least.midpoint(most);
                if fits(&all[..middle]) {
                    most = middle;
                } else {
                    least = middle + 1;
                }
            }
            all.get(..least)?.to_vec()
        }
    };
    if chosen.is_empty() || !fits(&chosen) {
        return None;
    }
    chosen.sort_by_key(|section| section.range.start);
    Some(chosen)
}

fn title(file: &FileView<'_>, chosen: &[&Movable], pointer: Pointer, preview: Option<String>) -> String {
    let own = file.path.file_name().unwrap_or_default().to_string_lossy();
    let budget = preview.map_or_else(String::new, |preview| format!(": {own} {preview}"));
    let verb = if pointer == Pointer::Import {
        "import"
    } else {
        "link"
    };
    if let [one] = chosen {
        let path = file.shown(&one.path);
        return format!("Move “{}” to {path} and {verb} it{budget}", one.heading.title);
    }
    let mut names: Vec<String> = chosen
        .iter()
        .take(NAMED)
        .map(|section| file.shown(&section.path))
        .collect();
    if chosen.len() > NAMED {
        names.push(format!("{} more", chosen.len() - NAMED));
    }
    let names = list(&names);
    format!("Split by headings{budget}; {names}")
}

fn fix(title: String, edits: Vec<FileEdit>) -> Fix {
    Fix {
        title,
        applicability: Applicability::Unsafe,
        rule: None,
        edits,
    }
}

fn is_instructions(file: &FileView<'_>) -> bool {
    !file.runtimes.is_empty() && file.runtimes.iter().all(|view| view.role == Role::Instructions)
}

/// Whether every active runtime that reads the file follows imports.
fn imports(file: &FileView<'_>) -> bool {
    let follows = |imports| imports == Imports::Followed;
    file.runtimes
        .iter()
        .all(|view| follows(view.active.runtime.imports()))
}

/// The sections of the highest level that there are several of.
fn sections(file: &FileView<'_>, document: &Document) -> Vec<Movable> {
    let headings: Vec<Heading> = document.headings().collect();
    let several = |level: &u8| headings.iter().filter(|heading| heading.level == *level).count() > 1;
    let Some(level) = (1..=6).find(several) else {
        return Vec::new();
    };
    let mut taken = BTreeSet::new();
    let of_level = headings.into_iter().filter(|heading| heading.level == level);
    of_level
        .filter_map(|heading| {
            let found = section::at(document, heading.range.start)?;
            movable(file, document, heading, found.range, &mut taken)
        })
        .collect()
}

fn movable(
    file: &FileView<'_>,
    document: &Document,
    heading: Heading,
    range: Range<usize>,
    taken: &mut BTreeSet<PathBuf>,
) -> Option<Movable> {
    let is_import = |import: &agents_prompt::effective::Import| {
        import.path == file.path && range.start <= import.range.start && import.range.end <= range.end
    };
    if range.len() < SMALLEST
        || file
            .runtimes
            .iter()
            .any(|view| view.prompt.imports.iter().any(is_import))
    {
        return None;
    }
    let path = free_path(file, &heading.title, taken)?;
    let text = links::moved(document, &range, file.path, &path)?;
    Some(Movable {
        is_critical: critical::rules(document, &range).next().is_some(),
        heading,
        range,
        text,
        path,
    })
}

/// A path that nothing is at, and that no active runtime reads by itself.
fn free_path(file: &FileView<'_>, title: &str, taken: &mut BTreeSet<PathBuf>) -> Option<PathBuf> {
    let folder = file.path.parent()?.join(FOLDER);
    let name = file_name(title);
    let names =
        std::iter::once(format!("{name}.md")).chain((2..100).map(|count| format!("{name}-{count}.md")));
    let is_free = |path: &PathBuf| {
        !taken.contains(path) && file.files.canonical(path).is_none() && !file.project.reads(path)
    };
    let path = names.map(|name| folder.join(name)).find(is_free)?;
    taken.insert(path.clone());
    Some(path)
}

/// A title as the name of a file: letters and digits, hyphens between words.
fn file_name(title: &str) -> String {
    let lower = title.to_lowercase();
    let words = lower
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut name = String::new();
    for word in words {
        if !name.is_empty() && name.len() + 1 + word.len() > LONGEST_NAME {
            break;
        }
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(word);
    }
    if name.is_empty() || name.len() > 2 * LONGEST_NAME {
        "section".to_owned()
    } else {
        name
    }
}

/// The edits that move sections: a new file for each, and in the file the heading with what points there.
fn edits(file: &FileView<'_>, document: &Document, chosen: &[&Movable], pointer: Pointer) -> Vec<FileEdit> {
    let text = document.text();
    let eol = ends::line_end(text);
    let mut chosen: Vec<&Movable> = chosen.to_vec();
    chosen.sort_by_key(|section| section.range.start);
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let mut edits: Vec<FileEdit> = Vec::new();
    let mut places = Vec::new();
    for section in chosen {
        edits.push(FileEdit::Create {
            path: section.path.clone(),
            text: format!("{}{eol}", section.text.trim_end()),
        });
        let target = links::relative(folder, &section.path);
        let words = match pointer {
            Pointer::Link => format!("Read [{target}]({target}) before you work on this."),
            Pointer::Import => format!("@{target}"),
        };
        let heading = text.substring(section.heading.range.clone());
        let heading = heading.trim_end();
        let is_last = section.range.end >= text.len();
        let ends = text.substring(section.range.clone()).ends_with(['\n', '\r']);
        let gap = match (is_last, ends) {
            (false, _) => eol.repeat(2),
            (true, true) => eol.to_owned(),
            (true, false) => String::new(),
        };
        let start = section.heading.range.start + heading.len();
        places.push(TextEdit::new(
            start..section.range.end.max(start),
            format!("{eol}{eol}{words}{gap}"),
        ));
    }
    edits.push(FileEdit::Text {
        path: file.path.to_path_buf(),
        edits: places,
    });
    edits
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_of_files_are_short_and_plain() {
        for (title, name) in [
            ("Testing", "testing"),
            ("Build & run: `make`", "build-run-make"),
            ("Überblick", "überblick"),
            ("…", "section"),
            (
                "What to do when the build does not work on your machine",
                "what-to-do-when-the-build-does-not-work",
            ),
        ] {
            assert_eq!(file_name(title), name);
        }
    }
}
