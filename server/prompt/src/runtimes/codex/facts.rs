//! What is known of Codex CLI.

use crate::runtime::Fact;

const RUNS: &str = "requests of the released binary, npm @openai/codex 0.171.0";
const AGENTS: &str = "github.com/openai/codex, codex-rs/core/src/agents_md.rs";
const LOADER: &str = "github.com/openai/codex, codex-rs/core-skills/src/loader.rs";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "In each folder from the project's root down to the start folder one file is taken: the first \
                there is of `AGENTS.override.md`, `AGENTS.md` and the names of \
                `project_doc_fallback_filenames`; an override without text hides the others all the same.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The root is the nearest folder upwards that holds one of `project_root_markers` (`.git`); \
                without one only the start folder counts. A project's own settings cannot move it.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The user's file in `~/.codex` comes first, trimmed: the override when it has text, else \
                `AGENTS.md`. No cap is for it.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The texts stand in one message of the role `user`, under a line that names the start folder; \
                between two files is a blank line, between the user's and the first of the project a line `--- \
                project-doc ---`.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "32,768 bytes are taken of the project's files together (`project_doc_max_bytes`), the root's \
                first. The file that crosses the cap is cut at the byte, those after it are left out, and the \
                model is told nothing.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Nothing is taken out or followed: imports, comments, frontmatter and a byte order mark are sent \
                as they stand; bytes that are not UTF-8 become U+FFFD.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Nothing is read when a file is touched.",
        source: AGENTS,
        date: "2026-08",
    },
    Fact {
        about: "Fallback names are trimmed, each counts once, and those with a `/` are none.",
        source: AGENTS,
        date: "2026-09-28",
    },
    Fact {
        about: "A project that the user's settings call untrusted sends no instruction files; its skills are \
                listed.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`config.toml` of the user counts always, those of the project only in a project that is \
                trusted. Anything wrong in one keeps Codex from starting; keys it does not know are ignored.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are `SKILL.md` up to six levels below `.codex/skills` and `.agents/skills` of every \
                folder from the root to the start, and of the home folder. They need a description; a missing \
                name is that of the folder.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A name of more than 64 characters is refused, a description of more than 1,024 is cut. Two \
                skills of one name are both listed.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The search for skills ends after 2,000 folders of one place, and skips names with a leading \
                dot.",
        source: LOADER,
        date: "2026-08",
    },
    Fact {
        about: "The list of skills may take 2 % of the context window, or `skills.max_context_tokens` up to \
                10,000. Beyond that all descriptions are shortened alike, and in the end left out.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "With `features.memories` the summary `~/.codex/memories/memory_summary.md` is sent, of 2,500 \
                tokens at most.",
        source: RUNS,
        date: "2026-11-30",
    },
];
