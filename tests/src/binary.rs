//! Where the built program is.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

/// The built `agents-ls` of the profile these tests were built with, up to date. `AGENTS_LS_BIN` names
/// another one.
///
/// # Panics
/// When it cannot be built.
pub fn agents_ls() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| env::var_os("AGENTS_LS_BIN").map_or_else(build, PathBuf::from))
}

/// Cargo builds the programs of other packages only when told to. It has finished building when tests run, so
/// its lock is free.
fn build() -> PathBuf {
    let test = env::current_exe().expect("a test knows its own path");
    let profile = test
        .ancestors()
        .nth(2)
        .expect("tests lie in target/<profile>/deps");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "-p", "agents-ls"]);
    command
        .arg("--manifest-path")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"));
    command
        .arg("--target-dir")
        .arg(profile.parent().expect("a profile lies in a target folder"));
    if profile.ends_with("release") {
        command.arg("--release");
    }
    let status = command.status().expect("cargo can be started");
    assert!(status.success(), "agents-ls does not build");
    profile.join(format!("agents-ls{}", env::consts::EXE_SUFFIX))
}
