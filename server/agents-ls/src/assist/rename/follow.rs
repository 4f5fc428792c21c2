//! What has to change in texts when a folder or a file gets another place: paths that lead to it or into it, paths
//! in what is moved, and mentions of skills that are called by their place.

use crate::assist::{
    Scope, links,
    mentions::mentions,
    navigate::may_name,
    skills::{Skills, name_of_place},
};
use agents_lint::{FileEdit, TextEdit};
use agents_syntax::fact::{Inline, InlineKind};
use agents_workspace::{File, paths};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

/// Adds what texts need to the edits of a fix that moves folders or files; `files` are those that may lead there.
pub(crate) fn follow(scope: Scope<'_>, edits: &mut Vec<FileEdit>, files: &[PathBuf]) {
    let moves: Vec<Move> = edits.iter().filter_map(|edit| Move::of(scope, edit)).collect();
    if moves.is_empty() {
        return;
    }
    let words: Vec<String> = moves.iter().flat_map(Move::words).collect();
    let mut all: BTreeMap<PathBuf, Vec<TextEdit>> = BTreeMap::new();
    let mut known = BTreeSet::new();
    for path in files {
        // Two paths of one real file are one text.
        let real = scope.files.canonical(path).unwrap_or_else(|| path.clone());
        let is_moved = moves.iter().any(|moved| moved.to(&real).is_some());
        if !known.insert(real.clone()) || !is_moved && !may_name(scope, path, &words) {
            continue;
        }
        let Ok(file) = scope.files.file(path) else {
            continue;
        };
        let changes = changes(scope, path, &real, &file, &moves);
        if !changes.is_empty() {
            all.insert(path.clone(), changes);
        }
    }
    for edit in edits.iter_mut() {
        let FileEdit::Text { path, edits } = edit else {
            continue;
        };
        for change in all.remove(path).unwrap_or_default() {
            let touches =
                |own: &TextEdit| own.range.start <= change.range.end && change.range.start <= own.range.end;
            if !edits.iter().any(touches) {
                edits.push(change);
            }
        }
        edits.sort_by_key(|edit| edit.range.start);
    }
    // Texts are named by the paths they have before anything is moved.
    let texts = all
        .into_iter()
        .map(|(path, edits)| FileEdit::Text { path, edits });
    edits.splice(0..0, texts);
}

/// Something that gets another place.
struct Move {
    from: PathBuf,
    real: PathBuf,
    to: PathBuf,
}

impl Move {
    fn of(scope: Scope<'_>, edit: &FileEdit) -> Option<Self> {
        let FileEdit::Rename { from, to } = edit else {
            return None;
        };
        Some(Self {
            from: from.clone(),
            real: scope.files.canonical(from).unwrap_or_else(|| from.clone()),
            to: to.clone(),
        })
    }

    /// The new place of what lies at a real path.
    fn to(&self, real: &Path) -> Option<PathBuf> {
        let below = real.strip_prefix(&self.real).ok()?;
        // Joining nothing would leave a separator at the end.
        Some(if below.as_os_str().is_empty() {
            self.to.clone()
        } else {
            self.to.join(below)
        })
    }

    /// Words one of which a text must hold to lead there.
    fn words(&self) -> Vec<String> {
        let name = self.from.file_name().and_then(|name| name.to_str());
        let place = name_of_place(&self.from);
        name.map(str::to_owned).into_iter().chain(place).collect()
    }
}

/// The changes of a text, in order.
fn changes(scope: Scope<'_>, path: &Path, real: &Path, file: &File, moves: &[Move]) -> Vec<TextEdit> {
    let skills = Skills::of(scope, path);
    let mut edits: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for inline in file.document().inlines() {
        if let Some(edit) = path_edit(scope, path, real, file, &inline, &skills, moves) {
            edits.insert((edit.range.start, edit.range.end), edit.text);
        }
    }
    for mention in mentions(scope, path, file.document(), &skills, 0..file.text().len()) {
        let meant = mention.skills(&skills);
        let renamed = moves.iter().find_map(|moved| {
            let known = meant
                .iter()
                .find(|known| known.wins() && moved.to(&known.real).is_some())?;
            let (old, new) = (
                name_of_place(&known.real)?,
                name_of_place(&moved.to(&known.real)?)?,
            );
            (mention.file.is_none() && mention.name == old && old != new).then_some(new)
        });
        if let Some(new) = renamed {
            edits.insert((mention.range.start, mention.range.end), new);
        }
    }
    let mut end = 0;
    let mut out = Vec::new();
    for ((from, to), text) in edits {
        // A path that is a link's text may lie inside that link.
        if from >= end {
            out.push(TextEdit::new(from..to, text));
            end = to;
        }
    }
    out
}

/// The change of one path as it is written.
fn path_edit(
    scope: Scope<'_>,
    path: &Path,
    real: &Path,
    file: &File,
    inline: &Inline,
    skills: &Skills,
    moves: &[Move],
) -> Option<TextEdit> {
    let leads = links::leads_to(scope, path, inline, skills)?;
    let target = scope.files.canonical(&leads).unwrap_or_else(|| leads.clone());
    let new_target = moves.iter().find_map(|moved| moved.to(&target));
    let new_file = moves.iter().find_map(|moved| moved.to(real));
    if new_target.is_none() && new_file.is_none() {
        return None;
    }
    let place = inline.value_range.clone();
    let written = file.text().substring(place.clone());
    let bare = links::local(&written)?;
    let range = place.start..place.start + bare.len();
    let folder = path.parent()?;
    let root = &scope.project.base.root;
    let plain = links::decoded(bare)?;
    let is_home = plain.starts_with("~/");
    let joined = |base: &Path| paths::normal_path(&base.join(plain.trim_start_matches('/'))) == leads;
    let goal = new_target.as_deref().unwrap_or(&leads);
    let new = if !plain.starts_with('/') && joined(folder) {
        let from = new_file.as_deref().and_then(Path::parent).unwrap_or(folder);
        relative(from, goal)?
    } else if joined(root) && !is_home {
        relative(root, goal)?
    } else if !is_home {
        // The dot folder is left out: the name alone changes.
        return renamed_part(file, inline, moves, &target);
    } else {
        return None;
    };
    let lead = if plain.starts_with('/') {
        "/"
    } else if plain.starts_with("./") && !new.starts_with("../") {
        "./"
    } else {
        ""
    };
    let end = if plain.ends_with('/') { "/" } else { "" };
    let text = format!("{lead}{new}{end}");
    if text == plain || paths::normal_path(Path::new(&text)) == paths::normal_path(Path::new(&plain)) {
        return None;
    }
    let text = match inline.kind {
        InlineKind::Link | InlineKind::Image => text.replace('%', "%25").replace(' ', "%20"),
        _ => text,
    };
    Some(TextEdit::new(range, text))
}

/// The change of the part that carries the old name, where nothing else of the path does.
fn renamed_part(file: &File, inline: &Inline, moves: &[Move], target: &Path) -> Option<TextEdit> {
    let moved = moves.iter().find(|moved| moved.to(target).is_some())?;
    if moved.from.parent() != moved.to.parent() {
        return None;
    }
    let below = target.strip_prefix(&moved.real).ok()?.components().count();
    let range = links::part(file.text(), inline, |parts| parts.len().checked_sub(below + 1))?;
    let new = if moved.from.extension() == moved.to.extension() {
        moved.to.file_stem()
    } else {
        None
    };
    Some(TextEdit::new(range, new?.to_str()?))
}

/// The way from a folder to a path, with `/` between its parts.
fn relative(from: &Path, to: &Path) -> Option<String> {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return None;
    }
    let up = from[shared..].iter().map(|_| Some(".."));
    let down = to[shared..].iter().map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    let parts: Vec<&str> = up.chain(down).collect::<Option<_>>()?;
    Some(parts.join("/"))
}
