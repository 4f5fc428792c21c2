//! A table of files and runtimes.

use super::{Comparison, Reading, Row};
use crate::view::inert;
use agents_lint::view::shown;
use agents_prompt::Project;
use std::{collections::BTreeMap, path::Path};

/// Columns a file's name has at least.
const LEAST_NAME: usize = 24;

/// What stands for each reading.
fn cell(reading: &Reading) -> &'static str {
    match reading {
        Reading::Whole => "yes",
        Reading::Part(_) => "part",
        Reading::Named => "named",
        Reading::Lost(_) => "lost",
        Reading::Unread => "-",
    }
}

/// The lines of the table: the files that are not read in the same way by all, or with `all` every file; `here`
/// is marked. Names of runtimes that do not fit into `widest` columns become letters, explained below.
pub(crate) fn matrix(
    project: &Project,
    comparison: &Comparison,
    here: &Path,
    all: bool,
    widest: usize,
) -> Vec<String> {
    let rows: Vec<&Row> = comparison
        .rows
        .iter()
        .filter(|row| !row.is_skill && (all || !row.is_same()))
        .collect();
    let names: Vec<String> = comparison.names.iter().map(|name| inert::line(name)).collect();
    let wide: usize = names.iter().map(|name| name.chars().count().max(5) + 2).sum();
    let is_lettered = wide + LEAST_NAME > widest;
    let heads: Vec<String> = if is_lettered {
        (1..=names.len()).map(|index| format!("({index})")).collect()
    } else {
        names.clone()
    };
    let width = |head: &String| head.chars().count().max(5);
    let columns: usize = heads.iter().map(|head| width(head) + 2).sum();
    let room = widest.saturating_sub(columns + 2).max(LEAST_NAME);

    let mut lines: Vec<(String, Vec<String>)> = rows
        .iter()
        .map(|row| {
            let mark = if row.path == here { "> " } else { "  " };
            let name = inert::middle_off(&inert::line(&shown(project, &row.path)), room);
            let cells = row.readings.iter().map(|reading| cell(reading).to_owned());
            (format!("{mark}{name}"), cells.collect())
        })
        .collect();
    lines.extend(skills(comparison, all));
    if lines.is_empty() {
        return Vec::new();
    }
    let longest = lines
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    let line = |name: &str, cells: &[String]| {
        let mut out = format!("{name:<longest$}");
        for (cell, head) in cells.iter().zip(&heads) {
            out.push_str(&format!("  {cell:>width$}", width = width(head)));
        }
        out
    };
    let mut out = vec![line("", &heads)];
    out.extend(lines.iter().map(|(name, cells)| line(name, cells)));
    if is_lettered {
        out.extend(legend(&names, widest));
    }
    out
}

/// How many skills each runtime lists, as one line.
fn skills(comparison: &Comparison, all: bool) -> Option<(String, Vec<String>)> {
    let skills = || comparison.rows.iter().filter(|row| row.is_skill);
    if skills().next().is_none() || !all && skills().all(Row::is_same) {
        return None;
    }
    let count = |index: usize| {
        let listed = skills().filter(|row| row.readings.get(index) == Some(&Reading::Named));
        match listed.count() {
            0 => "-".to_owned(),
            count => count.to_string(),
        }
    };
    let counts = (0..comparison.names.len()).map(count).collect();
    Some(("  skills listed".to_owned(), counts))
}

/// Which number stands for which runtime.
fn legend(names: &[String], widest: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let entry = format!("({}) {name}", index + 1);
        match out.last_mut() {
            Some(last) if last.chars().count() + 2 + entry.chars().count() <= widest => {
                last.push_str("  ");
                last.push_str(&entry);
            }
            _ => out.push(entry),
        }
    }
    out
}

/// A sentence for each file that is lost, wholly or in part, with the runtimes it is lost for.
pub(crate) fn reasons(project: &Project, comparison: &Comparison) -> Vec<String> {
    let mut out = Vec::new();
    for row in comparison.rows.iter().filter(|row| !row.is_same()) {
        let mut by_why: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (name, reading) in comparison.names.iter().zip(&row.readings) {
            if let Some(why) = reading.why() {
                by_why.entry(why).or_default().push(name);
            }
        }
        for (why, names) in by_why {
            let path = inert::line(&shown(project, &row.path));
            out.push(format!("{path}: {} ({})", inert::line(&why), names.join(", ")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{super::tests::compared, *};
    use agents_workspace::MemoryFiles;

    fn files() -> MemoryFiles {
        let mut files = MemoryFiles::new();
        files
            .folder("/w/.git")
            .add("/w/AGENTS.md", "root\n")
            .add("/w/CLAUDE.md", "claude\n")
            .add("/w/GEMINI.md", "gemini\n")
            .add("/w/a/AGENTS.md", "plain\n")
            .add("/w/a/AGENTS.override.md", "over\n")
            .add(
                "/w/.agents/skills/s/SKILL.md",
                "---\nname: s\ndescription: d\n---\n",
            );
        files
    }

    #[test]
    fn the_table_has_only_what_differs() {
        let (project, comparison) = compared(&files(), &["codex", "claude-code"], "/w/a/AGENTS.md");
        let lines = matrix(&project, &comparison, Path::new("/w/a/AGENTS.md"), false, 78);
        insta::assert_snapshot!(lines.join("\n"), @r"
                              codex  claude-code
        AGENTS.md               yes         lost
        CLAUDE.md                 -          yes
        a/AGENTS.override.md    yes            -
        skills listed             1            -
        ");
        insta::assert_snapshot!(reasons(&project, &comparison).join("\n"), @"AGENTS.md: shadowed: CLAUDE.md stands in its place (claude-code)");
    }

    #[test]
    fn many_runtimes_become_numbers() {
        let names = [
            "codex",
            "claude-code",
            "gemini-cli",
            "copilot-cli",
            "qwen-code",
            "opencode",
            "openclaw",
        ];
        let (project, comparison) = compared(&files(), &names, "/w/AGENTS.md");
        let lines = matrix(&project, &comparison, Path::new("/w/AGENTS.md"), false, 78);
        assert!(lines.iter().all(|line| line.chars().count() <= 78), "{lines:#?}");
        assert!(
            lines.last().is_some_and(|line| line.ends_with("(7) openclaw")),
            "{lines:#?}"
        );
    }
}
