//! What is known of Continue.

use crate::runtime::Fact;

const LOADER: &str = "continuedev/continue core/config/markdown/loadMarkdownRules.ts";
const CLI: &str = "continuedev/continue extensions/cli/src/systemMessage.ts";
const CLI_RULES: &str =
    "continuedev/continue extensions/cli/src/systemMessage.ts at 09a217e3, read on the day given";
const APPLIES: &str = "continuedev/continue core/llm/rules/getSystemMessageWithRules.ts, a copy of which was read on \
                       the day given";
const HEAD: &str = "continuedev/continue packages/config-yaml/src/markdown/markdownToRule.ts at 5292eeb7, read on the \
                    day given";

/// Each with its source.
pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "The extension looks for AGENTS.md, AGENT.md and CLAUDE.md in each opened folder and stops after the first \
                name even when there is no such file, so that it reads AGENTS.md alone. The first folder that has one \
                counts.",
        source: LOADER,
        date: "2026-06-18",
    },
    Fact {
        about: "For the extension AGENTS.md is a rule for every file; its head is read and taken off.",
        source: LOADER,
        date: "2026-06-18",
    },
    Fact {
        about: "`cn` sends the first of AGENTS.md, AGENT.md, CLAUDE.md and CODEX.md in the folder it is started in, as it \
                is, in `<context name=\"userRules\">`.",
        source: CLI,
        date: "2026-06-18",
    },
    Fact {
        about: "Nothing is cut.",
        source: LOADER,
        date: "2026-06-18",
    },
    Fact {
        about: "Rules are the `.md` files below `.continue/rules` of the opened folder and of the home folder, but those \
                with `invokable`.",
        source: "continuedev/continue core/config/markdown/loadMarkdownRules.ts at 11fa0e26, read on the day given",
        date: "2026-11-30",
    },
    Fact {
        about: "In the extension a rule is for every message with `alwaysApply: true`, or with neither `globs` nor `regex` \
                nor `alwaysApply: false`; else for messages with a file that `globs` matches, a list of which may hold \
                `!`, and whose text `regex` matches.",
        source: APPLIES,
        date: "2026-11-30",
    },
    Fact {
        about: "`cn` sends the rules that are for every message, and no others; those without text and those with the \
                text of another are left out.",
        source: CLI_RULES,
        date: "2026-11-30",
    },
    Fact {
        about: "A head is what lies between the first two lines of `---`, wherever they are; what stands before it is \
                left out. A head that is not YAML counts as text.",
        source: HEAD,
        date: "2026-11-30",
    },
];
