//! Two trees in memory, and what an agent notices of the difference.

use super::{Changelog, Sides, log::Compared, places::Found, rule::Rules};
use crate::view::{
    changes::{Told, text},
    prompt::Style,
};
use agents_prompt::{Active, Project, PromptCache, Situation, runtimes};
use agents_workspace::{MemoryFiles, Revision};
use std::path::PathBuf;

/// A tree that Codex or another runtime is started in.
struct Trees {
    then: MemoryFiles,
    now: MemoryFiles,
    runtimes: &'static [&'static str],
    cap: Option<u64>,
    paths: Vec<&'static str>,
    only: Vec<PathBuf>,
}

/// The same files then and now.
fn trees(runtimes: &'static [&'static str], files: &[(&'static str, &str)]) -> Trees {
    let mut then = MemoryFiles::new();
    then.folder("/w/.git");
    for (path, text) in files {
        then.add(path, text);
    }
    Trees {
        now: then.clone(),
        then,
        runtimes,
        cap: None,
        paths: files.iter().map(|(path, _)| *path).collect(),
        only: Vec::new(),
    }
}

impl Trees {
    /// Another text of a file, or a new file.
    fn now(mut self, path: &'static str, text: &str) -> Self {
        self.now.add(path, text);
        self.paths.push(path);
        self
    }

    /// Without a file, or a folder that has nothing in it any more.
    fn gone(mut self, path: &str) -> Self {
        self.now.remove(path);
        self
    }

    /// With a shared cap of so many bytes.
    fn capped(mut self, bytes: u64) -> Self {
        self.cap = Some(bytes);
        self
    }

    /// What is told, beside what it is compared with.
    fn told(&self) -> String {
        let active = self.runtimes.iter().map(|name| {
            let (runtime, _) = runtimes::find(name).expect("a runtime");
            let mut active = Active::new(runtime, Vec::new()).expect("a version");
            if let Some(cap) = self.cap {
                let set = active.set("project_doc_max_bytes", &cap.into());
                set.expect("a setting");
            }
            active
        });
        let project = Project::with(Situation::at("/w"), active.collect());
        let on = |files: &MemoryFiles| {
            let mut paths: Vec<PathBuf> = self.paths.iter().map(PathBuf::from).collect();
            paths.sort();
            paths.dedup();
            paths.retain(|path| agents_workspace::Files::is_file(files, path));
            paths
        };
        let found = Found {
            then: on(&self.then),
            now: on(&self.now),
            only: self.only.clone(),
        };
        let (then, now) = (PromptCache::default(), PromptCache::default());
        let compared = Compared {
            sides: Sides {
                then: &self.then,
                now: &self.now,
            },
            then: &project,
            now: &project,
            prompts: (&then, &now),
            rules: &Rules::default(),
        };
        let actives: Vec<_> = project.active.iter().map(|active| (active, active)).collect();
        let log = Changelog::new(&compared, &found, &actives);
        let told = Told {
            project: &project,
            revision: &Revision::unknown("HEAD", "1a2b3c4"),
            log: &log,
        };
        text::text(&told, Style::NONE, None)
    }
}

const CODEX: &[&str] = &["codex"];

#[test]
fn rules_are_gained_lost_and_reworded() {
    let then = "# A\n\n## Tests\n\n- Run `make test` before every push.\n- Never skip a test.\n\n## Style\n\nUse tabs.\n";
    let now = "# A\n\n## Tests\n\n- Run `make check` before every push.\n\n## Style\n\nUse tabs.\n\nKeep lines short.\n";
    let told = trees(CODEX, &[("/w/AGENTS.md", then)])
        .now("/w/AGENTS.md", now)
        .told();
    insta::assert_snapshot!(told, @r"
    Since HEAD (1a2b3c4): 1 rule gained, 1 lost, 1 reworded

    codex 0.171.0
      AGENTS.md
        Tests
          ~ Run `make check` before every push.
            was: Run `make test` before every push.
          - Never skip a test.
        Style
          + Keep lines short.
    ");
}

#[test]
fn line_breaks_and_order_are_no_change() {
    let then = "- One rule\n  of two lines.\n- Two.\n\nA paragraph that is wrapped.\n";
    let now = "* Two.\n* One rule of two lines.\r\n\r\nA paragraph\r\nthat is wrapped.\r\n";
    let told = trees(CODEX, &[("/w/AGENTS.md", then)])
        .now("/w/AGENTS.md", now)
        .told();
    assert_eq!(
        told,
        "Since HEAD (1a2b3c4), no rule changed (1 prompt compared).\n"
    );
}

#[test]
fn a_rule_that_goes_to_another_file_or_heading_is_moved() {
    let files = [
        (
            "/w/AGENTS.md",
            "## A\n\n- This one goes away.\n- This one stays.\n- This one goes down.\n\n## B\n\n- b\n",
        ),
        ("/w/a/AGENTS.md", "- nested\n"),
    ];
    let told = trees(CODEX, &files)
        .now(
            "/w/AGENTS.md",
            "## A\n\n- This one stays.\n\n## B\n\n- b\n- This one goes down.\n",
        )
        .now("/w/a/AGENTS.md", "- nested\n- This one goes away.\n")
        .told();
    // Who works at the root does not see the nested file, so the rule is lost there.
    insta::assert_snapshot!(told, @r"
    Since HEAD (1a2b3c4): 1 rule lost, 2 moved

    codex 0.171.0 · everywhere (2 folders)
      AGENTS.md (moved from under A)
        B
          > This one goes down.

    codex 0.171.0 · in the root folder
      AGENTS.md
        A
          - This one goes away.

    codex 0.171.0 · in a
      a/AGENTS.md (moved from AGENTS.md)
          > This one goes away.
    ");
}

#[test]
fn a_rule_is_cut_now_because_another_file_grew() {
    let nested = "- The first of the nested rules.\n- The second of the nested rules.\n";
    let files = [("/w/AGENTS.md", "- short\n"), ("/w/a/AGENTS.md", nested)];
    let long = format!("- short\n- {}\n", "x".repeat(50));
    let told = trees(CODEX, &files).capped(110).now("/w/AGENTS.md", &long).told();
    insta::assert_snapshot!(told, @r"
    Since HEAD (1a2b3c4): 1 rule gained, 1 lost

    codex 0.171.0 · everywhere (2 folders)
      AGENTS.md
          + xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx

    codex 0.171.0 · in a
      a/AGENTS.md (does not reach the agent any more; cut: the files before it use
      61 of 110 bytes)
          - The second of the nested rules.
    ");
    let mut back = trees(CODEX, &files).capped(110).now("/w/AGENTS.md", &long);
    std::mem::swap(&mut back.then, &mut back.now);
    insta::assert_snapshot!(back.told(), @r"
    Since HEAD (1a2b3c4): 1 rule gained, 1 lost

    codex 0.171.0 · everywhere (2 folders)
      AGENTS.md
          - xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx

    codex 0.171.0 · in a
      a/AGENTS.md (reaches the agent now; was cut: the files before it use 61 of 110
      bytes)
          + The second of the nested rules.
    ");
}

#[test]
fn a_new_rule_behind_the_cap_is_told_as_such() {
    let told = trees(CODEX, &[("/w/AGENTS.md", "- one rule of some length\n")])
        .capped(30)
        .now(
            "/w/AGENTS.md",
            "- one rule of some length\n- and one that nobody reads\n",
        )
        .told();
    insta::assert_snapshot!(told, @r"
    Since HEAD (1a2b3c4): 1 rule written but not sent

    codex 0.171.0
      AGENTS.md (new, and does not reach the agent; cut: the files before it use 0
      of 30 bytes)
          ! and one that nobody reads
    ");
}

#[test]
fn a_file_that_stands_in_the_place_of_another() {
    let told = trees(CODEX, &[("/w/AGENTS.md", "- plain rule\n")])
        .now("/w/AGENTS.override.md", "- quite another one\n")
        .told();
    insta::assert_snapshot!(told, @r"
    Since HEAD (1a2b3c4): 1 rule gained, 1 lost

    codex 0.171.0
      AGENTS.md (does not reach the agent any more; shadowed: AGENTS.override.md
      stands in its place)
          - plain rule
      AGENTS.override.md (new file)
          + quite another one
    ");
}

#[test]
fn a_folder_with_another_name_is_told_once() {
    let files = [
        ("/w/AGENTS.md", "- root\n"),
        ("/w/old/AGENTS.md", "- one rule\n- two rules\n- three rules\n"),
    ];
    let told = trees(CODEX, &files)
        .gone("/w/old/AGENTS.md")
        .gone("/w/old")
        .now(
            "/w/new/AGENTS.md",
            "- one rule\n- two rules\n- three rules\n- four rules here\n",
        )
        .told();
    insta::assert_snapshot!(told, @r"
    Since HEAD (1a2b3c4): 1 rule gained

    old is now new

    codex 0.171.0 · in new
      new/AGENTS.md
          + four rules here
    ");
}

#[test]
fn the_same_change_is_told_once_for_all_runtimes_and_folders() {
    let files = [
        ("/w/AGENTS.md", "- root\n"),
        ("/w/a/AGENTS.md", "- a\n"),
        ("/w/b/AGENTS.md", "- b\n"),
    ];
    let told = trees(&["codex", "claude-code"], &files)
        .now("/w/AGENTS.md", "- root\n- Always do this.\n")
        .now("/w/b/AGENTS.md", "- b\n- Only here do that.\n")
        .told();
    insta::assert_snapshot!(told, @r"
    Since HEAD (1a2b3c4): 2 rules gained

    claude-code 2.1.332, codex 0.171.0 · everywhere (3 folders)
      AGENTS.md
          + Always do this.

    claude-code 2.1.332, codex 0.171.0 · in b
      b/AGENTS.md
          + Only here do that.
    ");
}

#[test]
fn only_prompts_of_a_path_are_compared() {
    let files = [
        ("/w/AGENTS.md", "- root\n"),
        ("/w/a/AGENTS.md", "- a\n"),
        ("/w/b/AGENTS.md", "- b\n"),
    ];
    let mut trees = trees(CODEX, &files)
        .now("/w/a/AGENTS.md", "- a\n- New in a.\n")
        .now("/w/b/AGENTS.md", "- b\n- New in b.\n")
        .now("/w/a/main.rs", "");
    trees.paths.pop();
    trees.only = vec![PathBuf::from("/w/a/main.rs")];
    insta::assert_snapshot!(trees.told(), @r"
    Since HEAD (1a2b3c4): 1 rule gained

    codex 0.171.0
      a/AGENTS.md
          + New in a.
    ");
}

#[test]
fn a_skill_is_its_entry_in_the_list_and_its_body_is_read_when_needed() {
    let skill = |about: &str, body: &str| format!("---\nname: s\ndescription: {about}\n---\n\n{body}\n");
    let path = "/w/.agents/skills/s/SKILL.md";
    let then = skill("Use when a release is made.", "- Tag it.");
    let now = skill("Use when a release is being made.", "- Tag it.\n- Push the tag.");
    let told = trees(CODEX, &[(path, &then)]).now(path, &now).told();
    insta::assert_snapshot!(told, @r"
    Since HEAD (1a2b3c4): 1 rule gained, 1 reworded

    codex 0.171.0
      .agents/skills/s/SKILL.md
        list of skills
          ~ s: Use when a release is being made.
            was: s: Use when a release is made.
      .agents/skills/s/SKILL.md (read only when needed)
          + Push the tag.
    ");
}
