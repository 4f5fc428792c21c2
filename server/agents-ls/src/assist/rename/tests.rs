use super::*;
use crate::assist::testing::Tree;

const PATHS: [&str; 6] = [
    "AGENTS.md",
    "CLAUDE.md",
    ".claude/agents/r.md",
    ".agents/skills/deploy-web/SKILL.md",
    ".claude/skills/deploy-web/SKILL.md",
    ".skills/deploy-web.md",
];

struct Asked<'a> {
    path: &'a str,
    byte: usize,
    name: &'a str,
    can_move: bool,
}

fn ask(tree: &Tree, asked: &Asked<'_>) -> Result<Option<Renaming>, String> {
    let exists = |path: &PathBuf| tree.scope().files.file(path).is_ok();
    let files: Vec<PathBuf> = PATHS.map(Tree::path).into_iter().filter(exists).collect();
    let order = Order {
        name: asked.name,
        files: &files,
        is_open: &|_| false,
        can_move: asked.can_move,
        is_cancelled: &|| false,
    };
    rename(tree.scope(), &Tree::path(asked.path), asked.byte, &order)
}

/// The texts after a renaming, and what is moved.
fn done(tree: &Tree, asked: &Asked<'_>) -> (Vec<String>, Vec<String>) {
    let renaming = ask(tree, asked).expect("no objection").expect("a skill");
    let below = |path: &Path| path.strip_prefix("/w").expect("inside").display().to_string();
    let shown = renaming.edits.iter().map(|edit| match edit {
        FileEdit::Text { path, edits } => {
            let file = tree.scope().files.file(path).expect("a file");
            format!("{}: {}", below(path), agents_lint::fix::apply(file.text(), edits))
        }
        FileEdit::Rename { from, to } => format!("{} -> {}", below(from), below(to)),
        other => panic!("{other:?}"),
    });
    (shown.collect(), renaming.notes)
}

fn tree() -> Tree {
    Tree::new(&["codex", "claude-code", "ai-leash"])
        .file(
            ".agents/skills/deploy-web/SKILL.md",
            "---\r\nname: \"deploy-web\"\r\ndescription: d\r\n---\r\nSee [a](../deploy-web/references/a.md), \
             references/a.md.\r\n",
        )
        .file(".agents/skills/deploy-web/references/a.md", "a")
        .file(
            "AGENTS.md",
            "😀 `deploy-web`, $deploy-web and .agents/skills/deploy-web/references/a.md; the `deploy-web` branch.\n",
        )
        .file(
            ".claude/agents/r.md",
            "---\nskills: [deploy-web]\n---\nThe deploy-web skill.\n",
        )
}

#[test]
fn a_new_name_stands_everywhere_and_the_folder_moves_last() {
    let (shown, notes) = done(
        &tree(),
        &Asked {
            path: "AGENTS.md",
            byte: 8,
            name: "ship-web",
            can_move: true,
        },
    );
    assert_eq!(
        shown,
        [
            ".agents/skills/deploy-web/SKILL.md: ---\r\nname: \"ship-web\"\r\ndescription: d\r\n---\r\nSee \
             [a](../ship-web/references/a.md), references/a.md.\r\n",
            ".claude/agents/r.md: ---\nskills: [ship-web]\n---\nThe ship-web skill.\n",
            "AGENTS.md: 😀 `ship-web`, $ship-web and .agents/skills/ship-web/references/a.md; the `deploy-web` \
             branch.\n",
            ".agents/skills/deploy-web -> .agents/skills/ship-web",
        ]
    );
    assert!(notes.is_empty());
}

#[test]
fn without_renaming_of_folders_paths_stay_true() {
    let (shown, notes) = done(
        &tree(),
        &Asked {
            path: ".agents/skills/deploy-web/SKILL.md",
            byte: 14,
            name: "ship-web",
            can_move: false,
        },
    );
    assert_eq!(shown.len(), 3);
    assert!(shown[0].contains("name: \"ship-web\"") && shown[0].contains("../deploy-web/references"));
    assert!(shown[2].contains("$ship-web and .agents/skills/deploy-web/references/a.md"));
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0].starts_with(".agents/skills/deploy-web keeps its name"),
        "{notes:?}"
    );
}

#[test]
fn copies_go_along_only_when_they_are_the_same() {
    let text = "---\nname: deploy-web\ndescription: d\n---\n";
    let tree = |copy: &str| {
        Tree::new(&["codex", "claude-code"])
            .file(".agents/skills/deploy-web/SKILL.md", text)
            .file(".claude/skills/deploy-web/SKILL.md", copy)
            .file("AGENTS.md", "$deploy-web\n")
    };
    let asked = Asked {
        path: "AGENTS.md",
        byte: 3,
        name: "x",
        can_move: true,
    };
    let (same, notes) = done(&tree(text), &asked);
    assert_eq!(same.iter().filter(|one| one.contains(" -> ")).count(), 2);
    assert!(notes.is_empty());
    let (other, notes) = done(&tree(&format!("{text}More.\n")), &asked);
    assert_eq!(
        other
            .iter()
            .filter(|one| one.contains(" -> "))
            .collect::<Vec<_>>(),
        [".agents/skills/deploy-web -> .agents/skills/x"]
    );
    assert!(
        notes[0].starts_with(".claude/skills/deploy-web/SKILL.md has the same name"),
        "{notes:?}"
    );
}

#[test]
fn a_file_of_two_paths_is_changed_once() {
    let mut tree = tree();
    tree.files.link("/w/CLAUDE.md", "AGENTS.md");
    let asked = Asked {
        path: "AGENTS.md",
        byte: 8,
        name: "x",
        can_move: true,
    };
    let (shown, _) = done(&tree, &asked);
    assert_eq!(shown.iter().filter(|one| one.contains("😀")).count(), 1);
}

#[test]
fn a_flat_skill_is_a_file_that_moves() {
    let tree = Tree::new(&["ai-leash"])
        .skill(".skills/deploy-web.md", "deploy-web", "d")
        .file("AGENTS.md", "See `.skills/deploy-web.md`.\n");
    let asked = |name| Asked {
        path: "AGENTS.md",
        byte: 15,
        name,
        can_move: true,
    };
    let (shown, _) = done(&tree, &asked("Ship_2"));
    assert_eq!(
        shown,
        [
            ".skills/deploy-web.md: ---\nname: Ship_2\ndescription: d\n---\nDo it.\n",
            "AGENTS.md: See `.skills/Ship_2.md`.\n",
            ".skills/deploy-web.md -> .skills/Ship_2.md"
        ]
    );
    assert!(ask(&tree, &asked("a/b")).is_err());
}

#[test]
fn names_and_places_that_do_not_fit_are_refused() {
    let tree = tree()
        .skill(".agents/skills/taken/SKILL.md", "taken", "d")
        .file(".agents/skills/there/notes.md", "no skill");
    for (name, why) in [
        (
            "Ship Web",
            "“Ship Web” is no name for a skill: it may hold a-z, 0-9 and hyphens.",
        ),
        ("", "“” is no name for a skill: it is empty."),
        (
            "-x",
            "“-x” is no name for a skill: a hyphen stands at an end or beside another.",
        ),
        (
            "taken",
            "There is a skill `taken` already: .agents/skills/taken/SKILL.md.",
        ),
        ("there", "There is .agents/skills/there already."),
    ] {
        let asked = Asked {
            path: "AGENTS.md",
            byte: 8,
            name,
            can_move: true,
        };
        assert_eq!(ask(&tree, &asked), Err(why.to_owned()));
    }
    let same = Asked {
        path: "AGENTS.md",
        byte: 8,
        name: "deploy-web",
        can_move: true,
    };
    assert_eq!(ask(&tree, &same), Ok(Some(Renaming::default())));
    let nothing = Asked { byte: 0, ..same };
    assert_eq!(ask(&tree, &nothing), Ok(None));
}

#[test]
fn a_link_to_the_folder_is_not_left_dangling() {
    let mut tree = tree();
    tree.files
        .link("/w/.claude/skills/deploy-web", "../../.agents/skills/deploy-web");
    let asked = Asked {
        path: "AGENTS.md",
        byte: 8,
        name: "x",
        can_move: true,
    };
    let why = ask(&tree, &asked).expect_err("a link");
    assert!(why.starts_with(".claude/skills/deploy-web is a link"), "{why}");
}

#[test]
fn a_skill_elsewhere_keeps_its_name() {
    let mut tree = Tree::new(&["codex"]).file("AGENTS.md", "$home-skill\n");
    tree.files.add(
        "/.agents/skills/home-skill/SKILL.md",
        "---\nname: home-skill\ndescription: d\n---\n",
    );
    assert_eq!(
        prepare(tree.scope(), &Tree::path("AGENTS.md"), 3),
        Ok(None),
        "not seen"
    );
}

#[test]
fn a_name_that_would_stay_is_not_half_changed() {
    let fenced = Tree::new(&["ai-leash"])
        .file(
            ".skills/deploy-web.md",
            "```md\n---\nname: deploy-web\ndescription: d\n---\n```\n",
        )
        .file("AGENTS.md", "$deploy-web\n");
    let mut asked = Asked {
        path: "AGENTS.md",
        byte: 3,
        name: "x",
        can_move: true,
    };
    let why = ask(&fenced, &asked).expect_err("a head in a fence");
    assert!(why.starts_with(".skills/deploy-web.md has no head"), "{why}");
    let nameless = Tree::new(&["codex"])
        .file(".agents/skills/deploy-web/SKILL.md", "---\ndescription: d\n---\n")
        .file("AGENTS.md", "$deploy-web\n");
    let (shown, _) = done(&nameless, &asked);
    assert_eq!(
        shown,
        ["AGENTS.md: $x\n", ".agents/skills/deploy-web -> .agents/skills/x"]
    );
    asked.can_move = false;
    assert!(ask(&nameless, &asked).is_err());
}
