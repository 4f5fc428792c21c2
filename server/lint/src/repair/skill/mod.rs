//! Making a loader accept a skill: one step for each fault, and then whatever else the loaders still object
//! to, so that a mended skill is a listed skill.
//!
//! * `step`: one step; `fault`: the one that mends a fault.
//! * `opening`: the lines around a head; `key`: its keys; `yaml`: what YAML does not take; `fence`:
//!   a fence around it all.
//! * `draft`: what nobody wrote; `words_left`: what is left for a person.

mod draft;
mod fault;
mod fence;
mod key;
mod opening;
mod step;
mod words_left;
mod yaml;

use super::{body, changed, head};
use crate::{
    fix::{Applicability, FileEdit, Fix, difference},
    view::FileView,
};
use agents_prompt::effective::{SkillFate, SkillFault};
use agents_syntax::Text;
use step::{MOST_STEPS, Step, graver};
use words_left::{HEAD, left_words, person};

pub(crate) use draft::name_of;
pub(crate) use fault::certain;
pub use fence::is_fenced;

use fault::step;
use fence::{fence, unfenced};

/// In a head with more lines of keys nothing is mended step by step: every loader reads the whole of it after each step,
/// and whoever asks for a fix waits for that. A head that somebody wrote has a dozen.
const MOST_KEYS: usize = 64;

/// A fix that begins with `fault` and goes on until every runtime that reads files of this place takes the skill, or
/// only what a person can mend is left; the title says what that is. `None` when `fault` itself is for a person.
#[must_use]
pub fn mend(file: &FileView<'_>, code: &'static str, fault: &SkillFault) -> Option<Fix> {
    let before = file.text()?.to_string();
    let mended = run(file, &before, vec![fault.clone()], true)?;
    // A draft in a head that stays broken is no help.
    if mended.way == Applicability::Draft && mended.left.iter().any(|fault| person(fault) == HEAD) {
        return None;
    }
    Some(fix(file, code, &before, mended))
}

/// The same, only if nothing is left for a person.
#[must_use]
pub fn mend_whole(file: &FileView<'_>, code: &'static str, fault: &SkillFault) -> Option<Fix> {
    let before = file.text()?.to_string();
    let mended = run(file, &before, vec![fault.clone()], true).filter(|mended| mended.left.is_empty())?;
    Some(fix(file, code, &before, mended))
}

fn fix(file: &FileView<'_>, code: &'static str, before: &str, mended: Mended) -> Fix {
    let edits = difference(before, &mended.text);
    let mut steps = mended.steps;
    steps.extend(ends_changed(before, &mended.text).filter(|ends| !steps.iter().any(|step| step == ends)));
    Fix {
        title: format!(
            "{}{}",
            super::capitalised(&steps.join(", ")),
            left_words(&mended.left)
        ),
        applicability: mended.way,
        rule: Some(code),
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits,
        }],
    }
}

/// The text of a skill with everything mended that is certain, whatever else is left; `None` when nothing is.
#[must_use]
pub fn safe_part(file: &FileView<'_>) -> Option<Text> {
    let text = file.text()?;
    let before = text.to_string();
    let mended = run(file, &before, remaining(file, &before), false)?;
    let after = Text::new(&mended.text);
    body::is_same(text, &after).then_some(after)
}

/// What a person has to mend of a text, as the end of a title: `; left for you: the name`. Empty when nothing is.
#[must_use]
pub fn left(file: &FileView<'_>, text: &Text) -> String {
    left_words(&remaining(file, &text.to_string()))
}

/// What a change makes of the line ends of a text, in the imperative, if it changes those of all lines.
#[must_use]
pub fn ends_changed(before: &str, after: &str) -> Option<String> {
    let windows = |text: &str| text.matches("\r\n").count();
    let plain = |text: &str| text.matches('\n').count() - windows(text);
    let is_mixed = windows(before) > 0 && plain(before) > 0;
    if windows(before) > 0 && windows(after) == 0 && plain(after) > 0 {
        Some("change line ends to LF".to_owned())
    } else if is_mixed && plain(after) == 0 && windows(after) > 0 {
        Some("change line ends to CR LF".to_owned())
    } else {
        None
    }
}

/// What became of a text.
struct Mended {
    text: String,
    steps: Vec<String>,
    /// How close a look the gravest step needs.
    way: Applicability,
    /// What loaders still say against it.
    left: Vec<SkillFault>,
}

/// Mends a text step by step, `first` first. `None` when none of that can be mended.
fn run(file: &FileView<'_>, before: &str, first: Vec<SkillFault>, with_unsure: bool) -> Option<Mended> {
    if head::keys(&Text::new(before)) > MOST_KEYS {
        return None;
    }
    let mut mended = Mended {
        text: before.to_owned(),
        steps: Vec::new(),
        way: Applicability::Safe,
        left: first,
    };
    let mut keeps_ends = true;
    for _ in 0..MOST_STEPS {
        let text = &mended.text;
        let taken = |fault: &SkillFault| {
            // A fence hides whatever else is wrong.
            let step = if fence(text).is_some() {
                Step::safe(unfenced(text)?, "unwrap the code fence")
            } else {
                step(text, fault, file.path)?
            };
            let is_taken = step.text != *text && (with_unsure || step.way == Applicability::Safe);
            is_taken.then_some((step, *fault == SkillFault::CarriageReturns))
        };
        let next = mended.left.iter().find_map(taken);
        // What a loader bears comes last: it may go with what none bears.
        let next = next.or_else(|| borne(file, text).as_ref().and_then(taken));
        let Some((step, is_of_ends)) = next else { break };
        mended.way = graver(mended.way, step.way);
        // A step may take the only line break away that showed which kind the text has.
        keeps_ends &= !is_of_ends;
        mended.text = if keeps_ends {
            with_ends_of(before, step.text)
        } else {
            step.text
        };
        if !mended.steps.contains(&step.title) {
            mended.steps.push(step.title);
        }
        mended.left = remaining(file, &mended.text);
    }
    (mended.text != before).then_some(mended)
}

/// What the loaders say against the text, each its first objection.
fn remaining(file: &FileView<'_>, text: &str) -> Vec<SkillFault> {
    let faults = file.runtimes.iter().filter_map(|view| {
        let prompt = changed::prompt(file, view, Text::new(text));
        let skill = prompt.skills.iter().find(|skill| skill.path == file.path)?;
        match &skill.fate {
            SkillFate::Skipped(fault) => Some(fault.clone()),
            _ => None,
        }
    });
    faults.collect()
}

/// The first thing that a loader bears and that can be mended without changing a meaning.
fn borne(file: &FileView<'_>, text: &str) -> Option<SkillFault> {
    file.runtimes.iter().find_map(|view| {
        let prompt = changed::prompt(file, view, Text::new(text));
        let skill = prompt.skills.into_iter().find(|skill| skill.path == file.path)?;
        let fault = skill
            .passed
            .filter(|_| !matches!(skill.fate, SkillFate::Shadowed { .. }))?;
        let step = step(text, &fault, file.path)?;
        (step.way != Applicability::Unsafe && step.text != text).then_some(fault)
    })
}

/// A text with CR LF throughout if `before` had no other line breaks.
fn with_ends_of(before: &str, text: String) -> String {
    let breaks = before.matches('\n').count();
    if breaks == 0 || before.matches("\r\n").count() < breaks {
        return text;
    }
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}
