//! What is known of Gemini CLI.

use crate::runtime::Fact;

const RUNS: &str = "requests of the released program, npm @google/gemini-cli 0.61.0";
const DISCOVERY: &str = "github.com/google-gemini/gemini-cli, packages/core/src/utils/memoryDiscovery.ts";
const SKILLS: &str = "github.com/google-gemini/gemini-cli, packages/core/src/skills/skillLoader.ts";

pub(super) const FACTS: &[Fact] = &[
    Fact {
        about: "GEMINI.md is always read; the names of `context.fileName` are read as well, before it. All \
                names of a folder count.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The way goes from the start folder, and each of `context.includeDirectories`, up to the nearest \
                folder with one of `context.memoryBoundaryMarkers` (`.git`); without one only the folder itself \
                counts.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The project's files are sorted by their paths as text, so that a folder with a name in capitals \
                comes before the file above it; a file with two names is sent once.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The user's file in `~/.gemini` stands in the system instruction, those of the project in the \
                first message, each between two lines with its path; empty ones are left out.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A byte order mark and blanks at the ends are taken off; frontmatter and comments stay. There is \
                no cap.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`@path` is replaced by the file's text between comments, five levels deep, also in comments and \
                indented code. A file that is missing or lies outside leaves a comment that says so.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "With `context.importFormat` set to `flat` imported files follow one another instead.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "When a tool touches a path, the files of its folders that were not read yet are added to the \
                tool's answer.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "The private memory `~/.gemini/tmp/<project>/memory/MEMORY.md` is sent whole, and changes what \
                stands around the user's file.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "An untrusted folder sends no files and no skills of its own.",
        source: DISCOVERY,
        date: "2026-08-21",
    },
    Fact {
        about: "Skills are folders in `.gemini/skills` and `.agents/skills` of the start folder and the home \
                folder, one level deep; of one name the later place wins and the first keeps its position in \
                the list.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "A skill needs a name and a description; a head that is no YAML is read line by line.",
        source: SKILLS,
        date: "2026-08-21",
    },
    Fact {
        about: "The list of skills has no limit; `skills.disabled` takes some out, `skills.enabled` all.",
        source: RUNS,
        date: "2026-11-30",
    },
    Fact {
        about: "`settings.json` may hold comments. One that is no JSON object, of the user or of the start \
                folder, keeps it from starting; a value of a wrong type is told.",
        source: RUNS,
        date: "2026-11-30",
    },
];
