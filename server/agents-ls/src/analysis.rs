//! The engine: prompts, findings and fixes of the opened folders.
//!
//! Nothing here is told of changes. What was worked out is used again for as long as the tree answers every
//! question it rests on as it did.

mod help;

use crate::{
    changes::past::Past,
    engine::{
        self, Below, Cancel, Completions, Definition, Engine, Folder, Highlight, Hint, Link, Progress,
        Prompt, Renamable, Renaming, Sort, Spot, Status, World,
    },
    own::named,
    survey::{Given, Survey, User},
    tokens::TokenTable,
    trace,
    view::{self, hover, lens, rule, sections, status},
};
use agents_lint::{
    Checker, FileFindings, Finding, Fix, check_config, check_configs, check_file, check_link, check_project,
    check_shared,
};
use agents_prompt::{Active, PromptCache, runtimes};
use agents_workspace::{
    EntryKind,
    config::{self, Lens, SectionHints},
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// Of how many findings in a range the fixes are worked out: each has the file judged anew, and nobody chooses among more.
const MOST_FINDINGS: usize = 24;

/// Files whose change on disk may change an answer: instructions, settings of runtimes and our own.
const WATCHED: [&str; 5] = [
    "**/*.{md,markdown}",
    "**/agents-ls.toml",
    "**/.*/*.{toml,json,jsonc}",
    "**/opencode.{json,jsonc}",
    "**/.git",
];

/// See the module.
#[derive(Default)]
pub(crate) struct Analysis {
    prompts: PromptCache,
    tokens: TokenTable,
    folders: Mutex<HashMap<PathBuf, Known>>,
    notices: Mutex<Notices>,
    past: Past,
}

/// What is wrong in the editor's settings, which no file can show.
#[derive(Default)]
struct Notices {
    /// What is wrong now.
    known: BTreeSet<String>,
    /// What of it the user was not told yet.
    new: Vec<String>,
}

impl Notices {
    fn hold(&mut self, faults: BTreeSet<String>) {
        for fault in faults.difference(&self.known) {
            tracing::warn!("a setting of the editor does not count: {fault}");
            self.new.push(fault.clone());
        }
        self.new.retain(|fault| faults.contains(fault));
        self.known = faults;
    }
}

/// What is known about an opened folder.
struct Known {
    survey: Arc<Survey>,
    settings: Arc<Value>,
    /// Its instruction files, and the state of the tree in which they were looked for.
    files: Option<(u64, Arc<[PathBuf]>)>,
}

impl Analysis {
    /// The survey of the folder a file belongs to.
    fn survey(&self, world: &World, folder: &Folder) -> Arc<Survey> {
        let last = {
            let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
            folders
                .get(&folder.path)
                .map(|known| (Arc::clone(&known.survey), Arc::clone(&known.settings)))
        };
        if let Some((survey, settings)) = &last
            && Arc::ptr_eq(settings, &folder.settings)
            && survey.holds(&*world.files)
        {
            return Arc::clone(survey);
        }
        let given = Given {
            user: User::of_this_process(),
            ..Given::default()
        };
        let last = last.as_ref().map(|(survey, _)| &**survey);
        let survey = Arc::new(Survey::new(
            &folder.path,
            given,
            &folder.settings,
            &*world.files,
            last,
        ));
        let known = Known {
            survey: Arc::clone(&survey),
            settings: Arc::clone(&folder.settings),
            files: None,
        };
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.insert(folder.path.clone(), known);
        let surveys = || folders.values().map(|known| &known.survey);
        trace::set(surveys().map(|survey| survey.trace));
        let faults = surveys().flat_map(|survey| survey.client_faults.iter().cloned());
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.hold(faults.collect());
        survey
    }

    /// The instruction files of a folder that are known; `None` before they were looked for.
    fn files(&self, folder: &Folder) -> Option<Arc<[PathBuf]>> {
        let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders
            .get(&folder.path)?
            .files
            .as_ref()
            .map(|(_, files)| Arc::clone(files))
    }

    /// The instruction files of a folder, looked for anew if files came or went.
    fn find_files(&self, world: &World, folder: &Folder, survey: &Survey, cancel: &Cancel) -> Arc<[PathBuf]> {
        let kept = {
            let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
            folders.get(&folder.path).and_then(|known| known.files.clone())
        };
        let found = match kept {
            Some((tree, files)) if tree == world.tree => files,
            _ => survey
                .instruction_files(&|_| (), &|| cancel.is_cancelled())
                .into(),
        };
        if let Some(known) = self
            .folders
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_mut(&folder.path)
        {
            known.files = Some((world.tree, Arc::clone(&found)));
        }
        // An open document may not be on disk yet.
        let is_new = |path: &&PathBuf| {
            path.starts_with(&folder.path)
                && survey.project.judges(path)
                && found.binary_search(path).is_err()
        };
        let unsaved: Vec<PathBuf> = world.documents.keys().filter(is_new).cloned().collect();
        if unsaved.is_empty() {
            return found;
        }
        let mut all: Vec<PathBuf> = found.iter().cloned().chain(unsaved).collect();
        all.sort();
        all.into()
    }

    fn checker<'a>(&'a self, world: &'a World, survey: &'a Survey) -> Checker<'a> {
        Checker {
            project: &survey.project,
            files: &*world.files,
            prompts: &self.prompts,
            severities: &survey.severities,
            tokens: &self.tokens,
        }
    }
}

impl Engine for Analysis {
    fn watched(&self) -> Vec<String> {
        WATCHED.map(str::to_owned).to_vec()
    }

    fn own_findings(&self, world: &World, path: &Path, _: &Cancel) -> Vec<Finding> {
        let folder = folder_of(world, path);
        let survey = self.survey(world, &folder);
        if path.file_name().is_some_and(|name| name == config::FILE_NAME) {
            let here = survey.faults.iter().filter(|finding| finding.path == path);
            return here.cloned().collect();
        }
        let checker = self.checker(world, &survey);
        let is_twin = self
            .files(&folder)
            .is_some_and(|files| agents_lint::is_twin(checker, path, &files));
        if is_twin {
            return check_link(checker, path);
        }
        if !survey.project.judges(path) {
            return check_config(checker, path);
        }
        check_file(checker, path)
    }

    fn all_findings(
        &self,
        world: &World,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> BTreeMap<PathBuf, FileFindings> {
        let mut all: BTreeMap<PathBuf, FileFindings> = BTreeMap::new();
        for folder in judged_folders(world) {
            let survey = self.survey(world, &folder);
            let files = match world.folders.iter().any(|opened| opened.path == folder.path) {
                true => self.find_files(world, &folder, &survey, cancel),
                // Around a single file nothing is searched.
                false => world
                    .documents
                    .keys()
                    .filter(|path| survey.project.judges(path))
                    .cloned()
                    .collect(),
            };
            let mut goes_on = |done| {
                progress(Progress {
                    done,
                    total: files.len(),
                });
                !cancel.is_cancelled()
            };
            let checker = self.checker(world, &survey);
            let found = check_project(checker, &files, &mut goes_on);
            for (path, findings) in found {
                // A file belongs to the deepest folder that holds it.
                if folder_of(world, &path).path != folder.path {
                    continue;
                }
                let entry = all.entry(path).or_default();
                entry.own.extend(findings.own);
                entry.shared.extend(findings.shared);
            }
            // A settings file of the user is shown while it is open; it belongs to no folder.
            let is_here = |finding: &Finding| {
                let is_open = world.documents.contains_key(&finding.path);
                (is_open || finding.path.starts_with(&folder.path))
                    && folder_of(world, &finding.path).path == folder.path
            };
            let configs = check_configs(checker, &files).into_iter().filter(is_here);
            for fault in survey.faults.iter().cloned().chain(configs) {
                all.entry(fault.path.clone()).or_default().own.push(fault);
            }
        }
        all
    }

    fn hover(&self, world: &World, path: &Path, byte: usize, _: &Cancel) -> Option<engine::Hover> {
        let folder = folder_of(world, path);
        let survey = self.survey(world, &folder);
        if !survey.project.reads(path) && !is_known_role(&survey, path) {
            return None;
        }
        let link = world
            .prompt_link
            .map(|link| move |runtime: &str, path: &Path| link(runtime, path, world));
        let asked = hover::Asked {
            project: &survey.project,
            files: &*world.files,
            prompts: &self.prompts,
            path,
            byte,
            detail: survey.detail,
            is_provisional: self.files(&folder).is_none() && !world.folders.is_empty(),
            tokens: &self.tokens,
            link: link.as_ref().map(|link| link as hover::PromptLink<'_>),
        };
        let hover = hover::hover(&asked)?;
        Some(engine::Hover {
            markdown: hover.markdown,
            range: Some(hover.range),
        })
    }

    fn about_rules(&self, world: &World, path: &Path, codes: &[String]) -> Vec<String> {
        if codes.is_empty() || self.survey(world, &folder_of(world, path)).detail == hover::Detail::Off {
            return Vec::new();
        }
        let about = |code: &String| rule::about(code, (world.rule_link)(code).as_deref());
        codes.iter().filter_map(about).collect()
    }

    fn lenses(&self, world: &World, path: &Path, _: &Cancel) -> Vec<String> {
        let survey = self.survey(world, &folder_of(world, path));
        if survey.lens == Lens::Off {
            return Vec::new();
        }
        let runtimes = lens::runtimes(&survey.project, &*world.files, &self.prompts, path);
        runtimes.iter().map(ToString::to_string).collect()
    }

    fn lens(&self, world: &World, path: &Path, runtime: &str, below: &Below, _: &Cancel) -> Option<String> {
        let survey = self.survey(world, &folder_of(world, path));
        lens::title(
            &survey.project,
            &*world.files,
            &self.prompts,
            path,
            runtime,
            below,
        )
    }

    fn below(&self, world: &World, path: &Path, cancel: &Cancel) -> Below {
        let folder = folder_of(world, path);
        let survey = self.survey(world, &folder);
        let Some(files) = self.files(&folder) else {
            return Below::new();
        };
        let is_cancelled = || cancel.is_cancelled();
        lens::below(
            &survey.project,
            &*world.files,
            &self.prompts,
            path,
            &files,
            &is_cancelled,
        )
    }

    fn hints(&self, world: &World, path: &Path, range: &Range<usize>, _: &Cancel) -> Vec<Hint> {
        let survey = self.survey(world, &folder_of(world, path));
        if survey.hints == SectionHints::Off {
            return Vec::new();
        }
        let Ok(file) = world.files.file(path) else {
            return Vec::new();
        };
        sections::of_file(
            &survey.project,
            &*world.files,
            &self.prompts,
            path,
            file.document(),
            survey.hints,
            range,
        )
    }

    fn status(&self, world: &World, path: &Path, _: &Cancel) -> Option<Status> {
        let survey = self.survey(world, &folder_of(world, path));
        Some(status::status(
            &survey.project,
            &*world.files,
            &self.prompts,
            path,
        ))
    }

    fn fixes(
        &self,
        world: &World,
        path: &Path,
        range: Range<usize>,
        is_told: bool,
        cancel: &Cancel,
    ) -> Vec<Fix> {
        let folder = folder_of(world, path);
        let survey = self.survey(world, &folder);
        let checker = self.checker(world, &survey);
        let mut findings = Vec::new();
        if survey.project.judges(path) {
            findings = check_file(checker, path);
        }
        if let Some(files) = self.files(&folder).filter(|_| is_told) {
            findings.extend(check_shared(checker, path, &files));
        }
        findings.retain(|finding| finding.range.start <= range.end && range.start <= finding.range.end);
        let mut fixes: Vec<Fix> = findings
            .iter()
            .take(MOST_FINDINGS)
            .flat_map(|finding| agents_lint::fixes(checker, finding))
            .collect();
        help::follow(self, world, path, &mut fixes, cancel);
        if !survey.project.judges(path) {
            return fixes;
        }
        for action in agents_lint::actions(checker, path, &range) {
            if !fixes.iter().any(|fix| fix.title == action.title) {
                fixes.push(action);
            }
        }
        fixes
    }

    fn repair(&self, world: &World, path: &Path, range: Range<usize>, _: &Cancel) -> Option<Fix> {
        let survey = self.survey(world, &folder_of(world, path));
        let file = world.files.file(path).ok()?;
        let head = file.document().frontmatter().map(|head| head.range.end);
        // A head that is not seen as one begins at the first line nevertheless.
        let end = head.unwrap_or_else(|| file.text().line_range(0).end);
        if range.start > end || !survey.project.reads(path) {
            return None;
        }
        agents_lint::repair_frontmatter(self.checker(world, &survey), path)
    }

    fn fix_all(&self, world: &World, path: &Path, _: &Cancel) -> Option<Fix> {
        let survey = self.survey(world, &folder_of(world, path));
        let is_judged = survey.project.judges(path);
        is_judged.then(|| agents_lint::fix_all(self.checker(world, &survey), path))?
    }

    fn complete(
        &self,
        world: &World,
        path: &Path,
        byte: usize,
        with_about: bool,
        _: &Cancel,
    ) -> Option<Completions> {
        help::complete(self, world, path, byte, with_about)
    }

    fn about_completion(
        &self,
        world: &World,
        path: &Path,
        sort: Sort,
        label: &str,
        _: &Cancel,
    ) -> Option<String> {
        help::about_completion(self, world, path, sort, label)
    }

    fn definition(&self, world: &World, path: &Path, byte: usize, _: &Cancel) -> Option<Definition> {
        help::definition(self, world, path, byte)
    }

    fn references(
        &self,
        world: &World,
        path: &Path,
        byte: usize,
        with_declarations: bool,
        cancel: &Cancel,
    ) -> Option<Vec<Spot>> {
        help::references(self, world, path, byte, with_declarations, cancel)
    }

    fn highlights(&self, world: &World, path: &Path, byte: usize, _: &Cancel) -> Option<Vec<Highlight>> {
        help::highlights(self, world, path, byte)
    }

    fn renamable(
        &self,
        world: &World,
        path: &Path,
        byte: usize,
        _: &Cancel,
    ) -> Result<Option<Renamable>, String> {
        help::renamable(self, world, path, byte)
    }

    fn rename(
        &self,
        world: &World,
        path: &Path,
        byte: usize,
        name: &str,
        can_move: bool,
        cancel: &Cancel,
    ) -> Result<Option<Renaming>, String> {
        help::rename(self, world, path, byte, name, can_move, cancel)
    }

    fn links(&self, world: &World, path: &Path, _: &Cancel) -> Vec<Link> {
        help::links(self, world, path)
    }

    fn notices(&self) -> Vec<String> {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut notices.new)
    }

    fn since_head(&self, world: &World, path: &Path, _: &Cancel) -> Option<String> {
        let survey = self.survey(world, &folder_of(world, path));
        if survey.changes == Lens::Off {
            return None;
        }
        let files = &*world.files;
        let project = &survey.project;
        let counts = self
            .past
            .changes_since_head(project, path, files, &self.prompts, world.tree);
        view::changes::lens(counts?)
    }

    fn effective_prompt(
        &self,
        world: &World,
        path: &Path,
        runtime: Option<&str>,
        _: &Cancel,
    ) -> Option<Prompt> {
        let folder = folder_of(world, path);
        let survey = self.survey(world, &folder);
        let project = &survey.project;
        let named = |name: &str| -> Option<Active> {
            let active = project.active.iter().find(|active| active.name == *name);
            let asked = || named(&config::RuntimeRef::new(name), &survey.own).ok();
            active.cloned().or_else(asked)
        };
        let active = match runtime {
            Some(name) => named(name)?,
            None => project.primary().clone(),
        };
        let situation = if world.files.is_folder(path) {
            project.situation_of_folder(&active, path)
        } else {
            project.situation_of(&active, path)
        };
        let prompt = self.prompts.get(&active, &situation, &*world.files);
        Some(Prompt {
            runtime: active.name.to_string(),
            text: view::prompt::plain(&prompt),
            parts: view::json::prompt(&prompt),
        })
    }
}

/// The opened folder a file belongs to; for a file outside all of them, the root of its repository or the
/// folder it lies in.
fn folder_of(world: &World, path: &Path) -> Folder {
    if let Some(folder) = world.folder_of(path) {
        return folder.clone();
    }
    let lies_in = path.parent().unwrap_or(path);
    let has_git = |folder: &&Path| world.files.entry(&folder.join(".git")) != EntryKind::Missing;
    let root = lies_in.ancestors().find(has_git).unwrap_or(lies_in);
    Folder {
        path: root.to_path_buf(),
        settings: Arc::clone(&world.settings),
    }
}

/// The opened folders, and those of open documents outside them.
fn judged_folders(world: &World) -> Vec<Folder> {
    let mut folders: Vec<Folder> = world.folders.to_vec();
    for path in world.documents.keys() {
        let folder = folder_of(world, path);
        if !folders.iter().any(|known| known.path == folder.path) {
            folders.push(folder);
        }
    }
    folders
}

/// Whether any runtime at all reads files of this place and name: hover says then that none of the active
/// ones does.
fn is_known_role(survey: &Survey, path: &Path) -> bool {
    let below = path.strip_prefix(&survey.project.base.root);
    below.is_ok_and(|below| {
        runtimes::all()
            .iter()
            .any(|runtime| runtime.reads(below).is_some())
    })
}
