use super::*;
use crate::MemoryFiles;
use serde_json::json;
use std::fmt::Write;

const PROJECT: &str = "/w/repo/app/agents-ls.toml";
const USER: &str = "/home/me/.config/agents-ls/agents-ls.toml";
const KNOWN: Known<'_> = Known {
    runtimes: &[
        KnownRuntime {
            name: "codex",
            versions: &["0.50", "0.49"],
        },
        KnownRuntime {
            name: "claude-code",
            versions: &["1"],
        },
        KnownRuntime {
            name: "ai-leash",
            versions: &["seed"],
        },
    ],
    rules: &["load.cut", "load.dropped", "link.no-such-file"],
};

fn read_in(files: &MemoryFiles, client: &Json, last: Option<&Configuration>) -> Configuration {
    let places = Places {
        folder: Path::new("/w/repo/app"),
        home: Some(Path::new("/home/me")),
        config_home: None,
    };
    Configuration::read(files, &places, client, &KNOWN, last)
}

fn read(toml: &str, last: Option<&Configuration>) -> Configuration {
    let mut files = MemoryFiles::new();
    files.add(PROJECT, toml);
    for path in ["/w/repo/app/src/a.rs", "/w/repo/app/docs/x", "/home/other/x"] {
        files.add(path, "");
    }
    read_in(&files, &Json::Null, last)
}

fn faults(toml: &str) -> String {
    drawn(read(toml, None).faults, toml)
}

/// Each fault with the text or the key it stands on.
fn drawn(faults: Vec<ConfigFault>, toml: &str) -> String {
    let mut lines = String::new();
    for fault in faults {
        let place = match fault.origin {
            Origin::File { range, .. } => toml[range].replace('\n', "⏎"),
            Origin::Client { key } => key,
        };
        writeln!(lines, "{place}: {}", fault.message).unwrap();
    }
    lines
}

fn place<T>(value: &Option<Sourced<T>>) -> String {
    match &value.as_ref().unwrap().origin {
        Origin::File { path, range } => format!("{} {range:?}", path.display()),
        Origin::Client { key } => key.clone(),
    }
}

#[test]
fn everything_that_can_be_set() {
    let set = read(
        r#"
primaryRuntime = "codex@0.50"
start = "src"
touched = ["src/a.rs", "docs"]
home = "/home/other"
hover.detail = "file"
lens.usage = "off"
lens.changes = "off"
hints.sections = "percent"
trace = "verbose"

[runtimes]
use = ["codex", "claude-code@1"]
codex.project_doc_max_bytes = 1_000

[budgets]
"AGENTS.md" = "10000 characters"
"**/SKILL.md" = 500

[runtimes.codex.budgets]
"AGENTS.md" = "8 KiB"

[managed]
"./AGENTS.md" = "/^Rendered by/"
"generated/**/*.md" = true

[rules."load.cut"]
severity = "error"

[rules.link.no-such-file]
severity = "off"
"#,
        None,
    );
    assert_eq!(set.faults, []);
    let settings = set.settings;
    let Selection::Named(named) = settings.selection() else {
        panic!("a list");
    };
    assert_eq!(
        named[1].value,
        RuntimeRef {
            name: "claude-code".into(),
            version: Some("1".into())
        }
    );
    assert_eq!(
        settings.runtime_tables["codex"].to_json(),
        json!({"project_doc_max_bytes": 1000, "budgets": {"AGENTS.md": "8 KiB"}})
    );
    assert_eq!(
        settings.runtime_budgets["codex"]["AGENTS.md"].value,
        Amount::Text("8 KiB".into())
    );
    assert_eq!(
        settings.managed["AGENTS.md"].value,
        Mark::Text("/^Rendered by/".into())
    );
    assert_eq!(settings.managed["generated/**/*.md"].value, Mark::Name);
    assert_eq!(settings.primary_runtime.unwrap().value.version.unwrap(), "0.50");
    assert_eq!(settings.start.as_ref().unwrap().value, "src");
    assert_eq!(
        settings.start.unwrap().origin.base(Path::new("/x")),
        Path::new("/w/repo/app")
    );
    assert_eq!(settings.touched.unwrap().value.len(), 2);
    assert_eq!(settings.budgets["**/SKILL.md"].value, Amount::Number(500.0));
    assert_eq!(settings.severities["load.cut"].value, Severity::Error);
    assert_eq!(settings.severities["link.no-such-file"].value, Severity::Off);
    assert_eq!(settings.hover_detail.unwrap().value, HoverDetail::File);
    assert_eq!(settings.lens_usage.unwrap().value, Lens::Off);
    assert_eq!(settings.lens_changes.unwrap().value, Lens::Off);
    assert_eq!(settings.section_hints.unwrap().value, SectionHints::Percent);
    assert_eq!(settings.trace.unwrap().value, Trace::Verbose);
}

#[test]
fn the_client_goes_over_the_project_over_the_user() {
    let mut files = MemoryFiles::new();
    files
        .add(PROJECT, "start = 'p'\nhome = 'p'\nbudgets.a = 1\nruntimes.codex.x.one = 1")
        .add(USER, "start = 'u'\nhome = 'u'\ntrace = 'messages'\nbudgets = {a = 2, b = 2}\nruntimes = {codex = {x = {one = 2, two = 2}}}");
    for folder in ["p", "c"] {
        files.folder(Path::new("/w/repo/app").join(folder));
    }
    files.folder("/home/me/.config/agents-ls/u");
    let client = json!({"editor": {}, "agents-ls": {"start": "c", "home": null}});
    let set = read_in(&files, &client, None);
    assert_eq!(set.faults, []);
    let settings = &set.settings;
    assert_eq!(place(&settings.start), "agents-ls.start");
    assert_eq!(place(&settings.home), "/w/repo/app/agents-ls.toml 19..22");
    assert_eq!(
        place(&settings.trace),
        "/home/me/.config/agents-ls/agents-ls.toml 31..41"
    );
    assert_eq!(settings.budgets["a"].value, Amount::Number(1.0));
    assert_eq!(settings.budgets["b"].value, Amount::Number(2.0));
    assert_eq!(
        settings.runtime_tables["codex"].to_json(),
        json!({"x": {"one": 1, "two": 2}})
    );
}

#[test]
fn the_nearest_file_counts_up_to_the_root_of_the_repository() {
    let mut files = MemoryFiles::new();
    files.add("/w/agents-ls.toml", "start = 'above'");
    assert_eq!(read_in(&files, &Json::Null, None).project_file, None);
    files.add("/w/repo/agents-ls.toml", "start = 'root'");
    assert_eq!(
        read_in(&files, &Json::Null, None).project_file,
        None,
        "no repository"
    );
    files.folder("/w/repo/.git");
    assert_eq!(
        read_in(&files, &Json::Null, None).project_file,
        Some("/w/repo/agents-ls.toml".into())
    );
    files.add(PROJECT, "");
    assert_eq!(
        read_in(&files, &Json::Null, None).project_file,
        Some(PROJECT.into())
    );
}

#[test]
fn the_users_file_lies_below_xdg_config_home() {
    let mut files = MemoryFiles::new();
    files.add("/xdg/agents-ls/agents-ls.toml", "trace = 'messages'");
    let places = Places {
        folder: Path::new("/w"),
        home: Some(Path::new("/home/me")),
        config_home: Some(Path::new("/xdg")),
    };
    let set = Configuration::read(&files, &places, &Json::Null, &KNOWN, None);
    assert_eq!(set.settings.trace(), Trace::Messages);
}

#[test]
fn unknown_names_are_said_with_what_was_meant() {
    insta::assert_snapshot!(faults(
        r#"
primary_runtime = "codex"
hover.details = "line"
colour = 1
runtimes.use = ["codx", "claude_code@1", "codex"]
runtimes.leash = {}
rules.load.cat.severity = "off"
rules."laod.cut".severity = "off"
rules.load.cut.level = "off"
"#
    ), @r#"
    primary_runtime: there is no setting `primary_runtime`; did you mean `primaryRuntime`?
    details: there is no setting `hover.details`; did you mean `hover.detail`?
    colour: there is no setting `colour`; there are `runtimes`, `primaryRuntime`, `start`, `touched`, `home`, `budgets`, `managed`, `rules`, `hover`, `lens`, `hints`, `trace`
    "codx": `runtimes.use`: there is no runtime `codx`; did you mean `codex`?
    "claude_code@1": `runtimes.use`: there is no runtime `claude_code`; did you mean `claude-code`?
    leash: there is no runtime `leash`; there are `codex`, `claude-code`, `ai-leash`; one of your own says what it `extends`
    cat: there is no rule `load.cat`; did you mean `load.cut`?
    "laod.cut": there is no rule `laod.cut`; did you mean `load.cut`?
    level: there is no setting `rules.load.cut.level`; did you mean `rules.load.cut.severity`?
    "#);
}

#[test]
fn wrong_types_are_said_with_what_is_allowed() {
    insta::assert_snapshot!(faults(
        r#"
runtimes = "codex"
primaryRuntime = 3
start = ""
touched = "src"
home = []
budgets = { "AGENTS.md" = -1, "a[" = 1, b = true, c = 2020-01-01 }
rules = { "load.cut" = "off", load.dropped.severity = "none" }
hover = "line"
trace = true
"#
    ), @r#"
    "codex": `runtimes` is "auto", "all" or a list of runtimes, not "codex"
    3: a runtime in `primaryRuntime` is "name" or "name@version", not 3
    "": `start` is a path in quotes, not ""
    "src": `touched` is a list of paths, not "src"
    []: `home` is a path in quotes, not a list
    -1: the budget of `AGENTS.md` is a number or one with a unit ("5 %"), not -1
    "a[": `budgets`: `a[` is no file name or glob: unclosed character class; missing ']'
    true: the budget of `b` is a number or one with a unit ("5 %"), not true
    2020-01-01: the budget of `c` is a number or one with a unit ("5 %"), not the date 2020-01-01
    "off": `rules.load.cut` is a table such as `{ severity = "off" }`, not "off"
    "none": `rules.load.dropped.severity` is "error", "warning", "information", "info", "hint" or "off", not "none"
    "line": `hover` is a table with `detail`, not "line"
    true: `trace` is "off", "messages" or "verbose", not true
    "#);
    let client = read_in(&MemoryFiles::new(), &json!({"trace": "on", "touched": [1]}), None);
    insta::assert_snapshot!(drawn(client.faults, ""), @r#"
    agents-ls.touched[0]: `touched` is a path in quotes, not 1
    agents-ls.trace: `trace` is "off", "messages" or "verbose", not "on"
    "#);
    let client = read_in(&MemoryFiles::new(), &json!("x"), None);
    assert_eq!(
        client.faults[0].message,
        "the editor's settings under `agents-ls` are an object, not \"x\""
    );
}

#[test]
fn a_wrong_value_keeps_the_last_good_one() {
    let good = read(
        "trace = 'messages'\nbudgets.a = 5\nrules.load.cut.severity = 'off'",
        None,
    );
    let wrong = read("trace = 'mess'\nbudgets.a = true\nrules = 1", Some(&good));
    assert_eq!(wrong.faults.len(), 3);
    assert_eq!(wrong.settings.trace(), Trace::Messages);
    assert_eq!(
        place(&wrong.settings.trace),
        "/w/repo/app/agents-ls.toml 8..14",
        "where it is set now"
    );
    assert_eq!(wrong.settings.budgets["a"].value, Amount::Number(5.0));
    assert_eq!(wrong.settings.severities["load.cut"].value, Severity::Off);
    let malformed = read("trace = ", Some(&wrong));
    assert_eq!(malformed.faults.len(), 1);
    assert_eq!(malformed.settings.trace(), Trace::Messages);
    let gone = read("", Some(&malformed));
    assert_eq!(
        gone.settings,
        Settings::default(),
        "what is no longer said does not stay"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_one_fault() {
    insta::assert_snapshot!(faults("trace = 'off'\n[rules\n"), @r#"
    s: this is not TOML: unclosed table, expected `]`
    "#);
    insta::assert_snapshot!(faults("start = 'é'\nstart = 'b'\n"), @r#"
    start: this is not TOML: duplicate key
    "#);
    let mut files = MemoryFiles::new();
    files.add(PROJECT, b"start = '\xe9'");
    files.link(USER, "nowhere");
    let messages = read_in(&files, &Json::Null, None)
        .faults
        .into_iter()
        .map(|fault| fault.message);
    insta::assert_snapshot!(messages.collect::<Vec<_>>().join("\n"), @r#"
    /home/me/.config/agents-ls/agents-ls.toml does not count as configuration: it is a link to nowhere, which does not exist
    /w/repo/app/agents-ls.toml is not UTF-8; save it as UTF-8
    "#);
}

#[test]
fn ranges_hold_with_a_byte_order_mark_and_beyond_ascii() {
    let toml = "\u{feff}primaryRuntime = 'codex' # café\ntrace = 'x'";
    assert_eq!(
        faults(toml),
        "'x': `trace` is \"off\", \"messages\" or \"verbose\", not \"x\"\n"
    );
}

#[test]
fn every_setting_is_documented_and_its_default_is_json() {
    let documented: Vec<_> = SETTINGS
        .iter()
        .map(|setting| setting.key.split('.').next().unwrap())
        .collect();
    for key in read::KEYS {
        assert!(documented.contains(key), "{key}");
    }
    for setting in SETTINGS {
        assert!(
            serde_json::from_str::<Json>(setting.default).is_ok(),
            "{}",
            setting.key
        );
        assert!(setting.about.ends_with('.'), "{}", setting.key);
    }
}

#[test]
fn what_is_not_there_does_not_count() {
    insta::assert_snapshot!(faults(
        "start = 'gone'\nhome = 'src/a.rs'\ntouched = ['src', 'gone.rs']\nruntimes = ['codex@9', 'codex@0.49']\nprimaryRuntime = 'codex@9'\n"
    ), @r#"
    'gone': `start`: there is no folder /w/repo/app/gone
    'src/a.rs': `home`: there is no folder /w/repo/app/src/a.rs
    'gone.rs': `touched`: there is no file or folder /w/repo/app/gone.rs
    'codex@9': `runtimes`: `codex` has no known version `9`; there are `0.50`, `0.49`
    'codex@9': `primaryRuntime`: `codex` has no known version `9`; there are `0.50`, `0.49`
    "#);
    let good = read("start = 'src'", None);
    let wrong = read("start = 'gone'", Some(&good));
    assert_eq!(
        wrong.settings.start.as_ref().map(|start| start.value.as_str()),
        Some("src")
    );
    let set = read("touched = ['src', 'gone.rs']", None);
    assert_eq!(set.settings.touched.expect("set").value.len(), 1);
}

#[test]
fn a_list_of_runtimes_without_a_good_one_leaves_those_in_use() {
    for list in ["['codex@9']", "['nope']", "[]", "['mine']"] {
        let set = read(&format!("runtimes = {list}"), None);
        assert_eq!(set.faults.len(), 1, "{list}");
        assert_eq!(set.settings.selection(), &Selection::Auto, "{list}");
    }
    let good = read("runtimes = 'all'", None);
    let wrong = read("runtimes = ['nope']", Some(&good));
    assert_eq!(wrong.settings.selection(), &Selection::All);
}

fn own(set: &Configuration, name: &str) -> Option<(String, Option<String>, Vec<String>)> {
    let own = set.settings.own_runtimes.get(name)?;
    let RuntimeRef { name, version } = own.base.clone();
    Some((name, version, own.line.clone()))
}

#[test]
fn a_runtime_of_ones_own_extends_another() {
    let set = read(
        r#"
primaryRuntime = "team.2"
[runtimes]
use = ["gate_way", "codex", "team.2@0.50"]
[runtimes.gate_way]
extends = "codex@0.49"
evidence = [".gate", "~/.gate"]
fileCap = "5 lines"
[runtimes."team.2"]
extends = "gate_way"
[runtimes.Third]
extends = "team.2@0.50"
"#,
        None,
    );
    assert_eq!(set.faults, []);
    let line = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let base = |version: &str, names| Some(("codex".to_owned(), Some(version.to_owned()), line(names)));
    assert_eq!(own(&set, "gate_way"), base("0.49", &["gate_way"]));
    assert_eq!(own(&set, "team.2"), base("0.49", &["team.2", "gate_way"]));
    assert_eq!(
        own(&set, "Third"),
        base("0.50", &["Third", "team.2", "gate_way"]),
        "the nearest version"
    );
    assert_eq!(
        set.settings.own_runtimes["gate_way"].evidence,
        [".gate", "~/.gate"]
    );
    assert_eq!(
        set.settings.own_runtimes["team.2"].evidence, [""; 0],
        "not inherited"
    );
    assert_eq!(
        set.settings.runtime_tables["gate_way"].to_json()["fileCap"],
        "5 lines"
    );
    let Selection::Named(named) = set.settings.selection() else {
        panic!("a list");
    };
    assert_eq!(named.len(), 3);
}

#[test]
fn what_is_wrong_with_a_runtime_of_ones_own_is_said_once() {
    insta::assert_snapshot!(faults(
        r#"
[runtimes]
use = ["typo", "number", "a", "leads", "nope", "codex"]
[runtimes.typo]
extends = "codx"
[runtimes.near]
extends = "tpyo"
[runtimes.number]
extends = 5
[runtimes.old]
extends = "codex@9"
[runtimes.older]
extends = "codex"
version = "7"
[runtimes.self]
extends = "self"
[runtimes.a]
extends = "b"
[runtimes.b]
extends = "a"
[runtimes.leads]
extends = "a"
[runtimes.claude-code]
extends = "codex"
[runtimes."my gateway"]
extends = "codex"
[runtimes.all]
extends = "codex"
[runtimes.plain]
fileCap = 5
[runtimes.paths]
extends = "codex"
evidence = [".x", 1]
"#
    ), @r#"
    "nope": `runtimes.use`: there is no runtime `nope`; there are `codex`, `claude-code`, `ai-leash`, `a`, `b`, `leads`, `near`, `number`, `old`, `older`, `paths`, `self`, `typo`
    "codx": `runtimes.typo.extends`: there is no runtime `codx`; did you mean `codex`?
    "tpyo": `runtimes.near.extends`: there is no runtime `tpyo`; there are `codex`, `claude-code`, `ai-leash`, `a`, `b`, `leads`, `near`, `number`, `old`, `older`, `paths`, `self`, `typo`
    5: `runtimes.number.extends` is "name" or "name@version" of a runtime, not 5
    "codex@9": `runtimes.old`: `old` has no known version `9`; there are `0.50`, `0.49`
    "7": `runtimes.older`: `older` has no known version `7`; there are `0.50`, `0.49`
    "self": `runtimes.self.extends`: `self` extends itself
    "b": `runtimes.a.extends`: `a` extends itself through `b`
    "a": `runtimes.b.extends`: `b` extends itself through `a`
    claude-code: `runtimes.claude-code`: claude-code is built in; a runtime that `extends` another has a name of its own
    "my gateway": `runtimes.my gateway`: a name has letters from A to Z or a to z, digits, `-`, `_` and `.`, and nothing else
    all: `runtimes.all`: this word stands for a choice of runtimes, so none can be called so
    plain: there is no runtime `plain`; there are `codex`, `claude-code`, `ai-leash`, `a`, `b`, `leads`, `near`, `number`, `old`, `older`, `paths`, `self`, `typo`; one of your own says what it `extends`
    [".x", 1]: `runtimes.paths.evidence` is a list of paths, not [".x",1]
    "#);
}

#[test]
fn a_wrong_line_of_a_runtime_of_ones_own_keeps_the_last_good_one() {
    let whole =
        "[runtimes.mine]\nextends = 'codex@0.49'\nevidence = ['.m']\n[runtimes.child]\nextends = 'mine'\n";
    let good = read(whole, None);
    assert_eq!(good.faults, []);
    for (from, to) in [
        ("'codex@0.49'", "'codx'"),
        ("'codex@0.49'", "1"),
        ("'codex@0.49'", "'child'"),
        ("['.m']", "'.m'"),
        ("[runtimes.mine]", "runtimes.mine = 5\n[runtimes.other]"),
    ] {
        let wrong = read(&whole.replace(from, to), Some(&good));
        assert_ne!(wrong.faults, [], "{to}");
        for name in ["mine", "child"] {
            assert_eq!(own(&wrong, name), own(&good, name), "{name} {to}");
        }
        assert_eq!(wrong.settings.own_runtimes["mine"].evidence, [".m"], "{to}");
    }
    let broken = "[runtimes.mine]\nextends = 'codx'\n";
    let malformed = read("[runtimes.mine", Some(&read(broken, Some(&good))));
    assert_eq!(malformed.faults.len(), 1, "{:?}", malformed.faults);
    assert_eq!(own(&malformed, "mine"), own(&good, "mine"));
    assert!(
        own(&read("", Some(&good)), "mine").is_none(),
        "what is no longer said does not stay"
    );
}

#[test]
fn one_layer_may_name_and_change_what_another_defines() {
    let mut files = MemoryFiles::new();
    files.add(USER, "[runtimes.mine]\nextends = 'codex'\nfileCap = 5\n");
    files.add(PROJECT, "primaryRuntime = 'mine'\n[runtimes.mine]\nfileCap = 6\n");
    let client = json!({"runtimes": {"use": ["mine"], "mine": {"totalCap": 7}}});
    let set = read_in(&files, &client, None);
    assert_eq!(set.faults, []);
    assert_eq!(
        set.settings.runtime_tables["mine"].to_json(),
        json!({"extends": "codex", "fileCap": 6, "totalCap": 7})
    );
    assert!(own(&set, "mine").is_some());
}

#[test]
fn an_empty_list_of_the_editor_is_an_empty_table() {
    for client in [
        json!([]),
        json!({"agents-ls": []}),
        json!({"budgets": [], "rules": [], "hover": [], "runtimes": []}),
        json!({"rules": {"load.cut": []}, "runtimes": {"codex": []}}),
    ] {
        let set = read_in(&MemoryFiles::new(), &client, None);
        assert_eq!(set.faults, [], "{client}");
    }
}

#[test]
fn budgets_are_for_files_below_the_opened_folder() {
    let set = read("[budgets]\n'./docs/*.md' = 5", None);
    assert_eq!(set.faults, []);
    assert_eq!(set.settings.budgets["docs/*.md"].value, Amount::Number(5.0));
    insta::assert_snapshot!(faults("[budgets]\n'/a.md' = 1\n'../a.md' = 1\n'./' = 1\n"), @r#"
    '/a.md': `budgets`: `/a.md` is no file name or glob of files below the opened folder
    '../a.md': `budgets`: `../a.md` is no file name or glob of files below the opened folder
    './': `budgets`: `./` is no file name or glob of files below the opened folder
    "#);
}

#[test]
fn every_fault_can_be_seen() {
    for toml in [
        "runtimes = [\n",
        "runtimes = [",
        "x = ",
        "\n\n[",
        "start = \"",
        "a = 1\na.b = 2",
        "start.x = 1",
        "[start]",
        "=",
        "\u{feff}x",
        "é",
    ] {
        for fault in read(toml, None).faults {
            let Origin::File { range, .. } = fault.origin else {
                panic!("in the file");
            };
            assert!(!range.is_empty() && toml.get(range).is_some(), "{toml:?}");
        }
    }
}

#[test]
fn what_is_rendered_is_told_by_a_marker_or_the_name() {
    insta::assert_snapshot!(faults(
        r#"
managed = { "a.md" = 5, "/b.md" = true, "c[" = "x", "d.md" = " ", "e.md" = false }
runtimes.codex.budgets = { "a.md" = true, "../b.md" = 1 }
runtimes.claude-code.budgets = 5
"#
    ), @r#"
    5: the marker of `a.md` is true, a text or a regular expression between slashes ("/^Rendered by/"), not 5
    "/b.md": `managed`: `/b.md` is no file name or glob of files below the opened folder
    "c[": `managed`: `c[` is no file name or glob: unclosed character class; missing ']'
    " ": the marker of `d.md` is true, a text or a regular expression between slashes ("/^Rendered by/"), not " "
    false: the marker of `e.md` is true, a text or a regular expression between slashes ("/^Rendered by/"), not false
    true: the budget of `a.md` is a number or one with a unit ("5 %"), not true
    "../b.md": `runtimes.codex.budgets`: `../b.md` is no file name or glob of files below the opened folder
    5: `runtimes.claude-code.budgets` is a table from file names to amounts, not 5
    "#);
    insta::assert_snapshot!(
        faults("managed = 'AGENTS.md'"),
        @r#"'AGENTS.md': `managed` is a table from file names to markers, not "AGENTS.md""#
    );
}

#[test]
fn what_is_rendered_and_budgets_of_runtimes_are_laid_over_each_other_and_kept() {
    let mut files = MemoryFiles::new();
    files
        .add(PROJECT, "managed.'a.md' = 'p'\nruntimes.codex.budgets.'a.md' = 1")
        .add(
            USER,
            "managed = {'a.md' = 'u', 'b.md' = 'u'}\nruntimes.codex.budgets = {'a.md' = 2, 'b.md' = 2}",
        );
    let settings = read_in(&files, &Json::Null, None).settings;
    let marks = |file: &str| settings.managed[file].value.clone();
    assert_eq!(
        (marks("a.md"), marks("b.md")),
        (Mark::Text("p".into()), Mark::Text("u".into()))
    );
    let budget = |file: &str| settings.runtime_budgets["codex"][file].value.clone();
    assert_eq!(
        (budget("a.md"), budget("b.md")),
        (Amount::Number(1.0), Amount::Number(2.0))
    );
    let good = read("managed.a = 'x'\nruntimes.codex.budgets.a = 1", None);
    let wrong = read("managed.a = 1\nruntimes.codex.budgets.a = true", Some(&good));
    assert_eq!(wrong.faults.len(), 2);
    assert_eq!(wrong.settings.managed["a"].value, Mark::Text("x".into()));
    assert_eq!(
        wrong.settings.runtime_budgets["codex"]["a"].value,
        Amount::Number(1.0)
    );
}
