//! `skill.unknown-field`: a key of a skill's head that nobody reads, and that is nearly one which somebody does.

use super::{
    field_type,
    keys::{self, FORMAT},
};
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit, apply},
    repair::changed,
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::effective::SkillFate;
use agents_syntax::{
    Text,
    frontmatter::{Entry, Frontmatter},
};
use agents_workspace::config::closest;

/// A key of fewer letters is a word of its own beside its neighbour: `mode` and `model`, `path` and `paths`.
const SHORTEST: usize = 6;

/// See the module.
pub struct UnknownField;

impl Rule for UnknownField {
    fn code(&self) -> &'static str {
        "skill.unknown-field"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A key in the head of a skill is read by no runtime, and is a letter or two away from one that is read here. Loaders \
pass over keys they do not know, so the setting has no effect and nobody says so.\n\n\
### Example\n\n```\n---\nname: triage\ndescription: Sorts new issues\nuser-invokable: false\n---\n```\n\n\
### What is left alone\n\nKeys of any runtime that is known here, and keys that are like none: they may be notes for \
people. A validator (`skills-ref`, `claude-ai`) that is at work refuses those in its own words.\n\n\
### What to do\n\nWrite the key as it is read. The fix does.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(head) = keys::head(file) else { return };
        for (entry, meant) in slips(file, head) {
            for view in keys::readers(file).filter(|view| keys::field(view, meant).is_some()) {
                if keys::is_dropped(file, view) {
                    continue;
                }
                let mut finding = Finding::new(self, file.path, entry.key_range.clone());
                finding.lead = format!("No runtime reads `{}`; did you mean `{meant}`?", entry.key);
                out.push(finding.effect(view.name(), "That one is read by {}."));
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let (Some(text), Some(head)) = (file.text(), keys::head(file)) else {
            return Vec::new();
        };
        let slips = slips(file, head);
        let Some((entry, meant)) = slips.iter().find(|(entry, _)| entry.key_range == finding.range) else {
            return Vec::new();
        };
        let edit = TextEdit::new(entry.key_range.clone(), *meant);
        let after = apply(text, std::slice::from_ref(&edit));
        let is_fit = keys::readers(file).all(|view| takes(file, view, text, entry, meant, &after));
        vec![Fix {
            title: format!("Rename `{}` to `{meant}`", entry.key),
            applicability: if is_fit {
                Applicability::Safe
            } else {
                Applicability::Unsafe
            },
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![edit],
            }],
        }]
    }
}

/// The keys that are slips, each with the key that was meant.
fn slips<'a>(file: &FileView<'_>, head: &'a Frontmatter) -> Vec<(&'a Entry, &'static str)> {
    let read = keys::readers(file).flat_map(|view| view.active.runtime.skill_fields());
    let mut candidates: Vec<&'static str> = read.map(|field| field.key).collect();
    candidates.sort_unstable();
    candidates.dedup();
    let unknown = head.entries.iter().filter(|entry| !keys::is_known(&entry.key));
    let slips = unknown.filter_map(|entry| Some((entry, meant(&entry.key, &candidates)?)));
    let slips: Vec<(&Entry, &'static str)> = slips.collect();
    // Whoever writes both means two things, or one of them for a runtime that is not known here; and two that were
    // renamed would be one key twice.
    let is_single = |meant: &str| slips.iter().filter(|(_, other)| *other == meant).count() == 1;
    let single = slips
        .iter()
        .filter(|(_, meant)| head.entry(meant).is_none() && is_single(meant));
    single.copied().collect()
}

/// The candidate that a key stands for.
fn meant(key: &str, candidates: &[&'static str]) -> Option<&'static str> {
    let (distance, meant) = closest(key, candidates.iter().copied())?;
    let is_case = FORMAT[..2].contains(&meant) && key.eq_ignore_ascii_case(meant);
    // One letter in six, and never more than two; `skill.key-case` speaks of the two that must be there.
    let most = (key.chars().count() / SHORTEST).min(2);
    (distance <= most && !is_case).then_some(meant)
}

/// Whether a runtime takes the value for what it wants under the new key, and keeps the skill.
fn takes(
    file: &FileView<'_>,
    view: &RuntimeView<'_>,
    text: &Text,
    entry: &Entry,
    meant: &str,
    after: &Text,
) -> bool {
    let is_type =
        keys::field(view, meant).is_none_or(|field| field_type::wrong(text, entry, field).is_none());
    let is_kept = || {
        let prompt = changed::prompt(file, view, after.clone());
        let mut skills = prompt.skills.iter().filter(|skill| skill.path == file.path);
        !skills.any(|skill| matches!(skill.fate, SkillFate::Skipped(_)))
    };
    is_type && (keys::is_dropped(file, view) || is_kept())
}

#[cfg(test)]
mod tests {
    use crate::testing::{Fixture, mended};

    const CODE: &str = "skill.unknown-field";
    const PATH: &str = ".claude/skills/x/SKILL.md";

    fn fixture(runtimes: &[&str], keys: &str) -> Fixture {
        let mut fixture = Fixture::new(runtimes, "");
        fixture.add(PATH, format!("---\nname: x\ndescription: b\n{keys}---\nText\n"));
        fixture
    }

    #[test]
    fn a_slip_is_mended_in_its_place() {
        for (written, meant) in [
            ("user-invokable", "user-invocable"),
            ("userInvocable", "user-invocable"),
            ("allowed_tools", "allowed-tools"),
            ("licence", "license"),
            ("compatability", "compatibility"),
        ] {
            let mut found = fixture(&["claude-code"], &format!("{written}: true # why\n"));
            assert_eq!(found.marked(CODE), [written]);
            assert_eq!(
                found.message(CODE),
                format!(
                    "No runtime reads `{written}`; did you mean `{meant}`? That one is read by claude-code."
                )
            );
            let (title, text) = mended(&mut found, CODE, PATH);
            assert_eq!(title, format!("Rename `{written}` to `{meant}`"));
            assert!(text.contains(&format!("\n{meant}: true # why\n")), "{text}");
        }
    }

    #[test]
    fn line_ends_of_either_kind_stay() {
        let text = "---\r\nname: x\r\ndescription: b\r\nlicence: MIT\r\n---\r\nText\r\n";
        let mut found = Fixture::new(&["claude-code"], "");
        found.add(PATH, text);
        assert_eq!(
            mended(&mut found, CODE, PATH).1,
            text.replace("licence", "license")
        );
    }

    #[test]
    fn keys_of_other_runtimes_and_keys_like_none_are_silent() {
        for keys in [
            "tags: a\nversion: 1\nauthor: me\nmode: x\npath: y\n",
            "triggers: [a]\n",
            "user-invocable: true\nuser-invokable: true\n",
            "user_invocable: true\nuser-invokable: true\n",
            "allowed-tools: Read\nmetadata:\n  licence: MIT\n",
        ] {
            assert_eq!(
                fixture(&["claude-code"], keys).codes(),
                Vec::<String>::new(),
                "{keys}"
            );
        }
        let codex = fixture(&["codex"], "user-invokable: true\n");
        assert_eq!(codex.codes(), Vec::<String>::new(), "no skill of Codex");
    }

    #[test]
    fn a_value_that_does_not_fit_is_for_a_person() {
        let found = fixture(&["claude-code"], "user-invokable: [a]\n");
        let fixes = found.fixes(CODE);
        assert_eq!(fixes[0].applicability, crate::Applicability::Unsafe);
    }
}
