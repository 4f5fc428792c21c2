//! One file per rule; this list is the only place that names them all.

pub mod budget;
pub mod config;
pub mod encoding;
pub mod file;
pub mod import;
pub mod precedence;
pub mod skill;

use crate::rule::Rule;

/// Every rule, in the order of the documentation.
#[must_use]
pub fn all() -> &'static [&'static dyn Rule] {
    &[
        &budget::truncated::Truncated,
        &budget::near_limit::NearLimit,
        &budget::starves_nested::StarvesNested,
        &budget::total::Total,
        &budget::role::Role,
        &precedence::shadowed::Shadowed,
        &import::unsupported::Unsupported,
        &encoding::bom::Bom,
        &encoding::not_utf8::NotUtf8,
        &file::unreadable::Unreadable,
        &file::too_large::TooLarge,
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
        &skill::description_length::DescriptionLength,
        &skill::location::Location,
        &config::invalid::Invalid,
    ]
}

/// The rule of a code.
#[must_use]
pub fn find(code: &str) -> Option<&'static dyn Rule> {
    all().iter().copied().find(|rule| rule.code() == code)
}
