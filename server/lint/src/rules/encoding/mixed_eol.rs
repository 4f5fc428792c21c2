//! `encoding.mixed-eol`: the lines of a file end in more than one of CR LF, LF and CR.

use crate::{
    finding::{Finding, Severity, number},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::ends::{Ends, breaks},
    rule::Rule,
    rules::skill::refusal,
    view::{FileView, ProjectView, RuntimeView, first_line},
};
use agents_prompt::{
    effective::{SkillFate, SkillFault},
    runtime::Role,
};
use agents_syntax::Text;

/// See the module.
pub struct MixedEol;

impl Rule for MixedEol {
    fn code(&self) -> &'static str {
        "encoding.mixed-eol"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "Some lines of an instruction file or a skill end in CR LF, as Windows has it, and others in LF, or in a CR alone. \
Programs that take a file apart line by line may take one kind of line end and stumble over the others, above all in the \
head of a skill.\n\n\
A file that has one kind throughout is left alone. An error where a loader drops the skill for it and no other active \
runtime takes it, a warning where some do.\n\n\
### What to do\n\nDecide on one kind. The fix changes all line ends to LF, which every loader takes; a file that is mostly CR \
LF can be changed to that, too.\n"
    }

    // Every line end is looked at, which is too much for a keystroke.
    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            self.check(file, out);
        }
    }

    fn fixes(&self, _: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Some(text) = file.text() else {
            return Vec::new();
        };
        let ends = Ends::of(text);
        let fix = |name: &str, applicability, edits| Fix {
            title: format!("Change line ends to {name}"),
            applicability,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits,
            }],
        };
        let mut fixes = vec![fix("LF", Applicability::Safe, changed_to(text, "\n"))];
        let is_refused = |view: &RuntimeView<'_>| {
            let skill = view.skill(file.path);
            skill.is_some_and(|skill| skill.fate == SkillFate::Skipped(SkillFault::CarriageReturns))
        };
        if ends.crlf > ends.lf + ends.cr && !file.runtimes.iter().any(is_refused) {
            // One of two ways, and the one that not every loader takes.
            fixes.push(fix("CR LF", Applicability::Unsafe, changed_to(text, "\r\n")));
        }
        fixes
    }
}

impl MixedEol {
    fn check(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let is_meant = |role| matches!(role, Role::Instructions | Role::Skill);
        if !file.runtimes.iter().any(|view| is_meant(view.role)) {
            return;
        }
        let Some(text) = file.text() else { return };
        let ends = Ends::of(text);
        if !ends.are_mixed() {
            return;
        }
        let mut range = first_line(text);
        if range.is_empty() {
            range.end = text.line_start(1);
        }
        let mut finding = Finding::new(self, file.path, range);
        finding.lead = told(&ends);
        for view in file.runtimes.iter().filter(|view| {
            let skill = view.skill(file.path);
            skill.is_some_and(|skill| skill.fate == SkillFate::Skipped(SkillFault::CarriageReturns))
        }) {
            finding = finding.effect(view.name(), "The skill does not reach {}, which takes LF alone.");
            finding.severity = refusal::severity(file);
        }
        out.push(finding);
    }
}

/// Whether a text has line ends of more than one kind.
pub(crate) fn is_mixed(text: &Text) -> bool {
    Ends::of(text).are_mixed()
}

/// How many of each kind, the last one as what is left.
fn told(ends: &Ends) -> String {
    let kinds = ends.kinds();
    let all = number(ends.crlf + ends.lf + ends.cr);
    match kinds.as_slice() {
        [(first, count), (second, _)] => {
            format!(
                "{} of the {all} line ends are {first}, the others {second}.",
                number(*count)
            )
        }
        [(first, one), (second, two), (third, _)] => format!(
            "{} of the {all} line ends are {first}, {} {second}, the others {third}.",
            number(*one),
            number(*two)
        ),
        _ => String::new(),
    }
}

/// The edits that make all line ends `wanted`.
fn changed_to(text: &Text, wanted: &str) -> Vec<TextEdit> {
    let others = breaks(text).filter(|(_, end)| *end != wanted);
    others
        .map(|(at, end)| match (end, wanted) {
            ("\r\n", "\n") => TextEdit::new(at..at + 1, ""),
            ("\n", "\r\n") => TextEdit::insert(at, "\r"),
            _ => TextEdit::new(at..at + end.len(), wanted),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::{
        Severity,
        testing::{Fixture, mended},
    };

    const CODE: &str = "encoding.mixed-eol";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn both_kinds_in_one_file_are_told_on_its_first_line() {
        let text = "---\nname: a\ndescription: b\r\n---\nText\n";
        let mut found = fixture("codex", ".agents/skills/a/SKILL.md", text);
        assert_eq!(
            found.message(CODE),
            "1 of the 5 line ends are CR LF, the others LF."
        );
        assert_eq!(found.marked(CODE), ["---"]);
        assert_eq!(found.findings()[0].severity, Severity::Information);
        let (title, after) = mended(&mut found, CODE, ".agents/skills/a/SKILL.md");
        assert_eq!(title, "Change line ends to LF");
        assert_eq!(after, text.replace("\r\n", "\n"));
    }

    #[test]
    fn a_file_that_is_mostly_cr_lf_may_become_that() {
        let text = "\r\nOne\r\nTwo\nThree\r\n\r\n";
        let found = fixture("codex", "AGENTS.md", text);
        assert_eq!(found.marked(CODE), ["\r\n"]);
        let titles: Vec<String> = found.fixes(CODE).into_iter().map(|fix| fix.title).collect();
        assert_eq!(titles, ["Change line ends to LF", "Change line ends to CR LF"]);
        for (fix, after) in found.fixes(CODE).iter().zip(["\n", "\r\n"]) {
            let mut mended = fixture("codex", "AGENTS.md", text);
            mended.apply(fix);
            let whole = text.replace("\r\n", "\n").replace('\n', after);
            assert_eq!(mended.text("AGENTS.md".as_ref()).to_string(), whole);
            assert_eq!(mended.codes(), Vec::<String>::new());
        }
    }

    #[test]
    fn a_cr_alone_is_a_line_end_of_its_own_kind() {
        for (text, told) in [
            ("a\rb\nc\n", "2 of the 3 line ends are LF, the others CR."),
            ("a\r\nb\rc\r\n", "2 of the 3 line ends are CR LF, the others CR."),
            (
                "a\r\r\nb\nc\n",
                "1 of the 4 line ends are CR LF, 2 LF, the others CR.",
            ),
        ] {
            let found = fixture("codex", "AGENTS.md", text);
            assert_eq!(found.message(CODE), told, "{text:?}");
            let lf = text.replace("\r\n", "\n").replace('\r', "\n");
            for (fix, end) in found.fixes(CODE).iter().zip(["\n", "\r\n"]) {
                let mut mended = fixture("codex", "AGENTS.md", text);
                mended.apply(fix);
                assert_eq!(
                    mended.text("AGENTS.md".as_ref()).to_string(),
                    lf.replace('\n', end)
                );
            }
        }
    }

    #[test]
    fn a_loader_that_takes_lf_alone_drops_the_skill() {
        let text = "---\r\nname: a\r\ndescription: b\r\n---\r\nText\n";
        let found = fixture("ai-leash", ".skills/x.md", text);
        assert_eq!(
            found.codes(),
            ["encoding.mixed-eol .skills/x.md:1"],
            "and nothing else"
        );
        assert_eq!(
            found.message(CODE),
            "4 of the 5 line ends are CR LF, the others LF. The skill does not reach ai-leash, which takes LF alone."
        );
        assert_eq!(found.findings()[0].severity, Severity::Error);
    }

    #[test]
    fn one_kind_throughout_is_silent() {
        for text in ["a\r\nb\r\n", "a\nb\n", "a\rb\r", "a\r", "", "a"] {
            assert!(fixture("codex", "AGENTS.md", text).codes().is_empty(), "{text:?}");
        }
    }
}
