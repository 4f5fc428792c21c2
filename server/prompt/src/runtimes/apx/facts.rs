//! What is known of APX.

use crate::runtime::Fact;

const BUILDER: &str =
    "npm @agentprojectcontext/apx 1.116.0, src/core/agent/prompt-builder.js, run on small trees";
const LOADER: &str = "npm @agentprojectcontext/apx 1.116.0, src/core/agent/skills/loader.js";
const CATALOG: &str = "npm @agentprojectcontext/apx 1.116.0, src/core/agent/skills/catalog.js";
const HEADS: &str = "npm @agentprojectcontext/apx 1.116.0, src/core/apc/frontmatter.js";
const CONFIG: &str = "npm @agentprojectcontext/apx 1.116.0, src/core/config/index.js";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "Only AGENTS.md in the project's own folder is read: none above, none below, none of the user.",
        source: BUILDER,
        date: "2026-11-30",
    },
    Fact {
        about: "It is trimmed, a byte order mark included, and stands under a heading in the super-agent's \
                prompt; without text there is no such block.",
        source: BUILDER,
        date: "2026-11-30",
    },
    Fact {
        about: "Of a project other than the one APX was started in 24,000 UTF-16 units are taken; of its own \
                all.",
        source: BUILDER,
        date: "2026-11-30",
    },
    Fact {
        about: "A longer text is cut after the last line that ends in the second half of the cap, else at the \
                unit, even within a letter; a notice says how much is missing.",
        source: BUILDER,
        date: "2026-11-30",
    },
    Fact {
        about: "Whether a project is its own is told by the letters of its path alone: links and folders below \
                make it another one.",
        source: BUILDER,
        date: "2026-11-30",
    },
    Fact {
        about: "`super_agent.project_agents_max_chars` is the cap; the number 0 lifts it, and what converts to \
                no positive number is ignored.",
        source: BUILDER,
        date: "2026-11-30",
    },
    Fact {
        about: "No imports are followed, and nothing is read on a touch.",
        source: BUILDER,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills are folders and `*.md` in `.apc/skills`, then folders in `~/.apx/skills`; the first of a \
                name wins, and the name is that of the folder or file.",
        source: LOADER,
        date: "2026-11-30",
    },
    Fact {
        about: "The prompt has their names alone; descriptions are looked up by a tool.",
        source: CATALOG,
        date: "2026-11-30",
    },
    Fact {
        about: "A head is read line by line: with CR LF no field with a value is understood, and neither is \
                anything behind a byte order mark.",
        source: HEADS,
        date: "2026-11-30",
    },
    Fact {
        about: "`config.json` of the user is the only settings file that counts here; when it is no JSON, APX \
                does not start.",
        source: CONFIG,
        date: "2026-11-30",
    },
];
