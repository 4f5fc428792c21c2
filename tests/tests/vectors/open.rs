//! Further captures of released binaries.

use super::report::{Report, difference};
use agents_prompt::{Situation, runtime::assemble, runtimes};
use agents_workspace::MemoryFiles;
use serde_json::Value;
use std::path::PathBuf;

const CASES: &str = include_str!("../../vectors/open-runtimes.json");

#[test]
fn codex_captures() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let mut report = Report::new("codex captures");
    let (runtime, version) = runtimes::find("codex").unwrap();
    for case in cases["cases"].as_array().unwrap() {
        if case["runtime"] != "codex" {
            continue;
        }
        let mut files = MemoryFiles::new();
        for (path, content) in case["files"].as_object().unwrap() {
            let path = place(path);
            match content.as_str() {
                None => files.folder(path),
                Some(text) => match text.strip_prefix("SYMLINK -> ") {
                    Some(target) => files.link(path, target),
                    None => files.add(path, text),
                },
            };
        }
        files.add("/h/.codex/config.toml", config(&case["config"]));
        let mut situation = Situation::at("/top/repo");
        situation.start = place(case["cwd"].as_str().unwrap());
        situation.home = Some(PathBuf::from("/h"));
        let prompt = assemble(runtime, version, &situation, &files);
        let got = prompt.parts.iter().find(|part| part.name == "instructions");
        let got = got.map(agents_prompt::Part::text).unwrap_or_default();
        let expected = case["expected_user_message"]
            .as_str()
            .unwrap()
            .replace("{REPO}", "/top/repo");
        let faults = difference("instructions", &expected, &got);
        report.note(case["name"].as_str().unwrap(), faults.into_iter().collect());
    }
    report.finish();
}

fn place(path: &str) -> PathBuf {
    let path = path
        .replace("{REPO}/..", "/top")
        .replace("{REPO}", "/top/repo")
        .replace("{CODEX_HOME}", "/h/.codex");
    PathBuf::from(path.trim_end_matches('/'))
}

/// The settings as the user's `config.toml` would hold them.
fn config(settings: &Value) -> String {
    let mut lines: Vec<String> = settings
        .as_object()
        .unwrap()
        .iter()
        .map(|(key, value)| match key.strip_prefix("projects.{REPO}.") {
            Some(key) => format!("[projects.\"/top/repo\"]\n{key} = {value}"),
            None => format!("{key} = {value}"),
        })
        .collect();
    lines.sort_by_key(|line| line.starts_with('['));
    lines.join("\n")
}
