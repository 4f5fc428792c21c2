//! `encoding.not-utf8`: a file is not text in UTF-8.

use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::FileView,
};
use agents_prompt::{Cause, LossKind};
use agents_syntax::Text;
use std::ops::Range;

/// Bytes at the start of a file that are searched for NUL; a file of another encoding shows it there.
const SEARCHED: usize = 4096;

/// See the module.
pub struct NotUtf8;

impl Rule for NotUtf8 {
    fn code(&self) -> &'static str {
        "encoding.not-utf8"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "The file is not UTF-8, or has NUL bytes as files in UTF-16 do.\n\n\
### Why it matters\n\nSome runtimes drop such a file without a word; others send U+FFFD in place of what they \
cannot read.\n\n\
### What to do\n\nSave the file as UTF-8.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let Some((range, lead)) = wrong(content.text(), content.raw().map(AsRef::as_ref)) else {
            return;
        };
        let mut finding = Finding::new(self, file.path, range);
        finding.lead = lead;
        for view in &file.runtimes {
            let skipped = view
                .losses(file.path)
                .any(|loss| loss.kind == LossKind::Skipped && loss.cause == Cause::NotUtf8);
            if skipped {
                finding = finding.effect(view.name(), "The whole file is dropped by {}.");
            } else if view.prompt.loaded(file.path).next().is_some() {
                let sentence = match content.raw() {
                    Some(_) => "Marks (U+FFFD) reach {} in place of such bytes.",
                    None => "Such bytes reach {} as they stand.",
                };
                finding = finding.effect(view.name(), sentence);
            }
        }
        finding.advice = "Save it as UTF-8.".to_owned();
        out.push(finding);
    }
}

/// The place of the first byte that does not belong into UTF-8 text, and what to say about it.
fn wrong(text: &Text, raw: Option<&[u8]>) -> Option<(Range<usize>, String)> {
    if let Some(raw) = raw {
        let at = std::str::from_utf8(raw).err()?.valid_up_to();
        let range = at..text.ceil_char(at + 1);
        let lead = format!(
            "The file is not valid UTF-8: byte {at} is 0x{:02X}.",
            raw.get(at)?
        );
        return Some((range, lead));
    }
    let head = text.substring(0..SEARCHED);
    let at = head.find('\0')?;
    Some((
        at..at + 1,
        format!("The file has a NUL byte at {at}; it is another encoding, or not text."),
    ))
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    #[test]
    fn the_first_wrong_byte_is_shown() {
        let mut fixture = Fixture::new(&["codex", "ai-leash"], "//- a/AGENTS.md\nfine: é 😀\n");
        fixture.add("AGENTS.md", b"ok\ncaf\xe9 au lait\n");
        insta::assert_snapshot!(fixture.drawn(), @r#"
        AGENTS.md warning encoding.not-utf8
          caf� au lait
             ^
          The file is not valid UTF-8: byte 6 is 0xE9. Marks (U+FFFD) reach codex in place of such bytes. The whole file is dropped by ai-leash. Save it as UTF-8.
        "#);
    }

    #[test]
    fn nul_bytes_and_utf_16_are_found() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add("AGENTS.md", b"a\0b\0");
        assert_eq!(
            fixture.message("encoding.not-utf8"),
            "The file has a NUL byte at 1; it is another encoding, or not text. Such bytes reach codex as they stand. \
             Save it as UTF-8."
        );
        fixture.add("AGENTS.md", b"\xff\xfea\0");
        assert_eq!(
            fixture.message("encoding.not-utf8"),
            "The file is not valid UTF-8: byte 0 is 0xFF. Marks (U+FFFD) reach codex in place of such bytes. \
             Save it as UTF-8."
        );
    }

    #[test]
    fn a_skill_is_not_reported_twice() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add(
            ".agents/skills/x/SKILL.md",
            b"---\nname: x\ndescription: caf\xe9\n---\n",
        );
        assert_eq!(fixture.codes(), ["encoding.not-utf8 .agents/skills/x/SKILL.md:3"]);
        assert_eq!(
            fixture.message("encoding.not-utf8"),
            "The file is not valid UTF-8: byte 28 is 0xE9. The whole file is dropped by codex. Save it as UTF-8."
        );
    }

    #[test]
    fn a_byte_order_mark_and_replacement_characters_are_text() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add("AGENTS.md", "\u{feff}a \u{fffd} b\n");
        assert!(fixture.codes().is_empty());
    }
}
