//! What there is to read about the rule of a finding.

use agents_lint::{manual, rules};

/// The widest line: a hover of 80 columns with a border has room for it.
const WIDEST: usize = 78;

/// The page of a rule on the web: below the address of the repository that the package names. Without one the
/// page is nowhere but in this program, and clients that can show its documents are sent to
/// `agents-ls://rule/CODE.md`.
pub(crate) fn web_page(code: &str) -> Option<String> {
    page_below(env!("CARGO_PKG_REPOSITORY"), code)
}

fn page_below(repository: &str, code: &str) -> Option<String> {
    let repository = repository.trim_end_matches('/');
    let is_known = !repository.is_empty() && rules::find(code).is_some();
    is_known.then(|| format!("{repository}/blob/HEAD/docs/rules/{code}.md"))
}

/// The page itself, as Markdown.
pub(crate) fn page(code: &str) -> Option<String> {
    rules::find(code).map(manual::page)
}

/// The code and what the rule finds, for a hover on a finding; `link` leads to the page.
pub(crate) fn about(code: &str, link: Option<&str>) -> Option<String> {
    let rule = rules::find(code)?;
    let summary = broken(manual::summary(rule));
    let more = link.map_or_else(String::new, |link| format!("  \n[About this rule]({link})"));
    Some(format!("**{code}**  \n{summary}{more}"))
}

/// A sentence with line breaks between words: a terminal would break a line that is too wide within a word, and
/// elsewhere the break shows as a space.
fn broken(sentence: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in sentence.split(' ') {
        let wide = word.chars().count();
        // A line that begins with a sign could be read as a list or a heading.
        if column + 1 + wide > WIDEST && word.starts_with(char::is_alphabetic) {
            out.push('\n');
            column = 0;
        } else if !out.is_empty() {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += wide;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_an_address_where_the_project_has_one() {
        let page = |repository| page_below(repository, "budget.truncated");
        assert_eq!(page(""), None);
        let address = "https://example.org/o/r/blob/HEAD/docs/rules/budget.truncated.md";
        assert_eq!(page("https://example.org/o/r").as_deref(), Some(address));
        assert_eq!(page("https://example.org/o/r/").as_deref(), Some(address));
        assert_eq!(page_below("https://example.org/o/r", "no.rule"), None);
    }

    #[test]
    fn a_hover_names_the_rule_and_leads_to_its_page() {
        let about = about("budget.truncated", Some("x:y")).expect("a rule");
        assert!(
            about.starts_with("**budget.truncated**  \nA runtime reads only so much"),
            "{about}"
        );
        assert!(about.ends_with("(x:y)"), "{about}");
    }
}
