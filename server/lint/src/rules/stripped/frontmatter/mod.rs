//! `stripped.frontmatter`: frontmatter that is taken out, or sent as text, against what its author likely meant.
//!
//! * `scope`: keys that say when a file counts, or what an agent may do, where nobody reads them.
//! * `late`: a head that does not stand at the very beginning.
//! * `taken`: text that is taken for a head, and orders in one.

mod late;
mod scope;
mod taken;

use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::{Cause, LossKind, runtime::Role};
use std::ops::Range;

/// See the module.
pub struct Frontmatter;

impl Rule for Frontmatter {
    fn code(&self) -> &'static str {
        "stripped.frontmatter"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "The lines between `---` at the top of an instruction file do not do what they seem to. Some runtimes read such a \
head in their own rule files and take it out; Claude Code takes it out of every file; most send it as text. Found are:\n\n\
* a key that limits when the file counts (`paths`, `globs`, `applyTo`, `alwaysApply: false` …) in a file in which no \
active runtime reads that key, or one that sets something in skills alone (`model`, `tools`, `allowed-tools` …),\n\
* a head that some line stands above, so that no runtime sees it,\n\
* text that a runtime takes for a head, because the file begins with a line `---`: all of it goes, up to the next `---`,\n\
* a rule with “never”, “always” or “must” in the value of a key, where the head does not reach the model.\n\n\
A head that only names or describes the file is left alone.\n\n\
### Why it matters\n\nA rule that was meant for some files counts for all of them, or for none; or text that was meant \
for the model never gets there.\n\n\
### Example\n\n```markdown\n---\nglobs: \"src/**/*.ts\"\n---\n# TypeScript\n```\n\n\
In `.claude/rules/typescript.md` this rule counts everywhere: Claude Code reads `paths`.\n\n\
### What to do\n\nThe message names the key that is read here, if there is one. Move a limited rule to a file in which its \
key counts, the head to the first line, and what the model is to read behind the head.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        // The heads of skills and of agents have rules of their own.
        let has_own_rules = |view: &RuntimeView<'_>| matches!(view.role, Role::Skill | Role::Agent);
        if file.runtimes.iter().any(has_own_rules) {
            return;
        }
        taken::check(self, file, out);
        scope::check(self, file, out);
        late::check(self, file, out);
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let fix = scope::fix(finding, file)
            .or_else(|| late::fix(finding, file))
            .or_else(|| taken::fix(finding, file));
        fix.into_iter()
            .map(|fix| Fix {
                rule: Some(self.code()),
                ..fix
            })
            .collect()
    }
}

/// What a runtime takes out of a file as a head.
fn lost_head(view: &RuntimeView<'_>, file: &FileView<'_>) -> Option<Range<usize>> {
    let mut losses = view.losses(file.path);
    let head = losses.find(|loss| loss.kind == LossKind::Stripped && loss.cause == Cause::Frontmatter);
    head.map(|loss| loss.range.clone())
}

#[cfg(test)]
mod tests;
