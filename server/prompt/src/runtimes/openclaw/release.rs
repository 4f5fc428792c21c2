//! What differs between OpenClaw's releases.

use crate::runtime::{Basis, Version};

/// The releases whose behaviour is known, the newest first.
pub const VERSIONS: &[Version] = &[
    Version {
        name: "2026.9.6",
        basis: Basis::Measured,
        source: "requests of the released program, and its JavaScript: npm openclaw@2026.9.6",
        date: "2026-11-30",
    },
    Version {
        name: "2026.7.1",
        basis: Basis::Source,
        source: "the JavaScript of npm openclaw@2026.7.1",
        date: "2026-11-30",
    },
    Version {
        name: "2026.5.20",
        basis: Basis::Source,
        source: "the JavaScript of npm openclaw@2026.5.20",
        date: "2026-11-30",
    },
    Version {
        name: "2026.2",
        basis: Basis::Source,
        source: "one file read: openclaw/openclaw, pi-embedded-helpers/bootstrap.ts at fd26e8d",
        date: "2026-11-30",
    },
];

/// One release's rules.
#[derive(Debug)]
pub struct Release {
    name: &'static str,
    /// Files in the order in which they take from the budget.
    pub names: &'static [&'static str],
    /// Files that leave no trace when they are absent.
    pub optional: &'static [&'static str],
    /// UTF-16 units of one file.
    pub file_cap: usize,
    /// UTF-16 units of all files.
    pub total_cap: usize,
    /// UTF-16 units of USER.md, whatever the settings say.
    pub user_cap: Option<usize>,
    /// How a file that is too long is shortened.
    pub shortening: Shortening,
    /// Whether a file that cannot be read says so; else it counts as missing.
    pub says_unreadable: bool,
    /// Whether no file may be a link; else a link inside the workspace is followed.
    pub refuses_links: bool,
    /// Whether a cut never goes through a surrogate pair.
    pub whole_pairs: bool,
    /// Whether the prompt's CR LF become LF.
    pub plain_line_ends: bool,
    /// Which old blocks about heartbeats are taken out.
    pub heartbeat: Heartbeat,
    /// How the prompt says that something was cut.
    pub warning: Warning,
    /// Whether USER.md has its own line before the files.
    pub about_user: bool,
    /// The line that begins the context.
    pub opening: &'static str,
    /// Why the prompt is not known to the byte.
    pub caveat: Option<&'static str>,
}

/// How a file that is too long is shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortening {
    /// 70 % and 20 % of the cap, for every file.
    Ratio,
    /// AGENTS.md with a digest of its policy lines, others by what the notice leaves. `leads`: a policy
    /// line brings the line of prose above it.
    Digest {
        /// Whether lines of prose come along.
        leads: bool,
    },
}

/// Which old blocks about heartbeats are taken out of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heartbeat {
    /// The one of the former template.
    Exact,
    /// Every quoted prompt that begins like one of OpenClaw's.
    Pattern,
}

/// How the prompt says that something was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warning {
    /// It does not.
    Never,
    /// By a setting.
    Setting,
    /// Always.
    Always,
}

impl Release {
    /// Whether a warning is sent under this value of the setting.
    pub(super) fn warns(&self, mode: Option<&str>) -> bool {
        match self.warning {
            Warning::Never => false,
            Warning::Setting => mode != Some("off"),
            Warning::Always => true,
        }
    }
}

/// The rules of a version; the newest when it is none of [`VERSIONS`].
#[must_use]
pub fn of(version: &Version) -> &'static Release {
    RELEASES
        .iter()
        .find(|release| release.name == version.name)
        .unwrap_or(&RELEASES[0])
}

const EIGHT: &[&str] = &[
    "AGENTS.md",
    "SOUL.md",
    "TOOLS.md",
    "IDENTITY.md",
    "USER.md",
    "HEARTBEAT.md",
    "BOOTSTRAP.md",
    "MEMORY.md",
];

const LOADED: &str = "The following project context files have been loaded:\n";

static RELEASES: [Release; 4] = [
    Release {
        name: "2026.9.6",
        names: &[
            "AGENTS.md",
            "SOUL.md",
            "IDENTITY.md",
            "USER.md",
            "BOOTSTRAP.md",
            "MEMORY.md",
        ],
        optional: &["USER.md", "BOOTSTRAP.md", "MEMORY.md"],
        file_cap: 20_000,
        total_cap: 60_000,
        user_cap: Some(4_000),
        shortening: Shortening::Digest { leads: true },
        says_unreadable: true,
        refuses_links: true,
        whole_pairs: true,
        plain_line_ends: true,
        heartbeat: Heartbeat::Pattern,
        warning: Warning::Always,
        about_user: true,
        opening: "Loaded project context:\n",
        caveat: None,
    },
    Release {
        name: "2026.7.1",
        names: EIGHT,
        optional: &["BOOTSTRAP.md", "MEMORY.md"],
        file_cap: 20_000,
        total_cap: 60_000,
        user_cap: None,
        shortening: Shortening::Digest { leads: false },
        says_unreadable: false,
        refuses_links: false,
        whole_pairs: false,
        plain_line_ends: false,
        heartbeat: Heartbeat::Exact,
        warning: Warning::Setting,
        about_user: false,
        opening: LOADED,
        caveat: None,
    },
    Release {
        name: "2026.5.20",
        names: EIGHT,
        optional: &["BOOTSTRAP.md", "MEMORY.md"],
        file_cap: 12_000,
        total_cap: 60_000,
        user_cap: None,
        shortening: Shortening::Digest { leads: false },
        says_unreadable: false,
        refuses_links: false,
        whole_pairs: false,
        plain_line_ends: false,
        heartbeat: Heartbeat::Exact,
        warning: Warning::Setting,
        about_user: false,
        opening: LOADED,
        caveat: None,
    },
    Release {
        name: "2026.2",
        names: EIGHT,
        optional: &["BOOTSTRAP.md", "MEMORY.md"],
        file_cap: 20_000,
        total_cap: 24_000,
        user_cap: None,
        shortening: Shortening::Ratio,
        says_unreadable: false,
        refuses_links: false,
        whole_pairs: false,
        plain_line_ends: false,
        heartbeat: Heartbeat::Exact,
        warning: Warning::Never,
        about_user: false,
        opening: LOADED,
        caveat: Some(
            "Of this release only the shortening of files is known; which files it reads and how it frames \
             them is taken from 2026.5.20.",
        ),
    },
];
