//! Whether a change makes files fit their caps.

use super::changed::Changed;
use crate::{
    finding::{Finding, number, quantity},
    fix::FileEdit,
    view::{FileView, RuntimeView, is_by_cap},
};
use agents_prompt::{Active, Budget, EffectivePrompt, Scope, Situation, name::Name};
use std::path::{Path, PathBuf};

/// Files that lose text to caps, each in its own situation.
pub struct Pressed<'a> {
    file: &'a FileView<'a>,
    places: Vec<Place<'a>>,
}

/// One file under one runtime that loses text of it.
#[derive(Clone)]
pub(super) struct Place<'a> {
    pub(super) active: &'a Active,
    pub(super) situation: Situation,
    pub(super) path: PathBuf,
}

impl<'a> Pressed<'a> {
    /// The files a finding is about: its own, and those that lose text because of it.
    #[must_use]
    pub fn of(file: &'a FileView<'a>, finding: &Finding) -> Self {
        let names = finding.runtimes();
        let concerned = |view: &&RuntimeView<'a>| names.contains(&view.name());
        let views: Vec<&RuntimeView<'a>> = file.runtimes.iter().filter(concerned).collect();
        let mut places = Vec::new();
        for view in views {
            let starved = finding.related.iter().map(|related| related.path.as_path());
            for path in std::iter::once(file.path).chain(starved) {
                let situation = file.project.situation_of(view.active, path);
                let place = Place {
                    active: view.active,
                    situation,
                    path: path.to_path_buf(),
                };
                let is_cut = |prompt: EffectivePrompt| is_cut(&prompt, path);
                if is_cut(view.active.assemble(&place.situation, file.files)) {
                    places.push(place);
                }
            }
        }
        Self { file, places }
    }

    /// Those of one runtime.
    pub(super) fn of_runtime(&self, name: &Name) -> Self {
        let places = self.places.iter().filter(|place| place.active.name == *name);
        Self {
            file: self.file,
            places: places.cloned().collect(),
        }
    }

    pub(super) fn places(&self) -> &[Place<'a>] {
        &self.places
    }

    /// Whether none of the files loses anything to a cap after these edits.
    #[must_use]
    pub fn is_relieved_by(&self, edits: &[FileEdit]) -> bool {
        self.is_relieved(edits, |situation| situation)
    }

    /// The same with other settings.
    pub(super) fn is_relieved(&self, edits: &[FileEdit], set: impl Fn(Situation) -> Situation) -> bool {
        let Some(after) = Changed::by(self.file.files, edits) else {
            return false;
        };
        !self.places.is_empty()
            && self.places.iter().all(|place| {
                let prompt = place.active.assemble(&set(place.situation.clone()), &after);
                !is_cut(&prompt, &place.path) && prompt.loaded(&place.path).next().is_some()
            })
    }

    /// What the budgets are after these edits: `12,034 of 32,768 bytes`.
    #[must_use]
    pub fn preview(&self, edits: &[FileEdit]) -> Option<String> {
        let after = Changed::by(self.file.files, edits)?;
        let fullest = |place: &Place<'a>| {
            let prompt = place.active.assemble(&place.situation, &after);
            let of_path = |budget: &&Budget| match &budget.scope {
                Scope::Total => true,
                Scope::File(path) => *path == place.path,
                Scope::List => false,
            };
            let budgets = prompt.budgets.iter().filter(of_path);
            let budget = budgets
                .filter_map(|budget| Some((budget.used, budget.cap?, budget.unit)))
                .max_by_key(|(used, cap, _)| *used as u128 * 1_000 / (*cap as u128).max(1));
            budget.map(|budget| {
                (
                    budget,
                    prompt
                        .loaded(self.file.path)
                        .map(ExactSizeIterator::len)
                        .sum::<usize>(),
                )
            })
        };
        let shown = self.places.iter().filter_map(fullest);
        let ((used, cap, unit), own) =
            shown.max_by_key(|((used, cap, _), _)| *used as u128 * 1_000 / (*cap as u128).max(1))?;
        let of_cap = format!("{} of {}", number(used), quantity(cap, unit));
        Some(if unit == agents_prompt::Unit::Bytes && own < used {
            format!("{}, with the other files {of_cap}", number(own))
        } else {
            of_cap
        })
    }
}

fn is_cut(prompt: &EffectivePrompt, path: &Path) -> bool {
    prompt
        .all_losses()
        .any(|loss| loss.path == path && is_by_cap(loss) && !loss.range.is_empty())
}
