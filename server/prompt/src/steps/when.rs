//! When rules count, and what those add to a prompt that do.

use super::{
    gather::Gather,
    globs, loss,
    rule::{self, Rule},
};
use crate::effective::{Cause, EffectivePrompt, LossKind, Unit};
use agents_workspace::{FileFault, Files};
use std::path::{Path, PathBuf};

/// When a rule counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum When {
    /// In every prompt.
    Always,
    /// When a file was touched that one of these patterns is for.
    Matching(Vec<String>),
    /// The model is told of it and decides.
    Offered,
    /// Only when the user asks for it.
    Asked,
}

/// A rule with when it counts.
#[derive(Debug, Clone)]
pub struct Timed {
    /// The rule.
    pub rule: Rule,
    /// When it counts.
    pub when: When,
    /// The folder its patterns are relative to.
    pub base: PathBuf,
}

impl Timed {
    /// Whether it is always there.
    #[must_use]
    pub fn is_always(&self) -> bool {
        self.when == When::Always
    }

    /// Whether it waits for files of patterns.
    #[must_use]
    pub fn is_matching(&self) -> bool {
        matches!(self.when, When::Matching(_))
    }
}

/// `alwaysApply`, then `globs`, then `description`, as Cursor has them; with none of them a rule has to be asked
/// for.
#[must_use]
pub fn of_flags(rule: &Rule) -> When {
    let patterns = rule.patterns("globs");
    if rule.flag("alwaysApply") == Some(true) {
        When::Always
    } else if !patterns.is_empty() {
        When::Matching(patterns)
    } else if rule.text("description").is_some() {
        When::Offered
    } else {
        When::Asked
    }
}

/// `trigger`, as Windsurf has it; `None` when it is missing or no word that is known.
#[must_use]
pub fn of_trigger(rule: &Rule) -> Option<When> {
    match rule.text("trigger")? {
        "always_on" => Some(When::Always),
        "glob" => Some(When::Matching(rule.patterns("globs"))),
        "model_decision" | "agent" => Some(When::Offered),
        "manual" => Some(When::Asked),
        _ => None,
    }
}

/// [`of_trigger`], and for a rule without a trigger that is known: always, which makes the prompt inexact.
pub fn of_trigger_or_always(prompt: &mut EffectivePrompt, rule: &Rule) -> When {
    of_trigger(rule).unwrap_or_else(|| {
        prompt.inexact(
            "What becomes of a rule without a `trigger` that is known is not documented; it is shown as always on.",
        );
        When::Always
    })
}

/// The rules in these files. One that cannot be read becomes a loss, and a head that cannot be read makes the
/// prompt inexact.
pub fn read(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    paths: &[PathBuf],
    base: &Path,
    when: impl Fn(&mut EffectivePrompt, &Rule) -> When,
) -> Vec<Timed> {
    let mut out = Vec::new();
    for path in paths {
        match Rule::read(files, path) {
            Ok(rule) => {
                if rule.fault.is_some() {
                    let shown = path.display();
                    prompt.inexact(format!(
                        "The head of {shown} is no YAML, and what becomes of such a rule is not documented; it is \
                         shown as one without keys."
                    ));
                }
                let when = when(prompt, &rule);
                let base = base.to_path_buf();
                out.push(Timed { rule, when, base });
            }
            Err(FileFault::Missing | FileFault::Folder) => {}
            Err(fault) => prompt
                .losses
                .push(loss::unreadable(path, fault, Unit::Characters)),
        }
    }
    out
}

/// The rules directly in a folder whose names end with one of `endings`.
pub fn read_folder(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    folder: &Path,
    endings: &[&str],
    base: &Path,
    when: impl Fn(&mut EffectivePrompt, &Rule) -> When,
) -> Vec<Timed> {
    let paths = rule::below(files, folder, endings, 1);
    read(prompt, files, &paths, base, when)
}

/// Says how far each rule uses a cap of characters of which no document says what becomes of the rest.
pub fn budgets(gather: &mut Gather<'_>, rules: &[Timed], cap: usize) {
    for Rule { path, file, .. } in rules.iter().map(|timed| &timed.rule) {
        gather.budget(path, file, cap);
        if Unit::Characters.measure(file.text()) > cap {
            let shown = path.display();
            gather.prompt.inexact(format!(
                "{shown} has more than {cap} characters; that is the cap, and what becomes of the rest is not \
                 documented. It is shown whole."
            ));
        }
    }
}

/// Adds the rules that always count. Those added.
pub fn always<'r>(gather: &mut Gather<'_>, rules: &'r [Timed]) -> Vec<&'r Rule> {
    let always = rules.iter().filter(|timed| timed.is_always());
    let out: Vec<&Rule> = always.map(|timed| &timed.rule).collect();
    for rule in &out {
        gather.body(rule, "rule that always applies");
    }
    out
}

/// Adds the rules whose patterns match one of the touched files; the others with patterns wait. Those added.
pub fn matching<'r>(gather: &mut Gather<'_>, rules: &'r [Timed], touched: &[PathBuf]) -> Vec<&'r Rule> {
    let mut out = Vec::new();
    for timed in rules {
        let When::Matching(patterns) = &timed.when else {
            continue;
        };
        let rule = &timed.rule;
        match globs::any_match(patterns, &timed.base, touched) {
            Ok(true) => {
                gather.body(rule, "rule whose patterns match");
                out.push(rule);
            }
            Ok(false) => gather.waits(&rule.path),
            Err(pattern) => {
                let cause = Cause::BadPattern(pattern);
                gather.lose(&rule.path, &rule.file, LossKind::Skipped, cause);
            }
        }
    }
    out
}

/// Names the rules that the model may ask for, with their descriptions; those that the user must ask for wait.
pub fn offered(gather: &mut Gather<'_>, rules: &[Timed]) {
    for timed in rules {
        match timed.when {
            When::Offered => gather.listed(&timed.rule.path, timed.rule.text("description")),
            When::Asked => gather.waits(&timed.rule.path),
            When::Always | When::Matching(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effective::Layer;
    use agents_workspace::MemoryFiles;

    #[test]
    fn each_rule_is_sent_named_lost_or_waits() {
        let mut files = MemoryFiles::new();
        for (name, head) in [
            ("always", "trigger: always_on"),
            ("broken", "trigger: glob\nglobs: 'a/[b'"),
            ("hit", "trigger: glob\nglobs: '*.md, src/**'"),
            ("miss", "trigger: glob\nglobs: '*.md'"),
            ("manual", "trigger: manual"),
            ("model", "trigger: model_decision\ndescription: about"),
            ("odd", "trigger: sometimes"),
        ] {
            files.add(format!("/r/{name}.md"), format!("---\n{head}\n---\n{name}\n"));
        }
        let mut prompt = EffectivePrompt::empty("x", "1");
        let root = Path::new("/r");
        let rules = read_folder(&mut prompt, &files, root, &[".md"], root, |_, rule| {
            of_trigger(rule).unwrap_or(When::Asked)
        });
        let touched = [PathBuf::from("/r/src/a.rs")];
        let mut gather = Gather::new(&mut prompt, &files);
        always(&mut gather, &rules);
        matching(&mut gather, &rules, &touched);
        offered(&mut gather, &rules);
        gather.done("rules", "-", Layer::Touch);
        let path = |name: &str| PathBuf::from(format!("/r/{name}.md"));
        assert_eq!(prompt.on_demand, [path("model")]);
        assert_eq!(prompt.waiting, [path("miss"), path("manual"), path("odd")]);
        let lost = prompt
            .losses
            .iter()
            .find(|loss| loss.cause == Cause::BadPattern("a/[b".to_owned()));
        assert_eq!(lost.map(|loss| &loss.path), Some(&path("broken")));
        for (name, is_sent) in [("always", true), ("hit", true), ("miss", false), ("model", false)] {
            assert_eq!(prompt.loaded(&path(name)).count() == 1, is_sent, "{name}");
        }
    }
}
