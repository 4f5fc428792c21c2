//! Commands in fenced code.

use super::{program, script};
use crate::cut;
use crate::raw::RawCommand;

/// What a fence says about its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fence {
    /// A script, or commands with prompts.
    Shell,
    /// A session: commands after prompts between their output.
    Console,
    /// Nothing.
    Unknown,
}

impl Fence {
    /// By the fence's info string; `None` for other languages.
    pub(crate) fn of(info: &str) -> Option<Self> {
        let language = info
            .trim_start_matches(['{', '.', ' '])
            .split([' ', '\t', ',', '}', '{'])
            .next();
        match language.unwrap_or_default().to_ascii_lowercase().as_str() {
            "" => Some(Self::Unknown),
            "sh" | "bash" | "shell" | "zsh" | "shellscript" => Some(Self::Shell),
            "console" | "terminal" | "shell-session" | "shellsession" | "sh-session" => Some(Self::Console),
            _ => None,
        }
    }
}

/// The commands of a fence's content; `holes` are prefixes of enclosing blocks inside it.
pub(crate) fn read(text: &str, holes: &[(u32, u32)], fence: Fence) -> Box<[RawCommand]> {
    let mut bytes = text.as_bytes().to_vec();
    for (start, end) in holes {
        bytes[*start as usize..*end as usize].fill(b' ');
    }
    // Whole characters were replaced by spaces, so this stays UTF-8; if not, there are no commands.
    let Ok(content) = String::from_utf8(bytes) else {
        return Box::default();
    };
    script_of(&content, fence)
        .map(|script| script::read(&script, 0).into())
        .unwrap_or_default()
}

/// The content with everything that is not script blanked out, lengths kept; `None` when none is.
fn script_of(content: &str, fence: Fence) -> Option<String> {
    let has_prompts = cut::lines(content).any(|(_, line)| prompt(line, '$').is_some());
    let kept: Vec<(bool, &str)> = if has_prompts {
        session(content, '$')
    } else if fence == Fence::Shell {
        cut::lines(content).map(|(_, line)| (true, line)).collect()
    } else if fence == Fence::Console && cut::lines(content).any(|(_, line)| prompt(line, '>').is_some()) {
        session(content, '>')
    } else if shows_commands_only(content) {
        cut::lines(content).map(|(_, line)| (true, line)).collect()
    } else {
        return None;
    };
    let mut script = String::with_capacity(content.len());
    for (is_script, line) in kept {
        push_line(
            &mut script,
            line,
            is_script,
            has_prompts || fence == Fence::Console,
        );
    }
    Some(script)
}

/// Text that does not say what it is: commands, if every line begins with a program, continues the line
/// before, or is a comment.
fn shows_commands_only(content: &str) -> bool {
    let mut continued = false;
    let mut any = false;
    for (_, line) in cut::lines(content).filter(|(_, line)| !cut::is_blank(line)) {
        let text = cut::content(line).trim();
        if !continued && !text.starts_with('#') {
            if !program::begins_with_program(text) {
                return false;
            }
            any = true;
        }
        continued = text.ends_with('\\');
    }
    any
}

/// The lines of a session, and whether each belongs to a command: it has a prompt or continues one.
fn session(content: &str, mark: char) -> Vec<(bool, &str)> {
    let mut continued = false;
    let lines = cut::lines(content).map(|(_, line)| {
        let is_script = continued || prompt(line, mark).is_some();
        continued = is_script && cut::content(line).ends_with('\\');
        (is_script, line)
    });
    lines.collect()
}

/// The length of a line's prompt (`$ `, `> `) with the indentation before it.
fn prompt(line: &str, mark: char) -> Option<usize> {
    let inner = line.trim_start_matches([' ', '\t']);
    let rest = inner.strip_prefix(mark)?.strip_prefix(' ')?;
    (!cut::is_blank(rest)).then_some(line.len() - rest.len())
}

/// Adds a line for the shell's grammar, which knows `\n` only.
fn push_line(script: &mut String, line: &str, is_script: bool, has_prompts: bool) {
    let text = cut::content(line);
    let line_break = &line[text.len()..];
    if is_script {
        let skipped = prompt(line, '$')
            .or_else(|| prompt(line, '>').filter(|_| has_prompts))
            .unwrap_or(0);
        script.extend(std::iter::repeat_n(' ', skipped));
        match text[skipped..]
            .strip_suffix('\\')
            .filter(|_| line_break == "\r\n")
        {
            Some(before) => script.extend([before, " \\"]),
            None => script.extend([&text[skipped..], if line_break == "\r\n" { " " } else { "" }]),
        }
    } else {
        script.extend(std::iter::repeat_n(
            ' ',
            text.len() + line_break.len().saturating_sub(1),
        ));
    }
    if !line_break.is_empty() {
        script.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(content: &str, fence: Fence) -> Vec<&str> {
        let found = read(content, &[], fence);
        found
            .iter()
            .map(|command| &content[command.start as usize..command.end as usize])
            .collect()
    }

    #[test]
    fn the_info_string_names_the_language() {
        assert_eq!(Fence::of(""), Some(Fence::Unknown));
        assert_eq!(Fence::of("Bash title=x"), Some(Fence::Shell));
        assert_eq!(Fence::of("{.sh}"), Some(Fence::Shell));
        assert_eq!(Fence::of("console"), Some(Fence::Console));
        assert_eq!(Fence::of("text"), None);
        assert_eq!(Fence::of("rust"), None);
    }

    #[test]
    fn a_script_is_read_whole() {
        let script = "# setup\nnpm ci\nfor x in a b; do\n  make $x\ndone\n";
        assert_eq!(commands(script, Fence::Shell), ["npm ci", "make $x"]);
    }

    #[test]
    fn with_prompts_the_rest_is_output() {
        let session = "$ npm test\nrun npm later\n  $ cargo b \\\n> --all\n> done\n";
        assert_eq!(
            commands(session, Fence::Console),
            ["npm test", "cargo b \\\n> --all"]
        );
        assert_eq!(commands("> npm test\nok\n", Fence::Console), ["npm test"]);
    }

    #[test]
    fn without_a_language_every_line_must_be_a_command() {
        assert_eq!(
            commands("npm ci\n\n# then\nnpm test\n", Fence::Unknown),
            ["npm ci", "npm test"]
        );
        assert_eq!(
            commands("docker run \\\n  x\n", Fence::Unknown),
            ["docker run \\\n  x"]
        );
        assert!(commands("src/\n  main.rs\n", Fence::Unknown).is_empty());
        assert!(commands("npm ci\nand wait\n", Fence::Unknown).is_empty());
    }

    #[test]
    fn all_line_breaks_are_understood() {
        assert_eq!(
            commands("a \\\r\n  b\r\nc\r\n", Fence::Shell),
            ["a \\\r\n  b", "c"]
        );
        assert_eq!(commands("a b\rc d\r", Fence::Shell), ["a b", "c d"]);
    }

    #[test]
    fn prefixes_of_quotes_are_no_words() {
        let content = "npm a\n> npm b\n";
        let found = read(content, &[(6, 8)], Fence::Shell);
        assert_eq!(found.len(), 2);
        assert_eq!(&content[found[1].start as usize..found[1].end as usize], "npm b");
    }
}
