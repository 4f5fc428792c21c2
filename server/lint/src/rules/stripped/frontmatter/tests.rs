use crate::testing::Fixture;

const CODE: &str = "stripped.frontmatter";

fn fixture(runtimes: &[&str], path: &str, text: &str) -> Fixture {
    let mut fixture = Fixture::new(runtimes, "");
    fixture.add(path, text);
    fixture
}

#[test]
fn a_key_that_nobody_reads_limits_nothing() {
    let text = "---\nglobs: \"src/**\"\n---\n# A\n";
    insta::assert_snapshot!(fixture(&["claude-code", "codex"], "AGENTS.md", text).drawn(), @r#"
    AGENTS.md information stripped.frontmatter
      globs: "src/**"
      ^^^^^^^^^^^^^^^
      `globs` limits nothing for claude-code: the head is taken out, and the file counts as a whole. `globs` limits nothing for codex: the head is sent as text.
    "#);
    let mut rule = fixture(&["claude-code"], ".claude/rules/a.md", text);
    assert_eq!(
        rule.message(CODE),
        "`globs` limits nothing for claude-code: the head is taken out, and the file counts as a whole. claude-code reads \
         `paths` in this file."
    );
    let fixes = rule.fixes(CODE);
    assert_eq!(fixes[0].title, "Rename `globs` to `paths`");
    rule.apply(&fixes[0]);
    assert!(rule.codes().is_empty());
}

#[test]
fn keys_that_are_read_or_limit_nothing_are_fine() {
    for (runtime, path, head) in [
        ("claude-code", ".claude/rules/a.md", "paths: src/**"),
        ("claude-code", "pkg/.claude/rules/deep/a.md", "paths:\n  - src/**"),
        (
            "cursor",
            ".cursor/rules/a.mdc",
            "globs: src/**\nalwaysApply: false",
        ),
        (
            "cursor",
            ".cursor/rules/a.mdc",
            "description: Types\nalwaysApply: false",
        ),
        (
            "copilot-cli",
            ".github/instructions/a.instructions.md",
            "applyTo: 'src/**'",
        ),
        (
            "copilot-cloud-agent",
            ".github/instructions/a.instructions.md",
            "applyTo: 'src/**'",
        ),
        (
            "vscode-copilot",
            ".github/instructions/a.instructions.md",
            "applyTo: 'src/**'",
        ),
        ("vscode-copilot", ".claude/rules/a.md", "paths: ['src/**']"),
        ("windsurf", ".windsurf/rules/a.md", "trigger: glob\nglobs: src/**"),
        (
            "antigravity",
            ".agents/rules/a.md",
            "trigger: glob\nglobs: src/**",
        ),
        ("devin", ".devin/rules/a.md", "trigger: glob\nglobs: src/**"),
        ("devin", ".cursor/rules/a.mdc", "globs: src/**"),
        (
            "kiro",
            ".kiro/steering/a.md",
            "inclusion: fileMatch\nfileMatchPattern: 'src/**'",
        ),
        ("continue", ".continue/rules/a.md", "globs: src/**"),
        ("openhands", ".openhands/microagents/a.md", "triggers:\n- x"),
        ("qwen-code", ".qwen/rules/a.md", "paths: src/**"),
        ("codex", "AGENTS.md", "applyTo: '**'"),
        ("codex", "AGENTS.md", "globs: [\"**/*\"]"),
        ("codex", "AGENTS.md", "globs: src/**\nalwaysApply: true"),
        ("codex", "AGENTS.md", "trigger: always_on"),
        (
            "codex",
            "AGENTS.md",
            "title: Guide\ndescription: How to work here\nversion: 2",
        ),
        (
            "claude-code",
            "CLAUDE.md",
            "title: Guide\ndescription: Never a dull moment",
        ),
    ] {
        let found = fixture(&[runtime], path, &format!("---\n{head}\n---\nText\n"));
        assert!(
            !found.marked(CODE).iter().any(|_| true),
            "{runtime} {path} {head}: {}",
            found.drawn()
        );
    }
}

#[test]
fn a_key_of_skills_sets_nothing_elsewhere() {
    let text = "---\ndescription: A\nallowed-tools: Read\n---\nText\n";
    assert_eq!(
        fixture(&["claude-code", "codex"], "AGENTS.md", text).message(CODE),
        "`allowed-tools` sets nothing for claude-code: the head is taken out, and the file counts as a whole. \
         `allowed-tools` sets nothing for codex: the head is sent as text."
    );
    let skill = text.replace("description", "name: a\ndescription");
    assert!(
        fixture(&["claude-code"], ".claude/skills/a/SKILL.md", &skill)
            .codes()
            .is_empty()
    );
}

#[test]
fn a_list_of_patterns_limits_as_well() {
    for head in [
        "paths:\n  - src/**\n  - docs/**",
        "applyTo: a, b",
        "alwaysApply: false",
        "inclusion: manual",
    ] {
        let found = fixture(&["codex"], "AGENTS.md", &format!("---\n{head}\n---\nText\n"));
        assert_eq!(found.marked(CODE), [head], "{head}");
    }
}

#[test]
fn a_head_below_a_comment_is_seen_by_nobody() {
    let text = "<!-- Written by a tool -->\n---\npaths: src/**\n---\nText\n";
    let mut late = fixture(&["claude-code"], ".claude/rules/a.md", text);
    assert_eq!(late.marked(CODE), ["---\npaths: src/**\n---"]);
    assert_eq!(
        late.message(CODE),
        "A comment stands above this head. So claude-code reads no key of it, and sends it as text."
    );
    let fixes = late.fixes(CODE);
    assert_eq!(fixes[0].title, "Move the head to the top of the file");
    late.apply(&fixes[0]);
    assert_eq!(
        late.text(".claude/rules/a.md".as_ref()).to_string(),
        "---\npaths: src/**\n---\n<!-- Written by a tool -->\nText\n"
    );
    assert!(late.codes().is_empty(), "{}", late.drawn());
    let mut blank = fixture(
        &["cursor"],
        ".cursor/rules/a.mdc",
        "\n\n---\nglobs: src/**\n---\nText\n",
    );
    // Without a head that is seen, the rule has to be asked for.
    assert!(blank.codes().is_empty(), "{}", blank.drawn());
    blank.add(".cursor/rules/b.mdc", "---\nalwaysApply: true\n---\n");
    for text in [
        "<!-- a -->\n---\nText\n---\n",
        "# A\n---\npaths: b\n---\n",
        "<!-- a -->\n\n---\ntitle: b\n---\n",
    ] {
        assert!(
            fixture(&["claude-code"], ".claude/rules/a.md", text)
                .codes()
                .is_empty(),
            "{text}"
        );
    }
}

#[test]
fn text_between_two_lines_of_dashes_is_taken_for_a_head() {
    let text = "---\n\n# Rules\n\nBe kind.\n\n| a | b |\n|---|---|\n| c | d |\n";
    let mut found = fixture(&["claude-code", "codex"], "AGENTS.md", text);
    assert_eq!(found.marked(CODE), ["# Rules\n\nBe kind.\n\n| a | b |\n|"]);
    assert_eq!(
        found.message(CODE),
        "These lines do not reach claude-code: the file begins with `---`, so all up to the next `---` is taken for \
         frontmatter."
    );
    assert!(!found.findings()[0].is_unnecessary, "codex reads them");
    let fixes = found.fixes(CODE);
    found.apply(&fixes[0]);
    assert_eq!(found.text("AGENTS.md".as_ref()).to_string(), &text[5..]);
    assert!(found.codes().is_empty());
    assert!(fixture(&["codex"], "AGENTS.md", text).codes().is_empty());
    assert!(
        fixture(&["claude-code"], "AGENTS.md", "---\n---\nText\n")
            .codes()
            .is_empty()
    );
}

#[test]
fn a_rule_in_the_head_does_not_get_out() {
    let head = "rules:\n  - Never push to main\n  - Be kind";
    let text = format!("---\ntitle: A\n{head}\n---\nText\n");
    let found = fixture(&["claude-code", "codex"], "AGENTS.md", &text);
    assert_eq!(found.marked(CODE), [head]);
    assert_eq!(
        found.message(CODE),
        "This rule stands in the head of the file, which does not reach claude-code."
    );
}
