//! Reads a folder of repositories: what `agents-ls check` finds in each, and where the block structure of
//! their instruction files differs from pulldown-cmark's.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Checks every repository below `folder`, with the runtimes that left traces there.
///
/// # Errors
/// A sentence that names the repository in which the check itself failed.
pub(crate) fn run(folder: &Path, verbose: bool) -> Result<(), String> {
    let program = build()?;
    let mut total: BTreeMap<String, usize> = BTreeMap::new();
    let mut differing = 0;
    let mut repositories = folders(folder)?;
    repositories.sort();
    for repository in repositories {
        let findings = check(&program, &repository)?;
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for finding in &findings {
            let rule = finding["rule"].as_str().unwrap_or("?").to_owned();
            *total.entry(rule.clone()).or_default() += 1;
            *counts.entry(rule).or_default() += 1;
        }
        let name = repository
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let counts: Vec<_> = counts
            .iter()
            .map(|(rule, count)| format!("{rule} {count}"))
            .collect();
        println!("{name}: {} findings. {}", findings.len(), counts.join(", "));
        if verbose {
            for finding in &findings {
                let line = finding["range"]["start"]["line"].as_u64().unwrap_or(0);
                let path = finding["path"].as_str().unwrap_or("?");
                println!(
                    "  {path}:{line} {} {}",
                    finding["rule"].as_str().unwrap_or("?"),
                    finding["message"].as_str().unwrap_or("?")
                );
            }
        }
        differing += differences(&repository);
    }
    let total: Vec<_> = total
        .iter()
        .map(|(rule, count)| format!("{rule} {count}"))
        .collect();
    println!("in all: {}", total.join(", "));
    println!("Markdown files whose block structure differs from pulldown-cmark's: {differing}");
    Ok(())
}

fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--release", "--package", "agents-ls"])
        .status();
    match status {
        Ok(status) if status.success() => Ok(crate::root().join("target/release/agents-ls")),
        Ok(status) => Err(format!("agents-ls does not build ({status})")),
        Err(error) => Err(format!("cargo does not start: {error}")),
    }
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect())
}

fn check(program: &Path, repository: &Path) -> Result<Vec<Value>, String> {
    let output = Command::new(program)
        .args(["check", "--format", "json", "--no-home"])
        .arg(repository)
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "{}: check ended with {}: {said}",
            repository.display(),
            output.status
        ));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{}: {error}", repository.display()))
}

/// How many Markdown files below a folder are cut into other blocks than the oracle's.
fn differences(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    let mut differing = 0;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && !path.is_symlink() {
            differing += differences(&path);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let found = agents_syntax::oracle::differences(&text);
            if !found.is_empty() {
                println!("  {}: {}", path.display(), found.join("; "));
                differing += 1;
            }
        }
    }
    differing
}
