//! What `skills-ref validate` says of a skill: whether there is a head (the first cause ends it), then every key of
//! it that is wrong.

use super::yaml::{self, Field, Refused};
use crate::{
    effective::{Objection, SkillFault},
    steps::{
        catalog::{Entry, Word},
        head,
        newlines::Universal,
        space,
    },
};
use agents_syntax::Text;
use std::{ops::Range, path::Path};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The most characters of each key.
pub(super) const NAME: usize = 64;
pub(super) const DESCRIPTION: usize = 1_024;
pub(super) const COMPATIBILITY: usize = 500;

/// The keys there may be, sorted.
const ALLOWED: [&str; 6] = [
    "allowed-tools",
    "compatibility",
    "description",
    "license",
    "metadata",
    "name",
];

const FENCE: &str = "---";

/// A skill in which nothing is wrong.
pub(super) struct Skill {
    name: Word,
    description: Word,
}

impl Skill {
    pub(super) fn entry(self, path: &Path, text: &Text) -> Entry {
        Entry {
            path: path.to_path_buf(),
            text: text.clone(),
            name: self.name,
            description: self.description,
            passed: None,
        }
    }
}

/// The verdict on the text of a skill's file in `folder`.
pub(super) fn of(file: &str, folder: &Path) -> Result<Skill, Vec<Objection>> {
    let read = Universal::of(file);
    let at_start = |message: &str, fault: Option<SkillFault>| {
        vec![Objection {
            message: message.to_owned(),
            at: 0..file.lines().next().unwrap_or_default().len(),
            fault,
        }]
    };
    let Some(opened) = read.text.strip_prefix(FENCE) else {
        let message = "SKILL.md must start with YAML frontmatter (---)";
        return Err(at_start(message, Some(head::unopened(&read.text))));
    };
    // Three hyphens end the head wherever they are.
    let Some(end) = opened.find(FENCE) else {
        let message = "SKILL.md frontmatter not properly closed with ---";
        return Err(at_start(message, Some(SkillFault::Unclosed)));
    };
    let head = &opened[..end];
    let place = |at: &Range<usize>| read.sources(&(FENCE.len() + at.start..FENCE.len() + at.end));
    let fields = match yaml::fields(head) {
        Ok(fields) => fields,
        Err(Refused::Fault(message, at)) => {
            let rest = head[at..].lines().next().unwrap_or_default();
            let fault = Some(SkillFault::Yaml(message.clone()));
            let at = place(&(at..at + rest.len()));
            return Err(vec![Objection { message, at, fault }]);
        }
        Err(refused) => {
            let fault = matches!(refused, Refused::Empty).then_some(SkillFault::MissingKey("name"));
            return Err(at_start("SKILL.md frontmatter must be a YAML mapping", fault));
        }
    };
    let mut judge = Judge {
        fields: &fields,
        place: &place,
        opening: 0..FENCE.len(),
        objections: Vec::new(),
    };
    judge.keys();
    judge.name(folder);
    judge.description();
    judge.compatibility();
    if !judge.objections.is_empty() {
        return Err(judge.objections);
    }
    let word = |key: &str| {
        let field = fields.iter().find(|field| field.key == key);
        let text = field.and_then(|field| field.text.as_deref()).unwrap_or_default();
        Word {
            text: text.trim_matches(space::python).to_owned(),
            range: field.map(|field| place(&field.at)),
        }
    };
    Ok(Skill {
        name: word("name"),
        description: word("description"),
    })
}

struct Judge<'a> {
    fields: &'a [Field],
    place: &'a dyn Fn(&Range<usize>) -> Range<usize>,
    opening: Range<usize>,
    objections: Vec<Objection>,
}

impl<'a> Judge<'a> {
    fn keys(&mut self) {
        let mut unexpected: Vec<&Field> = self.fields.iter().collect();
        unexpected.retain(|field| !ALLOWED.contains(&field.key.as_str()));
        let Some(first) = unexpected.first() else { return };
        let at = (self.place)(&first.key_at);
        let mut keys: Vec<&str> = unexpected.iter().map(|field| field.key.as_str()).collect();
        keys.sort_unstable();
        let allowed: Vec<String> = ALLOWED.iter().map(|key| format!("'{key}'")).collect();
        let message = format!(
            "Unexpected fields in frontmatter: {}. Only [{}] are allowed.",
            keys.join(", "),
            allowed.join(", ")
        );
        self.object(message, at, None);
    }

    fn name(&mut self, folder: &Path) {
        let Some((text, at)) = self.filled("name") else {
            return;
        };
        let name: String = text.trim_matches(space::python).nfkc().collect();
        let length = name.chars().count();
        if length > NAME {
            let message = format!("Skill name '{name}' exceeds {NAME} character limit ({length} chars)");
            self.object(message, at.clone(), Some(SkillFault::TooLong("name", NAME)));
        }
        let mut object = |message: String| self.object(message, at.clone(), None);
        if name != name.to_lowercase() {
            object(format!("Skill name '{name}' must be lowercase"));
        }
        if name.starts_with('-') || name.ends_with('-') {
            object("Skill name cannot start or end with a hyphen".to_owned());
        }
        if name.contains("--") {
            object("Skill name cannot contain consecutive hyphens".to_owned());
        }
        if !name.chars().all(|char| char == '-' || is_alphanumeric(char)) {
            object(format!(
                "Skill name '{name}' contains invalid characters. Only letters, digits, and hyphens are allowed."
            ));
        }
        let folder = folder.file_name().unwrap_or_default().to_string_lossy();
        if folder.nfkc().ne(name.chars()) {
            let message = format!("Directory name '{folder}' must match skill name '{name}'");
            let fault = SkillFault::NotFolder(folder.into_owned());
            self.object(message, at, Some(fault));
        }
    }

    fn description(&mut self) {
        let Some((text, at)) = self.filled("description") else {
            return;
        };
        // Space at the ends counts.
        let length = text.chars().count();
        if length > DESCRIPTION {
            let message = format!("Description exceeds {DESCRIPTION} character limit ({length} chars)");
            self.object(message, at, Some(SkillFault::TooLong("description", DESCRIPTION)));
        }
    }

    fn compatibility(&mut self) {
        let Some(field) = self.field("compatibility") else {
            return;
        };
        let at = (self.place)(&field.at);
        let Some(text) = &field.text else {
            self.object("Field 'compatibility' must be a string".to_owned(), at, None);
            return;
        };
        let length = text.chars().count();
        if length > COMPATIBILITY {
            let message = format!("Compatibility exceeds {COMPATIBILITY} character limit ({length} chars)");
            self.object(
                message,
                at,
                Some(SkillFault::TooLong("compatibility", COMPATIBILITY)),
            );
        }
    }

    fn field(&self, key: &str) -> Option<&'a Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The text of a key that must be there and have one.
    fn filled(&mut self, key: &'static str) -> Option<(&'a str, Range<usize>)> {
        let Some(field) = self.field(key) else {
            let message = format!("Missing required field in frontmatter: {key}");
            self.object(message, self.opening.clone(), Some(SkillFault::MissingKey(key)));
            return None;
        };
        let text = field.text.as_deref().unwrap_or_default();
        if text.trim_matches(space::python).is_empty() {
            let at = (self.place)(&(field.key_at.start..field.at.end.max(field.key_at.end)));
            let fault = match field.text {
                Some(_) => SkillFault::EmptyValue(key),
                None => SkillFault::Kind(key, "a text"),
            };
            let message = format!("Field '{key}' must be a non-empty string");
            self.object(message, at, Some(fault));
            return None;
        }
        Some((text, (self.place)(&field.at)))
    }

    fn object(&mut self, message: String, at: Range<usize>, fault: Option<SkillFault>) {
        self.objections.push(Objection { message, at, fault });
    }
}

/// Letters and numbers as Python's `isalnum` has them: marks are none, and neither are the letters in black circles
/// and squares, which Unicode calls symbols.
fn is_alphanumeric(char: char) -> bool {
    let is_symbol = matches!(char, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}');
    char.is_alphanumeric() && !is_symbol && !is_combining_mark(char)
}
