//! `skill.duplicate-key`: a key is twice in a skill's frontmatter.

use super::dropped;
use crate::{
    finding::{Finding, Related, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::skill::name_of,
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::effective::{SkillFate, SkillFault};
use agents_syntax::frontmatter::{Entry, Frontmatter};

/// See the module.
pub struct DuplicateKey;

impl Rule for DuplicateKey {
    fn code(&self) -> &'static str {
        "skill.duplicate-key"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "A key is twice in the frontmatter. YAML forbids it, so a loader with a strict parser drops the skill; others take one \
of the values, mostly the last.\n\n\
### What to do\n\nKeep the one you mean. The fix keeps the last; of several names the one that the folder has.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let Some(head) = content.document().frontmatter() else {
            return;
        };
        for pair in pairs(head) {
            for view in &file.runtimes {
                let Some(sentence) = effect(file, view, head, &pair) else {
                    continue;
                };
                let mut finding = Finding::new(self, file.path, pair.last.key_range.clone());
                finding.lead = format!("`{}` is there twice.", pair.last.key);
                finding.related.push(Related {
                    path: file.path.to_path_buf(),
                    range: pair.first.key_range.clone(),
                    message: "the first one".to_owned(),
                });
                out.push(finding.effect(view.name(), sentence));
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Ok(content) = &file.file else {
            return Vec::new();
        };
        let Some(head) = content.document().frontmatter() else {
            return Vec::new();
        };
        let pairs = pairs(head);
        let Some(pair) = pairs.iter().find(|pair| pair.last.key_range == finding.range) else {
            return Vec::new();
        };
        let text = content.text();
        let same = || head.entries.iter().filter(|entry| entry.key == pair.last.key);
        let place = name_of(file.path);
        let of_place = same().find(|entry| entry.key == "name" && entry.scalar.as_ref() == Some(&place));
        let last_is_of_place = pair.last.scalar.as_ref() == Some(&place);
        let kept = of_place.filter(|_| !last_is_of_place).unwrap_or(pair.last);
        let others: Vec<&Entry> = same().filter(|entry| entry.range != kept.range).collect();
        let written = |entry: &Entry| text.substring(entry.value_range.clone());
        let is_same = others.iter().all(|entry| written(entry) == written(kept));
        let edits = others.iter().map(|entry| TextEdit::new(entry.range.clone(), ""));
        vec![Fix {
            title: if kept.range == pair.last.range {
                format!("Keep only the last `{}`", kept.key)
            } else {
                format!("Keep only `name: {place}`, the folder's name")
            },
            applicability: if is_same {
                Applicability::Safe
            } else {
                Applicability::Unsafe
            },
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: edits.collect(),
            }],
        }]
    }
}

/// A key with its first and its last entry.
struct Pair<'a> {
    first: &'a Entry,
    last: &'a Entry,
}

/// The keys that are there more than once, in the order of their last entries.
fn pairs(head: &Frontmatter) -> Vec<Pair<'_>> {
    let mut out: Vec<Pair<'_>> = Vec::new();
    for (index, last) in head.entries.iter().enumerate() {
        let same = |entry: &&Entry| entry.key == last.key;
        let is_last = !head.entries[index + 1..]
            .iter()
            .any(|entry| entry.key == last.key);
        let first = head.entries[..index].iter().find(same);
        if let Some(first) = first.filter(|_| is_last) {
            out.push(Pair { first, last });
        }
    }
    out
}

/// Whether the head has no fault but keys that are there twice.
pub(super) fn is_all(head: &Frontmatter) -> bool {
    head.faults.is_empty() && !pairs(head).is_empty()
}

/// What a runtime makes of it, as far as that can be told.
fn effect(
    file: &FileView<'_>,
    view: &RuntimeView<'_>,
    head: &Frontmatter,
    pair: &Pair<'_>,
) -> Option<String> {
    let is_dropped = dropped(file).any(|(other, fault)| {
        other.name() == view.name() && matches!(fault, SkillFault::Yaml(_)) && is_all(head)
    });
    if is_dropped {
        return Some("YAML forbids that, so the skill does not reach {}.".to_owned());
    }
    let skill = view
        .skill(file.path)
        .filter(|skill| skill.fate == SkillFate::Listed)?;
    let seen = match pair.last.key.as_str() {
        "name" => skill.name.as_ref()?,
        "description" => skill.description.as_ref()?,
        _ => return None,
    };
    let (first, last) = (pair.first.scalar.as_ref()?, pair.last.scalar.as_ref()?);
    if first == last {
        None
    } else if seen == last {
        Some("The last one counts for {}.".to_owned())
    } else if seen == first {
        Some("The first one counts for {}.".to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::{fix::Applicability, testing::Fixture};

    const CODE: &str = "skill.duplicate-key";
    const PATH: &str = ".agents/skills/x/SKILL.md";

    fn fixture(runtimes: &[&str], keys: &str) -> Fixture {
        let mut fixture = Fixture::new(runtimes, "");
        fixture.add(PATH, format!("---\n{keys}---\n"));
        fixture
    }

    #[test]
    fn each_runtime_has_its_own_way() {
        let mut found = fixture(
            &["codex", "copilot-cli"],
            "name: x\ndescription: one\ndescription: two # why\n",
        );
        insta::assert_snapshot!(found.drawn(), @r"
        .agents/skills/x/SKILL.md error skill.duplicate-key
          description: two # why
          ^^^^^^^^^^^
          `description` is there twice. The last one counts for codex. YAML forbids that, so the skill does not reach copilot-cli.
          see .agents/skills/x/SKILL.md: the first one
        ");
        let fixes = found.fixes(CODE);
        assert_eq!(fixes[0].applicability, Applicability::Unsafe);
        found.apply(&fixes[0]);
        assert_eq!(
            found.text(PATH.as_ref()).to_string(),
            "---\nname: x\ndescription: two # why\n---\n"
        );
        assert!(found.codes().is_empty());
    }

    #[test]
    fn of_several_names_the_folders_is_kept() {
        for keys in ["name: x\nname: y\n", "name: y\nname: x\n"] {
            let mut found = fixture(&["copilot-cli"], &format!("{keys}description: b\n"));
            let fixes = found.fixes(CODE);
            assert_eq!(fixes[0].applicability, Applicability::Unsafe);
            found.apply(&fixes[0]);
            let after = found.text(PATH.as_ref()).to_string();
            assert_eq!(after, "---\nname: x\ndescription: b\n---\n");
            assert_eq!(found.codes(), Vec::<String>::new());
        }
    }

    #[test]
    fn the_same_twice_is_safe_to_mend_and_nothing_where_nobody_minds() {
        let keys = "name: x\ndescription: b\nlicense: MIT\nlicense: MIT\n";
        assert!(fixture(&["gemini-cli"], keys).codes().is_empty());
        let found = fixture(&["copilot-cli"], keys);
        assert_eq!(found.fixes(CODE)[0].applicability, Applicability::Safe);
    }
}
