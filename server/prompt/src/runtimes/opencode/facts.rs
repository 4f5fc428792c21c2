//! What is known of opencode.

use crate::runtime::Fact;

const RUNS: &str = "requests of the released binary, npm opencode-ai 1.18.33";
const SOURCE: &str = "the JavaScript in the released binary, npm opencode-linux-x64 1.18.34";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "One name counts for the whole way: AGENTS.md if any folder has it, else CLAUDE.md, else \
                CONTEXT.md; all files of that name are sent.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The way goes from the start folder up to the root of the repository, without one to the root of \
                the file system; the nearest file comes first.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Before them comes the user's file: AGENTS.md in `~/.config/opencode`, else \
                `~/.claude/CLAUDE.md`.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Then come the files of `instructions`: paths, patterns that are tried in every folder of the \
                way, and addresses that are fetched. The files of a pattern have the order of the file system.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Each text stands in the system message under a line with its path; an empty file is left out, \
                one with blanks is not.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A byte order mark is taken off. There is no cap, and no imports are followed.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "When a file is read, the file of each folder from its own up to the one below the start folder is \
                added to the answer, the deepest first.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are `SKILL.md` at any depth in `.claude/skills`, `.agents/skills` and `.opencode/skills` \
                from the start folder to the root and in the home folder, and below `skills.paths`.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A skill needs a name; without a description it can be loaded and is not listed. Of one name the \
                file read last wins.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The list is sorted by name and has no limit.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Variables of the environment (`OPENCODE_DISABLE_CLAUDE_CODE`, `OPENCODE_DISABLE_PROJECT_CONFIG` \
                …) leave files or skills out.",
        source: SOURCE,
        date: "2026-11-30",
    },
    Fact {
        about: "Settings are `opencode.json` and `opencode.jsonc` of the user, of every folder of the way and \
                in `.opencode`, later ones over earlier ones; their `instructions` add up. Anything wrong in \
                one keeps opencode from starting.",
        source: RUNS,
        date: "2026-11-30",
    },
];
