//! One file per rule; this list is the only place that names them all.

pub mod budget;
pub mod config;
pub mod encoding;
pub mod file;
pub mod filename;
pub mod import;
pub mod placement;
pub mod precedence;
pub mod reference;
pub mod skill;
pub mod stripped;
pub mod symlink;

use crate::rule::Rule;
use std::path::Path;

/// Every rule, in the order of the documentation.
#[must_use]
pub fn all() -> &'static [&'static dyn Rule] {
    &[
        &budget::truncated::Truncated,
        &budget::critical_rule_late::CriticalRuleLate,
        &budget::near_limit::NearLimit,
        &budget::starves_nested::StarvesNested,
        &budget::total::Total,
        &budget::role::Role,
        &budget::memory_lines::MemoryLines,
        &budget::memory_bytes::MemoryBytes,
        &budget::skill_listing::SkillListing,
        &precedence::shadowed::Shadowed,
        &precedence::not_read::NotRead,
        &precedence::outside_root::OutsideRoot,
        &precedence::unreachable::Unreachable,
        &import::missing::Missing,
        &import::outside::Outside,
        &import::depth::Depth,
        &import::cycle::Cycle,
        &import::accidental::Accidental,
        &import::unsupported::Unsupported,
        &stripped::directive_in_comment::DirectiveInComment,
        &stripped::frontmatter::Frontmatter,
        &encoding::bom::Bom,
        &encoding::mixed_eol::MixedEol,
        &encoding::not_utf8::NotUtf8,
        &encoding::split_character::SplitCharacter,
        &filename::case::Case,
        &symlink::materialised::Materialised,
        &symlink::refused::Refused,
        &file::unreadable::Unreadable,
        &file::too_large::TooLarge,
        &placement::managed_file::ManagedFile,
        &placement::daily_log::DailyLog,
        &placement::self_reference::SelfReference,
        &placement::wrong_file::WrongFile,
        &skill::skipped::Skipped,
        &skill::missing_name::MissingName,
        &skill::missing_description::MissingDescription,
        &skill::fenced::Fenced,
        &skill::leading_text::LeadingText,
        &skill::unclosed::Unclosed,
        &skill::indented_key::IndentedKey,
        &skill::key_case::KeyCase,
        &skill::empty_value::EmptyValue,
        &skill::yaml::Yaml,
        &skill::yaml_comment::YamlComment,
        &skill::duplicate_key::DuplicateKey,
        &skill::literal_value::LiteralValue,
        &skill::name_format::NameFormat,
        &skill::name_dir::NameDir,
        &skill::name_reserved::NameReserved,
        &skill::description_length::DescriptionLength,
        &skill::unknown_field::UnknownField,
        &skill::field_type::FieldType,
        &skill::portability::Portability,
        &skill::location::Location,
        &skill::shadowed::Shadowed,
        &skill::shadows_tool::ShadowsTool,
        &skill::unknown::Unknown,
        &skill::word_for_tool::WordForTool,
        &reference::missing::Missing,
        &config::invalid::Invalid,
    ]
}

/// Whether a path leads into what is installed or fetched, which may be there elsewhere when it is missing here.
fn is_installed(path: &str) -> bool {
    const FOLDERS: [&str; 6] = [
        "node_modules",
        "bower_components",
        "site-packages",
        "vendor",
        ".venv",
        "venv",
    ];
    path.split('/').any(|name| FOLDERS.contains(&name))
}

/// Whether a path leads into what is there to be copied or tried and holds for nothing here.
fn is_specimen(path: &Path) -> bool {
    const FOLDERS: [&str; 9] = [
        "__fixtures__",
        "__snapshots__",
        "fixture",
        "fixtures",
        "snapshots",
        "template",
        "templates",
        "testdata",
        "test-fixtures",
    ];
    let mut folders = path.iter().filter_map(|name| name.to_str());
    folders.any(|name| FOLDERS.contains(&name))
}

/// The rule of a code.
#[must_use]
pub fn find(code: &str) -> Option<&'static dyn Rule> {
    all().iter().copied().find(|rule| rule.code() == code)
}
