//! What a rule looks at.

use crate::tokens::Tokens;
use agents_prompt::{
    Active, Cause, EffectivePrompt, Loss, LossKind, Project, PromptCache, Segment, Situation,
    effective::Skill, name::Name, runtime::Role,
};
use agents_syntax::Text;
use agents_workspace::{File, FileFault, Files};
use std::{
    collections::{BTreeMap, HashSet},
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// One file in its own situation under each active runtime that reads files of its place and name.
pub struct FileView<'a> {
    /// The project it belongs to.
    pub project: &'a Project,
    /// The tree.
    pub files: &'a dyn Files,
    /// The file's path.
    pub path: &'a Path,
    /// The file, or why there is no text.
    pub file: Result<Arc<File>, FileFault>,
    /// How each runtime sees it; the primary runtime first.
    pub runtimes: Vec<RuntimeView<'a>>,
}

/// A file under one runtime.
pub struct RuntimeView<'a> {
    /// The runtime.
    pub active: &'a Active,
    /// What the file is to it.
    pub role: Role,
    /// The file's own situation.
    pub situation: Situation,
    /// The prompt in it.
    pub prompt: Arc<EffectivePrompt>,
}

impl<'a> FileView<'a> {
    /// Looks at a file.
    #[must_use]
    pub fn new(project: &'a Project, files: &'a dyn Files, prompts: &PromptCache, path: &'a Path) -> Self {
        let runtimes = project.readers(path).map(|(active, role)| {
            let situation = project.situation_of(active, path);
            let prompt = prompts.get(active, &situation, files);
            RuntimeView {
                active,
                role,
                situation,
                prompt,
            }
        });
        Self {
            project,
            files,
            path,
            file: files.file(path),
            runtimes: runtimes.collect(),
        }
    }

    /// The file's text, if there is one.
    #[must_use]
    pub fn text(&self) -> Option<&Text> {
        self.file.as_ref().ok().map(|file| file.text())
    }

    /// A path as people read it: relative to the opened folder where it lies below it.
    #[must_use]
    pub fn shown(&self, path: &Path) -> String {
        shown(self.project, path)
    }
}

impl RuntimeView<'_> {
    /// The runtime's name.
    #[must_use]
    pub fn name(&self) -> &Name {
        &self.active.name
    }

    /// The losses of a file in this prompt.
    pub fn losses<'b>(&'b self, path: &'b Path) -> impl Iterator<Item = &'b Loss> {
        self.prompt.all_losses().filter(move |loss| loss.path == path)
    }

    /// The segments that share a cap.
    pub fn shared_segments(&self) -> impl Iterator<Item = &Segment> {
        shared_segments(&self.prompt, &self.situation)
    }

    /// The skill that a file is to this runtime.
    #[must_use]
    pub fn skill(&self, path: &Path) -> Option<&Skill> {
        self.prompt.skills.iter().find(|skill| skill.path == path)
    }
}

/// All instruction files of a project.
pub struct ProjectView<'a> {
    /// The project.
    pub project: &'a Project,
    /// The tree.
    pub files: &'a dyn Files,
    /// What counts tokens.
    pub tokens: &'a dyn Tokens,
    /// Every file, by path.
    pub views: BTreeMap<PathBuf, FileView<'a>>,
}

/// The segments that share a cap: not the list of skills, which has one of its own, and not the user's files,
/// which count against none.
pub fn shared_segments<'a>(
    prompt: &'a EffectivePrompt,
    situation: &'a Situation,
) -> impl Iterator<Item = &'a Segment> {
    let is_users = |path: &Path| {
        situation.home.as_ref().is_some_and(|home| path.starts_with(home))
            && !path.starts_with(&situation.root)
            && !path
                .parent()
                .is_some_and(|folder| situation.start.starts_with(folder))
    };
    let skills: HashSet<&Path> = prompt.skills.iter().map(|skill| skill.path.as_path()).collect();
    let is_shared = move |segment: &&Segment| {
        let source = segment.source.as_ref();
        source.is_some_and(|source| !is_users(&source.path) && !skills.contains(source.path.as_path()))
    };
    let segments = prompt.parts.iter().flat_map(|part| &part.segments);
    segments.filter(is_shared)
}

/// A path as people read it: relative to the opened folder, or from `~`, where it lies below one.
#[must_use]
pub fn shown(project: &Project, path: &Path) -> String {
    let base = &project.base;
    if let Ok(below) = path.strip_prefix(&base.root) {
        let below = below.to_string_lossy();
        return if below.is_empty() {
            ".".to_owned()
        } else {
            below.replace('\\', "/")
        };
    }
    if let Some(below) = base.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
        return format!("~/{}", below.to_string_lossy().replace('\\', "/"));
    }
    path.display().to_string()
}

/// Whether a loss is the work of a cap over one file or over all of them.
#[must_use]
pub fn is_by_cap(loss: &Loss) -> bool {
    matches!(loss.kind, LossKind::Cut | LossKind::Dropped)
        && matches!(loss.cause, Cause::FileCap { .. } | Cause::TotalCap { .. })
}

/// The first line of a text without its line break, as a place to point at the whole file; an empty
/// range only when the text is empty.
#[must_use]
pub fn first_line(text: &Text) -> Range<usize> {
    text.line_range(0)
}
