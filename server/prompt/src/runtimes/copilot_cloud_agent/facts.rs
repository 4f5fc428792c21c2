//! What is known of the cloud agent.

use crate::runtime::Fact;

const CUSTOMIZATION: &str = "docs.github.com/en/copilot/concepts/prompting/response-customization";
const SUPPORT: &str = "docs.github.com/en/copilot/reference/custom-instructions-support";
const CODE_REVIEW: &str = "docs.github.com/en/copilot: about Copilot code review";
const ABOUT_SKILLS: &str = "docs.github.com/en/copilot: about agent skills";
/// The pages are of the middle of the year.
pub(super) const DATE: &str = "2026-06";

/// Each with its source.
pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "All instructions that apply are sent together. Where they contradict each other, those for paths go \
                before `.github/copilot-instructions.md`, this before AGENTS.md, and this before the organization's.",
        source: CUSTOMIZATION,
        date: DATE,
    },
    Fact {
        about: "AGENTS.md may lie in any folder; the nearest one above a file counts. In its stead one CLAUDE.md or \
                GEMINI.md may lie in the root.",
        source: CUSTOMIZATION,
        date: DATE,
    },
    Fact {
        about: "Files named `*.instructions.md` in or below `.github/instructions`, with `applyTo`, patterns with commas \
                between them: `*.py` is for one folder, taken here for the root, `**/*.py` for any depth.",
        source: CUSTOMIZATION,
        date: DATE,
    },
    Fact {
        about: "`excludeAgent: coding-agent` keeps such a file from the cloud agent, `code-review` from code review.",
        source: CUSTOMIZATION,
        date: DATE,
    },
    Fact {
        about: "Personal instructions, which chat on github.com gets, are not for the cloud agent; the organization's \
                are.",
        source: SUPPORT,
        date: DATE,
    },
    Fact {
        about: "Code review reads only the first 4,000 characters of an instruction file. This is not so for the cloud \
                agent. Another page no longer says so (github/docs#42761, February 2026).",
        source: CODE_REVIEW,
        date: DATE,
    },
    Fact {
        about: "Skills in `.github/skills`, `.claude/skills` and `.agents/skills`; a name in lower case and a \
                description are required. Those of the home folder are for programs on the user's machine.",
        source: ABOUT_SKILLS,
        date: DATE,
    },
];
