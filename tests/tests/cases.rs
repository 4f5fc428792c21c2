//! The folders in `tests/cases`, each a small project with what must be said about it, through the built program.
//!
//! `case.json` names the runtime, its settings, steps to set the folder up, a target file and what is expected:
//! the `chain` of files that reach the model, parts of the `effective` text, and every diagnostic there is.

use agents_ls_tests::binary::agents_ls;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

#[test]
fn every_case_is_as_it_says() {
    let mut count = 0;
    for entry in fs::read_dir(cases()).expect("the folder of cases") {
        let folder = entry.expect("an entry").path();
        if folder.join("case.json").is_file() {
            Case::open(&folder).check();
            count += 1;
        }
    }
    assert!(count > 0, "no case was found");
}

#[test]
fn case_01_the_cut_is_exact_and_the_files_point_at_each_other() {
    let case = Case::named("01-codex-leaf-truncated");
    let found = case.findings(&[]);
    let of = |rule: &str| found.iter().find(|finding| finding["rule"] == rule).expect(rule);
    let cut = of("budget.truncated");
    assert_eq!(cut["bytes"], serde_json::json!([80, 133]));
    assert_eq!(
        cut["message"],
        "This text does not reach codex: the files before this one use 534 of 614 bytes. Lost: 53 bytes."
    );
    let starves = of("budget.starves-nested");
    assert_eq!(starves["related"].as_array().expect("a list").len(), 1);
    assert_eq!(
        case.below(&starves["related"][0]["path"]),
        "services/billing/AGENTS.md"
    );
    assert_eq!(starves["related"][0]["range"]["start"]["line"], 4);
}

#[test]
fn case_01_is_silent_with_a_budget_that_fits_and_under_other_runtimes() {
    let case = Case::named("01-codex-leaf-truncated");
    for cap in [667, 32_768] {
        let cap = format!("project_doc_max_bytes={cap}");
        let found = case.run(&["check", "--runtime", "codex", "--set", &cap, "--format", "json"]);
        assert_eq!(found, serde_json::json!([]), "{cap}");
    }
    for runtime in ["ai-leash", "apx", "openclaw", "vibekit", "agents-md"] {
        let found = case.run(&["check", "--runtime", runtime, "--format", "json"]);
        assert_eq!(found, serde_json::json!([]), "{runtime}");
    }
}

#[test]
fn case_03_only_codex_knows_overrides() {
    let case = Case::named("03-codex-override-shadows");
    let found = case.findings(&[]);
    let shadowed = found
        .iter()
        .find(|finding| finding["rule"] == "precedence.shadowed");
    let shadowed = shadowed.expect("a shadowed file");
    assert_eq!(shadowed["runtimes"], serde_json::json!(["codex"]));
    assert!(
        shadowed["message"].as_str().expect("text").contains("codex"),
        "{shadowed}"
    );
    let import = found
        .iter()
        .find(|finding| finding["rule"] == "import.unsupported");
    assert_eq!(
        import.expect("an import")["fixes"][0]["title"],
        "Replace `@AGENTS.md` by the text of AGENTS.md"
    );
    for runtime in ["ai-leash", "apx", "openclaw", "vibekit", "agents-md"] {
        let found = case.run(&["check", "--runtime", runtime, "--format", "json"]);
        assert_eq!(found, serde_json::json!([]), "{runtime}");
    }
}

/// A case in a folder of its own.
struct Case {
    name: String,
    json: Value,
    root: TempDir,
}

impl Case {
    fn named(name: &str) -> Self {
        Self::open(&cases().join(name))
    }

    fn open(folder: &Path) -> Self {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let json = fs::read_to_string(folder.join("case.json")).expect("case.json");
        let json: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{name}: {error}"));
        let root = TempDir::new().expect("a folder");
        copy(folder, root.path());
        // They describe the project and are no part of it.
        for note in ["case.json", "expected.md"] {
            let _ = fs::remove_file(root.path().join(note));
        }
        for step in list(&json["setup"]) {
            set_up(root.path(), text(step));
        }
        Self { name, json, root }
    }

    fn check(&self) {
        let expected = &self.json["expect"];
        if let Some(target) = self.json["target"].as_str() {
            let mut arguments = vec!["show".to_owned(), target.to_owned()];
            arguments.extend(self.situation());
            let prompt = Prompt(self.run_all(&arguments));
            self.check_chain(&prompt, expected);
            let effective = prompt.effective();
            let wrong = |what: &str| format!("{}: the prompt {what} {effective:?}", self.name);
            if let Some(end) = expected["effectiveEndsWith"].as_str() {
                assert!(effective.ends_with(end), "{}", wrong("ends otherwise"));
            }
            for piece in list(&expected["effectiveContains"]) {
                assert!(
                    effective.contains(text(piece)),
                    "{}",
                    wrong(&format!("lacks {piece}"))
                );
            }
            for piece in list(&expected["effectiveOmits"]) {
                assert!(
                    !effective.contains(text(piece)),
                    "{}",
                    wrong(&format!("has {piece}"))
                );
            }
        }
        self.check_diagnostics(list(&expected["diagnostics"]));
        let findings = self.findings(&[]);
        for silent in list(&expected["noDiagnosticOn"]) {
            let on = |finding: &&Value| self.below(&finding["path"]) == text(&silent["file"]);
            assert_eq!(findings.iter().find(on), None, "{}", self.name);
        }
        for silent in list(&expected["notExpected"]) {
            let of = |finding: &&Value| finding["rule"] == *silent;
            assert_eq!(findings.iter().find(of), None, "{}", self.name);
        }
    }

    /// The files of the prompt in order; where numbers are given, how much of each there is and arrives.
    fn check_chain(&self, prompt: &Prompt, expected: &Value) {
        if expected["chain"].is_null() {
            return;
        }
        let loaded = prompt.loaded();
        let names: Vec<String> = loaded.iter().map(|(path, _)| self.below(path)).collect();
        let chain = list(&expected["chain"]);
        let wanted: Vec<&str> = chain
            .iter()
            .map(|link| link["file"].as_str().unwrap_or_else(|| text(link)))
            .collect();
        assert_eq!(names, wanted, "{}", self.name);
        for (link, (_, bytes)) in chain.iter().zip(&loaded) {
            let Some(file) = link["file"].as_str() else {
                continue;
            };
            let length = fs::metadata(self.root.path().join(file)).expect("a file").len();
            assert_eq!(link["bytes"].as_u64(), Some(length), "{}: {file}", self.name);
            assert_eq!(link["loaded"].as_u64(), Some(*bytes), "{}: {file}", self.name);
        }
    }

    /// All that is found is expected, and all that is expected is found.
    fn check_diagnostics(&self, expected: &[Value]) {
        let found = self.findings(&[]);
        let brief = |kind: &Value, file: &str, line: &Value, severity: &Value| {
            format!("{} {file}:{line} {}", text(kind), text(severity))
        };
        let shown: BTreeSet<String> = found
            .iter()
            .map(|finding| {
                let line = &finding["range"]["start"]["line"];
                brief(
                    &finding["rule"],
                    &self.below(&finding["path"]),
                    line,
                    &finding["severity"],
                )
            })
            .collect();
        let wanted: BTreeSet<String> = expected
            .iter()
            .map(|one| brief(&one["kind"], text(&one["file"]), &one["line"], &one["severity"]))
            .collect();
        assert_eq!(shown, wanted, "{}", self.name);
        assert_eq!(found.len(), shown.len(), "{}: something is told twice", self.name);
        for one in expected.iter().filter(|one| !one["fix"].is_null()) {
            let finding = found.iter().find(|finding| {
                finding["rule"] == one["kind"] && self.below(&finding["path"]) == text(&one["file"])
            });
            let fixes = list(&finding.expect("compared above")["fixes"]);
            assert!(!fixes.is_empty(), "{}: nothing mends {}", self.name, one["kind"]);
        }
    }

    /// The findings in the case's situation.
    fn findings(&self, more: &[&str]) -> Vec<Value> {
        let mut arguments = vec!["check".to_owned()];
        arguments.extend(self.situation());
        arguments.extend(more.iter().map(ToString::to_string));
        list(&self.run_all(&arguments)).to_vec()
    }

    fn situation(&self) -> Vec<String> {
        let mut out: Vec<String> = ["--format", "json"].map(str::to_owned).to_vec();
        if let Some(runtime) = self.json["runtime"].as_str() {
            out.extend(["--runtime".to_owned(), runtime.to_owned()]);
        }
        for (key, value) in self.json["settings"].as_object().into_iter().flatten() {
            out.extend(["--set".to_owned(), format!("{key}={value}")]);
        }
        out
    }

    fn run(&self, arguments: &[&str]) -> Value {
        self.run_all(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    fn run_all(&self, arguments: &[String]) -> Value {
        let mut command = Command::new(agents_ls());
        command
            .current_dir(self.root.path())
            .args(arguments)
            .arg("--no-home");
        let output = command.output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{}: {said}",
            self.name
        );
        assert_eq!(said, "", "{}", self.name);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// A path of the program's output as the case names it.
    fn below(&self, path: &Value) -> String {
        let root = self.root.path().canonicalize().expect("the case's folder");
        let path = Path::new(text(path));
        let below = path
            .strip_prefix(&root)
            .or_else(|_| path.strip_prefix(self.root.path()));
        below.unwrap_or(path).to_string_lossy().replace('\\', "/")
    }
}

/// The answer of `show --format json`.
struct Prompt(Value);

impl Prompt {
    /// What of each file arrives, in the order of the prompt, in bytes.
    fn loaded(&self) -> Vec<(Value, u64)> {
        let mut out: Vec<(Value, u64)> = Vec::new();
        for segment in self.sourced() {
            let range = &segment["source_range"];
            let bytes = range[1].as_u64().expect("a byte") - range[0].as_u64().expect("a byte");
            match out.iter_mut().find(|(path, _)| *path == segment["source"]) {
                Some((_, sum)) => *sum += bytes,
                None => out.push((segment["source"].clone(), bytes)),
            }
        }
        out
    }

    /// The text from the first byte of a file to the last, without the runtime's words around it.
    fn effective(&self) -> String {
        let parts = list(&self.0["parts"]).iter().filter_map(|part| {
            let ranges = list(&part["segments"])
                .iter()
                .filter(|segment| !segment["source"].is_null());
            let ranges: Vec<&Value> = ranges.map(|segment| &segment["range"]).collect();
            let at = |value: &Value| usize::try_from(value.as_u64().expect("a byte")).expect("small");
            let (start, end) = (at(&ranges.first()?[0]), at(&ranges.last()?[1]));
            Some(text(&part["text"])[start..end].to_owned())
        });
        parts.collect::<Vec<_>>().join("\n")
    }

    fn sourced(&self) -> impl Iterator<Item = &Value> {
        let parts = list(&self.0["parts"]).iter();
        let segments = parts.flat_map(|part| list(&part["segments"]));
        segments.filter(|segment| !segment["source"].is_null())
    }
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            fs::create_dir(&target).expect("a new folder");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// `rename A B`, `link A TARGET`, `remove A`: what a repository cannot hold as it is.
fn set_up(root: &Path, step: &str) {
    let words: Vec<&str> = step.split_whitespace().collect();
    match words.as_slice() {
        ["rename", from, to] => fs::rename(root.join(from), root.join(to)).expect(step),
        ["remove", path] => fs::remove_file(root.join(path)).expect(step),
        #[cfg(unix)]
        ["link", path, target] => std::os::unix::fs::symlink(target, root.join(path)).expect(step),
        _ => panic!("no such step: {step}"),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}
