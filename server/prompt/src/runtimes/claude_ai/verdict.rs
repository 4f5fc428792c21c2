//! What `quick_validate.py` says of a skill, and the upload after it: the first cause, if there is one.

use super::{COMPATIBILITY, DESCRIPTION, FIELDS, NAME, RESERVED};
use crate::{
    effective::{Objection, SkillFault},
    steps::{
        catalog::Word,
        head,
        newlines::Universal,
        python_yaml::{self, Dialect, Head, Node, Type, type_of},
        space,
    },
};
use std::ops::Range;

/// Where the head begins.
const BASE: usize = "---\n".len();

/// Name and description of a skill that can be uploaded.
pub(super) fn of(file: &str) -> Result<(Word, Word), Objection> {
    let read = Universal::of(file);
    let opening = 0..file.lines().next().unwrap_or_default().len();
    let at_start = |message: &str, fault: SkillFault| Objection {
        message: message.to_owned(),
        at: opening.clone(),
        fault: Some(fault),
    };
    let Some(opened) = read.text.strip_prefix("---") else {
        return Err(at_start("No YAML frontmatter found", head::unopened(&read.text)));
    };
    let bad_format = |fault: SkillFault| Err(at_start("Invalid frontmatter format", fault));
    let Some(inside) = opened.strip_prefix('\n') else {
        return bad_format(SkillFault::LeadingText);
    };
    let Some(end) = inside.find("\n---") else {
        return bad_format(SkillFault::Unclosed);
    };
    let head = &inside[..end];
    let parsed = python_yaml::read(head, Dialect::PyYaml).map_err(|fault| {
        let from = fault.byte(head);
        let rest = head[from..].lines().next().unwrap_or_default();
        let said = fault.message(head, Dialect::PyYaml);
        let message = format!("Invalid YAML in frontmatter: {said}");
        Objection {
            at: read.sources(&(BASE + from..BASE + from + rest.len())),
            fault: Some(SkillFault::Yaml(message.clone())),
            message,
        }
    })?;
    let Some(entries) = parsed.entries() else {
        let message = "Frontmatter must be a YAML dictionary".to_owned();
        let fault = parsed.is_empty().then_some(SkillFault::MissingKey("name"));
        return Err(Objection {
            message,
            at: opening.clone(),
            fault,
        });
    };
    let fields = Fields {
        read: &read,
        head: &parsed,
        entries,
        opening: opening.clone(),
    };
    fields.judge()
}

/// The keys of a head, and where they stand in the file.
struct Fields<'a> {
    read: &'a Universal,
    head: &'a Head,
    entries: Vec<(&'a Node, &'a Node)>,
    opening: Range<usize>,
}

impl<'a> Fields<'a> {
    /// The checks in their order.
    fn judge(&self) -> Result<(Word, Word), Objection> {
        self.only_known()?;
        for (key, message) in [
            ("name", "Missing 'name' in frontmatter"),
            ("description", "Missing 'description' in frontmatter"),
        ] {
            if self.value(key).is_none() {
                return Err(Objection {
                    message: message.to_owned(),
                    at: self.opening.clone(),
                    fault: Some(SkillFault::MissingKey(key)),
                });
            }
        }
        let name = self.text("name", "Name")?;
        self.name(&name)?;
        let description = self.text("description", "Description")?;
        if description.text.contains(['<', '>']) {
            let message = "Description cannot contain angle brackets (< or >)".to_owned();
            return Err(objection(message, &description, None));
        }
        self.short(&description, "description", "Description", DESCRIPTION)?;
        // Whatever is false to Python counts as not there.
        if self.value("compatibility").is_some_and(|node| !type_of(node).1) {
            let compatibility = self.text("compatibility", "Compatibility")?;
            self.short(&compatibility, "compatibility", "Compatibility", COMPATIBILITY)?;
        }
        if let Some(word) = RESERVED.iter().find(|word| name.text.contains(**word)) {
            let message = format!("The name holds the reserved word `{word}`; the upload is refused");
            let fault = SkillFault::Reserved(format!("`{word}`"));
            return Err(objection(message, &name, Some(fault)));
        }
        Ok((name, description))
    }

    fn only_known(&self) -> Result<(), Objection> {
        let mut unexpected: Vec<&Node> = self.entries.iter().map(|(key, _)| *key).collect();
        unexpected.retain(|key| {
            let is_text = type_of(key).0 == Type::Str;
            !(is_text && FIELDS.iter().any(|field| key.text() == Some(field.key)))
        });
        let Some(first) = unexpected.first() else {
            return Ok(());
        };
        let at = self.place(first);
        let other = unexpected
            .iter()
            .map(|key| type_of(key).0)
            .find(|kind| *kind != Type::Str);
        let message = match other {
            // The script sorts and joins the keys, which must be texts for that; which of two it comes to first
            // differs from run to run.
            Some(kind) if unexpected.len() > 1 => format!(
                "TypeError: '<' not supported between instances of 'str' and '{}'",
                kind.name()
            ),
            Some(kind) => format!(
                "TypeError: sequence item 0: expected str instance, {} found",
                kind.name()
            ),
            None => {
                let sorted = |mut keys: Vec<&str>| {
                    keys.sort_unstable();
                    keys.dedup();
                    keys.join(", ")
                };
                format!(
                    "Unexpected key(s) in SKILL.md frontmatter: {}. Allowed properties are: {}",
                    sorted(unexpected.iter().filter_map(|key| key.text()).collect()),
                    sorted(FIELDS.iter().map(|field| field.key).collect())
                )
            }
        };
        Err(Objection {
            message,
            at,
            fault: None,
        })
    }

    fn name(&self, name: &Word) -> Result<(), Objection> {
        let shown = &name.text;
        let is_plain = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
        let message = if !shown.chars().all(is_plain) {
            format!("Name '{shown}' should be kebab-case (lowercase letters, digits, and hyphens only)")
        } else if shown.starts_with('-') || shown.ends_with('-') || shown.contains("--") {
            format!("Name '{shown}' cannot start/end with hyphen or contain consecutive hyphens")
        } else {
            return self.short(name, "name", "Name", NAME);
        };
        Err(objection(message, name, None))
    }

    fn short(&self, word: &Word, key: &'static str, title: &str, most: usize) -> Result<(), Objection> {
        let length = word.text.chars().count();
        if length <= most {
            return Ok(());
        }
        let message = format!("{title} is too long ({length} characters). Maximum is {most} characters.");
        Err(objection(message, word, Some(SkillFault::TooLong(key, most))))
    }

    /// The value of a key, trimmed but for the last one; it must be a text.
    fn text(&self, key: &'static str, title: &str) -> Result<Word, Objection> {
        let entry = self.entry(key);
        let node = entry.map(|(_, value)| value);
        let at = entry.map_or_else(
            || self.opening.clone(),
            |(key, value)| {
                let at = self.place(value);
                // A value that is not written has no place of its own.
                if at.is_empty() { self.place(key) } else { at }
            },
        );
        let kind = node.map_or(Type::None, |node| type_of(node).0);
        let text = node.and_then(|node| node.text()).filter(|_| kind == Type::Str);
        let Some(text) = text else {
            let fault = if kind == Type::None {
                SkillFault::EmptyValue(key)
            } else {
                SkillFault::Kind(key, "a text")
            };
            return Err(Objection {
                message: format!("{title} must be a string, got {}", kind.name()),
                at,
                fault: Some(fault),
            });
        };
        let text = match key {
            "compatibility" => text,
            _ => text.trim_matches(space::python),
        };
        Ok(Word::from((text.to_owned(), at)))
    }

    /// The last entry of a key.
    fn entry(&self, key: &str) -> Option<(&'a Node, &'a Node)> {
        let is_key = |node: &Node| node.text() == Some(key) && type_of(node).0 == Type::Str;
        self.entries
            .iter()
            .rev()
            .find(|(known, _)| is_key(known))
            .copied()
    }

    fn value(&self, key: &str) -> Option<&'a Node> {
        self.entry(key).map(|(_, value)| value)
    }

    fn place(&self, node: &Node) -> Range<usize> {
        let bytes = self.head.bytes(node);
        self.read.sources(&(BASE + bytes.start..BASE + bytes.end))
    }
}

fn objection(message: String, word: &Word, fault: Option<SkillFault>) -> Objection {
    Objection {
        message,
        at: word.range.clone().unwrap_or_default(),
        fault,
    }
}
