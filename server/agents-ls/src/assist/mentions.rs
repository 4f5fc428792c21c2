//! Where a text names a skill: in a code span, as `$name` or `/name`, beside the word "skill", by the path of
//! its file, and in the list `skills` of a head.

use super::{
    Scope, links,
    says::{self, Form},
    skills::{Known, Skills},
};
use agents_syntax::{
    Document,
    beside::{word_after, word_before},
    fact::{Inline, InlineKind},
};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// The key whose list names skills, in the head of an agent or a skill.
pub(crate) const LIST: &str = "skills";

/// How far from a place a word "skill" may stand that concerns it, in bytes.
const NEAR: usize = 128;

/// A place where a text names a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mention {
    /// The name's own bytes; in a path, those of the folder or file that carries the name.
    pub(crate) range: Range<usize>,
    /// With all that belongs to it: the marks of code, the sign, the path.
    pub(crate) whole: Range<usize>,
    /// The skill's name.
    pub(crate) name: String,
    /// The real file, when the path of one is written.
    pub(crate) file: Option<PathBuf>,
}

impl Mention {
    /// The skills it may mean, the likeliest first.
    pub(crate) fn skills<'a>(&self, skills: &'a Skills) -> Vec<&'a Known> {
        let named = skills.named(&self.name).iter();
        let is_it = |known: &&Known| self.file.as_ref().is_none_or(|file| known.real == *file);
        named.filter(is_it).collect()
    }
}

/// The mentions in a document that touch `range`, in order.
pub(crate) fn mentions(
    scope: Scope<'_>,
    path: &Path,
    document: &Document,
    skills: &Skills,
    range: Range<usize>,
) -> Vec<Mention> {
    let reader = Reader {
        scope,
        path,
        document,
        skills,
    };
    let mut found = reader.in_head();
    for inline in document.inlines_in(range.clone()) {
        match inline.kind {
            InlineKind::CodeSpan => found.extend(reader.code(&inline)),
            InlineKind::Call => found.extend(reader.call(&inline)),
            InlineKind::Path | InlineKind::Import | InlineKind::Link => {
                let path = reader.path(&inline);
                found.extend(path.as_ref().and_then(|path| reader.label(&inline, path)));
                found.extend(path);
            }
            InlineKind::Image => {}
        }
    }
    found.extend(reader.plain(&range));
    found.retain(|mention| mention.whole.start <= range.end && range.start <= mention.whole.end);
    found.sort_by_key(|mention| (mention.range.start, mention.whole.start));
    found.dedup_by_key(|mention| mention.range.start);
    found
}

/// The mention at `byte`; its end counts as well, where a cursor may stand.
pub(crate) fn mention_at(
    scope: Scope<'_>,
    path: &Path,
    document: &Document,
    skills: &Skills,
    byte: usize,
) -> Option<Mention> {
    let near = byte.saturating_sub(1)..byte + 1;
    let found = mentions(scope, path, document, skills, near);
    let holds = |mention: &Mention| mention.whole.start <= byte && byte <= mention.whole.end;
    let inside = |mention: &Mention| byte < mention.whole.end;
    found
        .iter()
        .find(|mention| holds(mention) && inside(mention))
        .or_else(|| found.iter().find(|mention| holds(mention)))
        .cloned()
}

/// Whether anything at `byte` could be a mention, whatever skills there are: asked at every move of a cursor,
/// before it is worked out which skills count.
pub(crate) fn may_be_at(document: &Document, byte: usize) -> bool {
    let near = byte.saturating_sub(1)..byte + 1;
    let around = byte.saturating_sub(NEAR)..(byte + NEAR).min(document.text().len());
    let is_head = |range: &Range<usize>| range.start <= byte && byte <= range.end;
    document.frontmatter().is_some_and(|head| is_head(&head.range))
        || document
            .inlines_in(near)
            .any(|inline| inline.kind != InlineKind::Image)
        || !document.places_of("skill", around).is_empty()
}

struct Reader<'a> {
    scope: Scope<'a>,
    path: &'a Path,
    document: &'a Document,
    skills: &'a Skills,
}

impl Reader<'_> {
    fn is_known(&self, name: &str) -> bool {
        !self.skills.named(name).is_empty()
    }

    fn in_head(&self) -> Vec<Mention> {
        let entry = self.document.frontmatter().and_then(|head| head.entry(LIST));
        let items = entry
            .map(|entry| entry.items(self.document.text()))
            .unwrap_or_default();
        let known = items.into_iter().filter(|item| self.is_known(&item.value));
        known
            .map(|item| Mention {
                range: item.range.clone(),
                whole: item.range,
                name: item.value,
                file: None,
            })
            .collect()
    }

    /// `` `name` ``, `` `$name` `` or `` `/name and arguments` ``.
    fn code(&self, inline: &Inline) -> Option<Mention> {
        let sign = inline
            .value
            .chars()
            .next()
            .filter(|char| matches!(char, '$' | '/'));
        let (name, form) = match sign {
            None => (inline.value.as_str(), Form::Code),
            Some(sign) => {
                let name = inline.value[1..].split_whitespace().next()?;
                let form = if sign == '$' {
                    Form::DollarCode
                } else {
                    Form::Slash
                };
                (name, form)
            }
        };
        let start = inline.value_range.start + usize::from(sign.is_some());
        let range = start..start + name.len();
        let is_written = self.document.text().slice(range.clone()) == *name;
        (is_written && self.is_known(name) && says::is_meant(self.document, &inline.range, name, form)).then(
            || Mention {
                range,
                whole: inline.range.clone(),
                name: name.to_owned(),
                file: None,
            },
        )
    }

    /// `$name` or `/name` in running text.
    fn call(&self, inline: &Inline) -> Option<Mention> {
        let is_dollar = self
            .document
            .text()
            .slice(inline.range.start..inline.range.start + 1)
            == "$";
        let form = if is_dollar { Form::Dollar } else { Form::Slash };
        let name = &inline.value;
        (self.is_known(name) && says::is_meant(self.document, &inline.range, name, form)).then(|| Mention {
            range: inline.value_range.clone(),
            whole: inline.range.clone(),
            name: name.clone(),
            file: None,
        })
    }

    /// The path of a skill's file, or of a skill's own folder.
    fn path(&self, inline: &Inline) -> Option<Mention> {
        let scope = self.scope;
        let target = links::leads_to(scope, self.path, inline, self.skills)?;
        let real = scope.files.canonical(&target).unwrap_or(target);
        let in_folder = real.join("SKILL.md");
        let (name, known) = self.skills.at(&real).or_else(|| self.skills.at(&in_folder))?;
        let is_folder = known.real != real;
        Some(Mention {
            range: links::part(self.document.text(), inline, |parts| {
                let last = parts.len().checked_sub(1)?;
                let is_skill_file = parts[last].eq_ignore_ascii_case("SKILL.md");
                if is_skill_file && !is_folder {
                    last.checked_sub(1)
                } else {
                    Some(last)
                }
            })
            .unwrap_or_else(|| inline.value_range.clone()),
            whole: inline.range.clone(),
            name: name.to_owned(),
            file: Some(known.real.clone()),
        })
    }

    /// The text of a link to a skill, when it is the skill's name.
    fn label(&self, inline: &Inline, path: &Mention) -> Option<Mention> {
        let text = self.document.text();
        let start = inline.range.start;
        let label = text.substring(start..inline.value_range.start.max(start));
        let label = label.strip_prefix('[')?.split(']').next()?;
        let name = label.trim_matches(['`', '*', '_', ' ']);
        let at = start + 1 + label.find(name)?;
        (inline.kind == InlineKind::Link && name == path.name).then(|| Mention {
            range: at..at + name.len(),
            whole: start..start + label.len() + 2,
            name: name.to_owned(),
            file: None,
        })
    }

    /// Names without marks beside the word "skill".
    fn plain(&self, range: &Range<usize>) -> Vec<Mention> {
        let text = self.document.text();
        let near = range.start.saturating_sub(NEAR)..range.end.saturating_add(NEAR).min(text.len());
        let mut found = Vec::new();
        for place in self.document.places_of("skill", near) {
            let pair = [
                (word_before(text, place.start), true),
                (word_after(text, place.end), false),
            ];
            for (word, is_before) in pair {
                let Some(word) = word.filter(|word| self.is_known(&word.value)) else {
                    continue;
                };
                if self.document.is_running_text(word.range.start)
                    && says::is_meant_plainly(text, &word.range, &word.value, is_before)
                {
                    found.push(Mention {
                        range: word.range.clone(),
                        whole: word.range,
                        name: word.value,
                        file: None,
                    });
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::testing::Tree;
    use agents_syntax::Text;

    /// The mentions of a text, drawn into it: `«name»`.
    fn drawn_at(path: &str, text: &str) -> String {
        let tree = Tree::new(&["codex", "claude-code", "ai-leash"])
            .skill(".agents/skills/deploy-web/SKILL.md", "deploy-web", "one")
            .skill(".claude/skills/release/SKILL.md", "release", "two")
            .skill(".claude/skills/pre-commit/SKILL.md", "pre-commit", "three")
            .skill(".skills/invoice.md", "invoice", "four");
        let document = Document::open(Text::new(text));
        let path = Tree::path(path);
        let skills = Skills::of(tree.scope(), &path);
        let mut out = text.to_owned();
        let found = mentions(tree.scope(), &path, &document, &skills, 0..text.len());
        for mention in found.iter().rev() {
            out.insert(mention.range.end, '»');
            out.insert(mention.range.start, '«');
        }
        out
    }

    fn drawn(text: &str) -> String {
        drawn_at("AGENTS.md", text)
    }

    /// Each line has the mentions that are drawn into it, and no others.
    fn check(lines: &[&str]) {
        for line in lines {
            let plain = line.replace(['«', '»'], "");
            assert_eq!(drawn(&plain), *line);
        }
    }

    #[test]
    fn a_name_that_is_no_ordinary_word_is_a_mention_in_code() {
        check(&[
            "Use `«deploy-web»` here.",
            "😀 Über `«deploy-web»`.",
            "Run `/«deploy-web» staging`, `$«deploy-web»`, $«deploy-web» or /«deploy-web».",
            "The `deploy-web` package is not it, and the package: `deploy-web` neither.",
            "The `deploy-web` branch, the label `deploy-web`.",
            "`deploy-web-2`, `x/deploy-web`, deploy-web, $deploy-webs",
            "Run `pre-commit`; the `«pre-commit»` skill is something else.",
            "```\n`deploy-web` $deploy-web\n```",
            "<!-- `deploy-web` -->",
        ]);
    }

    #[test]
    fn an_ordinary_word_needs_the_word_skill_or_a_call() {
        check(&[
            "The `release` is near; `release`.",
            "Use the `«release»` skill's steps, the skill `«release»`, skill: `«release»`.",
            "Load the skills `«invoice»`, `«release»` and `«deploy-web»`.",
            "The `«invoice»`, `make` and `«release»` skills.",
            "With the skill `«invoice»`, `release` is not named.",
            "Run `/«release»` or $«release»; GET `/release`, the `/release` route, under /release.",
            "echo `$release`; use `$«release»`",
            "A skill. `release` is a word.",
        ]);
    }

    #[test]
    fn plain_words_beside_the_word_skill() {
        check(&[
            "Use the «release» skill.",
            "Use the «deploy-web» skill, a «deploy-web» skill or skill «deploy-web».",
            "Every release skill, skill release, the release skills, a skill for release.",
            "The **«release»** skill and the \"«release»\" skill.",
            "A skill-release, the release\n\nskill.",
            "the «release»\nskill",
        ]);
    }

    #[test]
    fn a_heading_may_say_what_its_list_is() {
        check(&[
            "## Skills\n\n- `«release»`: cuts one; not `release`.\n- [ ] **`«invoice»`**\n\n## Other\n\n- `release`\n",
            "The skills:\n\n- `«release»`: one\n- /«invoice»\n\nThe steps:\n\n- `release`\n",
            "## Our skills\n\n| `«release»` | cuts one |\n|--|--|\n",
        ]);
    }

    #[test]
    fn paths_name_the_skill_whose_file_they_are() {
        check(&[
            "See .claude/skills/«release»/SKILL.md and `.skills/«invoice».md`.",
            "[how](.agents/skills/«deploy-web»/SKILL.md) @.skills/«invoice».md",
            "In `skills/«release»/SKILL.md`, `skills/nowhere/SKILL.md` and `.claude/skills/«release»/`.",
            "`SKILL.md` and `release/other.md`",
            "[«release»](.claude/skills/«release»/SKILL.md) and [`«release»`](.claude/skills/«release»/)",
            "[release notes](.claude/skills/«release»/SKILL.md) [release](docs/release.md)",
        ]);
        assert_eq!(
            drawn_at(".claude/skills/release/SKILL.md", "[x](../pre-commit/SKILL.md)"),
            "[x](../«pre-commit»/SKILL.md)"
        );
    }

    #[test]
    fn heads_list_skills() {
        check(&[
            "---\nskills: [«release», \"«deploy-web»\", other]\n---\n",
            "---\r\nskills:\r\n  - «release»\r\n  - '«invoice»' # x\r\n---\r\n`«deploy-web»`\r\n",
            "---\nskills: «release», «invoice»\n---\n",
            "---\nname: release\ntools: release\n---\n",
        ]);
    }

    #[test]
    fn the_end_of_a_mention_belongs_to_it() {
        let tree = Tree::new(&["codex"]).skill(".agents/skills/a-b/SKILL.md", "a-b", "one");
        let text = "x $a-b, `a-b`";
        let document = Document::open(Text::new(text));
        let path = Tree::path("AGENTS.md");
        let skills = Skills::of(tree.scope(), &path);
        let at = |byte| mention_at(tree.scope(), &path, &document, &skills, byte).map(|found| found.range);
        assert_eq!(at(1), None);
        assert_eq!(at(2), Some(3..6));
        assert_eq!(at(6), Some(3..6));
        assert_eq!(at(7), None);
        assert_eq!(at(8), Some(9..12));
        assert_eq!(at(13), Some(9..12));
    }
}
