//! What is wrong in the settings files of the runtimes at work.

use crate::{
    check::{Checker, finish},
    finding::Finding,
    rules::config::invalid,
};
use agents_prompt::{
    Active, Situation,
    runtime::{ConfigFile, Loading, inspect},
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// The findings in one settings file, in the situation that is its own; none when it counts for no runtime.
#[must_use]
pub fn check_config(checker: Checker<'_>, path: &Path) -> Vec<Finding> {
    let mut found = Vec::new();
    for active in &checker.project.active {
        let situation = checker.project.situation_of(active, path);
        let files = active.runtime.config_files(&situation, checker.files);
        for file in files.iter().filter(|file| file.path == path) {
            found.extend(findings(checker, active, file));
        }
    }
    finish(checker, found)
}

/// The findings in all settings files that count in the opened folder, and for runtimes that load up to their
/// start folder in the folder of any of `paths`, the instruction files.
#[must_use]
pub fn check_configs(checker: Checker<'_>, paths: &[PathBuf]) -> Vec<Finding> {
    let mut found = Vec::new();
    for active in &checker.project.active {
        let mut seen = BTreeSet::new();
        for situation in situations(checker, active, paths) {
            for file in active.runtime.config_files(&situation, checker.files) {
                if seen.insert(file.path.clone()) {
                    found.extend(findings(checker, active, &file));
                }
            }
        }
    }
    finish(checker, found)
}

fn situations(checker: Checker<'_>, active: &Active, paths: &[PathBuf]) -> Vec<Situation> {
    let base = checker.project.situation_at_root(active);
    let mut starts = BTreeSet::from([base.start.clone()]);
    let mut out = vec![base];
    if active.runtime.loading() == Loading::Start {
        for path in paths {
            let situation = checker.project.situation_of(active, path);
            if starts.insert(situation.start.clone()) {
                out.push(situation);
            }
        }
    }
    out
}

fn findings(checker: Checker<'_>, active: &Active, file: &ConfigFile) -> Vec<Finding> {
    let faults = inspect(checker.files, file, active.runtime.settings());
    let finding = |fault| invalid::of_runtime(&file.path, &fault, &active.name);
    faults.into_iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    #[test]
    fn a_settings_file_that_cannot_be_read_is_a_finding() {
        let mut fixture = Fixture::new(&["codex", "claude-code", "opencode"], "//- AGENTS.md\nx\n");
        fixture
            .add(".codex/config.toml", "a = 1\nproject_doc_max_bytes = [\n")
            .add(".claude/settings.json", "{\"claudeMdExcludes\": [\"a\",]}\n")
            .add("opencode.jsonc", "{\"instructions\": [\"a.md\"}\n");
        insta::assert_snapshot!(fixture.drawn_configs(), @r#"
        .claude/settings.json warning config.invalid
          {"claudeMdExcludes": ["a",]}
                                   ^
          This is not JSON: trailing commas are not allowed. Nothing in the file counts for claude-code.
        .codex/config.toml warning config.invalid
          project_doc_max_bytes = [
                                  ^
          This is not TOML: unclosed array, expected `]`. It keeps codex from starting.
        opencode.jsonc warning config.invalid
          {"instructions": ["a.md"}
                                  ^
          This is not JSON: unexpected close brace. It keeps opencode from starting.
        "#);
    }

    #[test]
    fn a_value_of_a_wrong_type_is_a_finding_and_an_unknown_key_is_none() {
        let mut fixture = Fixture::new(&["codex", "gemini-cli", "qwen-code", "pi"], "//- AGENTS.md\nx\n");
        fixture
            .add(
                ".codex/config.toml",
                "project_doc_max_bytes = \"a\"\nmore = 1\nskills = 2\ntrusted = 3\n[projects.\"/w\"]\ntrust_level = \"maybe\"\n",
            )
            .add(
                ".gemini/settings.json",
                "{\"context\": {\"fileName\": 5, \"importFormat\": \"x\", \"y\": 1}}\n",
            )
            .add(".qwen/settings.json", "{\"context\": null, \"skills\": {\"disabled\": [1]}}\n")
            .add(".pi/settings.json", "{\"skills\": {\"customDirectories\": [\"x\"]}, \"noSkills\": 3}\n");
        insta::assert_snapshot!(fixture.drawn_configs(), @r#"
        .codex/config.toml warning config.invalid
          project_doc_max_bytes = "a"
                                  ^^^
          `project_doc_max_bytes` is a number of bytes, not "a". It keeps codex from starting.
        .codex/config.toml warning config.invalid
          skills = 2
                   ^
          `skills` is a table, not 2. It keeps codex from starting.
        .codex/config.toml warning config.invalid
          trust_level = "maybe"
                        ^^^^^^^
          `projects."/w".trust_level` is "trusted" or "untrusted", not "maybe". It keeps codex from starting.
        .gemini/settings.json warning config.invalid
          {"context": {"fileName": 5, "importFormat": "x", "y": 1}}
                                   ^
          `context.fileName` is a file name or a list of them, not 5. It keeps gemini-cli from starting.
        .gemini/settings.json warning config.invalid
          {"context": {"fileName": 5, "importFormat": "x", "y": 1}}
                                                      ^^^
          `context.importFormat` is "tree" or "flat", not "x". What becomes of it in gemini-cli is not known; here the default counts.
        .qwen/settings.json warning config.invalid
          {"context": null, "skills": {"disabled": [1]}}
                                                   ^^^
          `skills.disabled` is a list of strings, not [1]. What becomes of it in qwen-code is not known; here the default counts.
        "#);
    }

    #[test]
    fn a_text_that_is_no_pattern_is_a_finding() {
        let mut fixture = Fixture::new(&["claude-code", "opencode"], "//- AGENTS.md\nx\n");
        fixture
            .add(
                ".claude/settings.json",
                "{\"claudeMdExcludes\": [\"**/a\", \"x[\"]}\n",
            )
            .add(
                "opencode.json",
                "{\"instructions\": [\"https://a/[\", \"docs/{a\", \"b.md\"]}\n",
            );
        insta::assert_snapshot!(fixture.drawn_configs(), @r#"
        .claude/settings.json warning config.invalid
          {"claudeMdExcludes": ["**/a", "x["]}
                                        ^^^^
          "x[" in `claudeMdExcludes` is no pattern: unclosed character class; missing ']'. It matches nothing here; what it matches for claude-code is not known.
        opencode.json warning config.invalid
          {"instructions": ["https://a/[", "docs/{a", "b.md"]}
                                           ^^^^^^^^^
          "docs/{a" in `instructions` is no pattern: unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?). It matches nothing here; what it matches for opencode is not known.
        "#);
    }

    #[test]
    fn bytes_and_kinds_of_entries() {
        let mut fixture = Fixture::new(
            &["codex", "gemini-cli", "qwen-code", "opencode"],
            "//- AGENTS.md\nx\n",
        );
        fixture
            .folder(".codex/config.toml")
            .add(".gemini/settings.json", "\u{feff}{}\n")
            .add(".qwen/settings.json", "{,}\n")
            .add("opencode.json", b"{\"x\": \"caf\xe9\"}\n");
        insta::assert_snapshot!(fixture.drawn_configs(), @r#"
        .codex/config.toml warning config.invalid
          This settings file cannot be used: it is a folder. It keeps codex from starting.
        .gemini/settings.json warning config.invalid
          ﻿{}
          ^
          It begins with a byte order mark. It keeps gemini-cli from starting.
        .qwen/settings.json warning config.invalid
          {,}
           ^
          This is not JSON: unexpected token in object. At the next start of qwen-code an empty file takes its place; a copy is kept beside it.
        opencode.json warning config.invalid
          {"x": "caf�"}
                    ^
          It is not valid UTF-8: byte 10 is 0xE9. Marks (U+FFFD) reach opencode in place of such bytes.
        "#);
    }

    #[test]
    fn what_counts_for_no_runtime_is_not_looked_at() {
        let tree = "//- AGENTS.md\nx\n//- sub/AGENTS.md\ny\n//- other/x.rs\n\n";
        let mut fixture = Fixture::new(&["claude-code"], tree);
        fixture
            .add(".codex/config.toml", "[\n")
            .add("sub/.claude/settings.json", "[\n");
        assert_eq!(fixture.drawn_configs(), "");
        let mut codex = Fixture::new(&["codex"], tree);
        codex
            .add("sub/.codex/config.toml", "[\n")
            .add("other/.codex/config.toml", "[\n");
        let drawn = codex.drawn_configs();
        assert!(drawn.contains("sub/.codex/config.toml"), "{drawn}");
        assert!(!drawn.contains("other"), "no instruction file is there: {drawn}");
        codex.set("trusted", false);
        assert_eq!(codex.drawn_configs(), "", "not of a project that is not trusted");
    }
}
