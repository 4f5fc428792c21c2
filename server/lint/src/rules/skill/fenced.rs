//! `skill.fenced`: a whole skill stands in a code fence.

use super::{dropped, opening};
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    repair::skill,
    rule::Rule,
    view::FileView,
};
use agents_prompt::{effective::SkillFault, runtime::Role};

/// See the module.
pub struct Fenced;

impl Rule for Fenced {
    fn code(&self) -> &'static str {
        "skill.fenced"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "The whole skill is wrapped in a code fence, as happens when it is copied from a page that shows it so.\n\n\
### Why it matters\n\nSome loaders take the fence away before they look for frontmatter; others see no \
frontmatter and drop the skill. Nearly all of them trip over a fence of tildes.\n\n\
### What to do\n\nTake the first and the last line away. The fix does.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text().filter(|text| skill::is_fenced(text)) else {
            return;
        };
        for view in file.runtimes.iter().filter(|view| view.role == Role::Skill) {
            let fault = dropped(file).find(|(other, _)| other.name() == view.name());
            let sentence = match fault {
                Some((_, SkillFault::NoFrontmatter)) => {
                    "The skill stands in a code fence, so it does not reach {}."
                }
                // Another rule says why.
                Some(_) => "The skill stands in a code fence.",
                None => "The skill stands in a code fence. It reaches {}, but other loaders drop it.",
            };
            out.push(Finding::new(self, file.path, opening(text)).effect(view.name(), sentence));
        }
    }

    fn fixes(&self, _finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        skill::mend(file, self.code(), &SkillFault::NoFrontmatter)
            .into_iter()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Fixture, mended};

    const CODE: &str = "skill.fenced";
    const LEASH: &str = ".skills/x.md";
    const CODEX: &str = ".agents/skills/x/SKILL.md";
    const FENCED: &str = "```md\n---\nname: a\ndescription: b\n---\nText\n```\n";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn a_fence_is_told_whether_the_loader_minds_it_or_not() {
        assert_eq!(
            fixture("ai-leash", LEASH, FENCED).message(CODE),
            "The skill stands in a code fence. It reaches ai-leash, but other loaders drop it."
        );
        assert_eq!(
            fixture("codex", CODEX, FENCED).message(CODE),
            "The skill stands in a code fence, so it does not reach codex."
        );
        assert_eq!(
            fixture("codex", CODEX, FENCED).codes().len(),
            1,
            "and nothing else"
        );
    }

    #[test]
    fn code_in_a_skill_is_no_fence_around_it() {
        let good = "---\nname: a\ndescription: b\n---\n```md\n---\n```\n";
        assert!(fixture("codex", CODEX, good).codes().is_empty());
        let page = "```sh\nls\n```\n\nText\n";
        let codes = fixture("codex", CODEX, page).codes();
        assert_eq!(codes, ["skill.skipped .agents/skills/x/SKILL.md:1"]);
    }

    #[test]
    fn the_fence_goes_and_what_it_hid_is_mended() {
        let inner = "---\nname: a\ndescription: b\n---\nText\n";
        for (before, after) in [
            (FENCED.to_owned(), inner),
            (FENCED.replace("```", "````"), inner),
            (FENCED.replace("```", "~~~"), inner),
            (format!("\u{feff}\n{FENCED}"), inner),
            (FENCED.trim_end().to_owned(), inner),
            (FENCED.replace("Text\n```\n", "Text"), inner.trim_end()),
        ] {
            let mended = mended(&mut fixture("codex", CODEX, &before), CODE, CODEX);
            assert_eq!(
                mended,
                ("Unwrap the code fence".to_owned(), after.to_owned()),
                "{before:?}"
            );
        }
        let windows = FENCED.replace('\n', "\r\n");
        let kept = mended(&mut fixture("codex", CODEX, &windows), CODE, CODEX).1;
        assert_eq!(kept, inner.replace('\n', "\r\n"));
        let changed = mended(&mut fixture("ai-leash", LEASH, &windows), CODE, LEASH).1;
        assert_eq!(changed, inner, "outside the fence ai-leash wants LF");
    }

    #[test]
    fn a_fence_around_the_head_alone_goes_as_a_pair() {
        let text = "```yaml\n---\nname: a\ndescription: b\n---\n```\nText\n";
        let after = mended(&mut fixture("codex", CODEX, text), CODE, CODEX).1;
        assert_eq!(after, "---\nname: a\ndescription: b\n---\nText\n");
        // Code of the text, or the end of the fence and code after it?
        let unclear = text.replace("Text", "Text\n```\nls\n```");
        let found = fixture("codex", CODEX, &unclear);
        assert!(found.fixes(CODE).is_empty() && found.fix_all(CODEX).is_none());
        // A shorter fence is code.
        let code = "````\n---\nname: a\ndescription: b\n---\n```\nls\n```\n````\n";
        let after = mended(&mut fixture("codex", CODEX, code), CODE, CODEX).1;
        assert_eq!(after, "---\nname: a\ndescription: b\n---\n```\nls\n```\n");
    }

    #[test]
    fn a_fault_in_the_fence_is_told_as_well() {
        let text = "```\n---\nname: a\n---\nSends it off.\n```\n";
        let mut fixture = fixture("ai-leash", LEASH, text);
        let codes = fixture.codes();
        assert_eq!(
            codes,
            [
                "skill.fenced .skills/x.md:1",
                "skill.missing-description .skills/x.md:2"
            ]
        );
        let mended = mended(&mut fixture, "skill.missing-description", LEASH);
        assert_eq!(mended.0, "Unwrap the code fence, add a draft `description`");
        assert_eq!(
            mended.1,
            "---\nname: a\ndescription: Sends it off.\n---\nSends it off.\n"
        );
    }
}
