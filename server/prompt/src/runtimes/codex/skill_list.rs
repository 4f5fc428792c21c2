//! Codex's list of skills as the model sees it: short names of folders, and descriptions shortened together.

use super::{
    found::{self, Found, Origin},
    settings::CodexSettings,
};
use crate::effective::{
    BYTES_PER_TOKEN, Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, SkillFate, Unit,
};
use crate::steps::{limit::Gauge, loss};
use std::{ops::Range, path::PathBuf};

/// Tokens that the skills Codex brings with it and its words on short paths take of the list's budget
/// when descriptions are shortened, measured with 150 skills in 0.171.0.
const BUNDLED_TOKENS: usize = 121;

/// The same in another unit; how many lines that are is not known.
fn bundled(unit: Unit) -> usize {
    match unit {
        Unit::Tokens => BUNDLED_TOKENS,
        Unit::Bytes | Unit::Utf16 | Unit::Characters => BUNDLED_TOKENS * BYTES_PER_TOKEN,
        Unit::Lines => 0,
    }
}

/// Adds the list of `found`, in their order, to the prompt; `roots` are the folders with short names.
pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &CodexSettings,
    roots: &[PathBuf],
    found: &[Found],
) {
    let mut table = "### Skill roots\n".to_owned();
    for (index, root) in roots.iter().enumerate() {
        table.push_str(&format!("- `r{index}` = `{}`\n", root.display()));
    }
    let (cap, unit) = (settings.list.amount, settings.list.unit);
    let gauge = settings.list.gauge();
    let is_complete =
        settings.parameters.sets_skills() || found.iter().any(|one| one.scope == Origin::System);
    let bundled = if is_complete { 0 } else { bundled(unit) };
    let limit = cap.saturating_sub(gauge.amount(gauge.of(&table)) + bundled);
    let lines: Vec<Line> = found.iter().map(|one| Line::new(one, roots, gauge)).collect();
    let shares = allot(&lines, limit);

    let mut segments = vec![
        Segment::literal("<skills_instructions>\n## Skills\n", "heading"),
        Segment::literal("⟪codex: about skills⟫\n", "fixed text"),
        Segment::literal(table, "short names of folders"),
        Segment::literal("### Available skills\n", "heading"),
    ];
    let mut losses = Vec::new();
    for ((one, line), share) in found.iter().zip(&lines).zip(&shares) {
        let lose = |kept| {
            let range = found::tail_range(one, kept);
            let cause = Cause::ListCap { cap };
            loss::of(LossKind::Cut, &one.path, &one.text, range, cause, unit)
        };
        match share {
            None => {
                losses.push(lose(0));
                prompt.skills.push(one.skill(SkillFate::OverBudget));
            }
            Some(chars) => {
                if *chars < line.chars {
                    losses.push(lose(*chars));
                }
                line.write(one, *chars, &mut segments);
                prompt.skills.push(one.skill(SkillFate::Listed));
            }
        }
    }
    segments.push(Segment::literal("</skills_instructions>", "end"));
    if !losses.is_empty() && !settings.parameters.sets_skills() {
        prompt.inexact(
            "The list of skills is shortened together with the skills that Codex brings; their length is \
             known from one measurement only.",
        );
    }
    prompt.budgets.push(Budget {
        scope: Scope::List,
        used: cap - limit + lines.iter().map(|line| line.cost(line.chars)).sum::<usize>(),
        cap: Some(cap),
        unit,
        setting: Some(settings.list_setting),
    });
    prompt.parts.push(Part {
        name: "skills",
        role: "developer",
        layer: Layer::Start,
        segments,
        losses,
    });
}

/// One line of the list, with what it costs.
struct Line {
    locator: String,
    gauge: Gauge,
    /// The line without its description, the line break included, as it is counted.
    bare: usize,
    /// Characters of the description.
    chars: usize,
    /// Bytes of its first 0, 1, 2 … characters.
    prefix: Vec<usize>,
    /// The same as they are counted.
    counted: Vec<usize>,
}

impl Line {
    fn new(found: &Found, roots: &[PathBuf], gauge: Gauge) -> Self {
        let root = &roots[found.root.min(roots.len() - 1)];
        let locator = match found.path.strip_prefix(root) {
            Ok(rest) => format!("r{}/{}", found.root, rest.display()),
            Err(_) => found.path.display().to_string(),
        };
        Self {
            bare: gauge.of(&format!("- {}: (file: {locator})\n", found.name)),
            locator,
            gauge,
            chars: found.description.chars().count(),
            prefix: prefix(&found.description, char::len_utf8),
            counted: prefix(&found.description, |char| match gauge.unit() {
                Unit::Bytes | Unit::Tokens => char.len_utf8(),
                Unit::Utf16 => char.len_utf16(),
                Unit::Characters => 1,
                Unit::Lines => 0,
            }),
        }
    }

    /// The line with so much of its description in the unit of the cap, rounded up as Codex does with tokens.
    fn cost(&self, chars: usize) -> usize {
        let blank = if chars > 0 { self.gauge.of(" ") } else { 0 };
        self.gauge.amount(self.bare + self.counted[chars] + blank)
    }

    fn write(&self, found: &Found, chars: usize, segments: &mut Vec<Segment>) {
        segments.push(Segment::literal("- ", "skill"));
        match &found.name_range {
            Some(range) => segments.push(quote(found, range.clone(), &found.name, "name of the skill")),
            None => segments.push(Segment::literal(found.name.clone(), "folder of the skill")),
        }
        segments.push(Segment::literal(": ", "skill"));
        if chars > 0 {
            let why = if chars < self.chars {
                "description, cut"
            } else {
                "description"
            };
            let text = &found.description[..self.prefix[chars]];
            segments.push(quote(found, found.description_range.clone(), text, why));
            segments.push(Segment::literal(" ", "skill"));
        }
        segments.push(Segment::literal(
            format!("(file: {})\n", self.locator),
            "place of the skill",
        ));
    }
}

/// `text` as the source's own bytes where the source begins with it, else as rewritten.
fn quote(found: &Found, range: Range<usize>, text: &str, why: &'static str) -> Segment {
    let same = range.start..range.start + text.len();
    if same.end <= range.end && found.text.slice(same.clone()) == text {
        Segment::file(&found.path, &found.text, same, why)
    } else {
        Segment::rewritten(&found.path, range, text.to_owned(), why)
    }
}

/// Characters of each description that are shown; `None` for a skill that is left out.
///
/// When not everything fits, every skill keeps its line and the rest is dealt one character per skill in
/// rounds, past a skill whose next character does not fit; when not even the lines fit, descriptions go
/// and lines are taken while they fit (`allocate_skill_lines` in render.rs).
fn allot(lines: &[Line], limit: usize) -> Vec<Option<usize>> {
    let full: usize = lines.iter().map(|line| line.cost(line.chars)).sum();
    if full <= limit {
        return lines.iter().map(|line| Some(line.chars)).collect();
    }
    let least: usize = lines.iter().map(|line| line.cost(0)).sum();
    if least > limit {
        let mut used = 0;
        let mut fits = |line: &Line| {
            let next = used + line.cost(0);
            (next <= limit).then(|| used = next)
        };
        return lines.iter().map(|line| fits(line).map(|()| 0)).collect();
    }
    deal(lines, limit - least)
}

fn deal(lines: &[Line], mut left: usize) -> Vec<Option<usize>> {
    let mut shares = vec![0; lines.len()];
    loop {
        let mut changed = false;
        for (line, share) in lines.iter().zip(&mut shares) {
            if *share >= line.chars {
                continue;
            }
            let next = *share + 1;
            let step = line.cost(next) - line.cost(*share);
            if step <= left {
                (*share, left, changed) = (next, left - step, true);
            }
        }
        if !changed {
            return shares.into_iter().map(Some).collect();
        }
    }
}

/// The length of the first 0, 1, 2 … characters of a text.
fn prefix(text: &str, length: impl Fn(char) -> usize) -> Vec<usize> {
    let mut sum = 0;
    let mut out = vec![0];
    out.extend(text.chars().map(|char| {
        sum += length(char);
        sum
    }));
    out
}
