//! `ref.missing`: a Markdown link leads to a file that does not exist.

use crate::{
    finding::{Finding, Related, Severity, list, number},
    rule::Rule,
    rules::is_installed,
    view::{FileView, ProjectView},
};
use agents_prompt::runtime::Role;
use agents_syntax::fact::{Inline, InlineKind};
use agents_workspace::{Files, paths};
use std::{collections::BTreeSet, path::Path};

/// More links than this are one finding: somebody moved a folder, or the index is older than its notes.
const MOST_SINGLE: usize = 3;
/// How many files the finding for many names.
const NAMED: usize = 3;
/// How many are related places.
const MOST_RELATED: usize = 4;

/// Marks of a pattern, a placeholder or a variable.
const NO_PATH: &[char] = &['*', '<', '>', '{', '}', '$', '|', '`', '…', '"', '\\'];

/// See the module.
pub struct Missing;

impl Rule for Missing {
    fn code(&self) -> &'static str {
        "ref.missing"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A Markdown link in an instruction or memory file leads to a file that is not there: neither from the \
folder of the file, nor from a folder above it in the project. More than three such links are one finding.\n\n\
### Why it matters\n\nA link is how an agent finds what it may need later. Where it leads nowhere, the agent searches, \
or goes on without.\n\n\
### Example\n\nAn index of memories links to notes that were deleted.\n\n\
### What is left alone\n\nAddresses, anchors, paths from the root of a site (`/docs/x`), placeholders \
(`<name>.md`, `notes/*.md`), code, targets without an ending, which may be routes, and what is installed \
(`node_modules`).\n\n\
### What to do\n\nPut the right path in, or remove the line.\n"
    }

    // Looks at every link of a file, which is too much for every keystroke.
    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            self.check(file, out);
        }
    }
}

impl Missing {
    fn check(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let is_text = |role| matches!(role, Role::Instructions | Role::Memory);
        if !file.runtimes.iter().any(|view| is_text(view.role)) {
            return;
        }
        let links = content.document().inlines();
        let links = links.filter(|inline| inline.kind == InlineKind::Link);
        let links: Vec<(Inline, String)> = links
            .filter_map(|link| path_of(&link.value).map(|path| (link, path)))
            .collect();
        let total = links.len();
        let missing: Vec<_> = links
            .into_iter()
            .filter(|(_, path)| !is_there(file, path))
            .collect();
        if missing.len() > MOST_SINGLE {
            out.extend(self.of_many(file, &missing, total));
            return;
        }
        for (link, path) in missing {
            let mut finding = Finding::new(self, file.path, link.range);
            finding.lead = format!("The link leads to {path}, which does not exist.");
            out.push(finding);
        }
    }

    fn of_many(&self, file: &FileView<'_>, missing: &[(Inline, String)], total: usize) -> Option<Finding> {
        let (first, _) = missing.first()?;
        let paths: BTreeSet<&str> = missing.iter().map(|(_, path)| path.as_str()).collect();
        let mut names: Vec<String> = Vec::new();
        for (_, path) in missing {
            if names.len() < NAMED && !names.contains(path) {
                names.push(path.clone());
            }
        }
        if paths.len() > names.len() {
            names.push(format!("{} more", number(paths.len() - names.len())));
        }
        let mut finding = Finding::new(self, file.path, first.range.clone());
        finding.lead = format!(
            "{} of the {} links to files lead to nothing: {}.",
            number(missing.len()),
            number(total),
            list(&names)
        );
        let others = missing.iter().skip(1).take(MOST_RELATED);
        finding.related = others
            .map(|(link, path)| Related {
                path: file.path.to_path_buf(),
                range: link.range.clone(),
                message: format!("{path} does not exist"),
            })
            .collect();
        Some(finding)
    }
}

/// The path of a link's destination, where it is one that can be looked up.
fn path_of(destination: &str) -> Option<String> {
    let path = destination.split(['#', '?']).next()?;
    let path = without_line(&decoded(path)?).to_owned();
    let has_scheme = path.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme
                .chars()
                .all(|char| char.is_ascii_alphanumeric() || "+.-".contains(char))
    });
    let is_elsewhere = has_scheme || path.starts_with(['/', '~', '@', '%']);
    let is_placeholder = path.contains(NO_PATH) || path.contains("...") || path.contains("path/to");
    let name = path.rsplit('/').next()?;
    let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        let letters = ending.bytes().any(|byte| byte.is_ascii_alphabetic());
        !stem.is_empty()
            && letters
            && ending.len() <= 8
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    // Host names are written without a scheme: `example.com`, `www.example.com/x.html`.
    let is_host = path.starts_with("www.") || (!path.contains('/') && !is_file_ending(name));
    let cannot_be_known = is_elsewhere || is_placeholder || is_host || is_installed(&path);
    (has_ending && !cannot_be_known).then_some(path)
}

/// Whether a name without a folder is surely that of a file.
fn is_file_ending(name: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "adoc", "css", "csv", "html", "js", "json", "jsonl", "jsx", "markdown", "md", "mdc", "mdx", "mjs",
        "pdf", "png", "rb", "rst", "scss", "sql", "svg", "toml", "ts", "tsx", "txt", "xml", "yaml", "yml",
    ];
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    ENDINGS.binary_search(&ending.as_str()).is_ok()
}

/// A path without the line numbers behind it: `src/a.rs:12`, `src/a.rs:12-20`.
fn without_line(path: &str) -> &str {
    let is_number =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-'));
    match path.rsplit_once(':') {
        Some((before, line)) if is_number(line) => without_line(before),
        _ => path,
    }
}

/// A path with `%20` and the like resolved. `None` where that is no text.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(|_| *byte == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// Whether a path leads to something, seen from the folder of the file or from one above it in the project.
fn is_there(file: &FileView<'_>, path: &str) -> bool {
    let root = &file.project.base.root;
    let exists = |folder: &Path| exists(file.files, &paths::normal_path(&folder.join(path)));
    let folder = file.path.parent().unwrap_or(root);
    exists(folder)
        || folder
            .ancestors()
            .skip(1)
            .take_while(|above| above.starts_with(root))
            .any(exists)
}

fn exists(files: &dyn Files, path: &Path) -> bool {
    files.is_file(path) || files.is_folder(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    const CODE: &str = "ref.missing";

    fn fixture(text: &str) -> Fixture {
        let mut fixture = Fixture::new(
            &["codex"],
            "//- docs/a b.md\nA\n//- docs/sub/x.md\nX\n//- src/main.rs\nM\n",
        );
        fixture.add("AGENTS.md", text);
        fixture
    }

    #[test]
    fn a_few_links_are_told_one_by_one() {
        let found = fixture("See [a](docs/gone.md#part) and [b][r].\n\n[r]: ./gone.txt \"title\"\n");
        insta::assert_snapshot!(found.drawn(), @r#"
        AGENTS.md warning ref.missing
          See [a](docs/gone.md#part) and [b][r].
              ^^^^^^^^^^^^^^^^^^^^^^
          The link leads to docs/gone.md, which does not exist.
        AGENTS.md warning ref.missing
          See [a](docs/gone.md#part) and [b][r].
                                         ^^^^^^
          The link leads to ./gone.txt, which does not exist.
        "#);
    }

    #[test]
    fn many_are_one_finding() {
        let text: String = (0..6).map(|note| format!("- [n](note{note}.md)\n")).collect();
        let found = fixture(&format!("{text}- [x](docs/sub/x.md)\n- [n](note0.md)\n"));
        assert_eq!(found.codes(), ["ref.missing AGENTS.md:1"]);
        assert_eq!(
            found.message(CODE),
            "7 of the 8 links to files lead to nothing: note0.md, note1.md, note2.md and 3 more."
        );
        assert_eq!(found.findings()[0].related.len(), 4);
    }

    #[test]
    fn links_that_lead_somewhere_or_cannot_be_looked_up_are_silent() {
        let text = "[a](docs/a%20b.md) [b](<docs/a b.md>) [c](docs/sub/x.md#part) [d](docs/) [e](src/main.rs:12)\n\
                    [f](https://x.org/gone.md) [g](mailto:a@b.md) [h](#part) [i](/docs/gone.md) [j](notes/*.md)\n\
                    [k](<name>.md) [l]({name}.md) [m](path/to/file.md) [n](docs/route) [o](TODO) [p](url) [q](vscode:x.md)\n\
                    [r](www.example.com/x.html) [s](example.com) [t]() ![u](gone.png) [z](node_modules/x/README.md) `[v](gone.md)` <!-- [w](gone.md) -->\n\n\
                    ```\n[x](gone.md)\n```\n\n    [y](gone.md)\n";
        assert_eq!(fixture(text).codes(), Vec::<String>::new());
    }

    #[test]
    fn a_path_may_count_from_a_folder_above() {
        let mut found = fixture("");
        found.add(
            "web/AGENTS.md",
            "[a](docs/sub/x.md) [b](../docs/sub/x.md) [c](sub/x.md)\n",
        );
        assert_eq!(found.marked(CODE), ["[c](sub/x.md)"]);
    }

    #[test]
    fn skills_have_their_own_resources() {
        let skill = "//- .agents/skills/x/SKILL.md\n---\nname: x\ndescription: y\n---\n[a](gone.md)\n";
        assert!(Fixture::new(&["codex"], skill).codes().is_empty());
    }

    #[test]
    fn paths_are_read_as_they_are_written() {
        assert_eq!(decoded("a%20b%2Fc%zz%"), Some("a b/c%zz%".to_owned()));
        assert_eq!(decoded("%ff"), None);
        assert_eq!(without_line("a.rs:1-2:3"), "a.rs");
        assert_eq!(without_line("a:b"), "a:b");
    }
}
