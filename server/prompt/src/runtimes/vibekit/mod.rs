//! VibeKit: hosted apps, each with one workspace and one agent that reads AGENTS.md on every turn.
//!
//! Behaviour: VibeKit's own description of its files (vibekit.bot/blog, "AGENTS.md: persistent agent
//! memory"): a hard cap in characters (UTF-16 units) on AGENTS.md, whose end is cut without a word to the model; everything
//! else is read when it is needed. The gateway below it is OpenClaw, whose newer releases cut otherwise: see
//! the runtime `openclaw`.
//!
//! * `facts`: what is known of it.
//! * `log`: logs of a day under other names.
//! * `roles`: whose file is whose, when it is read and how large it may be.

mod facts;
mod log;
pub mod roles;

use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, Unit},
    runtime::{
        Access, Basis, Evidence, Fact, FileRole, Imports, Loading, MisnamedLog, Owner, Role, Runtime,
        Setting, Version,
    },
    situation::Situation,
    steps::{
        cap::{self, CONTEXT_WINDOW, Cap},
        config, loss,
    },
};
use agents_workspace::{FileFault, Files};
use serde_json::Value;
use std::path::Path;

/// VibeKit.
pub struct VibeKit;

const VERSIONS: &[Version] = &[Version {
    name: "seed",
    basis: Basis::Documented,
    source: "VibeKit's own description of its workspace files",
    date: "2026-11-30",
}];

/// Characters of AGENTS.md on every turn; until July 2026 it was 5,000. Counted in UTF-16 units, as the
/// gateway counts.
const CAP: Cap = Cap::Amount(10_000, Unit::Utf16);

const SETTINGS: &[Setting] = &[
    Setting {
        key: "cap",
        about: "UTF-16 units of AGENTS.md that are sent (10000), or a cap such as \"5 %\" of the context window.",
        check: check_cap,
    },
    Setting {
        key: "context_window",
        about: "Tokens of the model's context window (200000), for a cap in percent.",
        check: config::check::tokens,
    },
];

impl Runtime for VibeKit {
    fn name(&self) -> &'static str {
        "vibekit"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        facts::FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Folder
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn window_setting(&self) -> Option<&'static str> {
        Some("context_window")
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let role = roles::of(path)?;
        Some(match role.access {
            Access::EveryTurn | Access::Unstated => Role::Instructions,
            Access::Daily => Role::Memory,
            Access::OnDemand if role.owner == Owner::Agent => Role::Memory,
            Access::OnDemand => Role::Reference,
        })
    }

    fn memory_file(&self) -> Option<&'static str> {
        Some("MEMORY.md")
    }

    fn file_roles(&self) -> &'static [FileRole] {
        roles::ROLES
    }

    fn misnamed_log(&self, path: &Path) -> Option<MisnamedLog> {
        log::misnamed(path)
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".vibekit-env"),
            Evidence::Project("PLATFORM.md"),
            Evidence::Project("STATUS.md"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty("vibekit", version.name);
        let window = situation
            .settings
            .get("context_window")
            .as_ref()
            .and_then(config::count);
        let cap = situation
            .settings
            .get("cap")
            .as_ref()
            .and_then(read_cap)
            .unwrap_or(CAP);
        every_turn(
            &mut prompt,
            cap.resolve(window.unwrap_or(CONTEXT_WINDOW)),
            situation,
            files,
        );
        on_demand(&mut prompt, situation, files);
        prompt
    }
}

/// AGENTS.md as it is, cut at the cap.
fn every_turn(
    prompt: &mut EffectivePrompt,
    (cap, unit): (usize, Unit),
    situation: &Situation,
    files: &dyn Files,
) {
    let path = situation.root.join("AGENTS.md");
    let file = match files.file(&path) {
        Ok(file) => file,
        Err(FileFault::Missing | FileFault::Folder) => return,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(&path, fault, unit));
            return;
        }
    };
    let text = file.text();
    let used = unit.measure(text);
    prompt.budgets.push(Budget {
        scope: Scope::File(path.clone()),
        used,
        cap: Some(cap),
        unit,
        setting: Some("cap"),
    });
    let mut losses = Vec::new();
    let mut why = "contract of the platform";
    let mut end = text.len();
    if used > cap {
        end = cap::keep(text, cap, unit);
        why = "contract of the platform, cut";
        let cause = Cause::FileCap { cap };
        losses.push(loss::of(LossKind::Cut, &path, text, end..text.len(), cause, unit));
        prompt.log.push(format!(
            "workspace bootstrap file AGENTS.md is {used} chars (limit {cap}); truncating in injected context"
        ));
    }
    if end == 0 {
        prompt.losses.append(&mut losses);
        if text.is_empty() {
            prompt
                .losses
                .push(loss::whole(LossKind::Skipped, &path, text, Cause::Blank, unit));
        }
        return;
    }
    prompt.parts.push(Part {
        name: "instructions",
        role: "system",
        layer: Layer::Start,
        segments: vec![Segment::file(&path, text, 0..end, why)],
        losses,
    });
}

/// The files the agent reads when it needs them, and how far their size budgets are used.
fn on_demand(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    for role in roles::ROLES
        .iter()
        .filter(|role| role.access != Access::EveryTurn)
    {
        let path = match role.access {
            // The newest log: which day it is, nobody can tell from the files.
            Access::Daily => {
                let names = files.list(&situation.root.join("memory"));
                let mut days = names.iter().filter(|name| roles::is_day(name));
                match days.next_back() {
                    Some(name) => situation.root.join("memory").join(name),
                    None => continue,
                }
            }
            _ => situation.root.join(role.name),
        };
        if !files.is_file(&path) {
            continue;
        }
        if let (Some((cap, unit)), Ok(file)) = (role.budget, files.file(&path)) {
            prompt.budgets.push(Budget {
                scope: Scope::File(path.clone()),
                used: unit.measure(file.text()),
                cap: Some(cap),
                unit,
                setting: None,
            });
        }
        prompt.on_demand.push(path);
    }
}

/// A number of UTF-16 units, or a cap in words.
fn read_cap(value: &Value) -> Option<Cap> {
    let amount = config::count(value).map(|amount| Cap::Amount(amount, Unit::Utf16));
    amount.or_else(|| value.as_str()?.parse().ok())
}

fn check_cap(value: &Value) -> Result<(), &'static str> {
    read_cap(value)
        .map(drop)
        .ok_or("a number of UTF-16 units, or a cap such as \"5 %\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::{assemble, set};
    use agents_workspace::MemoryFiles;
    use serde_json::json;
    use std::path::PathBuf;

    fn run(files: &MemoryFiles, settings: &[(&str, Value)]) -> EffectivePrompt {
        let mut situation = Situation::at("/w");
        for (key, value) in settings {
            set(&VibeKit, &mut situation.settings, key, value).unwrap();
        }
        assemble(&VibeKit, &VERSIONS[0], &situation, files)
    }

    #[test]
    fn the_end_is_cut_and_only_the_log_tells() {
        let mut files = MemoryFiles::new();
        files.add("/w/AGENTS.md", "a😀".repeat(4_000));
        let prompt = run(&files, &[]);
        assert_eq!(prompt.parts[0].text().encode_utf16().count(), 10_000);
        assert_eq!(prompt.parts[0].losses[0].amount, 2_000);
        assert!(prompt.log[0].contains("is 12000 chars (limit 10000)"));
        assert!(run(&files, &[("cap", json!(12_000))]).log.is_empty());
        let share = run(
            &files,
            &[("cap", json!("1 %")), ("context_window", json!(100_000))],
        );
        assert_eq!(share.parts[0].len(), 4_000, "1,000 tokens of four bytes");
        assert!(set(&VibeKit, &mut crate::Settings::default(), "cap", &json!("lots")).is_err());
    }

    #[test]
    fn everything_else_is_read_on_demand() {
        let mut files = MemoryFiles::new();
        for name in [
            "MEMORY.md",
            "STATUS.md",
            "SOUL.md",
            "memory/2026-01-02.md",
            "memory/2026-01-10.md",
            "memory/x.md",
        ] {
            files.add(format!("/w/{name}"), "x");
        }
        let prompt = run(&files, &[]);
        let names = ["MEMORY.md", "STATUS.md", "memory/2026-01-10.md", "SOUL.md"];
        let paths: Vec<PathBuf> = names.iter().map(|name| Path::new("/w").join(name)).collect();
        assert_eq!(prompt.on_demand, paths);
        assert_eq!(
            VibeKit.reads(Path::new("memory/2026-01-02.md")),
            Some(Role::Memory)
        );
        assert_eq!(VibeKit.reads(Path::new("TOOLS.md")), Some(Role::Reference));
        assert_eq!(VibeKit.reads(Path::new("docs/AGENTS.md")), None);
    }
}
