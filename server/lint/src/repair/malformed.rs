//! A table of broken heads: what is found in each, where, and what its fix leaves.

use crate::{
    finding::Finding,
    fix::{Applicability, Fix},
    testing::Fixture,
};

/// How a finding is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Unseen.
    Safe,
    /// With a look, since a meaning changes.
    Unsafe,
    /// With text to be finished.
    Draft,
    /// By a person alone.
    Nothing,
}
use Way::{Draft, Nothing, Safe, Unsafe};

/// A finding: its code, the text it marks, how it is fixed.
type Found = Option<(&'static str, &'static str, Way)>;

/// A body with all that could be mistaken for a head, and one without.
const BODY: &str = "# Ship\n\nShips a release. Use it: often.\n\n---\n\n- one # two\n\tname: z\n";
const PLAIN: &str = "Ships a release. Use it: often.\n";

/// What is wrong; the text, with `{B}` for the body, `{P}` for the plain one and `{L}` for a long line; what is
/// found in `.skills/x.md` by ai-leash; what is found in `.agents/skills/x/SKILL.md` by Codex, Copilot CLI and the
/// validator of Agent Skills. `None`: it is a skill like any other there.
#[rustfmt::skip]
const TABLE: &[(&str, &str, Found, Found)] = &[
    ("no name", "---\ndescription: d e\n---\n{B}", Some(("skill.missing-name", "---", Safe)), Some(("skill.skipped", "---", Safe))),
    ("no description", "---\nname: x\n---\n{B}", Some(("skill.missing-description", "---", Draft)), Some(("skill.missing-description", "---", Draft))),
    ("neither", "---\nlicense: MIT\n---\n{B}", Some(("skill.missing-name", "---", Draft)), Some(("skill.missing-description", "---", Draft))),
    ("nothing between the lines", "---\n---\n{P}", Some(("skill.unclosed", "---", Draft)), Some(("skill.skipped", "---", Draft))),
    ("no closing line", "---\nname: x\ndescription: d e\n\n{P}", Some(("skill.unclosed", "---", Safe)), Some(("skill.unclosed", "---", Safe))),
    ("no closing line and no text", "---\nname: x\ndescription: d e", Some(("skill.unclosed", "---", Safe)), Some(("skill.unclosed", "---", Safe))),
    ("closed by an indented line", "---\nname: x\ndescription: d e\n ---\n{P}", Some(("skill.unclosed", "---", Safe)), Some(("skill.unclosed", "---", Safe))),
    ("closed by four hyphens", "---\nname: x\ndescription: d e\n----\n{P}", Some(("skill.unclosed", "----", Safe)), Some(("skill.unclosed", "---", Safe))),
    ("closed by two hyphens", "---\nname: x\ndescription: d e\n--\n{P}", Some(("skill.unclosed", "---", Safe)), Some(("skill.unclosed", "---", Safe))),
    ("closed by dots", "---\nname: x\ndescription: d e\n...\n{P}", Some(("skill.unclosed", "---", Safe)), Some(("skill.unclosed", "---", Safe))),
    ("a space behind the opening line", "--- \nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", "--- ", Safe)), None),
    ("a space before the opening line", " ---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", " ---", Safe)), Some(("skill.leading-text", " ---", Safe))),
    ("a blank first line", "\n---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", "\n", Safe)), Some(("skill.leading-text", "\n", Safe))),
    ("several blank lines", "\n \n\n---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", "\n \n\n", Safe)), Some(("skill.leading-text", "\n \n\n", Safe))),
    ("a byte order mark", "\u{feff}---\nname: x\ndescription: d e\n---\n{B}", Some(("encoding.bom", "\u{feff}", Safe)), Some(("encoding.bom", "\u{feff}", Safe))),
    ("a byte order mark and a blank line", "\u{feff}\n---\nname: x\ndescription: d e\n---\n{B}", Some(("encoding.bom", "\u{feff}", Safe)), Some(("encoding.bom", "\u{feff}", Safe))),
    ("a byte order mark and no name", "\u{feff}---\ndescription: d e\n---\n{B}", Some(("encoding.bom", "\u{feff}", Safe)), Some(("encoding.bom", "\u{feff}", Safe))),
    ("a fence", "```\n---\nname: x\ndescription: d e\n---\n{B}```\n", Some(("skill.fenced", "```", Safe)), Some(("skill.fenced", "```", Safe))),
    ("a fence with a language", "```md\n---\nname: x\ndescription: d e\n---\n{B}```\n", Some(("skill.fenced", "```md", Safe)), Some(("skill.fenced", "```md", Safe))),
    ("a fence of tildes", "~~~\n---\nname: x\ndescription: d e\n---\n{B}~~~\n", Some(("skill.fenced", "~~~", Safe)), Some(("skill.fenced", "~~~", Safe))),
    ("a fence of four", "````\n---\nname: x\ndescription: d e\n---\n{B}````\n", Some(("skill.fenced", "````", Safe)), Some(("skill.fenced", "````", Safe))),
    ("a fence that stays open", "```\n---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.fenced", "```", Safe)), Some(("skill.fenced", "```", Safe))),
    ("a fence behind a blank line", "\n```md\n---\nname: x\ndescription: d e\n---\n{B}```\n", Some(("skill.fenced", "```md", Safe)), Some(("skill.fenced", "```md", Safe))),
    ("a fence around a head without a name", "```\n---\ndescription: d e\n---\n{B}```\n", Some(("skill.missing-name", "---", Safe)), Some(("skill.fenced", "```", Safe))),
    ("an indented name", "---\n name: x\ndescription: d e\n---\n{B}", Some(("skill.indented-key", " name: x", Safe)), Some(("skill.yaml", " name: x", Safe))),
    ("an indented description", "---\nname: x\n description: d e\n---\n{B}", Some(("skill.indented-key", " description: d e", Safe)), Some(("skill.yaml", " description: d e", Safe))),
    ("both indented", "---\n  name: x\n  description: d e\n---\n{B}", Some(("skill.indented-key", "  name: x", Safe)), None),
    ("a name behind a tab", "---\n\tname: x\ndescription: d e\n---\n{B}", Some(("skill.indented-key", "\tname: x", Safe)), Some(("skill.yaml", "\tname: x", Safe))),
    ("both behind a tab", "---\n\tname: x\n\tdescription: d e\n---\n{B}", Some(("skill.indented-key", "\tname: x", Safe)), Some(("skill.yaml", "\tname: x", Safe))),
    ("a tab below another key", "---\nname: x\ndescription: d e\nmetadata:\n\tversion: one\n---\n{B}", None, Some(("skill.yaml", "\tversion: one", Safe))),
    ("a capital in the name's key", "---\nName: x\ndescription: d e\n---\n{B}", Some(("skill.key-case", "Name: x", Safe)), Some(("skill.skipped", "Name", Safe))),
    ("capitals in the description's key", "---\nname: x\nDESCRIPTION: d e\n---\n{B}", Some(("skill.key-case", "DESCRIPTION: d e", Safe)), Some(("skill.key-case", "DESCRIPTION: d e", Safe))),
    ("capitals in both", "---\nName: x\nDescription: d e\n---\n{B}", Some(("skill.key-case", "Name: x", Safe)), Some(("skill.key-case", "Description: d e", Safe))),
    ("a space before the colon of the name", "---\nname : x\ndescription: d e\n---\n{B}", Some(("skill.key-case", "name : x", Safe)), None),
    ("a space before the colon of the description", "---\nname: x\ndescription : d e\n---\n{B}", Some(("skill.key-case", "description : d e", Safe)), None),
    ("no space behind the colon of the name", "---\nname:x\ndescription: d e\n---\n{B}", None, Some(("skill.yaml", "name:x", Safe))),
    ("no space behind the colon of the description", "---\nname: x\ndescription:d e\n---\n{B}", None, Some(("skill.yaml", "description:d e", Safe))),
    ("an equals sign", "---\nname = x\ndescription: d e\n---\n{B}", Some(("skill.missing-name", "---", Safe)), Some(("skill.yaml", "description: d e", Nothing))),
    ("quotes around the name", "---\nname: \"x\"\ndescription: d e\n---\n{B}", Some(("skill.literal-value", "\"x\"", Safe)), None),
    ("quotes around the description", "---\nname: x\ndescription: 'd e'\n---\n{B}", Some(("skill.literal-value", "'d e'", Safe)), None),
    ("quotes around a colon", "---\nname: x\ndescription: \"Use when: asked\"\n---\n{B}", Some(("skill.literal-value", "\"Use when: asked\"", Safe)), None),
    ("a folded description", "---\nname: x\ndescription: >-\n  d e\n  f\n---\n{B}", Some(("skill.literal-value", ">-\n  d e\n  f", Safe)), None),
    ("a description of lines", "---\nname: x\ndescription: |\n  d e\n  f\n---\n{B}", Some(("skill.literal-value", "|\n  d e\n  f", Safe)), None),
    ("a colon in the description", "---\nname: x\ndescription: Use when: asked\n---\n{B}", None, Some(("skill.yaml", "Use when: asked", Safe))),
    ("a bracket first", "---\nname: x\ndescription: [WIP] ships\n---\n{B}", None, Some(("skill.yaml", "[WIP] ships", Safe))),
    ("a brace first", "---\nname: x\ndescription: {draft} ships\n---\n{B}", None, Some(("skill.yaml", "{draft} ships", Safe))),
    ("an asterisk first", "---\nname: x\ndescription: *Ships* it\n---\n{B}", None, Some(("skill.yaml", "*Ships* it", Safe))),
    ("an at sign first", "---\nname: x\ndescription: @team ships\n---\n{B}", None, Some(("skill.yaml", "@team ships", Safe))),
    ("a backtick first", "---\nname: x\ndescription: `ship` ships\n---\n{B}", None, Some(("skill.yaml", "`ship` ships", Safe))),
    ("a percent sign first", "---\nname: x\ndescription: %d ships\n---\n{B}", None, Some(("skill.yaml", "%d ships", Safe))),
    ("quotes that end too early", "---\nname: x\ndescription: \"Ships\" it\n---\n{B}", None, Some(("skill.yaml", "\"Ships\" it", Safe))),
    ("a quote that stays open", "---\nname: x\ndescription: \"Ships it\n---\n{B}", None, Some(("skill.yaml", "\"Ships it", Safe))),
    ("a single quote that stays open", "---\nname: x\ndescription: 'Ships it\n---\n{B}", None, Some(("skill.yaml", "'Ships it", Safe))),
    ("a hyphen first", "---\nname: x\ndescription: - ships it\n---\n{B}", None, Some(("skill.yaml", "- ships it", Safe))),
    ("an arrow first", "---\nname: x\ndescription: > ships it\n---\n{B}", None, Some(("skill.yaml", "> ships it", Safe))),
    ("a bar first", "---\nname: x\ndescription: | ships it\n---\n{B}", None, Some(("skill.yaml", "| ships it", Safe))),
    ("a colon and a comment", "---\nname: x\ndescription: Use when: asked # soon\n---\n{B}", None, Some(("skill.yaml", "Use when: asked", Safe))),
    ("a colon in another key", "---\nname: x\ndescription: d e\ncompatibility: needs: git\n---\n{B}", None, Some(("skill.yaml", "needs: git", Safe))),
    ("an open quote in another key", "---\nname: x\ndescription: d e\nlicense: \"MIT\n---\n{B}", None, Some(("skill.yaml", "\"MIT", Safe))),
    ("an open bracket in another key", "---\nname: x\ndescription: d e\nallowed-tools: [Read, Bash\n---\n{B}", None, Some(("skill.yaml", "[Read, Bash", Safe))),
    ("two faults of YAML", "---\nname: x\ndescription: Use when: asked\ncompatibility: needs: git\n---\n{B}", None, Some(("skill.yaml", "Use when: asked", Safe))),
    ("a colon on the second line", "---\nname: x\ndescription: Ships\n  when: asked\n---\n{B}", None, Some(("skill.yaml", "Ships\n  when: asked", Safe))),
    ("a colon and no closing line", "---\nname: x\ndescription: Use when: asked\n\n{P}", Some(("skill.unclosed", "---", Safe)), Some(("skill.unclosed", "---", Safe))),
    ("a colon behind a blank line", "\n---\nname: x\ndescription: Use when: asked\n---\n{B}", Some(("skill.leading-text", "\n", Safe)), Some(("skill.leading-text", "\n", Safe))),
    ("a comment in the description", "---\nname: x\ndescription: Ships #1 and #2\n---\n{B}", None, Some(("skill.yaml-comment", "#1 and #2", Safe))),
    ("a name twice", "---\nname: x\nname: x\ndescription: d e\n---\n{B}", None, Some(("skill.duplicate-key", "name", Safe))),
    ("two names", "---\nname: y\nname: x\ndescription: d e\n---\n{B}", Some(("skill.duplicate-key", "name", Unsafe)), Some(("skill.duplicate-key", "name", Unsafe))),
    ("two descriptions", "---\nname: x\ndescription: a b\ndescription: d e\n---\n{B}", Some(("skill.duplicate-key", "description", Unsafe)), Some(("skill.duplicate-key", "description", Unsafe))),
    ("another key twice", "---\nname: x\nlicense: MIT\nlicense: MIT\ndescription: d e\n---\n{B}", None, Some(("skill.duplicate-key", "license", Safe))),
    ("an empty name", "---\nname:\ndescription: d e\n---\n{B}", Some(("skill.empty-value", "name:", Safe)), Some(("skill.skipped", "name", Safe))),
    ("an empty description", "---\nname: x\ndescription:\n---\n{B}", Some(("skill.empty-value", "description:", Draft)), Some(("skill.empty-value", "description:", Draft))),
    ("an empty description in quotes", "---\nname: x\ndescription: \"\"\n---\n{B}", Some(("skill.empty-value", "description: \"\"", Draft)), Some(("skill.empty-value", "description: \"\"", Draft))),
    ("a comment for a description", "---\nname: x\ndescription: # soon\n---\n{B}", None, Some(("skill.empty-value", "description: # soon", Draft))),
    ("a name with a capital", "---\nname: X\ndescription: d e\n---\n{B}", None, Some(("skill.skipped", "X", Unsafe))),
    ("a name with a space", "---\nname: my skill\ndescription: d e\n---\n{B}", None, Some(("skill.skipped", "my skill", Unsafe))),
    ("a name that begins with a hyphen", "---\nname: -x\ndescription: d e\n---\n{B}", None, Some(("skill.name-format", "name: -x", Nothing))),
    ("a name with two hyphens", "---\nname: x--y\ndescription: d e\n---\n{B}", None, Some(("skill.skipped", "x--y", Unsafe))),
    ("a name of 65 characters", "---\nname: nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\ndescription: d e\n---\n{B}", None, Some(("skill.name-format", "name: nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn", Nothing))),
    ("another name than the folder", "---\nname: y\ndescription: d e\n---\n{B}", None, Some(("skill.skipped", "y", Unsafe))),
    ("a long description", "---\nname: x\ndescription: {L}\n---\n{B}", None, Some(("skill.description-length", "description: {L}", Nothing))),
    ("a key with a slip", "---\nname: x\ndescription: d e\nauthr: me\n---\n{B}", None, Some(("skill.skipped", "authr", Nothing))),
    ("a byte order mark and a space", "\u{feff} ---\nname: x\ndescription: d e\n---\n{B}", Some(("encoding.bom", "\u{feff}", Safe)), Some(("encoding.bom", "\u{feff}", Safe))),
    ("a space without width", "\u{200b}---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", "\u{200b}---", Safe)), Some(("skill.leading-text", "\u{200b}---", Safe))),
    ("a space without width in its own line", "\u{2060}\n---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", "\u{2060}\n", Safe)), Some(("skill.leading-text", "\u{2060}\n", Safe))),
    ("a space that does not break", "\u{a0}---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", "\u{a0}---", Safe)), Some(("skill.leading-text", "\u{a0}---", Safe))),
    ("a comment before the head", "<!-- a note -->\n---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", "<!-- a note -->\n", Unsafe)), Some(("skill.leading-text", "<!-- a note -->\n", Unsafe))),
    ("a heading before the head", "# Title\n\n---\nname: x\ndescription: d e\n---\n{B}", Some(("skill.leading-text", "# Title\n\n", Unsafe)), Some(("skill.leading-text", "# Title\n\n", Unsafe))),
    ("a mark and a heading before the head", "\u{feff}# Title\n---\nname: x\ndescription: d e\n---\n{B}", Some(("encoding.bom", "\u{feff}", Unsafe)), Some(("encoding.bom", "\u{feff}", Unsafe))),
    ("a wide colon behind the name", "---\nname：x\ndescription: d e\n---\n{B}", Some(("skill.missing-name", "name：x", Safe)), Some(("skill.yaml", "name：x", Safe))),
    ("a wide colon and a space", "---\nname: x\ndescription： d e\n---\n{B}", Some(("skill.missing-description", "description： d e", Safe)), Some(("skill.yaml", "description： d e", Safe))),
    ("a number for a description", "---\nname: x\ndescription: 42\n---\n{B}", None, Some(("skill.field-type", "description: 42", Safe))),
    ("a flag for a description", "---\nname: x\ndescription: true\n---\n{B}", None, Some(("skill.field-type", "description: true", Safe))),
    ("a list for a description", "---\nname: x\ndescription: [a, b]\n---\n{B}", Some(("skill.field-type", "description: [a, b]", Unsafe)), Some(("skill.field-type", "description: [a, b]", Unsafe))),
    ("a list of lines for a description", "---\nname: x\ndescription:\n  - a b\n  - c\n---\n{B}", Some(("skill.field-type", "description:", Unsafe)), Some(("skill.field-type", "description:", Unsafe))),
    ("a group for a description", "---\nname: x\ndescription:\n  short: a\n---\n{B}", Some(("skill.field-type", "description:", Nothing)), Some(("skill.field-type", "description:", Nothing))),
    ("an anchor", "---\nname: &a x\ndescription: *a\n---\n{B}", Some(("skill.literal-value", "&a x", Safe)), Some(("skill.skipped", " x", Safe))),
    ("closed by three hyphens and a word", "---\nname: x\ndescription: d e\n--- end\n{P}", Some(("skill.unclosed", "--- end", Unsafe)), Some(("skill.unclosed", "---", Safe))),
    ("no head", "# Ship\n\nShips a release. More.\n", Some(("skill.skipped", "# Ship", Draft)), Some(("skill.skipped", "# Ship", Draft))),
    ("no text", "", Some(("skill.skipped", "", Draft)), Some(("skill.skipped", "", Draft))),
    ("a head of TOML", "+++\nname = 'x'\n+++\n{P}", Some(("skill.skipped", "+++", Draft)), Some(("skill.skipped", "+++", Draft))),
];

const FLAT: &str = ".skills/x.md";
const FOLDER: &str = ".agents/skills/x/SKILL.md";

/// How many fixes there are, and how many leave nothing behind.
#[derive(Default)]
struct Count {
    fixable: usize,
    clean: usize,
    faults: Vec<String>,
}

#[test]
fn every_broken_head_is_told_and_its_fix_leaves_nothing() {
    assert!(TABLE.len() >= 60);
    let mut count = Count::default();
    for (case, text, flat, folder) in TABLE {
        for eol in ["\n", "\r\n"] {
            let written = |text: &str| filled(text).replace('\n', eol);
            let layouts = [
                (&["ai-leash"][..], FLAT, with_ends(text, *flat, eol)),
                (&["codex", "copilot-cli", "skills-ref"][..], FOLDER, *folder),
            ];
            for (runtimes, path, expected) in layouts {
                let told = format!("{case} ({path}, {eol:?})");
                let mark = expected.map(|(_, mark, _)| written(mark));
                row(
                    &told,
                    runtimes,
                    path,
                    &written(text),
                    expected,
                    mark.as_deref(),
                    &mut count,
                );
            }
        }
    }
    println!("{} fixed clean of {} fixable", count.clean, count.fixable);
    assert!(count.faults.is_empty(), "{}", count.faults.join("\n"));
    assert_eq!(count.clean, count.fixable);
}

/// ai-leash sees no head in a text with CR LF: that is what it says then, unless a mark or a fence hides more.
fn with_ends(text: &str, found: Found, eol: &str) -> Found {
    let is_plain = text.starts_with("---\n");
    if eol == "\n"
        || text.is_empty()
        || text.starts_with("--- ")
        || !is_plain
            && matches!(
                found,
                Some((
                    "encoding.bom" | "skill.leading-text" | "skill.fenced" | "skill.missing-name",
                    ..
                ))
            )
    {
        return found;
    }
    let way = match found {
        Some((_, _, Draft)) => Draft,
        _ => Safe,
    };
    let mark = match found {
        _ if is_plain => "---\n",
        Some((_, mark, _)) if mark.trim().is_empty() => "---",
        Some((_, mark, _)) => mark,
        None => "---",
    };
    Some(("skill.skipped", mark, way))
}

fn filled(text: &str) -> String {
    let long = "d e ".repeat(300);
    text.replace("{B}", BODY)
        .replace("{P}", PLAIN)
        .replace("{L}", long.trim_end())
}

fn row(
    told: &str,
    runtimes: &[&str],
    path: &str,
    text: &str,
    expected: Found,
    mark: Option<&str>,
    count: &mut Count,
) {
    let mut fixture = Fixture::new(runtimes, "");
    fixture.add(path, text);
    let mut hidden = Fixture::new(runtimes, "");
    hidden.add(path, text.replace("\r\n", "\n"));
    let found = fixture.findings();
    let marked = |finding: &Finding| fixture.text(path.as_ref()).substring(finding.range.clone());
    let Some((code, _, way)) = expected else {
        if !found.is_empty() {
            count.faults.push(format!("{told}: {:?}", fixture.codes()));
        }
        return;
    };
    let is_it = |finding: &&Finding| finding.rule == code && Some(&*marked(finding)) == mark;
    let Some(finding) = found.iter().find(is_it) else {
        let all: Vec<_> = found
            .iter()
            .map(|finding| (finding.rule, marked(finding), finding.message()))
            .collect();
        count
            .faults
            .push(format!("{told}: no {code} at {mark:?} but {all:?}"));
        return;
    };
    let fixes = fixture.fixes_of(finding);
    let Some(fix) = fixes.first() else {
        if way != Nothing {
            count.faults.push(format!("{told}: no fix"));
        }
        return;
    };
    count.fixable += 1;
    // What line ends hide from a loader is there nevertheless.
    let known: Vec<Finding> = found.iter().cloned().chain(hidden.findings()).collect();
    if let Some(fault) = leaves(&mut fixture, path, code, fix, way, &known) {
        count.faults.push(format!(
            "{told}: {}: {fault}: {:?}",
            fix.title,
            fixture.text(path.as_ref()).to_string()
        ));
    } else {
        count.clean += 1;
    }
    if way == Safe
        && let Some(fault) = repaired(runtimes, path, text)
    {
        count.faults.push(format!("{told}: repaired: {fault}"));
    }
}

/// What is wrong with what mending the whole head leaves: nothing is to be found, and nothing to be mended.
fn repaired(runtimes: &[&str], path: &str, text: &str) -> Option<String> {
    let mut fixture = Fixture::new(runtimes, "");
    fixture.add(path, text);
    let Some(repair) = fixture.repair(path) else {
        return Some("nothing to repair".to_owned());
    };
    fixture.apply(&repair);
    let is_clean = fixture.repair(path).is_none();
    // What changes a meaning is for a person to choose.
    let is_unseen = |finding: &Finding| {
        let fixes = fixture.fixes_of(finding);
        fixes
            .first()
            .is_some_and(|fix| fix.applicability == Applicability::Safe)
    };
    let codes: Vec<&str> = fixture
        .findings()
        .iter()
        .filter(|finding| is_unseen(finding))
        .map(|finding| finding.rule)
        .collect();
    (!codes.is_empty() || !is_clean).then(|| format!("{codes:?}"))
}

/// What is wrong with what a fix leaves.
fn leaves(
    fixture: &mut Fixture,
    path: &str,
    code: &str,
    fix: &Fix,
    way: Way,
    before: &[Finding],
) -> Option<String> {
    let is = match fix.applicability {
        Applicability::Safe => Safe,
        Applicability::Unsafe => Unsafe,
        Applicability::Draft => Draft,
    };
    let old = fixture.text(path.as_ref()).to_string();
    fixture.apply(fix);
    let new = fixture.text(path.as_ref()).to_string();
    let left = fixture.findings();
    let is_new = |finding: &&Finding| !before.iter().any(|old| old.rule == finding.rule);
    if is != way {
        Some(format!("{is:?}, not {way:?}"))
    } else if left.iter().any(|finding| finding.rule == code) {
        Some(format!("still {:?}", fixture.codes()))
    } else if left.iter().any(|finding| is_new(&finding)) {
        Some(format!("new {:?}", fixture.codes()))
    } else if body(&old).is_some_and(|body| !new.replace("\r\n", "\n").ends_with(&body)) {
        Some("another body".to_owned())
    } else if old.contains("\r\n") && path == FOLDER && new.replace("\r\n", "").contains('\n') {
        Some("other line ends".to_owned())
    } else {
        None
    }
}

/// The body that was put into a text, its line ends made one kind.
fn body(text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    let known = [BODY, PLAIN];
    let known = known.iter().find(|body| text.contains(**body));
    known.map(|body| (*body).to_owned())
}
