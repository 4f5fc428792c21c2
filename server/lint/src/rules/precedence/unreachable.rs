//! `precedence.unreachable`: no runtime reads a file of this name or place.

use super::unread;
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix},
    repair::shim,
    rule::Rule,
    rules::{filename::meant, is_specimen},
    view::{FileView, RuntimeView, first_line},
};
use agents_prompt::{
    Active,
    look_alike::{Disguise, LookAlike},
    runtime::{Imports, Role},
    runtimes,
};
use agents_workspace::EntryKind;
use std::path::Path;

/// The folder that other tools work in as well: files in it may be for them.
const SHARED_FOLDER: &str = ".github";

/// See the module.
pub struct Unreachable;

impl Rule for Unreachable {
    fn code(&self) -> &'static str {
        "precedence.unreachable"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "The file looks like an instruction file, and has a name or lies in a folder that no runtime at work reads.\n\n\
### Why it matters\n\nIt is written and kept up, and no agent ever sees it.\n\n\
### Example\n\n`AGENT.md`, as the file was called before the convention was; `AGENTS.txt`, or `AGENTS.md.txt` where the \
system hides endings; `.codex/AGENTS.md`, where only the one in the home folder is read; `.cursor/rules/style.md`, where \
rules end in `.mdc`; `copilot-instructions.md` outside `.github`.\n\n\
### What is left alone\n\nPages that are about agents (`docs/AGENT.md`), samples and templates, files that a known runtime \
reads in this place, and those whose right name is taken. A name that only differs in upper and lower case is \
`filename.case`.\n\n\
### What to do\n\nThe first fix gives the file its name or its place. Where a file has that place already, put the text into it. The second one leaves it where it is and imports it, \
where the runtimes follow imports.\n"
    }

    fn is_for_any_file(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let (Some(found), Some(text)) = (meant_as(file), file.text()) else {
            return;
        };
        let mut finding = Finding::new(self, file.path, first_line(text));
        let name = |path: &Path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        finding.lead = match found.fault {
            Disguise::Name | Disguise::Ending => format!(
                "This file is called {}, and instructions for this folder are found as {}.",
                name(file.path),
                name(&found.place)
            ),
            Disguise::Folder => format!(
                "Files of this name are not looked for in {}.",
                file.path
                    .parent()
                    .map_or_else(String::new, |folder| file.shown(folder))
            ),
        };
        for active in readers(file, &found) {
            finding = finding.effect(&active.name, "Nothing of it reaches {or}.");
        }
        if found.fault == Disguise::Folder {
            let place = file.shown(&found.place);
            finding.advice = if file.files.entry(&found.place) == EntryKind::Missing {
                format!("It would be found as {place}.")
            } else {
                format!("{place}, where it would be found, exists already: put the text there.")
            };
        }
        out.push(finding);
    }

    fn fixes(&self, _: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Some(found) = meant_as(file) else {
            return Vec::new();
        };
        if file.files.entry(&found.place) != EntryKind::Missing {
            return Vec::new();
        }
        let fix = |title: String, edits| Fix {
            title,
            applicability: Applicability::Unsafe,
            rule: Some(self.code()),
            edits,
        };
        let place = file.shown(&found.place);
        let mut readers = readers(file, &found);
        let follow = readers.all(|active| active.runtime.imports() == Imports::Followed);
        // Rules and the like hold no imports.
        let is_main = found.place.file_name().is_some_and(|name| {
            name.as_encoded_bytes()
                .first()
                .is_some_and(u8::is_ascii_uppercase)
        });
        let shim = (follow && is_main)
            .then(|| shim::create(&found.place, file.path))
            .flatten();
        let rename = FileEdit::Rename {
            from: file.path.to_path_buf(),
            to: found.place.clone(),
        };
        let verb = if found.fault == Disguise::Folder {
            "Move"
        } else {
            "Rename"
        };
        let mut fixes = vec![fix(format!("{verb} to {place}"), vec![rename])];
        fixes.extend(shim.map(|edit| fix(format!("Create {place} that imports it"), vec![edit])));
        fixes
    }
}

/// The runtimes at work that would read it in its place, those left out that have a file of their own in the folder.
fn readers<'a>(file: &'a FileView<'_>, found: &'a LookAlike) -> impl Iterator<Item = &'a Active> {
    let project = file.project;
    let reads = move |active: &Active, path: &Path| project.role(active, path) == Some(Role::Instructions);
    let folder = found.place.parent().filter(|_| !is_rule(file));
    let names = folder.map(|folder| file.files.list(folder));
    let has_own = move |active: &Active| {
        let mut names = names.iter().flat_map(|names| names.iter());
        names.any(|name| {
            let path = found.place.with_file_name(name);
            project.is_for(active, &path) && reads(active, &path)
        })
    };
    let active = project.active.iter();
    active.filter(move |active| reads(active, &found.place) && !has_own(active))
}

/// What the file is meant as, where that is certain.
fn meant_as(file: &FileView<'_>) -> Option<LookAlike> {
    let found = file.project.look_alike(file.path)?;
    let below = file.path.strip_prefix(&file.project.base.root).ok()?;
    if !unread::has_text(file) || is_specimen(below) || file.files.entry(file.path) != EntryKind::File {
        return None;
    }
    let is_taken = file.files.entry(&found.place) != EntryKind::Missing;
    let is_meant = match found.fault {
        Disguise::Name | Disguise::Ending if found.place.parent() == file.path.parent() => {
            !is_taken && (is_rule(file) || meant::is_for_agents(file, &found.place))
        }
        Disguise::Name | Disguise::Ending => !is_taken,
        Disguise::Folder => !is_taken || !below.starts_with(SHARED_FOLDER),
    };
    (is_meant && readers(file, &found).next().is_some() && !is_read_in_place(file)).then_some(found)
}

/// Whether it lies among a tool's rules, where nothing else does.
fn is_rule(file: &FileView<'_>) -> bool {
    let below = file.path.strip_prefix(&file.project.base.root);
    let folder = below.ok().and_then(|below| below.parent());
    folder.is_some_and(|folder| {
        folder
            .iter()
            .any(|name| name.as_encoded_bytes().first() == Some(&b'.'))
    })
}

/// Whether any runtime there is, at work or not, reads the file where it is, or says why it does not.
fn is_read_in_place(file: &FileView<'_>) -> bool {
    let is_known =
        |view: &RuntimeView<'_>| unread::is_read(file, view) || view.losses(file.path).next().is_some();
    if file.runtimes.iter().any(is_known) {
        return true;
    }
    // Elsewhere the names themselves are what is wrong, whoever else reads them.
    let is_in_dot_folder = file.path.parent() != unread::folder(file.path).as_deref();
    let others = runtimes::all()
        .iter()
        .filter(|runtime| !runtime.is_profile() && is_in_dot_folder);
    let mut others = others.filter_map(|runtime| Active::new(*runtime, Vec::new()));
    others.any(|active| {
        file.project.role(&active, file.path).is_some() && {
            let situation = file.project.situation_of(&active, file.path);
            let prompt = active.assemble(&situation, file.files);
            prompt.loaded(file.path).next().is_some()
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "precedence.unreachable";

    #[test]
    fn another_name_is_told_with_the_right_one() {
        let mut fixture = Fixture::new(&["codex", "claude-code"], "//- AGENT.md\n# Rules\n");
        insta::assert_snapshot!(fixture.drawn(), @r"
        AGENT.md information precedence.unreachable
          # Rules
          ^^^^^^^
          This file is called AGENT.md, and instructions for this folder are found as AGENTS.md. Nothing of it reaches codex or claude-code.
        ");
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Rename to AGENTS.md");
        assert_eq!(fixes.len(), 1, "Codex follows no import");
        fixture.reads_after(&fixes[0], "AGENTS.md");
    }

    #[test]
    fn each_look_alike_is_mended() {
        for (runtime, path, title, place) in [
            ("codex", "AGENTS.txt", "Rename to AGENTS.md", "AGENTS.md"),
            ("codex", "AGENTS.md.txt", "Rename to AGENTS.md", "AGENTS.md"),
            ("codex", "AGENTS", "Rename to AGENTS.md", "AGENTS.md"),
            ("claude-code", "CLAUDE.txt", "Rename to CLAUDE.md", "CLAUDE.md"),
            ("codex", ".codex/AGENTS.md", "Move to AGENTS.md", "AGENTS.md"),
            ("codex", ".github/AGENTS.md", "Move to AGENTS.md", "AGENTS.md"),
            (
                "gemini-cli",
                ".gemini/GEMINI.md",
                "Move to GEMINI.md",
                "GEMINI.md",
            ),
            (
                "cursor",
                ".cursor/rules/x.md",
                "Rename to .cursor/rules/x.mdc",
                ".cursor/rules/x.mdc",
            ),
            (
                "claude-code",
                ".claude/rules/x.mdc",
                "Rename to .claude/rules/x.md",
                ".claude/rules/x.md",
            ),
            (
                "copilot-cli",
                "copilot-instructions.md",
                "Move to .github/copilot-instructions.md",
                ".github/copilot-instructions.md",
            ),
        ] {
            let mut fixture = Fixture::new(&[runtime], "");
            fixture.add(path, "---\nalwaysApply: true\n---\n# Rules\n");
            assert_eq!(fixture.codes(), [format!("{CODE} {path}:1")]);
            let fix = fixture.fixes(CODE).remove(0);
            assert_eq!(fix.title, title, "{path}");
            fixture.reads_after(&fix, place);
        }
    }

    #[test]
    fn a_folder_of_a_monorepo_needs_no_manifest_to_be_a_project() {
        for (tree, is_told) in [
            ("//- packages/api/AGENT.md\nx\n", true),
            ("//- x/services/api/AGENT.md\nx\n", true),
            ("//- backend/AGENT.md\nx\n//- frontend/AGENTS.md\nx\n", true),
            ("//- backend/Makefile\nx\n//- backend/AGENT.md\nx\n", true),
            ("//- packages/AGENT.md\nx\n", false),
            ("//- packages/api/notes/AGENT.md\nx\n", false),
            ("//- packages/docs/AGENT.md\nx\n", false),
            ("//- backend/AGENT.md\nx\n//- frontend/CLAUDE.md\nx\n", false),
            (
                "//- packages/api/AGENT.md\nx\n//- packages/api/AGENTS.md\nx\n",
                false,
            ),
        ] {
            let told = Fixture::new(&["codex"], tree).marked(CODE).len();
            assert_eq!(told, usize::from(is_told), "{tree}");
        }
    }

    #[test]
    fn a_place_that_is_taken_gets_the_text() {
        let tree = "//- AGENTS.md\n# Rules\n//- .codex/AGENTS.md\n# More\n//- a/AGENTS.override.md\nx\n";
        let fixture = Fixture::new(&["codex"], tree);
        assert_eq!(
            fixture.message(CODE),
            "Files of this name are not looked for in .codex. Nothing of it reaches codex. AGENTS.md, where it would be \
             found, exists already: put the text there."
        );
        assert!(fixture.fixes(CODE).is_empty(), "a move would overwrite it");
    }

    #[test]
    fn an_import_leaves_the_file_where_it_is() {
        let mut fixture = Fixture::new(&["claude-code"], "//- .ai-leash/AGENTS.md\n# Rules\n");
        let fixes = fixture.fixes(CODE);
        let titles: Vec<_> = fixes.iter().map(|fix| &*fix.title).collect();
        assert_eq!(titles, ["Move to AGENTS.md", "Create AGENTS.md that imports it"]);
        fixture.apply(&fixes[1]);
        assert_eq!(
            fixture.text("AGENTS.md".as_ref()).to_string(),
            "@.ai-leash/AGENTS.md\n"
        );
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
    }

    #[test]
    fn pages_samples_and_what_somebody_reads_are_silent() {
        for (runtime, path) in [
            ("codex", "docs/AGENT.md"),
            ("codex", "docs/agents.md"),
            ("codex", "agent.md"),
            ("codex", "agents.txt"),
            ("codex", "notes/AGENT.md"),
            ("codex", "templates/.codex/AGENTS.md"),
            ("codex", "tests/fixtures/AGENT.md"),
            ("codex", ".junie/AGENTS.md"),
            ("codex", ".claude/AGENTS.md"),
            ("amp", "AGENT.md"),
            ("cursor", ".cursor/rules/README.md"),
            ("codex", ".cursor/rules/x.md"),
            ("codex", "copilot-instructions.md"),
            ("codex", ".storybook/AGENTS.md"),
            ("claude-code", "GEMINI.txt"),
        ] {
            let mut fixture = Fixture::new(&[runtime], "");
            fixture.add(path, "# Rules\n");
            assert!(fixture.codes().is_empty(), "{path}: {:?}", fixture.codes());
        }
        let taken = "//- AGENTS.md\n# Rules\n//- AGENT.md\n# Older\n//- AGENTS.txt\n# Copy\n//- .github/AGENTS.md\nx\n\
                     //- .cursor/rules/x.md\nx\n//- .cursor/rules/x.mdc\nx\n";
        assert!(Fixture::new(&["codex", "cursor"], taken).codes().is_empty());
        assert!(
            Fixture::new(&["codex"], "//- AGENT.md\n \n").codes().is_empty(),
            "nothing to lose"
        );
    }
}
