//! Finding skills for a validator, which is given a folder and does not look for any: the folders that people keep
//! skills in, and the folder of a file that is looked at.

use super::{catalog, loss, walk};
use crate::{
    effective::{EffectivePrompt, SkillFault, Unit},
    situation::Situation,
};
use agents_workspace::{File, Files};
use std::{
    ffi::OsStr,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

/// The name of a folder whose folders are skills.
const PLACE: &str = "skills";

/// A folder that is a skill, or should be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The folder.
    pub folder: PathBuf,
    /// The skill's file; `None` when it is not there.
    pub file: Option<PathBuf>,
}

/// Whether a path, relative to the opened folder, is one of a skill: a file of these names in a folder of
/// `<dot folder>/skills`, or in any folder below no dot folder.
#[must_use]
pub fn reads(path: &Path, names: &[&str]) -> bool {
    let is_named = path
        .file_name()
        .is_some_and(|file| names.iter().any(|name| file == *name));
    let parts: Vec<&OsStr> = path
        .parent()
        .into_iter()
        .flat_map(Path::components)
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        })
        .collect();
    let is_place = |below: &[&OsStr]| matches!(below, [_, place, _] if *place == PLACE);
    let hidden = parts.iter().position(|name| is_hidden(name));
    is_named
        && hidden.is_none_or(|at| {
            let below = &parts[at..];
            is_place(below) && below[0] != ".git" && !below[1..].iter().any(|name| is_hidden(name))
        })
}

/// The folders of a situation, each once: those in `skills` and in `<dot folder>/skills` of the opened folder and
/// of the folders down to what is touched, then those that are touched. Where a folder holds files of several
/// names, the first of `names` is the skill's.
#[must_use]
pub fn find(files: &dyn Files, situation: &Situation, names: &[&str]) -> Vec<Candidate> {
    let mut found = Found {
        files,
        names,
        real: Vec::new(),
        out: Vec::new(),
    };
    if situation.root.file_name().is_some_and(|name| name == PLACE) {
        found.place(&situation.root);
    }
    found.folder(&situation.root);
    for folder in walk::folders_below(files, &situation.root, &situation.touched) {
        found.folder(&folder);
    }
    for path in &situation.touched {
        let path = walk::lexical(path);
        let is_named = path
            .file_name()
            .is_some_and(|file| names.iter().any(|name| file == *name));
        let folder = if is_named {
            path.parent()
        } else {
            Some(path.as_path())
        };
        if let Some(folder) = folder.filter(|folder| folder.starts_with(&situation.root)) {
            found.skill(folder, false);
        }
    }
    found.out
}

/// The file of a skill; one that cannot be read is noted, as is one that is not UTF-8, of which programs in Python
/// do not say more.
pub fn read(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path) -> Option<Arc<File>> {
    match files.file(path) {
        Ok(file) if file.raw().is_none() => Some(file),
        Ok(file) => {
            catalog::refuse(prompt, path, file.text(), SkillFault::NotUtf8, None);
            None
        }
        Err(fault) => {
            prompt
                .losses
                .push(loss::unreadable(path, fault, Unit::Characters));
            None
        }
    }
}

struct Found<'a> {
    files: &'a dyn Files,
    names: &'a [&'a str],
    real: Vec<PathBuf>,
    out: Vec<Candidate>,
}

impl Found<'_> {
    fn folder(&mut self, folder: &Path) {
        self.place(&folder.join(PLACE));
        let names = self.files.list(folder);
        for name in names
            .iter()
            .filter(|name| name.starts_with('.') && *name != ".git")
        {
            self.place(&folder.join(name).join(PLACE));
        }
    }

    fn place(&mut self, place: &Path) {
        let names = self.files.list(place);
        for name in names.iter().filter(|name| !name.starts_with('.')) {
            self.skill(&place.join(name), true);
        }
    }

    fn skill(&mut self, folder: &Path, is_expected: bool) {
        if !self.files.is_folder(folder) {
            return;
        }
        let listed = self.files.list(folder);
        let name = self
            .names
            .iter()
            .find(|name| listed.iter().any(|known| known == *name));
        let file = name
            .map(|name| folder.join(name))
            .filter(|path| self.files.is_file(path));
        if file.is_none() && !is_expected {
            return;
        }
        let real = self
            .files
            .canonical(folder)
            .unwrap_or_else(|| folder.to_path_buf());
        if !self.real.contains(&real) {
            self.real.push(real);
            self.out.push(Candidate {
                folder: folder.to_path_buf(),
                file,
            });
        }
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    const NAMES: [&str; 2] = ["SKILL.md", "skill.md"];

    #[test]
    fn files_outside_dot_folders_are_read_anywhere() {
        for path in [
            "SKILL.md",
            "a/b/SKILL.md",
            "skills/x/skill.md",
            ".agents/skills/x/SKILL.md",
            "a/.claude/skills/x/SKILL.md",
        ] {
            assert!(reads(Path::new(path), &NAMES), "{path}");
        }
        for path in [
            "a/Skill.md",
            ".agents/x/SKILL.md",
            ".agents/skills/SKILL.md",
            ".agents/skills/x/y/SKILL.md",
            ".git/skills/x/SKILL.md",
            ".a/skills/.x/SKILL.md",
        ] {
            assert!(!reads(Path::new(path), &NAMES), "{path}");
        }
    }

    #[test]
    fn a_situation_has_the_skills_on_the_way_and_the_one_that_is_touched() {
        let mut files = MemoryFiles::new();
        files
            .add("/w/.claude/skills/a/SKILL.md", "")
            .add("/w/skills/b/skill.md", "")
            .add("/w/skills/empty/notes.md", "")
            .add("/w/p/skills/c/SKILL.md", "")
            .add("/w/p/skills/c/skill.md", "")
            .add("/w/p/own/SKILL.md", "")
            .add("/w/q/skills/d/SKILL.md", "");
        let mut situation = Situation::at("/w");
        let found = |situation: &Situation| -> Vec<String> {
            let found = find(&files, situation, &NAMES);
            let shown = |one: Candidate| one.file.unwrap_or(one.folder).display().to_string();
            found.into_iter().map(shown).collect()
        };
        let root = [
            "/w/skills/b/skill.md",
            "/w/skills/empty",
            "/w/.claude/skills/a/SKILL.md",
        ];
        assert_eq!(found(&situation), root);
        situation.touched = vec![PathBuf::from("/w/p/own/SKILL.md")];
        let below = ["/w/p/skills/c/SKILL.md", "/w/p/own/SKILL.md"];
        assert_eq!(found(&situation), [&root[..], &below[..]].concat());
        situation.touched = vec![PathBuf::from("/elsewhere/SKILL.md")];
        assert_eq!(found(&situation), root);
    }
}
