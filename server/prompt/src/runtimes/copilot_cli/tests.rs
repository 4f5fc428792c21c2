use super::CopilotCli;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, SkillFate, SkillFault, told},
    runtime::{Runtime, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use std::path::{Path, PathBuf};

fn prompt(files: &MemoryFiles, start: &str, touched: &[&str]) -> EffectivePrompt {
    let mut situation = Situation::at("/r");
    situation.start = PathBuf::from(start);
    situation.home = Some(PathBuf::from("/h"));
    situation.touched = touched.iter().map(PathBuf::from).collect();
    assemble(&CopilotCli, &CopilotCli.versions()[0], &situation, files)
}

fn text(prompt: &EffectivePrompt, name: &str) -> String {
    let part = prompt.parts.iter().find(|part| part.name == name);
    part.map(crate::Part::text).unwrap_or_default()
}

/// What stands between the tags, in order.
fn customs(prompt: &EffectivePrompt) -> Vec<String> {
    let text = text(prompt, "instructions");
    let parts = text.split("<custom_instruction>\n").skip(1);
    parts
        .map(|part| part.split("\n</custom_instruction>").next().unwrap().to_owned())
        .collect()
}

#[test]
fn the_root_comes_first_and_the_folders_between_last() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/h/.copilot/copilot-instructions.md", "home")
        .add("/r/.github/Copilot-Instructions.md", "root copilot")
        .add("/r/agents.md", "root agents")
        .add("/r/.claude/CLAUDE.md", "never at the root")
        .add("/r/a/.claude/CLAUDE.md", "between")
        .add("/r/a/b/.github/copilot-instructions.md", "start copilot")
        .add("/r/a/b/Gemini.md", "start gemini");
    let expected = [
        "home",
        "root copilot",
        "start copilot",
        "root agents",
        "start gemini",
        "between",
    ];
    assert_eq!(customs(&prompt(&files, "/r/a/b", &[])), expected);
    let mut bare = MemoryFiles::new();
    bare.add("/AGENTS.md", "above")
        .add("/r/AGENTS.md", "r")
        .add("/r/a/AGENTS.md", "a");
    assert_eq!(
        customs(&prompt(&bare, "/r/a", &[])),
        ["a"],
        "no repository, no walk"
    );
}

#[test]
fn equal_texts_are_sent_once() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", "x")
        .add("/r/GEMINI.md", "x")
        .add("/r/a/AGENTS.md", "x\n");
    files.link("/r/CLAUDE.md", "AGENTS.md");
    let prompt = prompt(&files, "/r/a", &[]);
    assert_eq!(customs(&prompt), ["x", "x\n"]);
    let losses: Vec<_> = prompt
        .all_losses()
        .map(|loss| (loss.kind, loss.path.clone()))
        .collect();
    assert_eq!(losses, [(LossKind::Shadowed, PathBuf::from("/r/GEMINI.md"))]);
}

#[test]
fn imports_stay_in_the_repository_and_eight_deep() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add(
            "/r/a/AGENTS.md",
            "@../b&.md (@no.md) @../../out.md\n@AGENTS.md `@1.md` @1.md, end",
        )
        .add("/r/b&.md", "\u{feff} b \n\n")
        .add("/out.md", "out");
    for depth in 1..12 {
        files.add(format!("/r/a/{depth}.md"), format!("{depth} @{}.md", depth + 1));
    }
    let text = &customs(&prompt(&files, "/r/a", &[]))[0];
    let open = "<imported_custom_instruction source=";
    let start = format!(
        "@../b&.md\n\n{open}\"/r/b&amp;.md\">\n b\n</imported_custom_instruction> (@no.md) @../../out.md\n@AGENTS.md\n\n\
         {open}\"/r/a/AGENTS.md\" skipped=\"already-loaded\" /> `@1.md` @1.md\n\n{open}\"/r/a/1.md\">\n1 @2.md\n\n"
    );
    assert!(text.starts_with(&start), "{text}");
    assert!(
        text.contains("\n8 @9.md\n</imported_custom_instruction>\n"),
        "{text}"
    );
    assert!(text.ends_with("</imported_custom_instruction>, end"));
}

#[test]
fn rules_for_some_files_are_listed_and_sent_on_touch() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add(
            "/r/.github/instructions/a.instructions.md",
            "---\napplyTo: '*.rs, x/**'\ndescription: d | e\n---\nA\n",
        )
        .add(
            "/r/.github/instructions/b.instructions.md",
            "---\napplyTo: \"**/*\"\n---\nB\n",
        )
        .add("/r/.claude/rules/c.md", "C\n")
        .add("/r/s/.claude/rules/d.md", "---\npaths:\n  - s/y/*\n---\nD")
        .add("/r/s/y/AGENTS.md", "\"Y\"")
        .add("/r/s/y/CLAUDE.md", " \n");
    let prompt = prompt(&files, "/r/s", &["/r/s/y/f.rs"]);
    assert_eq!(
        text(&prompt, "instructions"),
        "---\napplyTo: \"**/*\"\n---\nB\n\n\nC\n\n\n⟪copilot: about instruction files⟫\n\
         | Pattern | File Path | Description |\n| ------- | --------- | ----------- |\n\
         | *.rs, x/** | '.github/instructions/a.instructions.md' | d \\| e |\n| s/y/* | '.claude/rules/d.md' |  |\n"
    );
    let nested = text(&prompt, "nested");
    let shown: Vec<_> = nested
        .split("Custom instructions from ")
        .skip(1)
        .map(|it| it.split(". Apply").next().unwrap())
        .collect();
    assert_eq!(
        shown,
        [
            ".github/instructions/a.instructions.md",
            ".claude/rules/d.md",
            "s/y/AGENTS.md"
        ]
    );
    assert!(nested.ends_with("\n\n&quot;Y&quot;\n</system_reminder>"));
    assert!(prompt.on_demand.is_empty());
    let blank = prompt
        .all_losses()
        .find(|loss| loss.cause == Cause::Blank)
        .unwrap();
    assert_eq!(blank.path, Path::new("/r/s/y/CLAUDE.md"));
}

#[test]
fn skills_are_sorted_where_neighbours_share_an_origin() {
    let mut files = MemoryFiles::new();
    files.folder("/r/.git");
    for place in [
        "/r/.github/skills/z",
        "/r/.agents/skills/m",
        "/r/.claude/skills/a",
        "/r/s/.agents/skills/n",
        "/r/s/.agents/skills/b",
    ] {
        files.add(format!("{place}/SKILL.md"), "---\ndescription: d\n---\n");
    }
    let text = text(&prompt(&files, "/r/s", &[]), "skills");
    let names: Vec<_> = text
        .split("<name>")
        .skip(1)
        .map(|it| it.split('<').next().unwrap())
        .collect();
    assert_eq!(names, ["z", "b", "n", "a", "m"]);
}

#[test]
fn a_skill_needs_sound_yaml_and_a_plain_name() {
    let mut files = MemoryFiles::new();
    files.folder("/r/.git");
    let mut skill = |folder: &str, content: &str| {
        files.add(format!("/r/.github/skills/{folder}/SKILL.md"), content);
    };
    skill(
        "ok",
        "\u{feff}---\r\nname: two words\r\ndescription: |\r\n  x\r\n---\r\n",
    );
    skill("body", "---\nname: body\n---\n# H\n\none\ntwo\n\nthree\nfour\n");
    skill("none", "# H\n");
    skill("lead", "\n---\nname: x\n---\n");
    skill("open", "---\nname: x\n");
    skill("colon", "---\ndescription: a: b: c\n---\n");
    skill("twice", "---\nname: x\nname: y\n---\n");
    skill("number", "---\ndescription: 5\n---\n");
    skill("long", &format!("---\ndescription: {}\n---\n", "😀".repeat(513)));
    skill("é", "---\ndescription: d\n---\n");
    skill(
        "off",
        "---\ndescription: d\ndisable-model-invocation: true\n---\n",
    );
    skill("ok/below", "---\ndescription: never\n---\n");
    skill("deep/er", "---\ndescription: deep\n---\n");
    let prompt = prompt(&files, "/r", &[]);
    let listed: Vec<_> = prompt
        .skills
        .iter()
        .filter(|skill| skill.fate == SkillFate::Listed)
        .map(|skill| (skill.name.clone().unwrap(), skill.description.clone().unwrap()))
        .collect();
    let expected = [("body", "one two three"), ("er", "deep"), ("two-words", "x")];
    assert_eq!(
        listed,
        expected.map(|(name, text)| (name.to_owned(), text.to_owned()))
    );
    let fate = |folder: &str| {
        let path = Path::new("/r/.github/skills").join(folder).join("SKILL.md");
        prompt
            .skills
            .iter()
            .find(|skill| skill.path == path)
            .unwrap()
            .fate
            .clone()
    };
    assert_eq!(fate("none"), SkillFate::Skipped(SkillFault::NoFrontmatter));
    assert_eq!(fate("lead"), SkillFate::Skipped(SkillFault::LeadingText));
    assert_eq!(fate("open"), SkillFate::Skipped(SkillFault::Unclosed));
    assert_eq!(
        fate("long"),
        SkillFate::Skipped(SkillFault::TooLong("description", 1_024))
    );
    assert_eq!(
        fate("number"),
        SkillFate::Skipped(SkillFault::Kind("description", "a text"))
    );
    for folder in ["colon", "twice"] {
        assert!(
            matches!(fate(folder), SkillFate::Skipped(SkillFault::Yaml(_))),
            "{folder}"
        );
    }
    assert!(matches!(fate("é"), SkillFate::Skipped(SkillFault::Name(_))));
    assert_eq!(fate("off"), SkillFate::OnDemand);
}

#[test]
fn the_list_ends_with_the_first_skill_that_does_not_fit() {
    let mut files = MemoryFiles::new();
    files.folder("/r/.git");
    for index in 0..20 {
        let length = if index == 15 { 5 } else { 1_000 };
        let text = format!("---\ndescription: {}\n---\n", "x".repeat(length));
        files.add(format!("/r/.github/skills/s{index:02}/SKILL.md"), text);
    }
    let prompt = prompt(&files, "/r", &[]);
    let text = text(&prompt, "skills");
    let names = (13..20)
        .map(|index| format!("s{index}"))
        .collect::<Vec<_>>()
        .join(", ");
    let line = format!(
        "Additional skills available (invoke by name): {names}, customize-cloud-agent, github-pr-media"
    );
    assert!(
        text.ends_with(&format!("</skill>\n{line}\n</available_skills>")),
        "{text}"
    );
    let over = prompt
        .skills
        .iter()
        .filter(|skill| skill.fate == SkillFate::OverBudget);
    assert_eq!(over.count(), 7);
}

#[test]
fn each_mention_has_its_outcome() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .folder("/r/d.d")
        .add("/out.md", "out")
        .add(
            "/r/AGENTS.md",
            "@a.md @./a.md @gone.md @types/node @../out.md @d.d @alice `@code.md`",
        )
        .add(
            "/r/CLAUDE.md",
            "@a.md @./a.md @gone.md @types/node @../out.md @d.d @alice `@code.md`",
        )
        .add("/r/a.md", "\u{feff}@b.md\n")
        .add("/r/b.md", "@a.md");
    let found = prompt(&files, "/r", &[]);
    let expected = [
        "AGENTS.md a.md followed",
        "a.md b.md followed",
        "b.md a.md cycle a.md b.md",
        "AGENTS.md ./a.md repeated",
        "AGENTS.md gone.md missing",
        "AGENTS.md types/node missing",
        "AGENTS.md ../out.md outside",
        "AGENTS.md d.d ignored",
    ];
    assert_eq!(told(&found), expected, "and none of the file that is not sent");
    assert_eq!(found.imports[1].range, 3..8, "in the file, mark included");
    for level in 1..10 {
        files.add(format!("/r/{level}.md"), format!("@{}.md", level + 1));
    }
    files.add("/r/AGENTS.md", "@1.md");
    let deep = told(&prompt(&files, "/r", &[]));
    assert!(deep.contains(&"8.md 9.md too-deep".to_owned()), "{deep:?}");
}
