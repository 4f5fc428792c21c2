//! What is known of OpenHands.

use crate::runtime::Fact;

const SKILL: &str = "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/skills/skill.py";
const UTILS: &str = "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/skills/utils.py";
const CONTEXT: &str = "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/context/agent_context.py";
const OTHER: &str = "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/skills/skill.py at 0bda03d0, read on \
                     the day given";
const TESTS: &str = "OpenHands/software-agent-sdk tests of path rules, read on the day given";

/// Each with its source.
pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md, AGENT.md, CLAUDE.md, GEMINI.md and .cursorrules, upper and lower case being one, in the \
                working folder and in the root of its repository, are in every prompt.",
        source: SKILL,
        date: "2026-08-22",
    },
    Fact {
        about: "Each has a name; AGENTS.md and AGENT.md share one. Of a name the first that is found counts: the working \
                folder before the root, names of files in their order. A link to a file of the same folder counts \
                as that file.",
        source: UTILS,
        date: "2026-08-22",
    },
    Fact {
        about: "They stand in `<REPO_CONTEXT>` with a note that the text is not to be trusted, each between \
                `[BEGIN context from [<name>]]` and `[END Context]`.",
        source: CONTEXT,
        date: "2026-08-22",
    },
    Fact {
        about: "CLAUDE.md is for models of Anthropic and GEMINI.md for those of Google.",
        source: CONTEXT,
        date: "2026-08-22",
    },
    Fact {
        about: "Such files in other folders are rules for `<folder>/**`: added when the agent touches a file there, each \
                once; those of all folders above the file count.",
        source: SKILL,
        date: "2026-08-22",
    },
    Fact {
        about: "Skills in `.agents/skills`, `.openhands/skills` and `.openhands/microagents`, of the working folder and \
                of the root. A name has at most 64 characters and is that of its folder.",
        source: SKILL,
        date: "2026-08-22",
    },
    Fact {
        about: "A description of more than 1,024 characters is cut in its middle, where a notice names the file.",
        source: SKILL,
        date: "2026-08-22",
    },
    Fact {
        about: "Other `.md` files there but README.md: with `triggers` listed and added when the user writes one of the \
                words, else in every prompt. A folder with SKILL.md has no such files.",
        source: OTHER,
        date: "2026-11-30",
    },
    Fact {
        about: "With `paths` such a file is a rule, added when a file that matches is touched: a pattern without a slash \
                is for a name at any depth, `*` stops at a slash, case counts.",
        source: TESTS,
        date: "2026-11-30",
    },
    Fact {
        about: "The same three places in the home folder, when the program that uses the SDK asks for them; those of the \
                project go before them.",
        source: OTHER,
        date: "2026-11-30",
    },
];
