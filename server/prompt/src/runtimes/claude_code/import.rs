//! Where a mention leads, and which it are that Claude Code passes over.

use super::load::{Label, Loader};
use crate::{effective::ImportOutcome, steps::walk};
use std::path::{Path, PathBuf};

/// The setting that lets mentions lead out of the start folder.
const EXTERNAL: &str = "hasClaudeMdExternalIncludesApproved";

/// Endings of files that may be imported, besides none at all. Observed: `@x.mdx` or `@x.png` is passed over.
const TEXT_ENDINGS: &[&str] = &[
    "adoc",
    "asciidoc",
    "astro",
    "bash",
    "bat",
    "c",
    "cc",
    "cfg",
    "cjs",
    "clj",
    "cljc",
    "cljs",
    "cmake",
    "cmd",
    "conf",
    "config",
    "cpp",
    "cs",
    "css",
    "csv",
    "cts",
    "cxx",
    "dart",
    "diff",
    "edn",
    "ejs",
    "elm",
    "env",
    "erb",
    "erl",
    "ex",
    "exs",
    "f",
    "f90",
    "f95",
    "fish",
    "for",
    "go",
    "gql",
    "gradle",
    "graphql",
    "h",
    "hbs",
    "hpp",
    "hrl",
    "hs",
    "htm",
    "html",
    "hxx",
    "ini",
    "jade",
    "java",
    "js",
    "json",
    "jsx",
    "kt",
    "kts",
    "latex",
    "less",
    "lhs",
    "lock",
    "log",
    "lua",
    "make",
    "makefile",
    "md",
    "mjs",
    "ml",
    "mli",
    "mts",
    "org",
    "patch",
    "php",
    "pl",
    "pm",
    "properties",
    "proto",
    "ps1",
    "pug",
    "py",
    "pyi",
    "pyw",
    "r",
    "rake",
    "rb",
    "rs",
    "rst",
    "sass",
    "sbt",
    "scala",
    "scss",
    "sh",
    "sql",
    "svelte",
    "swift",
    "tex",
    "text",
    "toml",
    "ts",
    "tsx",
    "txt",
    "vue",
    "xml",
    "yaml",
    "yml",
    "zsh",
];

/// Where a mention in a file of the real folder `folder` leads, and why it is passed over if it is. `None` where that
/// depends on a home folder that is not known.
pub(super) fn target(
    loader: &Loader<'_>,
    folder: &Path,
    written: &str,
    label: Label,
) -> Option<(PathBuf, Option<ImportOutcome>)> {
    let situation = loader.situation;
    let path = match written.strip_prefix("~/") {
        Some(rest) => situation.home.as_ref()?.join(rest),
        None => folder.join(written),
    };
    let path = walk::lexical(&path);
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    let is_text = ending.is_none_or(|ending| TEXT_ENDINGS.binary_search(&ending.as_str()).is_ok());
    // Silently, unless the user approved of it. The user's own files may import from anywhere.
    let is_outside = label != Label::User && !path.starts_with(&situation.start);
    let refused = if !is_text {
        Some(ImportOutcome::NotAllowed)
    } else if is_outside && !loader.settings.external_imports {
        Some(ImportOutcome::Outside {
            of: situation.start.clone(),
            allowed_by: Some(EXTERNAL),
        })
    } else {
        None
    };
    Some((path, refused))
}
