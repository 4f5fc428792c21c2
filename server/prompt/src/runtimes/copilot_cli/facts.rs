//! What is known of Copilot CLI.

use crate::runtime::Fact;

const RUNS: &str = "requests of the released program, npm @github/copilot 1.0.102";
const CHANGES: &str = "github.com/github/copilot-cli, changelog.md";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "`.github/copilot-instructions.md`, then `AGENTS.md`, `CLAUDE.md` and `GEMINI.md` of a folder \
                are all sent; their names count in any case.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The user's file in `~/.copilot` comes first, then the repository's root, the start folder, and \
                the folders between from the start upwards. Outside a repository only the start folder counts.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Each text stands in `<custom_instruction>` in the system message. Two files of one text are \
                sent once.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A byte order mark is taken off; frontmatter and comments stay.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`@path` stays where it is, and the file's text follows the instruction, as deep as it goes; a \
                file that was sent before is only named. A path that leaves the repository is not followed.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`.claude/rules` without `paths`, and `*.instructions.md` in `.github/instructions` that are for every \
                file (`**` or no `applyTo`), are sent whole, their heads included; those with other patterns are \
                named in a table.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "When a file is touched, the files of the folders down to it are added, the deepest first. AGENTS.md \
                and CLAUDE.md were seen; that GEMINI.md is among them follows from how the other folders are read.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are those in `.github/skills`, `.agents/skills` and `.claude/skills` from the start \
                folder to the repository's root, and in the home folder; the files in `.claude/commands` are \
                skills too.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A head that is no strict YAML, or a description of more than 1,024 characters, drops a skill. \
                Without a description it is listed.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The first skills that fit are listed with descriptions; the others follow as names.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Imports are expanded since 1.0.66.",
        source: CHANGES,
        date: "2026-08-03",
    },
];
