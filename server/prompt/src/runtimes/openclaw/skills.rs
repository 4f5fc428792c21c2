//! The list of skills.

use super::pieces::{prefix, utf16};
use crate::{
    effective::{
        Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, Skill, SkillFate, SkillFault,
        Unit,
    },
    situation::Situation,
    steps::{
        cap::CONTEXT_WINDOW,
        config::{self, Layers},
        head,
        limit::{self, Gauge, Limit},
        loss,
        parameters::{self, Parameters},
        skills,
        skills::Scan,
        yaml,
    },
};
use agents_syntax::Text;
use agents_workspace::Files;
use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashSet},
    ops::Range,
    path::{Path, PathBuf},
};

/// Skills lie up to six levels below a folder of skills.
const SCAN: Scan = Scan {
    depth: 6,
    folders: 2_000,
    follow_links: false,
    linked_files: false,
};

/// The setting that holds the cap of the list.
const LIST_SETTING: &str = "skills.limits.maxSkillsPromptChars";

const LISTED: usize = 150;
const LIST_UNITS: usize = 18_000;

/// UTF-16 units of the words around the list: with full descriptions, shortened ones, none
/// (`skill-contract.ts`, 2026.9.6).
const FRAME_UNITS: [usize; 3] = [370, 378, 363];

/// UTF-16 units of the note that the list is shortened, which stands before it, at its longest.
const NOTE_UNITS: usize = 121;

/// What a description may be shortened to, in UTF-16 units.
const SHORTENED: std::ops::RangeInclusive<usize> = 4..=220;

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    layers: &Layers<'_>,
    root: &Path,
    agents_home: Option<&Path>,
    situation: &Situation,
    files: &dyn Files,
) {
    let state = super::state(situation);
    let parameters = Parameters::of(situation);
    // The weakest first: a stronger skill of one name takes its place. The user's `.agents` belongs to the
    // default state folder only, which is in use when its settings file is there.
    let roots = match parameters.all_skills(root, situation.home.as_deref()) {
        Some(own) => own.into_iter().rev().collect(),
        None => {
            let users = agents_home.map(|home| home.join(".agents/skills"));
            let mut roots: Vec<PathBuf> = state.map(|state| state.join("skills")).into_iter().collect();
            roots.extend(users);
            roots.extend([root.join(".agents/skills"), root.join("skills")]);
            roots
        }
    };
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for folder in roots {
        for path in skills::find(files, &folder, SCAN) {
            let Some(one) = read(prompt, files, &path) else {
                continue;
            };
            if let Some(loser) = found.insert(one.name.clone(), one) {
                let cause = Cause::SameName { by: path.clone() };
                let (kind, unit) = (LossKind::Shadowed, Unit::Utf16);
                prompt
                    .losses
                    .push(loss::whole(kind, &loser.path, &loser.text, cause, unit));
                prompt.skills.push(loser.skill(SkillFate::Shadowed { by: path }));
            }
        }
    }
    let (hidden, mut listed): (Vec<_>, Vec<_>) = found.into_values().partition(|one| one.hidden);
    prompt
        .skills
        .extend(hidden.iter().map(|one| one.skill(SkillFate::OnDemand)));
    if listed.is_empty() {
        return;
    }
    listed.sort_by(|a, b| collate(&a.name, &b.name));
    list(prompt, layers, &parameters, &listed, situation.home.as_deref());
}

struct Found {
    path: PathBuf,
    text: Text,
    name: String,
    name_range: Option<Range<usize>>,
    description: String,
    description_range: Range<usize>,
    hidden: bool,
}

impl Found {
    fn skill(&self, fate: SkillFate) -> Skill {
        Skill {
            path: self.path.clone(),
            name: Some(self.name.clone()),
            description: Some(self.description.clone()),
            fate,
            passed: None,
        }
    }
}

fn read(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path) -> Option<Found> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Utf16));
            return None;
        }
    };
    let text = file.text();
    match parse(path, text) {
        Ok(found) => Some(found),
        Err(fault) => {
            let cause = Cause::Skill(fault.clone());
            prompt
                .losses
                .push(loss::whole(LossKind::Skipped, path, text, cause, Unit::Utf16));
            prompt.skills.push(Skill {
                path: path.to_path_buf(),
                name: None,
                description: None,
                fate: SkillFate::Skipped(fault),
                passed: None,
            });
            None
        }
    }
}

/// A head between `---` lines, after a byte order mark at most; `description` is needed.
fn parse(path: &Path, text: &Text) -> Result<Found, SkillFault> {
    let line = |index: usize| text.substring(text.line_range(index));
    let is_rule = |line: &str| line.trim_end() == "---";
    let first = line(0);
    let entries = if is_rule(first.trim_start_matches('\u{feff}')) {
        let close = (1..text.line_count()).find(|index| is_rule(&line(*index)));
        let close = close.ok_or(SkillFault::Unclosed)?;
        let start = text.line_start(1);
        yaml::entries(&text.substring(start..text.line_start(close)), start).map_err(SkillFault::Yaml)?
    } else {
        return Err(head::unopened(text.to_string().trim_start_matches('\u{feff}')));
    };
    let scalar = |key: &str| match yaml::get(&entries, key) {
        Some(yaml::Entry {
            value: yaml::Value::Scalar(value),
            range,
            ..
        }) => Some((value.trim().to_owned(), range.clone())).filter(|(value, _)| !value.is_empty()),
        _ => None,
    };
    let folder = path
        .parent()
        .and_then(Path::file_name)
        .map(|name| name.to_string_lossy().trim().to_owned());
    let (name, name_range) = match scalar("name") {
        Some((name, range)) => (name, Some(range)),
        None => (folder.unwrap_or_default(), None),
    };
    let description = scalar("description").ok_or_else(|| head::missed(&entries, "description"));
    let (description, description_range) = description?;
    let hidden = scalar("disable-model-invocation")
        .is_some_and(|(value, _)| matches!(value.to_lowercase().as_str(), "true" | "yes" | "1" | "on"));
    Ok(Found {
        path: path.to_path_buf(),
        text: text.clone(),
        name,
        name_range,
        description,
        description_range,
        hidden,
    })
}

/// How descriptions are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Full,
    /// At most so many units; 0 shows none.
    Short(usize),
}

fn list(
    prompt: &mut EffectivePrompt,
    layers: &Layers<'_>,
    parameters: &Parameters,
    listed: &[Found],
    home: Option<&Path>,
) {
    let most = layers
        .get("skills.limits.maxSkillsInPrompt", config::count)
        .unwrap_or(LISTED);
    let units = layers.get(LIST_SETTING, config::count).unwrap_or(LIST_UNITS);
    let own = parameters.skills_limit(CONTEXT_WINDOW);
    let limit = own.unwrap_or(Limit::new(units, Unit::Utf16));
    let (cap, gauge, unit) = (limit.counted(), limit.gauge(), limit.unit);
    let by_count = &listed[..most.min(listed.len())];
    let length = |skills: &[Found], form: Form| -> usize {
        let frame = match form {
            Form::Full => FRAME_UNITS[0],
            Form::Short(0) => FRAME_UNITS[2],
            Form::Short(_) => FRAME_UNITS[1],
        };
        let note = if form == Form::Full && skills.len() == listed.len() {
            0
        } else {
            NOTE_UNITS
        };
        let words = match unit {
            // How many lines the words around the list have is not known.
            Unit::Lines => 0,
            Unit::Bytes | Unit::Utf16 | Unit::Characters | Unit::Tokens => frame + note,
        };
        words
            + skills
                .iter()
                .map(|skill| entry_units(skill, form, home, gauge))
                .sum::<usize>()
    };
    let (shown, form) = if length(by_count, Form::Full) <= cap {
        (by_count, Form::Full)
    } else {
        let mut used = length(&[], Form::Short(0));
        let fits = by_count.iter().take_while(|skill| {
            used += entry_units(skill, Form::Short(0), home, gauge);
            used <= cap
        });
        let shown = &by_count[..fits.count()];
        // The longest form that fits; a longer one never takes less.
        let rooms: Vec<usize> = SHORTENED.collect();
        let fitting = rooms.partition_point(|units| length(shown, Form::Short(*units)) <= cap);
        let room = fitting.checked_sub(1).map_or(0, |last| rooms[last]);
        (shown, Form::Short(room))
    };
    let shown_paths: HashSet<&Path> = shown.iter().map(|skill| skill.path.as_path()).collect();

    let mut segments = vec![Segment::literal("<available_skills>\n", "heading")];
    let mut losses = Vec::new();
    for skill in listed {
        let is_shown = shown_paths.contains(skill.path.as_path());
        let kept = if is_shown { description(skill, form) } else { None };
        if kept.as_deref() != Some(&skill.description) {
            let range = skill.description_range.clone();
            let cause = Cause::ListCap { cap: limit.amount };
            losses.push(loss::of(
                LossKind::Cut,
                &skill.path,
                &skill.text,
                range,
                cause,
                unit,
            ));
        }
        if is_shown {
            entry(skill, kept, home, &mut segments);
            prompt.skills.push(skill.skill(SkillFate::Listed));
        } else {
            prompt.skills.push(skill.skill(SkillFate::OverBudget));
        }
    }
    segments.push(Segment::literal("</available_skills>", "end"));
    if (form != Form::Full || shown.len() < listed.len()) && !parameters.sets_skills() {
        prompt.inexact("The list of skills is shortened together with the skills that OpenClaw brings.");
    }
    if unit == Unit::Lines {
        prompt.inexact("How many lines of the list's cap OpenClaw's words around it take is not known.");
    }
    limit::admit_tokens(prompt, &[own]);
    prompt.budgets.push(Budget {
        scope: Scope::List,
        used: gauge.amount(length(listed, Form::Full)),
        cap: Some(limit.amount),
        unit,
        setting: Some(own.map_or(LIST_SETTING, |_| parameters::SKILLS_CAP.key)),
    });
    prompt.parts.push(Part {
        name: "skills",
        role: "system",
        layer: Layer::Start,
        segments,
        losses,
    });
}

fn entry_units(skill: &Found, form: Form, home: Option<&Path>, gauge: Gauge) -> usize {
    let description = description(skill, form);
    let mut units = gauge.of("  <skill>\n    <name></name>\n    <location></location>\n  </skill>\n");
    units += gauge.of(&escaped(&skill.name)) + gauge.of(&escaped(&location(skill, home)));
    if let Some(text) = description {
        units += gauge.of("    <description></description>\n") + gauge.of(&escaped(&text));
    }
    units
}

fn description(skill: &Found, form: Form) -> Option<String> {
    match form {
        Form::Full => Some(skill.description.clone()),
        Form::Short(0) => None,
        Form::Short(most) => {
            let words: Vec<&str> = skill.description.split_whitespace().collect();
            let line = words.join(" ");
            Some(if utf16(&line) <= most {
                line
            } else if most <= 3 {
                prefix(&line, most).to_owned()
            } else {
                format!("{}...", prefix(&line, most - 3).trim_end())
            })
        }
    }
}

fn entry(skill: &Found, description: Option<String>, home: Option<&Path>, segments: &mut Vec<Segment>) {
    segments.push(Segment::literal("  <skill>\n    <name>", "skill"));
    match &skill.name_range {
        Some(range) => segments.push(quote(skill, range, &escaped(&skill.name), "name of the skill")),
        None => segments.push(Segment::literal(escaped(&skill.name), "folder of the skill")),
    }
    segments.push(Segment::literal("</name>\n", "skill"));
    if let Some(text) = description {
        segments.push(Segment::literal("    <description>", "skill"));
        segments.push(quote(
            skill,
            &skill.description_range,
            &escaped(&text),
            "description",
        ));
        segments.push(Segment::literal("</description>\n", "skill"));
    }
    let place = escaped(&location(skill, home));
    let place = format!("    <location>{place}</location>\n  </skill>\n");
    segments.push(Segment::literal(place, "place of the skill"));
}

/// `text` as the source's own bytes where they are the same, else as rewritten.
fn quote(skill: &Found, range: &Range<usize>, text: &str, why: &'static str) -> Segment {
    if range.len() == text.len() && skill.text.slice(range.clone()) == text {
        Segment::file(&skill.path, &skill.text, range.clone(), why)
    } else {
        Segment::rewritten(&skill.path, range.clone(), text.to_owned(), why)
    }
}

/// The skill's path with `~` for the home folder.
fn location(skill: &Found, home: Option<&Path>) -> String {
    match home.and_then(|home| skill.path.strip_prefix(home).ok()) {
        Some(rest) => format!("~/{}", rest.display()),
        None => skill.path.display().to_string(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&apos;")
}

/// The order of `localeCompare(…, "en")` for names of ASCII: signs, digits, letters without regard to
/// case, then small letters first. Other characters come last, in code point order.
fn collate(a: &str, b: &str) -> Ordering {
    const SIGNS: &str = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";
    let key = |c: char| match SIGNS.find(c) {
        Some(at) => at as u32,
        None if c.is_ascii_digit() => 100 + c as u32,
        None => 1_000 + c.to_ascii_lowercase() as u32,
    };
    let primary = a.chars().map(key).cmp(b.chars().map(key));
    // Small letters before capitals where nothing else differs: the opposite of their code points.
    primary.then_with(|| b.cmp(a))
}
