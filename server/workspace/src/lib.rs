//! Where the files are: the only crate that touches the disk.
//!
//! * [`files`]: the [`Files`] view everything above reads through, and what can be wrong with one file.
//! * [`config`]: finding and reading configuration to values that know their place.
//! * [`mod@discover`]: finding instruction files below a folder.
//! * [`history`]: the files of a git revision.
//! * [`disk`]: the real disk, every answer kept until told of a change.
//! * [`memory`]: a tree held in memory, for tests and for what-if questions.
//! * [`overlay`]: unsaved editor text over the disk.
//! * [`paths`]: the one form in which paths are compared, and `file:` URIs.
//! * [`record`]: a view that remembers every read and every miss.

pub mod config;
pub mod discover;
pub mod disk;
pub mod files;
pub mod history;
mod links;
pub mod memory;
pub mod overlay;
pub mod paths;
pub mod record;

pub use discover::{Discovery, Found, Search, Stopped, discover};
pub use disk::DiskFiles;
pub use files::{EntryKind, File, FileFault, Files};
pub use history::{History, HistoryFault, Revision, Snapshot, Then};
pub use memory::MemoryFiles;
pub use overlay::Overlay;
pub use record::{Question, Reads, Recorder};
