//! What `skills-ref to-prompt` prints for the skills in which nothing is wrong; for others it breaks off. Without
//! any there is no list here, although it would print the outer tags.

use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment},
    steps::catalog::{self, Entry},
};
use agents_workspace::Files;
use std::{borrow::Cow, path::PathBuf};

/// A skill and its folder.
pub(super) struct Valid {
    pub(super) entry: Entry,
    pub(super) folder: PathBuf,
}

pub(super) fn add(prompt: &mut EffectivePrompt, files: &dyn Files, skills: &[Valid]) {
    if skills.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal("<available_skills>\n", "heading")];
    for Valid { entry, folder } in skills {
        // Links in the folder's path are resolved, the file is named as it was found.
        let real = files.canonical(folder).unwrap_or_else(|| folder.clone());
        let path = entry
            .path
            .file_name()
            .map_or_else(|| real.clone(), |name| real.join(name));
        segments.push(Segment::literal("<skill>\n<name>\n", "skill"));
        segments.push(entry.segment(&entry.name, escaped(&entry.name.text), "name of the skill"));
        segments.push(Segment::literal("\n</name>\n<description>\n", "skill"));
        let shown = escaped(&entry.description.text);
        segments.push(entry.segment(&entry.description, shown, "description"));
        segments.push(Segment::literal(
            format!(
                "\n</description>\n<location>\n{}\n</location>\n</skill>\n",
                path.display()
            ),
            "place of the skill",
        ));
    }
    segments.push(Segment::literal("</available_skills>", "end"));
    prompt.parts.push(Part {
        name: "skills",
        role: "-",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

fn escaped(text: &str) -> Cow<'_, str> {
    catalog::escaped(text, "&#x27;")
}
