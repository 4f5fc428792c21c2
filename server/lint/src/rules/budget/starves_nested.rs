//! `budget.starves-nested`: one file uses so much of a shared cap that files below it are cut or dropped.

use crate::{
    finding::{Finding, Related, Severity, number, quantity},
    fix::Fix,
    rule::Rule,
    view::{FileView, ProjectView, RuntimeView, first_line, is_by_cap},
};
use agents_prompt::{Cause, Loss, LossKind, name::Name};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// See the module.
pub struct StarvesNested;

impl Rule for StarvesNested {
    fn code(&self) -> &'static str {
        "budget.starves-nested"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "This file uses so much of a cap that all files share that nested files are cut or dropped. It is \
one finding, however many files starve; they are listed as related places.\n\n\
### Why it matters\n\nThe nested file is the one that knows its folder best, and the author of the root file \
does not see what it costs.\n\n\
### What to do\n\nShorten this file, or move parts of it into files that only some folders load.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for ((culprit, runtime), starved) in starved(project) {
            let Some(text) = project.views.get(&culprit).and_then(|view| view.text()) else {
                continue;
            };
            let (loss, used, cap) = &starved[0];
            let folder = culprit.parent().unwrap_or(Path::new(""));
            let is_nested = |(loss, ..): &(Loss, usize, usize)| {
                loss.path
                    .parent()
                    .is_some_and(|below| below != folder && below.starts_with(folder))
            };
            let kind = if starved.iter().all(is_nested) {
                "nested"
            } else {
                "other"
            };
            let dropped = starved
                .iter()
                .filter(|(loss, ..)| loss.kind == LossKind::Dropped)
                .count();
            let cut = starved.len() - dropped;
            let files = |count: usize| match count {
                1 => format!("1 {kind} file is"),
                several => format!("{several} {kind} files are"),
            };
            let fate = match (cut, dropped) {
                (cut, 0) => format!("{} cut", files(cut)),
                (0, dropped) => format!("{} dropped", files(dropped)),
                (cut, dropped) => format!("{} cut and {dropped} dropped", files(cut)),
            };
            let view = project.views.get(&loss.path);
            let mut views = view.iter().flat_map(|view| view.runtimes.iter());
            let view = views.find(|view| *view.name() == runtime);
            let setting = view.and_then(|view| super::setting(view, loss));
            let sentence = format!(
                "This file uses {} of the {} that all files share for {{}}{}, so {fate}.",
                number(*used),
                quantity(*cap, loss.unit),
                super::named(setting)
            );
            let mut finding = Finding::new(self, culprit, first_line(text)).effect(runtime, sentence);
            finding.advice = super::advice(
                "Shorten it or move sections to files that only some folders load",
                setting,
            );
            finding.related = starved.into_iter().map(|(loss, ..)| related(&loss)).collect();
            out.push(finding);
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        super::relief(self.code(), finding, file)
    }
}

type Starved = Vec<(Loss, usize, usize)>;

/// The starved files by the file that starves them and the runtime.
fn starved(project: &ProjectView<'_>) -> BTreeMap<(PathBuf, Name), Starved> {
    let mut starved: BTreeMap<(PathBuf, Name), Starved> = BTreeMap::new();
    for (path, view) in &project.views {
        for runtime in &view.runtimes {
            let mut losses = runtime.losses(path).filter(|loss| is_by_cap(loss));
            let Some(mut loss) = losses.next().cloned() else {
                continue;
            };
            if let Some((culprit, used, cap)) = culprit(runtime, &loss) {
                // A file that is cut in several places starves once.
                loss.amount += losses.map(|loss| loss.amount).sum::<usize>();
                let starved = starved.entry((culprit, runtime.name().clone())).or_default();
                starved.push((loss, used, cap));
            }
        }
    }
    starved
}

/// The file before the lost text that alone uses half of the shared cap or more, with its use and the cap.
pub(super) fn culprit(view: &RuntimeView<'_>, loss: &Loss) -> Option<(PathBuf, usize, usize)> {
    let Cause::TotalCap { cap, .. } = loss.cause else {
        return None;
    };
    let mut used: BTreeMap<&Path, usize> = BTreeMap::new();
    for segment in view.shared_segments() {
        if let Some(source) = segment.source.as_ref().filter(|source| source.path != loss.path) {
            *used.entry(&source.path).or_default() += segment.measure(loss.unit);
        }
    }
    let (path, used) = used.into_iter().max_by_key(|(_, used)| *used)?;
    (used >= cap.div_ceil(2)).then(|| (path.to_path_buf(), used, cap))
}

fn related(loss: &Loss) -> Related {
    Related {
        path: loss.path.clone(),
        range: loss.range.clone(),
        message: format!(
            "{} {} {} here",
            quantity(loss.amount, loss.unit),
            if loss.amount == 1 { "is" } else { "are" },
            loss.kind
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "budget.starves-nested";

    fn codex(cap: usize, tree: &str) -> Fixture {
        let mut fixture = Fixture::new(&["codex"], tree);
        fixture.set("project_doc_max_bytes", cap);
        fixture
    }

    #[test]
    fn however_many_starve_it_is_one_finding() {
        let tree = "//- AGENTS.md\n0123456789\n//- a/AGENTS.md\naaaaa\n//- b/AGENTS.md\nbbbbb\n";
        insta::assert_snapshot!(codex(15, tree).drawn(), @r#"
        AGENTS.md information budget.starves-nested
          0123456789
          ^^^^^^^^^^
          This file uses 11 of the 15 bytes that all files share for codex (`project_doc_max_bytes`), so 2 nested files are cut. Shorten it or move sections to files that only some folders load, or raise the cap.
          see a/AGENTS.md: 2 bytes are cut here
          see b/AGENTS.md: 2 bytes are cut here
        a/AGENTS.md warning budget.truncated
          aaaaa
              ^
          This text does not reach codex: the files before this one use 11 of 15 bytes (`project_doc_max_bytes`). Lost: 2 bytes. Shorten the files before this one, or raise the cap.
        b/AGENTS.md warning budget.truncated
          bbbbb
              ^
          This text does not reach codex: the files before this one use 11 of 15 bytes (`project_doc_max_bytes`). Lost: 2 bytes. Shorten the files before this one, or raise the cap.
        "#);
        insta::assert_snapshot!(codex(11, tree).message(CODE), @r#"This file uses 11 of the 11 bytes that all files share for codex (`project_doc_max_bytes`), so 2 nested files are dropped. Shorten it or move sections to files that only some folders load, or raise the cap."#);
        assert!(codex(17, tree).codes().is_empty(), "11 and 6 fit");
    }

    #[test]
    fn a_file_that_uses_less_than_half_is_not_to_blame() {
        let tree = "//- AGENTS.md\n01234\n//- a/AGENTS.md\n01234\n//- a/b/AGENTS.md\n01234\n";
        let codes = codex(15, tree).codes();
        assert_eq!(
            codes,
            ["budget.total a/b/AGENTS.md:1", "budget.truncated a/b/AGENTS.md:1"]
        );
        let codes = codex(12, tree).codes();
        assert!(
            codes.iter().any(|code| code.starts_with(CODE)),
            "6 of 12 are half: {codes:?}"
        );
    }

    #[test]
    fn files_beside_it_are_not_called_nested() {
        let mut fixture = Fixture::new(&["openclaw"], "");
        fixture
            .set("agents.defaults.bootstrapTotalMaxChars", 1_000)
            .add("AGENTS.md", "word ".repeat(180))
            .add("SOUL.md", "word ".repeat(100));
        let message = fixture.message(CODE);
        assert!(message.contains("so 1 other file is cut."), "{message}");
    }
}
