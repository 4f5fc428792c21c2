//! `agents-ls://rule/budget.truncated.md`: the document that shows what there is to read about a rule.

use crate::view::rule;

const START: &str = "agents-ls://rule/";

/// Where a rule's page is for a client that shows documents of this scheme: on the web, or else such a document.
pub(super) fn link(code: &str) -> Option<String> {
    rule::web_page(code).or_else(|| rule::page(code).map(|_| format!("{START}{code}.md")))
}

/// The text of such a document; `None` when the URI names none.
pub(super) fn text(uri: &str) -> Option<String> {
    let code = uri.strip_prefix(START)?.strip_suffix(".md")?;
    rule::page(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_is_no_page_on_the_web_leads_to_the_page() {
        let page = text("agents-ls://rule/budget.truncated.md").expect("a page");
        assert!(
            page.starts_with("# budget.truncated\n\nDefault severity: warning.\n"),
            "{page}"
        );
        let link = link("budget.truncated").expect("a link");
        assert!(
            link.starts_with("https://") || text(&link) == Some(page),
            "{link}"
        );
    }

    #[test]
    fn other_uris_and_codes_lead_nowhere() {
        for uri in [
            "agents-ls://rule/no.rule.md",
            "agents-ls://rule/budget.truncated",
            "agents-ls://prompt/a/codex.md",
        ] {
            assert_eq!(text(uri), None, "{uri}");
        }
        assert_eq!(link("no.rule"), None);
    }
}
