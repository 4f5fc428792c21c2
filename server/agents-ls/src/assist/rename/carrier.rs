//! Whether a skill gets its new name although the folder or file that carries the old one stays, because the editor
//! cannot rename it.

use super::Target;
use crate::assist::Scope;
use agents_lint::{TextEdit, fix::apply, repair::changed::prompt_at, view::shown};
use agents_prompt::{
    effective::{Skill, SkillFate},
    runtime::Role,
};

/// Refuses where a reader takes the name from the folder or file, or drops a skill whose `name` is another.
///
/// What each makes of it is found by asking its loader about the text after `edits`.
pub(super) fn refuse_to_stay(
    scope: Scope<'_>,
    target: &Target,
    edits: &[TextEdit],
    name: &str,
) -> Result<(), String> {
    let Some((carrier, _)) = target.moved(name) else {
        return Ok(());
    };
    let file = scope
        .files
        .file(&target.path)
        .map_err(|fault| fault.to_string())?;
    let text = apply(file.text(), edits);
    let is_it = |skill: &&Skill| {
        skill.path == target.path || scope.files.canonical(&skill.path).as_ref() == Some(&target.real)
    };
    for (active, role) in scope.project.readers(&target.path) {
        if role != Role::Skill {
            continue;
        }
        let situation = scope.project.situation_of(active, &target.path);
        let prompt = prompt_at(active, &situation, scope.files, &target.path, text.clone());
        // What is found under several paths has to be right under each.
        let mut found = prompt.skills.iter().filter(is_it).peekable();
        let is_called = |skill: &Skill| {
            let called = skill.name.as_deref().and_then(|name| name.rsplit(':').next());
            called == Some(name) && !matches!(skill.fate, SkillFate::Skipped(_))
        };
        if found.peek().is_none() || !found.all(is_called) {
            return Err(format!(
                "{} has to be renamed as well, since {} goes by its name, and this editor does not rename folders \
                 and files.",
                shown(scope.project, &carrier),
                active.name
            ));
        }
    }
    Ok(())
}
