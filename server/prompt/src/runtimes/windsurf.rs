//! Windsurf, since June 2026 Devin Desktop, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: docs.devin.ai/desktop/cascade/{memories,agents-md,skills}, of which it is known only that they are of
//! the second half of 2026, the first month of which stands for it; for what those leave out, the older
//! docs.windsurf.com.

use crate::{
    effective::{EffectivePrompt, Layer, Loss, LossKind},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, SkillField, Version},
    runtimes::skill_keys,
    situation::Situation,
    steps::{
        agent_skills::{self, Loader, any_name},
        gather::Gather,
        rule::lies_below,
        walk,
        when::{self, Timed},
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Windsurf.
pub struct Windsurf;

const VERSIONS: &[Version] = &[Version {
    name: "2026-07",
    basis: Basis::Documented,
    source: "docs.devin.ai/desktop/cascade/memories, agents-md and skills",
    date: "2026-07",
}];

const MEMORIES: &str = "docs.devin.ai/desktop/cascade/memories";

const FACTS: &[Fact] = &[
    Fact {
        about: "The user's rules are `~/.codeium/windsurf/memories/global_rules.md`, always on, at most 6,000 \
                characters.",
        source: MEMORIES,
        date: "2026-07",
    },
    Fact {
        about: "A project's rules are the `.md` files in `.devin/rules`, which is preferred, and `.windsurf/rules`, at \
                most 12,000 characters each; `.windsurfrules` in the root is the older form.",
        source: MEMORIES,
        date: "2026-07",
    },
    Fact {
        about: "`trigger` is `always_on`, `model_decision` (the model is told of the `description`), `glob` (with \
                `globs`) or `manual`.",
        source: MEMORIES,
        date: "2026-07",
    },
    Fact {
        about: "Rules are looked for in the workspace, in folders below it and above it up to the root of the \
                repository.",
        source: MEMORIES,
        date: "2026-07",
    },
    Fact {
        about: "A file of more than 6,000 characters is cut at its end; the page is from before the change of name in June \
                2026, when the caps were not told apart.",
        source: "docs.windsurf.com/windsurf/cascade/memories",
        date: "2026-06",
    },
    Fact {
        about: "AGENTS.md, in whatever case: that of the root is always on, that of a folder when files in it or below \
                are read or edited.",
        source: "docs.devin.ai/desktop/cascade/agents-md",
        date: "2026-07",
    },
    Fact {
        about: "Skills in `.windsurf/skills`, `.agents/skills`, `~/.codeium/windsurf/skills` and `~/.agents/skills`, \
                with reading Claude's configuration switched on in `.claude/skills`; name and description are needed.",
        source: "docs.devin.ai/desktop/cascade/skills",
        date: "2026-07",
    },
];

/// Folders of rules, the preferred one first.
const RULES: [&str; 2] = [".devin/rules", ".windsurf/rules"];

/// Folders of skills of a project; which of two skills wins is not documented.
const SKILLS: [&str; 2] = [".windsurf/skills", ".agents/skills"];

/// The same of the user.
const HOME_SKILLS: [&str; 2] = [".codeium/windsurf/skills", ".agents/skills"];

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: false,
    name_is_folder: false,
    refuses: any_name,
    needs_description: true,
    description: None,
    hidden_by: None,
    last_wins: false,
};

/// Characters of the user's rules.
const GLOBAL_CAP: usize = 6_000;

/// Characters of a rule of a project.
const RULE_CAP: usize = 12_000;

/// The keys of a skill's head: docs.devin.ai/desktop/cascade/skills.
const SKILL_FIELDS: &[SkillField] = &[skill_keys::NAME.required(), skill_keys::DESCRIPTION.required()];

impl Runtime for Windsurf {
    fn name(&self) -> &'static str {
        "windsurf"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Touch
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let folder = path.parent()?;
        let is_rule = RULES.iter().any(|rules| folder.ends_with(rules))
            && path.extension().is_some_and(|ending| ending == "md");
        if is_rule || is_agents_file(path) || path == Path::new(".windsurfrules") {
            return Some(Role::Instructions);
        }
        agent_skills::lies_in(path, &SKILLS).then_some(Role::Skill)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if RULES.iter().any(|folder| lies_below(path, folder)) {
            &["trigger", "globs"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        SKILL_FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".windsurf"),
            Evidence::Project(".windsurfrules"),
            Evidence::Project(".devin/rules"),
            Evidence::Home(".codeium/windsurf"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Windsurf is known from its documentation: the order of rules and the words around them are not.",
        );
        prompt.inexact(
            "Memories, rules of an administrator and rules in folders that nothing touched leads to are not shown.",
        );
        let root = &situation.root;
        let above = folders_above(files, root);
        let below = walk::folders_below(files, root, &situation.touched);
        let rules = find(&mut prompt, files, &above, root);
        let nested = find(&mut prompt, files, &below, root);

        let mut start = Gather::new(&mut prompt, files);
        when::budgets(&mut start, &rules, RULE_CAP);
        when::budgets(&mut start, &nested, RULE_CAP);
        users_rules(&mut start, situation);
        when::always(&mut start, &rules);
        start.whole(&root.join(".windsurfrules"), "older form of a rule");
        for folder in &above {
            for path in agents_files(files, folder) {
                if start.whole(&path, "root of the project") && folder != root {
                    start
                        .prompt
                        .inexact("Whether AGENTS.md above the opened folder is always on is not documented.");
                }
            }
        }
        start.done("instructions", "-", Layer::Start);

        let mut offered = Gather::new(&mut prompt, files);
        when::offered(&mut offered, &rules);
        offered.done("rules-offered", "-", Layer::Start);

        let mut touch = Gather::new(&mut prompt, files);
        when::always(&mut touch, &nested);
        when::matching(&mut touch, &rules, &situation.touched);
        when::matching(&mut touch, &nested, &situation.touched);
        for path in below.iter().flat_map(|folder| agents_files(files, folder)) {
            touch.whole(&path, "folder of a file in context");
        }
        when::offered(&mut touch, &nested);
        touch.done("nested", "-", Layer::Touch);

        skills(&mut prompt, situation, files);
        prompt
    }
}

/// The rules of the user; what is over the cap is cut.
fn users_rules(gather: &mut Gather<'_>, situation: &Situation) {
    let home = situation.home.as_ref();
    let Some(path) = home.map(|home| home.join(".codeium/windsurf/memories/global_rules.md")) else {
        return;
    };
    gather.cut(&path, GLOBAL_CAP, "rules of the user");
    let is_cut = |loss: &Loss| loss.path == path && loss.kind == LossKind::Cut;
    if gather.prompt.losses.iter().any(is_cut) {
        gather
            .prompt
            .inexact("That the user's rules are cut at the cap stands in an older page alone.");
    }
}

/// The rules of some folders.
fn find(prompt: &mut EffectivePrompt, files: &dyn Files, folders: &[PathBuf], root: &Path) -> Vec<Timed> {
    let mut out = Vec::new();
    for folder in folders {
        let [preferred, other] = RULES.map(|rules| {
            let place = folder.join(rules);
            when::read_folder(prompt, files, &place, &[".md"], root, when::of_trigger_or_always)
        });
        if !preferred.is_empty() && !other.is_empty() {
            prompt.inexact(
                "Whether rules in .windsurf/rules count beside those in .devin/rules is not documented; both are shown.",
            );
        }
        let found: Vec<Timed> = preferred.into_iter().chain(other).collect();
        if folder != root && found.iter().any(Timed::is_matching) {
            prompt.inexact(
                "What the patterns of rules outside the root are relative to is not documented; here the opened folder.",
            );
        }
        out.extend(found);
    }
    out
}

/// The opened folder and those above it, up to the root of the repository; the uppermost first.
fn folders_above(files: &dyn Files, root: &Path) -> Vec<PathBuf> {
    let top = walk::root_by_markers(files, root, &[".git".to_owned()]);
    let folders = walk::chain(top.as_deref().unwrap_or(root), root);
    folders.into_iter().map(Path::to_path_buf).collect()
}

fn agents_files(files: &dyn Files, folder: &Path) -> Vec<PathBuf> {
    let names = files.list(folder);
    let paths = names.iter().map(|name| folder.join(name));
    paths.filter(|path| is_agents_file(path)).collect()
}

fn is_agents_file(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.eq_ignore_ascii_case("AGENTS.md"))
}

fn skills(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let root = &situation.root;
    if files.is_folder(&root.join(".claude/skills")) {
        prompt.inexact(
            "With reading Claude's configuration switched on, the skills in .claude/skills are listed as well; they are \
             not shown.",
        );
    }
    let places = agent_skills::places(root, &SKILLS, situation.home.as_deref(), &HOME_SKILLS);
    let listed = agent_skills::load(prompt, files, &places, &LOADER);
    agent_skills::admit_clash(
        prompt,
        "Which of two skills of a name Windsurf takes is not documented; here the first of its list of places.",
    );
    agent_skills::list(prompt, &listed);
}
