//! Which skills there are.

use super::{
    places::Places,
    settings::{self, Settings},
};
use crate::{
    effective::EffectivePrompt,
    steps::agent_skills::{self, Loader, standard_name},
};
use agents_workspace::Files;

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: false,
    name_is_folder: true,
    refuses: standard_name,
    needs_description: true,
    // A longer one is cut.
    description: None,
    hidden_by: Some("disable-model-invocation"),
    last_wins: false,
};

/// Characters of a description that are kept.
const DESCRIPTION: usize = 1_024;

pub(super) fn add(prompt: &mut EffectivePrompt, places: &Places, settings: &Settings, files: &dyn Files) {
    if !settings.is_on(settings::SKILLS) {
        return;
    }
    let mut skills = agent_skills::load(prompt, files, &places.skills, &LOADER);
    agent_skills::admit_clash(
        prompt,
        "Which of several skills with one name counts in VS Code is not documented.",
    );
    for skill in &mut skills {
        skill.description.text = without_tags(&skill.description.text);
    }
    agent_skills::cut_descriptions(prompt, &mut skills, DESCRIPTION);
    agent_skills::list(prompt, &skills);
}

/// The text without `<…>` that holds at least one character.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        let inside = &rest[open + 1..];
        let close = inside.find('>').filter(|close| *close > 0);
        let Some(close) = close else {
            out.push_str(&rest[..=open]);
            rest = inside;
            continue;
        };
        out.push_str(&rest[..open]);
        rest = &inside[close + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::without_tags;

    #[test]
    fn tags_are_taken_out() {
        assert_eq!(without_tags("a <b>c</b> <> d < e"), "a c <> d < e");
        assert_eq!(without_tags("é<é"), "é<é");
        // The expression begins at the first `<`, whatever else is inside.
        assert_eq!(without_tags("x < <b> y"), "x  y");
    }
}
