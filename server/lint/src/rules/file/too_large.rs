//! `file.too-large`: an instruction file is too large to be looked into.

use crate::{
    finding::{Finding, Severity, number},
    rule::Rule,
    view::FileView,
};
use agents_workspace::{FileFault, files::LARGEST_FILE};

/// See the module.
pub struct TooLarge;

impl Rule for TooLarge {
    fn code(&self) -> &'static str {
        "file.too-large"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "The file is so large that it is not read here. Instruction files are kilobytes; this is most likely \
something else under their name.\n\n\
### What to do\n\nGive it another name, or shorten it.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Err(FileFault::TooLarge { bytes }) = &file.file else {
            return;
        };
        let size = |bytes: u64| number(usize::try_from(bytes).unwrap_or(usize::MAX));
        let mut finding = Finding::new(self, file.path, 0..0);
        finding.lead = format!(
            "{} has {} bytes and is not looked into; files of up to {} bytes are.",
            file.shown(file.path),
            size(*bytes),
            size(LARGEST_FILE)
        );
        out.push(finding);
    }
}
