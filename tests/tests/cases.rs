//! The folders in `tests/cases`, each a small project with what must be said about it, through the built program.
//!
//! `case.json` names the runtime, its settings, steps to set the folder up, a target file and what is expected:
//! the `chain` of files that reach the model, parts of the `effective` text, what becomes of imports, numbers of
//! budgets, what changes with real links, and every diagnostic there is. A key that nothing checks is a failure; `perRuntime` has a test of its own, and
//! so has `editRule` with the rules that edit heads.

use agents_ls_tests::binary::agents_ls;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

/// What a case can expect; each is checked somewhere.
const EXPECTATIONS: [&str; 20] = [
    "budgetChars",
    "chain",
    "completionContains",
    "completionOmits",
    "diagnostics",
    "editRule",
    "effective",
    "effectiveContains",
    "effectiveEndsWith",
    "effectiveOmits",
    "geminiCopy",
    "ifRealSymlink",
    "imports",
    "loadedLines",
    "noDiagnosticOn",
    "notExpected",
    "perRuntime",
    "perSkillOk",
    "rangeCheck",
    "totalDescriptionChars",
];

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
        "This text does not reach codex: the files before this one use 534 of 614 bytes (`project_doc_max_bytes`). Lost: 53 bytes. \
         Shorten the files before this one, or raise the cap."
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

#[test]
fn case_06_the_fix_names_the_file_that_is_there() {
    let case = Case::named("06-claude-import-base-dir");
    let found = case.findings(&[]);
    let missing = found.iter().find(|finding| finding["rule"] == "import.missing");
    let missing = missing.expect("a missing import");
    let written = fs::read_to_string(case.root.path().join(".claude/CLAUDE.md")).expect("a file");
    let start = written.find("@docs/style.md").expect("the import");
    assert_eq!(
        missing["bytes"],
        serde_json::json!([start, start + "@docs/style.md".len()])
    );
    assert_eq!(missing["fixes"][0]["title"], "Import `@../docs/style.md`");
}

#[test]
fn case_08_other_runtimes_agree_on_the_broken_import() {
    let case = Case::named("08-at-sign-false-positives");
    for runtime in ["copilot-cli", "claude-code,copilot-cli"] {
        let found = case.run(&["check", "--runtime", runtime, "--format", "json"]);
        let lines: Vec<&Value> = list(&found)
            .iter()
            .map(|one| &one["range"]["start"]["line"])
            .collect();
        assert_eq!(lines, [10], "{runtime}");
    }
}

#[test]
fn case_09_there_is_no_warning_for_what_fits() {
    let case = Case::named("09-memory-200-lines");
    let memory = case.root.path().join("memory/MEMORY.md");
    let written = fs::read_to_string(&memory).expect("a file");
    let cut = |lines: usize| {
        let kept: Vec<&str> = written.lines().take(lines).collect();
        fs::write(&memory, kept.join("\n") + "\n").expect("a file");
        let found = case.findings(&[]);
        let rules = found.iter().map(|finding| text(&finding["rule"]).to_owned());
        rules
            .filter(|rule| rule.starts_with("budget"))
            .collect::<Vec<_>>()
    };
    assert_eq!(cut(200), Vec::<String>::new());
    assert_eq!(cut(190), ["budget.near-limit"]);
    assert_eq!(cut(202), ["budget.memory-lines"]);
}

/// Crush stands for the loaders that drop the skill; no program that is known here keeps it without its tools.
///
/// The case differs from what was measured in two places, and what was measured counts: Codex reads a colon in a value
/// since 0.171.0, and Claude Code 2.1.332 lists the skill with its whole description.
#[test]
fn case_11_each_runtime_makes_its_own_of_the_colon() {
    let case = Case::named("11-skill-colon-space");
    let said = case.json["expect"]["perRuntime"].as_object().expect("runtimes");
    let said: BTreeSet<&str> = said.keys().map(String::as_str).collect();
    // The skills CLI of Vercel installs skills and builds no prompt.
    let known = ["claude-code", "codex", "gemini-cli", "vercel skills CLI"];
    assert_eq!(said, BTreeSet::from(known));
    let root = case.root.path();
    let (shared, own) = (".agents/skills/plan-work", ".claude/skills/plan-work");
    fs::create_dir_all(root.join(own)).expect("a folder");
    fs::copy(
        root.join(shared).join("SKILL.md"),
        root.join(own).join("SKILL.md"),
    )
    .expect("a copy");
    for (runtime, folder, is_listed) in [
        ("codex", shared, true),
        ("claude-code", own, true),
        ("gemini-cli", shared, true),
        ("crush", shared, false),
    ] {
        let path = format!("{folder}/SKILL.md");
        let prompt = Prompt(case.run(&["show", &path, "--runtime", runtime, "--format", "json"]));
        assert_eq!(
            prompt.description_of("plan-work").is_some(),
            is_listed,
            "{runtime}"
        );
    }
}

#[test]
fn case_13_a_value_has_no_line_end_and_one_kind_of_them_is_no_fault() {
    let case = Case::named("13-skill-crlf");
    let path = ".claude/skills/ship-it/SKILL.md";
    let prompt = Prompt(case.run(&["show", path, "--runtime", "claude-code", "--format", "json"]));
    assert_eq!(
        prompt.description_of("ship-it").as_deref(),
        Some("Ships the release. Use when a tag is pushed.")
    );
    assert_eq!(case.fixes("encoding.mixed-eol"), ["safe Change line ends to LF"]);
    for ends in ["\n", "\r\n"] {
        let path = case.root.path().join(".claude/skills/mixed-up/SKILL.md");
        let written = fs::read_to_string(&path).expect("a file");
        let whole = written.replace("\r\n", "\n").replace('\n', ends);
        fs::write(&path, whole).expect("a file");
        let rules: Vec<String> = case
            .findings(&[])
            .iter()
            .map(|one| text(&one["rule"]).to_owned())
            .collect();
        assert_eq!(rules, ["ref.missing"], "{ends:?}");
    }
}

/// With a real link in the place of the text nothing is wrong with it, what it leads to is sent once, and what is wrong
/// with that is told of there.
#[cfg(unix)]
#[test]
fn case_24_a_real_link_is_no_fault() {
    let case = Case::named("24-symlink-checked-out-as-text");
    assert_eq!(
        case.fixes("symlink.materialised"),
        ["safe Replace it by `@AGENTS.md`"]
    );
    let links = case.json["expect"]["ifRealSymlink"].as_object().expect("links");
    for link in links.keys() {
        let (path, target) = link.split_once(" -> ").expect("a link");
        fs::remove_file(case.root.path().join(path)).expect("the text");
        set_up(case.root.path(), &format!("link {path} {target}"));
        let target = case.root.path().join(target);
        let rules = fs::read_to_string(&target).expect("a file");
        fs::write(&target, format!("{rules}- Read @docs/gone.md first.\n")).expect("a file");
        let found = case.findings(&[]);
        let on: Vec<String> = found.iter().map(|one| case.below(&one["path"])).collect();
        assert_eq!(on, [".agents/skills/lint", "AGENTS.md"], "{found:?}");
        assert_eq!(found[1]["rule"], "import.missing");
        for prompt in case.prompts(path) {
            let sent = prompt.effective();
            assert_eq!(sent.matches("Run `cargo test`.").count(), 1, "{sent}");
        }
    }
}

#[test]
fn the_skills_of_cases_are_mended_unseen_where_that_is_safe() {
    let case = Case::named("11-skill-colon-space");
    assert_eq!(
        case.fixes("skill.yaml"),
        ["safe Quote the value of `description`"]
    );
    assert_eq!(
        case.fixes("skill.yaml-comment"),
        ["safe Quote the value of `description`"]
    );
    let case = Case::named("12-skill-bom");
    assert_eq!(
        case.fixes("encoding.bom"),
        ["safe Remove the byte order mark; left for you: the name"]
    );
    let case = Case::named("16-skill-frontmatter-dialects");
    assert_eq!(
        case.fixes("skill.unknown-field"),
        ["safe Rename `user-invokable` to `user-invocable`"]
    );
    // Nothing in place of `argument-hint`.
    assert_eq!(
        case.fixes("skill.portability"),
        ["safe Write `allowed-tools` as one text"]
    );
}

#[test]
fn case_19_six_skills_fit_and_so_do_all_in_the_default_window() {
    let case = Case::named("19-skills-listing-budget");
    let found = case.findings(&[]);
    assert_eq!(
        found[0]["related"].as_array().map(Vec::len),
        Some(2),
        "three lose"
    );
    let message = text(&found[0]["message"]);
    assert!(
        message.contains("of 8,000") && message.contains("9,936"),
        "{message}"
    );
    let all = case.run(&["check", "--runtime", "claude-code", "--format", "json"]);
    assert_eq!(all, serde_json::json!([]), "the default window has room");
    for number in 7..=12 {
        let folder = case.root.path().join(format!(".claude/skills/s{number:02}"));
        fs::remove_dir_all(folder).expect("a skill");
    }
    assert_eq!(case.findings(&[]), Vec::<Value>::new());
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
        for key in expected.as_object().expect("expectations").keys() {
            assert!(
                EXPECTATIONS.contains(&key.as_str()),
                "{}: nothing checks {key}",
                self.name
            );
        }
        if let Some(target) = self.json["target"].as_str() {
            let prompts = self.prompts(target);
            for prompt in &prompts {
                self.check_chain(prompt, expected);
                self.check_text(prompt, expected);
                self.check_imports(prompt, expected);
                self.check_numbers(prompt, target, expected);
                self.check_whole(prompt, target, expected);
            }
            self.check_skills(&prompts, expected);
        }
        self.check_diagnostics(list(&expected["diagnostics"]));
        let findings = self.findings(&[]);
        for silent in list(&expected["noDiagnosticOn"]) {
            let on = |finding: &&Value| {
                let lines = &finding["range"];
                let is_on_line = silent["line"].as_u64().is_none_or(|line| {
                    let at = |end: &str| lines[end]["line"].as_u64().expect("a line");
                    (at("start")..=at("end")).contains(&line)
                });
                self.below(&finding["path"]) == text(&silent["file"]) && is_on_line
            };
            assert_eq!(findings.iter().find(on), None, "{}", self.name);
        }
        for silent in list(&expected["notExpected"]) {
            let of = |finding: &&Value| finding["rule"] == *silent;
            assert_eq!(findings.iter().find(of), None, "{}", self.name);
        }
        if !expected["rangeCheck"].is_null() {
            self.check_range(&findings, &expected["rangeCheck"]);
        }
        if !expected["geminiCopy"].is_null() {
            self.check_gemini_copy(&expected["geminiCopy"], list(&expected["diagnostics"]));
        }
    }

    /// All that is sent of the target, where the case spells it out.
    fn check_whole(&self, prompt: &Prompt, target: &str, expected: &Value) {
        let literal = expected["effective"].as_str();
        if let Some(literal) = literal.and_then(|said| said.strip_suffix(" (the literal string)")) {
            let path = self.root.path().canonicalize().expect("a folder").join(target);
            assert_eq!(prompt.sent_of(&path), literal, "{}", self.name);
        } else {
            assert_eq!(literal, None, "{}: what is meant?", self.name);
        }
    }

    /// The prompts of the case's runtimes for a file.
    fn prompts(&self, target: &str) -> Vec<Prompt> {
        let mut arguments = vec!["show".to_owned(), target.to_owned()];
        arguments.extend(self.situation());
        match self.run_all(&arguments) {
            Value::Array(prompts) => prompts.into_iter().map(Prompt).collect(),
            one => vec![Prompt(one)],
        }
    }

    fn check_text(&self, prompt: &Prompt, expected: &Value) {
        let effective = prompt.effective();
        let wrong = |what: &str| format!("{}: the prompt {what} {effective:?}", self.name);
        if let Some(end) = expected["effectiveEndsWith"].as_str() {
            assert!(effective.ends_with(end), "{}", wrong("ends otherwise"));
        }
        for piece in list(&expected["effectiveContains"]) {
            let lacks = wrong(&format!("lacks {piece}"));
            assert!(effective.contains(text(piece)), "{lacks}");
        }
        for piece in list(&expected["effectiveOmits"]) {
            let has = wrong(&format!("has {piece}"));
            assert!(!effective.contains(text(piece)), "{has}");
        }
    }

    /// What becomes of each import that the case names as it is written: `ok` or `missing`.
    fn check_imports(&self, prompt: &Prompt, expected: &Value) {
        let imports = list(&prompt.0["imports"]);
        for (written, outcome) in expected["imports"].as_object().into_iter().flatten() {
            let found = imports
                .iter()
                .filter(|import| import["written"] == written.as_str());
            let found: Vec<&str> = found.map(|import| text(&import["outcome"])).collect();
            let wanted = match text(outcome) {
                "ok" => "followed",
                other => other,
            };
            assert_eq!(found, [wanted], "{}: {written}", self.name);
        }
    }

    /// How much of the target is sent, and what the list of skills needs and has.
    fn check_numbers(&self, prompt: &Prompt, target: &str, expected: &Value) {
        if let Some(lines) = expected["loadedLines"].as_u64() {
            let sent = prompt.sent_of(&self.root.path().canonicalize().expect("a folder").join(target));
            assert_eq!(sent.lines().count() as u64, lines, "{}", self.name);
        }
        if let Some(chars) = expected["totalDescriptionChars"].as_u64() {
            let descriptions = list(&prompt.0["skills"])
                .iter()
                .map(|skill| text(&skill["description"]));
            let total: usize = descriptions.map(|text| text.chars().count()).sum();
            assert_eq!(total as u64, chars, "{}", self.name);
        }
        if let Some(chars) = expected["budgetChars"].as_u64() {
            let budgets = list(&prompt.0["budgets"]);
            let of_list = budgets.iter().find(|budget| budget["scope"] == "list");
            assert_eq!(of_list.expect("a list of skills")["cap"], chars, "{}", self.name);
        }
        if expected["perSkillOk"] == true {
            let is_one = |loss: &&Value| text(&loss["why"]).contains("for one file");
            assert_eq!(prompt.losses().find(is_one), None, "{}", self.name);
        }
    }

    /// The skills that the model is told of are those that an editor may offer.
    fn check_skills(&self, prompts: &[Prompt], expected: &Value) {
        let listed: BTreeSet<&str> = prompts
            .iter()
            .flat_map(|prompt| list(&prompt.0["skills"]))
            .filter(|skill| skill["fate"] == "listed")
            .filter_map(|skill| skill["name"].as_str())
            .collect();
        for name in list(&expected["completionContains"]) {
            assert!(
                listed.contains(text(name)),
                "{}: {name} is not in {listed:?}",
                self.name
            );
        }
        for name in list(&expected["completionOmits"]) {
            assert!(
                !listed.contains(text(name)),
                "{}: {name} is in {listed:?}",
                self.name
            );
        }
    }

    /// One finding on a line, with its characters counted from 0 as editors do.
    fn check_range(&self, findings: &[Value], expected: &Value) {
        let on_line = |finding: &&Value| {
            let is_file = self.below(&finding["path"]) == text(&expected["file"]);
            is_file && finding["range"]["start"]["line"] == expected["line"]
        };
        let found: Vec<&Value> = findings.iter().filter(on_line).collect();
        let [finding] = found.as_slice() else {
            panic!("{}: {found:?}", self.name);
        };
        for (end, character) in [("start", "startCharacter"), ("end", "endCharacter")] {
            let column = finding["range"][end]["column"].as_u64().expect("a column");
            assert_eq!(Some(column - 1), expected[character].as_u64(), "{}", self.name);
        }
    }

    /// The fixes of the findings of a rule, each with how it may be applied.
    fn fixes(&self, rule: &str) -> Vec<String> {
        let found = self.findings(&[]);
        let of_rule = found.iter().filter(|finding| finding["rule"] == rule);
        of_rule
            .flat_map(|finding| list(&finding["fixes"]))
            .map(|fix| format!("{} {}", text(&fix["applicability"]), text(&fix["title"])))
            .collect()
    }

    /// The same text under Gemini CLI: what is wrong with it otherwise, and what Gemini CLI takes for an import.
    fn check_gemini_copy(&self, expected: &Value, otherwise: &[Value]) {
        let root = self.root.path();
        let file = text(&expected["file"]);
        let own = root.join(text(&self.json["target"]));
        fs::rename(&own, root.join(file)).expect("the target");
        let found = self.run(&["check", "--runtime", "gemini-cli", "--format", "json"]);
        fs::rename(root.join(file), &own).expect("the copy");
        let renamed = otherwise.iter().map(|one| {
            let mut one = one.clone();
            one["file"] = file.into();
            one
        });
        let wanted: Vec<Value> = renamed
            .chain(list(&expected["diagnostics"]).iter().cloned())
            .collect();
        self.compare(list(&found), &wanted);
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

    fn check_diagnostics(&self, expected: &[Value]) {
        self.compare(&self.findings(&[]), expected);
    }

    /// All that is found is expected, and all that is expected is found.
    fn compare(&self, found: &[Value], expected: &[Value]) {
        let brief = |kind: &Value, file: &str, line: &Value, severity: &Value| {
            format!("{} {file}:{line} {}", text(kind), text(severity))
        };
        let of_found = |finding: &Value| {
            let line = &finding["range"]["start"]["line"];
            let file = self.below(&finding["path"]);
            brief(&finding["rule"], &file, line, &finding["severity"])
        };
        let of_wanted = |one: &Value| brief(&one["kind"], text(&one["file"]), &one["line"], &one["severity"]);
        let shown: BTreeSet<String> = found.iter().map(of_found).collect();
        let wanted: BTreeSet<String> = expected.iter().map(of_wanted).collect();
        assert_eq!(shown, wanted, "{}", self.name);
        assert_eq!(found.len(), shown.len(), "{}: something is told twice", self.name);
        for one in expected {
            let of = |finding: &&Value| of_found(finding) == of_wanted(one);
            let finding = found.iter().find(of).expect("compared above");
            let is_mended = one["fix"].is_null() || !list(&finding["fixes"]).is_empty();
            assert!(is_mended, "{}: nothing mends {}", self.name, one["kind"]);
            if let Some(line) = one["endLine"].as_u64() {
                assert_eq!(finding["range"]["end"]["line"], line, "{}", self.name);
            }
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

    /// What is sent of a file.
    fn sent_of(&self, path: &Path) -> String {
        let at = |value: &Value| usize::try_from(value.as_u64().expect("a byte")).expect("small");
        let mut out = String::new();
        for part in list(&self.0["parts"]) {
            for segment in list(&part["segments"]) {
                if segment["source"]
                    .as_str()
                    .is_some_and(|source| Path::new(source) == path)
                {
                    let range = &segment["range"];
                    out.push_str(&text(&part["text"])[at(&range[0])..at(&range[1])]);
                }
            }
        }
        out
    }

    /// The description of a skill that the model is told of.
    fn description_of(&self, name: &str) -> Option<String> {
        let listed = |skill: &&Value| skill["name"] == name && skill["fate"] == "listed";
        let skill = list(&self.0["skills"]).iter().find(listed)?;
        skill["description"].as_str().map(str::to_owned)
    }

    fn losses(&self) -> impl Iterator<Item = &Value> {
        let parts = list(&self.0["parts"]).iter();
        let of_parts = parts.flat_map(|part| list(&part["losses"]));
        of_parts.chain(list(&self.0["losses"]))
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
