//! The list of skills. What does not fit is named in one line at its end.

use super::{
    escaped,
    skills::{Found, Origin},
};
use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, SkillFate, Unit},
    steps::loss,
};

/// UTF-16 units of the list up to the line of what does not fit.
const UNITS: usize = 15_000;

/// The skills that come with the program stand last: name, and UTF-16 units of the entry.
const BUNDLED: &[(&str, usize)] = &[("customize-cloud-agent", 444), ("github-pr-media", 325)];

const OPENS: &str = "<available_skills>\n";

pub(super) fn add(prompt: &mut EffectivePrompt, found: &[Found]) {
    if found.is_empty() {
        return;
    }
    let units = |text: &str| text.encode_utf16().count();
    let mut segments = vec![Segment::literal(OPENS, "heading")];
    let mut used = units(OPENS);
    let mut losses = Vec::new();
    let mut left_out: Vec<&str> = Vec::new();
    let mut wanted = used;
    for one in found {
        let (before, description, after) = entry(one);
        let length = units(&before) + units(&description) + units(after);
        wanted += length;
        // The first that does not fit ends the list.
        if !left_out.is_empty() || used + length > UNITS {
            left_out.push(&one.name);
            let cause = Cause::ListCap { cap: UNITS };
            let range = one.range.clone();
            losses.push(loss::of(
                LossKind::Cut,
                &one.path,
                &one.text,
                range,
                cause,
                Unit::Utf16,
            ));
            prompt.skills.push(one.skill(SkillFate::OverBudget));
            continue;
        }
        used += length;
        segments.push(Segment::literal(before, "name of the skill"));
        let same =
            one.range.len() == description.len() && one.text.slice(one.range.clone()) == description.as_str();
        segments.push(if same {
            Segment::file(&one.path, &one.text, one.range.clone(), "description")
        } else {
            Segment::rewritten(&one.path, one.range.clone(), description, "description")
        });
        segments.push(Segment::literal(after, "place of the skill"));
        prompt.skills.push(one.skill(SkillFate::Listed));
    }
    for (name, length) in BUNDLED {
        if !left_out.is_empty() || used + length > UNITS {
            left_out.push(name);
        }
        used += length;
    }
    if !left_out.is_empty() {
        let line = format!(
            "Additional skills available (invoke by name): {}\n",
            left_out.join(", ")
        );
        segments.push(Segment::literal(line, "what does not fit"));
    }
    segments.push(Segment::literal("</available_skills>", "end"));
    prompt.budgets.push(Budget {
        scope: Scope::List,
        used: wanted,
        cap: Some(UNITS),
        unit: Unit::Utf16,
        setting: None,
    });
    prompt.parts.push(Part {
        name: "skills",
        role: "system",
        layer: Layer::Start,
        segments,
        losses,
    });
}

/// What stands before the description, the description, and what stands behind it.
fn entry(one: &Found) -> (String, String, &'static str) {
    let before = format!("<skill>\n  <name>{}</name>\n  <description>", escaped(&one.name));
    let after = match one.origin {
        Origin::Start | Origin::Above => "</description>\n  <location>project</location>\n</skill>\n",
        Origin::Copilot | Origin::Agents => "</description>\n  <location>user</location>\n</skill>\n",
    };
    (before, escaped(&one.description), after)
}
