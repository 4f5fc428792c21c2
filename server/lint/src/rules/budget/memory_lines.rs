//! `budget.memory-lines`: a memory file has more lines than a runtime reads.

use super::memory;
use crate::{
    finding::{Finding, Severity, number, quantity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};
use agents_prompt::Unit;

/// See the module.
pub struct MemoryLines;

impl Rule for MemoryLines {
    fn code(&self) -> &'static str {
        "budget.memory-lines"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A runtime reads only the first lines of a memory file. The lines in the range do not reach the model. \
Comments and frontmatter that the runtime takes out first do not count.\n\n\
### Why it matters\n\nMemory grows at its end: what was learnt last is lost first.\n\n\
### Example\n\nClaude Code reads 200 lines of `MEMORY.md`. Of an index with 203 lines, the three newest entries are not \
there at the start of the next session.\n\n\
### What to do\n\nThe fix moves the first entries to `archive.md` beside the file, as few as are needed, and leaves a \
line that points there. Look through what it moves: the first entries are the oldest only where new ones are added \
at the end.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text() else { return };
        for lost in memory::lost(file).iter().filter(|lost| lost.unit == Unit::Lines) {
            let first = text.line_of(lost.range.start) + 1;
            let last = text.line_of(lost.range.end.saturating_sub(1).max(lost.range.start)) + 1;
            let what = if first == last {
                format!("Line {} does not", number(first))
            } else {
                format!("Lines {} to {} do not", number(first), number(last))
            };
            let sentence = format!(
                "{what} reach {{}}: it reads {} of this memory file, which has {}.",
                quantity(lost.cap, Unit::Lines),
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
    use crate::{fix::Applicability, testing::Fixture};

    const CODE: &str = "budget.memory-lines";
    const PATH: &str = "memory/MEMORY.md";

    fn memory(text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["claude-code"], "");
        fixture.add(PATH, text).set("autoMemoryDirectory", "memory");
        fixture
    }

    fn index(entries: usize) -> String {
        let entries = (1..=entries).map(|entry| format!("- [Note {entry}](note.md) — hook\n"));
        format!("# Index\n\n{}", entries.collect::<String>())
    }

    fn codes(text: &str) -> Vec<String> {
        let mut fixture = memory(text);
        fixture.add("memory/note.md", "x");
        fixture.codes()
    }

    #[test]
    fn the_lines_that_are_lost_are_marked() {
        let mut fixture = memory(&index(201));
        fixture.add("memory/note.md", "x");
        assert_eq!(fixture.codes(), ["budget.memory-lines memory/MEMORY.md:201"]);
        let lost = "- [Note 199](note.md) — hook\n- [Note 200](note.md) — hook\n- [Note 201](note.md) — hook";
        assert_eq!(fixture.marked(CODE), [lost]);
        assert_eq!(
            fixture.message(CODE),
            "Lines 201 to 203 do not reach claude-code: it reads 200 lines of this memory file, which has 203."
        );
        assert_eq!(memory(&index(199)).marked(CODE), ["- [Note 199](note.md) — hook"]);
        assert!(codes(&index(198)).is_empty(), "200 lines fit");
        assert_eq!(codes(&index(188)), ["budget.near-limit memory/MEMORY.md:1"]);
    }

    #[test]
    fn lines_that_are_taken_out_do_not_count() {
        let commented = format!("<!--\nnote\n-->\n{}", index(198));
        assert!(codes(&commented).is_empty());
        let windows = index(201).replace('\n', "\r\n");
        assert!(memory(&windows).marked(CODE)[0].starts_with("- [Note 199]"));
    }

    #[test]
    fn the_first_entries_move_to_the_archive() {
        let mut fixture = memory(&index(201));
        fixture.add("memory/note.md", "x");
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes.len(), 1);
        assert_eq!(fixes[0].title, "Move the first 4 entries to memory/archive.md");
        assert_eq!(fixes[0].applicability, Applicability::Draft);
        fixture.apply(&fixes[0]);
        let text = fixture.text(PATH.as_ref()).to_string();
        assert!(
            text.starts_with("# Index\n\n- [Archive](archive.md)\n- [Note 5]"),
            "{text}"
        );
        let archive = fixture.text("memory/archive.md".as_ref()).to_string();
        assert!(
            archive.starts_with("# Archive\n\n- [Note 1]") && archive.ends_with("[Note 4](note.md) — hook\n")
        );
        assert!(fixture.codes().is_empty(), "200 lines");
        // Two more entries: the archive grows, and there is one line that points to it.
        fixture.add(
            PATH,
            format!("{text}- [Note 202](note.md)\n- [Note 203](note.md)\n"),
        );
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Move the first 2 entries to memory/archive.md");
        fixture.apply(&fixes[0]);
        let archive = fixture.text("memory/archive.md".as_ref()).to_string();
        assert!(
            archive.ends_with("- [Note 5](note.md) — hook\n- [Note 6](note.md) — hook\n"),
            "{archive}"
        );
        let text = fixture.text(PATH.as_ref()).to_string();
        assert_eq!(text.matches("archive.md").count(), 1, "{text}");
    }

    #[test]
    fn a_memory_that_is_no_list_is_left_to_its_author() {
        let fixture = memory(&"line\n".repeat(203));
        assert_eq!(fixture.codes(), ["budget.memory-lines memory/MEMORY.md:201"]);
        assert!(fixture.fixes(CODE).is_empty());
        let short = format!("- only\n\n{}", "line\n".repeat(203));
        assert!(memory(&short).fixes(CODE).is_empty());
    }
}
