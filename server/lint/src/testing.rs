//! Small trees as text, and findings drawn under the lines they are about.

use crate::{
    check::{Checker, actions, check_project, fixes},
    config::check_configs,
    finding::{Finding, Severity},
    fix::{FileEdit, Fix, apply},
    fix_all, repair_frontmatter,
    settings::Severities,
};
use agents_prompt::{
    Active, Managed, Marker, Project, PromptCache, Situation, UserCap, name::Name, runtimes, steps::globs,
};
use agents_syntax::Text;
use agents_workspace::{Files, MemoryFiles};
use proptest::{prelude::ProptestConfig, test_runner::RngSeed};
use serde_json::Value;
use std::{
    fmt::Write as _,
    ops::Range,
    path::{Path, PathBuf},
};

/// How a property is tried: on the same few inputs in the everyday run, on as many new ones as
/// `PROPTEST_CASES` says otherwise.
pub(crate) fn budget(cases: u32) -> ProptestConfig {
    let default = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return default;
    }
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0),
        ..default
    }
}

/// Where the trees are opened.
pub(crate) const ROOT: &str = "/w";

/// A tree under some runtimes.
pub(crate) struct Fixture {
    files: MemoryFiles,
    project: Project,
    prompts: PromptCache,
    paths: Vec<PathBuf>,
    severities: Severities,
}

impl Fixture {
    /// `tree` has files, each after a line `//- path`; `runtimes` are names with an optional version.
    pub(crate) fn new(runtimes: &[&str], tree: &str) -> Self {
        let mut fixture = Self {
            files: MemoryFiles::new(),
            project: Project::with(
                Situation::at(ROOT),
                runtimes.iter().map(|name| active(name)).collect(),
            ),
            prompts: PromptCache::default(),
            paths: Vec::new(),
            severities: Severities::default(),
        };
        fixture.files.folder("/w/.git");
        for file in tree.split("//- ").skip(1) {
            let (path, text) = file.split_once('\n').expect("a path and its text");
            fixture.add(path.trim(), text);
        }
        fixture
    }

    /// Adds or replaces a file.
    pub(crate) fn add(&mut self, path: &str, text: impl AsRef<[u8]>) -> &mut Self {
        let path = Path::new(ROOT).join(path);
        self.files.add(&path, text);
        self.note(path)
    }

    /// Opens a file in an editor, with this text over what lies there.
    pub(crate) fn edit(&mut self, path: &str, text: &str) -> &mut Self {
        self.files.edit(Path::new(ROOT).join(path), text);
        self
    }

    /// Says that files of a glob are rendered by a platform; without a marker the name is enough.
    pub(crate) fn managed(&mut self, glob: &str, marker: Option<&str>) -> &mut Self {
        let files = globs::matcher(glob, false).expect("a glob");
        let marker = marker.map_or(Marker::Name, |marker| marker.parse().expect("a marker"));
        self.project.managed.push(Managed { files, marker });
        self
    }

    /// Sets a budget for files of a glob, for one runtime if that is named.
    pub(crate) fn budget(&mut self, runtime: Option<&str>, glob: &str, cap: &str) -> &mut Self {
        self.project.caps.push(UserCap {
            files: globs::matcher(glob, false).expect("a glob"),
            runtime: runtime.map(Name::from),
            cap: cap.parse().expect("a cap"),
        });
        self
    }

    /// Adds a symbolic link.
    pub(crate) fn link(&mut self, path: &str, target: &str) -> &mut Self {
        let path = Path::new(ROOT).join(path);
        self.files.link(&path, target);
        self.note(path)
    }

    /// Adds a folder.
    pub(crate) fn folder(&mut self, path: &str) -> &mut Self {
        let path = Path::new(ROOT).join(path);
        self.files.folder(&path);
        self.note(path)
    }

    fn note(&mut self, path: PathBuf) -> &mut Self {
        if !self.paths.contains(&path) {
            self.paths.push(path);
            self.paths.sort();
        }
        self
    }

    /// Makes the runtimes ones of the user's own, which extend what they are.
    pub(crate) fn extend(&mut self, name: &str) -> &mut Self {
        for active in &mut self.project.active {
            active.name = Name::from(name);
        }
        self
    }

    /// Lays a setting over every runtime that has it.
    pub(crate) fn set(&mut self, key: &str, value: impl Into<Value>) -> &mut Self {
        let value = value.into();
        let mut taken = 0;
        for active in &mut self.project.active {
            taken += usize::from(active.set(key, &value).is_ok());
        }
        assert!(taken > 0, "no runtime has the setting {key}");
        self.project.look_at_settings(&self.files);
        self
    }

    /// Sets the severity of a rule, or switches it off.
    pub(crate) fn severity(&mut self, code: &str, severity: Option<Severity>) -> &mut Self {
        self.severities.set(code, severity);
        self
    }

    fn checker(&self) -> Checker<'_> {
        Checker {
            project: &self.project,
            files: &self.files,
            prompts: &self.prompts,
            severities: &self.severities,
            tokens: &crate::NoTokens,
        }
    }

    /// All findings.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let judged = self.paths.iter().filter(|path| self.project.judges(path));
        let judged: Vec<PathBuf> = judged.cloned().collect();
        let found = check_project(self.checker(), &judged, &mut |_| true);
        let found = found
            .into_values()
            .flat_map(|file| file.own.into_iter().chain(file.shared));
        let mut found: Vec<Finding> = found.collect();
        found.sort_by(|a, b| (&a.path, a.range.start, a.rule).cmp(&(&b.path, b.range.start, b.rule)));
        found
    }

    /// The codes of all findings with their places, `rule path:line`.
    pub(crate) fn codes(&self) -> Vec<String> {
        let codes = self.findings().into_iter().map(|finding| {
            let line = self.text(&finding.path).line_of(finding.range.start) + 1;
            format!("{} {}:{line}", finding.rule, below(&finding.path))
        });
        codes.collect()
    }

    /// All findings, drawn.
    pub(crate) fn drawn(&self) -> String {
        self.draw_all(self.findings())
    }

    /// All findings in settings files of runtimes, drawn.
    pub(crate) fn drawn_configs(&self) -> String {
        let is_read = |path: &&PathBuf| self.project.reads(path);
        let paths: Vec<PathBuf> = self.paths.iter().filter(is_read).cloned().collect();
        self.draw_all(check_configs(self.checker(), &paths))
    }

    fn draw_all(&self, findings: Vec<Finding>) -> String {
        let mut out = String::new();
        for finding in findings {
            let text = self.text(&finding.path);
            let _ = writeln!(
                out,
                "{} {} {}",
                below(&finding.path),
                finding.severity,
                finding.rule
            );
            if !text.is_empty() {
                draw(&mut out, &text, &finding);
            }
            let _ = writeln!(out, "  {}", finding.message());
            for related in &finding.related {
                let _ = writeln!(out, "  see {}: {}", below(&related.path), related.message);
            }
        }
        out
    }

    /// The fixes of every finding of a rule.
    pub(crate) fn fixes(&self, rule: &str) -> Vec<Fix> {
        let findings = self.findings().into_iter().filter(|finding| finding.rule == rule);
        findings
            .flat_map(|finding| fixes(self.checker(), &finding))
            .collect()
    }

    /// The fixes of a finding.
    pub(crate) fn fixes_of(&self, finding: &Finding) -> Vec<Fix> {
        fixes(self.checker(), finding)
    }

    /// What can be done at a byte of a file without a finding.
    pub(crate) fn actions(&self, path: &str, at: usize) -> Vec<Fix> {
        actions(self.checker(), &Path::new(ROOT).join(path), &(at..at))
    }

    /// Mending the head of a skill at once.
    pub(crate) fn repair(&self, path: &str) -> Option<Fix> {
        repair_frontmatter(self.checker(), &Path::new(ROOT).join(path))
    }

    /// All safe fixes of a file at once.
    pub(crate) fn fix_all(&self, path: &str) -> Option<Fix> {
        fix_all(self.checker(), &Path::new(ROOT).join(path))
    }

    /// The message of the only finding of a rule.
    pub(crate) fn message(&self, rule: &str) -> String {
        let mut found = self.findings();
        found.retain(|finding| finding.rule == rule);
        assert_eq!(found.len(), 1, "{:?}", self.codes());
        found[0].message()
    }

    /// The lost or wrong text of every finding of a rule.
    pub(crate) fn marked(&self, rule: &str) -> Vec<String> {
        let found = self.findings().into_iter().filter(|finding| finding.rule == rule);
        found
            .map(|finding| self.text(&finding.path).substring(finding.range))
            .collect()
    }

    /// The bytes of a file that reach the first runtime in the file's own situation, in the order of the file.
    pub(crate) fn loaded(&self, path: &str) -> Vec<Range<usize>> {
        let path = Path::new(ROOT).join(path);
        let active = &self.project.active[0];
        let situation = self.project.situation_of(active, &path);
        let prompt = self.prompts.get(active, &situation, &self.files);
        let mut loaded: Vec<_> = prompt.loaded(&path).cloned().collect();
        loaded.sort_by_key(|range| range.start);
        loaded
    }

    /// The tree after a fix.
    pub(crate) fn apply(&mut self, fix: &Fix) {
        for edit in &fix.edits {
            match edit {
                FileEdit::Text { path, edits } => {
                    let text = apply(&self.text(path), edits);
                    self.files.add(path, text.to_string());
                }
                FileEdit::Create { path, text } => {
                    self.files.add(path, text);
                    self.note(path.clone());
                }
                FileEdit::Rename { from, to } => {
                    let text = self.text(from).to_string();
                    self.files.remove(from);
                    self.paths.retain(|path| path != from);
                    self.files.add(to, text);
                    self.note(to.clone());
                }
                FileEdit::Delete { .. } => unreachable!("no rule does this yet"),
            }
        }
    }

    /// Takes a file or a folder without anything in it away.
    pub(crate) fn remove(&mut self, path: &str) -> &mut Self {
        let path = Path::new(ROOT).join(path);
        self.files.remove(&path);
        self.paths.retain(|known| *known != path);
        self
    }

    /// Lets the runtimes be found by traces, and not named by the user.
    pub(crate) fn detected(&mut self) -> &mut Self {
        for active in &mut self.project.active {
            active.evidence = vec![PathBuf::from(ROOT)];
        }
        self
    }

    /// How often a word is in the prompt of each runtime that is started in the root.
    pub(crate) fn sent(&self, word: &str) -> Vec<usize> {
        let prompts = self.project.active.iter().map(|active| {
            let situation = self.project.situation_at_root(active);
            self.prompts.get(active, &situation, &self.files)
        });
        let texts = prompts.map(|prompt| {
            prompt
                .parts
                .iter()
                .map(agents_prompt::Part::text)
                .collect::<String>()
        });
        texts.map(|text| text.matches(word).count()).collect()
    }

    /// Whether something of a file reaches the first runtime in the file's own situation, or would when a file that
    /// it is for is touched.
    pub(crate) fn is_read(&self, path: &str) -> bool {
        let active = &self.project.active[0];
        let path = Path::new(ROOT).join(path);
        let prompt = self
            .prompts
            .get(active, &self.project.situation_of(active, &path), &self.files);
        prompt.loaded(&path).next().is_some() || prompt.waiting.contains(&path)
    }

    /// Applies a fix, and proves that nothing is found any more and that a file which nobody read before is read.
    pub(crate) fn reads_after(&mut self, fix: &Fix, path: &str) {
        assert!(!self.is_read(path), "{path} is read before {}", fix.title);
        self.apply(fix);
        assert_eq!(self.codes(), Vec::<String>::new(), "after {}", fix.title);
        assert!(self.is_read(path), "{path} is not read after {}", fix.title);
    }

    /// The text of a file; empty when there is none.
    pub(crate) fn text(&self, path: &Path) -> Text {
        self.files
            .file(&Path::new(ROOT).join(path))
            .map(|file| file.text().clone())
            .unwrap_or_default()
    }

    /// The names of the skills that reach the first runtime.
    pub(crate) fn listed_skills(&self) -> Vec<String> {
        let active = &self.project.active[0];
        let prompt = self
            .prompts
            .get(active, &self.project.situation_at_root(active), &self.files);
        let listed = prompt
            .skills
            .iter()
            .filter(|skill| skill.fate == agents_prompt::effective::SkillFate::Listed);
        listed.filter_map(|skill| skill.name.clone()).collect()
    }
}

/// Applies the only fix of a rule to the only skill of a tree: its title and the file's text afterwards. Proves
/// that nothing is found any more and that the skill is listed.
pub(crate) fn mended(fixture: &mut Fixture, rule: &str, path: &str) -> (String, String) {
    let fixes = fixture.fixes(rule);
    let [fix] = fixes.as_slice() else {
        panic!("{} fixes for {:?}", fixes.len(), fixture.codes());
    };
    fixture.apply(fix);
    let text = fixture.text(path.as_ref()).to_string();
    assert_eq!(
        fixture.codes(),
        Vec::<String>::new(),
        "after {}: {text:?}",
        fix.title
    );
    assert_eq!(fixture.listed_skills().len(), 1, "after {}: {text:?}", fix.title);
    (fix.title.clone(), text)
}

fn active(name: &str) -> Active {
    let (runtime, version) = runtimes::find(name).expect("a known runtime");
    Active {
        version,
        ..Active::new(runtime, Vec::new()).expect("a version")
    }
}

fn below(path: &Path) -> String {
    path.strip_prefix(ROOT).unwrap_or(path).display().to_string()
}

/// The lines of the range with marks under what it covers; long ranges are shown by their ends.
fn draw(out: &mut String, text: &Text, finding: &Finding) {
    let first = text.line_of(finding.range.start);
    let last = text.line_of(finding.range.end.saturating_sub(1).max(finding.range.start));
    for line in first..=last {
        if line > first + 1 && line < last {
            if line == first + 2 {
                let _ = writeln!(out, "  …");
            }
            continue;
        }
        let range = text.line_range(line);
        let start = finding.range.start.max(range.start);
        let end = finding.range.end.clamp(start, range.end.max(start));
        let _ = writeln!(out, "  {}", text.slice(range.clone()));
        let before = text.slice(range.start..start).len_chars();
        let _ = writeln!(
            out,
            "  {}{}",
            " ".repeat(before),
            "^".repeat(text.slice(start..end).len_chars())
        );
    }
}
