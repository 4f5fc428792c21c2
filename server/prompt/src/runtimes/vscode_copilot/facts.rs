//! What is known of Copilot in VS Code.

use crate::runtime::Fact;

const DOCS: &str = "code.visualstudio.com/docs/agent-customization/custom-instructions";
const SETTINGS: &str = "code.visualstudio.com/docs, reference ai-settings";
const SKILLS: &str = "code.visualstudio.com/docs/agent-customization/agent-skills";
const SOURCE: &str = "microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax/\
                      computeAutomaticInstructions.ts at 0155379";

/// Each with its source.
pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "In every request: `.github/copilot-instructions.md`, AGENTS.md of the root, CLAUDE.md, \
                `.claude/CLAUDE.md`, `~/.claude/CLAUDE.md`, CLAUDE.local.md, and the organization's instructions. \
                All are joined; no order is promised.",
        source: DOCS,
        date: "2026-07-29",
    },
    Fact {
        about: "Where texts contradict each other, personal ones go before those of the repository, and these \
                before the organization's.",
        source: DOCS,
        date: "2026-07-29",
    },
    Fact {
        about: "Files named `*.instructions.md` at any depth of `.github/instructions`, with `applyTo`, patterns \
                with commas between them; without it a file is not added by itself. The same of the user in \
                `~/.copilot/instructions`.",
        source: DOCS,
        date: "2026-07-29",
    },
    Fact {
        about: "`.md` files in `.claude/rules` and `~/.claude/rules` with `paths`, which are for every file without it.",
        source: DOCS,
        date: "2026-07-29",
    },
    Fact {
        about: "AGENTS.md of folders below the root: only with `chat.useNestedAgentsMdFiles`, and then only named; \
                the model decides which to open.",
        source: DOCS,
        date: "2026-07-29",
    },
    Fact {
        about: "Nothing is cut, and no import is followed but Markdown links, with \
                `chat.includeReferencedInstructions`. Suggestions in the text that is typed get no instructions.",
        source: DOCS,
        date: "2026-07-29",
    },
    Fact {
        about: "`chat.useCustomizationsInParentRepositories`: folders above the opened one count up to the one that \
                holds `.git`, when it is trusted.",
        source: SETTINGS,
        date: "2026-07-29",
    },
    Fact {
        about: "A setting of the folder goes before the user's; of one that is an object, the keys are merged.",
        source: "code.visualstudio.com/api/references/vscode-api#WorkspaceConfiguration",
        date: "2026-11-30",
    },
    Fact {
        about: "`applyTo` is split at commas outside braces; `**`, `**/*` and `*` are for every request; a pattern \
                that begins neither with `/` nor with `**/` gets `**/` before it, so that `*.ts` is for any depth; \
                upper and lower case are one.",
        source: SOURCE,
        date: "2025-11",
    },
    Fact {
        about: "The order: files whose patterns match, files they link to, `copilot-instructions.md`, AGENTS.md, a list \
                of all instruction files and nested AGENTS.md with description, path and `applyTo`, skills.",
        source: SOURCE,
        date: "2025-11",
    },
    Fact {
        about: "AGENTS.md of the root is found in upper and lower case.",
        source: "microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax/utils/promptFilesLocator.ts at \
                 0155379",
        date: "2025-11",
    },
    Fact {
        about: "Skills in `.github/skills`, `.claude/skills` and `.agents/skills`, the user's in `~/.copilot/skills`, \
                `~/.claude/skills` and `~/.agents/skills`. A name that is not that of its folder, or not of the \
                format, is passed over in silence; so is a skill without a description.",
        source: SKILLS,
        date: "2026-05-28",
    },
    Fact {
        about: "Tags are taken out of a skill's description, and it is cut after 1,024 characters.",
        source: "microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax/service/promptsServiceImpl.ts at \
                 0155379",
        date: "2025-11",
    },
];
