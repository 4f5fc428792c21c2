//! Another name for a skill: in its head, in the name of its folder, and wherever it is named ([`texts`]).
//!
//! What is renamed is one skill, which may lie in several places: copies that are the same to the byte, wherever they
//! count, and skills of the name beside it in the folders of other programs ([`twins`]), whether these are at work or
//! not. A skill of the name with another text that counts elsewhere keeps its name, and the user is told.
//!
//! [`carrier`]: whether the folder may keep its name, where an editor cannot rename it. [`follow`](mod@follow): what texts need when a fix moves something.

mod carrier;
mod follow;
mod texts;
mod twins;

#[cfg(test)]
mod tests;

pub(crate) use follow::follow;

use super::{
    Kind, Scope, kind,
    skills::{Known, name_of_place},
    subject::{Subject, subject},
};
use agents_lint::{FileEdit, repair::skill::is_fenced, view::shown};
use agents_prompt::steps::agent_skills::{place_name, standard_name};
use agents_workspace::EntryKind;
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// A name that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Renamable {
    /// Where it stands.
    pub(crate) range: Range<usize>,
    /// What it is.
    pub(crate) name: String,
}

/// What a new name changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Renaming {
    /// Texts first, then folders and files.
    pub(crate) edits: Vec<FileEdit>,
    /// What the user should know, a sentence each.
    pub(crate) notes: Vec<String>,
}

/// What is wanted.
pub(crate) struct Order<'a> {
    /// The new name.
    pub(crate) name: &'a str,
    /// The files in which the skill may be named.
    pub(crate) files: &'a [PathBuf],
    /// Whether the editor has a file open under this path.
    pub(crate) is_open: &'a dyn Fn(&Path) -> bool,
    /// Whether the editor can rename folders and files.
    pub(crate) can_move: bool,
    /// Says that nobody waits any more.
    pub(crate) is_cancelled: &'a dyn Fn() -> bool,
}

/// The name at `byte`, if it can be changed; `None` where no skill is named.
///
/// # Errors
/// Why the skill cannot be renamed, in a sentence.
pub(crate) fn prepare(scope: Scope<'_>, path: &Path, byte: usize) -> Result<Option<Renamable>, String> {
    let Some(subject) = subject(scope, path, byte) else {
        return Ok(None);
    };
    targets(scope, path, &subject, &|_| false)?;
    // A path may carry another name than the skill's head.
    let file = scope.files.file(path).map_err(|fault| fault.to_string())?;
    let name = file.text().substring(subject.range.clone());
    if name != subject.name {
        return Err(format!(
            "The skill's name is `{}`; rename it where that stands.",
            subject.name
        ));
    }
    Ok(Some(Renamable {
        range: subject.range,
        name,
    }))
}

/// What changes when the skill at `byte` gets another name. `None` where no skill is named.
///
/// # Errors
/// Why it cannot have that name, in a sentence.
pub(crate) fn rename(
    scope: Scope<'_>,
    path: &Path,
    byte: usize,
    order: &Order<'_>,
) -> Result<Option<Renaming>, String> {
    let Some(subject) = subject(scope, path, byte) else {
        return Ok(None);
    };
    if order.name == subject.name {
        return Ok(Some(Renaming::default()));
    }
    let targets = targets(scope, path, &subject, order.is_open)?;
    let is_flat = targets
        .iter()
        .any(|target| kind(scope.project, &target.path) == Some(Kind::FlatSkill));
    refuse_name(order.name, is_flat)?;
    if let Some(taken) = subject.skills.named(order.name).first() {
        return Err(format!(
            "There is a skill `{}` already: {}.",
            order.name,
            shown(scope.project, &taken.path)
        ));
    }
    for target in &targets {
        if let Some((_, to)) = target.moved(order.name).filter(|_| order.can_move)
            && scope.files.entry(&to) != EntryKind::Missing
        {
            return Err(format!("There is {} already.", shown(scope.project, &to)));
        }
    }
    for target in &targets {
        target.refuse_nameless(scope, order.can_move)?;
    }
    let mut renaming = Renaming::default();
    let texts = texts::texts(scope, &subject, &targets, order);
    if !order.can_move {
        for target in &targets {
            let own = texts.iter().find(|(path, _)| **path == target.path);
            carrier::refuse_to_stay(scope, target, own.map_or(&[], |(_, edits)| edits), order.name)?;
        }
    }
    renaming.edits.extend(
        texts
            .into_iter()
            .map(|(path, edits)| FileEdit::Text { path, edits }),
    );
    for target in &targets {
        let Some((from, to)) = target.moved(order.name) else {
            continue;
        };
        if order.can_move {
            renaming.edits.push(FileEdit::Rename { from, to });
        } else {
            renaming.notes.push(format!(
                "{} keeps its name, because this editor does not rename folders and files; `{}` is meant to \
                 stand there too.",
                shown(scope.project, &from),
                order.name
            ));
        }
    }
    for target in &targets {
        if !is_same(scope, &targets[0], target) {
            renaming.notes.push(format!(
                "{} has the same name and another text; it is renamed as well.",
                shown(scope.project, &target.path)
            ));
        }
    }
    for other in others(&subject, &targets) {
        renaming.notes.push(format!(
            "{} has the same name and another text; it keeps its name.",
            shown(scope.project, &other.path)
        ));
    }
    Ok(Some(renaming))
}

/// A file of the skill that is renamed.
struct Target {
    /// The file as the editor knows it.
    path: PathBuf,
    /// With links resolved.
    real: PathBuf,
    /// The old name.
    name: String,
}

impl Target {
    /// The folder or file that carries the old name, and what it becomes.
    fn moved(&self, name: &str) -> Option<(PathBuf, PathBuf)> {
        if name_of_place(&self.path)? != self.name {
            return None;
        }
        if self.path.file_name()?.eq_ignore_ascii_case("SKILL.md") {
            let folder = self.path.parent()?;
            return Some((folder.to_path_buf(), folder.with_file_name(name)));
        }
        let ending = self.path.extension()?.to_str()?;
        Some((
            self.path.clone(),
            self.path.with_file_name(format!("{name}.{ending}")),
        ))
    }

    /// Refuses where the name would stay as it is: it is written where it is not found (in a head inside a code
    /// fence), or is that of a folder that cannot be renamed.
    fn refuse_nameless(&self, scope: Scope<'_>, can_move: bool) -> Result<(), String> {
        let file = scope.files.file(&self.path).map_err(|fault| fault.to_string())?;
        let shown = shown(scope.project, &self.path);
        match file.document().frontmatter() {
            // Some loaders take a skill without a head by the name of its place.
            None if can_move && self.moved("x").is_some() && !is_fenced(file.text()) => Ok(()),
            None => Err(format!("{shown} has no head in which its name could be changed.")),
            Some(head) if head.entry("name").is_none() && !can_move => Err(format!(
                "{shown} has the name of its place, which this editor does not rename."
            )),
            Some(_) => Ok(()),
        }
    }

    /// The real folder or file that carries the old name.
    fn carrier(&self) -> Option<&Path> {
        if name_of_place(&self.real)? != self.name {
            return None;
        }
        match self.real.file_name()?.eq_ignore_ascii_case("SKILL.md") {
            true => self.real.parent(),
            false => Some(&self.real),
        }
    }
}

/// The skill that is meant, first of all, and where else it lies: see the module.
fn targets(
    scope: Scope<'_>,
    path: &Path,
    subject: &Subject,
    is_open: &dyn Fn(&Path) -> bool,
) -> Result<Vec<Target>, String> {
    let here = scope.files.canonical(path).unwrap_or_else(|| path.to_path_buf());
    let own = subject
        .known
        .iter()
        .find(|known| subject.is_declaration && known.real == here);
    let Some(meant) = own.or(subject.known.first()) else {
        return Ok(Vec::new());
    };
    let text = |known: &Known| scope.files.file(&known.path).ok();
    let meant_text = text(meant);
    let is_copy = |known: &&Known| {
        known.real == meant.real
            || matches!((text(known), &meant_text), (Some(a), Some(b)) if a.text() == b.text())
    };
    let group = subject.skills.named(&subject.name);
    let root = &scope.project.base.root;
    let mut targets = Vec::new();
    for known in group.iter().filter(is_copy) {
        let mut paths: Vec<&Path> = vec![&known.real, &known.path];
        paths.extend(known.seen.iter().map(|seen| &*seen.skill.path));
        let inside = paths.iter().copied().filter(|path| path.starts_with(root));
        let open = inside.clone().find(|path| is_open(path));
        let Some(path) = open.or_else(|| inside.clone().next()) else {
            if known.real == meant.real {
                return Err(format!(
                    "{} lies outside the opened folder, where other projects may use it.",
                    shown(scope.project, &known.path)
                ));
            }
            continue;
        };
        if let Some(link) = inside.filter_map(Path::parent).find(|folder| {
            scope.files.entry(folder) == EntryKind::Link
                && folder.file_name().is_some_and(|name| *name == *subject.name)
        }) {
            return Err(format!(
                "{} is a link to the skill's folder, and would lead nowhere.",
                shown(scope.project, link)
            ));
        }
        targets.push(Target {
            path: path.to_path_buf(),
            real: known.real.clone(),
            name: subject.name.clone(),
        });
    }
    let beside: Vec<Target> = targets
        .iter()
        .flat_map(|target| twins::twins(scope, target))
        .collect();
    for mut twin in beside {
        let is_inside = twin.path.starts_with(root) && twin.real.starts_with(root);
        if is_inside && !targets.iter().any(|target| target.real == twin.real) {
            if is_open(&twin.real) {
                twin.path.clone_from(&twin.real);
            }
            targets.push(twin);
        }
    }
    if let Some(link) = targets
        .iter()
        .flat_map(|target| twins::links(scope, target))
        .next()
    {
        return Err(format!(
            "{} is a link to the skill's folder, and would lead nowhere.",
            shown(scope.project, &link)
        ));
    }
    Ok(targets)
}

/// Whether two files hold the same text.
fn is_same(scope: Scope<'_>, one: &Target, other: &Target) -> bool {
    match (scope.files.file(&one.path), scope.files.file(&other.path)) {
        (Ok(one), Ok(other)) => one.text() == other.text(),
        _ => false,
    }
}

/// Skills of the old name that are not renamed although a runtime takes them for it.
fn others<'a>(subject: &'a Subject, targets: &[Target]) -> Vec<&'a Known> {
    let is_target = |known: &Known| targets.iter().any(|target| target.real == known.real);
    let group = subject.skills.named(&subject.name).iter();
    group.filter(|known| !is_target(known) && known.wins()).collect()
}

fn refuse_name(name: &str, is_flat: bool) -> Result<(), String> {
    let reason = if name.is_empty() {
        Some("it is empty")
    } else if is_flat {
        let is_of_name = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | '.');
        let is_plain =
            name.chars().all(is_of_name) && name.starts_with(|char: char| char.is_ascii_alphanumeric());
        (!is_plain).then_some("it may hold letters, digits and `-`, `_` and `.`, a letter or digit first")
    } else {
        standard_name(name)
    };
    let reason = reason.or_else(|| place_name(name));
    match reason {
        None => Ok(()),
        Some(reason) => Err(format!("“{name}” is no name for a skill: {reason}.")),
    }
}
