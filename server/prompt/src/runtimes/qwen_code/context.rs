//! The end of the system prompt: the files of each name, the user's first, then from far above to the start
//! folder; the personal file of the project; rules.

use super::{
    code,
    rules::{self, Rule},
    settings::{self, Settings},
};
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment},
    situation::Situation,
    steps::{
        context::{self, Format, Wanted},
        imports::Dialect,
        walk,
    },
};
use agents_workspace::Files;
use std::{
    collections::HashSet,
    path::{Component, Path, PathBuf},
};

/// Code is what Markdown says; a path that leads nowhere is no import; a path is outside by its letters.
const DIALECT: Dialect = Dialect {
    code: code::seen,
    keeps_missing: true,
    resolves_links: false,
    knows_itself: true,
};

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
    rules: &[Rule],
) {
    let format = Format {
        dialect: DIALECT,
        is_flat: settings.is_flat,
        flat_levels: Some(5),
    };
    let (shared, local) = find(settings, situation, files);
    let mut blocks = Vec::new();
    for wanted in &shared {
        blocks.extend(block(prompt, files, wanted, situation, format));
    }
    // The program writes a file on the language of its answers, which has its place here.
    let has_shared = !blocks.is_empty();
    let local = local.and_then(|wanted| block(prompt, files, &wanted, situation, format));
    let mut rest: Vec<Vec<Segment>> = local.into_iter().collect();
    let unconditional = rules.iter().filter(|rule| rule.paths.is_none());
    rest.extend(unconditional.map(|rule| rules::block(rule, settings)));
    if !has_shared && rest.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal("\n\n---\n\n", "heading")];
    for block in blocks {
        segments.extend(block);
        segments.push(Segment::literal("\n\n", "between files"));
    }
    if !rest.is_empty() {
        segments.push(Segment::literal(
            "⟪qwen-code: language of answers⟫",
            "file of the program",
        ));
        for block in rest {
            segments.push(Segment::literal("\n\n", "between files"));
            segments.extend(block);
        }
    }
    prompt.parts.push(Part {
        name: "context",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

fn block(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    wanted: &Wanted,
    situation: &Situation,
    format: Format,
) -> Option<Vec<Segment>> {
    let folder = wanted.path.parent().unwrap_or(&wanted.path);
    let inside = settings::git_root(files, folder).unwrap_or_else(|| folder.to_path_buf());
    let text = context::segments(prompt, files, wanted, &inside, format)?;
    let label = relative(&situation.start, &wanted.path);
    let mut out = vec![Segment::literal(
        format!("--- Context from: {label} ---\n"),
        "heading of a file",
    )];
    out.extend(text);
    out.push(Segment::literal(
        format!("\n--- End of Context from: {label} ---"),
        "end of a file",
    ));
    Some(out)
}

/// The files, one name after the other, and the personal one. One real file comes once, under its first name.
fn find(settings: &Settings, situation: &Situation, files: &dyn Files) -> (Vec<Wanted>, Option<Wanted>) {
    let mut all: Vec<Wanted> = Vec::new();
    let push = |all: &mut Vec<Wanted>, path: PathBuf, why| {
        if walk::exists(files, &path) {
            all.push(Wanted { path, why });
        }
    };
    for folder in &settings.folders {
        for name in &settings.names {
            if let Some(home) = &settings.home {
                push(&mut all, home.join(name), "global file");
            }
            if situation.home.as_ref() == Some(folder) {
                push(&mut all, folder.join(name), "file of the home folder");
            } else if settings.trusted {
                for above in upward(settings, situation, files, folder) {
                    let why = if above == folder {
                        "start folder"
                    } else {
                        "folder above the start"
                    };
                    push(&mut all, above.join(name), why);
                }
            }
        }
    }
    let local = settings.git_root.as_ref().filter(|_| settings.trusted);
    let local = local.map(|root| root.join(".qwen/QWEN.local.md"));
    let mut seen = HashSet::new();
    let mut is_new = |path: &Path| seen.insert(files.canonical(path).unwrap_or_else(|| path.to_path_buf()));
    all.retain(|wanted| is_new(&wanted.path));
    let local = local.filter(|path| walk::exists(files, path) && is_new(path));
    let why = "personal file of the project";
    (all, local.map(|path| Wanted { path, why }))
}

/// The folders from the one above the git root (without one, above the home folder) down to `folder`; the root
/// of the file system is not asked, and the user's own folder ends the way.
fn upward<'a>(
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
    folder: &'a Path,
) -> Vec<&'a Path> {
    let git_root = settings::git_root(files, folder);
    let stop = git_root
        .as_deref()
        .or(situation.home.as_deref())
        .and_then(Path::parent);
    let mut out = Vec::new();
    for above in folder.ancestors() {
        if above.parent().is_none() || settings.home.as_deref() == Some(above) {
            break;
        }
        out.push(above);
        if Some(above) == stop {
            break;
        }
    }
    out.reverse();
    out
}

/// `path.relative(from, to)`, without control characters.
pub(super) fn relative(from: &Path, to: &Path) -> String {
    let common = from
        .components()
        .zip(to.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(common)).collect();
    let path = path.to_string_lossy();
    path.chars().filter(|char| !char.is_control()).collect()
}
