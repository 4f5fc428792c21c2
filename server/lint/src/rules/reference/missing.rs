//! `ref.missing`: a Markdown link leads to a file that does not exist, or a skill names a resource that is not there.

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

/// The folders of a skill's own files (agentskills.io/specification).
const RESOURCES: [&str; 3] = ["references/", "scripts/", "assets/"];

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
        "A Markdown link in an instruction file, a memory file or a skill leads to a file that is not there: neither from the \
folder of the file, nor from a folder above it in the project. In a skill, so does a path in code that begins with \
`references/`, `scripts/` or `assets/`, the folders of its own files, where the skill has such a folder. More than three \
are one finding.\n\n\
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
        let is_text = |role| matches!(role, Role::Instructions | Role::Memory | Role::Skill);
        if !file.runtimes.iter().any(|view| is_text(view.role)) {
            return;
        }
        let is_skill = file.runtimes.iter().any(|view| view.role == Role::Skill);
        let links = content.document().inlines();
        let links = links.filter_map(|inline| {
            let path = match inline.kind {
                InlineKind::Link => path_of(&inline.value),
                InlineKind::CodeSpan if is_skill => resource(file, &inline.value),
                _ => None,
            };
            path.map(|path| (inline, path))
        });
        let links: Vec<(Inline, String)> = links.collect();
        let total = links.len();
        let missing: Vec<_> = links
            .into_iter()
            .filter(|(inline, path)| {
                !is_there(file, path) && (inline.kind == InlineKind::Link || !is_beside(file, path))
            })
            .collect();
        if missing.len() > MOST_SINGLE {
            out.extend(self.of_many(file, &missing, total));
            return;
        }
        for (link, path) in missing {
            let mut finding = Finding::new(self, file.path, link.range.clone());
            finding.lead = match link.kind {
                InlineKind::Link => format!("The link leads to {path}, which does not exist."),
                _ => format!("The skill has no {path}."),
            };
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
        let are_links = missing.iter().all(|(link, _)| link.kind == InlineKind::Link);
        let kind = if are_links { "links to files" } else { "paths" };
        let mut finding = Finding::new(self, file.path, first.range.clone());
        finding.lead = format!(
            "{} of the {} {} lead to nothing: {}.",
            number(missing.len()),
            number(total),
            kind,
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

/// The path of a skill's own file at the beginning of code: `scripts/run.sh --all`. The skill must have a folder of
/// that name; else the path may be one of the project that the skill is for.
fn resource(file: &FileView<'_>, code: &str) -> Option<String> {
    let word = code.split_whitespace().next()?;
    let word = word.strip_prefix("./").unwrap_or(word);
    let folder = RESOURCES.into_iter().find(|folder| word.starts_with(folder))?;
    let own = file.path.parent()?.join(folder.trim_end_matches('/'));
    path_of(word).filter(|_| file.files.is_folder(&own))
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

/// Whether a path leads to something in another skill: prose says whose the path is, before it or behind.
fn is_beside(file: &FileView<'_>, path: &str) -> bool {
    let skills = file.path.parent().and_then(Path::parent);
    skills.is_some_and(|skills| {
        let names = file.files.list(skills);
        names
            .iter()
            .any(|name| exists(file.files, &skills.join(name).join(path)))
    })
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
    fn a_skill_names_files_of_its_own() {
        let found = |body: &str| {
            let mut fixture = Fixture::new(
                &["codex"],
                "//- .agents/skills/x/scripts/run.sh\nls\n//- scripts/of/project.sh\nls\n\
                 //- .agents/skills/y/scripts/theirs.sh\nls\n",
            );
            let text = format!("---\nname: x\ndescription: y\n---\n{body}\n");
            fixture.add(".agents/skills/x/SKILL.md", text);
            fixture
        };
        insta::assert_snapshot!(found("See [a](references/a.md), run `./scripts/gone.py --all`.").drawn(), @r"
        .agents/skills/x/SKILL.md warning ref.missing
          See [a](references/a.md), run `./scripts/gone.py --all`.
              ^^^^^^^^^^^^^^^^^^^^
          The link leads to references/a.md, which does not exist.
        .agents/skills/x/SKILL.md warning ref.missing
          See [a](references/a.md), run `./scripts/gone.py --all`.
                                        ^^^^^^^^^^^^^^^^^^^^^^^^^
          The skill has no scripts/gone.py.
        ");
        let many = found("`scripts/a.py` `scripts/b.py` `scripts/c.py` [d](scripts/d.py) `scripts/run.sh`");
        assert_eq!(
            many.message(CODE),
            "4 of the 5 paths lead to nothing: scripts/a.py, scripts/b.py, scripts/c.py and 1 more."
        );
        let silent = "`scripts/run.sh -a` [a](scripts/run.sh) `scripts/of/project.sh` `scripts/theirs.sh` `scripts/` `scripts/<name>.py` \
                      `scripts/*.py` `references/x.md` `python scripts/gone.py` `src/gone.rs` `scripts/check`\n\n\
                      ```\nscripts/gone.sh\n```";
        assert_eq!(found(silent).codes(), Vec::<String>::new());
    }

    #[test]
    fn paths_are_read_as_they_are_written() {
        assert_eq!(decoded("a%20b%2Fc%zz%"), Some("a b/c%zz%".to_owned()));
        assert_eq!(decoded("%ff"), None);
        assert_eq!(without_line("a.rs:1-2:3"), "a.rs");
        assert_eq!(without_line("a:b"), "a:b");
    }
}
