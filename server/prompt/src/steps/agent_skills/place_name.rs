//! Names that no folder or file can have everywhere, whatever a loader says.

/// Names that Windows keeps for devices, with any ending. `com1` and `lpt1` stand for all of their kind.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Why no folder or file can have a name on every system, in a phrase that follows "because" or a colon.
///
/// Source: learn.microsoft.com/windows/win32/fileio/naming-a-file.
#[must_use]
pub fn place_name(name: &str) -> Option<&'static str> {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = || {
        let digits = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
        digits.is_some_and(|digits| {
            let mut chars = digits.chars();
            let is_digit = |char: char| char.is_ascii_digit() || matches!(char, '¹' | '²' | '³');
            chars.next().is_some_and(is_digit) && chars.next().is_none()
        })
    };
    if DEVICES.contains(&stem.as_str()) || is_port() {
        Some("Windows keeps it for a device, so the repository could not be checked out there")
    } else if name.ends_with(['.', ' ']) {
        Some("Windows drops a dot or a space at its end")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::place_name;

    #[test]
    fn devices_and_dropped_ends_are_no_names() {
        for no in ["con", "NUL", "aux.tar", "com1", "lpt0", "com²", "x.", "x "] {
            assert!(place_name(no).is_some(), "{no}");
        }
        for yes in ["console", "com10", "com", "null", "aux-tools", "x.y", "lpt-1"] {
            assert_eq!(place_name(yes), None, "{yes}");
        }
    }
}
