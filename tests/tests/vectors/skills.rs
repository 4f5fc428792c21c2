//! The verdicts of two validators of skills.

use super::report::{Report, difference};
use agents_prompt::{
    Situation,
    effective::{SkillFate, SkillFault},
    runtime::assemble,
    runtimes,
};
use agents_workspace::MemoryFiles;
use serde_json::Value;
use std::path::Path;

const VALIDATORS: &str = include_str!("../../vectors/skill-validators.json");

const HEADS: &str = include_str!("../../vectors/skill-heads.json");

/// What a runtime that is a validator says of a skill in `folder`, in its own words; nothing when it takes it.
fn messages(runtime: &str, folder: &str, text: &str) -> Vec<String> {
    let (runtime, version) = runtimes::find(runtime).unwrap();
    let path = Path::new("/w/skills").join(folder).join("SKILL.md");
    let mut files = MemoryFiles::new();
    files.add(&path, text);
    let prompt = assemble(runtime, version, &Situation::at("/w"), &files);
    let [skill] = &prompt.skills[..] else {
        return vec![format!("{} skills", prompt.skills.len())];
    };
    match &skill.fate {
        SkillFate::Listed => Vec::new(),
        SkillFate::Skipped(SkillFault::Refused(objections)) => objections
            .iter()
            .map(|objection| objection.message.clone())
            .collect(),
        other => vec![format!("{other:?}")],
    }
}

fn check(report: &mut Report, runtime: &str, case: &Value, expected: &[&str]) {
    let text = |key: &str| case[key].as_str().unwrap();
    let got = messages(runtime, text("dir"), text("skill_md"));
    let faults = difference("verdict", &expected.join("\n"), &got.join("\n"));
    report.note(&format!("skill {}", text("id")), faults.into_iter().collect());
}

fn reference(report: &mut Report, cases: &str) {
    let cases: Value = serde_json::from_str(cases).unwrap();
    for case in cases.as_array().unwrap() {
        let expected = case["skills_ref"].as_array().unwrap();
        let expected: Vec<&str> = expected.iter().map(|message| message.as_str().unwrap()).collect();
        check(report, "skills-ref", case, &expected);
    }
}

fn script(report: &mut Report, cases: &str) {
    let cases: Value = serde_json::from_str(cases).unwrap();
    for case in cases.as_array().unwrap() {
        let pair = case["quick_validate"].as_array().unwrap();
        let message = pair[1].as_str().unwrap();
        let expected = if pair[0].as_bool().unwrap() {
            assert_eq!(message, "Skill is valid!");
            vec![]
        } else {
            vec![message]
        };
        check(report, "claude-ai", case, &expected);
    }
}

#[test]
fn the_reference_validator() {
    let mut report = Report::new("skills-ref");
    reference(&mut report, VALIDATORS);
    report.finish();
    let mut report = Report::new("skills-ref, further heads");
    reference(&mut report, HEADS);
    report.finish();
}

#[test]
fn the_check_of_a_package() {
    let mut report = Report::new("claude-ai");
    script(&mut report, VALIDATORS);
    report.finish();
    let mut report = Report::new("claude-ai, further heads");
    script(&mut report, HEADS);
    report.finish();
}
