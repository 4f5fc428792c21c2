//! Where runtimes look: their settings files, the files that settings name, and what the project says of them.
//!
//! * `further`: files that settings name; `reads`: every file in a prompt is one that the runtime is said to read.
//! * `config`: which settings files there are, and how each is taken; `hostile`: whatever lies in their places.

mod config;
mod further;
mod hostile;
mod reads;

use agents_prompt::{Active, EffectivePrompt, Settings, Situation, runtime::set, runtimes};
use agents_workspace::MemoryFiles;
use serde_json::Value;
use std::path::{Path, PathBuf};

const ROOT: &str = "/home/u/w";
const HOME: &str = "/home/u";

/// Files by their paths, relative to the opened folder or with `~/` to the home folder.
fn tree(files: &[(&str, &str)]) -> MemoryFiles {
    let mut tree = MemoryFiles::new();
    tree.folder("/home/u/w/.git");
    for (path, text) in files {
        tree.add(absolute(path), text);
    }
    tree
}

fn absolute(path: &str) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(below) => Path::new(HOME).join(below),
        None => Path::new(ROOT).join(path),
    }
}

fn situation() -> Situation {
    let mut situation = Situation::at(ROOT);
    situation.home = Some(PathBuf::from(HOME));
    situation
}

fn active(name: &str, settings: &[(&str, Value)]) -> Active {
    let (runtime, version) = runtimes::find(name).expect("a runtime");
    let mut laid = Settings::default();
    for (key, value) in settings {
        set(runtime, &mut laid, key, value).expect("a setting");
    }
    Active {
        version,
        settings: laid,
        ..Active::new(runtime, Vec::new()).expect("a version")
    }
}

fn text_of(prompt: &EffectivePrompt) -> String {
    let parts = prompt.parts.iter();
    parts
        .map(|part| format!("{}: {}\n", part.name, part.text()))
        .collect()
}

#[test]
fn every_fact_has_a_source_and_a_day() {
    for runtime in runtimes::all() {
        let facts = runtime.facts();
        assert!(facts.len() >= 2, "{} has {} facts", runtime.name(), facts.len());
        for fact in facts {
            let place = format!("{}: {}", runtime.name(), fact.about);
            assert!(fact.about.ends_with('.') && !fact.about.contains("  "), "{place}");
            assert!(!fact.source.is_empty(), "{place}");
            let day = fact.date.split('-').collect::<Vec<_>>();
            assert!(
                fact.date.starts_with("202") && matches!(day.len(), 2 | 3),
                "{place}"
            );
        }
    }
}
