//! What is known of Kilo Code.

use crate::runtime::Fact;

const OLD: &str =
    "Kilo-Org/kilocode packages/opencode/src/session/instruction.ts at 002186d5, read on the day given";
const NEW: &str =
    "Kilo-Org/kilocode packages/opencode/src/session/instruction.ts at 3827ac49, read on the day given";
const RULES: &str = "Kilo-Org/kilocode packages/opencode/src/kilocode/rules-migrator.ts at 3dabe6dd, read on the day \
                     given";
const PATHS: &str =
    "Kilo-Org/kilocode packages/opencode/src/config/paths.ts at 3eba2fa8, read on the day given";
const SKILL: &str =
    "Kilo-Org/kilocode packages/opencode/src/skill/index.ts at 68b59571, read on the day given";
const DATE: &str = "2026-11-30";

/// Each with its source.
pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md, CLAUDE.md and CONTEXT.md are tried in this order over all folders from the start up to the \
                root of the repository; the first name that any of them has counts, and all its files are sent.",
        source: NEW,
        date: DATE,
    },
    Fact {
        about: "Of the user the first that is there: AGENTS.md of `KILO_CONFIG_DIR`, of `~/.config/kilo`, \
                `~/.claude/CLAUDE.md`.",
        source: NEW,
        date: DATE,
    },
    Fact {
        about: "The user's file comes before those of the project.",
        source: NEW,
        date: DATE,
    },
    Fact {
        about: "In an older commit the files of the project come before the user's.",
        source: OLD,
        date: DATE,
    },
    Fact {
        about: "Reading a file adds the first of the names in each folder above it, up to the start folder, the nearest \
                first.",
        source: NEW,
        date: DATE,
    },
    Fact {
        about: "`KILO_DISABLE_PROJECT_CONFIG` leaves the project's files out, `KILO_DISABLE_CLAUDE_CODE_PROMPT` CLAUDE.md.",
        source: OLD,
        date: DATE,
    },
    Fact {
        about: "Rules are the `.md` files in `.kilo/rules` and `.kilocode/rules` of the home folder and of the start \
                folder, the first of a name, and `.kilocoderules`. They count as `instructions`, before those of \
                settings.",
        source: RULES,
        date: DATE,
    },
    Fact {
        about: "Rules of a mode, in `rules-<mode>` beside them and `.kilocoderules-<mode>`, are sent in that mode.",
        source: RULES,
        date: DATE,
    },
    Fact {
        about: "Settings and skills lie in `~/.config/kilo`, in `.kilocode` and `.kilo` of each folder up to the root of the \
                repository and of the home folder, and in `KILO_CONFIG_DIR`.",
        source: PATHS,
        date: DATE,
    },
    Fact {
        about: "Skills also lie in `.claude/skills` and `.agents/skills`. Of a name the one that is found last counts; one \
                without a description is not listed.",
        source: SKILL,
        date: DATE,
    },
];
