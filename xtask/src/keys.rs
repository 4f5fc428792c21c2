//! The keys of heads, for `docs/runtimes.md`: a table of each runtime, and one of keys and runtimes.

use agents_prompt::{
    Runtime,
    runtime::{FieldKind, SkillField},
    runtimes,
};
use std::{collections::BTreeMap, fmt::Write as _};

/// The tables of one runtime.
pub(crate) fn section(out: &mut String, runtime: &dyn Runtime) {
    table(out, "Keys of a skill", runtime.skill_fields());
    table(out, "Keys of an agent's description", runtime.agent_fields());
}

/// Which runtimes read which keys of a skill, those that most of them read first.
pub(crate) fn matrix() -> String {
    let with_skills = runtimes::all()
        .iter()
        .filter(|runtime| !runtime.skill_fields().is_empty());
    let columns: Vec<&dyn Runtime> = with_skills.copied().collect();
    let mut readers: BTreeMap<&str, usize> = BTreeMap::new();
    for field in columns.iter().flat_map(|runtime| runtime.skill_fields()) {
        *readers.entry(field.key).or_default() += 1;
    }
    let mut keys: Vec<(&str, usize)> = readers.into_iter().collect();
    keys.sort_by_key(|(_, count)| std::cmp::Reverse(*count));

    let mut out = "## Keys of a skill\n\n\
        **required**: without it the skill is dropped. A runtime passes over keys that it does not read; the validators \
        skills-ref and claude-ai refuse a skill with one.\n\n| key |"
        .to_owned();
    for runtime in &columns {
        let _ = write!(out, " {} |", runtime.name());
    }
    out.push_str("\n|---|");
    out.push_str(&"---|".repeat(columns.len()));
    out.push('\n');
    for (key, _) in keys {
        let _ = write!(out, "| `{key}` |");
        for runtime in &columns {
            let field = runtime.skill_fields().iter().find(|field| field.key == key);
            let word = match field {
                None => "",
                Some(field) if field.is_required => "**required**",
                Some(_) => "yes",
            };
            let _ = write!(out, " {word} |");
        }
        out.push('\n');
    }
    out
}

fn table(out: &mut String, heading: &str, fields: &[SkillField]) {
    if fields.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\n{heading}:\n\n| key | type | most characters | |\n|---|---|---|---|"
    );
    for field in fields {
        let required = if field.is_required { ", required" } else { "" };
        let most = field.most.map(|most| most.to_string()).unwrap_or_default();
        let about = field.about.replace('|', "\\|");
        let _ = writeln!(
            out,
            "| `{}` | {}{required} | {most} | {about} |",
            field.key,
            kind(field.kind)
        );
    }
}

fn kind(kind: FieldKind) -> String {
    match kind {
        FieldKind::Text => "text".to_owned(),
        FieldKind::Flag => "`true` or `false`".to_owned(),
        FieldKind::Number => "number".to_owned(),
        FieldKind::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            words.join(", ")
        }
        FieldKind::Tools { spaces, commas, list } => several("tools", spaces, commas, list),
        FieldKind::Model => "model".to_owned(),
        FieldKind::Texts => several("texts", false, true, true),
        FieldKind::Several { spaces, commas, list } => several("texts", spaces, commas, list),
        FieldKind::Map => "keys with values".to_owned(),
        FieldKind::Any => "anything".to_owned(),
    }
}

/// `tools, separated by spaces or commas, or a list`.
fn several(what: &str, spaces: bool, commas: bool, list: bool) -> String {
    let separators: Vec<&str> = [(spaces, "spaces"), (commas, "commas")]
        .into_iter()
        .filter_map(|(is_one, name)| is_one.then_some(name))
        .collect();
    match (separators.is_empty(), list) {
        (true, _) => format!("a list of {what}"),
        (false, true) => format!("{what}, separated by {}, or a list", separators.join(" or ")),
        (false, false) => format!("{what}, separated by {}", separators.join(" or ")),
    }
}
