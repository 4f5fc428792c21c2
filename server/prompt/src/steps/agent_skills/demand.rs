//! Reading the head of a skill, and what a loader says against it.

use super::{Bears, Extras, Loader};
use crate::{
    effective::SkillFault,
    steps::{
        catalog::Word,
        head::{self, Fence},
        yaml,
    },
};
use agents_syntax::fact::BlockKind;
use agents_workspace::File;
use std::path::Path;

const FENCE: Fence = Fence {
    after_bom: true,
    closes_alone: true,
    open_ended: false,
};

/// Takes every name.
#[must_use]
pub fn any_name(_: &str) -> Option<&'static str> {
    None
}

/// Takes names of the format: at most 64 of `a-z`, `0-9` and single hyphens, none at the ends.
#[must_use]
pub fn standard_name(name: &str) -> Option<&'static str> {
    let is_plain = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
    if name.chars().count() > 64 {
        Some("it has more than 64 characters")
    } else if !name.chars().all(is_plain) {
        Some("it may hold a-z, 0-9 and hyphens")
    } else if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        Some("a hyphen stands at an end or beside another")
    } else {
        None
    }
}

/// Takes names of `a-z`, `0-9` and hyphens.
#[must_use]
pub fn plain_name(name: &str) -> Option<&'static str> {
    let is_plain = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
    (!name.chars().all(is_plain)).then_some("it may hold a-z, 0-9 and hyphens")
}

/// What is read of a head.
pub(super) struct Head {
    pub(super) name: Option<Word>,
    description: Option<Word>,
    /// What is wrong with the name's and the description's key, where one is missed.
    missed: [Option<SkillFault>; 2],
    true_keys: Vec<String>,
    /// Whether its list of who may call it leaves the model out.
    is_unlisted: bool,
}

impl Head {
    /// Reads the head of a file.
    ///
    /// # Errors
    /// Why there is none that can be read.
    pub(super) fn read(file: &File, bears: Bears, extras: Extras) -> Result<Self, SkillFault> {
        let text = file.text().to_string();
        let before = if bears.blank_before {
            blank_before(&text)
        } else {
            0
        };
        let head = parse(&text, before, extras)?;
        if extras.first_paragraph && head.description.is_none() {
            return Ok(Self {
                description: first_paragraph(file),
                ..head
            });
        }
        Ok(head)
    }

    /// Whether the model is not to be told of the skill.
    pub(super) fn is_hidden(&self, loader: &Loader) -> bool {
        let is_true = |key: &str| self.true_keys.iter().any(|known| known == key);
        self.is_unlisted || loader.hidden_by.is_some_and(is_true)
    }
}

/// Bytes of blank lines, and of a mark before them, that a head may stand behind.
fn blank_before(text: &str) -> usize {
    text.len() - text.trim_start_matches('\u{feff}').trim_start().len()
}

fn parse(text: &str, before: usize, extras: Extras) -> Result<Head, SkillFault> {
    let range = FENCE.find(&text[before..])?;
    let base = before + range.start;
    let head = &text[base..before + range.end];
    let read = if extras.strict_yaml {
        head::strict
    } else {
        yaml::entries
    };
    let entries = read(head, base).map_err(SkillFault::Yaml)?;
    let word = |key: &str| match &yaml::get(&entries, key) {
        Some(yaml::Entry {
            value: yaml::Value::Scalar(text),
            range,
            ..
        }) if !text.trim().is_empty() => Some(Word::from((text.clone(), range.clone()))),
        _ => None,
    };
    let is_unlisted = extras.listed_by.is_some_and(|(key, value)| {
        let entry = yaml::get(&entries, key);
        let list = entry.and_then(|entry| yaml::strings(entry, head, base));
        list.is_some_and(|list| !list.iter().any(|item| item == value))
    });
    let is_true = |entry: &&yaml::Entry| matches!(&entry.value, yaml::Value::Scalar(text) if text == "true");
    let words = ["name", "description"].map(|key| (key, word(key)));
    let missed = words
        .each_ref()
        .map(|(key, word)| word.is_none().then(|| head::missed(&entries, key)));
    let [(_, name), (_, description)] = words;
    Ok(Head {
        name,
        description,
        missed,
        true_keys: entries
            .iter()
            .filter(is_true)
            .map(|entry| entry.key.clone())
            .collect(),
        is_unlisted,
    })
}

/// The first paragraph of the body, its lines joined; headings, lists and code are none.
fn first_paragraph(file: &File) -> Option<Word> {
    let document = file.document();
    let mut blocks = document.blocks();
    let range = blocks.find(|block| block.kind == BlockKind::Paragraph)?.range;
    let written = file.text().substring(range.clone());
    let text = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let start = range.start + written.len() - written.trim_start().len();
    let end = range.start + written.trim_end().len();
    (!text.is_empty()).then(|| Word::from((text, start..end)))
}

/// What a loader takes.
pub(super) struct Met {
    pub(super) name: Word,
    pub(super) description: Word,
    /// What it passes over.
    pub(super) passed: Option<SkillFault>,
}

/// The name and the description, if the loader takes them.
///
/// # Errors
/// What it says against them.
pub(super) fn demand(head: Head, path: &Path, loader: &Loader) -> Result<Met, SkillFault> {
    let [no_name, no_description] = head.missed;
    let folder = path.parent().and_then(Path::file_name);
    let folder = folder
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let name = match head.name {
        Some(name) => name,
        None if loader.name_from_folder => Word {
            text: folder.clone(),
            range: None,
        },
        None => return Err(no_name.unwrap_or(SkillFault::MissingKey("name"))),
    };
    if let Some(why) = (loader.refuses)(&name.text) {
        return Err(SkillFault::Name(why.to_owned()));
    }
    if loader.name_is_folder && name.text != folder {
        return Err(SkillFault::NotFolder(folder));
    }
    let description = match head.description {
        Some(description) => description,
        None if loader.needs_description => {
            return Err(no_description.unwrap_or(SkillFault::MissingKey("description")));
        }
        None => Word {
            text: String::new(),
            range: None,
        },
    };
    match loader.description {
        Some(most) if description.text.chars().count() > most => {
            Err(SkillFault::TooLong("description", most))
        }
        _ => Ok(Met {
            passed: no_description
                .filter(is_of_note)
                .or(no_name.filter(|fault| is_of_note(fault) && !matches!(fault, SkillFault::EmptyValue(_)))),
            name,
            description,
        }),
    }
}

/// Whether a fault that a loader bears is one: a key need not be there, but what is there is meant.
fn is_of_note(fault: &SkillFault) -> bool {
    !matches!(fault, SkillFault::MissingKey(_))
}
