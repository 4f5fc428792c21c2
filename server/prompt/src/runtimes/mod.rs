//! One file per runtime; this list is the only place that names them all.

pub mod agent_skills;
pub mod agents_md;
pub mod ai_leash;
pub mod aider;
pub mod amp;
pub mod antigravity;
pub mod apx;
pub mod claude_ai;
pub mod claude_code;
pub mod cline;
pub mod codex;
pub mod continue_dev;
pub mod copilot_cli;
pub mod copilot_cloud_agent;
pub mod crush;
pub mod cursor;
pub mod devin;
pub mod factory;
pub mod gemini_cli;
pub mod goose;
pub mod jules;
pub mod junie;
pub mod kilo_code;
pub mod kiro;
pub mod openclaw;
pub mod opencode;
pub mod openhands;
pub mod pi;
pub mod qwen_code;
pub mod roo_code;
mod skill_keys;
pub mod skills_ref;
pub mod vibekit;
pub mod vscode_copilot;
pub mod warp;
pub mod windsurf;
pub mod zed;

use crate::runtime::{Runtime, Version};

/// Every runtime there is, in the order they are listed to people.
#[must_use]
pub fn all() -> &'static [&'static dyn Runtime] {
    &[
        &agents_md::AgentsMd,
        &codex::Codex,
        &claude_code::ClaudeCode,
        &copilot_cli::CopilotCli,
        &ai_leash::AiLeash,
        &apx::Apx,
        &openclaw::OpenClaw,
        &gemini_cli::GeminiCli,
        &opencode::Opencode,
        &pi::Pi,
        &qwen_code::QwenCode,
        &vibekit::VibeKit,
        &cursor::Cursor,
        &vscode_copilot::VsCodeCopilot,
        &copilot_cloud_agent::CopilotCloudAgent,
        &warp::Warp,
        &openhands::OpenHands,
        &continue_dev::Continue,
        &kilo_code::KiloCode,
        &goose::Goose,
        &zed::Zed,
        &crush::Crush,
        &cline::Cline,
        &roo_code::RooCode,
        &aider::Aider,
        &windsurf::Windsurf,
        &devin::Devin,
        &antigravity::Antigravity,
        &kiro::Kiro,
        &amp::Amp,
        &junie::Junie,
        &factory::Factory,
        &jules::Jules,
        &agent_skills::AgentSkills,
        &skills_ref::SkillsRef,
        &claude_ai::ClaudeAi,
    ]
}

/// The runtime of a name, or of `name@version`; without a version the default one.
#[must_use]
pub fn find(name: &str) -> Option<(&'static dyn Runtime, &'static Version)> {
    let (name, version) = name
        .split_once('@')
        .map_or((name, None), |(name, version)| (name, Some(version)));
    let runtime = all().iter().copied().find(|runtime| runtime.name() == name)?;
    let versions = runtime.versions();
    let version = match version {
        None => versions.first()?,
        Some(wanted) => versions.iter().find(|version| version.name == wanted)?,
    };
    Some((runtime, version))
}

/// What stands in where no runtime left a trace: the plain AGENTS.md convention.
#[must_use]
pub fn fallback() -> (&'static dyn Runtime, &'static Version) {
    (&agents_md::AgentsMd, &agents_md::VERSION)
}

/// What judges skills that no runtime at work reads: the Agent Skills format.
#[must_use]
pub fn standard() -> (&'static dyn Runtime, &'static Version) {
    (&agent_skills::AgentSkills, &agent_skills::VERSION)
}

#[cfg(test)]
mod tests;
