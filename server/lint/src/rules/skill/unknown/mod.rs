//! `skill.unknown`: a text names a skill that does not exist.
//!
//! * `claim`: where a text says that a name is that of a skill.

mod claim;

use crate::{
    finding::{Finding, Severity, list},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    rule::Rule,
    view::{FileView, ProjectView, RuntimeView},
};
use agents_prompt::{
    effective::{Skill, SkillFate},
    runtime::Role,
};
use agents_workspace::{Files, config::closest};
use claim::{Claim, Kind};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// A shorter name in running text is near too many others.
const SHORTEST: usize = 4;
/// The same for a list of skills, whose items are certainly meant as such.
const SHORTEST_LISTED: usize = 3;
/// How many skills are named where none is near.
const MOST_NAMED: usize = 8;

/// See the module.
pub struct Unknown;

impl Rule for Unknown {
    fn code(&self) -> &'static str {
        "skill.unknown"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A text sends the agent to a skill that does not exist: by its name, in the list `skills` of a head, or by the path of \
its file.\n\n\
### Why it matters\n\nThe agent looks for it, finds nothing and does without, or a runtime leaves it out of the list \
without a word.\n\n\
### Example\n\n\"Use the `relase` skill\" where the skill is called `release`.\n\n\
### What is left alone\n\nText that does not say that a name is a skill's. Projects without skills. Skills of the home folder. \
Where a runtime may bring skills of its own, a name that is near no other may be one of those; it is left alone as well. \
Placeholders (`my-skill`, `<name>`), and what is to be made (\"create a `release` skill\").\n\n\
### What to do\n\nPut in the name that was meant; the fix takes the nearest.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        let places = Places::of(project);
        if !places.names.is_empty() {
            for file in project.views.values() {
                self.check(file, &places, out);
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Ok(content) = &file.file else {
            return Vec::new();
        };
        let claim = claim::claims(content.document())
            .into_iter()
            .find(|claim| claim.range == finding.range);
        let Some(near) = claim.and_then(|claim| near(&claim, &usable(file)).map(str::to_owned)) else {
            return Vec::new();
        };
        vec![Fix {
            title: format!("Replace by `{near}`"),
            applicability: Applicability::Unsafe,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![TextEdit::new(finding.range.clone(), near)],
            }],
        }]
    }
}

impl Unknown {
    fn check(&self, file: &FileView<'_>, places: &Places, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let names = usable(file);
        if names.is_empty() {
            return;
        }
        let mut views = readers(file);
        let may_be_brought = views.any(|view| view.active.runtime.brings_skills());
        for claim in claim::claims(content.document()) {
            let is_tool = |view: &RuntimeView<'_>| view.active.runtime.tools().contains(&&*claim.name);
            if readers(file).any(is_tool) || claim.is_known(file, places) {
                continue;
            }
            let near = near(&claim, &names);
            if near.is_none() && may_be_brought && claim.kind != Kind::Path {
                continue;
            }
            let mut finding = Finding::new(self, file.path, claim.range);
            finding.lead = match claim.kind {
                Kind::Path => format!("There is no {}.", claim.written),
                Kind::Listed | Kind::Named => format!("There is no skill `{}`.", claim.name),
            };
            finding.advice = match near {
                Some(near) => format!("The nearest is `{near}`."),
                None if names.contains(&*claim.name) => where_it_is(file, &claim.name).unwrap_or_default(),
                None if names.len() <= MOST_NAMED => {
                    let marked: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                    let lead = if marked.len() == 1 {
                        "The only skill is"
                    } else {
                        "The skills are"
                    };
                    format!("{lead} {}.", list(&marked))
                }
                None => String::new(),
            };
            out.push(finding);
        }
    }
}

/// The runtimes to which a file is text that may name skills.
fn readers<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = &'a RuntimeView<'a>> {
    let is_text = |role| matches!(role, Role::Instructions | Role::Skill | Role::Agent);
    file.runtimes.iter().filter(move |view| is_text(view.role))
}

/// The names of the skills that an agent can load where it reads the file.
fn usable<'a>(file: &'a FileView<'_>) -> BTreeSet<&'a str> {
    let skills = readers(file).flat_map(|view| &view.prompt.skills);
    let is_usable = |skill: &&Skill| {
        matches!(
            skill.fate,
            SkillFate::Listed | SkillFate::OnDemand | SkillFate::OverBudget
        )
    };
    skills
        .filter(is_usable)
        .filter_map(|skill| skill.name.as_deref())
        .collect()
}

/// The name that was probably meant.
fn near<'a>(claim: &Claim, names: &BTreeSet<&'a str>) -> Option<&'a str> {
    let shortest = match claim.kind {
        Kind::Listed => SHORTEST_LISTED,
        Kind::Named | Kind::Path => SHORTEST,
    };
    let is_long = claim.name.len() >= shortest;
    closest(&claim.name, names.iter().copied())
        .map(|(_, near)| near)
        .filter(|near| is_long && *near != claim.name)
}

/// Where the skill of a name lies, as a sentence.
fn where_it_is(file: &FileView<'_>, name: &str) -> Option<String> {
    let mut skills = readers(file).flat_map(|view| &view.prompt.skills);
    let skill = skills.find(|skill| skill.name.as_deref() == Some(name))?;
    Some(format!("`{name}` lies in {}.", file.shown(&skill.path)))
}

/// What there is in the project, whoever can use it.
struct Places {
    /// The names of all skills, in small letters.
    names: BTreeSet<String>,
    /// Folders that may hold what is called a skill.
    folders: Vec<PathBuf>,
}

impl Places {
    fn of(project: &ProjectView<'_>) -> Self {
        let mut names = BTreeSet::new();
        for file in project.views.values() {
            for skill in file.runtimes.iter().flat_map(|view| &view.prompt.skills) {
                let given = skill.name.as_deref().map(last);
                let place = name_of_place(&skill.path);
                names.extend(given.into_iter().chain(place).map(str::to_lowercase));
            }
            let is_skill = file.runtimes.iter().any(|view| view.role == Role::Skill);
            names.extend(
                name_of_place(file.path)
                    .filter(|_| is_skill)
                    .map(str::to_lowercase),
            );
        }
        let root = &project.project.base.root;
        let listed = project.files.list(root);
        let hidden = listed
            .iter()
            .filter(|name| name.starts_with('.') && *name != ".git");
        let mut folders = vec![root.join("skills"), root.join("commands"), root.join("agents")];
        for folder in hidden.map(|name| root.join(name)) {
            folders
                .extend(["skills", "commands", "agents", "prompts", "plugins"].map(|name| folder.join(name)));
            folders.push(folder);
        }
        Self { names, folders }
    }

    /// Whether something of this name is there.
    fn has(&self, files: &dyn Files, name: &str) -> bool {
        self.names.contains(&name.to_lowercase())
            || self.folders.iter().any(|folder| {
                files.is_folder(&folder.join(name)) || files.is_file(&folder.join(format!("{name}.md")))
            })
    }
}

impl Claim {
    fn is_known(&self, file: &FileView<'_>, places: &Places) -> bool {
        if self.kind != Kind::Path {
            return places.has(file.files, &self.name);
        }
        let root = &file.project.base.root;
        let written = Path::new(&self.written);
        let folder = file.path.parent().unwrap_or(root);
        let above = folder.ancestors().take_while(|above| above.starts_with(root));
        let above: Vec<&Path> = above.collect();
        let is_there = |path: PathBuf| file.files.is_file(&path) || file.files.is_folder(&path);
        let store = claim::store(written);
        // A folder of skills that is not there either belongs to somebody else.
        above.iter().any(|above| is_there(above.join(written)))
            || !above.iter().any(|above| file.files.is_folder(&above.join(store)))
    }
}

/// The end of a name that has the way to it in front.
fn last(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// The name that a skill's place gives it.
fn name_of_place(path: &Path) -> Option<&str> {
    let stem = path.file_stem()?;
    if stem.eq_ignore_ascii_case("skill") {
        path.parent()?.file_name()?.to_str()
    } else {
        stem.to_str()
    }
}

#[cfg(test)]
mod tests;
