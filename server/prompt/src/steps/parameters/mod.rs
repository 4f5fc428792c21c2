//! What a runtime of the user's own sets over the one it extends: names of files, caps, the words around them.
//!
//! A runtime says which of these it honours ([`crate::Runtime::parameters`]); their values are kept among the
//! settings of a situation, under their keys.

mod check;

use super::{cap::Cap, config, limit::Limit};
use crate::{
    runtime::Setting,
    situation::{Settings, Situation},
};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// `files`
pub const FILES: Setting = Setting {
    key: "files",
    about: "Names of the files that are sent, in order; they take the place of the base's own names.",
    check: check::files,
};

/// `fileCap`
pub const FILE_CAP: Setting = Setting {
    key: "fileCap",
    about: "The most that is sent of one file: a number with a unit, or a share of the context window.",
    check: check::cap,
};

/// `totalCap`
pub const TOTAL_CAP: Setting = Setting {
    key: "totalCap",
    about: "The most that is sent of all files together.",
    check: check::cap,
};

/// `contextWindow`
pub const CONTEXT_WINDOW: Setting = Setting {
    key: "contextWindow",
    about: "Tokens of the context window, of which a cap in percent is a share.",
    check: check::window,
};

/// `heading`
pub const HEADING: Setting = Setting {
    key: "heading",
    about: "The words before all files.",
    check: check::words,
};

/// `fileHeading`
pub const FILE_HEADING: Setting = Setting {
    key: "fileHeading",
    about: "The words before each file; `{path}` stands for its path in the workspace, `{name}` for its name.",
    check: check::words,
};

/// `fileEnd`
pub const FILE_END: Setting = Setting {
    key: "fileEnd",
    about: "The words after each file, with the same places to fill.",
    check: check::words,
};

/// `separator`
pub const SEPARATOR: Setting = Setting {
    key: "separator",
    about: "The words between two files.",
    check: check::words,
};

/// `ending`
pub const ENDING: Setting = Setting {
    key: "ending",
    about: "The words after all files.",
    check: check::words,
};

/// `skills`
pub const SKILLS: Setting = Setting {
    key: "skills",
    about: "Folders of skills below the workspace or below `~/`, the first one first; they take the place of all \
            folders of the base.",
    check: check::folders,
};

/// `skillsCap`
pub const SKILLS_CAP: Setting = Setting {
    key: "skillsCap",
    about: "The most that the list of skills may take.",
    check: check::cap,
};

/// Every parameter there is, in the order in which they are listed to people.
pub const ALL: &[Setting] = &[
    FILES,
    FILE_CAP,
    TOTAL_CAP,
    CONTEXT_WINDOW,
    HEADING,
    FILE_HEADING,
    FILE_END,
    SEPARATOR,
    ENDING,
    SKILLS,
    SKILLS_CAP,
];

/// Whether a key is that of a cap, whose value carries its unit.
#[must_use]
pub fn is_cap(key: &str) -> bool {
    [FILE_CAP, TOTAL_CAP, SKILLS_CAP]
        .iter()
        .any(|setting| setting.key == key)
}

/// The parameters that are set; none are for a runtime that extends no other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parameters {
    /// `files`, each once.
    pub files: Option<Vec<String>>,
    /// `heading`
    pub heading: Option<String>,
    /// `separator`
    pub separator: Option<String>,
    /// `ending`
    pub ending: Option<String>,
    /// `contextWindow`
    pub context_window: Option<usize>,
    file_heading: Option<String>,
    file_end: Option<String>,
    file_cap: Option<Cap>,
    total_cap: Option<Cap>,
    skills: Option<Vec<String>>,
    skills_cap: Option<Cap>,
}

/// Where a runtime looks for its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// In the root of the workspace.
    Root,
    /// In every folder of it.
    Folders,
}

impl Parameters {
    /// Those of a situation.
    #[must_use]
    pub fn of(situation: &Situation) -> Self {
        Self::read(&situation.settings)
    }

    /// Those among settings. A value that [`Setting::check`] refuses counts as not set.
    #[must_use]
    pub fn read(settings: &Settings) -> Self {
        let get = |setting: &Setting| {
            let value = settings.get(setting.key)?;
            (setting.check)(&value).is_ok().then_some(value)
        };
        let words = |setting| get(&setting)?.as_str().map(str::to_owned);
        let names = |setting| Some(once_each(&config::strings(&get(&setting)?)?));
        let cap = |setting| cap_of(&get(&setting)?);
        Self {
            files: names(FILES),
            heading: words(HEADING),
            separator: words(SEPARATOR),
            ending: words(ENDING),
            context_window: get(&CONTEXT_WINDOW).as_ref().and_then(config::count),
            file_heading: words(FILE_HEADING),
            file_end: words(FILE_END),
            file_cap: cap(FILE_CAP),
            total_cap: cap(TOTAL_CAP),
            skills: names(SKILLS),
            skills_cap: cap(SKILLS_CAP),
        }
    }

    /// The cap for one file; `window` is the base's context window.
    #[must_use]
    pub fn file_limit(&self, window: usize) -> Option<Limit> {
        self.limit(self.file_cap, window)
    }

    /// The cap for all files together.
    #[must_use]
    pub fn total_limit(&self, window: usize) -> Option<Limit> {
        self.limit(self.total_cap, window)
    }

    /// The cap for the list of skills.
    #[must_use]
    pub fn skills_limit(&self, window: usize) -> Option<Limit> {
        self.limit(self.skills_cap, window)
    }

    fn limit(&self, cap: Option<Cap>, window: usize) -> Option<Limit> {
        let (amount, unit) = cap?.resolve(self.context_window.unwrap_or(window));
        // A share of very little is not nothing.
        Some(Limit::new(amount.max(1), unit))
    }

    /// The words before a file; `root` is the workspace.
    #[must_use]
    pub fn heading_of(&self, root: &Path, path: &Path) -> Option<String> {
        Some(filled(self.file_heading.as_ref()?, root, path))
    }

    /// The words after a file.
    #[must_use]
    pub fn end_of(&self, root: &Path, path: &Path) -> Option<String> {
        Some(filled(self.file_end.as_ref()?, root, path))
    }

    /// Whether the folders of skills are set.
    #[must_use]
    pub fn sets_skills(&self) -> bool {
        self.skills.is_some()
    }

    /// The folders of skills that belong to `folder`, the first one first. Those of the home folder belong to none;
    /// [`Parameters::home_skills`] has them.
    #[must_use]
    pub fn skills_in(&self, folder: &Path) -> Option<Vec<PathBuf>> {
        let here = self.skills.as_ref()?.iter().filter(|name| !is_in_home(name));
        Some(here.map(|name| folder.join(name)).collect())
    }

    /// The folders of skills below the home folder.
    #[must_use]
    pub fn home_skills(&self, home: Option<&Path>) -> Option<Vec<PathBuf>> {
        let names = self.skills.as_ref()?.iter();
        let below = names.filter_map(|name| Some(home?.join(name.strip_prefix("~/")?)));
        Some(below.collect())
    }

    /// All folders of skills of a runtime that looks for them in one folder, in the order in which they are named.
    #[must_use]
    pub fn all_skills(&self, folder: &Path, home: Option<&Path>) -> Option<Vec<PathBuf>> {
        let places = self.skills.as_ref()?.iter();
        let places = places.filter_map(|name| match name.strip_prefix("~/") {
            Some(below) => Some(home?.join(below)),
            None => Some(folder.join(name)),
        });
        Some(places.collect())
    }

    /// Whether `files` names a file, given relative to the workspace; `None` when they are not set.
    #[must_use]
    pub fn names(&self, path: &Path, reach: Reach) -> Option<bool> {
        let is_it = |name: &String| match reach {
            Reach::Root => path == Path::new(name),
            Reach::Folders => path.ends_with(name),
        };
        Some(self.files.as_ref()?.iter().any(is_it))
    }

    /// What of a path, relative to the workspace, lies below a folder of skills; `base` are those of the base.
    #[must_use]
    pub fn in_skills<'a>(&self, path: &'a Path, reach: Reach, base: &[&str]) -> Option<&'a Path> {
        let below = |folder: &str| match reach {
            Reach::Root => path.strip_prefix(folder).ok(),
            Reach::Folders => below_anywhere(path, Path::new(folder)),
        };
        match &self.skills {
            Some(own) => own
                .iter()
                .filter(|name| !is_in_home(name))
                .find_map(|name| below(name)),
            None => base.iter().find_map(|name| below(name)),
        }
    }
}

/// What of `path` lies below the deepest folder of this name.
fn below_anywhere<'a>(path: &'a Path, folder: &Path) -> Option<&'a Path> {
    let mut found = None;
    let mut rest = path.components();
    loop {
        if let Ok(below) = rest.as_path().strip_prefix(folder) {
            found = Some(below);
        }
        if rest.next().is_none() {
            return found;
        }
    }
}

fn is_in_home(name: &str) -> bool {
    name.starts_with("~/")
}

/// Names as paths are compared: without `./` before them or `/` behind, and none twice.
fn once_each(names: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for name in names {
        let name = name.trim_start_matches("./").trim_end_matches('/');
        if !out.iter().any(|known| known == name) {
            out.push(name.to_owned());
        }
    }
    out
}

/// Words with their places filled: a file outside the workspace goes by its whole path.
fn filled(words: &str, root: &Path, path: &Path) -> String {
    let shown = path.strip_prefix(root).unwrap_or(path);
    let shown = shown.to_string_lossy().replace('\\', "/");
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut out = String::with_capacity(words.len() + shown.len());
    let mut rest = words;
    // One pass, so that a name with braces in it is not filled again.
    while let Some(at) = rest.find('{') {
        let (before, place) = rest.split_at(at);
        out.push_str(before);
        let (with, length) = if place.starts_with("{path}") {
            (&*shown, "{path}".len())
        } else if place.starts_with("{name}") {
            (&*name, "{name}".len())
        } else {
            ("{", 1)
        };
        out.push_str(with);
        rest = &place[length..];
    }
    out + rest
}

/// A bare number counts characters.
fn cap_of(value: &Value) -> Option<Cap> {
    let written = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    written.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{effective::Unit, runtimes};
    use serde_json::json;

    fn with(key: &str, value: &Value) -> Parameters {
        let mut settings = Settings::default();
        settings.set(key, value);
        Parameters::read(&settings)
    }

    #[test]
    fn caps_are_in_every_unit_and_shares_are_of_the_context_window() {
        let limit = |value: Value| with("fileCap", &value).file_limit(200_000);
        for (written, amount, unit) in [
            (json!("10000 chars"), 10_000, Unit::Characters),
            (json!(10_000), 10_000, Unit::Characters),
            (json!("32 KiB"), 32_768, Unit::Bytes),
            (json!("900 utf16"), 900, Unit::Utf16),
            (json!("40 lines"), 40, Unit::Lines),
            (json!("1_000 tokens"), 1_000, Unit::Tokens),
            (json!("2.5 %"), 5_000, Unit::Tokens),
        ] {
            assert_eq!(
                limit(written.clone()),
                Some(Limit::new(amount, unit)),
                "{written}"
            );
        }
        let mut settings = Settings::default();
        settings.set("totalCap", &json!("5 %"));
        settings.set("skillsCap", &json!("0.01 %"));
        settings.set("contextWindow", &json!(1_000));
        let parameters = Parameters::read(&settings);
        assert_eq!(
            parameters.total_limit(200_000),
            Some(Limit::new(50, Unit::Tokens)),
            "of its own window"
        );
        assert_eq!(
            parameters.skills_limit(200_000),
            Some(Limit::new(1, Unit::Tokens))
        );
        assert_eq!(parameters.file_limit(200_000), None);
    }

    #[test]
    fn what_is_wrong_is_refused_and_counts_as_not_set() {
        for (setting, wrong) in [
            (FILE_CAP, json!("10 apples")),
            (FILE_CAP, json!("0 lines")),
            (FILE_CAP, json!(0)),
            (FILE_CAP, json!(1.5)),
            (FILE_CAP, json!(-1)),
            (FILE_CAP, json!(["1 line"])),
            (CONTEXT_WINDOW, json!("128000")),
            (CONTEXT_WINDOW, json!(0)),
            (HEADING, json!(1)),
            (FILES, json!("AGENTS.md")),
            (FILES, json!(["AGENTS.md", 1])),
            (FILES, json!(["/etc/passwd"])),
            (FILES, json!(["../AGENTS.md"])),
            (FILES, json!(["a/../../b"])),
            (FILES, json!([""])),
            (FILES, json!(["."])),
            (FILES, json!(["~/AGENTS.md"])),
            (FILES, json!(["a\\b"])),
            (SKILLS, json!(["~/"])),
            (SKILLS, json!(["~/../x"])),
            (SKILLS, json!({})),
        ] {
            assert!((setting.check)(&wrong).is_err(), "{} = {wrong}", setting.key);
            assert_eq!(with(setting.key, &wrong), Parameters::default(), "{wrong}");
        }
    }

    #[test]
    fn words_are_filled_once() {
        let parameters = with("fileHeading", &json!("<{name} at=\"{path}\" {x} {{path}}>\n"));
        let root = Path::new("/w");
        let heading = |path: &str| parameters.heading_of(root, Path::new(path)).unwrap();
        assert_eq!(
            heading("/w/a/{name}.md"),
            "<{name}.md at=\"a/{name}.md\" {x} {a/{name}.md}>\n"
        );
        assert_eq!(heading("/v/b.md"), "<b.md at=\"/v/b.md\" {x} {/v/b.md}>\n");
    }

    #[test]
    fn names_and_folders_reach_as_far_as_the_base_looks() {
        let files = with("files", &json!(["./A.md", "d/B.md", "A.md"]));
        assert_eq!(files.files, Some(vec!["A.md".to_owned(), "d/B.md".to_owned()]));
        let is = |path: &str, reach| files.names(Path::new(path), reach).unwrap();
        assert!(is("A.md", Reach::Root) && is("x/d/B.md", Reach::Folders));
        assert!(!is("x/A.md", Reach::Root) && !is("xA.md", Reach::Folders));
        assert_eq!(Parameters::default().names(Path::new("A.md"), Reach::Root), None);

        let skills = with("skills", &json!(["s/", "~/t"]));
        let below = |path: &'static str, reach| skills.in_skills(Path::new(path), reach, &["base"]);
        assert_eq!(below("s/x/SKILL.md", Reach::Root), Some(Path::new("x/SKILL.md")));
        assert_eq!(below("a/s/x.md", Reach::Root), None);
        assert_eq!(below("a/s/x.md", Reach::Folders), Some(Path::new("x.md")));
        assert_eq!(below("s/a/s/x.md", Reach::Folders), Some(Path::new("x.md")));
        assert_eq!(below("t/x.md", Reach::Folders), None);
        assert_eq!(below("base/x.md", Reach::Root), None);
        let home = Some(Path::new("/h"));
        assert_eq!(
            skills.skills_in(Path::new("/w")),
            Some(vec![PathBuf::from("/w/s")])
        );
        assert_eq!(skills.home_skills(home), Some(vec![PathBuf::from("/h/t")]));
        assert_eq!(
            skills.all_skills(Path::new("/w"), None),
            Some(vec![PathBuf::from("/w/s")])
        );
    }

    #[test]
    fn no_parameter_has_the_name_of_a_setting_of_its_base() {
        for runtime in runtimes::all() {
            for parameter in runtime.parameters() {
                let known = runtime.settings().iter().any(|setting| setting.is(parameter.key));
                assert!(!known, "{} {}", runtime.name(), parameter.key);
                assert!(
                    ALL.iter().any(|one| one.key == parameter.key),
                    "{}",
                    parameter.key
                );
            }
        }
    }
}
