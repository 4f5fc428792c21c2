//! `symlink.refused`: a runtime follows no link here.

use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::{FileView, first_line},
};
use agents_prompt::{
    EffectivePrompt,
    effective::{Skill, SkillFate},
};
use agents_workspace::{EntryKind, File, FileFault, Files};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// See the module.
pub struct Refused;

impl Rule for Refused {
    fn code(&self) -> &'static str {
        "symlink.refused"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "The file is a symbolic link, or lies behind one, and a runtime that would read it as a file does not follow \
the link: because it follows none, or because the link leads out of the folder that it keeps to.\n\n\
### Why it matters\n\nOne tool reads the file and another one does not, without a word.\n\n\
### Example\n\n`AGENTS.md`, a link to `CLAUDE.md`: OpenClaw puts `[UNREADABLE: symlink path component not allowed]` in \
front of its model. Goose reads no `.goosehints` that leads out of the repository.\n\n\
### What to do\n\nLet the link lead the other way: keep the text in the file that has to be one, and link to that. Or \
put an import in the place of the link, where the runtime follows imports.\n"
    }

    fn is_for_links(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(link) = link(file) else { return };
        let Some(text) = file.text() else { return };
        if text.rope().chars().all(char::is_whitespace) {
            return;
        }
        let unlinked = Unlinked {
            files: file.files,
            link: &link,
            path: file.path,
        };
        for view in &file.runtimes {
            let is_read = |prompt: &EffectivePrompt| is_in(prompt, file);
            // A touch of the link itself may be one of the file that it leads to.
            let folder = file.path.parent().unwrap_or(file.path);
            let of_folder = || file.project.situation_of_folder(view.active, folder);
            if is_read(&view.prompt) || is_read(&view.active.assemble(&of_folder(), file.files)) {
                continue;
            }
            // The question itself: would it be read if it were no link?
            if !is_read(&view.active.assemble(&view.situation, &unlinked)) {
                continue;
            }
            let what = if link == file.path { "is" } else { "lies behind" };
            let sentence =
                format!("This file {what} a link that is not followed here, so nothing of it reaches {{}}.");
            out.push(Finding::new(self, file.path, first_line(text)).effect(view.name(), sentence));
        }
    }
}

/// The link that a path is, or the first on the way to it from the opened folder.
fn link(file: &FileView<'_>) -> Option<PathBuf> {
    let root = &file.project.base.root;
    let way = file
        .path
        .ancestors()
        .take_while(|path| path.starts_with(root) && *path != root);
    let links = way.filter(|path| file.files.entry(path) == EntryKind::Link);
    links.last().map(Path::to_path_buf)
}

/// Whether a file takes part in a prompt, under whatever name.
fn is_in(prompt: &EffectivePrompt, file: &FileView<'_>) -> bool {
    let segments = prompt.parts.iter().flat_map(|part| &part.segments);
    let sources = segments.filter_map(|segment| segment.source.as_ref());
    let sources = sources.map(|source| &source.path);
    let is_kept = |skill: &&Skill| !matches!(skill.fate, SkillFate::Skipped(_));
    let skills = prompt.skills.iter().filter(is_kept).map(|skill| &skill.path);
    let mut known = sources
        .chain(skills)
        .chain(&prompt.on_demand)
        .chain(&prompt.waiting);
    let real = file.files.canonical(file.path);
    known.any(|known| known == file.path || (real.is_some() && file.files.canonical(known) == real))
}

/// The tree with a regular file in the place of a link to one.
struct Unlinked<'a> {
    files: &'a dyn Files,
    link: &'a Path,
    path: &'a Path,
}

impl Files for Unlinked<'_> {
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        self.files.file(path)
    }

    fn entry(&self, path: &Path) -> EntryKind {
        if path == self.path {
            EntryKind::File
        } else if path.starts_with(self.link) && self.path.starts_with(path) {
            EntryKind::Folder
        } else {
            self.files.entry(path)
        }
    }

    fn list(&self, folder: &Path) -> Arc<[String]> {
        self.files.list(folder)
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        if path.starts_with(self.link) && self.files.entry(path) != EntryKind::Missing {
            return Some(path.to_path_buf());
        }
        self.files.canonical(path)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    #[test]
    fn openclaw_reads_no_link_at_all() {
        let mut fixture = Fixture::new(&["openclaw", "codex"], "//- docs/rules.md\n# Rules\n");
        fixture.link("AGENTS.md", "docs/rules.md");
        insta::assert_snapshot!(fixture.drawn(), @r"
        AGENTS.md warning symlink.refused
          # Rules
          ^^^^^^^
          This file is a link that is not followed here, so nothing of it reaches openclaw.
        ");
    }

    #[test]
    fn a_link_to_a_file_that_is_judged_itself_is_told_as_well() {
        let mut fixture = Fixture::new(&["openclaw", "claude-code"], "//- CLAUDE.md\n# Rules\n");
        fixture.link("AGENTS.md", "CLAUDE.md");
        assert_eq!(fixture.codes(), ["symlink.refused AGENTS.md:1"]);
        assert_eq!(fixture.findings()[0].runtimes(), ["openclaw"]);
    }

    #[test]
    fn a_link_out_of_the_folder_is_refused_by_goose() {
        let mut fixture = Fixture::new(&["goose"], "//- in/rules.md\n# Rules\n");
        fixture.add("/elsewhere/rules.md", "# Rules\n");
        fixture.link(".goosehints", "/elsewhere/rules.md");
        fixture.link("AGENTS.md", "in/rules.md");
        assert_eq!(fixture.codes(), ["symlink.refused .goosehints:1"]);
    }

    #[test]
    fn links_that_are_followed_and_links_without_text_are_silent() {
        let runtimes = [
            "codex",
            "claude-code",
            "copilot-cli",
            "gemini-cli",
            "opencode",
            "pi",
            "qwen-code",
        ];
        let skill = "---\nname: x\ndescription: Does x.\n---\nText\n";
        let mut fixture = Fixture::new(&runtimes, "//- AGENTS.md\n# Rules\n");
        fixture
            .link("CLAUDE.md", "AGENTS.md")
            .link("GEMINI.md", "AGENTS.md")
            .link("a/AGENTS.md", "../AGENTS.md")
            .add(".agents/skills/x/SKILL.md", skill)
            .link(".claude/skills/x", "../../.agents/skills/x")
            .add(".claude/skills/x/SKILL.md", skill);
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
        let mut blank = Fixture::new(&["openclaw"], "//- docs/rules.md\n \n");
        blank.link("AGENTS.md", "docs/rules.md");
        assert!(blank.codes().is_empty(), "nothing to lose");
    }
}
