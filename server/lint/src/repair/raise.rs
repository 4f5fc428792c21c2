//! Raising a cap in the runtime's own settings file, comments and order kept.

use super::{
    ends,
    relief::{Place, Pressed},
};
use crate::{
    finding::number,
    fix::{Applicability, FileEdit, Fix, difference},
    rules::budget::near_limit::NEAR,
    view::{FileView, is_by_cap},
};
use agents_prompt::{
    Active, Cause, Scope, Unit,
    steps::{limit::Limit, parameters},
};
use agents_workspace::config::{FILE_NAME, foreign::Syntax};
use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstRootNode},
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, Item, Table, value};

/// A raised cap is rounded up to whole steps of so many bytes.
const BYTES: usize = 4096;
/// The same for other units.
const OTHERS: usize = 1000;
/// A cap below so many steps was set by hand, and is raised to what is needed.
const FEWEST_STEPS: usize = 2;

/// A cap that takes text, and what would not.
struct Cap<'a> {
    active: &'a Active,
    setting: &'static str,
    unit: Unit,
    needed: usize,
}

/// One fix for each runtime whose cap can be raised so that nothing is lost.
#[must_use]
pub fn fixes(file: &FileView<'_>, pressed: &Pressed<'_>) -> Vec<Fix> {
    let mut caps: Vec<Cap<'_>> = Vec::new();
    for place in pressed.places() {
        let Some(found) = cap(file, place) else { continue };
        let known = caps
            .iter_mut()
            .find(|known| known.active.name == found.active.name && known.setting == found.setting);
        match known {
            Some(known) => known.needed = known.needed.max(found.needed),
            None => caps.push(found),
        }
    }
    caps.iter().filter_map(|cap| fix(file, pressed, cap)).collect()
}

/// The cap that takes most of a file.
fn cap<'a>(file: &FileView<'_>, place: &Place<'a>) -> Option<Cap<'a>> {
    let prompt = place.active.assemble(&place.situation, file.files);
    let mut losses = prompt.all_losses();
    let loss = losses.find(|loss| loss.path == place.path && is_by_cap(loss) && !loss.range.is_empty())?;
    let scope = match loss.cause {
        Cause::TotalCap { .. } => Scope::Total,
        _ => Scope::File(place.path.clone()),
    };
    let budgets = prompt.budgets.iter();
    let budget = budgets
        .filter(|budget| budget.scope == scope && budget.unit == loss.unit)
        .max_by_key(|budget| budget.used)?;
    let cut: usize = prompt
        .all_losses()
        .filter(|loss| is_by_cap(loss) && loss.unit == budget.unit)
        .map(|loss| loss.amount)
        .sum();
    Some(Cap {
        active: place.active,
        setting: budget.setting?,
        unit: budget.unit,
        // What a budget counts may or may not hold what was cut.
        needed: budget.used.max(budget.cap?.saturating_add(cut)),
    })
}

fn fix(file: &FileView<'_>, pressed: &Pressed<'_>, cap: &Cap<'_>) -> Option<Fix> {
    let amount = rounded(cap.needed, cap.unit);
    let is_parameter = parameters::is_cap(cap.setting);
    let value = if is_parameter {
        json!(Limit::new(amount, cap.unit).written())
    } else {
        json!(amount)
    };
    let is_own = cap.active.is_own();
    let (path, syntax, keys) = if is_own {
        let path = file.project.base.root.join(FILE_NAME);
        (
            path,
            Syntax::Toml,
            vec!["runtimes", &*cap.active.name, cap.setting],
        )
    } else {
        let keys: Vec<&str> = cap.setting.split('.').collect();
        let (path, syntax) = settings_file(file, pressed, cap, &keys)?;
        (path, syntax, keys)
    };
    let (before, is_there) = match file.files.file(&path) {
        Ok(file) => (file.text().to_string(), true),
        Err(fault) if fault.is_missing() && !is_own => (String::new(), false),
        Err(_) => return None,
    };
    // A runtime that some other layer defines is changed there.
    if is_own && !says(&before, syntax, &keys[..2]) {
        return None;
    }
    let after = with(&before, syntax, &keys, &value)?;
    let edit = if is_there {
        FileEdit::Text {
            path: path.clone(),
            edits: difference(&before, &after),
        }
    } else {
        FileEdit::Create {
            path: path.clone(),
            text: after,
        }
    };
    let edits = vec![edit];
    let (own, setting) = (&cap.active.name, cap.setting);
    let of_runtime = pressed.of_runtime(own);
    let is_enough = of_runtime.is_relieved(&edits, |mut situation| {
        if is_own {
            situation.settings.set(setting, &value);
        }
        situation
    });
    let shown = if is_parameter {
        Limit::new(amount, cap.unit)
            .written()
            .replacen(&amount.to_string(), &number(amount), 1)
    } else {
        number(amount)
    };
    let of = if is_own {
        format!(" of {own}")
    } else {
        String::new()
    };
    is_enough.then(|| Fix {
        title: format!("Raise {setting}{of} to {shown} in {}", file.shown(&path)),
        applicability: Applicability::Unsafe,
        rule: None,
        edits,
    })
}

/// The file to set a key in: the strongest that sets it, else the one of the opened folder that is for most of it,
/// else the strongest one there can be.
fn settings_file(
    file: &FileView<'_>,
    pressed: &Pressed<'_>,
    cap: &Cap<'_>,
    keys: &[&str],
) -> Option<(PathBuf, Syntax)> {
    let place = pressed
        .places()
        .iter()
        .find(|place| place.active.name == cap.active.name)?;
    let found = cap.active.runtime.config_files(&place.situation, file.files);
    let is_set = |path: &Path, syntax: Syntax| {
        let text = file.files.file(path).map(|file| file.text().to_string());
        text.is_ok_and(|text| says(&text, syntax, keys))
    };
    let setting = found
        .iter()
        .find(|found| is_set(&found.path, found.kind.format.syntax));
    let of_project = || {
        found
            .iter()
            .rev()
            .find(|found| found.path.starts_with(&file.project.base.root))
    };
    let chosen = setting.or_else(of_project).or(found.first())?;
    Some((chosen.path.clone(), chosen.kind.format.syntax))
}

fn rounded(needed: usize, unit: Unit) -> usize {
    let step = if unit == Unit::Bytes { BYTES } else { OTHERS };
    if needed < step * FEWEST_STEPS {
        needed
    } else {
        // A cap that is nearly used again at once would be the next finding.
        let roomy = needed as u128 * 100 / NEAR as u128 + 1;
        let roomy = usize::try_from(roomy).unwrap_or(needed);
        roomy.checked_next_multiple_of(step).unwrap_or(roomy)
    }
}

/// Whether a text sets a key.
fn says(text: &str, syntax: Syntax, keys: &[&str]) -> bool {
    match syntax {
        Syntax::Toml => text.parse::<DocumentMut>().is_ok_and(|document| {
            let mut item = Some(document.as_item());
            for key in keys {
                item = item.and_then(|item| item.get(key));
            }
            item.is_some()
        }),
        Syntax::Yaml => false,
        Syntax::Json | Syntax::JsonComments | Syntax::JsonC | Syntax::Json5 => {
            let Ok(root) = CstRootNode::parse(text, &ParseOptions::default()) else {
                return false;
            };
            let Some((last, tables)) = keys.split_last() else {
                return false;
            };
            let mut object = root.object_value();
            for key in tables {
                object = object.and_then(|object| object.object_value(key));
            }
            object.is_some_and(|object| object.get(last).is_some())
        }
    }
}

/// The text with a key set. `None` where it is no such text, or something else stands in the way.
fn with(text: &str, syntax: Syntax, keys: &[&str], set: &Value) -> Option<String> {
    let (last, tables) = keys.split_last()?;
    let after = match syntax {
        Syntax::Toml => {
            let mut document: DocumentMut = text.parse().ok()?;
            let mut table: &mut dyn toml_edit::TableLike = document.as_table_mut();
            for key in tables {
                let mut new = Table::new();
                new.set_implicit(true);
                table = table.entry(key).or_insert(Item::Table(new)).as_table_like_mut()?;
            }
            let new = match set {
                Value::Number(number) => value(number.as_i64()?),
                Value::String(words) => value(words.as_str()),
                _ => return None,
            };
            match table.get_mut(last) {
                Some(Item::Value(old)) => {
                    let decor = old.decor().clone();
                    *old = new.into_value().ok()?;
                    *old.decor_mut() = decor;
                }
                Some(_) => return None,
                None => {
                    table.insert(last, new);
                }
            }
            document.to_string()
        }
        Syntax::Yaml => return None,
        Syntax::Json | Syntax::JsonComments | Syntax::JsonC | Syntax::Json5 => {
            let text = if text.trim().is_empty() { "{}\n" } else { text };
            let root = CstRootNode::parse(text, &ParseOptions::default()).ok()?;
            let mut object = root.object_value()?;
            for key in tables {
                object = match object.get(key) {
                    Some(_) => object.object_value(key)?,
                    None => object.object_value_or_set(key),
                };
            }
            let new = match set {
                Value::Number(number) => CstInputValue::Number(number.to_string()),
                Value::String(words) => CstInputValue::String(words.clone()),
                _ => return None,
            };
            match object.get(last) {
                Some(property) => property.set_value(new),
                None => {
                    object.append(last, new);
                }
            }
            root.to_string()
        }
    };
    // New lines come with a bare line feed.
    let is_crlf = text.contains('\n') && text.matches('\n').count() == text.matches("\r\n").count();
    Some(if is_crlf {
        ends::with_line_ends(&after, "\r\n")
    } else {
        after
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    #[test]
    fn comments_order_and_line_ends_stay() {
        let toml = |text: &str, keys: &[&str]| with(text, Syntax::Toml, keys, &json!(9)).unwrap();
        assert_eq!(toml("", &["a"]), "a = 9\n");
        assert_eq!(
            toml("# c\na = 1 # why\n[t]\nb = 2\n", &["a"]),
            "# c\na = 9 # why\n[t]\nb = 2\n"
        );
        assert_eq!(toml("# c\r\na = 1 # why\r\n", &["a"]), "# c\r\na = 9 # why\r\n");
        assert_eq!(
            toml("x = 1\n\n[t]\nb = 2\n", &["a"]),
            "x = 1\na = 9\n\n[t]\nb = 2\n"
        );
        assert_eq!(
            toml("[t]\nb = 2 # two\n", &["t", "c"]),
            "[t]\nb = 2 # two\nc = 9\n"
        );
        assert_eq!(with("a = [", Syntax::Toml, &["a"], &json!(9)), None);
        assert_eq!(with("[a]\n", Syntax::Toml, &["a"], &json!(9)), None, "a table");
        let json = |text: &str, keys: &[&str]| with(text, Syntax::JsonC, keys, &json!(9)).unwrap();
        assert_eq!(
            json("{\n  // c\n  \"a\": 1, // why\n}\n", &["a"]),
            "{\n  // c\n  \"a\": 9, // why\n}\n"
        );
        assert_eq!(
            json("{\r\n  \"t\": {\r\n    \"b\": 2\r\n  }\r\n}\r\n", &["t", "a"]),
            "{\r\n  \"t\": {\r\n    \"b\": 2,\r\n    \"a\": 9\r\n  }\r\n}\r\n"
        );
    }

    fn titles(fixture: &Fixture) -> Vec<String> {
        let fixes = fixture.fixes("budget.truncated").into_iter();
        fixes
            .map(|fix| fix.title)
            .filter(|title| title.starts_with("Raise"))
            .collect()
    }

    #[test]
    fn a_cap_is_raised_where_the_runtime_reads_it() {
        let long = "word ".repeat(7_000);
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add("AGENTS.md", &long);
        assert_eq!(
            titles(&fixture),
            ["Raise project_doc_max_bytes to 45,056 in .codex/config.toml"]
        );
        let fix = fixture
            .fixes("budget.truncated")
            .into_iter()
            .find(|fix| fix.title.starts_with("Raise"));
        fixture.apply(&fix.expect("offered"));
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
        assert_eq!(
            fixture.text(".codex/config.toml".as_ref()).to_string(),
            "project_doc_max_bytes = 45056\n"
        );

        let mut nested = Fixture::new(&["codex"], "");
        nested
            .add(".codex/config.toml", "model = \"x\" # ours\n")
            .add(
                "a/.codex/config.toml",
                "# near\nproject_doc_max_bytes = 9 # few\n",
            )
            .add("a/AGENTS.md", "0123456789\n");
        assert_eq!(
            titles(&nested),
            ["Raise project_doc_max_bytes to 11 in a/.codex/config.toml"],
            "where it is set"
        );
    }

    #[test]
    fn a_cap_that_another_place_sets_is_not_raised_in_vain() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture
            .set("project_doc_max_bytes", 9)
            .add("AGENTS.md", "0123456789\n");
        assert!(titles(&fixture).is_empty(), "set by the editor");
        let mut vibekit = Fixture::new(&["vibekit"], "");
        vibekit.set("cap", 5).add("AGENTS.md", "0123456789");
        assert!(titles(&vibekit).is_empty(), "it has no settings file");
    }

    #[test]
    fn a_runtime_of_the_users_own_is_changed_in_its_table() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.extend("mine").add("AGENTS.md", "0123456789\n");
        fixture.set("totalCap", "5 bytes");
        assert!(titles(&fixture).is_empty(), "defined elsewhere");
        fixture.add(
            "agents-ls.toml",
            "[runtimes.mine]\nextends = \"codex\"\ntotalCap = \"5 bytes\" # few\n",
        );
        assert_eq!(
            titles(&fixture),
            ["Raise totalCap of mine to 11 bytes in agents-ls.toml"]
        );
    }
}
