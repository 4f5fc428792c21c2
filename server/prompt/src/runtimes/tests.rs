//! What every runtime keeps to.

use super::all;
use crate::{
    effective::SkillFate,
    runtime::{FieldKind, Role, Runtime, SkillField, Version, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// Where skills lie; each runtime that has skills looks at one of these.
const PLACES: [&str; 6] = [
    ".agents/skills/x/SKILL.md",
    ".claude/skills/x/SKILL.md",
    ".kiro/skills/x/SKILL.md",
    ".factory/skills/x/SKILL.md",
    ".apc/skills/x/SKILL.md",
    ".skills/x.md",
];

#[test]
fn a_runtime_with_skills_or_agents_says_which_keys_it_reads() {
    for runtime in all() {
        let name = runtime.name();
        let reads = |paths: &[&str], role| {
            paths
                .iter()
                .any(|path| runtime.reads(Path::new(path)) == Some(role))
        };
        let has_skills = reads(&PLACES, Role::Skill);
        assert_eq!(!runtime.skill_fields().is_empty(), has_skills, "{name}");
        let has_agents = reads(&[".claude/agents/x.md", ".apc/agents/x.md"], Role::Agent);
        assert_eq!(!runtime.agent_fields().is_empty(), has_agents, "{name}");
    }
}

#[test]
fn no_key_is_there_twice() {
    for runtime in all() {
        for fields in [runtime.skill_fields(), runtime.agent_fields()] {
            let mut keys = HashSet::new();
            for field in fields {
                assert!(keys.insert(field.key), "{}: {}", runtime.name(), field.key);
                assert!(field.about.ends_with('.'), "{}: {}", runtime.name(), field.about);
            }
        }
    }
}

#[test]
fn a_required_key_is_one_without_which_the_skill_is_dropped() {
    for runtime in all().iter().filter(|runtime| !runtime.skill_fields().is_empty()) {
        for version in runtime.versions() {
            let who = format!("{}@{}", runtime.name(), version.name);
            assert!(is_taken(*runtime, version, None), "{who} with every key");
            for field in runtime.skill_fields() {
                let is_taken = is_taken(*runtime, version, Some(field));
                assert_eq!(is_taken, !field.is_required, "{who} without {}", field.key);
            }
        }
    }
}

#[test]
fn a_text_of_the_longest_kind_is_taken_whole() {
    for runtime in all().iter().filter(|runtime| !runtime.skill_fields().is_empty()) {
        for field in runtime.skill_fields() {
            let Some(most) = field.most.filter(|_| field.key != "name") else {
                continue;
            };
            let mut head = head(runtime.skill_fields(), Some(field));
            head.push_str(&format!("{}: {}\n", field.key, "x".repeat(most)));
            for version in runtime.versions() {
                assert!(
                    takes(*runtime, version, &head),
                    "{}: {}",
                    runtime.name(),
                    field.key
                );
            }
        }
    }
}

/// Whether a skill with every key but one is taken.
fn is_taken(runtime: &dyn Runtime, version: &Version, without: Option<&SkillField>) -> bool {
    takes(runtime, version, &head(runtime.skill_fields(), without))
}

fn head(fields: &[SkillField], without: Option<&SkillField>) -> String {
    let kept = fields.iter().filter(|field| Some(*field) != without);
    kept.map(|field| format!("{}: {}\n", field.key, sample(field)))
        .collect()
}

fn sample(field: &SkillField) -> &'static str {
    match field.kind {
        FieldKind::Flag => "false",
        FieldKind::Number => "1",
        FieldKind::Word(words) => words[0],
        FieldKind::Map => "\n  a: b",
        FieldKind::Text
        | FieldKind::Tools { .. }
        | FieldKind::Model
        | FieldKind::Texts
        | FieldKind::Several { .. }
        | FieldKind::Any => "x",
    }
}

fn takes(runtime: &dyn Runtime, version: &Version, head: &str) -> bool {
    let mut files = MemoryFiles::new();
    files.folder("/w/.git");
    let place = PLACES
        .iter()
        .find(|path| runtime.reads(Path::new(path)) == Some(Role::Skill));
    let path = PathBuf::from("/w").join(place.expect("a place of skills"));
    files.add(&path, format!("---\n{head}---\nBody\n"));
    let prompt = assemble(runtime, version, &Situation::at("/w"), &files);
    let skill = prompt.skills.iter().find(|skill| skill.path == path);
    skill.is_some_and(|skill| !matches!(skill.fate, SkillFate::Skipped(_)))
}
