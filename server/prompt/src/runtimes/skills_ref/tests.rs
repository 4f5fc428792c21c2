use super::SkillsRef;
use crate::{
    effective::{EffectivePrompt, LossKind, Part, SkillFate, SkillFault},
    runtime::{Runtime, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use std::path::{Path, PathBuf};

fn prompt(files: &MemoryFiles, touched: &[&str]) -> EffectivePrompt {
    let mut situation = Situation::at("/w");
    situation.touched = touched.iter().map(PathBuf::from).collect();
    assemble(&SkillsRef, &SkillsRef.versions()[0], &situation, files)
}

fn skill(name: &str, rest: &str) -> String {
    format!("---\nname: {name}\n{rest}---\nBody\n")
}

/// Each objection to the one skill there is: what it points at and what it says.
fn objections(folder: &str, text: &str) -> Vec<(String, String)> {
    let mut files = MemoryFiles::new();
    files.add(format!("/w/skills/{folder}/SKILL.md"), text);
    let prompt = prompt(&files, &[]);
    match &prompt.skills[0].fate {
        SkillFate::Skipped(SkillFault::Refused(objections)) => objections
            .iter()
            .map(|objection| (text[objection.at.clone()].to_owned(), objection.line()))
            .collect(),
        fate => panic!("{fate:?}"),
    }
}

#[test]
fn valid_skills_are_listed_as_the_validator_prints_them() {
    let mut files = MemoryFiles::new();
    files
        .add(
            "/w/skills/a/SKILL.md",
            skill("\" a \"", "description: 'A & \"b\" <c>'\n"),
        )
        .add("/w/.claude/skills/b/SKILL.md", skill("b", "description: it's\n"))
        .add("/w/skills/bad/SKILL.md", skill("other", "description: d\n"));
    let prompt = prompt(&files, &[]);
    let [part] = &prompt.parts[..] else {
        panic!("{:?}", prompt.parts)
    };
    assert_eq!(
        part.text(),
        "<available_skills>\n<skill>\n<name>\na\n</name>\n<description>\nA &amp; &quot;b&quot; &lt;c&gt;\n\
         </description>\n<location>\n/w/skills/a/SKILL.md\n</location>\n</skill>\n<skill>\n<name>\nb\n</name>\n\
         <description>\nit&#x27;s\n</description>\n<location>\n/w/.claude/skills/b/SKILL.md\n</location>\n</skill>\n\
         </available_skills>"
    );
    assert_eq!(
        prompt.log,
        [
            "Validation failed for /w/skills/bad:",
            "  - Directory name 'bad' must match skill name 'other'"
        ]
    );
    assert!(prompt.exact);
}

#[test]
fn each_objection_points_at_its_place() {
    let text = "---\r\nmodel: x\r\nname: My_Skill\r\ndescription: \"\"\r\ncompatibility:\r\n  - a\r\n---\r\n";
    let found = objections("my", text);
    let (places, said): (Vec<&str>, Vec<&str>) = found
        .iter()
        .map(|(at, said)| (at.as_str(), said.as_str()))
        .unzip();
    assert_eq!(
        places,
        [
            "model",
            "My_Skill",
            "My_Skill",
            "My_Skill",
            "description: \"\"",
            "- a\r\n"
        ]
    );
    assert_eq!(said[3], "Directory name 'my' must match skill name 'My_Skill'");
    let found = objections("my", "---\nname: my\nlicense: [MIT]\n---\n");
    assert_eq!(
        found,
        [(
            "MIT]".to_owned(),
            "Invalid YAML in frontmatter: While scanning, Found ugly disallowed JSONesque flow mapping (surround \
             with ' and ' to make text appear literally)"
                .to_owned()
        )]
    );
    assert_eq!(objections("my", "# T\n")[0].0, "# T");
    assert_eq!(objections("my", "---\ndescription: d\n---\n")[0].0, "---");
}

#[test]
fn the_small_name_is_read_where_the_other_is_missing() {
    let mut files = MemoryFiles::new();
    files
        .add("/w/skills/a/skill.md", skill("a", "description: d\n"))
        .add("/w/skills/b/SKILL.md", skill("b", "description: d\n"))
        .add("/w/skills/b/skill.md", skill("b", "description: d\n"))
        .folder("/w/skills/none");
    let prompt = prompt(&files, &[]);
    let listed: Vec<&Path> = prompt.skills.iter().map(|skill| skill.path.as_path()).collect();
    assert_eq!(
        listed,
        [
            Path::new("/w/skills/a/skill.md"),
            Path::new("/w/skills/b/SKILL.md")
        ]
    );
    let losses: Vec<_> = prompt
        .all_losses()
        .map(|loss| (loss.kind, loss.path.clone()))
        .collect();
    assert_eq!(
        losses,
        [(LossKind::Shadowed, PathBuf::from("/w/skills/b/skill.md"))]
    );
    assert_eq!(
        prompt.log,
        [
            "Validation failed for /w/skills/none:",
            "  - Missing required file: SKILL.md"
        ]
    );
}

#[test]
fn a_file_elsewhere_counts_when_it_is_the_one_that_is_looked_at() {
    let mut files = MemoryFiles::new();
    files.add("/w/pkg/tool/SKILL.md", skill("tool", "description: d\n"));
    assert!(prompt(&files, &[]).skills.is_empty());
    let prompt = prompt(&files, &["/w/pkg/tool/SKILL.md"]);
    assert_eq!(prompt.skills[0].fate, SkillFate::Listed);
    assert!(
        prompt
            .parts
            .iter()
            .map(Part::text)
            .any(|text| text.contains("\ntool\n"))
    );
}

#[test]
fn bytes_that_are_no_text_end_it() {
    let mut files = MemoryFiles::new();
    files.add("/w/skills/a/SKILL.md", b"---\nname: a\xff\n---\n");
    assert_eq!(
        prompt(&files, &[]).skills[0].fate,
        SkillFate::Skipped(SkillFault::NotUtf8)
    );
}
