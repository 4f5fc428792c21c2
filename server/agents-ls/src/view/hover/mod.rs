//! The answer for one place in a file, as Markdown.
//!
//! * [`line`](mod@line): does this line reach the model, and if not why.
//! * [`path`]: what reaches the model for a path in the text.
//! * [`table`]: the files of a prompt and how far its cap is used.
//! * [`fate`](mod@fate): what becomes of a line.
//! * [`excerpt`](mod@excerpt): a line that is cut, with the place of the cut.
//! * [`skill`]: what the model sees of a skill; [`mention`]: the same where a text names one.
//! * [`key`]: what a key of a skill's head is, and who reads it.
//! * [`others`]: the other runtimes, a line each.

mod excerpt;
mod fate;
mod key;
mod line;
mod mention;
mod others;
mod path;
mod skill;
mod table;

use crate::{
    assist::{Scope, subject::subject},
    view::inert,
};
use agents_lint::{Tokens, view::shown};
use agents_prompt::{Active, Project, PromptCache, Situation};
use agents_workspace::Files;
use std::{ops::Range, path::Path};

/// The longest hover, in characters; the whole prompt has a document of its own.
const LONGEST: usize = 4000;

/// How much a hover tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Detail {
    /// The line under the cursor, and where it is cut.
    #[default]
    Line,
    /// The file as a whole.
    File,
    /// Nothing.
    Off,
}

/// The address of a document that shows the prompt of a runtime for a file.
pub(crate) type PromptLink<'a> = &'a dyn Fn(&str, &Path) -> String;

/// What a hover is asked.
pub(crate) struct Asked<'a> {
    /// The project.
    pub(crate) project: &'a Project,
    /// The tree.
    pub(crate) files: &'a dyn Files,
    /// Prompts made so far.
    pub(crate) prompts: &'a PromptCache,
    /// The file.
    pub(crate) path: &'a Path,
    /// The byte under the cursor.
    pub(crate) byte: usize,
    /// How much to tell.
    pub(crate) detail: Detail,
    /// Whether the tree is still being searched, so that numbers may change.
    pub(crate) is_provisional: bool,
    /// What counts tokens.
    pub(crate) tokens: &'a dyn Tokens,
    /// The link that opens the whole prompt of a runtime for a file, if the editor can follow one.
    pub(crate) link: Option<PromptLink<'a>>,
}

impl<'a> Asked<'a> {
    fn scope(&self) -> Scope<'a> {
        Scope {
            project: self.project,
            files: self.files,
            prompts: self.prompts,
        }
    }

    /// The runtime to show a file for in full: the primary one, unless it does not read such files and
    /// another one does.
    fn runtime(&self, path: &Path) -> &'a Active {
        let mut readers = self.project.readers(path);
        let reader = readers.next().map(|(active, _)| active);
        reader.unwrap_or(self.project.primary())
    }
}

/// A hover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hover {
    /// Markdown.
    pub(crate) markdown: String,
    /// The bytes of the file it is about.
    pub(crate) range: Range<usize>,
}

/// What reaches the model of the place under the cursor, and what else does.
pub(crate) fn hover(asked: &Asked<'_>) -> Option<Hover> {
    if asked.detail == Detail::Off {
        return None;
    }
    let file = asked.files.file(asked.path).ok()?;
    if let Some((range, markdown)) = key::about_key(asked, &file) {
        return Some(Hover { markdown, range });
    }
    let named = subject(asked.scope(), asked.path, asked.byte);
    let named = named.filter(|named| !named.is_declaration && named.whole.contains(&asked.byte));
    if let Some(named) = named {
        return Some(Hover {
            markdown: mention::about_mention(asked, &named),
            range: named.whole,
        });
    }
    if let Some((inline, target)) = path::mentioned_path(asked, &file) {
        return Some(Hover {
            markdown: path::about_path(asked, &target),
            range: inline.range,
        });
    }
    let line = file.text().line_range(file.text().line_of(asked.byte));
    Some(Hover {
        markdown: line::about_line(asked, file.text(), &line),
        range: line,
    })
}

/// `started in …` and what is touched, unless that is the root as well.
fn started(verb: &str, project: &Project, situation: &Situation) -> String {
    let root = &project.base.root;
    let place = |path: &Path| inert::code(&shown(project, path));
    let start = if situation.start == *root {
        format!("{verb} in the opened folder")
    } else {
        format!("{verb} in {}", place(&situation.start))
    };
    match situation.touched.first().filter(|touched| *touched != root) {
        Some(touched) => format!("{start} with {} touched", place(touched)),
        None => start,
    }
}

/// Adds the size and the link, and keeps the whole within its length by leaving out the last blocks.
fn finish(
    asked: &Asked<'_>,
    active: &Active,
    path: &Path,
    blocks: Vec<String>,
    size: Option<String>,
) -> String {
    let last: Vec<String> = size.into_iter().chain(link(asked, active, path)).collect();
    let mut tail = Vec::new();
    if asked.is_provisional {
        tail.push("The folder is still being searched; numbers may change.".to_owned());
    }
    if !last.is_empty() {
        tail.push(last.join(" · "));
    }
    joined(blocks, tail)
}

/// The link to the whole prompt.
fn link(asked: &Asked<'_>, active: &Active, path: &Path) -> Option<String> {
    let link = asked.link?;
    Some(format!("[Whole prompt]({})", link(&active.name, path)))
}

/// The blocks that fit, and those that have to be there.
fn joined(mut blocks: Vec<String>, tail: Vec<String>) -> String {
    let length = |blocks: &[String]| -> usize { blocks.iter().map(|block| block.chars().count() + 2).sum() };
    while blocks.len() > 1 && length(&blocks) + length(&tail) > LONGEST {
        blocks.pop();
    }
    blocks.extend(tail);
    blocks.join("\n\n")
}
