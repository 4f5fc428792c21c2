//! `placement.wrong-file`: what the agent has learned stands in the platform's file, or the other way round.

use super::roles;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    repair::section,
    rule::Rule,
    view::{FileView, ProjectView},
};
use agents_prompt::runtime::{Access, Owner};
use agents_syntax::{Document, fact::Heading};
use std::ops::Range;

/// Bytes that are searched at a keystroke.
const SEARCHED: usize = 64 * 1024;

/// Headings of what agents write down for themselves.
const LEARNED: [&str; 24] = [
    "architecture decisions",
    "architectural decisions",
    "bug fixes",
    "bugs fixed",
    "current work",
    "decision log",
    "decisions",
    "fixed bugs",
    "history",
    "in progress",
    "known issues",
    "learnings",
    "lessons",
    "lessons learned",
    "lessons learnt",
    "memory",
    "past sessions",
    "progress",
    "session log",
    "session notes",
    "user preferences",
    "what i learned",
    "what we learned",
    "work in progress",
];

/// Beginnings of sentences that tell what was decided, mended or wished for.
const TOLD: [&str; 13] = [
    "we decided",
    "we chose",
    "we switched",
    "we migrated",
    "decided to",
    "decision:",
    "lesson:",
    "lesson learned:",
    "learned:",
    "the user prefers",
    "user prefers",
    "the user wants",
    "the user likes",
];

/// Headings of what must hold on every turn.
const RULES: [&str; 8] = [
    "never",
    "anti-patterns",
    "antipatterns",
    "when to deploy",
    "deploy rules",
    "hard rules",
    "safety",
    "safety rules",
];

/// See the module.
pub struct WrongFile;

impl Rule for WrongFile {
    fn code(&self) -> &'static str {
        "placement.wrong-file"
    }

    fn severity(&self) -> Severity {
        Severity::Hint
    }

    fn manual(&self) -> &'static str {
        "A platform keeps one file with what it knows, which is in every prompt, and the agent another one with what it and \
the user have learned, which is read for real work. Text stands in the one that belongs in the other. Looked for only where \
such a platform is at work: VibeKit, with `AGENTS.md` and `MEMORY.md`.\n\n\
### Why it matters\n\nThe platform renders its file anew and drops what was added. What is learned fills every prompt, up to \
the cap. And rules that stand in the memory file alone do not hold for a greeting or a quick question.\n\n\
### Example\n\n```markdown\n## Decisions\n\n- We use Drizzle, not Prisma.\n```\n\nin `AGENTS.md` belongs in `MEMORY.md`; \
a section `## NEVER` belongs the other way.\n\n\
### What to do\n\nMove it; the fix does so towards the memory file.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            self.check(file, out);
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Ok(content) = &file.file else {
            return Vec::new();
        };
        let document = content.document();
        let found = learned(document)
            .into_iter()
            .find(|(range, _)| *range == finding.range);
        let fix = match found {
            Some((_, Some(heading))) => section::at(document, heading.range.start)
                .and_then(|section| section::move_to_memory(file, document, &section)),
            Some((range, None)) => {
                let text = document.text();
                let first = text.line_of(range.start);
                let lines = text.line_start(first)..text.line_start(first + 1);
                section::move_lines_to_memory(file, text, &lines)
            }
            None => None,
        };
        let fix = fix.map(|fix| Fix {
            rule: Some(self.code()),
            ..fix
        });
        fix.into_iter().collect()
    }
}

impl WrongFile {
    fn check(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        for (view, role) in roles(file) {
            let runtime = view.active.runtime;
            let Some(memory) = runtime.memory_file() else {
                continue;
            };
            let mut contracts = runtime.file_roles().iter();
            let Some(contract) = contracts.find(|role| role.access == Access::EveryTurn) else {
                continue;
            };
            if role.name == contract.name && role.owner == Owner::Platform {
                for (range, _) in learned(content.document()) {
                    let sentence = format!(
                        "This is what an agent learns: it belongs in {memory}, for {{}} renders this file anew and has it in \
                         every prompt."
                    );
                    out.push(Finding::new(self, file.path, range).effect(view.name(), sentence));
                }
            } else if role.name == memory {
                for heading in headings(content.document(), &RULES) {
                    let sentence = format!(
                        "Rules for every turn belong in {}: {{}} has the agent read this file for real work alone.",
                        contract.name
                    );
                    let range = line(content.document(), &heading.range);
                    out.push(Finding::new(self, file.path, range).effect(view.name(), sentence));
                }
            }
        }
    }
}

/// What stands in a document that agents write down for themselves: headings, and single lines outside their sections.
fn learned(document: &Document) -> Vec<(Range<usize>, Option<Heading>)> {
    let text = document.text();
    let mut sections: Vec<Range<usize>> = Vec::new();
    let mut out = Vec::new();
    for heading in headings(document, &LEARNED) {
        let is_inside = sections
            .iter()
            .any(|section| section.contains(&heading.range.start));
        if let Some(section) = section::at(document, heading.range.start).filter(|_| !is_inside) {
            sections.push(section.range);
            out.push((line(document, &heading.range), Some(heading)));
        }
    }
    let whole = text.substring(0..SEARCHED.min(text.len()));
    let mut at = 0;
    for written in whole.split_inclusive('\n') {
        let start = at;
        at += written.len();
        let words = written.trim();
        let sentence = words.trim_start_matches(['-', '*', '+', ' ']);
        let range = start + (written.len() - written.trim_start().len());
        let range = range..range + words.len();
        let is_inside = sections.iter().any(|section| section.contains(&start));
        if !is_inside && is_told(sentence) && !document.is_code(range.start) {
            out.push((range, None));
        }
    }
    out
}

/// Whether a sentence tells what was decided, mended or wished for.
fn is_told(sentence: &str) -> bool {
    let Some(head) = sentence
        .get(..sentence.len().min(80))
        .or_else(|| sentence.get(..40))
    else {
        return false;
    };
    let small = head.to_lowercase();
    if TOLD.iter().any(|told| small.starts_with(told)) {
        return true;
    }
    // "We use Drizzle, not Prisma": a choice and what was left behind.
    small.starts_with("we use ") && (small.contains(", not ") || small.contains(" instead of "))
}

/// The headings of these titles, marks and numbers aside.
fn headings<'a>(document: &'a Document, titles: &'a [&str]) -> impl Iterator<Item = Heading> + 'a {
    document.headings().filter(move |heading| {
        let title = heading.title.to_lowercase();
        // What stands in brackets explains.
        let title = title.split(['(', ':', '—', '–']).next().unwrap_or_default();
        let title = title.trim_matches(|char: char| !char.is_alphabetic());
        titles.contains(&title)
    })
}

/// The first line of a block.
fn line(document: &Document, range: &Range<usize>) -> Range<usize> {
    let text = document.text();
    range.start..text.line_range(text.line_of(range.start)).end
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "placement.wrong-file";

    fn vibekit(path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["vibekit"], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn decisions_in_the_contract_move_to_the_memory_file() {
        let text = "# Guide\n\n## Decisions\n\n- We use Drizzle, not Prisma.\n\n## Style\n\nBe kind.\n";
        let mut fixture = vibekit("AGENTS.md", text);
        insta::assert_snapshot!(fixture.drawn(), @r"
        AGENTS.md hint placement.wrong-file
          ## Decisions
          ^^^^^^^^^^^^
          This is what an agent learns: it belongs in MEMORY.md, for vibekit renders this file anew and has it in every prompt.
        ");
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Move “Decisions” to MEMORY.md");
        fixture.apply(&fixes[0]);
        assert_eq!(
            fixture.text("AGENTS.md".as_ref()).to_string(),
            "# Guide\n\n## Style\n\nBe kind.\n"
        );
        assert_eq!(
            fixture.text("MEMORY.md".as_ref()).to_string(),
            "## Decisions\n\n- We use Drizzle, not Prisma.\n"
        );
        assert!(fixture.codes().is_empty());
    }

    #[test]
    fn single_lines_move_alone() {
        let mut fixture = vibekit(
            "AGENTS.md",
            "# Guide\n\n- Be kind.\n- The user prefers tabs.\n- Be short.\n",
        );
        assert_eq!(fixture.marked(CODE), ["- The user prefers tabs."]);
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Move it to MEMORY.md");
        fixture.apply(&fixes[0]);
        assert_eq!(
            fixture.text("AGENTS.md".as_ref()).to_string(),
            "# Guide\n\n- Be kind.\n- Be short.\n"
        );
        assert_eq!(
            fixture.text("MEMORY.md".as_ref()).to_string(),
            "- The user prefers tabs.\n"
        );
    }

    #[test]
    fn rules_for_every_turn_in_the_memory_file() {
        let fixture = vibekit(
            "MEMORY.md",
            "# M\n\n## NEVER (breaks the product)\n\n- Never deploy.\n\n## Decisions\n",
        );
        assert_eq!(fixture.marked(CODE), ["## NEVER (breaks the product)"]);
        assert_eq!(
            fixture.message(CODE),
            "Rules for every turn belong in AGENTS.md: vibekit has the agent read this file for real work alone."
        );
        assert!(
            fixture.fixes(CODE).is_empty(),
            "the platform renders the other one"
        );
    }

    #[test]
    fn what_is_in_its_place_is_silent() {
        let contract = "# Agent guide\n\nApp: **x** at https://x.example\n\n## NEVER (breaks the product)\n\n- Never y.\n\n\
                        ## Ship working code\n\n## Workspace\n\n## Turn 1\n\n## Style\n\n## Safety + docs\n\n\
                        We use the live URL.\n\n```\nwe decided\n```\n";
        assert!(vibekit("AGENTS.md", contract).codes().is_empty());
        let memory =
            "## App Info\n\n## Architecture\n\n## Known Issues\n\n## Decisions\n\n## How to Use Memory\n";
        assert!(vibekit("MEMORY.md", memory).codes().is_empty());
        let mut others = Fixture::new(&["codex", "openclaw", "ai-leash"], "");
        others
            .add("AGENTS.md", "## Decisions\n\nWe decided it.\n")
            .add("MEMORY.md", "## NEVER\n");
        assert!(others.codes().is_empty());
    }
}
