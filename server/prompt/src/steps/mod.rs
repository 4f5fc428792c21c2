//! The steps runtimes are built from. Each does one thing to files or text; a runtime's file puts them
//! in its order.
//!
//! * [`walk`]: the folders between a root and a start, and how a root is found.
//! * [`space`]: what counts as blank, and what trimming takes away.
//! * [`strip`]: taking out byte order marks, frontmatter and comments.
//! * [`cut`]: keeping the first or last bytes, UTF-16 units or characters of a text.
//! * [`loss`]: saying what was lost, in the unit the runtime counts.
//! * [`config`]: settings files, and which layer of them wins.
//! * [`yaml`]: the keys of a YAML head as lenient loaders see them; [`head`]: as strict parsers read it;
//!   [`python_yaml`]: as the parsers of Python do, with their words for what they refuse.
//! * [`newlines`]: a text with the line ends Python reads.
//! * [`skills`]: finding `SKILL.md` files below a folder; [`skill_folders`]: for validators, wherever they lie.
//! * [`catalog`]: skills that were read, and their entries in a list.
//! * [`mentions`]: `@path` in running text; [`imports`]: the same replaced by the file's text.
//! * [`context`]: a file with its imports, trimmed.
//! * [`rule`]: files whose head says when they count.
//! * [`agent_skills`]: skills as the Agent Skills format has them, and what a loader demands of them.
//! * [`gather`]: collecting files into a part where what stands around them is not always known.
//! * [`globs`]: patterns of rules.
//! * [`when`]: when rules count, and what those add that do; [`nested`]: files of folders that a touch adds.
//! * [`references`]: files that a text refers to and that are sent beside it.
//! * [`collate`]: the order of names that JavaScript's `localeCompare` has.
//! * [`cap`]: caps that people write: a number with a unit, or a share of the context window.
//! * [`limit`]: such a cap as it counts in one situation, and text measured and cut in its unit.
//! * [`parameters`]: what a runtime of the user's own sets over the one it extends; [`frame`]: its words around files;
//!   [`keep`]: its caps where that one cuts nothing itself.

pub mod agent_skills;
pub mod cap;
pub mod catalog;
pub mod collate;
pub mod config;
pub mod context;
pub mod cut;
pub mod frame;
pub mod gather;
pub mod globs;
pub mod head;
pub mod imports;
pub mod keep;
pub mod limit;
pub mod loss;
pub mod mentions;
pub mod nested;
pub mod newlines;
pub mod parameters;
pub mod python_yaml;
pub mod references;
pub mod rule;
pub mod skill_folders;
pub mod skills;
pub mod space;
pub mod strip;
pub mod walk;
pub mod when;
pub mod yaml;
