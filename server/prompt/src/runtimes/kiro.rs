//! Kiro, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: kiro.dev/docs/steering (2025-11-16, what is newer September 2026), kiro.dev/docs/skills (September 2026).

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, SkillField, Version},
    runtimes::skill_keys,
    situation::Situation,
    steps::{
        agent_skills::{self, Loader, any_name},
        gather::Gather,
        nested, references,
        rule::{self, Rule},
        walk,
        when::{self, Timed, When},
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Kiro.
pub struct Kiro;

const VERSIONS: &[Version] = &[Version {
    name: "2026-09",
    basis: Basis::Documented,
    source: "kiro.dev/docs/steering, kiro.dev/docs/skills",
    date: "2026-09",
}];

const STEERING: &str = "kiro.dev/docs/steering";

const FACTS: &[Fact] = &[
    Fact {
        about: "Steering files are the `.md` files in `.kiro/steering` and `~/.kiro/steering`; where the two differ the \
                workspace's win.",
        source: STEERING,
        date: "2025-11-16",
    },
    Fact {
        about: "`inclusion` is `always`, as without a head, `fileMatch` with a pattern or several in `fileMatchPattern`, or \
                `manual`, by `#name` in the chat.",
        source: STEERING,
        date: "2025-11-16",
    },
    Fact {
        about: "`inclusion: auto` with `name` and `description`: taken when a request fits the description.",
        source: STEERING,
        date: "2026-09",
    },
    Fact {
        about: "AGENTS.md in the root of the workspace or in `~/.kiro/steering` is always there, whatever its head says.",
        source: STEERING,
        date: "2025-11-16",
    },
    Fact {
        about: "AGENTS.md in folders below is found as well, since CLI 2.18 and IDE 1.0.309.",
        source: STEERING,
        date: "2026-09",
    },
    Fact {
        about: "`#[[file:path]]` refers to a file of the workspace as it is at the time.",
        source: STEERING,
        date: "2025-11-16",
    },
    Fact {
        about: "A `fileMatch` file of the user's is not taken when a file matches, against the documentation.",
        source: "github.com/kirodotdev/Kiro/issues/9176",
        date: "2026-09",
    },
    Fact {
        about: "Skills in `.kiro/skills` win over those of the name in `~/.kiro/skills`.",
        source: "kiro.dev/docs/skills",
        date: "2026-09",
    },
];

const STEERING_FOLDER: &str = ".kiro/steering";

const SKILLS: [&str; 1] = [".kiro/skills"];

/// The page refers to the open format, and not to what becomes of a skill that breaks with it; so only what a list
/// needs is demanded.
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

impl Runtime for Kiro {
    fn name(&self) -> &'static str {
        "kiro"
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
        let is_steering = path.parent() == Some(Path::new(STEERING_FOLDER))
            && path.extension().is_some_and(|ending| ending == "md");
        if is_steering || path.ends_with("AGENTS.md") {
            return Some(Role::Instructions);
        }
        agent_skills::lies_in(path, &SKILLS).then_some(Role::Skill)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if rule::lies_below(path, STEERING_FOLDER) {
            &["inclusion", "fileMatchPattern"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_keys::FORMAT
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[Evidence::Project(".kiro"), Evidence::Home(".kiro")]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Kiro is known from its documentation: the order of steering files and the words around them are not.",
        );
        let root = &situation.root;
        let home = situation.home.as_deref();
        let users = home.map(|home| home.join(STEERING_FOLDER));
        let mut rules = Vec::new();
        for folder in users.iter().chain([&root.join(STEERING_FOLDER)]) {
            let paths = rule::below(files, folder, &[".md"], 1);
            let paths: Vec<PathBuf> = paths
                .into_iter()
                .filter(|path| !path.ends_with("AGENTS.md"))
                .collect();
            rules.extend(when::read(&mut prompt, files, &paths, root, inclusion));
        }
        let mut seen = Vec::new();

        let mut start = Gather::new(&mut prompt, files);
        if let Some(users) = &users {
            start.whole(&users.join("AGENTS.md"), "instructions of the user");
        }
        let sent = when::always(&mut start, &rules);
        follow(&mut start, files, root, &sent, &mut seen);
        start.whole(&root.join("AGENTS.md"), "root of the workspace");
        start.done("steering", "-", Layer::Start);

        let mut offered = Gather::new(&mut prompt, files);
        when::offered(&mut offered, &rules);
        offered.done("steering-offered", "-", Layer::Start);

        let mut touch = Gather::new(&mut prompt, files);
        let sent = when::matching(&mut touch, &rules, &situation.touched);
        follow(&mut touch, files, root, &sent, &mut seen);
        nested::add(&mut touch, files, root, &situation.touched, &["AGENTS.md"]);
        if sent
            .iter()
            .any(|rule| users.as_ref().is_some_and(|users| rule.path.starts_with(users)))
        {
            touch.prompt.inexact(
                "A fault that was reported keeps fileMatch from working for files in ~/.kiro/steering.",
            );
        }
        touch.done("nested", "-", Layer::Touch);
        admit(&mut prompt, situation, files, &rules);

        let places = agent_skills::places(root, &SKILLS, home, &SKILLS);
        let skills = agent_skills::load(&mut prompt, files, &places, &LOADER);
        agent_skills::list(&mut prompt, &skills);
        prompt
    }
}

fn inclusion(prompt: &mut EffectivePrompt, rule: &Rule) -> When {
    match rule.text("inclusion") {
        None | Some("always") => When::Always,
        Some("fileMatch") => When::Matching(rule.list("fileMatchPattern")),
        Some("auto") => When::Offered,
        Some("manual") => When::Asked,
        Some(_) => {
            prompt.inexact(
                "What becomes of an `inclusion` that is not known is not documented; such a file is shown as always there.",
            );
            When::Always
        }
    }
}

/// Says what differs between Kiro's programs.
fn admit(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files, rules: &[Timed]) {
    if rules.iter().any(|timed| !timed.is_always()) {
        prompt.inexact("Kiro's CLI up to V2 takes of its own accord the files alone that are always there.");
    }
    let below = walk::folders_below(files, &situation.root, &situation.touched);
    if below
        .iter()
        .any(|folder| files.is_file(&folder.join("AGENTS.md")))
    {
        prompt.inexact(
            "When AGENTS.md of a folder below the root is added is not documented; those on the way to what was touched are \
             shown.",
        );
    }
}

/// Adds the files that steering files refer to.
fn follow(gather: &mut Gather<'_>, files: &dyn Files, root: &Path, rules: &[&Rule], seen: &mut Vec<PathBuf>) {
    for reference in rules.iter().flat_map(|rule| references::bracketed(&rule.file)) {
        let written = reference.path.strip_prefix("file:");
        let path = written.map(|written| walk::lexical(&root.join(written.trim())));
        if path.is_some_and(|path| references::add(gather, files, &path, seen)) {
            gather.prompt.inexact(
                "How a file that is referred to with #[[file:…]] reaches the model is not documented; it is shown behind \
                 the steering files.",
            );
        } else {
            gather.prompt.inexact(
                "A reference in a steering file is to something other than a whole file that is there; what Kiro puts \
                 there is not shown.",
            );
        }
    }
}
