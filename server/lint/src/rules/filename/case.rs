//! `filename.case`: a file is found under its name only where the disk takes upper and lower case for the same.

use super::meant::{is_for_agents, name_of};
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix},
    rule::Rule,
    view::{FileView, first_line},
};
use agents_prompt::runtime::Role;
use agents_workspace::{EntryKind, Files};
use std::path::{Path, PathBuf};

/// See the module.
pub struct Case;

impl Rule for Case {
    fn code(&self) -> &'static str {
        "filename.case"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A runtime looks for a name in upper case, and the file has it in another one. On the disks of most \
Macs and of Windows it is found all the same; on Linux, in containers and in CI it is not there.\n\n\
### Why it matters\n\nIt works for whoever wrote it and for nobody else, without a message anywhere.\n\n\
### Example\n\n`.claude/skills/triage/skill.md` is a skill on a laptop and nothing on a server; the name has to be \
`SKILL.md`.\n\n\
### What is left alone\n\nPages that are about agents: `docs/agents.md`, and files in folders that are no project of \
their own. Runtimes that read the name in any case are not concerned.\n\n\
### What to do\n\nThe fix renames the file, by way of a third name where the disk takes both for the same.\n"
    }

    fn is_for_any_file(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let (Some(spelled), Some(text)) = (file.project.spelled(file.path), file.text()) else {
            return;
        };
        // Nothing is lost of a file without text.
        if text.rope().chars().all(char::is_whitespace) {
            return;
        }
        let (Some(name), Some(wanted)) = (name_of(file.path), name_of(&spelled)) else {
            return;
        };
        let readers = file.project.active.iter().filter_map(|active| {
            let role = file.project.role(active, &spelled)?;
            let is_concerned = file.project.role(active, file.path).is_none();
            is_concerned.then_some((&active.name, role))
        });
        let readers: Vec<_> = readers.collect();
        let is_skill = readers.iter().any(|(_, role)| *role == Role::Skill);
        if lists(file.files, &spelled) || !(is_skill || is_for_agents(file, &spelled)) {
            return;
        }
        let mut finding = Finding::new(self, file.path, first_line(text));
        finding.lead = format!(
            "This file is called {name}, and only a disk that takes upper and lower case for the same finds it as {wanted}."
        );
        for (runtime, _) in readers {
            finding = finding.effect(runtime, "Elsewhere nothing of it reaches {}.");
        }
        out.push(finding);
    }

    fn fixes(&self, _: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Some(to) = file.project.spelled(file.path) else {
            return Vec::new();
        };
        let Some(name) = name_of(&to) else {
            return Vec::new();
        };
        let from = file.path.to_path_buf();
        let step = |from: &PathBuf, to: &PathBuf| FileEdit::Rename {
            from: from.clone(),
            to: to.clone(),
        };
        // Where the disk takes both names for the same, a client finds the new one taken.
        let is_taken = file.files.entry(&to) != EntryKind::Missing;
        let between = free_name(file.files, &to).filter(|_| is_taken);
        let edits = match &between {
            Some(between) => vec![step(&from, between), step(between, &to)],
            None => vec![step(&from, &to)],
        };
        vec![Fix {
            title: format!("Rename to {name}"),
            applicability: Applicability::Safe,
            rule: Some(self.code()),
            edits,
        }]
    }
}

/// Whether a file of exactly this name is in its folder. Asking for the file itself would find it in any case on
/// some disks.
fn lists(files: &dyn Files, path: &Path) -> bool {
    let (Some(folder), Some(name)) = (path.parent(), name_of(path)) else {
        return false;
    };
    files.list(folder).iter().any(|known| known == name)
}

/// A name beside the file that nothing has.
fn free_name(files: &dyn Files, path: &Path) -> Option<PathBuf> {
    let name = name_of(path)?;
    let names = (0..10).map(|number| path.with_file_name(format!("{name}.{number}.renamed")));
    names
        .into_iter()
        .find(|path| files.entry(path) == EntryKind::Missing)
}

#[cfg(test)]
mod tests {
    use crate::{Checker, NoTokens, Severities, check_file, fix::FileEdit, fixes, testing::Fixture};
    use agents_prompt::{Active, Project, PromptCache, Situation};
    use agents_workspace::{EntryKind, File, FileFault, Files, MemoryFiles};
    use std::{
        path::{Path, PathBuf},
        sync::Arc,
    };

    const SKILL: &str = "---\nname: x\ndescription: y\n---\nBody\n";

    fn codes(runtimes: &[&str], paths: &[&str]) -> Vec<String> {
        let mut fixture = Fixture::new(runtimes, "");
        for path in paths {
            let is_skill = path.to_lowercase().contains("skill");
            fixture.add(path, if is_skill { SKILL } else { "# Rules\n" });
        }
        fixture.codes()
    }

    #[test]
    fn a_name_in_another_case_is_told() {
        let fixture = Fixture::new(&["codex", "claude-code"], "//- agents.md\n# Rules\n");
        assert_eq!(
            fixture.message("filename.case"),
            "This file is called agents.md, and only a disk that takes upper and lower case for the same finds it as \
             AGENTS.md. Elsewhere nothing of it reaches codex and claude-code."
        );
        for path in [
            "Agents.md",
            "AGENTS.MD",
            "claude.md",
            "Claude.local.md",
            ".claude/claude.md",
            ".claude/agents.md",
            ".claude/skills/x/skill.md",
            ".claude/skills/x/Skill.md",
            "app/.claude/skills/x/skill.md",
        ] {
            assert_eq!(codes(&["claude-code"], &[path]).len(), 1, "{path}");
        }
        assert_eq!(
            codes(
                &["codex"],
                &["agents.override.md", "web/package.json", "web/agents.md"]
            )
            .len(),
            2
        );
        for paths in [
            &["packages/ui/agents.md"][..],
            &["parts/front/agents.md", "parts/back/AGENTS.md"],
        ] {
            assert_eq!(codes(&["codex"], paths).len(), 1, "{paths:?}");
        }
    }

    #[test]
    fn pages_and_names_of_others_are_silent() {
        for paths in [
            &["docs/agents.md"][..],
            &["docs/package.json", "docs/agents.md"],
            &["website/docs/package.json", "website/docs/claude.md"],
            &["notes/agents.md"],
            // In the root lie folders of all kinds.
            &["notes/agents.md", "back/AGENTS.md"],
            &["skill.md"],
            &["notes/skill.md"],
            &["AGENTS.md", "agents.md"],
            &[".claude/skills/x/SKILL.md", ".claude/skills/x/skill.md"],
            &[".claude/agents/agents.md"],
            &[".opencode/agents.md"],
            &["tools.md", "memory.md", "user.md"],
            &["agents.txt", "my-agents.md", "agents"],
        ] {
            let runtimes = ["codex", "claude-code", "openclaw"];
            assert_eq!(codes(&runtimes, paths), Vec::<String>::new(), "{paths:?}");
        }
        assert!(
            codes(&["copilot-cli"], &["agents.md"]).is_empty(),
            "it reads any case"
        );
        assert!(
            codes(&["codex"], &["claude.md"]).is_empty(),
            "nobody here reads CLAUDE.md"
        );
        let page = Fixture::new(&["codex"], "//- agents.md\n---\ntitle: Agents\n---\nOur agents\n");
        assert!(page.codes().is_empty(), "a page of a site");
        assert!(
            Fixture::new(&["codex"], "//- agents.md\n \n").codes().is_empty(),
            "nothing to lose"
        );
    }

    #[test]
    fn the_fix_renames_it() {
        let mut fixture = Fixture::new(&["codex"], "//- agents.md\n# Rules\n");
        let fixes = fixture.fixes("filename.case");
        assert_eq!(fixes[0].title, "Rename to AGENTS.md");
        assert_eq!(fixes[0].edits.len(), 1, "both names are free here");
        fixture.apply(&fixes[0]);
        assert!(fixture.codes().is_empty());
        assert_eq!(fixture.text("AGENTS.md".as_ref()).to_string(), "# Rules\n");
    }

    /// A disk that takes upper and lower case for the same.
    struct Folding(MemoryFiles);

    impl Folding {
        fn spelled(&self, path: &Path) -> PathBuf {
            let wanted = path.to_string_lossy();
            let names = self.0.list(path.parent().unwrap_or(path));
            let mut paths = names.iter().map(|name| path.with_file_name(name));
            let same = paths.find(|path| path.to_string_lossy().eq_ignore_ascii_case(&wanted));
            same.unwrap_or_else(|| path.to_path_buf())
        }
    }

    impl Files for Folding {
        fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
            self.0.file(&self.spelled(path))
        }

        fn entry(&self, path: &Path) -> EntryKind {
            self.0.entry(&self.spelled(path))
        }

        fn list(&self, folder: &Path) -> Arc<[String]> {
            self.0.list(folder)
        }

        fn canonical(&self, path: &Path) -> Option<PathBuf> {
            self.0.canonical(&self.spelled(path))
        }
    }

    #[test]
    fn where_both_names_are_one_a_third_stands_between() {
        let mut memory = MemoryFiles::new();
        memory.add("/w/agents.md", "# Rules\n");
        let files = Folding(memory);
        let active = Active::new(&agents_prompt::runtimes::codex::Codex, Vec::new());
        let project = Project::with(Situation::at("/w"), active.into_iter().collect());
        let checker = Checker {
            project: &project,
            files: &files,
            prompts: &PromptCache::default(),
            severities: &Severities::default(),
            tokens: &NoTokens,
        };
        let found = check_file(checker, Path::new("/w/agents.md"));
        assert_eq!(found.len(), 1, "told on the disk where it works, too");
        let fixes = fixes(checker, &found[0]);
        let names: Vec<String> = fixes[0]
            .edits
            .iter()
            .map(|edit| match edit {
                FileEdit::Rename { from, to } => format!("{} {}", from.display(), to.display()),
                _ => String::new(),
            })
            .collect();
        let between = "/w/AGENTS.md.0.renamed";
        assert_eq!(
            names,
            [
                format!("/w/agents.md {between}"),
                format!("{between} /w/AGENTS.md")
            ]
        );
    }
}
