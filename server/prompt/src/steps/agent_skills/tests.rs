//! What loaders take, and what they say against the rest.

use super::*;
use agents_workspace::MemoryFiles;

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: false,
    name_is_folder: true,
    refuses: standard_name,
    needs_description: true,
    description: Some(10),
    hidden_by: Some("disable-model-invocation"),
    last_wins: false,
};

#[test]
fn each_demand_has_its_fault() {
    let mut files = MemoryFiles::new();
    let skill = |name: &str, rest: &str| format!("---\nname: {name}\n{rest}---\n");
    files
        .add("/p/ok/SKILL.md", skill("ok", "description: fine\n"))
        .add("/p/SKILL.md", skill("p", "description: too high\n"))
        .add("/p/ok/deep/SKILL.md", skill("deep", "description: d\n"))
        .add("/p/other/SKILL.md", skill("name", "description: d\n"))
        .add("/p/Big/SKILL.md", skill("Big", "description: d\n"))
        .add("/p/bare/SKILL.md", skill("bare", ""))
        .add("/p/long/SKILL.md", skill("long", "description: more than ten\n"))
        .add(
            "/p/hid/SKILL.md",
            skill("hid", "description: d\ndisable-model-invocation: true\n"),
        )
        .add("/q/ok/SKILL.md", skill("ok", "description: again\n"));
    let mut prompt = EffectivePrompt::empty("x", "1");
    let places = ["/p", "/q"].map(PathBuf::from);
    let listed = load(&mut prompt, &files, &places, &LOADER);
    let names: Vec<_> = listed
        .iter()
        .map(|entry| entry.description.text.as_str())
        .collect();
    assert_eq!(names, ["fine"]);
    let fate = |path: &str| {
        let skill = prompt.skills.iter().find(|skill| skill.path == Path::new(path));
        skill.map(|skill| skill.fate.clone())
    };
    let skipped = |fault| Some(SkillFate::Skipped(fault));
    assert_eq!(fate("/p/SKILL.md"), None);
    assert_eq!(fate("/p/ok/deep/SKILL.md"), None);
    assert_eq!(
        fate("/p/other/SKILL.md"),
        skipped(SkillFault::NotFolder("other".to_owned()))
    );
    assert!(matches!(
        fate("/p/Big/SKILL.md"),
        Some(SkillFate::Skipped(SkillFault::Name(_)))
    ));
    assert_eq!(
        fate("/p/bare/SKILL.md"),
        skipped(SkillFault::MissingKey("description"))
    );
    assert_eq!(
        fate("/p/long/SKILL.md"),
        skipped(SkillFault::TooLong("description", 10))
    );
    assert_eq!(fate("/p/hid/SKILL.md"), Some(SkillFate::OnDemand));
    let by = PathBuf::from("/p/ok/SKILL.md");
    assert_eq!(fate("/q/ok/SKILL.md"), Some(SkillFate::Shadowed { by }));
}

#[test]
fn a_long_description_is_cut() {
    let mut files = MemoryFiles::new();
    let text = "---\nname: a\ndescription: aäb cd\n---\n";
    files.add("/p/a/SKILL.md", text).add("/q/a/SKILL.md", text);
    let mut prompt = EffectivePrompt::empty("x", "1");
    let loader = Loader {
        description: None,
        ..LOADER
    };
    let mut listed = load(&mut prompt, &files, &["/p", "/q"].map(PathBuf::from), &loader);
    admit_clash(&mut prompt, "either");
    assert_eq!(prompt.caveats, ["either"]);
    prompt.losses.clear();
    cut_descriptions(&mut prompt, &mut listed, 6);
    assert!(prompt.losses.is_empty());
    cut_descriptions(&mut prompt, &mut listed, 3);
    assert_eq!(listed[0].description.text, "aäb");
    let lost = &prompt.losses[0];
    assert_eq!((&text[lost.range.clone()], lost.amount), (" cd", 3));
}

#[test]
fn a_skill_is_taken_with_what_its_loader_bears() {
    let mut files = MemoryFiles::new();
    let skill = "---\nname: a\ndescription: d\ndisable-model-invocation: true\n---\n";
    files
        .add("/p/.dot/a/SKILL.md", format!("\u{feff}\n \n{skill}"))
        .add("/p/a/SKILL.md", [skill.as_bytes(), b"\xff"].concat())
        .add("/p/a/x/y/SKILL.md", skill)
        .add("/p/a/NOT-SKILL.md", skill);
    let [dotted, broken] = ["/p/.dot/a/SKILL.md", "/p/a/SKILL.md"].map(Path::new);
    assert_eq!(find(&files, Path::new("/p"), 2), [dotted, broken]);
    let loader = Loader {
        hidden_by: Some("disable-model-invocation"),
        ..Loader::FORMAT
    };
    let mut prompt = EffectivePrompt::empty("x", "1");
    let mut is_taken = |path: &Path, blank_before, broken_utf8| {
        let bears = Bears {
            blank_before,
            broken_utf8,
        };
        take(&mut prompt, &files, path, &loader, bears).map(|taken| taken.is_hidden)
    };
    assert_eq!(is_taken(dotted, false, true), None);
    assert_eq!(is_taken(dotted, true, false), Some(true));
    assert_eq!(is_taken(broken, true, false), None);
    assert_eq!(is_taken(broken, true, true), Some(true));
    let faults: Vec<_> = prompt.skills.iter().map(|skill| skill.fate.clone()).collect();
    let skipped = [SkillFault::LeadingText, SkillFault::NotUtf8].map(SkillFate::Skipped);
    assert_eq!(faults, skipped);
}
#[test]
fn a_loader_may_do_more() {
    let mut files = MemoryFiles::new();
    files
        .add(
            "/p/a/skill.mdx",
            "---\nname: a\n---\n# Title\n\nFirst\nparagraph.\n\nSecond\n",
        )
        .add("/p/b/SKILL.md", "---\nname: b\ntriggers: [user]\n---\nText\n")
        .add(
            "/p/c/SKILL.md",
            "---\nname: c\ntriggers:\n  - user\n  - model\n---\nText\n",
        )
        .add("/p/d/SKILL.md", "---\nname: d\n---\n# Title alone\n")
        .add("/far/e/SKILL.md", "---\nname: e\n---\nText\n");
    files.link("/p/e", "/far/e");
    let mut prompt = EffectivePrompt::empty("x", "1");
    let loader = Loader {
        name_is_folder: false,
        description: None,
        ..LOADER
    };
    let extras = Extras {
        names: &["SKILL.md", "skill.mdx"],
        follow_links: false,
        first_paragraph: true,
        strict_yaml: true,
        listed_by: Some(("triggers", "model")),
    };
    let listed = load_with(&mut prompt, &files, &[PathBuf::from("/p")], &loader, extras);
    let shown: Vec<_> = listed
        .iter()
        .map(|entry| (entry.name.text.as_str(), entry.description.text.as_str()))
        .collect();
    assert_eq!(shown, [("a", "First paragraph."), ("c", "Text")]);
    let fates: Vec<_> = prompt
        .skills
        .iter()
        .filter(|skill| skill.fate != SkillFate::Listed)
        .map(|skill| (skill.path.to_string_lossy().into_owned(), skill.fate.clone()))
        .collect();
    let missing = SkillFate::Skipped(SkillFault::MissingKey("description"));
    assert_eq!(
        fates,
        [
            ("/p/b/SKILL.md".to_owned(), SkillFate::OnDemand),
            ("/p/d/SKILL.md".to_owned(), missing)
        ]
    );
}

#[test]
fn what_only_a_strict_parser_refuses_is_taken_where_nothing_is_known() {
    let mut files = MemoryFiles::new();
    files.add(
        "/p/a/SKILL.md",
        "---\nname: a\ndescription: Use when: asked\n---\n",
    );
    let mut prompt = EffectivePrompt::empty("x", "1");
    let listed = load(&mut prompt, &files, &[PathBuf::from("/p")], &Loader::FORMAT);
    assert_eq!(listed[0].description.text, "Use when: asked");
    let bears = Bears {
        blank_before: false,
        broken_utf8: true,
    };
    let path = Path::new("/p/a/SKILL.md");
    assert!(take(&mut prompt, &files, path, &Loader::FORMAT, bears).is_none());
}
