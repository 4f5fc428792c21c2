//! The keys of a skill's head: ampcode.com/manual.

use crate::{runtime::SkillField, runtimes::skill_keys};

pub(super) const FIELDS: &[SkillField] = &[skill_keys::NAME.required(), skill_keys::DESCRIPTION.required()];
