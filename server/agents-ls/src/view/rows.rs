//! Files as an aligned table.

use crate::view::{inert, summary::FileUse};
use agents_lint::{finding::number, view::shown};
use agents_prompt::Project;
use std::path::Path;

/// Columns kept for why a file is there.
const LEAST_WHY: usize = 24;

/// Without a limit, longer names push their row to the right rather than all of them.
const LONGEST_PAD: usize = 48;

/// A row for each file: `> services/billing/AGENTS.md   36 of 248  start folder, cut`, with a mark on the
/// file that is `here`. With `widest`, names and reasons are shortened to keep within so many columns.
pub(crate) fn rows(
    project: &Project,
    files: &[&FileUse],
    here: Option<&Path>,
    widest: Option<usize>,
) -> Vec<String> {
    let names: Vec<String> = files
        .iter()
        .map(|file| inert::line(&shown(project, &file.path)))
        .collect();
    let whys: Vec<String> = files.iter().map(|file| inert::line(&file.why)).collect();
    let longest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let digits = |of: fn(&FileUse) -> usize| {
        let lengths = files.iter().map(|file| number(of(file)).len());
        lengths.max().unwrap_or(0)
    };
    let (loaded, total) = (digits(|file| file.loaded), digits(|file| file.total));
    // The mark, ` of `, and two spaces before the numbers and before the reason.
    let fixed = 2 + 2 + loaded + 4 + total + 2;
    let room = widest.map_or(LONGEST_PAD, |widest| {
        let kept = fixed + longest(&whys).min(LEAST_WHY);
        widest.saturating_sub(kept)
    });
    let width = longest(&names).min(room);
    let row = |((file, name), why): ((&&FileUse, &String), &String)| {
        let mark = if here == Some(&*file.path) { '>' } else { ' ' };
        let (name, why) = match widest {
            Some(widest) => (
                inert::middle_off(name, width),
                inert::end_off(why, widest.saturating_sub(fixed + width)),
            ),
            None => (name.clone(), why.clone()),
        };
        format!(
            "{mark} {name:<width$}  {:>loaded$} of {:>total$}  {why}",
            number(file.loaded),
            number(file.total)
        )
    };
    files.iter().zip(&names).zip(&whys).map(row).collect()
}
