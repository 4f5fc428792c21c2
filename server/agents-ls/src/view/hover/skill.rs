//! What the model sees of a skill.

use crate::view::{cause, inert};
use agents_lint::view::shown;
use agents_prompt::{
    Active, EffectivePrompt, Project,
    effective::{Skill, SkillFate, SkillFault},
};

/// What becomes of a skill, in one sentence that begins with the answer.
pub(super) fn about(project: &Project, active: &Active, prompt: &EffectivePrompt, skill: &Skill) -> String {
    let title = active.title();
    let name = || inert::code(skill.name.as_deref().unwrap_or_default());
    match &skill.fate {
        SkillFate::Listed if active.runtime.is_profile() => format!("**{title} takes this skill**"),
        SkillFate::Skipped(SkillFault::Refused(objections)) => {
            let said = objections.iter().map(|objection| inert::code(&objection.line()));
            format!(
                "**{title} refuses this skill**: {}",
                said.collect::<Vec<_>>().join("  \n")
            )
        }
        SkillFate::Listed => format!(
            "**{title} lists this skill**; its body is sent when the agent loads it  \nthe model sees {}",
            listed(prompt, skill).map_or_else(name, |line| inert::code(&line))
        ),
        SkillFate::OnDemand => format!(
            "**{title} sends this skill only on demand**; the agent can load it as {}",
            name()
        ),
        SkillFate::Shadowed { by } => format!(
            "**{title} drops this skill**: {} has the same name and comes first",
            inert::code(&shown(project, by))
        ),
        SkillFate::Skipped(fault) => {
            format!("**{title} drops this skill**: {}", cause::skill_markdown(fault))
        }
        SkillFate::OverBudget => format!("**{title} drops this skill**: the list of skills is too long"),
    }
}

/// The same in a word or two, for the other runtimes.
pub(super) fn short(project: &Project, skill: &Skill) -> String {
    short_of(project, skill, "this skill")
}

/// The same of a skill that is called `what`.
pub(super) fn short_of(project: &Project, skill: &Skill, what: &str) -> String {
    match &skill.fate {
        SkillFate::Skipped(fault @ SkillFault::Refused(_)) => {
            format!("refuses {what} ({})", cause::skill_markdown(fault))
        }
        SkillFate::Listed => format!("lists {what}"),
        SkillFate::OnDemand => format!("sends {what} on demand"),
        SkillFate::Shadowed { by } => {
            format!("drops {what} ({} comes first)", inert::code(&shown(project, by)))
        }
        SkillFate::Skipped(fault) => format!("drops {what} ({})", cause::skill_markdown(fault)),
        SkillFate::OverBudget => format!("drops {what} (the list is too long)"),
    }
}

/// The skill's own lines of the list, as the model sees them.
pub(super) fn listed(prompt: &EffectivePrompt, skill: &Skill) -> Option<String> {
    for part in &prompt.parts {
        let mut text = String::new();
        let mut own: Option<(usize, usize)> = None;
        for segment in &part.segments {
            let start = text.len();
            segment.write(&mut text);
            if segment
                .source
                .as_ref()
                .is_some_and(|source| source.path == skill.path)
            {
                own = Some((own.map_or(start, |(first, _)| first), text.len()));
            }
        }
        if let Some((start, end)) = own {
            let start = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
            return Some(text[start..end].trim().to_owned());
        }
    }
    None
}
