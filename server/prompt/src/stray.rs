//! Files that are skills by their name or place and lie where no runtime at work looks, and the place that was
//! probably meant. Goes by paths alone.

use crate::{Project, runtime::Role, runtimes};
use std::path::{Path, PathBuf};

/// The folder of skills in a tool's own folder.
const STORE: &str = "skills";

/// The folder whose files are skills, without a folder for each.
const FLAT: &str = ".skills";

/// Endings that people give to Markdown, besides the one that runtimes look for.
const ENDINGS: [&str; 8] = ["markdown", "mdc", "mdown", "mdtext", "mdtxt", "mdx", "mkd", "txt"];

/// Names that other folders of skills have when somebody misremembers.
const NEARLY: [&str; 4] = ["Skill", "Skills", "skill", "skils"];

/// Folders whose files are about skills, or are there to be copied.
const PAGES: [&str; 16] = [
    "__fixtures__",
    "assets",
    "doc",
    "docs",
    "documentation",
    "evals",
    "example",
    "examples",
    "fixture",
    "fixtures",
    "references",
    "template",
    "templates",
    "test",
    "testdata",
    "tests",
];

/// A skill out of place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    /// What is wrong about its place.
    pub fault: Misplacement,
    /// Where runtimes at work would find it.
    pub place: PathBuf,
    /// The folder that their skills lie in.
    pub store: PathBuf,
}

/// What is wrong about the place of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misplacement {
    /// The name has another ending.
    Ending,
    /// A single file where each skill has a folder.
    Flat,
    /// More folders down than skills are looked for.
    Depth,
    /// Not in the folder of skills.
    Folder,
}

impl Project {
    /// What is wrong about the place of a file that is meant as a skill, where no runtime reads files of this place
    /// and name: one that is not at work would, were it used.
    #[must_use]
    pub fn stray(&self, path: &Path) -> Option<Stray> {
        let stray = self.misplaced(path)?;
        let below = path.strip_prefix(&self.base.root).ok()?;
        let mut known = runtimes::all().iter().filter(|runtime| !runtime.is_profile());
        let is_read = self.reads(path) || known.any(|runtime| runtime.reads(below).is_some());
        (!is_read).then_some(stray)
    }

    /// The same, whoever reads it.
    #[must_use]
    pub fn misplaced(&self, path: &Path) -> Option<Stray> {
        let below = path.strip_prefix(&self.base.root).ok()?;
        let parts: Vec<&str> = below.iter().map(|part| part.to_str()).collect::<Option<_>>()?;
        let (file, folders) = parts.split_last()?;
        let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
        let hidden = folders.iter().rposition(|name| name.starts_with('.'))?;
        if folders.iter().any(|name| PAGES.contains(name)) {
            return None;
        }
        let own: PathBuf = folders[..=hidden].iter().collect();
        let own = self.base.root.join(own);
        let inner = &folders[hidden + 1..];
        let is_other = ENDINGS.contains(&ending.to_ascii_lowercase().as_str());
        let found = |fault, place: PathBuf, store: PathBuf| Stray { fault, place, store };
        if folders[hidden] == FLAT {
            let place = own.join(format!("{stem}.md"));
            return (inner.is_empty() && is_other && is_name(stem))
                .then(|| found(Misplacement::Ending, place, own))
                .filter(|stray| self.finds(&stray.place));
        }
        let store = own.join(STORE);
        let is_skill = stem.eq_ignore_ascii_case("skill");
        let stray = match inner {
            [STORE] if ending == "md" && !is_skill && is_name(stem) => {
                found(Misplacement::Flat, store.join(stem).join("SKILL.md"), store)
            }
            [STORE, name] if is_skill && (is_other || ending.is_empty()) => {
                found(Misplacement::Ending, store.join(name).join("SKILL.md"), store)
            }
            [STORE, _, .., name] if *file == "SKILL.md" => {
                found(Misplacement::Depth, store.join(name).join("SKILL.md"), store)
            }
            [folder, name] if *file == "SKILL.md" && NEARLY.contains(folder) => {
                found(Misplacement::Folder, store.join(name).join("SKILL.md"), store)
            }
            [name] if *file == "SKILL.md" && *name != STORE && !NEARLY.contains(name) => {
                found(Misplacement::Folder, store.join(name).join("SKILL.md"), store)
            }
            _ => return None,
        };
        self.finds(&stray.place).then_some(stray)
    }

    /// Whether a runtime at work takes a file of this place for a skill.
    fn finds(&self, place: &Path) -> bool {
        let mut readers = self.readers(place);
        readers.any(|(active, role)| {
            // Other dot folders than the shared one may be anybody's.
            role == Role::Skill && (!self.is_standard(active) || is_shared(place))
        })
    }
}

/// Whether a place lies in the folder of skills that programs share.
fn is_shared(place: &Path) -> bool {
    let store = place.ancestors().nth(2);
    store.is_some_and(|store| store.ends_with(".agents/skills"))
}

/// Whether a file's name may be that of a skill; names in capitals are those of pages (`README.md`).
fn is_name(stem: &str) -> bool {
    let is_plain = |char: char| char.is_lowercase() || char.is_ascii_digit() || matches!(char, '-' | '_');
    !stem.is_empty() && stem.chars().all(is_plain) && !matches!(stem, "index" | "readme" | "changelog")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Active, Situation};

    fn stray(names: &[&str], path: &str) -> Option<(Misplacement, String)> {
        let active = names.iter().filter_map(|name| {
            let runtime = runtimes::all().iter().find(|runtime| runtime.name() == *name)?;
            Active::new(*runtime, Vec::new())
        });
        let project = Project::with(Situation::at("/r"), active.collect());
        let stray = project.stray(Path::new(&format!("/r/{path}")))?;
        let place = stray.place.strip_prefix("/r").ok()?;
        Some((stray.fault, place.to_string_lossy().replace('\\', "/")))
    }

    #[test]
    fn the_place_that_was_meant() {
        use Misplacement::{Ending, Flat, Folder};
        let meant = ".claude/skills/x/SKILL.md";
        for (path, fault) in [
            (".claude/skills/x/SKILL.txt", Ending),
            (".claude/skills/x/skill.markdown", Ending),
            (".claude/skills/x/SKILL", Ending),
            (".claude/skills/x.md", Flat),
            (".claude/skill/x/SKILL.md", Folder),
            (".claude/x/SKILL.md", Folder),
        ] {
            assert_eq!(
                stray(&["claude-code"], path),
                Some((fault, meant.to_owned())),
                "{path}"
            );
        }
        assert_eq!(
            stray(&["ai-leash"], ".skills/x.markdown"),
            Some((Ending, ".skills/x.md".to_owned()))
        );
        assert_eq!(
            stray(&["claude-code"], "app/.claude/skill/x/SKILL.md"),
            Some((Folder, format!("app/{meant}")))
        );
    }

    #[test]
    fn what_is_right_or_may_be_for_others() {
        for path in [
            ".claude/skills/x/SKILL.md",
            ".claude/skills/README.md",
            ".claude/skills/x/notes.txt",
            ".claude/commands/x/SKILL.md",
            ".claude/plugins/p/skills/x/SKILL.md",
            ".agents/skill/x/SKILL.md",
            ".unheard-of/skills/x/SKILL.md",
            "skills/x/SKILL.md",
            "docs/.claude/skill/x/SKILL.md",
            "templates/.claude/skill/x/SKILL.md",
            ".claude/skills/templates/x/SKILL.md",
            "SKILL.txt",
        ] {
            assert_eq!(stray(&["claude-code"], path), None, "{path}");
        }
    }
}
