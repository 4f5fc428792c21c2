use super::GeminiCli;
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, SkillFate, told},
    runtime::{Runtime, assemble, set},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn prompt(files: &MemoryFiles, start: &str, touched: &[&str], settings: &[(&str, Value)]) -> EffectivePrompt {
    let mut situation = Situation::at("/r");
    situation.start = PathBuf::from(start);
    situation.home = Some(PathBuf::from("/h"));
    situation.touched = touched.iter().map(PathBuf::from).collect();
    for (key, value) in settings {
        set(&GeminiCli, &mut situation.settings, key, value).unwrap();
    }
    assemble(&GeminiCli, &GeminiCli.versions()[0], &situation, files)
}

fn text(prompt: &EffectivePrompt, name: &str) -> String {
    let part = prompt.parts.iter().find(|part| part.name == name);
    part.map(Part::text).unwrap_or_default()
}

/// The paths of the blocks of a part.
fn order(text: &str) -> Vec<&str> {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("--- Context from: "));
    lines.filter_map(|line| line.strip_suffix(" ---")).collect()
}

#[test]
fn files_are_sorted_as_strings() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/GEMINI.md", "r")
        .add("/r/App/GEMINI.md", "\u{feff} a \n");
    let prompt = prompt(&files, "/r/App", &[], &[]);
    assert_eq!(
        order(&text(&prompt, "project")),
        ["/r/App/GEMINI.md", "/r/GEMINI.md"]
    );
    let lost: Vec<_> = prompt
        .all_losses()
        .map(|loss| (loss.kind, loss.range.clone()))
        .collect();
    assert_eq!(lost, [(LossKind::Stripped, 0..4), (LossKind::Stripped, 5..7)]);
}

#[test]
fn configured_names_come_before_the_own_and_one_real_file_once() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", "x")
        .link("/r/GEMINI.md", "AGENTS.md")
        .add(
            "/h/.gemini/settings.json",
            "{\"context\": {\"fileName\": \"AGENTS.md\"}} // c",
        )
        .add("/h/.gemini/GEMINI.md", "g");
    let model = [("model", json!("gemini-3-pro-preview"))];
    let prompt = prompt(&files, "/r", &[], &model);
    assert_eq!(order(&text(&prompt, "project")), ["/r/AGENTS.md"]);
    assert!(text(&prompt, "global").contains("(AGENTS.md, GEMINI.md)"));
}

#[test]
fn a_touch_sends_what_was_not_sent_once() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/GEMINI.md", "r")
        .add("/r/a/GEMINI.md", "a")
        .add("/r/a/b/GEMINI.md", " \n")
        .add("/r/a/b/x", "");
    let prompt = prompt(&files, "/r", &["/r/a/b/x", "/r/a/y", "/else/x"], &[]);
    let nested: Vec<_> = prompt
        .parts
        .iter()
        .filter(|part| part.layer == Layer::Touch)
        .collect();
    assert_eq!(nested.len(), 1);
    assert_eq!(order(&nested[0].text()), ["/r/a/GEMINI.md"]);
    assert!(prompt.all_losses().any(|loss| loss.cause == Cause::Blank));
}

#[test]
fn imports_follow_the_expression_and_stay_inside() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .folder("/r/dir")
        .add("/r/a.md", "A\n")
        .add("/out.md", "O")
        .link("/r/link.md", "/out.md")
        .add(
            "/r/GEMINI.md",
            "@a.md\n<!-- @a.md -->\n`@a.md` @dir @link.md @a.md/x @https://e.x @../out.md @1 x@a.md",
        );
    let text = text(&prompt(&files, "/r", &[], &[]), "project");
    let body = text.split_once(" ---\n").unwrap().1;
    let body = body.split_once("\n--- End").unwrap().0;
    let a = "<!-- Imported from: a.md -->\nA\n\n<!-- End of import from: a.md -->";
    let expected = format!(
        "{a}\n<!-- {a} -->\n`@a.md` \
         <!-- Import failed: dir - EISDIR: illegal operation on a directory, read --> \
         <!-- Import failed: link.md - Path traversal attempt --> \
         <!-- Import failed: a.md/x - ENOTDIR: not a directory, access '/r/a.md/x' --> \
         <!-- Import failed: https://e.x - Path traversal attempt --> \
         <!-- Import failed: ../out.md - Path traversal attempt --> @1 x@a.md"
    );
    assert_eq!(body, expected);
}

#[test]
fn flat_imports_stand_one_after_the_other() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/GEMINI.md", "@a.md @b.md\n")
        .add("/r/a.md", " A ")
        .add("/r/b.md", "B @a.md");
    let flat = [("context.importFormat", json!("flat"))];
    let text = text(&prompt(&files, "/r", &[], &flat), "project");
    let expected = "--- File: /r ---\n@a.md @b.md\n--- End of File: /r ---\n\n\
                    --- File: /r/b.md ---\nB @a.md\n--- End of File: /r/b.md ---\n\n\
                    --- File: /r/a.md ---\nA\n--- End of File: /r/a.md ---";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn files_that_import_each_other_come_to_an_end() {
    let mut files = MemoryFiles::new();
    files.folder("/r/.git");
    let all: String = (0..60).map(|index| format!("@f{index}.md\n")).collect();
    for index in 0..60 {
        files.add(format!("/r/f{index}.md"), &all);
    }
    files.add("/r/GEMINI.md", &all);
    let prompt = prompt(&files, "/r", &[], &[]);
    assert!(!prompt.exact);
}

#[test]
fn of_an_untrusted_folder_nothing_is_read() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/GEMINI.md", "r")
        .add("/h/.gemini/GEMINI.md", "g")
        .add(
            "/r/.gemini/skills/s/SKILL.md",
            "---\nname: s\ndescription: d\n---\n",
        );
    let mut situation = Situation::at("/r");
    situation.home = Some(PathBuf::from("/h"));
    situation.trusted = false;
    let prompt = assemble(&GeminiCli, &GeminiCli.versions()[0], &situation, &files);
    let names: Vec<_> = prompt.parts.iter().map(|part| part.name).collect();
    assert_eq!(names, ["global"]);
}

#[test]
fn a_later_skill_takes_the_place_of_an_earlier_one() {
    let mut files = MemoryFiles::new();
    let skill = |name: &str, words: &str| format!("---\nname: {name}\ndescription: {words}\n---\n");
    files
        .add("/h/.gemini/skills/a/SKILL.md", skill("one", "user"))
        .add("/h/.gemini/skills/b/SKILL.md", skill("two", "user"))
        .add("/r/.gemini/skills/SKILL.md", skill("7", "number: and colon"))
        .add("/r/.agents/skills/x/SKILL.md", skill("two", "project"));
    let off = [("skills.disabled", json!(["ONE"]))];
    let prompt = prompt(&files, "/r", &[], &off);
    let list = text(&prompt, "skills");
    let names: Vec<_> = list
        .lines()
        .filter(|line| line.contains("<name>"))
        .map(str::trim)
        .collect();
    assert_eq!(names, ["<name>two</name>", "<name>7</name>"]);
    assert!(list.contains("<description>project<") && list.contains("<description>number: and colon<"));
    let hidden = prompt
        .skills
        .iter()
        .find(|skill| skill.path == Path::new("/h/.gemini/skills/a/SKILL.md"));
    assert_eq!(hidden.unwrap().fate, SkillFate::OnDemand);
}

#[test]
fn each_import_has_its_outcome() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .folder("/r/d")
        .add(
            "/r/GEMINI.md",
            "@a.md @a.md, @alice @d @../x.md @https://x.org `@b.md`\n\n    @c.md\n",
        )
        .add("/r/a.md", "@a.md @l1.md");
    for level in 1..6 {
        files.add(format!("/r/l{level}.md"), format!("@l{}.md @gone", level + 1));
    }
    let tree = prompt(&files, "/r", &[], &[]);
    let expected = [
        "GEMINI.md a.md !followed",
        "a.md a.md !cycle a.md",
        "a.md l1.md !followed",
        "l1.md l2.md !followed",
        "l2.md l3.md !followed",
        "l3.md l4.md !followed",
        // What is not there is left alone like the rest.
        "l4.md l5.md too-deep",
        "l3.md gone !missing",
        "l2.md gone !missing",
        "l1.md gone !missing",
        "GEMINI.md a.md, !missing",
        "GEMINI.md alice !missing",
        "GEMINI.md d !ignored",
        "GEMINI.md ../x.md !outside",
        "GEMINI.md https://x.org !not-allowed",
        "GEMINI.md c.md !missing",
    ];
    assert_eq!(told(&tree), expected);
    files
        .add("/r/GEMINI.md", "@a.md @GEMINI.md")
        .add("/r/a.md", "@GEMINI.md @a.md");
    let flat = prompt(&files, "/r", &[], &[("context.importFormat", json!("flat"))]);
    let expected = [
        "GEMINI.md GEMINI.md followed",
        "GEMINI.md GEMINI.md cycle GEMINI.md",
        "GEMINI.md a.md followed",
        "a.md a.md cycle a.md",
        "a.md GEMINI.md cycle GEMINI.md a.md",
        "GEMINI.md a.md repeated",
    ];
    assert_eq!(told(&flat), expected);
}
