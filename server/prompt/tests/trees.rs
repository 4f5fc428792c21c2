//! Small trees that show a documented fact each, in `tests/trees/<runtime>/*.toml`.
//!
//! A tree names the fact, its source and day, the files there are and what becomes of them. What is not named
//! must not be in the prompt: the lists are complete.

use agents_prompt::{
    EffectivePrompt, Layer, Settings, Situation,
    runtime::{Basis, Runtime, assemble, set},
    runtimes,
};
use agents_workspace::MemoryFiles;
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const ROOT: &str = "/w";
const HOME: &str = "/home/u";

/// How many trees a runtime has that was not measured.
const LEAST: usize = 3;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tree {
    /// The fact, and where it is documented.
    fact: String,
    source: String,
    date: String,
    /// The folder of the start, relative to the opened one.
    start: Option<String>,
    /// Files in context, relative to the opened folder.
    #[serde(default)]
    touched: Vec<String>,
    #[serde(default)]
    settings: BTreeMap<String, serde_json::Value>,
    /// Text by path: relative to the opened folder, or below the home folder with `~/`. A path that ends with a
    /// slash is a folder.
    files: BTreeMap<String, String>,
    /// How often the text of a file is repeated, for those that are to be long.
    #[serde(default)]
    repeat: BTreeMap<String, usize>,
    /// Variables of the environment.
    #[serde(default)]
    environment: BTreeMap<String, String>,
    /// Whether the user does not trust the folder.
    #[serde(default)]
    untrusted: bool,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    /// Files with text in the prompt from the start. Skills that are listed are not named here.
    #[serde(default)]
    start: Vec<String>,
    /// Whether they stand in this order.
    #[serde(default)]
    ordered: bool,
    /// Files with text that a touch adds, in this order.
    #[serde(default)]
    touch: Vec<String>,
    /// Files that are named and not sent.
    #[serde(default)]
    named: Vec<String>,
    /// The paths of the skills that are listed.
    #[serde(default)]
    skills: Vec<String>,
    /// How a file is lost: cut, dropped, shadowed, stripped or skipped.
    #[serde(default)]
    lost: BTreeMap<String, String>,
    /// Files that another touch, or the user's word, would add; looked at when it is given.
    waits: Option<Vec<String>>,
    /// Text that is in one of the caveats.
    #[serde(default)]
    admits: Vec<String>,
    /// Text that is in none of them.
    #[serde(default)]
    silent: Vec<String>,
    /// Text that is in the prompt.
    #[serde(default)]
    contains: Vec<String>,
    /// Text that is not.
    #[serde(default)]
    omits: Vec<String>,
}

#[test]
fn every_tree_is_as_its_fact_says() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for folder in entries(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees")) {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let (runtime, _) = runtimes::find(&name).unwrap_or_else(|| panic!("{name} is no runtime"));
        for path in entries(folder) {
            let written = fs::read_to_string(&path).expect("a tree");
            let tree: Tree =
                toml::from_str(&written).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            check(runtime, &tree, &path.display().to_string());
            *counts.entry(name.clone()).or_default() += 1;
        }
    }
    for runtime in runtimes::all() {
        let is_measured = runtime.versions()[0].basis == Basis::Measured;
        let count = counts.get(runtime.name()).copied().unwrap_or_default();
        assert!(
            is_measured || count >= LEAST,
            "{} has {count} trees",
            runtime.name()
        );
    }
}

fn entries(folder: PathBuf) -> Vec<PathBuf> {
    let listed = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = listed.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn absolute(path: &str) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(below) => Path::new(HOME).join(below),
        None => Path::new(ROOT).join(path),
    }
}

fn check(runtime: &dyn Runtime, tree: &Tree, place: &str) {
    assert!(
        !tree.fact.is_empty() && !tree.source.is_empty() && tree.date.starts_with("202"),
        "{place}"
    );
    let mut files = MemoryFiles::new();
    for (path, text) in &tree.files {
        match path.strip_suffix('/') {
            Some(folder) => files.folder(absolute(folder)),
            None => files.add(
                absolute(path),
                text.repeat(tree.repeat.get(path).copied().unwrap_or(1)),
            ),
        };
    }
    let mut situation = Situation::at(ROOT);
    situation.home = Some(PathBuf::from(HOME));
    situation.start = tree
        .start
        .as_deref()
        .map_or_else(|| PathBuf::from(ROOT), absolute);
    situation.touched = tree.touched.iter().map(|path| absolute(path)).collect();
    let mut settings = Settings::default();
    for (key, value) in &tree.settings {
        set(runtime, &mut settings, key, value).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    situation.settings = settings;
    situation.environment.clone_from(&tree.environment);
    situation.trusted = !tree.untrusted;
    let prompt = assemble(runtime, &runtime.versions()[0], &situation, &files);
    compare(&prompt, &tree.expect, &format!("{place} ({})", tree.fact));
}

fn compare(prompt: &EffectivePrompt, expect: &Expect, place: &str) {
    let skills: Vec<PathBuf> = prompt
        .skills
        .iter()
        .filter(|skill| skill.fate == agents_prompt::effective::SkillFate::Listed)
        .map(|skill| skill.path.clone())
        .collect();
    let sent = |layer: Layer| {
        let mut out: Vec<PathBuf> = Vec::new();
        let parts = prompt.parts.iter().filter(|part| part.layer == layer);
        for segment in parts.flat_map(|part| &part.segments) {
            let source = segment.source.as_ref().filter(|_| !segment.is_empty());
            if let Some(source) = source
                && !out.contains(&source.path)
                && !skills.contains(&source.path)
            {
                out.push(source.path.clone());
            }
        }
        out
    };
    let paths = |list: &[String]| list.iter().map(|path| absolute(path)).collect::<Vec<_>>();
    let set = |list: Vec<PathBuf>| list.into_iter().collect::<BTreeSet<_>>();
    if expect.ordered {
        assert_eq!(
            sent(Layer::Start),
            paths(&expect.start),
            "from the start: {place}"
        );
    }
    assert_eq!(
        set(sent(Layer::Start)),
        set(paths(&expect.start)),
        "from the start: {place}"
    );
    assert_eq!(sent(Layer::Touch), paths(&expect.touch), "on a touch: {place}");
    assert_eq!(
        set(prompt.on_demand.clone()),
        set(paths(&expect.named)),
        "named: {place}"
    );
    assert_eq!(set(skills.clone()), set(paths(&expect.skills)), "skills: {place}");
    let lost: BTreeSet<(PathBuf, String)> = prompt
        .all_losses()
        .filter(|loss| loss.cause != agents_prompt::Cause::Frontmatter)
        .map(|loss| (loss.path.clone(), loss.kind.to_string()))
        .collect();
    let expected: BTreeSet<(PathBuf, String)> = expect
        .lost
        .iter()
        .map(|(path, kind)| (absolute(path), kind.clone()))
        .collect();
    assert_eq!(lost, expected, "lost: {place}");
    if let Some(waits) = &expect.waits {
        assert_eq!(set(prompt.waiting.clone()), set(paths(waits)), "waits: {place}");
    }
    let caveats = prompt.caveats.join("\n");
    for wanted in &expect.admits {
        assert!(
            caveats.contains(wanted),
            "{wanted:?} is not in {caveats:?}: {place}"
        );
    }
    for unwanted in &expect.silent {
        assert!(
            !caveats.contains(unwanted),
            "{unwanted:?} is in {caveats:?}: {place}"
        );
    }
    let text: String = prompt.parts.iter().map(agents_prompt::Part::text).collect();
    for wanted in &expect.contains {
        assert!(text.contains(wanted), "{wanted:?} is not in {text:?}: {place}");
    }
    for unwanted in &expect.omits {
        assert!(!text.contains(unwanted), "{unwanted:?} is in {text:?}: {place}");
    }
}
