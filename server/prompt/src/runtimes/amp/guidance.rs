//! An agent file with the files it mentions.

use super::{NAMES, patterns};
use crate::{
    effective::{Cause, LossKind},
    situation::Situation,
    steps::{gather::Gather, nested, references, rule::Rule},
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Adds agent files and what they mention, each file once.
pub(super) struct Guidance<'a> {
    situation: &'a Situation,
    files: &'a dyn Files,
    seen: Vec<PathBuf>,
    /// Mentioned files that are for files of patterns.
    scoped: Vec<Rule>,
}

impl<'a> Guidance<'a> {
    pub(super) fn new(situation: &'a Situation, files: &'a dyn Files) -> Self {
        Self {
            situation,
            files,
            seen: Vec::new(),
            scoped: Vec::new(),
        }
    }

    /// Adds the agent file of a folder. Whether there is one.
    pub(super) fn folder(&mut self, gather: &mut Gather<'_>, folder: &Path, why: &'static str) -> bool {
        let mut paths = NAMES.iter().map(|name| folder.join(name));
        let Some(path) = paths.find(|path| self.files.is_file(path)) else {
            return false;
        };
        if !self.seen.contains(&path) {
            nested::first(gather, self.files, folder, &NAMES, why);
            self.mentions(gather, path);
        }
        true
    }

    /// Adds an agent file that none stands in for.
    pub(super) fn file(&mut self, gather: &mut Gather<'_>, path: &Path, why: &'static str) {
        if gather.whole(path, why) {
            self.mentions(gather, path.to_path_buf());
        }
    }

    /// Adds the mentioned files whose patterns match what was touched.
    pub(super) fn scoped(&mut self, gather: &mut Gather<'_>) {
        for rule in std::mem::take(&mut self.scoped) {
            match patterns::is_for(&rule, &self.situation.root, &self.situation.touched) {
                Ok(true) => gather.body(&rule, "mentioned file whose globs match"),
                Ok(false) => gather.waits(&rule.path),
                Err(pattern) => {
                    let cause = Cause::BadPattern(pattern);
                    gather.lose(&rule.path, &rule.file, LossKind::Skipped, cause);
                }
            }
        }
    }

    fn mentions(&mut self, gather: &mut Gather<'_>, path: PathBuf) {
        for (target, in_span) in self.targets(gather, &path) {
            if in_span {
                gather.prompt.inexact(
                    "Whether a file is included that is mentioned in a code span is not documented; it is not shown.",
                );
            } else if !self.seen.contains(&target) && target != path {
                self.include(gather, &target);
                self.seen.push(target);
            }
        }
        self.seen.push(path);
    }

    fn include(&mut self, gather: &mut Gather<'_>, target: &Path) {
        let rule = Rule::read(self.files, target).ok();
        match rule.filter(|rule| !rule.list("globs").is_empty()) {
            Some(rule) => self.scoped.push(rule),
            None => {
                gather.whole(target, "mentioned file");
            }
        }
        let leads_on = self.targets(gather, target).iter().any(|(_, in_span)| !in_span);
        if leads_on {
            gather.prompt.inexact(
                "Whether what a mentioned file mentions is included too is not documented; it is not shown.",
            );
        }
    }

    /// The files that a file mentions and that are there, and whether it does so in a code span.
    fn targets(&self, gather: &mut Gather<'_>, path: &Path) -> Vec<(PathBuf, bool)> {
        let Ok(file) = self.files.file(path) else {
            return Vec::new();
        };
        let folder = path.parent().unwrap_or(path);
        let home = self.situation.home.as_deref();
        let mut out = Vec::new();
        for reference in references::mentioned(&file) {
            let Some(target) = references::target(&reference.path, folder, home) else {
                continue;
            };
            let (found, is_whole) = patterns::expand(self.files, &target);
            if !is_whole {
                gather.prompt.inexact(format!(
                    "`@{}` is for more folders than are looked into here.",
                    reference.path
                ));
            }
            out.extend(found.into_iter().map(|path| (path, reference.in_span)));
        }
        out
    }
}
