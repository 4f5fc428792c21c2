//! The list of skills as the model sees it. All names are kept; descriptions are left out where they do not
//! fit.

use super::{
    settings::{ClaudeSettings, Layout},
    skills::{Discovered, Found},
};
use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, SkillFate, Unit},
    steps::{
        collate,
        limit::{self, Gauge},
        loss,
    },
};
use std::path::{Path, PathBuf};

/// UTF-16 units that the skills which come with the program take of the list, those of two that may lose their
/// descriptions left aside; 2.1.332.
const BUNDLED: usize = 6_075;

/// The descriptions of those two; they come behind the user's skills.
const BUNDLED_LAST: usize = 134;

/// What the one takes that stays when the others are switched off.
const ALWAYS_BUNDLED: usize = 275;

const HEADING: &str = "The following skills are available for use with the Skill tool:\n\n";

/// The list of the start.
pub(super) fn part(
    prompt: &mut EffectivePrompt,
    settings: &ClaudeSettings,
    listed: &[Found],
) -> Option<Part> {
    if listed.is_empty() {
        return None;
    }
    let cap = settings.list.amount;
    let (gauge, unit, most) = (settings.list.gauge(), settings.list.unit, settings.list.counted());
    let lines: Vec<Line> = listed.iter().map(|one| Line::new(one, gauge)).collect();
    let (bundled, bundled_last) = bundled(settings);
    // The last line has no break, which is one more where breaks are counted for lines.
    let last_break = usize::from(unit != Unit::Lines);
    let bare: usize = lines.iter().map(|line| line.bare + 1).sum::<usize>() - last_break + bundled;
    let full = bare + lines.iter().map(|line| line.more).sum::<usize>();
    let mut used = bare;
    let mut losses = Vec::new();
    let mut segments = vec![Segment::literal(HEADING, "heading")];
    for (index, (one, line)) in listed.iter().zip(&lines).enumerate() {
        if index > 0 {
            segments.push(Segment::literal("\n", "skill"));
        }
        segments.push(Segment::literal(
            format!("- {}", one.title()),
            "name of the skill",
        ));
        // A short description behind one that did not fit may fit.
        if used + line.more <= most {
            used += line.more;
            segments.push(Segment::literal(": ", "skill"));
            segments.push(quote(one));
        } else {
            let cause = Cause::ListCap { cap };
            let range = one.range.clone();
            losses.push(loss::of(LossKind::Cut, &one.path, &one.text, range, cause, unit));
        }
        prompt.skills.push(one.skill(SkillFate::Listed));
    }
    if settings.is_window_given || unit == Unit::Lines {
        prompt.inexact(
            "How much of the list's budget the skills that Claude Code brings take is known for its default context \
             window only; here they are left out.",
        );
    } else if !losses.is_empty() {
        prompt.inexact(
            "The list of skills shares its budget with the skills that Claude Code brings; their length is that of \
             2.1.332 with no plugins.",
        );
    }
    prompt.budgets.push(Budget {
        scope: Scope::List,
        used: gauge.amount(full + bundled_last),
        cap: Some(cap),
        unit,
        setting: Some(settings.list_setting),
    });
    limit::admit_tokens(prompt, &[Some(settings.list)]);
    let role = match settings.layout {
        Layout::OneMessage => {
            segments.push(Segment::literal("\n</system-reminder>", "end"));
            "user"
        }
        Layout::Blocks | Layout::Before => "system",
    };
    Some(Part {
        name: "skills",
        role,
        layer: Layer::Start,
        segments,
        losses,
    })
}

/// What the program's own skills take of the budget, before and behind those of the user.
fn bundled(settings: &ClaudeSettings) -> (usize, usize) {
    match settings.bundled_skills {
        // How many lines they have is not known either.
        _ if settings.is_window_given || settings.list.unit == Unit::Lines => (0, 0),
        true => (BUNDLED, BUNDLED_LAST),
        false => (ALWAYS_BUNDLED, 0),
    }
}

/// What a touch adds: skills of folders below the start, the deepest first, and those whose patterns match.
pub(super) fn touch_part(
    prompt: &mut EffectivePrompt,
    settings: &ClaudeSettings,
    discovered: Vec<Discovered>,
    matched: Vec<Found>,
    listed: &[Found],
) -> Option<Part> {
    let mut segments = Vec::new();
    let mut all: Vec<(Found, Option<Place>)> = matched.into_iter().map(|one| (one, None)).collect();
    for Discovered { folder, place, here } in discovered {
        if here.len() > 1 {
            prompt.inexact(
                "Claude Code names skills it discovers in the order in which the file system lists them; they are \
                 shown by name.",
            );
        }
        let mut text = format!(
            "New skills discovered in {}, now available via the Skill tool:",
            place.display()
        );
        for one in &here {
            text.push_str(&format!("\n- {}", scoped_name(one, &folder, listed)));
        }
        segments.push(Segment::literal(text + "\n\n", "skills found on the way"));
        let place = Place { folder, place };
        all.extend(here.into_iter().map(|one| (one, Some(place.clone()))));
    }
    if all.is_empty() {
        return None;
    }
    all.sort_by(|(a, _), (b, _)| collate::compare(&a.name, &b.name));
    segments.push(Segment::literal(HEADING, "heading"));
    for (index, (one, place)) in all.iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        let name = match place {
            Some(place) => scoped_name(one, &place.folder, listed),
            None => one.title(),
        };
        segments.push(Segment::literal(format!("{gap}- {name}: "), "name of the skill"));
        segments.push(quote(one));
        if let Some(place) = place {
            segments.push(Segment::literal(note(one, place, listed), "where it is for"));
        }
        prompt.skills.push(one.skill(SkillFate::Listed));
    }
    let role = if settings.layout == Layout::OneMessage {
        "user"
    } else {
        "system"
    };
    Some(Part {
        name: "nested-skills",
        role,
        layer: Layer::Touch,
        segments,
        losses: Vec::new(),
    })
}

/// The name, with its folder where the start knows a skill of that name.
fn scoped_name(one: &Found, folder: &Path, listed: &[Found]) -> String {
    if is_known(one, listed) {
        format!("{}:{}", folder.display(), one.title())
    } else {
        one.title()
    }
}

/// A folder with skills of its own, and where they lie, from the start folder.
#[derive(Clone)]
struct Place {
    folder: PathBuf,
    place: PathBuf,
}

fn note(one: &Found, place: &Place, listed: &[Found]) -> String {
    let folder = place.folder.display();
    if is_known(one, listed) {
        let name = &one.name;
        format!(
            " (scoped to {folder}/ — use this instead of the unscoped \"{name}\" skill when the files being changed \
             are under {folder}/)"
        )
    } else {
        let place = place.place.display();
        format!(" (from {place} — applies when working on files under {folder}/)")
    }
}

fn is_known(one: &Found, listed: &[Found]) -> bool {
    listed.iter().any(|known| known.name == one.name)
}

/// One line of the list, as the cap counts.
struct Line {
    /// The line without its description.
    bare: usize,
    /// What the description adds.
    more: usize,
}

impl Line {
    fn new(one: &Found, gauge: Gauge) -> Self {
        Self {
            bare: gauge.of("- ") + gauge.of(&one.title()),
            more: gauge.of(": ") + gauge.of(&one.description),
        }
    }
}

/// The description as the source's own bytes where it is the same, else as rewritten.
fn quote(one: &Found) -> Segment {
    let same = one.range.len() == one.description.len()
        && one.text.slice(one.range.clone()) == one.description.as_str();
    if same {
        Segment::file(&one.path, &one.text, one.range.clone(), "description")
    } else {
        Segment::rewritten(
            &one.path,
            one.range.clone(),
            one.description.clone(),
            "description",
        )
    }
}
