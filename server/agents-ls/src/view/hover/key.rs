//! What a key of a skill's head is, who reads it, and what each of them sees.

use super::{Asked, skill};
use crate::{
    assist::{
        keys::{self, Key},
        kind,
    },
    view::inert,
};
use agents_lint::finding::list;
use agents_prompt::{
    effective::{Skill, SkillFate},
    runtimes,
};
use agents_syntax::frontmatter::Entry;
use agents_workspace::File;
use std::ops::Range;

/// About the key under the cursor; `None` when there is none, or nothing is known of it.
pub(super) fn about_key(asked: &Asked<'_>, file: &File) -> Option<(Range<usize>, String)> {
    let kind = kind(asked.project, asked.path).filter(|kind| kind.is_skill())?;
    let head = file.document().frontmatter()?;
    let entry = head
        .entries
        .iter()
        .find(|entry| entry.key_range.contains(&asked.byte))?;
    let keys = keys::keys(asked.project, asked.path, kind);
    let mut blocks: Vec<String> = fault(asked).into_iter().collect();
    match keys.iter().find(|key| key.field.key == entry.key) {
        Some(key) => blocks.extend(known(asked, key)),
        None => blocks.push(unknown(asked, &entry.key)?),
    }
    blocks.extend(values(asked, entry));
    Some((entry.key_range.clone(), super::joined(blocks, Vec::new())))
}

/// What is wrong with the skill as a whole: it matters more than any key.
fn fault(asked: &Asked<'_>) -> Option<String> {
    let active = asked.runtime(asked.path);
    let situation = asked.project.situation_of(active, asked.path);
    let prompt = asked.prompts.get(active, &situation, asked.files);
    let skill = prompt.skills.iter().find(|skill| skill.path == asked.path)?;
    let is_sent = matches!(skill.fate, SkillFate::Listed | SkillFate::OnDemand);
    (!is_sent).then(|| skill::about(asked.project, active, &prompt, skill))
}

/// What it is, its shape, and who reads it.
fn known(asked: &Asked<'_>, key: &Key<'_>) -> Vec<String> {
    let shape = keys::shape(&key.field);
    let mut blocks = vec![
        format!("**{}**: {shape}", inert::code(key.field.key)),
        key.field.about.to_owned(),
    ];
    let is_alike = |field: &agents_prompt::runtime::SkillField| {
        (field.kind, field.is_required, field.most) == (key.field.kind, key.field.is_required, key.field.most)
    };
    let (alike, others): (Vec<_>, Vec<_>) = key.readers.iter().partition(|(_, field)| is_alike(field));
    let names: Vec<String> = alike.iter().map(|(active, _)| active.name.to_string()).collect();
    let mut lines = Vec::new();
    if names.is_empty() {
        lines.push("A key of the Agent Skills format; which of them a runtime reads differs.".to_owned());
    } else {
        lines.push(format!("Read by {}", list(&names)));
    }
    for (active, field) in others {
        lines.push(format!("Read by {}: {}", active.name, keys::shape(&field)));
    }
    let ignorant: Vec<String> = keys::readers(asked.project, asked.path)
        .into_iter()
        .filter(|active| !key.readers.is_empty() && does_not_read(active.runtime, key.field.key))
        .map(|active| active.name.to_string())
        .collect();
    if !ignorant.is_empty() {
        lines.push(format!("Not read by {}", list(&ignorant)));
    }
    blocks.push(lines.join("  \n"));
    blocks
}

/// Whether a runtime is known to read other keys and not this one.
fn does_not_read(runtime: &dyn agents_prompt::Runtime, key: &str) -> bool {
    let fields = runtime.skill_fields();
    !fields.is_empty() && fields.iter().all(|field| field.key != key)
}

/// A key that no active runtime reads; `None` when it is not known what they read.
fn unknown(asked: &Asked<'_>, key: &str) -> Option<String> {
    let readers = keys::readers(asked.project, asked.path);
    if readers.is_empty() || !readers.iter().all(|active| does_not_read(active.runtime, key)) {
        return None;
    }
    let names: Vec<String> = readers.iter().map(|active| active.name.to_string()).collect();
    let elsewhere: Vec<String> = runtimes::all()
        .iter()
        .filter(|runtime| runtime.skill_fields().iter().any(|field| field.key == key))
        .map(|runtime| runtime.name().to_owned())
        .collect();
    let by = if elsewhere.is_empty() {
        String::new()
    } else {
        format!("; it is a key of {}", list(&elsewhere))
    };
    Some(format!(
        "**{}**: not read by {}{by}",
        inert::code(key),
        list(&names)
    ))
}

/// The value as each runtime sees it, where that is not what is written.
fn values(asked: &Asked<'_>, entry: &Entry) -> Option<String> {
    let value_of: fn(&Skill) -> Option<&String> = match entry.key.as_str() {
        "name" => |skill| skill.name.as_ref(),
        "description" => |skill| skill.description.as_ref(),
        _ => return None,
    };
    let written = entry.scalar.as_deref().unwrap_or_default().trim();
    let mut lines = Vec::new();
    let mut differs = false;
    for active in keys::readers(asked.project, asked.path) {
        let situation = asked.project.situation_of(active, asked.path);
        let prompt = asked.prompts.get(active, &situation, asked.files);
        let skill = prompt.skills.iter().find(|skill| skill.path == asked.path);
        let Some(value) = skill.and_then(value_of) else {
            continue;
        };
        differs |= value.trim() != written;
        lines.push(format!("{} sees {}", active.name, inert::code(value)));
    }
    differs.then(|| lines.join("  \n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{assist::testing::Fake, view::hover};
    use agents_lint::NoTokens;
    use agents_prompt::{
        PromptCache,
        runtime::{FieldKind, SkillField},
    };
    use agents_workspace::MemoryFiles;
    use std::path::Path;

    const fn field(key: &'static str, is_required: bool) -> SkillField {
        SkillField {
            is_required,
            ..SkillField::new(key, FieldKind::Text, "What it does.")
        }
    }

    static ONE: Fake = Fake {
        name: "one",
        fields: &[field("name", true), field("when", false)],
    };
    static TWO: Fake = Fake {
        name: "two",
        fields: &[field("name", false)],
    };

    /// The hover on the key of a skill's second line.
    fn on(key: &str) -> String {
        let mut files = MemoryFiles::new();
        files.add("/w/x/SKILL.md", format!("---\n{key}: x\n---\n"));
        let project = Fake::project(&[&ONE, &TWO]);
        let asked = Asked {
            project: &project,
            files: &files,
            prompts: &PromptCache::default(),
            path: Path::new("/w/x/SKILL.md"),
            byte: 5,
            detail: hover::Detail::Line,
            is_provisional: false,
            tokens: &NoTokens,
            link: None,
        };
        hover::hover(&asked).expect("a hover").markdown
    }

    #[test]
    fn a_key_is_told_of_with_all_who_read_it() {
        assert_eq!(
            on("name"),
            "**`name`**: text, required\n\nWhat it does.\n\nRead by one  \nRead by two: text"
        );
        assert_eq!(
            on("when"),
            "**`when`**: text\n\nWhat it does.\n\nRead by one  \nNot read by two"
        );
    }

    #[test]
    fn a_key_that_nobody_reads_is_told_of_as_such() {
        assert_eq!(on("whenn"), "**`whenn`**: not read by one and two");
    }
}
