//! The systems the first notes describe, by operation.

use super::report::{Report, difference};
use agents_prompt::runtimes::apx;
use agents_prompt::runtimes::openclaw::{
    budget::{Built, Caps, build},
    release::{self, Release},
    render,
    truncate::trim,
    workspace::{Bootstrap, Content},
};
use agents_prompt::{
    Part, Situation,
    runtime::{assemble, set},
    runtimes,
    steps::{limit::Gauge, parameters::Parameters},
};
use agents_syntax::Text;
use agents_workspace::{File, MemoryFiles};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

const VECTORS: &str = include_str!("../../vectors/seed-systems.json");

/// The vectors of one system.
fn vectors(system: &str) -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(VECTORS).unwrap();
    all.into_iter()
        .filter(|vector| vector["system"] == system)
        .collect()
}

#[test]
fn ai_leash() {
    let mut report = Report::new("ai-leash seed");
    for vector in vectors("ai-leash") {
        let mut files = MemoryFiles::new();
        files.folder("/w/proj").link("/w/link", "proj");
        for (path, content) in vector["files"].as_object().unwrap() {
            files.add(Path::new("/w/proj").join(path), content.as_str().unwrap());
        }
        for (path, content) in vector["global"].as_object().unwrap() {
            files.add(
                Path::new("/w/home/.config/ai-leash").join(path),
                content.as_str().unwrap(),
            );
        }
        let link = vector["openRootViaSymlink"] == true;
        let root = PathBuf::from(if link { "/w/link" } else { "/w/proj" });
        let mut situation = Situation::at(&root);
        situation.home = Some(PathBuf::from("/w/home"));
        let touched = vector["touched"].as_array().unwrap().iter();
        situation.touched = touched.map(|path| root.join(path.as_str().unwrap())).collect();
        let got = match vector["op"].as_str().unwrap() {
            "body" => runtimes::ai_leash::load_skill(&situation, &files, vector["name"].as_str()),
            "prompt" => {
                let (runtime, version) = runtimes::find("ai-leash@seed").unwrap();
                let prompt = assemble(runtime, version, &situation, &files);
                prompt.parts.first().map(Part::text).unwrap_or_default()
            }
            other => panic!("{other}"),
        };
        let faults = difference("text", vector["expected"].as_str().unwrap_or_default(), &got);
        report.note(vector["id"].as_str().unwrap(), faults.into_iter().collect());
    }
    report.finish();
}

#[test]
fn openclaw() {
    let mut report = Report::new("openclaw seed");
    for vector in vectors("openclaw") {
        let version = vector["version"].as_str().unwrap();
        let version = release::VERSIONS
            .iter()
            .find(|known| known.name == version)
            .unwrap();
        let release = release::of(version);
        let faults = match vector["op"].as_str().unwrap() {
            "trim" => trim_faults(&vector, release),
            "build" => build_faults(&vector, release),
            other => panic!("{other}"),
        };
        report.note(vector["id"].as_str().unwrap(), faults);
    }
    report.finish();
}

fn trim_faults(vector: &Value, release: &Release) -> Vec<String> {
    let text = Text::new(&content(&vector["text"]));
    let name = vector["name"].as_str().unwrap();
    let max = vector["max"].as_u64().unwrap() as usize;
    let got = trim(&text, name, max, Gauge::UTF16, release);
    let expected = &vector["expected"];
    let mut faults = Vec::new();
    faults.extend(difference(
        "content",
        &content(&expected["content"]),
        &got.content(&text),
    ));
    if expected["truncated"] != got.truncated || expected["originalLength"] != got.original {
        faults.push(format!("{} {}", got.truncated, got.original));
    }
    faults
}

fn build_faults(vector: &Value, release: &Release) -> Vec<String> {
    let files: Vec<Bootstrap> = vector["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(bootstrap)
        .collect();
    let caps = Caps::utf16(
        vector["max"].as_u64().unwrap() as usize,
        vector["total"].as_u64().unwrap() as usize,
    );
    let built: Built = build(&files, caps, release);
    let expected = &vector["expected"];
    let mut faults = Vec::new();
    let wanted = expected["files"].as_array().unwrap();
    if wanted.len() != built.files.len() {
        faults.push(format!("{} files, not {}", built.files.len(), wanted.len()));
    }
    for (wanted, got) in wanted.iter().zip(&built.files) {
        faults.extend(difference(
            "path",
            wanted["path"].as_str().unwrap(),
            &got.path.to_string_lossy(),
        ));
        match wanted["content"]["length"].as_u64() {
            Some(length) if length as usize == got.content().encode_utf16().count() => {}
            Some(length) => faults.push(format!("not {length} units")),
            None => faults.extend(difference("file", &content(&wanted["content"]), &got.content())),
        }
    }
    let wanted: Vec<_> = expected["warn"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap())
        .collect();
    faults.extend(difference("log", &wanted.join("\n"), &built.log.join("\n")));
    if let Some(prompt) = expected["prompt"].as_str() {
        let parts = render::parts(&built, release, &Parameters::default(), Path::new("/"));
        // The vector ends with the last file; in the prompt a line break follows.
        let got = parts[0].text();
        faults.extend(difference(
            "prompt",
            prompt,
            got.strip_suffix('\n').unwrap_or(&got),
        ));
    }
    faults
}

fn bootstrap(file: &Value) -> Bootstrap {
    Bootstrap {
        name: file["name"].as_str().unwrap().to_owned(),
        path: PathBuf::from(file["path"].as_str().unwrap()),
        content: if file["missing"] == true {
            Content::Missing
        } else {
            Content::Text(Arc::new(File::from_text(Text::new(&content(&file["content"])))))
        },
        too_large: None,
    }
}

/// A text of a vector: as it is, or a short one many times.
fn content(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => {
            let times = other["times"].as_u64().unwrap() as usize;
            let prefix = other["prefix"].as_str().unwrap_or_default();
            format!("{prefix}{}", other["repeat"].as_str().unwrap().repeat(times))
        }
    }
}

#[test]
fn apx_seed() {
    let mut report = Report::new("apx seed");
    for vector in vectors("apx") {
        let faults = match vector["op"].as_str().unwrap() {
            "agents-block" => agents_block_faults(&vector),
            "frontmatter" => frontmatter_faults(&vector),
            "list-skills" => list_faults(&vector),
            "skills-hint" => {
                let got = apx::skills::hint(&skills(&vector));
                difference("hint", vector["expected"].as_str().unwrap(), &got)
                    .into_iter()
                    .collect()
            }
            "condense" => {
                let cases = vector["cases"].as_object().unwrap().iter();
                let compare = |(text, wanted): (&String, &Value)| {
                    difference(text, wanted.as_str().unwrap(), &apx::skills::condense(text))
                };
                cases.filter_map(compare).collect()
            }
            other => panic!("{other}"),
        };
        report.note(vector["id"].as_str().unwrap(), faults);
    }
    report.finish();
}

fn agents_block_faults(vector: &Value) -> Vec<String> {
    let mut files = MemoryFiles::new();
    files.folder("/w/proj/sub").link("/w/link", "proj");
    if !vector["agentsMd"].is_null() {
        files.add("/w/proj/AGENTS.md", content(&vector["agentsMd"]));
    }
    let (root, start) = match vector["ownership"].as_str().unwrap() {
        "same" => ("/w/proj", "/w/proj"),
        "sub" => ("/w/proj", "/w/proj/sub"),
        "link" => ("/w/link", "/w/proj"),
        "foreign" => ("/w/proj", "/w"),
        "slash" => ("/w/proj/./", "/w/proj"),
        other => panic!("{other}"),
    };
    let mut situation = Situation::at(root);
    situation.start = PathBuf::from(start);
    let (runtime, version) = runtimes::find("apx").unwrap();
    let key = "super_agent.project_agents_max_chars";
    if let Some(value) = vector["config"]["super_agent"].get("project_agents_max_chars") {
        set(runtime, &mut situation.settings, key, value).unwrap();
    }
    let prompt = assemble(runtime, version, &situation, &files);
    let got = prompt.parts.first().map(Part::text).unwrap_or_default();
    difference("block", &content(&vector["expected"]), &got)
        .into_iter()
        .collect()
}

fn frontmatter_faults(vector: &Value) -> Vec<String> {
    let got = apx::frontmatter::parse(vector["text"].as_str().unwrap());
    let fields: serde_json::Map<String, Value> = got
        .fields
        .into_iter()
        .map(|(key, field)| (key, Value::String(field.value)))
        .collect();
    let fields = Value::Object(fields);
    let mut faults = Vec::new();
    // Objects are equal whatever the order of their keys.
    if fields != vector["expected"]["fm"] {
        faults.extend(difference(
            "fields",
            &vector["expected"]["fm"].to_string(),
            &fields.to_string(),
        ));
    }
    faults.extend(difference(
        "body",
        vector["expected"]["body"].as_str().unwrap(),
        &got.body,
    ));
    faults
}

fn skills(vector: &Value) -> Vec<apx::skills::Found> {
    let mut files = MemoryFiles::new();
    for (path, text) in vector["files"].as_object().unwrap() {
        let path = path.replace("glob/", "apx/skills/");
        files.add(Path::new("/w").join(path), text.as_str().unwrap());
    }
    apx::skills::find(Path::new("/w/proj"), Some(Path::new("/w/apx")), &files)
}

fn list_faults(vector: &Value) -> Vec<String> {
    let row = |slug: &str, source: &str, description: &str| format!("{slug} {source} {description}");
    let found = skills(vector);
    let mut got: Vec<String> = found
        .iter()
        .filter(|skill| skill.shadowed_by.is_none())
        .map(|skill| {
            row(
                &skill.slug,
                if skill.is_project { "project" } else { "global" },
                &skill.description,
            )
        })
        .collect();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut wanted: Vec<String> = vector["expectedUnordered"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            row(
                &text(&one["slug"]),
                &text(&one["source"]),
                &text(&one["description"]),
            )
        })
        .collect();
    got.sort();
    wanted.sort();
    difference("skills", &wanted.join("\n"), &got.join("\n"))
        .into_iter()
        .collect()
}

#[test]
fn vibekit() {
    let mut report = Report::new("vibekit seed");
    for vector in vectors("vibekit-seed") {
        let mut files = MemoryFiles::new();
        files.add("/w/AGENTS.md", content(&vector["agentsMd"]));
        let mut situation = Situation::at("/w");
        let (runtime, version) = runtimes::find("vibekit").unwrap();
        set(runtime, &mut situation.settings, "cap", &vector["cap"]).unwrap();
        let prompt = assemble(runtime, version, &situation, &files);
        let got = prompt.parts.first().map(Part::text).unwrap_or_default();
        let expected = &vector["expected"];
        let mut faults = Vec::new();
        faults.extend(difference("injected", &content(&expected["injected"]), &got));
        faults.extend(difference(
            "log",
            expected["log"].as_str().unwrap_or_default(),
            &prompt.log.join("\n"),
        ));
        report.note(vector["id"].as_str().unwrap(), faults);
    }
    report.finish();
}
