//! Names of skills, where a text is about to name one: behind `$`, in backticks beside the word "skill", in the
//! list `skills` of a head.

use super::{Asked, Completion, Completions, Sort, around};
use crate::{
    assist::{
        Scope,
        skills::{Known, Skills, name_of_place},
    },
    view::inert,
};
use agents_lint::{finding::list, view::shown};
use agents_prompt::effective::SkillFate;
use agents_syntax::beside::{word_after, word_before};
use agents_workspace::File;
use std::{ops::Range, path::Path};

/// What stands beside a label, in characters.
const DETAIL: usize = 80;

pub(super) fn complete(asked: &Asked<'_>, file: &File) -> Option<Completions> {
    let text = file.text();
    let line = text.line_range(text.line_of(asked.byte));
    let before = text.substring(line.start..asked.byte);
    let after = text.substring(asked.byte..line.end.max(asked.byte));
    let start = before.trim_end_matches(is_of_name).len();
    let end = after.len() - after.trim_start_matches(is_of_name).len();
    let range = line.start + start..asked.byte + end;
    let head = &before[..start];
    let is_wanted = match head.chars().next_back()? {
        '$' => is_call(&head[..head.len() - 1]) && !is_in_fence(file, asked.byte),
        '`' => is_span_of_a_skill(file, head, line.start, &after[end..], range.end),
        _ => false,
    };
    is_wanted
        .then(|| all(asked, range, name_of_place(asked.path)))
        .flatten()
}

/// Every skill the agent can use here but the one in the file itself, if `except` names it.
pub(super) fn all(asked: &Asked<'_>, range: Range<usize>, except: Option<String>) -> Option<Completions> {
    let skills = Skills::of(asked.scope, asked.path);
    let own = asked.scope.files.canonical(asked.path);
    let items = skills
        .usable()
        .filter(|(name, known)| except.as_deref() != Some(*name) || own.as_ref() != Some(&known.real))
        .map(|(name, known)| Completion {
            label: name.to_owned(),
            sort: Sort::Skill,
            detail: known
                .description
                .as_ref()
                .map(|text| inert::end_off(&inert::line(text.trim()), DETAIL)),
            text: name.to_owned(),
            snippet: None,
            about: asked.with_about.then(|| described(asked.scope, &skills, known)),
        });
    let (insert, replace) = around(range, asked.byte);
    Some(Completions {
        insert,
        replace,
        items: items.collect(),
    })
}

pub(super) fn about(scope: Scope<'_>, path: &Path, label: &str) -> Option<String> {
    let skills = Skills::of(scope, path);
    let (_, known) = skills.usable().find(|(name, _)| *name == label)?;
    Some(described(scope, &skills, known))
}

/// The description, the file, and who lets the agent use it.
fn described(scope: Scope<'_>, skills: &Skills, known: &Known) -> String {
    let readers = known.seen.iter().filter_map(|seen| {
        let name = &skills.runtimes.get(seen.runtime)?.name;
        match seen.skill.fate {
            SkillFate::Listed => Some(name.to_string()),
            SkillFate::OnDemand => Some(format!("{name} on demand")),
            _ => None,
        }
    });
    let readers: Vec<String> = readers.collect();
    let mut out = Vec::new();
    if let Some(description) = &known.description {
        out.push(inert::fence(&inert::wrapped(description, 78)));
    }
    out.push(format!(
        "{}, sent by {}",
        inert::code(&shown(scope.project, &known.path)),
        list(&readers)
    ));
    out.join("\n\n")
}

fn is_of_name(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '-' | '_' | ':')
}

/// Whether `$` begins a word: behind space, an opening bracket or mark, or as the first of a code span.
fn is_call(before: &str) -> bool {
    let last = before.chars().next_back();
    last.is_none_or(|char| char.is_whitespace() || "([{\"'“‘*_>`".contains(char))
}

fn is_in_fence(file: &File, byte: usize) -> bool {
    use agents_syntax::fact::BlockKind;
    let mut blocks = file.document().blocks_in(byte.saturating_sub(1)..byte.max(1));
    blocks.any(|block| matches!(block.kind, BlockKind::FencedCode | BlockKind::IndentedCode))
}

/// Whether the backtick at the end of `head` opens a code span beside the word "skill". While it is typed the
/// span has no end yet, so the line is looked at and not the structure.
fn is_span_of_a_skill(file: &File, head: &str, line: usize, rest: &str, end: usize) -> bool {
    let is_opening = head.matches('`').count() % 2 == 1;
    let open = line + head.len() - 1;
    let is_one = |word: &str| word.eq_ignore_ascii_case("skill") || word.eq_ignore_ascii_case("skills");
    let before = || word_before(file.text(), open).is_some_and(|word| is_one(&word.value));
    let after =
        || rest.starts_with('`') && word_after(file.text(), end + 1).is_some_and(|word| is_one(&word.value));
    is_opening && (before() || after()) && !is_in_fence(file, open)
}
