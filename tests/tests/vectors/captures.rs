//! Further captures of opencode, Gemini CLI and pi.

use super::report::{Report, difference};
use agents_prompt::{
    EffectivePrompt, Situation,
    runtime::{assemble, set},
    runtimes,
};
use agents_workspace::MemoryFiles;
use serde_json::Value;
use std::path::PathBuf;

const CASES: &str = include_str!("../../vectors/open-runtimes.json");

/// Where the placeholders of the cases lie.
const PLACES: [(&str, &str); 5] = [
    ("{REPO}/..", "/top"),
    ("{REPO}", "/top/repo"),
    ("{DIR}", "/top/dir"),
    ("{HOME}", "/h"),
    ("{CODEX_HOME}", "/h/.codex"),
];

#[test]
fn opencode_captures() {
    run("opencode", "opencode", |case, prompt| {
        // The slice ends with the line break before the next section.
        let system = text(prompt, "instructions").trim_start_matches('\n').to_owned() + "\n";
        let mut faults = vec![difference(
            "system",
            &place(&case["expected_system_slice"]),
            &system,
        )];
        if let Some(output) = case["expected_tool_output"].as_str() {
            let added = output.find("\n\n<system-reminder>").unwrap();
            let expected = place(&Value::from(&output[added..]));
            faults.push(difference("nested", &expected, &text(prompt, "nested")));
        }
        faults
    });
}

#[test]
fn gemini_captures() {
    let context = |text: String| {
        let start = text.find("<loaded_context>").unwrap_or(text.len());
        text[start..].to_owned()
    };
    run("gemini-cli", "gemini-cli", |case, prompt| {
        let system = place(&case["expected_system_loaded_context"]);
        let first = place(&case["expected_first_user_loaded_context"]);
        let first = first.trim_end_matches("\n</session_context>");
        vec![
            difference("system", &system, &context(text(prompt, "global"))),
            difference("first message", first, &context(text(prompt, "project"))),
        ]
    });
}

#[test]
fn pi_captures() {
    run("pi", "pi@1.6.0", |case, prompt| {
        let expected = place(&case["expected_system_slice"]);
        vec![difference("system", &expected, &text(prompt, "instructions"))]
    });
}

/// Runs the cases of one runtime in a version.
fn run(
    name: &'static str,
    versioned: &str,
    compare: impl Fn(&Value, &EffectivePrompt) -> Vec<Option<String>>,
) {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let (runtime, version) = runtimes::find(versioned).unwrap();
    let mut report = Report::new(name);
    for case in cases["cases"].as_array().unwrap() {
        if case["runtime"] != name {
            continue;
        }
        let mut files = MemoryFiles::new();
        // The home folder was the same in all cases of a runtime.
        if name == "gemini-cli" {
            files.add("/h/.gemini/GEMINI.md", "GLOBAL\n");
        }
        for (path, content) in case["files"].as_object().unwrap() {
            lay_out(&mut files, path, content);
        }
        let mut situation = Situation::at("/top");
        situation.start = PathBuf::from(place(&case["cwd"]));
        situation.home = Some(PathBuf::from("/h"));
        if let Some(read) = case["after_tool"].as_str() {
            let path = read.trim_start_matches("read ");
            situation.touched.push(PathBuf::from(place(&Value::from(path))));
        }
        for (key, value) in case["config"].as_object().unwrap() {
            set(runtime, &mut situation.settings, key, value).unwrap();
        }
        let prompt = assemble(runtime, version, &situation, &files);
        let faults = compare(case, &prompt).into_iter().flatten().collect();
        report.note(case["name"].as_str().unwrap(), faults);
    }
    report.finish();
}

fn lay_out(files: &mut MemoryFiles, path: &str, content: &Value) {
    let at = place(&Value::from(path));
    let Some(text) = content.as_str() else {
        files.folder(at.trim_end_matches('/'));
        return;
    };
    // One entry stands for seven files.
    if path.ends_with("l1.md..l7.md") {
        for number in 1..=7 {
            let text = text.replace("<n+1>", &(number + 1).to_string());
            let text = text.replace("<n>", &number.to_string());
            files.add(format!("/top/repo/l{number}.md"), text);
        }
        return;
    }
    files.add(at, text.replace("BOM + ", "\u{feff}"));
}

fn place(text: &Value) -> String {
    let text = text.as_str().unwrap().to_owned();
    PLACES
        .iter()
        .fold(text, |text, (name, place)| text.replace(name, place))
}

fn text(prompt: &EffectivePrompt, part: &str) -> String {
    let part = prompt.parts.iter().find(|one| one.name == part);
    part.map(agents_prompt::Part::text).unwrap_or_default()
}
