//! Reading one file as Claude Code does, with what it mentions.

use super::{import, settings::ClaudeSettings};
use crate::{
    effective::{Cause, EffectivePrompt, Import, ImportOutcome, Loss, LossKind, Segment, Unit},
    situation::Situation,
    steps::{
        frame::Frame,
        keep::Keeper,
        loss,
        mentions::{self, Mention},
        space,
        strip::{self, Stripped},
    },
};
use agents_workspace::{File, FileFault, Files};
use std::{
    borrow::Cow,
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A file with more bytes is left out (code.claude.com/docs/en/memory).
const LARGEST: usize = 4 * 1024 * 1024;

/// Hops of an import from the file that begins the chain (code.claude.com/docs/en/memory).
const HOPS: usize = 4;

/// On whose behalf a file is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    User,
    Project,
    Local,
    Memory,
}

impl Label {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::User => "user's private global instructions for all projects",
            Self::Project => "project instructions, checked into the codebase",
            Self::Local => "user's private project instructions, not checked in",
            Self::Memory => "user's auto-memory, persists across conversations",
        }
    }
}

/// A file that is sent.
pub(super) struct Entry {
    pub(super) path: PathBuf,
    pub(super) file: Arc<File>,
    pub(super) stripped: Stripped,
    pub(super) label: Label,
    why: Cow<'static, str>,
}

impl Entry {
    /// Appends the text, with or without the space at its ends.
    pub(super) fn write(&self, trimmed: bool, out: &mut Vec<Segment>) {
        let text = self.file.text();
        let stripped = if trimmed {
            Cow::Owned(self.stripped.trimmed(text, space::javascript))
        } else {
            Cow::Borrowed(&self.stripped)
        };
        for range in &stripped.kept {
            out.push(match stripped.rewritten(text, range) {
                Some(own) => Segment::rewritten(&self.path, range.clone(), own, self.why.clone()),
                None => Segment::file(&self.path, text, range.clone(), self.why.clone()),
            });
        }
    }
}

/// Loads files, each real file once; a touch asks for real files anew, but never for a path again.
pub(super) struct Loader<'a> {
    pub(super) situation: &'a Situation,
    pub(super) settings: &'a ClaudeSettings,
    pub(super) files: &'a dyn Files,
    paths: HashSet<PathBuf>,
    real: HashSet<PathBuf>,
    /// The paths and real paths that have text.
    sent: HashSet<PathBuf>,
    losses: Vec<Loss>,
    imports: Vec<Import>,
    /// The files that led to the one that is being loaded, with their real paths.
    chain: Vec<(PathBuf, PathBuf)>,
    /// Caps, which Claude Code does not have itself.
    keeper: Keeper,
    /// Rules that wait for a file they are for.
    waiting: Vec<PathBuf>,
    /// Whether more than one rule lies in a folder.
    pub(super) unordered: bool,
    /// Whether AGENTS.md below the start folder is read when something there is touched.
    pub(super) agents_below: bool,
    /// The CLAUDE.md that keeps AGENTS.md out.
    pub(super) stands: Option<PathBuf>,
}

impl<'a> Loader<'a> {
    pub(super) fn new(situation: &'a Situation, settings: &'a ClaudeSettings, files: &'a dyn Files) -> Self {
        Self {
            situation,
            settings,
            files,
            paths: HashSet::new(),
            real: HashSet::new(),
            sent: HashSet::new(),
            losses: Vec::new(),
            imports: Vec::new(),
            chain: Vec::new(),
            keeper: Keeper::new(&settings.parameters, settings.window),
            waiting: Vec::new(),
            unordered: false,
            agents_below: false,
            stands: None,
        }
    }

    /// The words around files.
    pub(super) fn frame(&self) -> Frame<'a> {
        Frame::new(&self.settings.parameters, &self.situation.root)
    }

    /// The file at `path` and what it mentions, depth first; nothing when it was loaded before.
    pub(super) fn load(&mut self, path: &Path, label: Label, why: &'static str) -> Vec<Entry> {
        let mut out = Vec::new();
        self.follow(path, label, Cow::Borrowed(why), &mut out);
        out
    }

    fn follow(
        &mut self,
        path: &Path,
        label: Label,
        why: Cow<'static, str>,
        out: &mut Vec<Entry>,
    ) -> ImportOutcome {
        if self.paths.contains(path) {
            return self.again(path);
        }
        if self.chain.len() > HOPS {
            return if self.files.is_file(path) {
                ImportOutcome::TooDeep { most: HOPS }
            } else {
                ImportOutcome::Missing
            };
        }
        let Some(real) = self.files.canonical(path) else {
            return ImportOutcome::Missing;
        };
        // Two names of one file are one.
        if self.real.contains(&real) {
            return self.again(&real);
        }
        let file = match self.files.file(path) {
            Ok(file) => file,
            Err(FileFault::Missing) => return ImportOutcome::Missing,
            Err(FileFault::Folder) => return ImportOutcome::Ignored,
            Err(fault) => {
                self.losses.push(loss::unreadable(path, fault, Unit::Bytes));
                return ImportOutcome::Ignored;
            }
        };
        self.paths.insert(path.to_path_buf());
        self.real.insert(real.clone());
        let Some(entry) = self.entry(path, file, label, why) else {
            return ImportOutcome::Ignored;
        };
        self.sent.insert(path.to_path_buf());
        self.sent.insert(real.clone());
        let mentions = if mentions::may_mention(&entry.file) && label != Label::Memory {
            mentions::in_markdown(&entry.file)
        } else {
            Vec::new()
        };
        let folder = real.parent().unwrap_or(&real).to_path_buf();
        let kept = entry.stripped.kept.clone();
        out.push(entry);
        self.chain.push((path.to_path_buf(), real));
        for mention in mentions {
            if kept.iter().any(|range| range.contains(&mention.range.start)) {
                self.import(path, &folder, mention, label, out);
            }
        }
        self.chain.pop();
        ImportOutcome::Followed
    }

    /// Follows a mention in the file at `path`, whose real folder is `folder`.
    fn import(&mut self, path: &Path, folder: &Path, mention: Mention, label: Label, out: &mut Vec<Entry>) {
        let Some((target, refused)) = import::target(self, folder, &mention.path, label) else {
            return;
        };
        // What it imports comes behind it.
        let index = self.imports.len();
        self.imports.push(Import {
            path: path.to_path_buf(),
            range: mention.range,
            written: mention.path,
            target: target.clone(),
            outcome: ImportOutcome::Followed,
            is_kept: true,
        });
        let outcome = refused.unwrap_or_else(|| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            self.follow(&target, label, format!("imported by {name}").into(), out)
        });
        self.imports[index].outcome = outcome;
    }

    /// What it means to come upon a file, by its path or real path, that was loaded before.
    fn again(&self, path: &Path) -> ImportOutcome {
        let on_the_way = self
            .chain
            .iter()
            .map(|(known, real)| (known.as_path(), real.as_path()));
        let on_the_way = on_the_way.map(|(known, real)| if real == path { real } else { known });
        let cycle = ImportOutcome::cycle(on_the_way, |known| known == path);
        cycle.unwrap_or(if self.sent.contains(path) {
            ImportOutcome::Repeated
        } else {
            ImportOutcome::Ignored
        })
    }

    fn entry(&mut self, path: &Path, file: Arc<File>, label: Label, why: Cow<'static, str>) -> Option<Entry> {
        let text = file.text();
        let bytes = file.raw().map_or(text.len(), |raw| raw.len());
        let refused = if self.settings.excludes.iter().any(|glob| glob.is_match(path)) {
            let by = "claudeMdExcludes".to_owned();
            Some((LossKind::Dropped, Cause::Disabled { by }))
        } else if bytes > LARGEST {
            Some((LossKind::Dropped, Cause::FileCap { cap: LARGEST }))
        } else {
            None
        };
        if let Some((kind, cause)) = refused {
            self.losses
                .push(loss::whole(kind, path, text, cause, Unit::Bytes));
            return None;
        }
        let mut stripped = strip::comments_and_frontmatter(&file);
        if stripped.is_blank(text, space::javascript) {
            let cause = Cause::Blank;
            self.losses
                .push(loss::whole(LossKind::Skipped, path, text, cause, Unit::Bytes));
            return None;
        }
        for (range, cause) in &stripped.lost {
            let (range, cause) = (range.clone(), cause.clone());
            self.losses.push(loss::of(
                LossKind::Stripped,
                path,
                text,
                range,
                cause,
                Unit::Bytes,
            ));
        }
        if self.keeper.has_caps() {
            // The space at the ends is not sent.
            let sent = stripped.trimmed(text, space::javascript).kept;
            let kept = self.keeper.take(path, text, &sent);
            if kept.is_empty() {
                return None;
            }
            if kept != sent {
                stripped.kept = kept;
            }
        }
        Some(Entry {
            path: path.to_path_buf(),
            stripped,
            label,
            why,
            file,
        })
    }

    /// Where linked rules must lie: as mentions, unless they are the user's.
    pub(super) fn rule_border(&self, label: Label) -> Option<&'a Path> {
        let free = label == Label::User || self.settings.external_imports;
        (!free).then_some(self.situation.start.as_path())
    }

    /// Notes a rule that is not loaded, for now.
    pub(super) fn wait(&mut self, path: &Path) {
        if !self.waiting.iter().any(|known| known == path) {
            self.waiting.push(path.to_path_buf());
        }
    }

    /// Whether the file at a path is sent, under this or another name.
    pub(super) fn has_sent(&self, path: &Path) -> bool {
        let real = || {
            self.files
                .canonical(path)
                .is_some_and(|real| self.sent.contains(&real))
        };
        self.sent.contains(path) || real()
    }

    /// Begins what a touch adds.
    pub(super) fn begin_touch(&mut self) {
        self.real.clear();
    }

    /// Notes a file that another one stands for.
    pub(super) fn lose(&mut self, path: &Path, kind: LossKind, cause: Cause) {
        let real = self.files.canonical(path);
        let loaded = self.paths.contains(path) || real.is_none_or(|real| self.real.contains(&real));
        if let Some(file) = self.files.file(path).ok().filter(|_| !loaded) {
            self.losses
                .push(loss::whole(kind, path, file.text(), cause, Unit::Bytes));
        }
    }

    /// Hands what was noted to the prompt.
    pub(super) fn finish(self, prompt: &mut EffectivePrompt) {
        if self.unordered {
            prompt.inexact(
                "Claude Code takes the rules of a folder in the order in which the file system lists them; they \
                 are shown by name.",
            );
        }
        if let Some(model) = &self.settings.unknown_model {
            prompt.inexact(format!(
                "Where the texts stand in the messages depends on the model; it is not measured for {model}."
            ));
        }
        let waiting = self.waiting.into_iter().filter(|path| !self.paths.contains(path));
        prompt.waiting.extend(waiting);
        prompt.losses.extend(self.losses);
        prompt.imports.extend(self.imports);
        self.keeper.finish(prompt, prompt.base);
    }
}
