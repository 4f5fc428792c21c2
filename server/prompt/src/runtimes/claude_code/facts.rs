//! What is known of Claude Code.

use crate::runtime::Fact;

const RUNS: &str = "requests of the released binary, npm @anthropic-ai/claude-code 2.1.332";
const MEMORY: &str = "code.claude.com/docs/en/memory";
const SKILLS: &str = "code.claude.com/docs/en/skills";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "`CLAUDE.md`, `.claude/CLAUDE.md`, the rules in `.claude/rules` and `CLAUDE.local.md` of every \
                folder from the root of the file system to the start folder are sent, the root's first; a \
                repository is no limit. The user's `~/.claude/CLAUDE.md` and rules come before them.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`AGENTS.md` and `.claude/AGENTS.md` of the same folders are sent where no CLAUDE.md of theirs \
                has text. `instructionFiles` of the plugin `agents-md@builtin` in the user's settings changes \
                that; 2.1.197 reads no AGENTS.md.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Each file stands under a line with its path and whose it is, in one reminder before the first \
                message; where the reminders stand depends on the model.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Frontmatter, a byte order mark and comments that are blocks of their own are taken out, blanks \
                at both ends too. Comments in running text and in code stay.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`@path` outside code is followed: the file comes after the one that names it, once, four levels \
                deep. Leaving the start folder needs the user's approval.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A file of more than 4 MiB is left out.",
        source: MEMORY,
        date: "2026-08-21",
    },
    Fact {
        about: "A rule with `paths` waits until a file that matches is read.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "When a file below the start folder is read, the CLAUDE.md and rules of its folders are added, \
                the upper ones first; AGENTS.md of these folders as well where it counts at all.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Of `MEMORY.md` 200 lines or 25,000 UTF-16 units are read, whole lines; a warning follows that \
                says what is missing. It lies in `~/.claude/projects`, or where `autoMemoryDirectory` says.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are those in `.claude/skills` from the start folder to the root of the repository and in \
                the home folder; commands in `.claude/commands` are listed like them. A skill needs no head: \
                its folder is its name, and its first paragraph stands in for a description.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Of two skills of one name the user's wins over the project's.",
        source: SKILLS,
        date: "2026-08-22",
    },
    Fact {
        about: "The list of skills may take a hundredth of the context window (`skillListingBudgetFraction`), \
                one description 1,536 characters (`skillListingMaxDescChars`); beyond that later skills are \
                names alone.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`claudeMdExcludes` holds patterns for whole paths that leave files out; the lists of all \
                settings files count together.",
        source: MEMORY,
        date: "2026-08-22",
    },
    Fact {
        about: "Settings are those of the start folder's `.claude`, the local ones over the shared ones, and \
                the user's. A file in which anything is wrong counts for nothing.",
        source: RUNS,
        date: "2026-11-30",
    },
];
