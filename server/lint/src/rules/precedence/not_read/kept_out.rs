//! Files that other files, settings or their folders keep out, told once for each cause.

use super::super::unread::{self, Relation};
use crate::{
    finding::{Finding, Related, Severity, list},
    fix::{Applicability, FileEdit, Fix},
    repair::shim,
    rule::Rule,
    rules::{is_specimen, symlink::materialised::is_link_as_text},
    view::{FileView, ProjectView, RuntimeView, first_line, shown},
};
use agents_prompt::{
    Active, Project,
    name::Name,
    runtime::{Imports, Role},
};
use agents_workspace::{EntryKind, Files};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// What is said of a file that keeps others out.
const KEEPS_OUT: &str = "keeps it out";

/// What is said of a file that is kept out.
const KEPT_OUT: &str = "is not read";

/// What is said of further files that have the same cause in a setting or in where they lie.
const EITHER: &str = "is not read either";

/// Why files are not read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    /// For this file, which lies beside them or not.
    File { by: PathBuf, is_beside: bool },
    /// By this setting.
    Setting(String),
    /// They lie below the root, where nothing is looked for.
    Nested,
}

pub(super) fn check(rule: &dyn Rule, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
    let mut unread: BTreeMap<(Why, Name), Vec<PathBuf>> = BTreeMap::new();
    for file in project.views.values() {
        let below = file.path.strip_prefix(&project.project.base.root);
        if below.is_ok_and(is_specimen) {
            continue;
        }
        for view in &file.runtimes {
            if let Some(why) = why(file, view) {
                let files = unread.entry((why, view.name().clone())).or_default();
                files.push(file.path.to_path_buf());
            }
        }
    }
    // Runtimes that miss the same files for the same cause are told of together.
    let mut together: BTreeMap<(Why, Vec<PathBuf>), Vec<Name>> = BTreeMap::new();
    for ((why, name), files) in unread {
        together.entry((why, files)).or_default().push(name);
    }
    for ((why, files), names) in together {
        out.extend(finding(rule, project, &why, &files, &names));
    }
}

fn why(file: &FileView<'_>, view: &RuntimeView<'_>) -> Option<Why> {
    let project = file.project;
    if let Some(found) = unread::kept_out(file, view) {
        let is_told = match found.how {
            Relation::Above | Relation::Personal => true,
            Relation::Pair => is_named_by_user(project) && is_read_by_none(file),
            Relation::Override | Relation::Foreign | Relation::Shared => false,
        };
        // A link that was checked out as text is told of in itself; what it hides is seen when it is mended.
        let is_link = || is_link_as_text(file, found.by);
        return (is_told && !unread::is_repeated(file, found.by) && !is_link()).then(|| Why::File {
            by: found.by.to_path_buf(),
            is_beside: found.how != Relation::Above,
        });
    }
    if let Some(by) = unread::switched_off(file, view) {
        return Some(Why::Setting(by.to_owned()));
    }
    let is_nested = || {
        let parent = file.path.parent();
        parent == unread::folder(file.path).as_deref() && parent != Some(&*project.base.root)
    };
    let is_for_nothing = unread::is_missed(file, view) && view.losses(file.path).next().is_none();
    (is_for_nothing && is_nested() && is_read_by_none(file)).then_some(Why::Nested)
}

/// Whether the runtimes at work are those that the user named, and no guesses.
fn is_named_by_user(project: &Project) -> bool {
    !project.is_fallback && project.active.iter().all(|active| active.evidence.is_empty())
}

fn is_read_by_none(file: &FileView<'_>) -> bool {
    !file.runtimes.iter().any(|view| unread::is_read(file, view))
}

fn finding(
    rule: &dyn Rule,
    project: &ProjectView<'_>,
    why: &Why,
    files: &[PathBuf],
    names: &[Name],
) -> Option<Finding> {
    let (first, rest) = files.split_first()?;
    let related = |path: &Path, message: &str| Related {
        path: path.to_path_buf(),
        range: 0..0,
        message: message.to_owned(),
    };
    let mut severity = rule.severity();
    let mut place = first.clone();
    let mut others: Vec<Related> = Vec::new();
    let (sentence, advice) = match why {
        Why::File { by, is_beside } => {
            let follows = names.iter().all(|name| follows(project.project, name));
            let real = project.files.canonical(by).unwrap_or_else(|| by.clone());
            // A single file, and files that something outside keeps out, are told of where they are.
            if !rest.is_empty() && real.starts_with(&project.project.base.root) {
                if real != *by {
                    others.push(related(by, KEEPS_OUT));
                }
                others.extend(files.iter().map(|path| related(path, KEPT_OUT)));
                place = real;
            } else {
                others.push(related(by, KEEPS_OUT));
                others.extend(rest.iter().map(|path| related(path, KEPT_OUT)));
            }
            let by_shown = shown(project.project, by);
            let advice = if follows {
                advice(by, files, *is_beside)
            } else {
                String::new()
            };
            (kept_out_words(&by_shown, files, *is_beside), advice)
        }
        Why::Setting(by) => {
            others.extend(rest.iter().map(|path| related(path, EITHER)));
            // Somebody set it on purpose, and may have left out more than was meant.
            severity = Severity::Information;
            let does = if by.contains('=') {
                "switches it off"
            } else {
                "leaves it out"
            };
            let what = format!("`{by}` {does}");
            (
                format!("Nothing of {} reaches {{}}: {what}.", this_and(rest.len())),
                String::new(),
            )
        }
        Why::Nested => {
            others.extend(rest.iter().map(|path| related(path, EITHER)));
            let sentence = format!(
                "Nothing of {} reaches {{}}: files of this name are read in the root only.",
                this_and(rest.len())
            );
            (sentence, String::new())
        }
    };
    let range = project
        .files
        .file(&place)
        .map_or(0..0, |file| first_line(file.text()));
    let mut finding = Finding::new(rule, place, range);
    finding.severity = severity;
    for name in names {
        finding = finding.effect(name, sentence.clone());
    }
    finding.related = others;
    finding.advice = advice;
    Some(finding)
}

fn kept_out_words(by: &str, files: &[PathBuf], is_beside: bool) -> String {
    if files.len() == 1 {
        let place = if is_beside { "beside" } else { "above" };
        return format!("Nothing of this file reaches {{}}, because {by} lies {place} it.");
    }
    format!(
        "The {} files {} in folders below do not reach {{}}, because {by} lies above them.",
        files.len(),
        list(&names_of(files))
    )
}

/// What would load them.
fn advice(by: &Path, files: &[PathBuf], is_beside: bool) -> String {
    let names = names_of(files);
    let imports: Vec<String> = names.iter().map(|name| format!("`@{name}`")).collect();
    let imports = list(&imports);
    let shim = shim_name(by);
    match (is_beside, files.len()) {
        (true, _) => format!("Import it there ({imports}) to load both."),
        (false, 1) => format!("A {shim} with {imports} beside it would load it."),
        (false, _) => format!("A {shim} with {imports} beside each would load them."),
    }
}

fn this_and(more: usize) -> String {
    match more {
        0 => "this file".to_owned(),
        1 => "this file and another one".to_owned(),
        more => format!("this file and {more} others"),
    }
}

fn names_of(files: &[PathBuf]) -> Vec<String> {
    let names = files.iter().filter_map(|path| path.file_name());
    let names: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.into_iter().collect()
}

/// The shared file of the kind that keeps others out: `CLAUDE.md` for `CLAUDE.local.md`.
fn shim_name(by: &Path) -> String {
    let name = by.file_name().unwrap_or_default().to_string_lossy();
    name.replace(".local.", ".")
}

fn follows(project: &Project, name: &Name) -> bool {
    let mut active = project.active.iter().filter(|active| active.name == *name);
    active.all(|active| active.runtime.imports() == Imports::Followed)
}

/// Importing what is lost where the runtime reads: in the file that stands beside it, or in a new one.
pub(super) fn fixes(rule: &'static str, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
    let of = |message: &'static str| {
        finding
            .related
            .iter()
            .filter(move |related| related.message == message)
    };
    let outside = of(KEEPS_OUT).next().map(|related| related.path.as_path());
    let mut lost: Vec<&Path> = of(KEPT_OUT).map(|related| related.path.as_path()).collect();
    let by = outside.unwrap_or(file.path);
    // Where the finding is not in the file that keeps others out, it is in one of these.
    let is_on_lost = outside.is_some() && file.files.canonical(by) != file.files.canonical(file.path);
    if is_on_lost {
        lost.insert(0, file.path);
    }
    let names = finding.runtimes();
    let project = file.project;
    if lost.is_empty() || !names.iter().all(|name| follows(project, name)) {
        return Vec::new();
    }
    let fix = |title: String, edits: Vec<FileEdit>| {
        let fix = Fix {
            title,
            applicability: Applicability::Unsafe,
            rule: Some(rule),
            edits,
        };
        (!fix.edits.is_empty()).then_some(fix)
    };
    let fix = match lost.as_slice() {
        [path] if unread::folder(path) == unread::folder(by) => {
            let content = file.files.file(by);
            let edit = content
                .ok()
                .and_then(|content| shim::insert(by, content.document(), path));
            fix(
                format!("Import it in {}", file.shown(by)),
                edit.into_iter().collect(),
            )
        }
        lost => {
            let readers: Vec<&Active> = project
                .active
                .iter()
                .filter(|active| names.contains(&&active.name))
                .collect();
            let edits: Vec<FileEdit> = lost
                .iter()
                .filter_map(|path| beside(project, file.files, &readers, by, path))
                .collect();
            let name = shim_name(by);
            let title = match edits.as_slice() {
                [FileEdit::Create { path, .. }] => format!("Create {} that imports it", file.shown(path)),
                edits => format!("Create {} files {name} that import them", edits.len()),
            };
            fix(title, edits)
        }
    };
    fix.into_iter().collect()
}

/// A new file beside one that is lost, which imports it; nothing where a file of the name is there, or where it would
/// not be read.
fn beside(
    project: &Project,
    files: &dyn Files,
    readers: &[&Active],
    by: &Path,
    lost: &Path,
) -> Option<FileEdit> {
    let path = unread::folder(lost)?.join(shim_name(by));
    let is_read = readers
        .iter()
        .all(|active| project.role(active, &path) == Some(Role::Instructions));
    let is_free = files.entry(&path) == EntryKind::Missing;
    (is_read && is_free).then(|| shim::create(&path, lost)).flatten()
}

#[cfg(test)]
mod tests {
    use crate::{finding::Severity, fix::Applicability, testing::Fixture};

    const CODE: &str = "precedence.not-read";

    #[test]
    fn a_file_below_a_claude_md_is_told_in_itself() {
        let mut fixture = Fixture::new(
            &["claude-code"],
            "//- CLAUDE.md\n@AGENTS.md\n//- AGENTS.md\nroot\n//- a/AGENTS.md\n# Rules of a\n",
        );
        insta::assert_snapshot!(fixture.drawn(), @r"
        a/AGENTS.md warning precedence.not-read
          # Rules of a
          ^^^^^^^^^^^^
          Nothing of this file reaches claude-code, because CLAUDE.md lies above it. A CLAUDE.md with `@AGENTS.md` beside it would load it.
          see CLAUDE.md: keeps it out
        ");
        let fixes = fixture.fixes(CODE);
        let [fix] = fixes.as_slice() else {
            panic!("{fixes:?}")
        };
        assert_eq!(
            (&*fix.title, fix.applicability),
            ("Create a/CLAUDE.md that imports it", Applicability::Unsafe)
        );
        fixture.reads_after(fix, "a/AGENTS.md");
    }

    #[test]
    fn many_files_of_one_cause_are_told_once_where_the_cause_is() {
        let tree = "//- CLAUDE.md\n@AGENTS.md\n//- AGENTS.md\nroot\n//- a/AGENTS.md\na\n//- b/AGENTS.md\nb\n\
                    //- c/AGENTS.md\nc\n//- c/CLAUDE.md\n@AGENTS.md\n//- d/e/AGENTS.md\nd\n";
        let mut fixture = Fixture::new(&["claude-code", "codex"], tree);
        insta::assert_snapshot!(fixture.drawn(), @r"
        CLAUDE.md warning precedence.not-read
          @AGENTS.md
          ^^^^^^^^^^
          The 3 files AGENTS.md in folders below do not reach claude-code, because CLAUDE.md lies above them. A CLAUDE.md with `@AGENTS.md` beside each would load them.
          see a/AGENTS.md: is not read
          see b/AGENTS.md: is not read
          see d/e/AGENTS.md: is not read
        ");
        let fixes = fixture.fixes(CODE);
        let [fix] = fixes.as_slice() else {
            panic!("{fixes:?}")
        };
        assert_eq!(fix.title, "Create 3 files CLAUDE.md that import them");
        fixture.apply(fix);
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
        for path in ["a/AGENTS.md", "b/AGENTS.md", "d/e/AGENTS.md"] {
            assert!(fixture.is_read(path), "{path}");
        }
    }

    #[test]
    fn a_personal_file_silences_that_of_the_team() {
        let mut fixture = Fixture::new(
            &["claude-code", "codex"],
            "//- AGENTS.md\n# Team\n//- CLAUDE.local.md\nmy own\n",
        );
        assert_eq!(
            fixture.message(CODE),
            "Nothing of this file reaches claude-code, because CLAUDE.local.md lies beside it. Import it there \
             (`@AGENTS.md`) to load both."
        );
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Import it in CLAUDE.local.md");
        fixture.reads_after(&fixes[0], "AGENTS.md");
        assert_eq!(
            fixture.text("CLAUDE.local.md".as_ref()).to_string(),
            "@AGENTS.md\n\nmy own\n"
        );
    }

    #[test]
    fn a_file_above_the_opened_folder_is_named() {
        let mut fixture = Fixture::new(
            &["claude-code"],
            "//- AGENTS.md\n# Rules\n//- a/AGENTS.md\nmore\n",
        );
        fixture.add("/CLAUDE.md", "of all clones\n");
        let found = fixture.findings();
        assert_eq!(fixture.codes(), ["precedence.not-read AGENTS.md:1"], "{found:?}");
        assert!(
            found[0].message().contains("because /CLAUDE.md lies above them"),
            "{}",
            found[0].message()
        );
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Create 2 files CLAUDE.md that import them");
        fixture.apply(&fixes[0]);
        assert!(fixture.is_read("AGENTS.md") && fixture.is_read("a/AGENTS.md"));
        assert!(fixture.codes().is_empty());
    }

    #[test]
    fn behind_a_link_the_finding_is_in_the_real_file() {
        let mut fixture = Fixture::new(
            &["claude-code"],
            "//- AGENTS.md\n# Rules\n//- a/AGENTS.md\na\n//- b/AGENTS.md\nb\n",
        );
        fixture.link("CLAUDE.md", "AGENTS.md");
        assert_eq!(fixture.codes(), ["precedence.not-read AGENTS.md:1"]);
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Create 2 files CLAUDE.md that import them");
        fixture.apply(&fixes[0]);
        assert!(fixture.is_read("a/AGENTS.md"));
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
    }

    #[test]
    fn what_is_read_after_all_or_not_meant_is_silent() {
        for tree in [
            // Imports, copies, pairs, blank files.
            "//- CLAUDE.md\n@AGENTS.md\n//- AGENTS.md\nroot\n",
            "//- CLAUDE.md\n@AGENTS.md\n@a/AGENTS.md\n//- AGENTS.md\nroot\n//- a/AGENTS.md\na\n",
            "//- CLAUDE.md\n# A\n\n- one\n- two\n//- AGENTS.md\n# A\n\n- one\n- 2\n",
            "//- CLAUDE.md\nroot\n//- a/AGENTS.md\n \n",
            "//- CLAUDE.md\n\n//- AGENTS.md\nroot\n//- a/AGENTS.md\na\n",
            "//- AGENTS.md\nroot\n//- a/AGENTS.md\na\n//- .claude/rules/x.md\nrule\n",
            "//- AGENTS.md\nroot\n//- a/CLAUDE.md\na\n",
            "//- CLAUDE.md\nroot\n//- tests/fixtures/x/AGENTS.md\na\n",
            "//- CLAUDE.md\nroot\n//- a/CLAUDE.md\nfor one\n//- a/AGENTS.md\nfor others\n",
        ] {
            let mut fixture = Fixture::new(&["claude-code", "codex"], tree);
            fixture.detected();
            assert!(fixture.codes().is_empty(), "{tree:?}: {:?}", fixture.codes());
        }
    }

    #[test]
    fn a_pair_is_told_only_where_the_user_named_the_runtimes_and_none_reads_it() {
        let tree = "//- CLAUDE.md\nfor Claude Code\n//- AGENTS.md\nfor all\n";
        let mut fixture = Fixture::new(&["claude-code"], tree);
        assert_eq!(fixture.codes(), ["precedence.not-read AGENTS.md:1"]);
        assert_eq!(fixture.fixes(CODE)[0].title, "Import it in CLAUDE.md");
        let fix = fixture.fixes(CODE).remove(0);
        fixture.reads_after(&fix, "AGENTS.md");
        assert!(Fixture::new(&["claude-code", "codex"], tree).codes().is_empty());
        let mut detected = Fixture::new(&["claude-code"], tree);
        detected.detected();
        assert!(detected.codes().is_empty());
    }

    #[test]
    fn a_setting_is_named_once() {
        let tree = "//- AGENTS.md\nroot\n//- a/AGENTS.md\na\n//- b/AGENTS.md\nb\n";
        let mut fixture = Fixture::new(&["codex"], tree);
        fixture.set("project_doc_max_bytes", 0);
        assert_eq!(
            fixture.message(CODE),
            "Nothing of this file and 2 others reaches codex: `project_doc_max_bytes = 0` switches it off."
        );
        assert_eq!(
            fixture.findings()[0].severity,
            Severity::Information,
            "on purpose"
        );
        let mut fixture = Fixture::new(&["claude-code"], tree);
        fixture.set("claudeMdExcludes", vec!["**/b/AGENTS.md"]);
        assert_eq!(
            fixture.message(CODE),
            "Nothing of this file reaches claude-code: `claudeMdExcludes` leaves it out."
        );
        let own = "//- .github/instructions/x.instructions.md\n---\napplyTo: '**'\nexcludeAgent: coding-agent\n---\nText\n";
        assert!(
            Fixture::new(&["copilot-cloud-agent"], own).codes().is_empty(),
            "its author says so"
        );
    }

    #[test]
    fn files_below_the_root_are_told_once_where_nobody_reads_them() {
        let tree = "//- AGENTS.md\nroot\n//- a/AGENTS.md\na\n//- b/AGENTS.md\nb\n";
        assert_eq!(
            Fixture::new(&["vscode-copilot"], tree).message(CODE),
            "Nothing of this file and another one reaches vscode-copilot: files of this name are read in the root only."
        );
        for runtimes in [
            &["vscode-copilot", "codex"][..],
            &["codex"],
            &["zed"],
            &["apx"],
            &["openclaw"],
        ] {
            assert!(Fixture::new(runtimes, tree).codes().is_empty(), "{runtimes:?}");
        }
    }
}
