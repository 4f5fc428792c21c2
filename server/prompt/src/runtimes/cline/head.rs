//! The head of a rule or a skill (`parseMarkdownFrontmatter`, `parseStringField`, `parseBooleanField`).

use crate::{
    effective::SkillFault,
    steps::{
        catalog::Word,
        head::{self, Fence},
        strip, yaml,
    },
};
use agents_workspace::File;
use std::ops::Range;

const FENCE: Fence = Fence {
    after_bom: true,
    closes_alone: false,
    open_ended: false,
};

/// A file with its head read.
pub(super) struct Headed {
    /// The name, if the head has one.
    pub(super) name: Option<Word>,
    /// The switch that turns it off.
    pub(super) off_by: Option<&'static str>,
    /// The bytes behind the head; without one, those behind a byte order mark.
    pub(super) body: Range<usize>,
    /// Whether there is a head.
    pub(super) has_head: bool,
}

/// Reads the head of a file.
///
/// # Errors
/// Why Cline refuses the file.
pub(super) fn read(file: &File) -> Result<Headed, SkillFault> {
    let text = file.text().to_string();
    let Ok(range) = FENCE.find(&text) else {
        return Ok(Headed {
            name: None,
            off_by: None,
            body: strip::text_start(file.text())..text.len(),
            has_head: false,
        });
    };
    let written = &text[range.clone()];
    let entries = head::strict(written, range.start).map_err(SkillFault::Yaml)?;
    let name = match yaml::get(&entries, "name") {
        None => None,
        Some(entry) if entry.value == yaml::Value::Null => None,
        Some(entry) => match head::text(written, range.start, entry) {
            Some((text, range)) => Some((text.trim().to_owned(), range)).filter(|(text, _)| !text.is_empty()),
            None => return Err(SkillFault::Kind("name", "a text")),
        },
    };
    let flag = |key: &'static str| match yaml::get(&entries, key) {
        None => Ok(None),
        Some(entry) if entry.value == yaml::Value::Null => Ok(None),
        Some(entry) => match head::raw(written, range.start, entry) {
            "true" | "True" | "TRUE" => Ok(Some(true)),
            "false" | "False" | "FALSE" => Ok(Some(false)),
            _ => Err(SkillFault::Kind(key, "true or false")),
        },
    };
    let off_by = match flag("disabled")? {
        Some(true) => Some("disabled: true"),
        Some(false) => None,
        None => (flag("enabled")? == Some(false)).then_some("enabled: false"),
    };
    let after = &text[range.end..];
    // The fence is there, or there were no head.
    let fence = after.find("---").map_or(after.len(), |at| at + 3);
    let rest = &after[fence..];
    let rest = rest
        .strip_prefix('\r')
        .filter(|rest| rest.starts_with('\n'))
        .unwrap_or(rest);
    let rest = rest.strip_prefix('\n').unwrap_or(rest);
    Ok(Headed {
        name: name.map(Word::from),
        off_by,
        body: text.len() - rest.len()..text.len(),
        has_head: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;

    #[test]
    fn a_head_ends_at_its_first_dashes_and_its_values_have_a_type() {
        let of = |text: &str| read(&File::from_text(Text::new(text)));
        let body = |text: &str| of(text).map(|headed| text[headed.body].to_owned());
        assert_eq!(body("---\nname: a\n---\nx\n"), Ok("x\n".to_owned()));
        assert_eq!(body("\u{feff}---\r\nname: a\r\n---\r\nx"), Ok("x".to_owned()));
        assert_eq!(body("---\nname: a\n---x\n"), Ok("x\n".to_owned()));
        assert_eq!(body("---\nname: a\n"), Ok("---\nname: a\n".to_owned()));
        assert_eq!(body("\u{feff}x"), Ok("x".to_owned()));
        for refused in ["name: 7", "name: [a]", "disabled: maybe", "enabled: 1", "a: b: c"] {
            assert!(of(&format!("---\n{refused}\n---\nx")).is_err(), "{refused}");
        }
        let off = |head: &str| of(&format!("---\n{head}\n---\nx")).map(|headed| headed.off_by);
        assert_eq!(off("enabled: false"), Ok(Some("enabled: false")));
        assert_eq!(off("enabled: false\ndisabled: false"), Ok(None));
        assert_eq!(off("disabled: true"), Ok(Some("disabled: true")));
        assert_eq!(off("name:\ndisabled: ~"), Ok(None));
    }
}
