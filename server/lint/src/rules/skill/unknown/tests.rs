use crate::testing::Fixture;
use std::path::Path;

const CODE: &str = "skill.unknown";

fn with_text(runtimes: &[&str], text: &str) -> Fixture {
    let mut fixture = Fixture::new(runtimes, "");
    for name in ["release", "deploy-web"] {
        let head = format!("---\nname: {name}\ndescription: d\n---\n");
        fixture.add(&format!(".agents/skills/{name}/SKILL.md"), &head);
        fixture.add(&format!(".skills/{name}.md"), &head);
    }
    fixture.add("AGENTS.md", text);
    fixture
}

fn marked(runtime: &str, text: &str) -> Vec<String> {
    with_text(&[runtime], text).marked(CODE)
}

#[test]
fn a_name_that_is_no_skills_is_told_with_the_nearest() {
    let text = "Use the `relase` skill.\n\nThe skills `deploy-wed` and `invoice`. See `.skills/gone.md`.\n";
    insta::assert_snapshot!(with_text(&["ai-leash"], text).drawn(), @r"
    AGENTS.md warning skill.unknown
      Use the `relase` skill.
               ^^^^^^
      There is no skill `relase`. The nearest is `release`.
    AGENTS.md warning skill.unknown
      The skills `deploy-wed` and `invoice`. See `.skills/gone.md`.
                  ^^^^^^^^^^
      There is no skill `deploy-wed`. The nearest is `deploy-web`.
    AGENTS.md warning skill.unknown
      The skills `deploy-wed` and `invoice`. See `.skills/gone.md`.
                                   ^^^^^^^
      There is no skill `invoice`. The skills are `deploy-web` and `release`.
    AGENTS.md warning skill.unknown
      The skills `deploy-wed` and `invoice`. See `.skills/gone.md`.
                                                          ^^^^
      There is no .skills/gone.md. The skills are `deploy-web` and `release`.
    ");
}

#[test]
fn where_a_runtime_may_bring_skills_only_near_names_are_told() {
    assert_eq!(
        marked("codex", "The `relase` skill, the `invoice` skill.\n"),
        ["relase"]
    );
    assert_eq!(marked("codex", "See `.agents/skills/gone/SKILL.md`.\n"), ["gone"]);
}

#[test]
fn a_skill_that_lies_elsewhere_is_told() {
    let mut fixture = with_text(&["codex"], "See `.agents/skills/triage/SKILL.md`.\n");
    fixture.add(
        ".agents/skills/more/triage/SKILL.md",
        "---\nname: triage\ndescription: d\n---\n",
    );
    assert_eq!(
        fixture.message(CODE),
        "There is no .agents/skills/triage/SKILL.md. `triage` lies in .agents/skills/more/triage/SKILL.md."
    );
    assert!(fixture.fixes(CODE).is_empty());
}

#[test]
fn the_fix_takes_the_nearest() {
    for (before, after) in [
        ("Use the `/relase` skill.\n", "Use the `/release` skill.\n"),
        ("See `.skills/relase.md`.\n", "See `.skills/release.md`.\n"),
        ("---\nskills: [relase]\n---\n", "---\nskills: [release]\n---\n"),
    ] {
        let mut fixture = with_text(&["ai-leash"], before);
        let fix = fixture.fixes(CODE).remove(0);
        fixture.apply(&fix);
        assert_eq!(fixture.text(Path::new("AGENTS.md")).to_string(), after);
        assert!(fixture.marked(CODE).is_empty(), "{after}");
    }
    assert!(
        with_text(&["ai-leash"], "The `invoice` skill.\n")
            .fixes(CODE)
            .is_empty()
    );
}

#[test]
fn what_is_no_sure_mention_is_left_alone() {
    for text in [
        "Use the `release` skill, the skills `deploy-web` and `Release`.\n",
        "Use `relase`. The `relase` package.\n",
        "Create a `relase` skill. A new `relase` skill, no `relase` skill.\n",
        "The `my-skill` skill, the `<name>` skill, the `skill-name` skill.\n",
        "The `plugin:relase` skill.\n",
        "```\nthe `relase` skill\n```\n<!-- the `relase` skill -->\n",
        "The `grep` skill.\n",
        "Create `.skills/gone.md`.\n",
        "`.cursor/skills/gone/SKILL.md`, `skills/gone/SKILL.md`, `~/.agents/skills/gone/SKILL.md`\n",
        "`.skills/*.md`, `.skills/<name>.md`, `.agents/skills/{name}/SKILL.md`\n",
    ] {
        assert_eq!(marked("ai-leash", text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_is_called_a_skill_and_is_a_command_is_known() {
    let mut fixture = with_text(&["ai-leash"], "Use the `/triage` skill.\n");
    fixture.add(".claude/commands/triage.md", "Text\n");
    assert!(fixture.marked(CODE).is_empty());
}

#[test]
fn a_project_without_skills_is_silent() {
    let bare = Fixture::new(&["ai-leash"], "//- AGENTS.md\nUse the `relase` skill.\n");
    assert!(bare.codes().is_empty());
}

#[test]
fn a_short_item_of_a_list_is_told_in_the_head_of_an_agent() {
    for (list, told) in [
        ("skills:\n  - lint\n  - lnt", &["lnt"][..]),
        ("skills: [lnt]", &["lnt"]),
        ("skills: lnt", &["lnt"]),
        ("skills: lint, lnt", &["lnt"]),
        ("skills: lint", &[]),
        // It may be one that the runtime brings.
        ("skills: foreign", &[]),
    ] {
        let mut fixture = Fixture::new(&["claude-code"], "");
        fixture.add(
            ".claude/skills/lint/SKILL.md",
            "---\nname: lint\ndescription: d\n---\n",
        );
        fixture.add(
            ".claude/agents/rev.md",
            format!("---\nname: rev\ndescription: d\n{list}\n---\nThe `lnt` skill.\n"),
        );
        assert_eq!(fixture.marked(CODE), told, "{list}");
    }
}
