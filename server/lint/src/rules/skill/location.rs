//! `skill.location`: a skill lies where a loader does not look.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix},
    rule::Rule,
    view::{FileView, RuntimeView, first_line},
};
use agents_prompt::{
    runtime::Role,
    stray::{Misplacement, Stray},
};
use agents_syntax::Text;
use agents_workspace::{EntryKind, Files};
use std::path::Path;

/// See the module.
pub struct Location;

impl Rule for Location {
    fn code(&self) -> &'static str {
        "skill.location"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "The file is a skill by its name or its head, and lies where no loader looks for skills: at the wrong depth, in the \
wrong folder, or with the wrong ending.\n\n\
### Why it matters\n\nThe agent does not know of it, and nothing says so.\n\n\
### Example\n\n`.claude/skill/triage/SKILL.md`, where skills are looked for in `.claude/skills`; \
`.claude/skills/triage/SKILL.txt`; `.claude/skills/git/triage/SKILL.md`, one folder too deep for Claude Code.\n\n\
### What is left alone\n\nPages about skills, templates, tests and examples; skills that are kept to be handed out \
(`skills/x/SKILL.md`, plugins); what lies in the folder of another skill; and places that a known runtime reads which is not \
at work here.\n\n\
### What to do\n\nMove it to where the message says. The fix does, with the folder the file lies in.\n"
    }

    fn is_for_any_file(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        refusal::report(self, file, out);
        let (Some(text), Some(stray)) = (file.text(), misplaced(file)) else {
            return;
        };
        let mut finding = Finding::new(self, file.path, first_line(text));
        finding.lead = lead(file, &stray);
        for (active, role) in file.project.readers(&stray.place) {
            if role == Role::Skill {
                finding = finding.effect(&active.name, "Nothing of it reaches {}.");
            }
        }
        finding.advice = format!("It would be found as {}.", file.shown(&stray.place));
        out.push(finding);
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let of_stray = misplaced(file).and_then(|stray| move_to(self.code(), file, &stray));
        let of_loader = refusal::fixes(self, finding, file);
        of_loader.into_iter().chain(of_stray).collect()
    }
}

/// What is wrong about the place of a file that no runtime takes for a skill.
fn misplaced(file: &FileView<'_>) -> Option<Stray> {
    let project = file.project;
    let stray = if file.runtimes.is_empty() {
        project.stray(file.path)
    } else {
        // Some read files of this name anywhere below their folder, and find only those at the right depth.
        let is_missed = |view: &RuntimeView<'_>| {
            view.role == Role::Skill
                && view.skill(file.path).is_none()
                && view.losses(file.path).next().is_none()
                && !view.prompt.waiting.iter().any(|path| path == file.path)
        };
        let stray = project.misplaced(file.path);
        stray.filter(|stray| stray.fault == Misplacement::Depth && file.runtimes.iter().all(is_missed))
    }?;
    let is_meant = match stray.fault {
        Misplacement::Ending | Misplacement::Folder => true,
        Misplacement::Flat => has_head(file) && holds_skills(file.files, &stray.store),
        Misplacement::Depth => !is_in_skill(file.files, file.path, &stray.store),
    };
    let is_copied = || {
        file.files
            .file(&stray.place)
            .is_ok_and(|other| Some(other.text()) == file.text())
    };
    let is_empty = || file.text().is_none_or(Text::is_empty);
    (is_meant && !is_empty() && !is_copied()).then_some(stray)
}

/// Whether a file has the head of a skill.
fn has_head(file: &FileView<'_>) -> bool {
    let Ok(content) = &file.file else { return false };
    let head = content.document().frontmatter();
    head.is_some_and(|head| head.entry("name").is_some() && head.entry("description").is_some())
}

/// Whether skills lie in a folder, each in one of its own.
fn holds_skills(files: &dyn Files, store: &Path) -> bool {
    let names = files.list(store);
    names
        .iter()
        .any(|name| files.is_file(&store.join(name).join("SKILL.md")))
}

/// Whether a file belongs to a skill whose folder it lies in.
fn is_in_skill(files: &dyn Files, path: &Path, store: &Path) -> bool {
    let above = path
        .ancestors()
        .skip(2)
        .take_while(|folder| folder.starts_with(store));
    above
        .into_iter()
        .any(|folder| files.is_file(&folder.join("SKILL.md")))
}

fn lead(file: &FileView<'_>, stray: &Stray) -> String {
    let store = file.shown(&stray.store);
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    let wanted = stray.place.file_name().unwrap_or_default().to_string_lossy();
    match stray.fault {
        Misplacement::Ending => format!("The file is called {name}, and a skill is found as {wanted}."),
        Misplacement::Flat => {
            format!("Each skill in {store} has a folder of its own, and this file has none.")
        }
        Misplacement::Depth => format!("The file lies deeper in {store} than skills are looked for."),
        Misplacement::Folder => format!("Skills are looked for in {store}, and the file lies beside it."),
    }
}

/// Moving the file; where the folder is that of the skill, all of it, with what else lies there.
fn move_to(code: &'static str, file: &FileView<'_>, stray: &Stray) -> Option<Fix> {
    let place = stray.place.as_path();
    let (from, to) = match stray.fault {
        Misplacement::Ending | Misplacement::Flat => (file.path, place),
        Misplacement::Depth | Misplacement::Folder => (file.path.parent()?, place.parent()?),
    };
    let is_free = file.files.entry(to) == EntryKind::Missing && file.files.entry(place) == EntryKind::Missing;
    is_free.then(|| Fix {
        title: format!("Move to {}", file.shown(to)),
        applicability: Applicability::Unsafe,
        rule: Some(code),
        edits: vec![FileEdit::Rename {
            from: from.to_path_buf(),
            to: to.to_path_buf(),
        }],
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "skill.location";

    #[test]
    fn a_skill_in_a_folder_of_its_own_is_none_to_ai_leash() {
        let mut fixture = Fixture::new(&["ai-leash"], "");
        fixture.add(".skills/x/SKILL.md", "---\nname: x\ndescription: b\n---\n");
        insta::assert_snapshot!(fixture.drawn(), @r"
        .skills/x/SKILL.md warning skill.location
          ---
          ^^^
          The file lies where no skill is looked for (skills are single files in `.skills`, folders are not looked into), so the skill does not reach ai-leash.
        ");
    }

    const HEAD: &str = "---\nname: x\ndescription: b\n---\nText\n";

    /// The message about a file, and the titles of the fixes.
    fn told(runtimes: &[&str], path: &str) -> (String, Vec<String>) {
        let mut fixture = Fixture::new(runtimes, "");
        fixture.add(path, HEAD);
        let titles = fixture.fixes(CODE).into_iter().map(|fix| fix.title);
        (fixture.message(CODE), titles.collect())
    }

    #[test]
    fn each_fault_of_a_place_is_told() {
        let shown = [
            ".claude/skill/x/SKILL.md",
            ".claude/skills/x/SKILL.txt",
            ".claude/skills/git/x/SKILL.md",
        ]
        .map(|path| {
            let (message, titles) = told(&["claude-code"], path);
            format!("{message}\n  {}", titles.join(", "))
        });
        insta::assert_snapshot!(shown.join("\n"), @r"
        Skills are looked for in .claude/skills, and the file lies beside it. Nothing of it reaches claude-code. It would be found as .claude/skills/x/SKILL.md.
          Move to .claude/skills/x
        The file is called SKILL.txt, and a skill is found as SKILL.md. Nothing of it reaches claude-code. It would be found as .claude/skills/x/SKILL.md.
          Move to .claude/skills/x/SKILL.md
        The file lies deeper in .claude/skills than skills are looked for. Nothing of it reaches claude-code. It would be found as .claude/skills/x/SKILL.md.
          Move to .claude/skills/x
        ");
    }

    #[test]
    fn a_flat_file_among_folders_is_told() {
        let mut fixture = Fixture::new(&["claude-code"], "");
        fixture.add(".claude/skills/x.md", HEAD);
        assert!(fixture.marked(CODE).is_empty(), "no folders of skills");
        fixture.add(".claude/skills/y/SKILL.md", "---\nname: y\ndescription: b\n---\n");
        fixture.add(".claude/skills/notes.md", "# Notes\n");
        assert_eq!(fixture.codes(), ["skill.location .claude/skills/x.md:1"]);
        let fix = fixture.fixes(CODE).remove(0);
        assert_eq!(fix.title, "Move to .claude/skills/x/SKILL.md");
        fixture.apply(&fix);
        assert!(fixture.codes().is_empty());
    }

    #[test]
    fn what_some_runtime_finds_or_another_skill_holds_is_silent() {
        let codes = |runtimes: &[&str], path: &str| {
            let mut fixture = Fixture::new(runtimes, "");
            fixture.add(path, HEAD);
            fixture.codes()
        };
        assert!(codes(&["codex"], ".agents/skills/git/x/SKILL.md").is_empty());
        assert!(codes(&["codex"], ".claude/skills/git/x/SKILL.md").is_empty());
        assert!(codes(&["codex"], "skills/x/SKILL.md").is_empty());
        let mut held = Fixture::new(&["claude-code"], "");
        held.add(".claude/skills/y/SKILL.md", HEAD.replace("name: x", "name: y"));
        held.add(".claude/skills/y/parts/x/SKILL.md", HEAD);
        assert!(held.codes().is_empty());
    }

    #[test]
    fn nothing_is_moved_over_another_skill() {
        let mut fixture = Fixture::new(&["claude-code"], "");
        fixture.add(".claude/skills/x/SKILL.md", HEAD.replace("Text", "Other"));
        fixture.add(".claude/skill/x/SKILL.md", HEAD);
        assert_eq!(fixture.codes(), ["skill.location .claude/skill/x/SKILL.md:1"]);
        assert!(fixture.fixes(CODE).is_empty());
        fixture.add(".claude/skill/x/SKILL.md", HEAD.replace("Text", "Other"));
        assert!(fixture.codes().is_empty(), "a copy");
    }
}
