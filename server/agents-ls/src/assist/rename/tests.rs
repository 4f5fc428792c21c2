use super::*;
use crate::assist::testing::Tree;

const PATHS: [&str; 7] = [
    "AGENTS.md",
    "CLAUDE.md",
    "a/AGENTS.md",
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

/// What is moved.
fn moved(shown: &[String]) -> Vec<&str> {
    let moves = shown.iter().filter(|one| one.contains(" -> "));
    moves.map(String::as_str).collect()
}

const COPY: &str = "---\nname: deploy-web\ndescription: d\n---\nSee `/deploy-web`.\n";

const HERE: Asked<'_> = Asked {
    path: "AGENTS.md",
    byte: 3,
    name: "x",
    can_move: true,
};

#[test]
fn the_skill_beside_it_for_another_program_goes_along() {
    let both = [
        ".agents/skills/deploy-web -> .agents/skills/x",
        ".claude/skills/deploy-web -> .claude/skills/x",
    ];
    let tree = |runtimes: &[&'static str], copy: &str| {
        Tree::new(runtimes)
            .file(".agents/skills/deploy-web/SKILL.md", COPY)
            .file(".claude/skills/deploy-web/SKILL.md", copy)
            .file(
                ".claude/skills/other/SKILL.md",
                "---\nname: other\ndescription: d\n---\n`/deploy-web`\n",
            )
            .file("AGENTS.md", "$deploy-web\n")
    };
    // Whether the other program is at work or not, its skills and what names them change with it.
    for runtimes in [&["codex", "claude-code"][..], &["codex"]] {
        let (same, notes) = done(&tree(runtimes, COPY), &HERE);
        assert_eq!(moved(&same), both, "{runtimes:?}");
        assert!(notes.is_empty(), "{notes:?}");
        for file in [".agents/skills/deploy-web", ".claude/skills/deploy-web"] {
            let text = format!("{file}/SKILL.md: {}", COPY.replace("deploy-web", "x"));
            assert!(same.contains(&text), "{same:?}");
        }
        let other = ".claude/skills/other/SKILL.md: ";
        assert!(
            same.iter()
                .any(|one| one.starts_with(other) && one.ends_with("`/x`\n")),
            "{same:?}"
        );
        let (drifted, notes) = done(&tree(runtimes, &format!("{COPY}More.\n")), &HERE);
        assert_eq!(moved(&drifted), both, "{runtimes:?}");
        assert_eq!(
            notes,
            [".claude/skills/deploy-web/SKILL.md has the same name and another text; it is renamed as well."]
        );
    }
    let named = tree(&["codex"], &COPY.replace("name: deploy-web", "name: something"));
    assert_eq!(
        moved(&done(&named, &HERE).0),
        both[..1],
        "another skill by its name"
    );
    let taken = tree(&["codex"], COPY).file(".claude/skills/x/notes.md", "");
    assert_eq!(
        ask(&taken, &HERE),
        Err("There is .claude/skills/x already.".to_owned())
    );
}

#[test]
fn one_that_counts_elsewhere_goes_along_only_when_it_is_the_same() {
    let tree = |copy: &str| {
        Tree::new(&["codex"])
            .file(".agents/skills/deploy-web/SKILL.md", COPY)
            .file("a/.agents/skills/deploy-web/SKILL.md", copy)
            .file("AGENTS.md", "$deploy-web\n")
            .file("a/AGENTS.md", "$deploy-web\n")
    };
    let inner = Asked {
        path: "a/AGENTS.md",
        ..HERE
    };
    let (same, notes) = done(&tree(COPY), &inner);
    assert_eq!(moved(&same).len(), 2);
    assert!(notes.is_empty(), "{notes:?}");
    let (other, notes) = done(&tree(&format!("{COPY}More.\n")), &inner);
    assert_eq!(moved(&other).len(), 1);
    assert!(
        notes[0].contains("has the same name and another text; it keeps its name"),
        "{notes:?}"
    );
}

#[test]
fn a_link_of_a_program_that_is_not_at_work_is_not_left_dangling() {
    let mut tree = Tree::new(&["codex"])
        .file(".agents/skills/deploy-web/SKILL.md", COPY)
        .file("AGENTS.md", "$deploy-web\n");
    tree.files
        .link("/w/.claude/skills/deploy-web", "../../.agents/skills/deploy-web");
    let why = ask(&tree, &HERE).expect_err("a link");
    assert!(why.starts_with(".claude/skills/deploy-web is a link"), "{why}");
}

#[test]
fn a_skill_of_apx_needs_no_head() {
    let tree = Tree::new(&["apx"])
        .file(".apc/skills/deploy-web.md", "# Deploys\n")
        .file(
            "AGENTS.md",
            "The `deploy-web` skill, .apc/skills/deploy-web.md.\n",
        );
    let (shown, _) = done(&tree, &Asked { byte: 6, ..HERE });
    assert_eq!(
        shown,
        [
            "AGENTS.md: The `x` skill, .apc/skills/x.md.\n",
            ".apc/skills/deploy-web.md -> .apc/skills/x.md"
        ]
    );
}

#[test]
fn a_name_that_windows_keeps_is_refused() {
    let tree = Tree::new(&["codex"])
        .file(".agents/skills/deploy-web/SKILL.md", COPY)
        .file("AGENTS.md", "$deploy-web\n");
    let why = ask(&tree, &Asked { name: "nul", ..HERE }).expect_err("a device");
    assert!(why.contains("Windows"), "{why}");
}

/// The texts and moves after a fix that moves something.
fn followed(tree: &Tree, from: &str, to: &str, files: &[&str]) -> Vec<String> {
    let mut edits = vec![FileEdit::Rename {
        from: Tree::path(from),
        to: Tree::path(to),
    }];
    let files: Vec<PathBuf> = files.iter().map(|path| Tree::path(path)).collect();
    follow(tree.scope(), &mut edits, &files);
    let below = |path: &Path| path.strip_prefix("/w").expect("inside").display().to_string();
    let shown = edits.iter().map(|edit| match edit {
        FileEdit::Text { path, edits } => {
            let file = tree.scope().files.file(path).expect("a file");
            format!("{}: {}", below(path), agents_lint::fix::apply(file.text(), edits))
        }
        FileEdit::Rename { from, to } => format!("{} -> {}", below(from), below(to)),
        other => panic!("{other:?}"),
    });
    shown.collect()
}

#[test]
fn paths_and_mentions_follow_a_folder_that_a_fix_renames() {
    // Claude Code calls it after its folder.
    let tree = Tree::new(&["claude-code"])
        .file(
            ".claude/skills/report/SKILL.md",
            "---\nname: weekly\ndescription: d\n---\n[a](references/a.md) [b](../report/references/a.md) Run `/report`.\n",
        )
        .file(".claude/skills/report/references/a.md", "a")
        .file(
            "CLAUDE.md",
            "[how](./.claude/skills/report/SKILL.md#top) @.claude/skills/report/references/a.md then run `/report`, report\n",
        )
        .file("docs/CLAUDE.md", "See ../.claude/skills/report/SKILL.md.\n");
    let files = ["CLAUDE.md", "docs/CLAUDE.md", ".claude/skills/report/SKILL.md"];
    assert_eq!(
        followed(&tree, ".claude/skills/report", ".claude/skills/weekly", &files),
        [
            ".claude/skills/report/SKILL.md: ---\nname: weekly\ndescription: d\n---\n[a](references/a.md) \
             [b](references/a.md) Run `/weekly`.\n",
            "CLAUDE.md: [how](./.claude/skills/weekly/SKILL.md#top) @.claude/skills/weekly/references/a.md then run \
             `/weekly`, report\n",
            "docs/CLAUDE.md: See ../.claude/skills/weekly/SKILL.md.\n",
            ".claude/skills/report -> .claude/skills/weekly",
        ]
    );
}

#[test]
fn paths_follow_a_file_that_goes_into_a_folder_of_its_own() {
    let tree = Tree::new(&["claude-code"])
        .file(
            ".claude/skills/ship.md",
            "---\nname: ship\ndescription: d\n---\n[a](notes/a.md) [x](ship.md)\n",
        )
        .file(".claude/skills/notes/a.md", "a")
        .file("CLAUDE.md", "[s](.claude/skills/ship.md)\n");
    let files = ["CLAUDE.md", ".claude/skills/ship.md"];
    assert_eq!(
        followed(
            &tree,
            ".claude/skills/ship.md",
            ".claude/skills/ship/SKILL.md",
            &files
        ),
        [
            ".claude/skills/ship.md: ---\nname: ship\ndescription: d\n---\n[a](../notes/a.md) [x](SKILL.md)\n",
            "CLAUDE.md: [s](.claude/skills/ship/SKILL.md)\n",
            ".claude/skills/ship.md -> .claude/skills/ship/SKILL.md",
        ]
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

#[test]
fn a_skill_whose_folder_counts_is_not_renamed_without_it() {
    let refused = |runtimes: &[&'static str], path: &str| {
        let tree = Tree::new(runtimes)
            .file(path, COPY)
            .file("AGENTS.md", "The `deploy-web` skill.\n")
            .file("CLAUDE.md", "The `deploy-web` skill.\n");
        let asked = Asked {
            path,
            byte: COPY.find("deploy-web").expect("a name"),
            can_move: false,
            ..HERE
        };
        ask(&tree, &asked).err()
    };
    let claude =
        refused(&["claude-code"], ".claude/skills/deploy-web/SKILL.md").expect("called by its folder");
    assert_eq!(
        claude,
        ".claude/skills/deploy-web has to be renamed as well, since claude-code goes by its name, and this editor \
         does not rename folders and files."
    );
    // One that demands that both are equal, though another at work does not.
    for runtimes in [&["vscode-copilot"][..], &["codex", "vscode-copilot"]] {
        let why = refused(runtimes, ".agents/skills/deploy-web/SKILL.md");
        assert!(
            why.is_some_and(|why| why.contains("since vscode-copilot")),
            "{runtimes:?}"
        );
    }
    assert_eq!(refused(&["codex"], ".agents/skills/deploy-web/SKILL.md"), None);
    assert_eq!(refused(&["ai-leash"], ".skills/deploy-web.md"), None);
}
