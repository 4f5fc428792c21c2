//! GitHub Copilot's cloud agent, as GitHub's documentation describes it; nothing of it was measured.
//!
//! Behaviour: docs.github.com/en/copilot/concepts/prompting/response-customization,
//! docs.github.com/en/copilot/reference/custom-instructions-support (middle of 2026).
//!
//! * `facts`: what is known, each with its source.
//! * `agents`: AGENTS.md, of which the nearest counts.

mod agents;
mod facts;
mod skill_fields;

use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Segment},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, SkillField, Version},
    situation::Situation,
    steps::{
        agent_skills::{self, Loader, any_name},
        gather::Gather,
        globs,
        rule::{self, Rule},
        walk,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// The cloud agent, which works on GitHub's machines.
pub struct CopilotCloudAgent;

const VERSIONS: &[Version] = &[Version {
    name: "2026-06",
    basis: Basis::Documented,
    source: "docs.github.com/en/copilot: response customization, custom instructions support, agent skills",
    date: facts::DATE,
}];

const COPILOT_FILE: &str = ".github/copilot-instructions.md";
const INSTRUCTIONS: &str = ".github/instructions";
const ENDING: &str = ".instructions.md";
const AGENTS_FILE: &str = "AGENTS.md";

/// What may lie in the root in the stead of AGENTS.md.
const OTHERS: [&str; 2] = ["CLAUDE.md", "GEMINI.md"];

const SKILLS: [&str; 3] = [".github/skills", ".claude/skills", ".agents/skills"];

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: false,
    name_is_folder: false,
    // What becomes of a name that is not in lower case is not documented.
    refuses: any_name,
    needs_description: true,
    description: None,
    hidden_by: None,
    last_wins: false,
};

/// Levels of folders below `.github/instructions`; no page names a limit.
const DEPTH: usize = 16;

impl Runtime for CopilotCloudAgent {
    fn name(&self) -> &'static str {
        "copilot-cloud-agent"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        facts::FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Touch
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let is_rule = path.starts_with(INSTRUCTIONS) && path.to_string_lossy().ends_with(ENDING);
        let mut roots = OTHERS.iter().chain(&[COPILOT_FILE]);
        if is_rule || path.ends_with(AGENTS_FILE) || roots.any(|known| path == Path::new(known)) {
            return Some(Role::Instructions);
        }
        let place = path.ancestors().nth(2)?;
        let is_skill = path.ends_with("SKILL.md") && SKILLS.iter().any(|skills| place == Path::new(skills));
        is_skill.then_some(Role::Skill)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if path.to_string_lossy().ends_with(ENDING) {
            &["applyTo", "excludeAgent"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(COPILOT_FILE),
            Evidence::Project(INSTRUCTIONS),
            Evidence::Project(".github/workflows/copilot-setup-steps.yml"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "The cloud agent is known from GitHub's documentation: the order of files of one rank and the words \
             around them are not.",
        );
        prompt.inexact("Instructions of the organization are kept at GitHub and are not shown.");
        // The agent works on a whole repository, whatever folder of it is opened here.
        let root = walk::root_by_markers(files, &situation.root, &[".git".to_owned()]);
        let root = root.unwrap_or_else(|| situation.root.clone());
        let paths = rule::below(files, &root.join(INSTRUCTIONS), &[ENDING], DEPTH);
        let rules: Vec<Rule> = paths
            .iter()
            .filter_map(|path| Rule::read(files, path).ok())
            .collect();
        let nearest = agents::nearest(files, &root, &situation.touched);

        let mut start = Gather::new(&mut prompt, files);
        let mut for_some: Vec<&Rule> = Vec::new();
        for rule in &rules {
            match when(rule) {
                When::Always => start.body(rule, "instructions for every file"),
                When::Matching => for_some.push(rule),
                When::Never => start.waits(&rule.path),
                When::Excluded => {
                    let by = "excludeAgent: coding-agent".to_owned();
                    start.lose(&rule.path, &rule.file, LossKind::Skipped, Cause::Disabled { by });
                }
            }
        }
        start.whole(&root.join(COPILOT_FILE), "for the whole repository");
        agents::add(&mut start, &root, &nearest);
        start.done("instructions", "-", Layer::Start);

        touch(&mut prompt, situation, files, &root, &for_some, &nearest);
        admit_open(&mut prompt, &rules);
        let places = SKILLS.map(|skills| root.join(skills));
        let skills = agent_skills::load(&mut prompt, files, &places, &LOADER);
        agent_skills::admit_clash(
            &mut prompt,
            "Which of several skills with one name counts for the cloud agent is not documented.",
        );
        agent_skills::list(&mut prompt, &skills);
        prompt
    }
}

/// What files that are worked on add: rules whose patterns match, and the nearest AGENTS.md of each.
fn touch(
    prompt: &mut EffectivePrompt,
    situation: &Situation,
    files: &dyn Files,
    root: &Path,
    rules: &[&Rule],
    nearest: &[PathBuf],
) {
    let mut gather = Gather::new(prompt, files);
    for rule in rules {
        match globs::any_match(&rule.patterns("applyTo"), root, &situation.touched) {
            Ok(true) => gather.body(rule, "instructions whose patterns match"),
            Ok(false) => gather.waits(&rule.path),
            Err(pattern) => gather.unreadable_pattern(rule, pattern),
        }
    }
    agents::add_nested(&mut gather, files, root, &situation.touched, nearest);
    gather.done("nested", "-", Layer::Touch);
}

/// When a file of `.github/instructions` counts.
enum When {
    Always,
    Matching,
    Never,
    Excluded,
}

fn when(rule: &Rule) -> When {
    let patterns = rule.patterns("applyTo");
    let is_excluded = rule
        .patterns("excludeAgent")
        .iter()
        .any(|agent| agent == "coding-agent");
    if is_excluded {
        When::Excluded
    } else if patterns.is_empty() {
        When::Never
    } else if patterns
        .iter()
        .any(|pattern| matches!(pattern.as_str(), "**" | "**/*"))
    {
        When::Always
    } else {
        When::Matching
    }
}

/// Says what the documentation leaves open about the files that are there.
fn admit_open(prompt: &mut EffectivePrompt, rules: &[Rule]) {
    if rules.iter().any(|rule| matches!(when(rule), When::Never)) {
        prompt.inexact(
            "What becomes of an instruction file without `applyTo` is not documented; it is shown as not sent.",
        );
    }
    let is_sent = |segment: &&Segment, name: &str| {
        let source = segment.source.as_ref();
        source.is_some_and(|source| source.path.ends_with(name))
    };
    let names = OTHERS.iter().chain(&[AGENTS_FILE]);
    let sent = names.filter(|name| {
        let mut segments = prompt.parts.iter().flat_map(|part| &part.segments);
        segments.any(|segment| is_sent(&segment, name))
    });
    if sent.count() > 1 {
        prompt.inexact(
            "CLAUDE.md and GEMINI.md are documented as alternatives to AGENTS.md; what is sent when several are \
             there is not, and all are shown.",
        );
    }
}
