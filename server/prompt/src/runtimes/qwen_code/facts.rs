//! What is known of Qwen Code.

use crate::runtime::Fact;

const RUNS: &str = "requests of the released program, npm @qwen-code/qwen-code 0.24.4";
const SOURCE: &str = "the JavaScript of npm @qwen-code/qwen-code 0.24.4";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "QWEN.md and AGENTS.md are read, both where a folder has both; `context.fileName` takes the \
                place of the two.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The way goes from the folder above the root of the repository down to the start folder; without \
                a repository from the folder above the home folder. The root of the file system is not asked.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "All files of the first name come first, each name with the user's file in `~/.qwen` before \
                those of the project; `.qwen/QWEN.local.md` of the repository's root comes last.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Each text stands in the system message between two lines with its path relative to the start \
                folder; a byte order mark and blanks at the ends are taken off. There is no cap.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`@path` is replaced as in Gemini CLI, five levels deep, but indented code is left alone, and a \
                path that leads nowhere stays as it is.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Rules are the Markdown files at any depth in `.qwen/rules` of the user and of the repository's \
                root; comments are taken out of them.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A rule with `paths` waits until a tool touches a file that matches; skills with `paths` do as \
                well. QWEN.md of folders below the start is not read on a touch.",
        source: SOURCE,
        date: "2026-11-30",
    },
    Fact {
        about: "An untrusted folder sends no files and rules of its own.",
        source: SOURCE,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are folders in `.qwen/skills` and `.agents/skills` of the start folder and the home \
                folder, one level deep; the project's win over the user's. They need a name and a description.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "When the list of skills takes more than 8,000 characters, descriptions are cut to their first \
                line; none is left out.",
        source: SOURCE,
        date: "2026-11-30",
    },
    Fact {
        about: "`settings.json` may hold comments. The user's keeps it from starting when it is no JSON; that \
                of the start folder is replaced by an empty one, and a copy is kept.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A file on the language of its answers, which it writes itself, and the memory it keeps for a \
                project have places of their own in the message.",
        source: RUNS,
        date: "2026-11-30",
    },
];
