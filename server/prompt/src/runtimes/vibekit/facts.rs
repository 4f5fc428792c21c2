//! What is known of VibeKit.

use crate::runtime::Fact;

const PAGE: &str = "vibekit.bot/blog, AGENTS.md: persistent agent memory";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md of the workspace is sent on every turn; no other folder and no file of the user \
                counts.",
        source: PAGE,
        date: "2026-11-30",
    },
    Fact {
        about: "10,000 characters of it are sent, until July 2026 5,000; what is beyond is cut, and only the \
                gateway's log tells.",
        source: PAGE,
        date: "2026-11-30",
    },
    Fact {
        about: "The platform renders AGENTS.md anew on every start and every rename, so that changes by hand \
                are lost.",
        source: PAGE,
        date: "2026-11-30",
    },
    Fact {
        about: "MEMORY.md is the agent's: made once, never overwritten by the platform, without a limit, and \
                read when there is real work.",
        source: PAGE,
        date: "2026-11-30",
    },
    Fact {
        about: "STATUS.md is the platform's: about 2 kB on the health of the app, read when it is needed.",
        source: PAGE,
        date: "2026-11-30",
    },
    Fact {
        about: "The log of a day, `memory/YYYY-MM-DD.md`, is read when it is today's.",
        source: PAGE,
        date: "2026-11-30",
    },
    Fact {
        about: "TOOLS.md and PLATFORM.md are the platform's and locked, and read when they are needed.",
        source: PAGE,
        date: "2026-11-30",
    },
    Fact {
        about: "SOUL.md, IDENTITY.md and USER.md carry instructions that the user or the agent may rewrite; \
                when they are read is not said.",
        source: PAGE,
        date: "2026-11-30",
    },
];
