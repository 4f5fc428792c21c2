//! The prompts that are compared: where an agent may work, now or then.

use super::{Sides, rule::Rules};
use agents_prompt::{Active, Project, Situation};
use agents_workspace::Files;
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

/// From which share of common rules on a folder that is new is one that is gone, under another name.
const SAME_FOLDER: f64 = 0.5;

/// The files that decide where prompts are looked at, of both sides, by path.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Instruction files of then.
    pub(crate) then: Vec<PathBuf>,
    /// Instruction files of now.
    pub(crate) now: Vec<PathBuf>,
    /// Only prompts that these take part in; all when there are none.
    pub(crate) only: Vec<PathBuf>,
}

/// A prompt of then and the one of now that took its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The folder the agent works in.
    pub(crate) folder: PathBuf,
    /// The situation then.
    pub(crate) then: Situation,
    /// The situation now; another one where the folder was renamed.
    pub(crate) now: Situation,
}

/// Folders that were renamed: by the old path the new one.
pub(crate) type Renamed = BTreeMap<PathBuf, PathBuf>;

/// The folders that have another name now, as their instruction files tell.
pub(crate) fn renamed(sides: Sides<'_>, found: &Found, rules: &Rules) -> Renamed {
    let gone = folders(&found.then, sides.then, sides.now, rules);
    let fresh = folders(&found.now, sides.now, sides.then, rules);
    let mut alike: Vec<(f64, &PathBuf, &PathBuf)> = Vec::new();
    for (old, old_rules) in &gone {
        for (new, new_rules) in &fresh {
            let common = old_rules.intersection(new_rules).count();
            let share = common as f64 / old_rules.len().max(new_rules.len()).max(1) as f64;
            if share >= SAME_FOLDER {
                alike.push((share, old, new));
            }
        }
    }
    // Of equals, those with the same name belong together.
    alike.sort_by(|a, b| {
        let has_name = |pair: &(f64, &PathBuf, &PathBuf)| pair.1.file_name() == pair.2.file_name();
        let by_name = has_name(b).cmp(&has_name(a));
        b.0.total_cmp(&a.0)
            .then(by_name)
            .then(a.1.cmp(b.1))
            .then(a.2.cmp(b.2))
    });
    let mut renamed = Renamed::new();
    let mut taken: HashSet<&Path> = HashSet::new();
    for (_, old, new) in alike {
        if !renamed.contains_key(old) && taken.insert(new) {
            renamed.insert(old.clone(), new.clone());
        }
    }
    renamed
}

/// The folders of instruction files that are on one side only, with the rules of their files.
fn folders(
    paths: &[PathBuf],
    here: &dyn Files,
    there: &dyn Files,
    rules: &Rules,
) -> BTreeMap<PathBuf, HashSet<Arc<str>>> {
    let mut folders: BTreeMap<PathBuf, HashSet<Arc<str>>> = BTreeMap::new();
    for path in paths {
        let Some(folder) = path.parent().filter(|folder| !there.is_folder(folder)) else {
            continue;
        };
        let Ok(file) = here.file(path) else { continue };
        let texts = rules.of(&file);
        let texts = texts.iter().map(|rule| Arc::clone(&rule.text));
        folders.entry(folder.to_path_buf()).or_default().extend(texts);
    }
    folders
}

/// The prompts of a runtime that are compared: of each instruction file it reads, in that file's own situation.
pub(crate) fn spots(
    sides: Sides<'_>,
    (old, new): (&Project, &Project),
    (then, now): (&Active, &Active),
    found: &Found,
    renamed: &Renamed,
) -> Vec<Spot> {
    let is_wanted =
        |path: &Path| found.only.is_empty() || found.only.iter().any(|wanted| path.starts_with(wanted));
    let reads = |path: &Path| old.role(then, path).is_some() || new.role(now, path).is_some();
    let all = found.then.iter().chain(&found.now);
    let mut paths: BTreeSet<&Path> = all
        .map(PathBuf::as_path)
        .filter(|path| is_wanted(path) && reads(path))
        .collect();
    if found.only.is_empty() {
        paths.insert(&new.base.root);
    }
    paths.extend(found.only.iter().map(PathBuf::as_path));
    // By the path of now that of then: what has a new name is looked at under that.
    let mut names: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for path in paths {
        match moved(renamed, path) {
            Some(new) => names.insert(new, path.to_path_buf()),
            None => Some(
                names
                    .entry(path.to_path_buf())
                    .or_insert_with(|| path.to_path_buf())
                    .clone(),
            ),
        };
    }
    let mut spots: Vec<Spot> = Vec::new();
    for (path, before) in &names {
        let is_folder = sides.now.is_folder(path) || sides.then.is_folder(before);
        let spot = Spot {
            folder: if is_folder {
                path.clone()
            } else {
                new.situation_folder(path)
            },
            then: situation(old, then, before, is_folder),
            now: situation(new, now, path, is_folder),
        };
        if !spots.contains(&spot) {
            spots.push(spot);
        }
    }
    spots
}

fn situation(project: &Project, active: &Active, path: &Path, is_folder: bool) -> Situation {
    if is_folder {
        project.situation_of_folder(active, path)
    } else {
        project.situation_of(active, path)
    }
}

/// Where the file at a path lies under the new name of its folder, if that has one.
pub(crate) fn moved(renamed: &Renamed, path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|above| {
        let new = renamed.get(above)?;
        let below = path.strip_prefix(above).ok()?;
        Some(if below.as_os_str().is_empty() {
            new.clone()
        } else {
            new.join(below)
        })
    })
}
