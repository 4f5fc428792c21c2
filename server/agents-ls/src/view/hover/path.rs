//! What reaches the model for a path in the text.

use super::{Asked, started, table};
use crate::{
    assist::links,
    view::{cause, inert, summary::summary},
};
use agents_lint::view::shown;
use agents_prompt::{EffectivePrompt, LossKind};
use agents_syntax::fact::{Inline, InlineKind};
use agents_workspace::File;
use std::path::{Path, PathBuf};

/// The path under the cursor, when it names a file or folder of the project.
pub(super) fn mentioned_path(asked: &Asked<'_>, file: &File) -> Option<(Inline, PathBuf)> {
    let inlines = file.document().inlines_in(asked.byte..asked.byte + 1);
    let mut named = inlines.filter(|inline| {
        inline.range.contains(&asked.byte)
            && matches!(
                inline.kind,
                InlineKind::Path | InlineKind::Import | InlineKind::Link
            )
    });
    named.find_map(|inline| {
        let target = links::target(asked.scope(), asked.path, &inline)?;
        Some((inline, target))
    })
}

pub(super) fn about_path(asked: &Asked<'_>, target: &Path) -> String {
    let active = asked.runtime(target);
    let is_folder = asked.files.is_folder(target);
    let situation = if is_folder {
        asked.project.situation_of_folder(active, target)
    } else {
        asked.project.situation_of(active, target)
    };
    let prompt = asked.prompts.get(active, &situation, asked.files);
    let summary = summary(&prompt, asked.files);
    let mut blocks = Vec::new();
    if !is_folder {
        let name = inert::code(&shown(asked.project, target));
        blocks.push(format!("{name} {}", is_sent(&prompt, target)));
    }
    let start = started("Started", asked.project, &situation);
    if summary.files.is_empty() {
        blocks.push(format!("{start}, {} gets none of these files.", active.title()));
        return super::finish(asked, active, target, blocks, None);
    }
    blocks.push(format!("{start}, {} gets:", active.title()));
    blocks.push(table::table(asked, &prompt, &summary, target));
    blocks.extend(table::skills(&prompt, target));
    let size = table::size(asked, &prompt, &summary);
    super::finish(asked, active, target, blocks, Some(size))
}

/// Whether the file itself is sent.
fn is_sent(prompt: &EffectivePrompt, target: &Path) -> String {
    let loss = prompt
        .all_losses()
        .find(|loss| loss.path == target && loss.kind != LossKind::Stripped);
    let is_skill = prompt.skills.iter().any(|skill| skill.path == target);
    match (prompt.loaded(target).next(), loss) {
        (Some(_), None) if is_skill => "is listed as a skill.".to_owned(),
        (Some(_), None) => "is sent.".to_owned(),
        (Some(_), Some(loss)) => format!("is sent in part ({}).", cause::way_and_place(loss)),
        (None, Some(loss)) => format!("is not sent ({}).", cause::way(loss)),
        (None, None) => "is not sent; the agent may read it.".to_owned(),
    }
}
