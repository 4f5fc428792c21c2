//! The keys of a skill's head: what the active runtimes read, or the Agent Skills format where none says.

use super::Kind;
use agents_lint::finding::number;
use agents_prompt::{
    Active, Project,
    runtime::{FieldKind, Role, SkillField},
};
use std::path::Path;

/// A key of a skill's head.
#[derive(Debug, Clone)]
pub(crate) struct Key<'a> {
    /// What it is to the first runtime that reads it, or to the format.
    pub(crate) field: SkillField,
    /// The runtimes that read it, each with what it is there; none when the format stands in.
    pub(crate) readers: Vec<(&'a Active, SkillField)>,
}

/// The keys of the Agent Skills format (agentskills.io/specification).
const FORMAT: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The skill's name: small letters, digits and hyphens, the same as that of its folder.",
    )
    .most(64)
    .required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the skill does and when to use it; the model decides by this whether to load it.",
    )
    .most(1024)
    .required(),
    SkillField::new(
        "license",
        FieldKind::Text,
        "The name of the license, or of a file beside the skill that holds it.",
    ),
    SkillField::new(
        "compatibility",
        FieldKind::Text,
        "What the skill needs around it: a product, programs, the network.",
    )
    .most(500),
    SkillField::new(
        "metadata",
        FieldKind::Map,
        "Keys and values of your own, such as an author and a version.",
    ),
    SkillField::new(
        "allowed-tools",
        FieldKind::Tools {
            spaces: true,
            commas: false,
            list: false,
        },
        "Tools that the skill may use without asking; not every runtime minds it.",
    ),
];

/// How many of [`FORMAT`] a skill has that is one file among others: name and description.
const FLAT: usize = 2;

/// The keys of the head of a skill, the required ones first.
pub(crate) fn keys<'a>(project: &'a Project, path: &Path, kind: Kind) -> Vec<Key<'a>> {
    let mut keys: Vec<Key<'a>> = Vec::new();
    for active in readers(project, path) {
        for field in active.runtime.skill_fields() {
            match keys.iter_mut().find(|key| key.field.key == field.key) {
                Some(key) => key.readers.push((active, *field)),
                None => keys.push(Key {
                    field: *field,
                    readers: vec![(active, *field)],
                }),
            }
        }
    }
    if keys.is_empty() {
        let count = if kind == Kind::FlatSkill {
            FLAT
        } else {
            FORMAT.len()
        };
        keys.extend(FORMAT[..count].iter().map(|field| Key {
            field: *field,
            readers: Vec::new(),
        }));
    }
    keys.sort_by_key(|key| !key.field.is_required);
    keys
}

/// The active runtimes that take the file for a skill, the primary one first.
pub(crate) fn readers<'a>(project: &'a Project, path: &Path) -> Vec<&'a Active> {
    let readers = project.readers(path);
    let skills = readers.filter(|(_, role)| *role == Role::Skill);
    skills.map(|(active, _)| active).collect()
}

/// What a value may be, in a phrase: `text, required, at most 64 characters`.
pub(crate) fn shape(field: &SkillField) -> String {
    let mut out = match field.kind {
        FieldKind::Text => "text".to_owned(),
        FieldKind::Flag => "true or false".to_owned(),
        FieldKind::Number => "a number".to_owned(),
        FieldKind::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            match words.split_last() {
                Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
                _ => words.concat(),
            }
        }
        FieldKind::Tools { spaces, commas, list } => several("tools", spaces, commas, list),
        FieldKind::Several { spaces, commas, list } => several("texts", spaces, commas, list),
        FieldKind::Model => "a model".to_owned(),
        FieldKind::Texts => "a list, or text with commas".to_owned(),
        FieldKind::Map => "keys with values".to_owned(),
        FieldKind::Any => "any value".to_owned(),
    };
    if field.is_required {
        out.push_str(", required");
    }
    if let Some(most) = field.most {
        out.push_str(", at most ");
        out.push_str(&number(most));
        out.push_str(" characters");
    }
    out
}

fn several(what: &str, spaces: bool, commas: bool, list: bool) -> String {
    let between = match (spaces, commas) {
        (true, true) => "spaces or commas",
        (true, false) => "spaces",
        (false, true) => "commas",
        (false, false) => return format!("a list of {what}"),
    };
    let or_list = if list { ", or a list" } else { "" };
    format!("{what} with {between} between{or_list}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::testing::Fake;

    const fn field(key: &'static str, kind: FieldKind, is_required: bool, most: Option<usize>) -> SkillField {
        SkillField {
            is_required,
            most,
            ..SkillField::new(key, kind, "")
        }
    }

    static ONE: Fake = Fake {
        name: "one",
        fields: &[
            field("when", FieldKind::Text, false, None),
            field("name", FieldKind::Text, true, Some(64)),
        ],
    };
    static TWO: Fake = Fake {
        name: "two",
        fields: &[
            field("name", FieldKind::Text, false, None),
            field("model", FieldKind::Model, false, None),
        ],
    };
    static SILENT: Fake = Fake {
        name: "silent",
        fields: &[],
    };

    /// The keys of a skill as `key: readers`.
    fn shown(fakes: &[&'static Fake], path: &str) -> Vec<String> {
        let project = Fake::project(fakes);
        let keys = keys(&project, Path::new(path), Kind::Skill);
        let line = |key: &Key<'_>| {
            let readers: Vec<_> = key.readers.iter().map(|(active, _)| &*active.name).collect();
            format!("{}: {}", key.field.key, readers.join(" "))
        };
        keys.iter().map(line).collect()
    }

    #[test]
    fn keys_are_those_that_runtimes_read_and_the_required_ones_come_first() {
        let skill = "/w/x/SKILL.md";
        assert_eq!(
            shown(&[&ONE, &TWO, &SILENT], skill),
            ["name: one two", "when: one", "model: two"]
        );
        let format = [
            "name: ",
            "description: ",
            "license: ",
            "compatibility: ",
            "metadata: ",
            "allowed-tools: ",
        ];
        assert_eq!(shown(&[&SILENT], skill), format);
        assert_eq!(shown(&[&ONE], "/w/x.md"), format, "no skill to the runtime");
    }

    #[test]
    fn a_shape_says_what_a_value_may_be() {
        let text = field("k", FieldKind::Text, true, Some(1024));
        assert_eq!(shape(&text), "text, required, at most 1,024 characters");
        let word = field("k", FieldKind::Word(&["fork", "inline", "x"]), false, None);
        assert_eq!(shape(&word), "`fork`, `inline` or `x`");
        let tools = FieldKind::Tools {
            spaces: true,
            commas: true,
            list: true,
        };
        assert_eq!(
            shape(&field("k", tools, false, None)),
            "tools with spaces or commas between, or a list"
        );
    }
}
