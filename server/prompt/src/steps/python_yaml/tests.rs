use super::{Dialect, Kind, read, type_of};

const BOTH: [Dialect; 2] = [Dialect::PyYaml, Dialect::StrictYaml];

/// The first line of what is said against a head; `ok` when nothing is.
fn said(head: &str, dialect: Dialect) -> String {
    match read(head, dialect) {
        Ok(_) => "ok".to_owned(),
        Err(fault) => fault.message(head, dialect),
    }
}

fn top(head: &str) -> Vec<(String, Option<String>)> {
    let read = read(head, Dialect::PyYaml).expect("it is YAML");
    let entries = read.entries().expect("a mapping");
    let shown = entries.into_iter().map(|(key, value)| {
        let text = |text: &str| text.to_owned();
        (key.text().map(text).unwrap_or_default(), value.text().map(text))
    });
    shown.collect()
}

#[test]
fn a_head_is_keys_and_values_with_their_bytes() {
    let head = "é: \"ü\"\nb:\n  - c\nd: >\n  e\n  f\ng:\n";
    let text = |text: &str| Some(text.to_owned());
    let expected = [
        ("é", text("ü")),
        ("b", None),
        ("d", text("e f\n")),
        ("g", text("")),
    ];
    assert_eq!(top(head), expected.map(|(key, value)| (key.to_owned(), value)));
    let read = read(head, Dialect::StrictYaml).expect("it is YAML");
    let entries = read.entries().expect("a mapping");
    assert_eq!(&head[read.bytes(entries[0].0)], "é");
    assert_eq!(&head[read.bytes(entries[0].1)], "\"ü\"");
    assert!(read.bytes(entries[3].1).is_empty());
}

#[test]
fn a_reference_is_the_node_it_refers_to() {
    let head = "a: &x\n  b: c\nd: *x\ne: &y [*y]\nf: *y\n";
    let read = read(head, Dialect::PyYaml).expect("it is YAML");
    let entries = read.entries().expect("a mapping");
    assert!(matches!(entries[1].1.kind, Kind::Map(_)));
    assert!(
        matches!(entries[3].1.kind, Kind::List(_)),
        "one that holds itself"
    );
}

#[test]
fn a_fault_is_shown_with_its_line_and_long_lines_are_cut() {
    let head = "a: b: c\n";
    assert_eq!(
        said(head, Dialect::PyYaml),
        "mapping values are not allowed here\n  in \"<unicode string>\", line 1, column 5:\n    a: b: c\n        ^"
    );
    assert!(said(head, Dialect::StrictYaml).ends_with("^ (line: 1)"));
    let long = format!("a: {}b: {}", "x".repeat(100), "y".repeat(100));
    let shown = said(&long, Dialect::PyYaml);
    let line = shown.lines().nth(2).expect("the line");
    assert_eq!(
        line,
        format!("     ... {}b: {} ... ", "x".repeat(31), "y".repeat(30))
    );
}

#[test]
fn the_first_of_several_faults_is_told() {
    let flow_then_colon = "a: [b]\nc: d: e\n";
    assert!(said(flow_then_colon, Dialect::StrictYaml).contains("JSONesque"));
    let colon_then_flow = "c: d: e\na: [b]\n";
    assert!(said(colon_then_flow, Dialect::StrictYaml).starts_with("mapping values"));
    assert!(said("a: b\tc\nd: e: f\n", Dialect::PyYaml).contains("'\\t'"));
    assert!(
        said("a: &x b\na: c\n", Dialect::StrictYaml).contains("anchor"),
        "keys are counted last"
    );
}

#[test]
fn what_only_one_of_them_refuses() {
    for head in ["a: [b]\n", "a: b\na: c\n", "a: !!str b\n", "a: &b c\n"] {
        assert_eq!(said(head, Dialect::PyYaml), "ok", "{head}");
        assert_ne!(said(head, Dialect::StrictYaml), "ok", "{head}");
    }
    for head in ["a: =\n", "a: b\n: c\n", "a: b\u{2028}c\n"] {
        assert_ne!(said(head, Dialect::PyYaml), "ok", "{head}");
        assert_eq!(said(head, Dialect::StrictYaml), "ok", "{head}");
    }
    // What saphyr refuses, and both of them take.
    for head in ["a: \"b\nc\"\n", "a: 'b\n\nc'\nd: \"e\nf\"\n", "a: b\u{feff}c\n"] {
        for dialect in BOTH {
            assert_eq!(said(head, dialect), "ok", "{head}");
        }
    }
}

#[test]
fn a_tab_is_space_in_quotes_blocks_and_comments_only() {
    for head in ["a: \"b\tc\"\n", "a: |\n  b\tc\n", "a: b # c\td\n", "# \t\na: b\n"] {
        for dialect in BOTH {
            assert_eq!(said(head, dialect), "ok", "{head:?}");
        }
    }
    for head in ["a: b\t\n", "a:\tb\n", "\ta: b\n", "a: \"b\"\t\n", "a: b#\tc\n"] {
        for dialect in BOTH {
            assert!(said(head, dialect).contains("'\\t'"), "{head:?}");
        }
    }
}

#[test]
fn types_are_those_of_yaml_1_1() {
    let name = |value: &str| {
        let head = format!("a: {value}\n");
        let read = read(&head, Dialect::PyYaml).expect("it is YAML");
        let (_, node) = read.entries().expect("a mapping")[0];
        let (kind, is_false) = type_of(node);
        format!("{}{}", kind.name(), if is_false { " false" } else { "" })
    };
    for (value, expected) in [
        ("x", "str"),
        ("''", "str false"),
        ("'1'", "str"),
        ("", "NoneType false"),
        ("~", "NoneType false"),
        ("yes", "bool"),
        ("Off", "bool false"),
        ("yEs", "str"),
        ("éa", "str"),
        ("0", "int false"),
        ("0x1F", "int"),
        ("0o17", "str"),
        ("017", "int"),
        ("018", "str"),
        ("1_000", "int"),
        ("1:30", "int"),
        ("1:60", "str"),
        ("1.5", "float"),
        ("1e3", "str"),
        ("1.0e+3", "float"),
        ("0.0", "float false"),
        (".5", "float"),
        ("-.inf", "float"),
        (".", "str"),
        ("1.2.3", "str"),
        ("2026-11-30", "date"),
        ("2026-1-2", "str"),
        ("2026-1-2 3:04:05", "datetime"),
        ("2026-11-30T10:00:00.5+01:00", "datetime"),
        ("2026-11-30 morning", "str"),
        ("[]", "list false"),
        ("{a: b}", "dict"),
        ("!!set {a}", "set"),
        ("!!int '3'", "int"),
        ("!!binary aGk=", "bytes"),
        ("! 3", "int"),
    ] {
        assert_eq!(name(value), expected, "{value}");
    }
}

#[test]
fn no_head_is_too_much() {
    let deep = "- ".repeat(30_000);
    let brackets = "[".repeat(60_000);
    let tabs = format!("# {}", "\t".repeat(60_000));
    let maps = "aa:\n b: c\n".repeat(6_000);
    let quotes = "a: \"b\nc\"\n".repeat(200);
    let huge = "a: b\n".repeat(20_000);
    let begun = std::time::Instant::now();
    for head in [deep, brackets, tabs, maps, quotes, huge] {
        for dialect in BOTH {
            let fault = read(&head, dialect).err();
            let message = fault.map(|fault| fault.message(&head, dialect));
            assert!(message.is_none_or(|message| !message.is_empty()));
        }
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
