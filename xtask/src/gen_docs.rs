//! Pages, schema and editor settings from the source.

use crate::runtime_page;
use agents_lint::rules;
use agents_prompt::{
    Runtime, runtimes,
    steps::{cap::UNITS, parameters},
};
use agents_workspace::config::{Kind, SETTINGS};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};

/// The first line of every generated page.
const MARK: &str = "<!-- Written by `cargo xtask gen`. Edit the source instead. -->\n\n";

/// A configuration that uses every setting.
const EXAMPLE: &str = r#"#:schema file:///path/to/agents-ls/docs/agents-ls.schema.json
primaryRuntime = "codex"
start = "services/billing"
touched = ["services/billing/src/invoice.ts"]
home = "tests/home"
trace = "off"

[runtimes]
use = ["codex", "openclaw@2026.7.1", "my-gateway"]

[runtimes.codex]
project_doc_max_bytes = 65536

[runtimes.codex.budgets]
"AGENTS.md" = "8 KiB"

[runtimes.openclaw]
agents.defaults.bootstrapMaxChars = 20000

[runtimes.my-gateway]
extends = "openclaw"
evidence = [".my-gateway"]
files = ["AGENTS.md", "TEAM.md"]
fileCap = "10000 chars"

[budgets]
"AGENTS.md" = "10000 characters"
"docs/**/*.md" = "5 %"
"STATUS.md" = 2048

[managed]
"AGENTS.md" = "/^<!-- Rendered by .* -->$/"
"docs/generated/**/*.md" = true

[rules]
"budget.near-limit".severity = "off"
import.unsupported.severity = "error"

[hover]
detail = "file"

[lens]
usage = "on"
changes = "off"

[hints]
sections = "percent"
"#;

/// Writes every generated file, or with `check` only compares.
///
/// # Errors
/// A sentence that names the stale files, or the file that cannot be written.
pub(crate) fn run(check: bool) -> Result<(), String> {
    let mut stale = Vec::new();
    for (path, text) in generated()? {
        let file = crate::root().join(&path);
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            stale.push(path);
            continue;
        }
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&file, text))
            .map_err(|error| format!("{}: {error}", file.display()))?;
        println!("{path}");
    }
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!("stale, run `cargo xtask gen`: {}", stale.join(", ")))
    }
}

fn generated() -> Result<Vec<(String, String)>, String> {
    let mut files = vec![
        ("docs/rules/README.md".to_owned(), rule_table()),
        ("docs/settings.md".to_owned(), settings_page()),
        (
            "docs/runtimes.md".to_owned(),
            format!("{MARK}{}", runtime_page::page()),
        ),
        ("docs/agents-ls.schema.json".to_owned(), pretty(&schema())),
        ("editors/vscode/package.json".to_owned(), package_json()?),
    ];
    for rule in rules::all() {
        let page = format!("{MARK}{}", agents_lint::manual::page(*rule));
        files.push((format!("docs/rules/{}.md", rule.code()), page));
    }
    Ok(files)
}

fn rule_table() -> String {
    let mut out = format!("{MARK}# Rules\n\n| code | severity | |\n|---|---|---|\n");
    for rule in rules::all() {
        let first = agents_lint::manual::summary(*rule);
        let _ = writeln!(
            out,
            "| [`{}`]({}.md) | {} | {first} |",
            rule.code(),
            rule.code(),
            rule.severity()
        );
    }
    out
}

fn settings_page() -> String {
    let mut out = format!(
        "{MARK}# Settings\n\nAn editor's settings win over the nearest `agents-ls.toml`, which wins over the user's own \
         file (`~/.config/agents-ls/agents-ls.toml`). A wrong value keeps the last good one and is reported where it \
         stands.\n\n| key | value | default | |\n|---|---|---|---|\n"
    );
    for setting in SETTINGS {
        let default = if setting.default == "null" {
            "–"
        } else {
            setting.default
        };
        let _ = writeln!(
            out,
            "| `{}` | {} | {default} | {} |",
            setting.key,
            kind(setting.kind),
            setting.about
        );
    }
    let _ = write!(
        out,
        "\n## Budgets\n\nA name without `/` is for files at any depth. A glob with `/` starts at the opened folder; `*` \
         stays inside a folder, `**` goes below. Amounts are a number with one of these units, in small or capital \
         letters, or a percentage of a context window of 200,000 tokens (`5 %`). `_` and `,` may group digits. \
         Under `runtimes.<name>.budgets` they are for files as one runtime reads them, and the percentage is of the \
         context window that is set for it.\n\n\
         | unit | also written | counts |\n|---|---|---|\n"
    );
    for unit in UNITS {
        let others: Vec<String> = unit.words[1..].iter().map(|word| format!("`{word}`")).collect();
        let _ = writeln!(
            out,
            "| `{}` | {} | {} |",
            unit.words[0],
            others.join(", "),
            unit.about
        );
    }
    out.push_str(
        "\n## A runtime of your own\n\nA table under `runtimes` that `extends` another runtime makes one of your own, which \
         builds prompts as that one does but for what its table says: see [a runtime of your own](own-runtime.md). \
         Besides the settings of the runtime it extends, under their names, it takes those of these parameters that \
         [that runtime](runtimes.md) honours. Caps are written as budgets are.\n\n| key | |\n|---|---|\n",
    );
    for parameter in parameters::ALL {
        let _ = writeln!(out, "| `{}` | {} |", parameter.key, parameter.about);
    }
    let _ = write!(
        out,
        "\n## A whole file\n\nEvery key can be left out. The settings of each runtime are listed in \
         [runtimes](runtimes.md). Editors that know `#:schema` complete and check the file by \
         [agents-ls.schema.json](agents-ls.schema.json).\n\n```toml\n{EXAMPLE}```\n\n\
         ## The log\n\nThe server writes its log to standard error; editors show it beside their own. `AGENTS_LS_LOG` \
         in its environment says how much: `off`, `error`, `warn` (the default), `info`, `debug`, `trace`, or a filter \
         such as `agents_ls=debug`. The messages that the setting `trace` asks for are written in any case.\n"
    );
    out
}

fn kind(kind: Kind) -> String {
    match kind {
        Kind::Runtimes => "word, list or table".to_owned(),
        Kind::RuntimeTable => "table".to_owned(),
        Kind::Runtime => "name".to_owned(),
        Kind::Path => "path".to_owned(),
        Kind::Paths => "list of paths".to_owned(),
        Kind::Amount => "number, or number with a unit".to_owned(),
        Kind::Marker => "`true`, or text".to_owned(),
        Kind::Word(words) => words
            .iter()
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// The JSON schema of `agents-ls.toml`: what is written in it says nothing that `check` refuses.
fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "agents-ls.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": properties(),
    })
}

/// Every setting by the first level of its key.
fn properties() -> Map<String, Value> {
    let mut properties = Map::new();
    for setting in SETTINGS {
        let (top, below) = setting
            .key
            .split_once('.')
            .map_or((setting.key, None), |(top, below)| (top, Some(below)));
        let value = value_schema(setting.kind, setting.about);
        let value = match below {
            None => value,
            // Part of the schema of `runtimes`.
            Some(below) if below.starts_with("<name>") => continue,
            Some("<file>") => by_file(&value),
            Some("<code>.severity") => by_code(&object(Map::from_iter([("severity".to_owned(), value)]))),
            Some(below) => {
                let table = properties.entry(top).or_insert_with(|| object(Map::new()));
                table["properties"][below] = value;
                continue;
            }
        };
        properties.insert(top.to_owned(), value);
    }
    properties
}

/// A table by names of files and globs.
fn by_file(value: &Value) -> Value {
    json!({
        "type": "object",
        "propertyNames": { "minLength": 1, "not": { "pattern": r"^/|(^|/)\.\.(/|$)" } },
        "additionalProperties": value,
    })
}

/// A table with these keys and no other.
fn object(properties: Map<String, Value>) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

/// A table by codes of rules, as one key or as two levels.
fn by_code(rule: &Value) -> Value {
    let mut properties = Map::new();
    let mut groups: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for known in rules::all() {
        properties.insert(known.code().to_owned(), rule.clone());
        if let Some((group, name)) = known.code().split_once('.') {
            groups
                .entry(group)
                .or_default()
                .insert(name.to_owned(), rule.clone());
        }
    }
    for (group, rules) in groups {
        properties.insert(group.to_owned(), object(rules));
    }
    object(properties)
}

fn value_schema(kind: Kind, about: &str) -> Value {
    let mut schema = match kind {
        Kind::Runtimes => {
            let mut properties = Map::from_iter([("use".to_owned(), json!({ "anyOf": selections() }))]);
            for runtime in runtimes::all() {
                properties.insert(runtime.name().to_owned(), runtime_schema(*runtime));
            }
            let mut table = object(properties);
            table["propertyNames"] = json!({ "pattern": format!("^{NAME}$") });
            table["additionalProperties"] = own_schema();
            let mut ways = selections();
            ways.push(table);
            json!({ "anyOf": ways })
        }
        Kind::RuntimeTable => json!({ "type": "object" }),
        Kind::Runtime => runtime_ref(),
        Kind::Path => json!({ "type": "string", "minLength": 1 }),
        Kind::Paths => json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }),
        Kind::Amount => json!({ "anyOf": [
            { "type": "integer", "minimum": 0 },
            { "type": "string", "pattern": amount_pattern() },
        ] }),
        Kind::Marker => json!({ "anyOf": [{ "enum": [true] }, { "type": "string", "pattern": r"\S" }] }),
        Kind::Word(words) => json!({ "enum": words }),
    };
    schema["description"] = about.into();
    schema
}

/// Ways to say which runtimes count.
fn selections() -> Vec<Value> {
    vec![
        json!({ "enum": ["auto", "all"] }),
        json!({ "type": "array", "minItems": 1, "items": runtime_ref() }),
    ]
}

/// What a runtime of the user's own may be called.
const NAME: &str = "[A-Za-z0-9._-]+";

/// A runtime: a built-in one in a known version, or one of the user's own.
fn runtime_ref() -> Value {
    let built_in: Vec<&str> = runtimes::all().iter().map(|runtime| runtime.name()).collect();
    json!({ "anyOf": [
        { "enum": runtime_refs() },
        {
            "type": "string",
            "pattern": format!("^{NAME}(@.+)?$"),
            "not": { "pattern": format!("^({}|auto|all)(@|$)", built_in.join("|")) },
        },
    ] })
}

/// The table of a runtime of the user's own: what it extends, and parameters. The settings of the runtime it extends
/// are not told apart here.
fn own_schema() -> Value {
    let mut properties = Map::new();
    for setting in SETTINGS {
        if let Some(key) = setting.key.strip_prefix("runtimes.<name>.") {
            let value = value_schema(setting.kind, setting.about);
            match key.strip_suffix(".<file>") {
                Some(table) => properties.insert(table.to_owned(), by_file(&value)),
                None => properties.insert(key.to_owned(), value),
            };
        }
    }
    properties.insert("version".to_owned(), json!({ "type": "string" }));
    for parameter in parameters::ALL {
        let mut schema = parameter_schema(parameter.key);
        schema["description"] = parameter.about.into();
        properties.insert(parameter.key.to_owned(), schema);
    }
    json!({ "type": "object", "required": ["extends"], "properties": properties })
}

fn parameter_schema(key: &str) -> Value {
    if parameters::is_cap(key) {
        return json!({ "anyOf": [
            { "type": "integer", "minimum": 1 },
            {
                "type": "string",
                "pattern": amount_pattern(),
                "not": { "pattern": r"^\s*[0_,.]+\s*([A-Za-z%]|$)" },
            },
        ] });
    }
    let outside = r"^/|(^|/)\.\.(/|$)|^~";
    if key == parameters::FILES.key {
        let file = json!({ "type": "string", "minLength": 1, "not": { "pattern": outside } });
        json!({ "type": "array", "items": file })
    } else if key == parameters::SKILLS.key {
        let folder = json!({ "type": "string", "minLength": 1, "not": { "pattern": r"^/|(^|/)\.\.(/|$)" } });
        json!({ "type": "array", "items": folder })
    } else if key == parameters::CONTEXT_WINDOW.key {
        json!({ "type": "integer", "minimum": 1 })
    } else {
        json!({ "type": "string" })
    }
}

/// Every runtime by its name, alone and with each version.
fn runtime_refs() -> Vec<String> {
    let mut refs = Vec::new();
    for runtime in runtimes::all() {
        refs.push(runtime.name().to_owned());
        let versions = runtime.versions().iter();
        refs.extend(versions.map(|version| format!("{}@{}", runtime.name(), version.name)));
    }
    refs
}

/// The table of a runtime: its settings, with the levels of a key as tables or in one key.
fn runtime_schema(runtime: &dyn Runtime) -> Value {
    let versions: Vec<_> = runtime.versions().iter().map(|version| version.name).collect();
    let budget = SETTINGS
        .iter()
        .find(|setting| setting.key == "runtimes.<name>.budgets.<file>");
    let budgets = budget.map(|setting| {
        let value = value_schema(setting.kind, setting.about);
        ("budgets".to_owned(), by_file(&value))
    });
    let version = ("version".to_owned(), json!({ "enum": versions }));
    let mut schema = object([version].into_iter().chain(budgets).collect());
    for setting in runtime.settings() {
        let mut at = &mut schema;
        for level in setting.key.split('.') {
            if at.get("properties").is_none() {
                at["type"] = "object".into();
                at["additionalProperties"] = false.into();
                at["properties"] = json!({});
            }
            at = if level == "*" {
                if !at["additionalProperties"].is_object() {
                    at["additionalProperties"] = json!({});
                }
                &mut at["additionalProperties"]
            } else {
                &mut at["properties"][level]
            };
            if at.is_null() {
                *at = json!({});
            }
        }
        at["description"] = setting.about.into();
        let whole = json!({ "description": setting.about });
        if setting.key.contains('*') {
            let pattern = format!("^{}$", setting.key.replace('.', r"\.").replace('*', ".*"));
            schema["patternProperties"][pattern] = whole;
        } else if setting.key.contains('.') {
            schema["properties"][setting.key] = whole;
        }
    }
    schema
}

/// A number with a unit, or a percentage, as the program reads it.
fn amount_pattern() -> String {
    let any_case = |word: &&str| -> String {
        word.chars()
            .map(|letter| match letter.is_ascii_lowercase() {
                true => format!("[{letter}{}]", letter.to_ascii_uppercase()),
                false => letter.to_string(),
            })
            .collect()
    };
    let words: Vec<String> = UNITS.iter().flat_map(|unit| unit.words).map(any_case).collect();
    let number = "[0-9][0-9_,]*";
    let share = r"(100(\.0+)?|[0-9]{1,2}(\.[0-9]+)?)\s*%";
    format!(r"^\s*({number}\s*({})?|{share})\s*$", words.join("|"))
}

/// The editor's settings: those with a name of the user's choice become one object.
fn package_json() -> Result<String, String> {
    let path = crate::root().join("editors/vscode/package.json");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut package: Value =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let old = package["contributes"]["configuration"]["properties"]["agents-ls.path"].clone();
    let all = properties();
    let mut properties = Map::from_iter([("agents-ls.path".to_owned(), old)]);
    for setting in SETTINGS {
        let (key, nested) = match setting.key.split_once(".<") {
            Some((key, _)) => (key, true),
            None => (setting.key, false),
        };
        let key = format!("agents-ls.{key}");
        if nested && properties.contains_key(&key) {
            continue;
        }
        let mut value = if nested {
            let top = setting.key.split('.').next().unwrap_or(setting.key);
            let mut value = all[top].clone();
            value["description"] = setting.about.into();
            value
        } else {
            value_schema(setting.kind, setting.about)
        };
        value["scope"] = "resource".into();
        if let Ok(default) = serde_json::from_str::<Value>(setting.default)
            && !default.is_null()
        {
            value["default"] = default;
        }
        properties.insert(key, value);
    }
    package["contributes"]["configuration"]["properties"] = Value::Object(properties);
    Ok(pretty(&package))
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLE, schema};
    use agents_prompt::runtimes;
    use agents_workspace::{
        MemoryFiles,
        config::{Configuration, Known, KnownRuntime, Places},
    };
    use regex::Regex;
    use serde_json::{Value, json};
    use std::path::Path;

    #[test]
    fn generated_files_are_fresh() {
        if let Err(error) = super::run(true) {
            panic!("{error}");
        }
    }

    /// Whether a value is as a schema says, for the keywords that ours uses.
    fn fits(schema: &Value, value: &Value) -> bool {
        let Some(schema) = schema.as_object() else {
            return schema.as_bool().expect("an object or a boolean");
        };
        let matches = |pattern: &Value, text: &str| {
            let pattern = pattern.as_str().expect("a pattern");
            Regex::new(pattern).expect("a regular expression").is_match(text)
        };
        schema.iter().all(|(keyword, wanted)| match keyword.as_str() {
            "$schema" | "title" | "description" | "patternProperties" => true,
            "type" => match wanted.as_str().expect("one type") {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_i64(),
                other => panic!("no {other}"),
            },
            "enum" => wanted.as_array().expect("a list").contains(value),
            "anyOf" => wanted
                .as_array()
                .expect("a list")
                .iter()
                .any(|one| fits(one, value)),
            "not" => !fits(wanted, value),
            "minimum" => value.as_i64() >= wanted.as_i64(),
            "minLength" => value
                .as_str()
                .is_none_or(|text| text.len() as u64 >= wanted.as_u64().expect("a number")),
            "minItems" => value
                .as_array()
                .is_none_or(|list| list.len() as u64 >= wanted.as_u64().expect("a number")),
            "pattern" => value.as_str().is_none_or(|text| matches(wanted, text)),
            "items" => value
                .as_array()
                .is_none_or(|list| list.iter().all(|item| fits(wanted, item))),
            "required" => value.as_object().is_none_or(|object| {
                let keys = wanted.as_array().expect("a list");
                keys.iter()
                    .all(|key| object.contains_key(key.as_str().expect("a key")))
            }),
            "propertyNames" => value
                .as_object()
                .is_none_or(|object| object.keys().all(|key| fits(wanted, &json!(key)))),
            "properties" => value.as_object().is_none_or(|object| {
                object
                    .iter()
                    .all(|(key, value)| wanted.get(key).is_none_or(|schema| fits(schema, value)))
            }),
            "additionalProperties" => value.as_object().is_none_or(|object| {
                object.iter().all(|(key, value)| {
                    let is_named = schema
                        .get("properties")
                        .is_some_and(|names| names.get(key).is_some());
                    let patterns = schema.get("patternProperties").and_then(Value::as_object);
                    let is_meant = patterns
                        .is_some_and(|patterns| patterns.keys().any(|pattern| matches(&json!(pattern), key)));
                    is_named || is_meant || fits(wanted, value)
                })
            }),
            other => panic!("the keyword {other}"),
        })
    }

    fn json(toml: &str) -> Value {
        let table: toml::Table = toml.parse().expect("TOML");
        serde_json::to_value(table).expect("JSON")
    }

    /// What the program says about a configuration, beside what is said where runtimes are set up.
    fn faults(toml: &str) -> Vec<String> {
        let mut files = MemoryFiles::new();
        files.add("/w/agents-ls.toml", toml);
        files.add("/w/services/billing/src/invoice.ts", "");
        files.folder("/w/tests/home");
        let versions: Vec<(&str, Vec<&str>)> = runtimes::all()
            .iter()
            .map(|runtime| {
                (
                    runtime.name(),
                    runtime.versions().iter().map(|version| version.name).collect(),
                )
            })
            .collect();
        let runtimes: Vec<KnownRuntime<'_>> = versions
            .iter()
            .map(|(name, versions)| KnownRuntime { name, versions })
            .collect();
        let rules: Vec<&str> = agents_lint::rules::all().iter().map(|rule| rule.code()).collect();
        let known = Known {
            runtimes: &runtimes,
            rules: &rules,
        };
        let places = Places {
            folder: Path::new("/w"),
            home: None,
            config_home: None,
        };
        let read = Configuration::read(&files, &places, &Value::Null, &known, None);
        read.faults.into_iter().map(|fault| fault.message).collect()
    }

    #[test]
    fn the_schema_takes_what_is_documented() {
        for good in [
            "",
            EXAMPLE,
            "runtimes = \"auto\"",
            "runtimes = \"all\"",
            "runtimes = [\"codex\", \"openclaw@2026.7.1\"]",
            "[runtimes]\nuse = \"all\"",
            "[runtimes]\nuse = [\"codex\"]",
            "[runtimes.codex]\nversion = \"0.171.0\"\nprojects.\"/w\".trust_level = \"untrusted\"",
            "[runtimes.codex]\n\"projects./w.trust_level\" = \"untrusted\"",
            "[runtimes.openclaw]\n\"agents.defaults.bootstrapMaxChars\" = 5",
            "[runtimes.mine]\nextends = \"codex\"",
            "[runtimes]\nuse = [\"my.own\"]\n[runtimes.\"my.own\"]\nextends = \"openclaw@2026.7.1\"\nversion = \"2026.9.6\"",
            "primaryRuntime = \"B\"\n[runtimes.A]\nextends = \"codex\"\n[runtimes.B]\nextends = \"A\"\nevidence = [\".b\"]",
            "[runtimes.mine]\nextends = \"codex\"\nfiles = [\"A.md\", \"d/B.md\"]\nskills = [\"~/s\", \".s\"]\nfileCap = 5\n\
             totalCap = \"0.5 %\"\nskillsCap = \"10 lines\"\ncontextWindow = 1000\nheading = \"\"\nproject_doc_max_bytes = 5",
            "[budgets]\na = 5\nb = \"32 KiB\"\nc = \"400 lines\"\nd = \"2.5 %\"\ne = \"10_000 Chars\"\nf = \"7\"",
            "[rules]\nbudget.total.severity = \"info\"\n\"budget.role\".severity = \"off\"",
        ] {
            assert!(fits(&schema(), &json(good)), "{good}");
            assert_eq!(faults(good), [""; 0], "{good}");
        }
    }

    #[test]
    fn the_schema_refuses_what_check_refuses() {
        for bad in [
            "colour = 1",
            "runtimes = \"codex\"",
            "runtimes = []",
            "runtimes = [\"codex@9\"]",
            "runtimes = [\"a b\"]",
            "[runtimes.mine]\nfileCap = 5",
            "[runtimes.mine]\nextends = 5",
            "[runtimes.mine]\nextends = \"codex@9\"",
            "[runtimes.mine]\nextends = \"codex\"\nevidence = \".x\"",
            "[runtimes.\"my own\"]\nextends = \"codex\"",
            "[runtimes.codex]\nextends = \"openclaw\"",
            "primaryRuntime = \"codex@9\"",
            "start = \"\"",
            "touched = \"a\"",
            "[budgets]\n\"/a.md\" = 5",
            "[budgets]\n\"a/../b.md\" = 5",
            "[budgets]\na = -1",
            "[budgets]\na = true",
            "[runtimes.codex.budgets]\na = true",
            "[runtimes.codex.budgets]\n\"/a.md\" = 5",
            "[runtimes.mine]\nextends = \"codex\"\nbudgets = 5",
            "managed = \"AGENTS.md\"",
            "[managed]\na = false",
            "[managed]\na = \" \"",
            "[managed]\n\"../a.md\" = true",
            "rules.nope.severity = \"off\"",
            "[rules]\n\"budget.nope\".severity = \"off\"",
            "rules.budget.total.severity = \"loud\"",
            "rules.budget.total.level = \"off\"",
            "hover.detail = \"all\"",
            "hover.x = 1",
            "lens.usage = true",
            "lens.changes = \"head\"",
            "lens = \"off\"",
            "hints.sections = \"bytes\"",
            "hints.headings = \"size\"",
            "trace = \"on\"",
        ] {
            assert!(!fits(&schema(), &json(bad)), "{bad}");
            assert_ne!(faults(bad), [""; 0], "{bad}");
        }
        // What is refused where runtimes are set up and caps are read.
        for bad in [
            "[budgets]\na = 1.5",
            "[budgets]\na = \"5 apples\"",
            "[budgets]\na = \"120 %\"",
            "[runtimes.codex]\nnope = 1",
            "[runtimes.codex]\nversion = \"9\"",
            "[runtimes.openclaw]\nagents.defaults.nope = 1",
            "[runtimes.openclaw]\nfileCap = 1",
            "[runtimes.mine]\nextends = \"codex\"\nfileCap = \"5 apples\"",
            "[runtimes.mine]\nextends = \"codex\"\nfileCap = \"0 lines\"",
            "[runtimes.mine]\nextends = \"codex\"\ntotalCap = 0",
            "[runtimes.mine]\nextends = \"codex\"\nfiles = \"A.md\"",
            "[runtimes.mine]\nextends = \"codex\"\nfiles = [\"../A.md\"]",
            "[runtimes.mine]\nextends = \"codex\"\nskills = [\"/s\"]",
            "[runtimes.mine]\nextends = \"codex\"\ncontextWindow = 0",
        ] {
            assert!(!fits(&schema(), &json(bad)), "{bad}");
        }
        // Names of runtimes of the user's own are known to the program alone.
        for bad in [
            "runtimes = [\"nope\"]",
            "primaryRuntime = \"nope\"",
            "[runtimes.mine]\nextends = \"nope\"",
            "[runtimes.mine]\nextends = \"mine\"",
        ] {
            assert_ne!(faults(bad), [""; 0], "{bad}");
        }
    }
}
