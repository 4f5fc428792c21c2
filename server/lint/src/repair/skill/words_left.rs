//! What a person has to mend, in words.

use crate::finding::list;
use agents_prompt::effective::SkillFault;

/// The head itself, for a person to look at.
pub(super) const HEAD: &str = "the frontmatter";

/// What a person has to mend, as the end of a title.
pub(super) fn left_words(left: &[SkillFault]) -> String {
    let mut words: Vec<&str> = left.iter().map(person).collect();
    words.sort_unstable();
    words.dedup();
    if words.is_empty() {
        String::new()
    } else {
        format!("; left for you: {}", list(&words))
    }
}

/// What a person has to look at.
pub(super) fn person(fault: &SkillFault) -> &'static str {
    match fault {
        SkillFault::Name(_)
        | SkillFault::Reserved(_)
        | SkillFault::NotFolder(_)
        | SkillFault::TooLong("name", _)
        | SkillFault::MissingKey("name")
        | SkillFault::EmptyValue("name")
        | SkillFault::Kind("name", _) => "the name",
        SkillFault::TooLong(..)
        | SkillFault::MissingKey(_)
        | SkillFault::EmptyValue(_)
        | SkillFault::Kind("description", _) => "the description",
        SkillFault::NotUtf8 => "the encoding",
        SkillFault::Location(_) => "the place",
        SkillFault::CarriageReturns => "the line ends",
        SkillFault::Refused(objections) => {
            let mut known = objections.iter().filter_map(|objection| objection.fault.as_ref());
            known.next().map_or("what the validator says", person)
        }
        SkillFault::ByteOrderMark
        | SkillFault::LeadingText
        | SkillFault::NoFrontmatter
        | SkillFault::Unclosed
        | SkillFault::IndentedKey(_)
        | SkillFault::KeyCase(_)
        | SkillFault::ClosingLine
        | SkillFault::Kind(..)
        | SkillFault::Yaml(_) => HEAD,
    }
}
