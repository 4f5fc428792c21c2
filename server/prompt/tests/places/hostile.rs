//! Whatever lies where settings are kept, the prompt is made.

use crate::{config::config_files, *};
use agents_prompt::runtime::{assemble, inspect};

/// Contents no settings file should have.
fn bad_contents() -> Vec<(&'static str, Vec<u8>)> {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(50_000), close.repeat(50_000));
    vec![
        ("nothing", Vec::new()),
        ("blanks", b" \n\t\n".to_vec()),
        ("a byte order mark", "\u{feff}".into()),
        ("a byte order mark and a value", "\u{feff}{}".into()),
        ("not UTF-8", b"{\"a\": \"\xff\xfe\"}".to_vec()),
        ("UTF-16", "{}".encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("NUL", b"\0\0\0".to_vec()),
        ("a list", b"[]".to_vec()),
        ("null", b"null".to_vec()),
        ("half", b"{\"context\": {".to_vec()),
        ("deep", deep("[", "]").into()),
        (
            "deep objects",
            format!("{{\"a\":{}}}", deep("{\"a\":", "}")).into(),
        ),
        ("deep TOML", format!("a = {}", deep("[", "]")).into()),
        ("long TOML keys", format!("{}a = 1\n", "a.".repeat(50_000)).into()),
        ("comments", b"/* */ // x\n".to_vec()),
        ("an open comment", b"/*".to_vec()),
        ("20 megabytes", {
            let mut text = b"{\"a\": \"".to_vec();
            text.resize(20 * 1024 * 1024, b'x');
            text.extend(b"\"}");
            text
        }),
    ]
}

#[test]
fn whatever_a_settings_file_holds_the_prompt_is_made() {
    let contents = bad_contents();
    for runtime in runtimes::all() {
        let version = &runtime.versions()[0];
        let mut clean = tree(&[("AGENTS.md", "A\n"), ("CLAUDE.md", "C\n"), ("GEMINI.md", "G\n")]);
        clean.add(absolute("opencode.json"), "{}");
        let default = text_of(&assemble(*runtime, version, &situation(), &clean));
        for path in config_files(runtime.name()) {
            for (what, bytes) in &contents {
                let mut files = clean.clone();
                files.add(absolute(path), bytes);
                let prompt = assemble(*runtime, version, &situation(), &files);
                assert_eq!(text_of(&prompt), default, "{}: {what} in {path}", runtime.name());
                for file in runtime.config_files(&situation(), &files) {
                    let _ = inspect(&files, &file, runtime.settings());
                }
            }
        }
    }
}

#[test]
fn whatever_lies_where_settings_are_kept_the_prompt_is_made() {
    for runtime in runtimes::all() {
        let version = &runtime.versions()[0];
        let clean = tree(&[("AGENTS.md", "A\n"), ("CLAUDE.md", "C\n"), ("GEMINI.md", "G\n")]);
        let default = text_of(&assemble(*runtime, version, &situation(), &clean));
        let check = |files: &MemoryFiles, what: &str| {
            let prompt = assemble(*runtime, version, &situation(), files);
            assert_eq!(text_of(&prompt), default, "{}: {what}", runtime.name());
        };
        for path in config_files(runtime.name()) {
            let mut folder = clean.clone();
            folder.folder(absolute(path));
            check(&folder, &format!("a folder at {path}"));
            let mut nowhere = clean.clone();
            nowhere.link(absolute(path), "nowhere");
            check(&nowhere, &format!("a link to nothing at {path}"));
            let mut circle = clean.clone();
            circle.link(absolute(path), absolute(path));
            check(&circle, &format!("a link to itself at {path}"));
            // A file in place of the folder that would hold it.
            let above = absolute(path);
            let above = above.parent().expect("a folder");
            if above != Path::new(ROOT) && above != Path::new(HOME) {
                let mut file = clean.clone();
                file.add(above, "x");
                check(&file, &format!("a file in place of the folder of {path}"));
            }
        }
        let mut homeless = situation();
        homeless.home = None;
        let _ = assemble(*runtime, version, &homeless, &clean);
        homeless.home = Some(absolute("AGENTS.md"));
        let prompt = assemble(*runtime, version, &homeless, &clean);
        assert_eq!(
            text_of(&prompt),
            default,
            "{}: a file as the home folder",
            runtime.name()
        );
    }
}
