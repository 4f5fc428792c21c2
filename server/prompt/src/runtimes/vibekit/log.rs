//! Logs of a day under another name than `memory/YYYY-MM-DD.md`.

use super::roles;
use crate::runtime::MisnamedLog;
use std::path::Path;

const PATTERN: &str = "memory/YYYY-MM-DD.md";

/// The folder of logs under other names that people give it.
const FOLDERS: [&str; 2] = ["memory", "memories"];

/// Endings of a text.
const ENDINGS: [&str; 4] = ["md", "markdown", "mdx", "txt"];

/// English names of the months begin with these.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// What is wrong with the path of a log; `None` where nothing is, and for a file that is no log.
pub(super) fn misnamed(path: &Path) -> Option<MisnamedLog> {
    let parts: Vec<&str> = path.iter().map(|part| part.to_str()).collect::<Option<_>>()?;
    let (folder, below) = parts.split_first()?;
    let (name, folders) = below.split_last()?;
    let is_folder = FOLDERS.iter().any(|known| known.eq_ignore_ascii_case(folder));
    let (stem, ending) = name.rsplit_once('.')?;
    if !is_folder || !ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
        return None;
    }
    // Years and months may have folders of their own; a folder of another name holds something else.
    let is_part = |folder: &&str| month(folder).is_some() || folder.bytes().all(|byte| byte.is_ascii_digit());
    if !folders.iter().all(is_part) {
        return None;
    }
    let written: Vec<&str> = folders.iter().copied().chain([stem]).collect();
    let day = match Date::read(&written.join("-"))? {
        Date::Known(day) => Some(day),
        Date::Unclear => None,
    };
    let place = day
        .as_ref()
        .map(|day| Path::new("memory").join(format!("{day}.md")));
    if place.as_ref().is_some_and(|place| place == path) {
        return None;
    }
    let is_named_well = parts.len() == 2 && *folder == "memory" && roles::is_day(name);
    Some(MisnamedLog {
        day,
        place: place.filter(|_| !is_named_well),
        pattern: PATTERN,
    })
}

/// What a name says of a day.
enum Date {
    /// It says `YYYY-MM-DD`.
    Known(String),
    /// It has the shape of a day, and is none or could be two.
    Unclear,
}

impl Date {
    fn read(text: &str) -> Option<Self> {
        let split = |char: char| matches!(char, '-' | '_' | '.' | ',' | ' ');
        let parts: Vec<&str> = text.split(split).filter(|part| !part.is_empty()).collect();
        let digits = |part: &str, least: usize, most: usize| {
            let is_number =
                (least..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<u32>().ok()).flatten()
        };
        let year = |part: &str| digits(part, 4, 4).filter(|year| (1990..2100).contains(year));
        let short = |part: &str| digits(part, 1, 2);
        let (year, a, b) = match parts.as_slice() {
            [whole] if whole.len() == 8 && whole.is_ascii() => {
                let (year, rest) = (year(&whole[..4])?, &whole[4..]);
                return Some(Self::of(year, short(&rest[..2])?, short(&rest[2..])?));
            }
            [a, b, c] => match (year(a), year(c)) {
                (Some(year), _) => {
                    let month = month(b).or_else(|| short(b))?;
                    return Some(Self::of(year, month, short(c)?));
                }
                (None, Some(year)) => (year, *a, *b),
                (None, None) => return None,
            },
            _ => return None,
        };
        if let Some(month) = month(a) {
            return Some(Self::of(year, month, short(b)?));
        }
        if let Some(month) = month(b) {
            return Some(Self::of(year, month, short(a)?));
        }
        // Day or month first: told only where one of them can be no month.
        Some(match (short(a)?, short(b)?) {
            (day @ 13.., month) | (month, day @ 13..) => Self::of(year, month, day),
            (a, b) if a == b => Self::of(year, a, b),
            _ => Self::Unclear,
        })
    }

    fn of(year: u32, month: u32, day: u32) -> Self {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u32::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        if (1..=days).contains(&day) {
            Self::Known(format!("{year:04}-{month:02}-{day:02}"))
        } else {
            Self::Unclear
        }
    }
}

/// The number of a month that a word names.
fn month(word: &str) -> Option<u32> {
    let word = word.to_ascii_lowercase();
    let is_word = word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase()) && word.len() <= 9;
    let at = MONTHS
        .iter()
        .position(|month| is_word && word.starts_with(month))?;
    u32::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn place(path: &str) -> Option<Option<PathBuf>> {
        misnamed(Path::new(path)).map(|log| log.place)
    }

    #[test]
    fn a_day_in_another_spelling_is_told_with_its_place() {
        for path in [
            "memory/2026-1-5.md",
            "memory/2026_01_05.md",
            "memory/2026.01.05.md",
            "memory/20260105.md",
            "memory/2026-01-05.markdown",
            "memory/2026-01-05.txt",
            "memory/2026-01-05.MD",
            "memory/2026/01/05.md",
            "memory/2026/jan-5.md",
            "memory/jan-5-2026.md",
            "memory/5 January 2026.md",
            "Memory/2026-01-05.md",
            "memories/2026-01-05.md",
        ] {
            let expected = PathBuf::from("memory/2026-01-05.md");
            assert_eq!(place(path), Some(Some(expected)), "{path}");
        }
        let day_first = PathBuf::from("memory/2026-01-31.md");
        assert_eq!(place("memory/31-01-2026.md"), Some(Some(day_first.clone())));
        assert_eq!(place("memory/01-31-2026.md"), Some(Some(day_first)));
    }

    #[test]
    fn what_is_no_day_or_two_has_no_place() {
        for path in [
            "memory/05-01-2026.md",
            "memory/2026-13-05.md",
            "memory/2026-02-30.md",
            "memory/2026-2-0.md",
        ] {
            assert_eq!(place(path), Some(None), "{path}");
        }
        assert_eq!(place("memory/2028-02-29.md"), None, "a leap year");
    }

    #[test]
    fn other_files_are_no_logs() {
        for path in [
            "memory/2026-01-05.md",
            "memory/notes.md",
            "memory/2026.md",
            "memory/2026-01.md",
            "memory/2026-01-05-standup.md",
            "memory/2026-01-05.json",
            "memory/archive/2026-1-5.md",
            "memory/1-2-3.md",
            "memory/12345678.md",
            "posts/2026-1-5.md",
            "2026-1-5.md",
            "memory",
            "memory/may-5-2026.png",
        ] {
            assert_eq!(place(path), None, "{path}");
        }
    }
}
