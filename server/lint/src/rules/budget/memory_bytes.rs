//! `budget.memory-bytes`: a memory file is longer than a runtime reads.

use super::memory;
use crate::{
    finding::{Finding, Severity, number, quantity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};
use agents_prompt::Unit;

/// See the module.
pub struct MemoryBytes;

impl Rule for MemoryBytes {
    fn code(&self) -> &'static str {
        "budget.memory-bytes"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A memory file has more bytes or characters than a runtime reads, though not too many lines. The text in \
the range does not reach the model. Comments and frontmatter that the runtime takes out first do not count.\n\n\
### Why it matters\n\nMemory grows at its end, and most runtimes cut the end: what was learnt last is lost first.\n\n\
### Example\n\nClaude Code reads 25,000 UTF-16 units of `MEMORY.md`, in whole lines. An index with long entries is over \
that long before it has 200 lines.\n\n\
### What to do\n\nKeep an entry to one line and move its detail to a note of its own. The fix moves the first entries to \
`archive.md` beside the file, as few as are needed, and leaves a line that points there.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        for lost in memory::lost(file).iter().filter(|lost| lost.unit != Unit::Lines) {
            let sentence = format!(
                "This text does not reach {{}}: it reads {} of this memory file, which has {}.",
                quantity(lost.cap, lost.unit),
                number(lost.used)
            );
            out.push(memory::finding(self, file, lost, sentence));
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        memory::archive(self, finding, file).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "budget.memory-bytes";

    #[test]
    fn long_entries_are_too_much_before_many_are() {
        let entries = (1..=60).map(|entry| format!("- {entry} {}\n", "x".repeat(500)));
        let mut fixture = Fixture::new(&["claude-code"], "");
        fixture
            .add("memory/MEMORY.md", entries.collect::<String>())
            .set("autoMemoryDirectory", "memory");
        assert_eq!(fixture.codes(), ["budget.memory-bytes memory/MEMORY.md:50"]);
        assert_eq!(
            fixture.message(CODE),
            "This text does not reach claude-code: it reads 25,000 UTF-16 units of this memory file, which has 30,350."
        );
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Move the first 11 entries to memory/archive.md");
        fixture.apply(&fixes[0]);
        assert_eq!(fixture.codes(), ["budget.near-limit memory/MEMORY.md:1"]);
    }

    #[test]
    fn instruction_files_have_another_rule() {
        let mut fixture = Fixture::new(&["vibekit"], "");
        fixture.set("cap", 5).add("AGENTS.md", "0123456789");
        assert_eq!(fixture.codes(), ["budget.truncated AGENTS.md:1"]);
    }
}
