//! A description that is written down, and that a runtime which takes the skill does not see: APX finds no value in
//! lines that end in CR LF, and no head behind a byte order mark.

use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, difference},
    repair::{body, capitalised, changed, head, skill},
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::effective::{SkillFate, SkillFault};
use agents_syntax::Text;

const KEY: &str = "description";

/// What may hide a description, in the order in which it is taken away, and the beginning of a sentence about it.
const CAUSES: [(SkillFault, &str); 4] = [
    (SkillFault::ByteOrderMark, "Something stands before `---`"),
    (SkillFault::CarriageReturns, "The lines end in CR LF"),
    (
        SkillFault::KeyCase(KEY),
        "The key is not `description` in small letters",
    ),
    (SkillFault::IndentedKey(KEY), "`description` is indented"),
];

/// A finding for each runtime that takes the file for a skill and sees nothing of its description.
pub(super) fn report(rule: &dyn Rule, file: &FileView<'_>, out: &mut Vec<Finding>) {
    for view in &file.runtimes {
        let Some(hidden) = hidden(file, view) else {
            continue;
        };
        let Some(line) = file.text().and_then(|text| head::key_line(text, KEY)) else {
            continue;
        };
        let sentence = format!("{}, so {{}} sees no description.", hidden.cause);
        let mut finding = Finding::new(rule, file.path, line.range).effect(view.name(), sentence);
        finding.severity = Severity::Warning;
        out.push(finding);
    }
}

/// The fixes of one of those findings.
pub(super) fn fixes(rule: &dyn Rule, file: &FileView<'_>) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = Vec::new();
    for hidden in file.runtimes.iter().filter_map(|view| hidden(file, view)) {
        let Some(text) = file.text().filter(|text| body::is_same(text, &hidden.after)) else {
            continue;
        };
        let fix = Fix {
            title: capitalised(&hidden.steps.join(", ")),
            applicability: Applicability::Safe,
            rule: Some(rule.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: difference(&text.to_string(), &hidden.after.to_string()),
            }],
        };
        if !fixes.contains(&fix) {
            fixes.push(fix);
        }
    }
    fixes
}

struct Hidden {
    cause: &'static str,
    steps: Vec<String>,
    after: Text,
}

/// What hides the description of a skill from a runtime: the thing without which it is seen.
fn hidden(file: &FileView<'_>, view: &RuntimeView<'_>) -> Option<Hidden> {
    let known = view.skill(file.path)?;
    let is_taken = matches!(known.fate, SkillFate::Listed | SkillFate::OnDemand);
    if !is_taken || known.description.is_some() {
        return None;
    }
    let text = file.text()?;
    head::key_line(text, KEY).filter(|line| !line.is_empty())?;
    let mut after = text.to_string();
    let mut steps = Vec::new();
    for (fault, cause) in CAUSES {
        let Some((mended, step)) = skill::certain(&after, &fault, file.path) else {
            continue;
        };
        after = mended;
        steps.push(step);
        let prompt = changed::prompt(file, view, Text::new(&after));
        let mut skills = prompt.skills.iter().filter(|skill| skill.path == file.path);
        if skills.any(|skill| skill.description.is_some()) {
            let after = Text::new(&after);
            return Some(Hidden { cause, steps, after });
        }
    }
    None
}
