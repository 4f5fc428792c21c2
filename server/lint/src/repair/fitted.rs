//! Files over their caps, put together at random: whatever makes them fit loses nothing on the way.

use crate::{
    finding::Finding,
    fix::{FileEdit, Fix},
    testing::{Fixture, ROOT},
};
use agents_syntax::{Document, fact::InlineKind};
use agents_workspace::paths::normal_path;
use proptest::prelude::*;
use std::path::Path;

const RULES: [&str; 3] = ["budget.truncated", "budget.starves-nested", "budget.total"];
const LINK: &str = "See [the guide](guide.md).";
const CODEX: &str = ".codex/config.toml";

#[derive(Debug, Clone)]
struct Tree {
    root: Vec<String>,
    nested: Option<Vec<String>>,
    /// The cap, in percent of all text.
    share: usize,
    eol: &'static str,
    /// Whether the cap is set in a file that the runtime reads.
    is_in_settings: bool,
    /// Whether a second runtime, with a cap that is set elsewhere, reads the root file as well.
    has_second: bool,
}

fn sections() -> impl Strategy<Value = Vec<String>> {
    let section = (
        1_usize..60,
        any::<bool>(),
        prop::sample::select(vec!["", LINK, "Never push."]),
    );
    let sections = prop::collection::vec(section, 2..7);
    sections.prop_map(|sections| {
        let sections = sections.into_iter().enumerate();
        let written = sections.map(|(at, (words, has_sub, last))| {
            let sub = if has_sub { "\n### Détails\n\nMore.\n" } else { "" };
            format!(
                "## Part {at}\n\n{}\n{sub}\n{last}\n\n",
                format!("wörd{at} ").repeat(words)
            )
        });
        written.collect()
    })
}

fn tree() -> impl Strategy<Value = Tree> {
    let eol = prop::sample::select(vec!["\n", "\r\n"]);
    let nested = prop::option::of(sections());
    (
        sections(),
        nested,
        30_usize..100,
        eol,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(root, nested, share, eol, is_in_settings, has_second)| Tree {
            root,
            nested,
            share,
            eol,
            is_in_settings,
            has_second,
        })
}

impl Tree {
    fn text(&self, sections: &[String]) -> String {
        format!("# Title\n\nIntro.\n\n{}", sections.concat()).replace('\n', self.eol)
    }

    fn fixture(&self) -> Fixture {
        let root = self.text(&self.root);
        let nested = self.nested.as_ref().map(|nested| self.text(nested));
        let all = root.len() + nested.as_ref().map_or(0, String::len);
        let cap = all * self.share / 100;
        let runtimes: &[&str] = if self.has_second {
            &["codex", "openclaw"]
        } else {
            &["codex"]
        };
        let mut fixture = Fixture::new(runtimes, "");
        if self.is_in_settings {
            let settings = format!("# ours\nproject_doc_max_bytes = {cap} # enough\n");
            fixture.add(CODEX, settings.replace('\n', self.eol));
        } else {
            fixture.set("project_doc_max_bytes", cap);
        }
        if self.has_second {
            fixture.set("agents.defaults.bootstrapMaxChars", cap);
        }
        fixture
            .add("guide.md", "G\n")
            .add("a/guide.md", "G\n")
            .add("AGENTS.md", root);
        if let Some(nested) = nested {
            fixture.add("a/AGENTS.md", nested);
        }
        fixture
    }
}

fn words(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

/// Whether a finding of this rule is still there.
fn is_left(fixture: &Fixture, finding: &Finding) -> bool {
    let mut found = fixture.findings().into_iter();
    let names = finding.runtimes();
    found.any(|left| {
        left.rule == finding.rule
            && left.path == finding.path
            && left.runtimes().iter().any(|name| names.contains(name))
    })
}

fn check(tree: &Tree, finding: &Finding, fix: &Fix) -> Result<(), TestCaseError> {
    let mut fixture = tree.fixture();
    let before = fixture.text(&finding.path).to_string();
    fixture.apply(fix);
    let title = &fix.title;
    let mut after = String::new();
    for edit in &fix.edits {
        let (FileEdit::Text { path, .. } | FileEdit::Create { path, .. }) = edit else {
            return Err(TestCaseError::fail("only texts change"));
        };
        let text = fixture.text(path).to_string();
        let is_of_tree = !path.ends_with(CODEX) || tree.is_in_settings;
        if is_of_tree {
            let breaks = text.matches('\n').count();
            let crlf = if tree.eol == "\r\n" { breaks } else { 0 };
            prop_assert_eq!(
                text.matches("\r\n").count(),
                crlf,
                "line ends after {}: {:?}",
                title,
                text
            );
        }
        let document = Document::open(agents_syntax::Text::new(&text));
        for link in document
            .inlines()
            .filter(|inline| inline.kind == InlineKind::Link)
        {
            let goal = normal_path(&path.parent().unwrap_or(Path::new(ROOT)).join(&link.value));
            prop_assert!(
                !fixture.text(&goal).is_empty(),
                "{title}: {} leads to nothing from {}",
                link.value,
                path.display()
            );
        }
        after.push_str(&text);
    }
    if title.starts_with("Raise") {
        prop_assert!(!is_left(&fixture, finding), "{title} is not enough");
        let path = finding.path.strip_prefix(ROOT).unwrap_or(&finding.path);
        let loaded: usize = fixture
            .loaded(&path.to_string_lossy())
            .iter()
            .map(ExactSizeIterator::len)
            .sum();
        prop_assert_eq!(loaded, before.len(), "after {}", title);
        prop_assert!(
            after.contains("# enough") || !tree.is_in_settings,
            "comments stay"
        );
        return Ok(());
    }
    for line in words(&before) {
        prop_assert!(line == LINK || after.contains(line), "{title} loses {line:?}");
    }
    if title.starts_with("Split") || title.contains(" and link it") {
        prop_assert!(!is_left(&fixture, finding), "{title} is not enough");
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::testing::budget(60))]

    #[test]
    fn what_makes_a_file_fit_loses_nothing(tree in tree()) {
        let fixture = tree.fixture();
        for finding in fixture.findings().iter().filter(|finding| RULES.contains(&finding.rule)) {
            let fixes = fixture.fixes_of(finding);
            let is_codex = finding.runtimes().iter().any(|name| ***name == *"codex");
            let raises = fixes.iter().filter(|fix| fix.title.starts_with("Raise")).count();
            prop_assert_eq!(raises, usize::from(is_codex && tree.is_in_settings), "{}", finding.message());
            for fix in &fixes {
                check(&tree, finding, fix)?;
            }
        }
    }
}

#[test]
fn one_section_moves_when_one_is_enough() {
    let style = format!(
        "## Style\n\n{}\n\n",
        "Mind the [style](style.md). ".repeat(10).trim_end()
    );
    let text = format!("# Guide\n\n{style}## Money\n\nNever round.\n");
    let pointer =
        "## Style\n\nRead [docs/agents/style.md](docs/agents/style.md) before you work on this.\n\n";
    let after = text.replace(&style, pointer);
    let mut fixture = Fixture::new(&["codex"], "");
    fixture
        .set("project_doc_max_bytes", text.len() - 20)
        .add("AGENTS.md", &text);
    let fixes = fixture.fixes("budget.truncated");
    let titles: Vec<&str> = fixes.iter().map(|fix| fix.title.as_str()).collect();
    let budget = format!("{} of {} bytes", after.len(), text.len() - 20);
    assert_eq!(
        titles,
        [
            "Move “Money” to the top of the file".to_owned(),
            format!("Move “Style” to docs/agents/style.md and link it: AGENTS.md {budget}"),
            "Move “Money” to MEMORY.md, which does not reach codex".to_owned(),
        ]
    );
    fixture.apply(&fixes[1]);
    assert_eq!(fixture.text("AGENTS.md".as_ref()).to_string(), after);
    let moved = style.trim_end().replace("style.md", "../../style.md");
    assert_eq!(
        fixture.text("docs/agents/style.md".as_ref()).to_string(),
        format!("{moved}\n")
    );
    assert!(
        !fixture
            .codes()
            .iter()
            .any(|code| code.starts_with("budget.truncated"))
    );
}

#[test]
fn several_sections_move_when_one_is_not_enough_and_rules_stay() {
    let part = |name: &str| format!("## {name}\n\n{}\n\n", "Some words. ".repeat(30).trim_end());
    let rule = format!(
        "## Release\n\nDeploy only from main. {}\n\n",
        "And so on. ".repeat(60).trim_end()
    );
    let text = format!("# Guide\n\n{}{rule}{}{}", part("One"), part("Two"), part("Six"));
    let mut fixture = Fixture::new(&["codex"], "");
    // 20 bytes more than the file has when two of the three are away.
    let pointers = "Read [docs/agents/one.md](docs/agents/one.md) before you work on this.".len()
        + "Read [docs/agents/two.md](docs/agents/two.md) before you work on this.".len();
    let words = "Some words. ".repeat(30).trim_end().len();
    let cap = text.len() - 2 * words + pointers + 20;
    fixture.set("project_doc_max_bytes", cap).add("AGENTS.md", &text);
    let fix = fixture
        .fixes("budget.truncated")
        .into_iter()
        .find(|fix| fix.title.starts_with("Split"));
    let fix = fix.expect("offered");
    assert!(!fix.title.contains("release.md"), "{}", fix.title);
    // The sizes are equal, so the first ones of the file go.
    let expected = " bytes; docs/agents/one.md and docs/agents/two.md";
    assert!(fix.title.ends_with(expected), "{}", fix.title);
}

#[test]
fn a_section_moves_from_its_heading_and_the_title_says_what_becomes_of_it() {
    let text = format!(
        "# Guide\n\n## Style\n\n{}\n",
        "Some words. ".repeat(30).trim_end()
    );
    let title = |runtimes: &[&str], path: &str| {
        let mut fixture = Fixture::new(runtimes, "");
        fixture.add(path, &text);
        let actions = fixture.actions(path, 9).into_iter().map(|fix| fix.title);
        actions
            .filter(|title| title.contains("docs/agents"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        title(&["codex"], "AGENTS.md"),
        ["Move “Style” to docs/agents/style.md and link it; codex reads it when it follows the link"]
    );
    assert_eq!(
        title(&["claude-code"], "CLAUDE.md"),
        ["Move “Style” to docs/agents/style.md and import it; claude-code still sends it"]
    );
}

#[test]
fn notes_take_a_section_with_its_links() {
    let mut fixture = Fixture::new(&["openclaw"], "");
    fixture.add("guide.md", "G\n").add(
        "AGENTS.md",
        "# A\n\nText.\n\n## Tools\n\nSee [the guide](guide.md).\n",
    );
    let titles = |fixture: &Fixture| -> Vec<String> {
        let actions = fixture.actions("AGENTS.md", 12).into_iter();
        actions.map(|fix| fix.title).collect()
    };
    assert_eq!(
        titles(&fixture),
        ["Move “Tools” to MEMORY.md", "Move “Tools” to TOOLS.md"]
    );
    let mut nested = Fixture::new(&["codex"], "");
    nested.add(
        "a/AGENTS.md",
        "# A\n\nText.\n\n## B\n\nSee [the guide](guide.md).\n",
    );
    let fix = nested
        .actions("a/AGENTS.md", 12)
        .into_iter()
        .next()
        .expect("offered");
    nested.apply(&fix);
    let memory = nested.text("MEMORY.md".as_ref()).to_string();
    assert_eq!(memory, "## B\n\nSee [the guide](a/guide.md).\n");
}
