//! `skill.skipped`: a loader drops a skill for a cause that has no code of its own, or a validator refuses it.

use super::{objection, refusal};
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct Skipped;

impl Rule for Skipped {
    fn code(&self) -> &'static str {
        "skill.skipped"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "A loader drops this skill without a word; the message names the cause and the range shows it.\n\n\
### Causes\n\nNo frontmatter at all, or lines that end in CR LF for a loader that takes only LF. Other causes have \
rules of their own. A validator (`skills-ref`, `claude-ai`) that is at work says in its own words what it refuses.\n\n\
### What to do\n\nEach cause has a fix, which leaves the rest of the file as it is.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        refusal::report(self, file, out);
        objection::report(self, file, out);
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let mut fixes = refusal::fixes(self, finding, file);
        fixes.extend(objection::fixes(self, finding, file));
        fixes
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Fixture, mended};

    const CODE: &str = "skill.skipped";

    #[test]
    fn runtimes_with_one_objection_share_a_message() {
        let mut both = Fixture::new(&["codex", "openclaw"], "");
        both.add(".agents/skills/x/SKILL.md", "# A page\n");
        assert_eq!(
            both.message(CODE),
            "There is no frontmatter, so the skill does not reach codex and openclaw."
        );
    }

    #[test]
    fn only_a_loader_that_minds_cr_lf_is_told_of_it() {
        let text = "---\r\nname: a\r\ndescription: b\r\n---\r\n";
        let mut leash = Fixture::new(&["ai-leash"], "");
        leash.add(".skills/x.md", text);
        assert_eq!(
            leash.message(CODE),
            "The lines end in CR LF, so the skill does not reach ai-leash."
        );
        let after = mended(&mut leash, CODE, ".skills/x.md").1;
        assert_eq!(after, text.replace("\r\n", "\n"));
    }

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn a_validator_says_each_thing_in_its_words() {
        let text = "---\nname: My--skill\ndescription: b\nmodel: x\nhooks: y\n---\n";
        let mut both = Fixture::new(&["skills-ref", "claude-ai"], "");
        both.add("skills/x/SKILL.md", text);
        insta::assert_snapshot!(both.drawn(), @r"
        skills/x/SKILL.md error skill.skipped
          name: My--skill
                ^^^^^^^^^
          Skill name 'My--skill' must be lowercase. The skill is refused by skills-ref.
        skills/x/SKILL.md error skill.skipped
          name: My--skill
                ^^^^^^^^^
          Skill name cannot contain consecutive hyphens. The skill is refused by skills-ref.
        skills/x/SKILL.md error skill.skipped
          name: My--skill
                ^^^^^^^^^
          Directory name 'x' must match skill name 'My--skill'. The skill is refused by skills-ref.
        skills/x/SKILL.md error skill.skipped
          model: x
          ^^^^^
          Unexpected fields in frontmatter: hooks, model. Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed. The skill is refused by skills-ref.
        skills/x/SKILL.md error skill.skipped
          model: x
          ^^^^^
          Unexpected key(s) in SKILL.md frontmatter: hooks, model. Allowed properties are: allowed-tools, compatibility, description, license, metadata, name. The skill is refused by claude-ai.
        ");
        let broken = "---\nname: x\ndescription: Use when: asked\n---\n";
        let mut both = Fixture::new(&["skills-ref", "claude-ai"], "");
        both.add("skills/x/SKILL.md", broken);
        insta::assert_snapshot!(both.drawn(), @r"
        skills/x/SKILL.md error skill.skipped
          description: Use when: asked
                               ^^^^^^^
          Invalid YAML in frontmatter: mapping values are not allowed here. The skill is refused by skills-ref and claude-ai.
        ");
        let good = "---\nname: x\ndescription: b\nlicense: MIT\n---\n";
        let mut both = Fixture::new(&["skills-ref", "claude-ai"], "");
        both.add("skills/x/SKILL.md", good);
        assert!(both.codes().is_empty());
    }

    #[test]
    fn what_a_validator_and_loaders_refuse_alike_is_mended_alike() {
        let mended = |runtime: &str, text: &str| {
            const PATH: &str = "skills/x/SKILL.md";
            mended(&mut fixture(runtime, PATH, text), CODE, PATH).1
        };
        let good = "---\nname: x\ndescription: Ships it.\n---\n\nShips it.\n";
        for runtime in ["skills-ref", "claude-ai"] {
            for before in [
                format!("\n{good}"),
                format!("\u{feff}{good}"),
                good.replace("description: Ships it.\n", ""),
                good.replace("name: x\n", ""),
                good.replace(": Ships", ": # Ships"),
                good.replace("---\n\n", "\n"),
            ] {
                let expected = if before.contains("# Ships") {
                    good.replacen("it.", "it. # Ships it.", 1)
                } else {
                    good.to_owned()
                };
                assert_eq!(mended(runtime, &before), expected, "{runtime} {before:?}");
            }
            // A key in another case is one that is not known, and to skills-ref also one that is missing.
            let mut capital = fixture(runtime, "skills/x/SKILL.md", &good.replace("name", "Name"));
            let fixes = capital.fixes(CODE);
            if runtime == "skills-ref" {
                assert_eq!(fixes.len(), 2, "one for each finding");
                assert_eq!(fixes[0], fixes[1]);
                capital.apply(&fixes[0]);
                assert_eq!(capital.text("skills/x/SKILL.md".as_ref()).to_string(), good);
            } else {
                assert!(fixes.is_empty(), "it says that the key is not known and no more");
            }
            let colon = good.replace("Ships it.\n---", "Use when: asked\n---");
            assert_eq!(
                mended(runtime, &colon),
                colon.replace("Use when: asked", "\"Use when: asked\"")
            );
            // The folder's name can be taken, where it is looked at; what becomes of a key is for a person to say.
            let mut other = fixture(runtime, "skills/y/SKILL.md", &good.replace("name: x", "name: X"));
            let titles: Vec<String> = other.fixes(CODE).into_iter().map(|fix| fix.title).collect();
            if runtime == "skills-ref" {
                assert_eq!(titles[0], "Set `name` to `y`, the folder's name");
            } else {
                assert!(titles.is_empty(), "{titles:?}");
            }
            other.add(
                "skills/y/SKILL.md",
                "---\nname: y\ndescription: d\nmodel: x\n---\n",
            );
            assert!(other.fixes(CODE).is_empty());
        }
    }
}
