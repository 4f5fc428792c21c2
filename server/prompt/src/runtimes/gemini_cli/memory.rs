//! Which files there are: the user's, the project's private memory, and those from the root to the start folder;
//! on a touch those from the root to what is touched.

use super::{block, settings, settings::Settings};
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment},
    situation::Situation,
    steps::{context::Wanted, walk},
};
use agents_workspace::{Files, config::foreign};
use std::path::{Path, PathBuf};

/// Real paths of files that the session has read.
pub(super) type Loaded = Vec<PathBuf>;

/// What is sent from the start: the user's files in the system instruction, the project's in the first message.
pub(super) fn start(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) -> Loaded {
    let mut loaded = Loaded::new();
    let global: Vec<PathBuf> = settings
        .home
        .iter()
        .flat_map(|home| settings.names.iter().map(|name| home.join(name)))
        .filter(|path| walk::exists(files, path))
        .collect();
    // A file that has two names is sent under the first.
    let global = new(files, global, &mut loaded, "global file");
    let project = if settings.trusted {
        project(settings, files)
    } else {
        Vec::new()
    };
    let project = new(files, project, &mut loaded, "file of the project");
    let private = settings
        .home
        .as_ref()
        .map(|home| private(settings, situation, files, home));
    let private = new(files, private.unwrap_or_default(), &mut loaded, "private memory");

    let global = block::blocks(prompt, settings, files, &global, false);
    let private = block::blocks(prompt, settings, files, &private, false);
    let project = block::blocks(prompt, settings, files, &project, false);
    let system = system(settings, global, private);
    push(prompt, "global", Layer::Start, system);
    if !project.is_empty() {
        let segments = wrap(
            "\n\n<loaded_context>\n<project_context>\n",
            project,
            "\n</project_context>\n</loaded_context>",
        );
        push(prompt, "project", Layer::Start, segments);
    }
    loaded
}

/// The end of the system instruction (`renderUserMemory`).
fn system(settings: &Settings, global: Vec<Segment>, private: Vec<Segment>) -> Vec<Segment> {
    if private.is_empty() {
        if global.is_empty() {
            return Vec::new();
        }
        // For older models the heading names one file, whatever names are read.
        let names: Vec<_> = settings.names.iter().map(|name| name.to_string_lossy()).collect();
        let names = if settings.names_files {
            names.join(", ")
        } else {
            settings::FILE_NAME.to_owned()
        };
        let heading = format!(
            "\n\n# Contextual Instructions ({names})\n⟪gemini-cli: context precedence⟫\n\n<loaded_context>\n"
        );
        return wrap(heading, global, "\n</loaded_context>");
    }
    let mut out = vec![Segment::literal("\n\n---\n\n<loaded_context>\n", "heading")];
    if !global.is_empty() {
        out.extend(wrap("<global_context>\n", global, "\n</global_context>\n"));
    }
    out.extend(wrap(
        "<user_project_memory>\n--- Private Project Memory Index (private, not committed to repo) ---\n",
        private,
        "\n--- End Private Project Memory Index ---\n</user_project_memory>\n</loaded_context>",
    ));
    out
}

/// What tools answer with in addition when they touch a path (`loadJitSubdirectoryMemory`).
pub(super) fn touch(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
    mut loaded: Loaded,
) {
    if !settings.trusted {
        return;
    }
    for touched in &situation.touched {
        let touched = walk::lexical(touched);
        let above = settings
            .folders
            .iter()
            .filter(|folder| touched.starts_with(folder));
        let Some(best) = above.max_by_key(|folder| folder.as_os_str().len()) else {
            continue;
        };
        let from = if files.is_folder(&touched) {
            touched.as_path()
        } else {
            touched.parent().unwrap_or(&touched)
        };
        let root = settings.root(files, best);
        let paths = upward(settings, files, from, &root);
        let wanted = new(files, paths, &mut loaded, "folder that was touched");
        let blocks = block::blocks(prompt, settings, files, &wanted, true);
        if !blocks.is_empty() {
            let segments = wrap(
                "\n\n\n--- Newly Discovered Project Context ---\n",
                blocks,
                "\n--- End Project Context ---",
            );
            push(prompt, "nested", Layer::Touch, segments);
        }
    }
}

/// The files of all folders of the workspace, in the order of their paths as strings of UTF-16: a folder whose
/// name sorts before the file's comes before the file of the folder above.
fn project(settings: &Settings, files: &dyn Files) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = Vec::new();
    let mut known = Loaded::new();
    for folder in &settings.folders {
        let root = settings.root(files, folder);
        for path in upward(settings, files, folder, &root) {
            if is_new(files, &path, &mut known) {
                out.push(path);
            }
        }
    }
    out.sort_by_cached_key(|path| path.to_string_lossy().encode_utf16().collect::<Vec<_>>());
    out
}

/// What lies in the folders from `root` down to `from`; the folder of the user's own files ends the way.
fn upward(settings: &Settings, files: &dyn Files, from: &Path, root: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in from.ancestors() {
        if settings.home.as_deref() == Some(folder) {
            break;
        }
        folders.push(folder);
        if folder == root {
            break;
        }
    }
    let paths = folders
        .into_iter()
        .rev()
        .flat_map(|folder| settings.names.iter().map(move |name| folder.join(name)));
    paths.filter(|path| walk::exists(files, path)).collect()
}

/// The index of the private memory, else files of the usual names, in the folder that belongs to the project
/// (`config/projectRegistry.ts`).
fn private(settings: &Settings, situation: &Situation, files: &dyn Files, home: &Path) -> Vec<PathBuf> {
    let registry = foreign::value(files, &home.join("projects.json"), settings::STATE);
    let start = situation.start.to_string_lossy();
    let known = registry
        .as_ref()
        .and_then(|registry| registry.get("projects")?.get(&*start)?.as_str());
    let name = known.map_or_else(|| slug(&situation.start), str::to_owned);
    let folder = home.join("tmp").join(name).join("memory");
    let index = folder.join("MEMORY.md");
    if walk::exists(files, &index) {
        return vec![index];
    }
    let paths = settings.names.iter().map(|name| folder.join(name));
    paths.filter(|path| walk::exists(files, path)).collect()
}

/// The name of a project's folder: that of the start folder, in small letters, digits and single hyphens.
fn slug(folder: &Path) -> String {
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase());
    let mut out = String::new();
    for char in name.unwrap_or_default().chars() {
        if char.is_ascii_lowercase() || char.is_ascii_digit() {
            out.push(char);
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    let out = out.trim_matches('-');
    if out.is_empty() {
        "project".to_owned()
    } else {
        out.to_owned()
    }
}

/// Those of `paths` that were not read before, under any name.
fn new(files: &dyn Files, paths: Vec<PathBuf>, loaded: &mut Loaded, why: &'static str) -> Vec<Wanted> {
    let mut out = Vec::new();
    for path in paths {
        if is_new(files, &path, loaded) {
            out.push(Wanted { path, why });
        }
    }
    out
}

fn is_new(files: &dyn Files, path: &Path, known: &mut Loaded) -> bool {
    let real = files.canonical(path).unwrap_or_else(|| path.to_path_buf());
    let is_new = !known.contains(&real);
    if is_new {
        known.push(real);
    }
    is_new
}

fn wrap(
    before: impl Into<std::borrow::Cow<'static, str>>,
    inside: Vec<Segment>,
    after: &'static str,
) -> Vec<Segment> {
    let mut out = vec![Segment::literal(before, "heading")];
    out.extend(inside);
    out.push(Segment::literal(after, "end"));
    out
}

fn push(prompt: &mut EffectivePrompt, name: &'static str, layer: Layer, segments: Vec<Segment>) {
    if segments.is_empty() {
        return;
    }
    // The API gives the system instruction this role as well.
    prompt.parts.push(Part {
        name,
        role: "user",
        layer,
        segments,
        losses: Vec::new(),
    });
}
