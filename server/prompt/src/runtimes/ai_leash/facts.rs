//! What is known of ai-leash.

use crate::runtime::Fact;

const CONTEXT: &str = "github.com/patheticGeek/ai-leash, src-tauri/src/context.rs, run on small trees";
const TOOLS: &str = "github.com/patheticGeek/ai-leash, src-tauri/src/tools.rs";
const COMMANDS: &str = "github.com/patheticGeek/ai-leash, src-tauri/src/commands.rs";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md of the opened folder, and of every touched folder and those between, is sent; nothing \
                above the opened folder is read.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "The user's `~/.config/ai-leash/AGENTS.md` comes first, then the files of the project, the \
                shallowest first and in the order of their paths.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "One system message is built anew before every call: sections with headings, joined by a line \
                `---` between blank lines.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "Texts are sent as they are: no cap, nothing trimmed, no imports. A file without text still has \
                its heading; one that is not UTF-8 is left out.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "Newer builds begin with guidance on tools, so that there is always a message.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "Reading, editing or writing a file touches its folder; listing and searching touch the path \
                that is given.",
        source: TOOLS,
        date: "2026-11-30",
    },
    Fact {
        about: "A touched path is followed through links, the opened folder is not: opened through a link, no \
                folder below it counts.",
        source: COMMANDS,
        date: "2026-11-30",
    },
    Fact {
        about: "The user's and the project's `MEMORY.md` are sent whole, after the instructions.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are the `*.md` right in `.skills` of touched folders, the deepest first, of the opened \
                folder and of the user; the first of a name wins.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "A head must begin with `---` and a line feed, and have `name:` and `description:` at the \
                margin; what follows the colon counts as it stands, quotes included. Else the file is skipped.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "A skill that is wholly in a fence of backticks is taken out of it.",
        source: CONTEXT,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are listed by name and description; there is no limit to the list.",
        source: CONTEXT,
        date: "2026-11-30",
    },
];
