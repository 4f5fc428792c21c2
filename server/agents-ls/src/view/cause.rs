//! Why text is lost, as a phrase.

use crate::view::inert;
use agents_lint::finding::{number, quantity};
use agents_prompt::{Cause, Loss, LossKind, effective::SkillFault};
use std::path::Path;

/// For a terminal or a program.
pub(crate) fn cause(loss: &Loss) -> String {
    phrase(loss, inert::line)
}

/// For Markdown: whatever stems from files stands in code spans.
pub(crate) fn markdown(loss: &Loss) -> String {
    phrase(loss, inert::code)
}

/// Which way and why, for Markdown: `cut: the files before it use 864 of 900 bytes`.
pub(crate) fn way(loss: &Loss) -> String {
    format!("{}: {}", loss.kind, markdown(loss))
}

/// The same with the place, where only a part of the file is lost.
pub(crate) fn way_and_place(loss: &Loss) -> String {
    match loss.kind {
        LossKind::Cut | LossKind::Stripped => format!(
            "{} at byte {}: {}",
            loss.kind,
            number(loss.range.start),
            markdown(loss)
        ),
        _ => way(loss),
    }
}

fn phrase(loss: &Loss, quote: fn(&str) -> String) -> String {
    let unit = loss.unit;
    match &loss.cause {
        Cause::FileCap { cap } => format!("over the cap of {} for one file", quantity(*cap, unit)),
        Cause::TotalCap { cap, used_before } => format!(
            "the files before it use {} of {}",
            number(*used_before),
            quantity(*cap, unit)
        ),
        Cause::ListCap { cap } => format!("over the cap of {} for the list", quantity(*cap, unit)),
        Cause::Replaced { by } => format!("{} stands in its place", quote(&from(&loss.path, by))),
        Cause::SameName { by } => format!(
            "{} has the same name and comes first",
            quote(&from(&loss.path, by))
        ),
        Cause::Trimmed => "space at the ends".to_owned(),
        Cause::Comment => "a comment".to_owned(),
        Cause::Frontmatter => "frontmatter".to_owned(),
        Cause::Fence => "a fence around the whole file".to_owned(),
        Cause::Blank => "the file is blank".to_owned(),
        Cause::LinkRefused => "links are refused here".to_owned(),
        Cause::Unreadable(why) => quote(why),
        Cause::NotUtf8 => "not valid UTF-8".to_owned(),
        Cause::Disabled { by } => format!("switched off by {}", quote(by)),
        Cause::BadPattern(pattern) => format!("its pattern {} cannot be read", quote(pattern)),
        Cause::Skill(fault) => skill_fault(fault, quote),
    }
}

/// What is wrong with a skill, for Markdown.
pub(crate) fn skill_markdown(fault: &SkillFault) -> String {
    skill_fault(fault, inert::code)
}

/// The same as plain text.
pub(crate) fn skill_line(fault: &SkillFault) -> String {
    skill_fault(fault, inert::line)
}

fn skill_fault(fault: &SkillFault, quote: fn(&str) -> String) -> String {
    match fault {
        SkillFault::NoFrontmatter => "no frontmatter".to_owned(),
        SkillFault::ByteOrderMark => "a byte order mark before `---`".to_owned(),
        SkillFault::CarriageReturns => "lines end in CR LF".to_owned(),
        SkillFault::LeadingText => "something before `---`".to_owned(),
        SkillFault::Unclosed => "no closing `---`".to_owned(),
        SkillFault::MissingKey(key) => format!("no `{key}`"),
        SkillFault::IndentedKey(key) => format!("`{key}` is indented"),
        SkillFault::KeyCase(key) => format!("`{key}` is not in lower case"),
        SkillFault::EmptyValue(key) => format!("`{key}` is empty"),
        SkillFault::Kind(key, wanted) => format!("`{key}` is not {wanted}"),
        SkillFault::ClosingLine => "more than `---` in the closing line".to_owned(),
        SkillFault::TooLong(key, most) => format!("`{key}` has more than {} characters", number(*most)),
        SkillFault::NotUtf8 => "not valid UTF-8".to_owned(),
        SkillFault::Yaml(fault) => quote(fault),
        SkillFault::Location(why) | SkillFault::Name(why) | SkillFault::Reserved(why) => quote(why),
        SkillFault::NotFolder(folder) => format!("`name` is not that of its folder, {}", quote(folder)),
        SkillFault::Refused(objections) => {
            let said: Vec<String> = objections
                .iter()
                .map(|objection| quote(&objection.line()))
                .collect();
            said.join("; ")
        }
    }
}

/// Another file as it is called from the folder of a lost one: `../CLAUDE.md`. Where the way would lead up to a
/// folder that both share with everything, the whole path.
fn from(lost: &Path, by: &Path) -> String {
    let whole = || by.display().to_string();
    let Some(folder) = lost.parent() else {
        return whole();
    };
    let shared = folder.ancestors().find(|above| by.starts_with(above));
    let Some(shared) = shared.filter(|shared| shared.parent().is_some()) else {
        return whole();
    };
    let up = folder.components().count() - shared.components().count();
    match by.strip_prefix(shared) {
        Ok(below) => "../".repeat(up) + &below.to_string_lossy().replace('\\', "/"),
        Err(_) => whole(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::inert::tests::{HOSTILE, alive};
    use agents_prompt::Unit;
    use agents_prompt::effective::Objection;
    use std::path::PathBuf;

    #[test]
    fn another_file_is_called_by_the_way_to_it() {
        let from = |lost: &str, by: &str| from(Path::new(lost), Path::new(by));
        assert_eq!(
            from("/w/AGENTS.md", "/w/AGENTS.override.md"),
            "AGENTS.override.md"
        );
        assert_eq!(from("/w/a/b/AGENTS.md", "/w/CLAUDE.md"), "../../CLAUDE.md");
        assert_eq!(from("/w/AGENTS.md", "/w/a/AGENTS.md"), "a/AGENTS.md");
        assert_eq!(
            from("/w/AGENTS.md", "/home/u/.codex/AGENTS.md"),
            "/home/u/.codex/AGENTS.md"
        );
    }

    #[test]
    fn no_cause_brings_a_files_text_to_life() {
        for text in HOSTILE {
            let by = || PathBuf::from("/w").join(text);
            for cause in [
                Cause::Replaced { by: by() },
                Cause::SameName { by: by() },
                Cause::Unreadable((*text).to_owned()),
                Cause::Disabled {
                    by: (*text).to_owned(),
                },
                Cause::BadPattern((*text).to_owned()),
                Cause::Skill(SkillFault::Yaml((*text).to_owned())),
                Cause::Skill(SkillFault::Location((*text).to_owned())),
                Cause::Skill(SkillFault::NotFolder((*text).to_owned())),
                Cause::Skill(SkillFault::Refused(vec![Objection {
                    message: (*text).to_owned(),
                    at: 0..0,
                    fault: None,
                }])),
            ] {
                let loss = Loss {
                    kind: LossKind::Skipped,
                    path: PathBuf::from("/w/a"),
                    range: 0..0,
                    cause,
                    amount: 0,
                    unit: Unit::Bytes,
                };
                let shown = markdown(&loss);
                assert_eq!(alive(&shown), Vec::<String>::new(), "{shown}");
                assert!(!shown.contains('\n'), "{shown:?}");
            }
        }
    }
}
