//! What is known of OpenClaw.

use crate::runtime::Fact;

const RUNS: &str = "requests of the released program, npm openclaw@2026.9.6";
const BOOTSTRAP: &str = "npm openclaw 2026.9.6, dist/bootstrap-*.mjs (embedded-agent-helpers/bootstrap.ts)";
const OLDER: &str = "npm openclaw 2026.7.1 and 2026.5.20, the same files";
const PROMPT: &str = "npm openclaw 2026.9.6, docs/concepts/system-prompt.md";
const CONFIG: &str = "npm openclaw 2026.9.6, docs/gateway/configuration.md";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md, SOUL.md, IDENTITY.md, USER.md, BOOTSTRAP.md and MEMORY.md of the workspace are sent \
                with every turn, in this order; folders above and below are not looked at.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Where AGENTS.md, SOUL.md or IDENTITY.md is missing, a line says so; the others leave no trace.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A link is refused and a line says that the file cannot be read.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "20,000 UTF-16 units of a file and 60,000 of all are taken (`bootstrapMaxChars`, \
                `bootstrapTotalMaxChars`), of USER.md 4,000; 2026.5.20 took 12,000 of a file.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Of an AGENTS.md that is too long the model gets the beginning, a digest of lines that look like \
                policy, and the end: 45, 35 and 15 % of the cap.",
        source: BOOTSTRAP,
        date: "2026-11-30",
    },
    Fact {
        about: "Other files that are too long keep three quarters of what is left from their beginning and a \
                quarter from their end, with a notice between.",
        source: BOOTSTRAP,
        date: "2026-11-30",
    },
    Fact {
        about: "Files come under headings with their paths, in a section of the system message; a section \
                before it says that something was cut.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Blanks at the end go, and CR LF becomes LF; a byte order mark, comments and frontmatter stay. \
                No imports are followed.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "Up to 2026.7.1 TOOLS.md and HEARTBEAT.md were sent as well, and links within the workspace were \
                followed.",
        source: OLDER,
        date: "2026-11-30",
    },
    Fact {
        about: "TOOLS.md, HEARTBEAT.md and the files in `memory` are read when they are needed.",
        source: PROMPT,
        date: "2026-11-30",
    },
    Fact {
        about: "`contextInjection` set to `never` leaves all files out.",
        source: PROMPT,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are `SKILL.md` up to six levels below `skills`, `.agents/skills`, `~/.agents/skills` and \
                `~/.openclaw/skills`; of two with one name the first of these places wins.",
        source: PROMPT,
        date: "2026-11-30",
    },
    Fact {
        about: "150 skills and 18,000 UTF-16 units of them are listed (`skills.limits`); beyond that \
                descriptions are shortened, then left out.",
        source: PROMPT,
        date: "2026-11-30",
    },
    Fact {
        about: "`~/.openclaw/openclaw.json` is JSON5. A gateway whose file does not fit the schema does not \
                start.",
        source: CONFIG,
        date: "2026-11-30",
    },
];
