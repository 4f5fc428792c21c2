//! Running the rules over one file, or over a project.

use crate::{
    finding::Finding,
    fix::{Applicability, Fix},
    repair::{body, changed::Changed, extract, head, quote, section, twin, words},
    rules,
    settings::Severities,
    tokens::Tokens,
    view::{FileView, ProjectView, first_line},
};
use agents_prompt::{Project, PromptCache, effective::SkillFate, runtime::Role};
use agents_syntax::frontmatter::Frontmatter;
use agents_workspace::Files;
use std::{
    cell::LazyCell,
    collections::{BTreeMap, HashMap, hash_map::Entry},
    ops::Range,
    path::{Path, PathBuf},
};

/// What every check needs.
#[derive(Clone, Copy)]
pub struct Checker<'a> {
    /// The project.
    pub project: &'a Project,
    /// The tree.
    pub files: &'a dyn Files,
    /// Prompts made so far.
    pub prompts: &'a PromptCache,
    /// The user's severities.
    pub severities: &'a Severities,
    /// What counts tokens.
    pub tokens: &'a dyn Tokens,
}

/// The findings of one file that follow from its own situation; those that compare files are left out.
#[must_use]
pub fn check_file(checker: Checker<'_>, path: &Path) -> Vec<Finding> {
    let view = FileView::new(checker.project, checker.files, checker.prompts, path);
    own_findings(checker, &view, spoilt(&view))
}

/// The findings of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileFindings {
    /// Those of [`check_file`].
    pub own: Vec<Finding>,
    /// Those that compare files.
    pub shared: Vec<Finding>,
}

/// The findings of all instruction files of a project; every file that was looked at has an entry. Files that
/// are links to another one in the list are judged once, under the other's path. Stops early, with nothing,
/// when `goes_on` says no; it is told how many files are done.
pub fn check_project(
    checker: Checker<'_>,
    paths: &[PathBuf],
    goes_on: &mut dyn FnMut(usize) -> bool,
) -> BTreeMap<PathBuf, FileFindings> {
    let mut by_path: BTreeMap<PathBuf, FileFindings> = BTreeMap::new();
    let mut views = BTreeMap::new();
    // Files that no runtime reads are there for their budgets alone.
    let mut others = BTreeMap::new();
    let (read, unread): (Vec<&PathBuf>, Vec<&PathBuf>) =
        paths.iter().partition(|path| checker.project.reads(path));
    let mut judged = without_twins(checker.files, &read);
    judged.extend(unread.into_iter().filter(|path| !is_twin(checker, path, paths)));
    for link in read.iter().filter(|path| !judged.contains(*path)) {
        let own = check_link(checker, link);
        if !own.is_empty() {
            let shared = Vec::new();
            by_path.insert((*link).clone(), FileFindings { own, shared });
        }
    }
    for (done, path) in judged.into_iter().enumerate() {
        if !goes_on(done) {
            return BTreeMap::new();
        }
        let view = FileView::new(checker.project, checker.files, checker.prompts, path);
        let spoilt = spoilt(&view);
        // What compares files would compare the text of somebody else.
        let is_spoilt = !spoilt.is_empty();
        by_path.insert(
            path.clone(),
            FileFindings {
                own: own_findings(checker, &view, spoilt),
                shared: Vec::new(),
            },
        );
        if is_spoilt {
            continue;
        }
        let views = if view.runtimes.is_empty() {
            &mut others
        } else {
            &mut views
        };
        views.insert(path.clone(), view);
    }
    for finding in shared_findings(checker, views, others) {
        by_path
            .entry(finding.path.clone())
            .or_default()
            .shared
            .push(finding);
    }
    by_path
}

/// The findings of one file that follow from others: those that [`check_project`] has as shared.
#[must_use]
pub fn check_shared(checker: Checker<'_>, path: &Path, paths: &[PathBuf]) -> Vec<Finding> {
    let judged: Vec<&PathBuf> = paths
        .iter()
        .filter(|path| !is_twin(checker, path, paths))
        .collect();
    let views = judged.into_iter().map(|path| {
        let view = FileView::new(checker.project, checker.files, checker.prompts, path);
        (path.clone(), view)
    });
    let views = views.filter(|(_, view)| spoilt(view).is_empty());
    let (others, views) = views.partition(|(_, view)| view.runtimes.is_empty());
    let mut found = shared_findings(checker, views, others);
    found.retain(|finding| finding.path == path);
    found
}

fn shared_findings<'a>(
    checker: Checker<'a>,
    views: BTreeMap<PathBuf, FileView<'a>>,
    others: BTreeMap<PathBuf, FileView<'a>>,
) -> Vec<Finding> {
    let view = |views| ProjectView {
        project: checker.project,
        files: checker.files,
        tokens: checker.tokens,
        views,
    };
    let (views, others) = (view(views), view(others));
    let mut found = Vec::new();
    for rule in rules::all() {
        rule.check_project(&views, &mut found);
        if rule.is_for_any_file() {
            rule.check_project(&others, &mut found);
        }
    }
    finish(checker, found)
}

/// The findings of a link to a file that is judged under its own path.
#[must_use]
pub fn check_link(checker: Checker<'_>, path: &Path) -> Vec<Finding> {
    let view = FileView::new(checker.project, checker.files, checker.prompts, path);
    let mut found = Vec::new();
    for rule in rules::all().iter().filter(|rule| rule.is_for_links()) {
        rule.check_file(&view, &mut found);
    }
    finish(checker, found)
}

/// What is found in one file alone, with what `spoilt` says of it.
fn own_findings(checker: Checker<'_>, view: &FileView<'_>, spoilt: Vec<Finding>) -> Vec<Finding> {
    let mut found = spoilt;
    if found.is_empty() {
        let is_read = !view.runtimes.is_empty();
        for rule in rules::all()
            .iter()
            .filter(|rule| is_read || rule.is_for_any_file())
            .filter(|rule| !rule.outdoes_others())
        {
            rule.check_file(view, &mut found);
        }
    }
    finish(checker, found)
}

/// What there is to say of a file whose text is not its author's: nothing else is worth saying then.
fn spoilt(view: &FileView<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rule in rules::all().iter().filter(|rule| rule.outdoes_others()) {
        rule.check_file(view, &mut found);
    }
    found
}

/// Whether a path is a link to another one of `paths`, which is judged in its place.
#[must_use]
pub fn is_twin(checker: Checker<'_>, path: &Path, paths: &[PathBuf]) -> bool {
    let real = checker.files.canonical(path);
    real.is_some_and(|real| {
        let is_judged = real != path && paths.binary_search(&real).is_ok();
        // One that no runtime reads does not stand in for one that is read.
        is_judged && (checker.project.reads(&real) || !checker.project.reads(path))
    })
}

/// The fixes of a finding. One that changes the text of a skill behind its head, that loses words of its name or
/// description, or that ends with something new to find, is not to be applied unseen.
#[must_use]
pub fn fixes(checker: Checker<'_>, finding: &Finding) -> Vec<Fix> {
    let Some(rule) = rules::find(finding.rule) else {
        return Vec::new();
    };
    let view = FileView::new(checker.project, checker.files, checker.prompts, &finding.path);
    let mut fixes = rule.fixes(finding, &view);
    let before = LazyCell::new(|| own_findings(checker, &view, spoilt(&view)));
    for fix in &mut fixes {
        let is_safe = || {
            body::is_kept(&view, fix)
                && words::are_kept(&view, fix)
                && !ends_with_more(checker, &view, &before, fix)
        };
        if fix.applicability == Applicability::Safe && !is_safe() {
            fix.applicability = Applicability::Unsafe;
        }
    }
    fixes
}

/// Whether a fix of a skill makes something to find. Where a loader drops the skill its first fault hides the others,
/// so that one which shows after the fix was there before.
fn ends_with_more<F: FnOnce() -> Vec<Finding>>(
    checker: Checker<'_>,
    view: &FileView<'_>,
    before: &LazyCell<Vec<Finding>, F>,
    fix: &Fix,
) -> bool {
    let is_skill = view.runtimes.iter().any(|view| view.role == Role::Skill);
    if !is_skill || is_dropped_skill(view) {
        return false;
    }
    let Some(files) = Changed::by(checker.files, &fix.edits) else {
        return false;
    };
    let changed = Checker {
        files: &files,
        prompts: &PromptCache::default(),
        ..checker
    };
    let after = check_file(changed, view.path);
    let count = |found: &[Finding], rule: &str| found.iter().filter(|finding| finding.rule == rule).count();
    after
        .iter()
        .any(|finding| count(&after, finding.rule) > count(before, finding.rule))
}

/// What can be done at a place without a finding: moving the section whose heading is there, closing the
/// frontmatter, quoting a value of it, importing what the file is a copy of.
#[must_use]
pub fn actions(checker: Checker<'_>, path: &Path, range: &Range<usize>) -> Vec<Fix> {
    let view = FileView::new(checker.project, checker.files, checker.prompts, path);
    let Ok(content) = &view.file else {
        return Vec::new();
    };
    let document = content.document();
    let mut actions = Vec::new();
    let touches = |head: &&Frontmatter| head.range.start <= range.end && range.start <= head.range.end;
    if document.frontmatter().filter(touches).is_some() && !is_dropped_skill(&view) {
        actions.extend(head::close(&view, document));
        actions.extend(quote::action(&view, document));
    }
    let heading = document
        .headings_in(range.start..range.end.max(range.start + 1))
        .next();
    let section = heading.and_then(|heading| section::at(document, heading.range.start));
    if let Some(section) = section {
        actions.extend(extract::section_at(&view, document, section.range.start));
        actions.extend(section::move_to_notes(&view, document, &section));
    }
    if range.start <= first_line(document.text()).end {
        actions.extend(twin::to_import(&view));
    }
    actions
}

/// Whether a loader drops the file: a finding has the way to mend it then.
fn is_dropped_skill(view: &FileView<'_>) -> bool {
    view.runtimes.iter().any(|runtime| {
        let skill = runtime.skill(view.path);
        skill.is_some_and(|skill| matches!(skill.fate, SkillFate::Skipped(_)))
    })
}

/// Paths without those that are links to another of them.
fn without_twins<'a>(files: &dyn Files, paths: &[&'a PathBuf]) -> Vec<&'a PathBuf> {
    let mut kept: BTreeMap<PathBuf, &PathBuf> = BTreeMap::new();
    for path in paths.iter().copied() {
        let real = files.canonical(path).unwrap_or_else(|| path.clone());
        let is_itself = real == *path;
        let twin = kept.entry(real).or_insert(path);
        if is_itself {
            *twin = path;
        }
    }
    let mut kept: Vec<_> = kept.into_values().collect();
    kept.sort();
    kept
}

pub(crate) fn finish(checker: Checker<'_>, found: Vec<Finding>) -> Vec<Finding> {
    let mut found = merge(found);
    checker.severities.apply(&mut found);
    found.sort_by(|a, b| {
        (&a.path, a.range.start, a.severity, a.rule).cmp(&(&b.path, b.range.start, b.severity, b.rule))
    });
    found
}

/// One finding per rule, file and range, with all runtimes concerned.
fn merge(found: Vec<Finding>) -> Vec<Finding> {
    let mut merged: Vec<Finding> = Vec::with_capacity(found.len());
    let mut places: HashMap<(&'static str, PathBuf, Range<usize>, String), usize> = HashMap::new();
    for finding in found {
        let place = (
            finding.rule,
            finding.path.clone(),
            finding.range.clone(),
            finding.lead.clone(),
        );
        match places.entry(place) {
            Entry::Vacant(vacant) => {
                vacant.insert(merged.len());
                merged.push(finding);
            }
            Entry::Occupied(at) => {
                let other = &mut merged[*at.get()];
                for effect in finding.effects {
                    if !other.effects.contains(&effect) {
                        other.effects.push(effect);
                    }
                }
                for related in finding.related {
                    if !other.related.contains(&related) {
                        other.related.push(related);
                    }
                }
            }
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use crate::{finding::Severity, fix::Applicability, testing::Fixture};

    #[test]
    fn severities_are_the_users() {
        let tree = "//- AGENTS.md\n@a.md\n//- a.md\nA\n//- AGENTS.override.md\n@a.md\n";
        let mut fixture = Fixture::new(&["codex"], tree);
        fixture.severity("import.unsupported", Some(Severity::Hint));
        let shown = |fixture: &Fixture| -> Vec<String> {
            let found = fixture.findings();
            found
                .iter()
                .map(|finding| format!("{} {}", finding.severity, finding.rule))
                .collect()
        };
        assert_eq!(
            shown(&fixture),
            ["warning precedence.shadowed", "hint import.unsupported"]
        );
        fixture.severity("precedence.shadowed", None);
        assert_eq!(shown(&fixture), ["hint import.unsupported"]);
        fixture
            .severity("import.unsupported", None)
            .severity("no.such-rule", None);
        assert!(shown(&fixture).is_empty());
    }

    #[test]
    fn findings_that_compare_files_can_be_switched_off() {
        let mut fixture = Fixture::new(&["codex"], "//- AGENTS.md\n0123456789\n//- a/AGENTS.md\na\n");
        fixture
            .set("project_doc_max_bytes", 11)
            .severity("budget.starves-nested", None);
        assert_eq!(fixture.codes(), ["budget.truncated a/AGENTS.md:1"]);
    }

    #[test]
    fn two_names_of_one_file_are_judged_once() {
        let mut fixture = Fixture::new(&["ai-leash"], "//- docs/AGENTS.md\n@a.md\n//- docs/a.md\nA\n");
        fixture
            .link("app/AGENTS.md", "../docs/AGENTS.md")
            .link("AGENTS.md", "docs/AGENTS.md");
        assert_eq!(fixture.codes(), ["import.unsupported docs/AGENTS.md:1"]);
        // Two links to something that no runtime reads: the first speaks for both.
        let mut links = Fixture::new(&["ai-leash"], "//- text.md\n@a.md\n//- a.md\nA\n");
        links
            .link("AGENTS.md", "text.md")
            .link("b/AGENTS.md", "../text.md");
        assert_eq!(links.codes(), ["import.unsupported AGENTS.md:1"]);
    }

    #[test]
    fn each_range_of_a_runtime_is_its_own_finding() {
        let mut fixture = Fixture::new(&["vibekit", "codex"], "//- AGENTS.md\n0123456789\n");
        fixture.set("cap", 4).set("project_doc_max_bytes", 6);
        assert_eq!(
            fixture.marked("budget.truncated"),
            ["456789\n", "6789\n"],
            "each from its own cut"
        );
    }

    #[test]
    fn a_healthy_project_is_silent() {
        let tree = "//- AGENTS.md\n# Guide\n\n- Run `make test` with @alice.\n//- a/AGENTS.md\n# A\n\n- Mind it.\n\
                    //- .agents/skills/x/SKILL.md\n---\nname: x\ndescription: Does x\n---\n\
                    //- .skills/y.md\n---\nname: y\ndescription: Does y\n---\n//- MEMORY.md\nx\n//- agents.md\nx\n";
        for runtime in ["codex", "ai-leash", "openclaw", "vibekit", "apx", "agents-md"] {
            assert_eq!(
                Fixture::new(&[runtime], tree).codes(),
                Vec::<String>::new(),
                "{runtime}"
            );
        }
    }

    const SKILL: &str = ".agents/skills/x/SKILL.md";

    fn titles(fixture: &Fixture, path: &str, at: usize) -> Vec<String> {
        fixture
            .actions(path, at)
            .into_iter()
            .map(|fix| fix.title)
            .collect()
    }

    #[test]
    fn a_value_can_be_quoted_where_quotes_are_taken_off() {
        let text = "---\nname: x\ndescription: Use when: asked\n---\nText\n";
        let mut codex = Fixture::new(&["codex"], "");
        codex.add(SKILL, text);
        assert!(codex.codes().is_empty(), "Codex reads it");
        let actions = codex.actions(SKILL, 20);
        assert_eq!(actions.len(), 1);
        assert_eq!(actions[0].title, "Quote the value of `description`");
        assert_eq!(actions[0].applicability, Applicability::Safe);
        assert!(
            titles(&codex, SKILL, text.len()).is_empty(),
            "only in the frontmatter"
        );
        codex.apply(&actions[0]);
        let after = codex.text(SKILL.as_ref()).to_string();
        assert_eq!(after, text.replace("Use when: asked", "\"Use when: asked\""));
        assert!(titles(&codex, SKILL, 20).is_empty(), "done");
        assert_eq!(codex.listed_skills(), ["x"]);

        let mut leash = Fixture::new(&["ai-leash"], "");
        leash.add(".skills/x.md", text);
        assert!(
            titles(&leash, ".skills/x.md", 20).is_empty(),
            "it would keep the quotes"
        );
        let mut page = Fixture::new(&["codex"], "");
        page.add("AGENTS.md", text);
        assert!(titles(&page, "AGENTS.md", 20).is_empty(), "no skill");
    }

    #[test]
    fn a_head_can_be_closed_where_no_finding_asks_for_it() {
        let text = "---\r\nname: x\r\ndescription: y\r\n\r\nText\r\n";
        let mut apx = Fixture::new(&["codex"], "");
        apx.add("AGENTS.md", text);
        let actions = apx.actions("AGENTS.md", 0);
        assert_eq!(actions.len(), 1);
        assert_eq!(actions[0].title, "Close the frontmatter");
        apx.apply(&actions[0]);
        assert_eq!(
            apx.text("AGENTS.md".as_ref()).to_string(),
            text.replace("y\r\n", "y\r\n---\r\n")
        );
        assert!(titles(&apx, "AGENTS.md", 0).is_empty());
        apx.add(SKILL, text);
        assert_eq!(apx.fixes("skill.unclosed")[0].title, "Close the frontmatter");
        assert!(titles(&apx, SKILL, 0).is_empty(), "the finding has it");
    }

    #[test]
    fn a_section_can_be_moved_to_the_memory_file() {
        let mut fixture = Fixture::new(
            &["ai-leash"],
            "//- AGENTS.md\n# A\n\ntext\n\n## B\n\nmore\n\n## C\n",
        );
        assert!(titles(&fixture, "AGENTS.md", 5).is_empty(), "not on a heading");
        let actions = fixture.actions("AGENTS.md", 11);
        assert_eq!(actions[0].title, "Move “B” to .ai-leash/memory/MEMORY.md");
        fixture.apply(&actions[0]);
        assert_eq!(
            fixture.text("AGENTS.md".as_ref()).to_string(),
            "# A\n\ntext\n\n## C\n"
        );
        let memory = fixture.text(".ai-leash/memory/MEMORY.md".as_ref()).to_string();
        assert_eq!(memory, "## B\n\nmore\n");
        let codex = Fixture::new(&["codex"], "//- AGENTS.md\n# A\n");
        assert_eq!(
            titles(&codex, "AGENTS.md", 0),
            ["Move “A” to MEMORY.md, which does not reach codex"]
        );
    }
}
