//! What is known of pi.

use crate::runtime::Fact;

const RUNS: &str = "requests of the released program, npm @mariozechner/pi-coding-agent 0.73.1";
const NEWER: &str = "requests of the released program, npm @earendil-works/pi-coding-agent 1.6.0";
const SKILLS: &str = "npm @earendil-works/pi-coding-agent 1.6.0, dist/core/skills.js and package-manager.js";
const SETTINGS: &str = "npm @earendil-works/pi-coding-agent 1.6.0, dist/core/settings-manager.js";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "In each folder the first there is of AGENTS.md and CLAUDE.md is read, with the ending in small \
                or capital letters; since 1.0 AGENTS.override.md goes before them.",
        source: NEWER,
        date: "2026-11-30",
    },
    Fact {
        about: "The way goes from the root of the file system to the start folder, the root's first; a \
                repository is no limit.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The user's file in `~/.pi/agent` comes first.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Up to 0.73 each file has a heading with its path, since 1.0 a tag; empty files have one too.",
        source: NEWER,
        date: "2026-11-30",
    },
    Fact {
        about: "Texts are sent as they are, without a cap; since 1.0 a byte order mark is taken off. No imports \
                are followed, and nothing is read on a touch.",
        source: NEWER,
        date: "2026-11-30",
    },
    Fact {
        about: "In a linked worktree inside its main repository the main root's file of the same name is left \
                out.",
        source: SKILLS,
        date: "2026-11-20",
    },
    Fact {
        about: "Skills are looked for in `.pi/skills` of the start folder, in `.agents/skills` from there to \
                the root of the repository, in `~/.pi/agent/skills` and `~/.agents/skills`; the first of a name \
                wins.",
        source: SKILLS,
        date: "2026-11-20",
    },
    Fact {
        about: "A folder with a SKILL.md is one skill; below `.pi/skills` a Markdown file of its own is one \
                too. Names with a leading dot, `node_modules` and ignored files are skipped.",
        source: SKILLS,
        date: "2026-11-20",
    },
    Fact {
        about: "A skill needs a description; names and lengths that break the rules are told of and taken. \
                `disable-model-invocation` keeps a skill from the list, which has no limit.",
        source: SKILLS,
        date: "2026-11-20",
    },
    Fact {
        about: "Since 1.0 an untrusted project has no skills and no settings.",
        source: NEWER,
        date: "2026-11-30",
    },
    Fact {
        about: "`settings.json` in `.pi` and `~/.pi/agent` is plain JSON; `skills` names further places. A file \
                that is no JSON is told of and counts for nothing.",
        source: SETTINGS,
        date: "2026-11-20",
    },
];
