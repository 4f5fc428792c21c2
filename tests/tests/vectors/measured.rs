//! Released runtimes run on small trees.

use super::report::{Report, difference};
use agents_prompt::{
    EffectivePrompt, Settings, Situation,
    runtime::{assemble, set},
    runtimes,
};
use agents_workspace::MemoryFiles;
use serde_json::Value;
use std::path::{Path, PathBuf};

const TREES: &str = include_str!("../../vectors/measured/trees.json");
const RUNTIMES: &str = include_str!("../../vectors/measured/runtimes.json");

/// Parts that the measurements left out, and why they are sent: `skills_hint` is text that APX puts into every
/// prompt, but its block and its tool were called for these vectors, not the whole prompt. `tool-result` is what
/// Claude Code with an older model adds to the answer of a tool, of which these vectors hold nothing.
const UNMEASURED: &[&str] = &["skills_hint", "tool-result"];

/// Where the trees were laid out when they were measured.
const BASE: &str = "/srv/oracle/w";

#[test]
fn codex() {
    run(
        "codex",
        include_str!("../../vectors/measured/codex.json"),
        |cwd, _, _| started_in(cwd),
    );
}

#[test]
fn ai_leash() {
    let vectors = include_str!("../../vectors/measured/ai-leash.json");
    run("ai-leash", vectors, |cwd, touch, root| {
        let mut situation = Situation::at(root.clone());
        situation.touched.extend(Some(cwd).filter(|cwd| *cwd != root));
        situation.touched.extend(touch);
        situation
    });
}

#[test]
fn claude_code() {
    let vectors = include_str!("../../vectors/measured/claude.json");
    run("claude-code", vectors, |cwd, touch, _| touching(cwd, touch));
}

#[test]
fn copilot_cli() {
    let vectors = include_str!("../../vectors/measured/copilot.json");
    run("copilot-cli", vectors, |cwd, touch, _| touching(cwd, touch));
}

#[test]
fn apx() {
    let vectors = include_str!("../../vectors/measured/apx.json");
    run("apx", vectors, |cwd, _, _| Situation::at(cwd));
}

#[test]
fn openclaw() {
    let vectors = include_str!("../../vectors/measured/openclaw.json");
    run("openclaw", vectors, |cwd, _, _| Situation::at(cwd));
}

#[test]
fn pi() {
    let vectors = include_str!("../../vectors/measured/pi.json");
    run("pi", vectors, |cwd, _, _| started_in(cwd));
}

#[test]
fn opencode() {
    let vectors = include_str!("../../vectors/measured/opencode.json");
    run("opencode", vectors, |cwd, touch, _| touching(cwd, touch));
}

#[test]
fn gemini_cli() {
    let vectors = include_str!("../../vectors/measured/gemini.json");
    run("gemini-cli", vectors, |cwd, touch, _| touching(cwd, touch));
}

#[test]
fn qwen_code() {
    let vectors = include_str!("../../vectors/measured/qwen.json");
    run("qwen-code", vectors, |cwd, touch, _| touching(cwd, touch));
}

/// Started in `cwd`, one file read.
fn touching(cwd: PathBuf, touch: Option<PathBuf>) -> Situation {
    let mut situation = started_in(cwd);
    situation.touched.extend(touch);
    situation
}

/// Started in `cwd`, with the workspace as the opened folder.
fn started_in(cwd: PathBuf) -> Situation {
    let mut situation = Situation::at(Path::new(BASE).join("ws"));
    situation.start = cwd;
    situation
}

/// Runs a runtime's vectors; `situate` makes the situation of the start folder, the touched path and
/// the workspace.
fn run(
    runtime: &'static str,
    vectors: &str,
    situate: impl Fn(PathBuf, Option<PathBuf>, PathBuf) -> Situation,
) {
    let trees: Value = serde_json::from_str(TREES).unwrap();
    let vectors: Value = serde_json::from_str(vectors).unwrap();
    let mut report = Report::new(runtime);
    for vector in vectors["vectors"].as_array().unwrap() {
        let tree = &trees[vector["tree"].as_str().unwrap()];
        let files = lay_out(tree, vectors["runtime"].as_str().unwrap());
        let cwd = Path::new(BASE).join(tree["cwd"].as_str().unwrap());
        let touch = tree["touch"].as_str().map(|touch| cwd.join(touch));
        let mut situation = situate(cwd, touch, Path::new(BASE).join("ws"));
        situation.home = Some(Path::new(BASE).join("home"));
        let (runtime, version) = runtimes::find(runtime).unwrap();
        situation.settings = Settings::default();
        for (key, value) in vector["settings"].as_object().unwrap() {
            set(runtime, &mut situation.settings, key, value).unwrap();
        }
        let prompt = assemble(runtime, version, &situation, &files);
        let id = format!("{} {} {}", runtime.name(), vector["tree"], vector["settings"]);
        report.note(&id, compare(&vector["expected"], &prompt));
    }
    report.finish();
}

/// Differences between the parts of a vector and those of a prompt. A part without text is no part.
fn compare(expected: &Value, prompt: &EffectivePrompt) -> Vec<String> {
    let expected = expected.as_array().unwrap().iter();
    let expected: Vec<_> = expected
        .filter(|part| !matches!(part["text"].as_str(), Some("" | "[]")))
        .collect();
    let mut faults = Vec::new();
    for (index, part) in expected.iter().enumerate() {
        let name = part["part"].as_str().unwrap();
        // Parts of one name are told apart by their order.
        let nth = expected[..index]
            .iter()
            .filter(|other| other["part"] == name)
            .count();
        let mut ours = prompt.parts.iter().filter(|ours| ours.name == name);
        match ours.nth(nth) {
            None => faults.push(format!("there is no {name}")),
            Some(ours) => {
                faults.extend(difference(name, part["text"].as_str().unwrap(), &ours.text()));
                faults.extend(difference("role", part["role"].as_str().unwrap(), ours.role));
            }
        }
    }
    for ours in prompt
        .parts
        .iter()
        .filter(|part| !UNMEASURED.contains(&part.name))
    {
        let count = |name: &str| prompt.parts.iter().filter(|part| part.name == name).count();
        if expected.iter().filter(|part| part["part"] == ours.name).count() < count(ours.name) {
            faults.push(format!("{} is not expected: {:?}", ours.name, ours.text()));
        }
    }
    faults
}

/// A tree in memory, at the place where it was measured.
fn lay_out(tree: &Value, runtime: &str) -> MemoryFiles {
    let names: Value = serde_json::from_str(RUNTIMES).unwrap();
    let place = |path: &str| {
        let path = path
            .replace("@CTX@", names[runtime]["contextFile"].as_str().unwrap())
            .replace("@GLOBAL@", names[runtime]["globalFile"].as_str().unwrap());
        Path::new(BASE).join(path)
    };
    let mut files = MemoryFiles::new();
    for (path, content) in tree["files"].as_object().unwrap() {
        match content {
            Value::String(text) => files.add(place(path), text),
            other => files.add(place(path), decode(other["base64"].as_str().unwrap())),
        };
    }
    for path in tree["directories"].as_array().unwrap() {
        files.folder(place(path.as_str().unwrap()));
    }
    for (path, target) in tree["links"].as_object().unwrap() {
        files.link(place(path), target.as_str().unwrap());
    }
    if let Some(git) = tree["git"].as_str() {
        files.folder(place(git).join(".git"));
    }
    files
}

fn decode(base64: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for byte in base64.bytes().filter(|byte| *byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    out
}
