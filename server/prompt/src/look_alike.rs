//! Files that look like instruction files and that no runtime at work reads: another name, another ending, a folder
//! where none is looked for. Goes by paths alone; a name in another case is `Project::spelled`.

use crate::{
    Project,
    runtime::{Evidence, Role},
    runtimes,
};
use std::path::{Path, PathBuf};

/// A file that is probably meant as an instruction file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookAlike {
    /// What it has of its own.
    pub fault: Disguise,
    /// Where a runtime at work would find it.
    pub place: PathBuf,
}

/// How a file differs from the one that is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disguise {
    /// Another name: `AGENT.md`.
    Name,
    /// Another ending: `AGENTS.txt`, a rule that is no `.mdc`.
    Ending,
    /// A tool's own folder, where no instruction file is looked for.
    Folder,
}

/// Names without their ending that are told by their capitals alone, each with what is looked for. The first is what
/// files were called before the convention was.
const NAMES: [(&str, &str); 6] = [
    ("AGENT", "AGENTS.md"),
    ("AGENTS", "AGENTS.md"),
    ("AGENTS.override", "AGENTS.override.md"),
    ("CLAUDE", "CLAUDE.md"),
    ("CLAUDE.local", "CLAUDE.local.md"),
    ("GEMINI", "GEMINI.md"),
];

/// Names of the file that GitHub Copilot reads.
const COPILOT: [&str; 4] = [
    "copilot-instruction",
    "copilot-instructions",
    "copilot_instruction",
    "copilot_instructions",
];

const COPILOT_FILE: &str = "copilot-instructions.md";

/// The folder of the last.
const COPILOT_FOLDER: &str = ".github";

/// Endings that people and systems give to Markdown.
const ENDINGS: [&str; 8] = [
    ".md",
    ".markdown",
    ".mdc",
    ".mdown",
    ".mdx",
    ".mkd",
    ".text",
    ".txt",
];

/// Endings of rules, which differ from tool to tool.
const RULE_ENDINGS: [&str; 3] = [".md", ".mdc", ".instructions.md"];

/// What people write in the place of these, the longest first.
const WRITTEN_ENDINGS: [&str; 5] = [".instructions.md", ".markdown", ".mdc", ".mdx", ".md"];

/// Folders of rules in a tool's own folder.
const RULE_FOLDERS: [&str; 3] = ["instructions", "rules", "steering"];

/// Folders that tools share, beside those of single tools.
const SHARED_FOLDERS: [&str; 3] = [".agents", ".ai", COPILOT_FOLDER];

/// Files of a folder that are about it.
const PAGES: [&str; 5] = ["changelog", "contributing", "index", "license", "readme"];

impl Project {
    /// What a file looks like, where no runtime at work reads it and one reads what it looks like. In a tool's own
    /// folder some read files of its name nevertheless, or would when something in that folder is touched: whether
    /// it is read is to be seen from prompts.
    #[must_use]
    pub fn look_alike(&self, path: &Path) -> Option<LookAlike> {
        let name = path.file_name()?.to_str()?;
        let folder = path.parent()?;
        let here = folder.strip_prefix(&self.base.root).ok()?;
        let names: Vec<&str> = here.iter().map(|name| name.to_str()).collect::<Option<_>>()?;
        if let Some(fault) = self.in_tools_folder(name, folder, &names) {
            return Some(fault);
        }
        if self.reads(path) {
            return None;
        }
        let (stem, endings) = stem(name);
        let found =
            |fault, place: PathBuf| self.is_instructions(&place).then_some(LookAlike { fault, place });
        let named = NAMES.iter().find(|(known, _)| *known == stem);
        if let Some((known, wanted)) = named.filter(|(_, wanted)| *wanted != name) {
            let is_ending = wanted.strip_suffix(".md") == Some(known);
            let fault = if is_ending {
                Disguise::Ending
            } else {
                Disguise::Name
            };
            return found(fault, folder.join(wanted));
        }
        if COPILOT.contains(&stem) && !endings.is_empty() {
            return match names.as_slice() {
                [] => found(Disguise::Folder, folder.join(COPILOT_FOLDER).join(COPILOT_FILE)),
                [.., COPILOT_FOLDER] => found(Disguise::Name, folder.join(COPILOT_FILE)),
                _ => None,
            };
        }
        let is_rule = names.len() > 1
            && names.iter().any(|name| name.starts_with('.'))
            && names.iter().any(|name| RULE_FOLDERS.contains(name));
        let stem = WRITTEN_ENDINGS
            .iter()
            .find_map(|ending| name.strip_suffix(ending));
        let stem = stem.filter(|_| is_rule)?;
        if stem.is_empty() || PAGES.contains(&stem.to_ascii_lowercase().as_str()) {
            return None;
        }
        let places = RULE_ENDINGS
            .iter()
            .map(|ending| folder.join(format!("{stem}{ending}")));
        let mut places = places.filter_map(|place| found(Disguise::Ending, place));
        places.next()
    }

    /// `.codex/AGENTS.md`, which belongs into the folder that holds the tool's.
    fn in_tools_folder(&self, name: &str, folder: &Path, names: &[&str]) -> Option<LookAlike> {
        let is_known = NAMES.iter().any(|(_, wanted)| *wanted == name);
        let last = names.last().filter(|_| is_known)?;
        let place = folder.parent()?.join(name);
        (is_tools(last) && self.is_instructions(&place)).then_some(LookAlike {
            fault: Disguise::Folder,
            place,
        })
    }

    fn is_instructions(&self, path: &Path) -> bool {
        let mut active = self.active.iter();
        active.any(|active| self.role(active, path) == Some(Role::Instructions))
    }
}

/// A name without the endings of Markdown, however many, and these.
fn stem(name: &str) -> (&str, &str) {
    let mut stem = name;
    while let Some(shorter) = ENDINGS.iter().find_map(|ending| stem.strip_suffix(ending)) {
        stem = shorter;
    }
    (stem, &name[stem.len()..])
}

/// Whether a folder is one that tools keep their own files in.
fn is_tools(name: &str) -> bool {
    let is_trace = |evidence: &Evidence| matches!(evidence, Evidence::Project(trace) if *trace == name);
    let mut known = runtimes::all().iter().flat_map(|runtime| runtime.evidence());
    name.starts_with('.') && (SHARED_FOLDERS.contains(&name) || known.any(is_trace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Active, Situation};

    fn look(names: &[&str], path: &str) -> Option<(Disguise, String)> {
        let active = names
            .iter()
            .filter_map(|name| Active::new(runtimes::find(name)?.0, Vec::new()));
        let project = Project::with(Situation::at("/w"), active.collect());
        let found = project.look_alike(&Path::new("/w").join(path))?;
        let place = found.place.strip_prefix("/w").ok()?;
        Some((found.fault, place.to_string_lossy().replace('\\', "/")))
    }

    #[test]
    fn what_is_meant() {
        use Disguise::{Ending, Folder, Name};
        for (runtime, path, fault, meant) in [
            ("codex", "AGENT.md", Name, "AGENTS.md"),
            ("codex", "a/AGENT.txt", Name, "a/AGENTS.md"),
            ("codex", "AGENTS.txt", Ending, "AGENTS.md"),
            ("codex", "AGENTS.md.txt", Ending, "AGENTS.md"),
            ("codex", "AGENTS", Ending, "AGENTS.md"),
            ("claude-code", "CLAUDE.local.txt", Ending, "CLAUDE.local.md"),
            ("codex", ".codex/AGENTS.md", Folder, "AGENTS.md"),
            ("codex", "a/.ai-leash/AGENTS.md", Folder, "a/AGENTS.md"),
            ("gemini-cli", ".gemini/GEMINI.md", Folder, "GEMINI.md"),
            ("cursor", ".cursor/rules/x.md", Ending, ".cursor/rules/x.mdc"),
            (
                "claude-code",
                ".claude/rules/a/x.mdc",
                Ending,
                ".claude/rules/a/x.md",
            ),
            (
                "copilot-cli",
                ".github/instructions/x.md",
                Ending,
                ".github/instructions/x.instructions.md",
            ),
            (
                "copilot-cli",
                "copilot-instructions.md",
                Folder,
                ".github/copilot-instructions.md",
            ),
            (
                "copilot-cli",
                ".github/copilot_instructions.md",
                Name,
                ".github/copilot-instructions.md",
            ),
        ] {
            assert_eq!(look(&[runtime], path), Some((fault, meant.to_owned())), "{path}");
        }
    }

    #[test]
    fn what_is_right_or_something_else() {
        for path in [
            "AGENTS.md",
            "agent.md",
            "agents.txt",
            "agents",
            "MY-AGENTS.md",
            "AGENTS.json",
            "docs/CLAUDE.html",
            ".storybook/AGENTS.md",
            "GEMINI.md",
            "GEMINI.txt",
            ".cursor/rules/x.mdc",
            ".cursor/rules/x.md",
            ".claude/rules/x.md",
            ".claude/rules/README.mdc",
            "rules/x.mdc",
        ] {
            assert_eq!(look(&["codex", "claude-code"], path), None, "{path}");
        }
        assert_eq!(look(&["amp"], "AGENT.md"), None, "it is read");
    }
}
