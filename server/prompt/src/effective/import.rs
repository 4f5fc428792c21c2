//! What becomes of each `@path` in running text.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// An `@path` that a runtime takes for an import. Whether its author means one is not known here.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Import {
    /// The file it stands in, as the runtime names it.
    pub path: PathBuf,
    /// Bytes of that file's text, from the `@` to the end of what the runtime takes for a path.
    pub range: Range<usize>,
    /// The path as it is looked up, escapes resolved.
    pub written: String,
    /// The place it names.
    pub target: PathBuf,
    /// What becomes of it.
    pub outcome: ImportOutcome,
    /// Whether the `@path` reaches the model as it stands. Else the file's text, or a note of the runtime, takes
    /// its place.
    pub is_kept: bool,
}

/// What becomes of an import.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ImportOutcome {
    /// The file's text is sent here.
    Followed,
    /// The file is in the prompt already and is not sent again.
    Repeated,
    /// The file is on the way that leads here, so following it would never end.
    Cycle {
        /// From that file to the one the import stands in; each imports the next.
        through: Vec<PathBuf>,
    },
    /// Nothing is there.
    Missing,
    /// The file is there, but deeper than the runtime follows.
    TooDeep {
        /// How many files below the first one are followed.
        most: usize,
    },
    /// The place lies outside the folder that imports may not leave. Whether anything is there was not asked.
    Outside {
        /// The folder.
        of: PathBuf,
        /// The setting that allows it, under the runtime's own name.
        allowed_by: Option<&'static str>,
    },
    /// The runtime imports no files of this ending, and no addresses of the web.
    NotAllowed,
    /// Something is there that is not sent: a folder, a file without text, one that is left out by a setting.
    Ignored,
}

impl ImportOutcome {
    /// The word for it in what programs read.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Followed => "followed",
            Self::Repeated => "repeated",
            Self::Cycle { .. } => "cycle",
            Self::Missing => "missing",
            Self::TooDeep { .. } => "too-deep",
            Self::Outside { .. } => "outside",
            Self::NotAllowed => "not-allowed",
            Self::Ignored => "ignored",
        }
    }

    /// A cycle, if `target` is on the way (`chain`, the importing file last).
    pub(crate) fn cycle<'a>(
        chain: impl Iterator<Item = &'a Path>,
        is_target: impl Fn(&Path) -> bool,
    ) -> Option<Self> {
        let chain: Vec<&Path> = chain.collect();
        let at = chain.iter().rposition(|path| is_target(path))?;
        Some(Self::Cycle {
            through: chain[at..].iter().map(|path| path.to_path_buf()).collect(),
        })
    }
}

/// The imports of a prompt for tests: `file written word`, with `!` where the text is changed.
#[cfg(test)]
pub(crate) fn told(prompt: &super::EffectivePrompt) -> Vec<String> {
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let told = prompt.imports.iter().map(|import| {
        let mark = if import.is_kept { "" } else { "!" };
        let word = match &import.outcome {
            ImportOutcome::Cycle { through } => {
                let names: Vec<_> = through.iter().map(|path| name(path)).collect();
                format!("cycle {}", names.join(" "))
            }
            outcome => outcome.word().to_owned(),
        };
        format!("{} {} {mark}{word}", name(&import.path), import.written)
    });
    told.collect()
}
