//! Shortening one file to a cap.

use super::{
    digest,
    pieces::{self, Piece},
    release::{Release, Shortening},
};
use crate::{
    effective::Unit,
    steps::{limit::Gauge, space},
};
use agents_syntax::Text;

/// A file within its cap.
#[derive(Debug, Clone)]
pub struct Trimmed {
    /// What is sent.
    pub pieces: Vec<Piece>,
    /// Its length without the space at the end, before shortening, as it is counted.
    pub original: usize,
    /// Whether it was too long.
    pub truncated: bool,
}

impl Trimmed {
    /// What is sent of `text`.
    #[must_use]
    pub fn content(&self, text: &Text) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            piece.write(text, &mut out);
        }
        out
    }
}

/// `text` without the space at its end, shortened to `cap`, as it is counted, as a file of this name is.
#[must_use]
pub fn trim(text: &Text, name: &str, cap: usize, gauge: Gauge, release: &Release) -> Trimmed {
    let end = space::trimmed_end(text, space::javascript);
    let original = gauge.whole(text, &(0..end));
    let long = Long {
        text,
        end,
        units: original,
        name,
        cap,
        gauge,
        release,
    };
    let pieces = if original <= cap {
        vec![Piece::Kept(0..end)]
    } else {
        match release.shortening {
            Shortening::Ratio => long.by_ratio(),
            Shortening::Digest { leads } if name.eq_ignore_ascii_case("AGENTS.md") => long.with_digest(leads),
            Shortening::Digest { .. } => long.around_notice(),
        }
    };
    Trimmed {
        pieces,
        original,
        truncated: original > cap,
    }
}

/// A file that is too long.
struct Long<'a> {
    text: &'a Text,
    end: usize,
    units: usize,
    name: &'a str,
    cap: usize,
    gauge: Gauge,
    release: &'a Release,
}

impl Long<'_> {
    fn head(&self, keep: usize) -> Vec<Piece> {
        pieces::head(self.text, self.end, keep, self.release.whole_pairs, self.gauge)
    }

    fn tail(&self, keep: usize) -> Vec<Piece> {
        pieces::tail(self.text, self.end, keep, self.release.whole_pairs, self.gauge)
    }

    /// The notice in its full form; it begins and ends with a line break.
    fn notice(&self, head: usize, tail: usize) -> String {
        let name = self.name;
        let [head, tail, units] = [head, tail, self.units].map(|counted| self.gauge.amount(counted));
        format!(
            "\n[...truncated, read {name} for full content...]\n…(truncated {name}: kept {head}+{tail} {} of \
             {units})…\n",
            word(self.gauge.unit())
        )
    }

    fn compact_notice(&self, head: usize, tail: usize) -> String {
        let [head, tail, units] = [head, tail, self.units].map(|counted| self.gauge.amount(counted));
        format!("[…truncated {head}+{tail}/{units}]")
    }

    /// 70 % of the cap from the beginning, 20 % from the end, the notice on top.
    fn by_ratio(&self) -> Vec<Piece> {
        let (head, tail) = (share(self.cap, 70), share(self.cap, 20));
        let mut out = self.head(head);
        out.push(Piece::Own(format!("\n{}\n", self.notice(head, tail))));
        // `slice(-0)` is the whole text.
        out.extend(self.tail(if tail == 0 { self.units } else { tail }));
        out
    }

    /// Three quarters of what the notice leaves from the beginning, a quarter from the end.
    fn around_notice(&self) -> Vec<Piece> {
        let (cap, gauge) = (self.cap, self.gauge);
        let full = cap >= gauge.of(&self.notice(0, 0)) + 2 + least_content(gauge.unit());
        let notice = |head, tail| {
            if full {
                self.notice(head, tail)
            } else {
                self.compact_notice(head, tail)
            }
        };
        let breaks = |head: usize, tail: usize| {
            if full {
                usize::from(head > 0) + usize::from(tail > 0)
            } else {
                0
            }
        };
        let (mut head, mut tail) = (0, 0);
        let mut length = gauge.of(&notice(0, 0));
        for _ in 0..3 {
            let content = cap.saturating_sub(length + breaks(head, tail));
            let next = (share(content, 75), share(content, 25));
            let next_length = gauge.of(&notice(next.0, next.1));
            if next == (head, tail) && next_length == length {
                break;
            }
            ((head, tail), length) = (next, next_length);
        }
        while head + tail > 0 {
            let over = (head + tail + gauge.of(&notice(head, tail)) + breaks(head, tail)).saturating_sub(cap);
            if over == 0 {
                break;
            }
            if tail > 0 {
                tail = tail.saturating_sub(over);
            } else {
                head = head.saturating_sub(over);
            }
        }
        let kept_tail = tail;
        if head == 0 && tail == 0 && 1 + gauge.of(&notice(1, 0)) + breaks(1, 0) <= cap {
            head = 1;
        }
        let separator = if full { "\n" } else { "" };
        let tail = if tail > 0 { self.tail(tail) } else { Vec::new() };
        let parts = vec![self.head(head), vec![Piece::Own(notice(head, kept_tail))], tail];
        let out = pieces::joined(parts, separator);
        self.within_cap(out)
    }

    /// 45 % from the beginning, up to 35 % of policy lines, up to 15 % from the end; the end is given up
    /// first, then the beginning, then the policy lines.
    fn with_digest(&self, leads: bool) -> Vec<Piece> {
        let cap = self.cap;
        let (mut head, mut tail, mut room) = (share(cap, 45), share(cap, 15), share(cap, 35));
        let candidates = if room > 0 {
            digest::candidates(self.text, self.end, leads)
        } else {
            digest::Candidates::default()
        };
        let mut chosen = digest::choose(&candidates, room, self.gauge);
        loop {
            let length = self.digest_length(head, tail, &chosen);
            if length <= cap || (tail == 0 && head <= 1 && room == 0) {
                break;
            }
            let over = length - cap;
            if tail > 0 {
                tail = tail.saturating_sub(over);
            } else if head > 1 {
                head = head.saturating_sub(over).max(1);
            } else {
                room = room.saturating_sub(over);
                chosen = digest::choose(&candidates, room, self.gauge);
            }
        }
        let out = self.digest_pieces(head, tail, &chosen);
        self.within_cap(out)
    }

    fn digest_length(&self, head: usize, tail: usize, chosen: &digest::Chosen<'_>) -> usize {
        pieces::units(&self.digest_pieces(head, tail, chosen), self.text, self.gauge)
    }

    fn digest_pieces(&self, head: usize, tail: usize, chosen: &digest::Chosen<'_>) -> Vec<Piece> {
        let mut parts: Vec<Vec<Piece>> = vec![self.head(head)];
        let own = |text: String| vec![Piece::Own(text)];
        parts.push(own(
            "[...truncated, read AGENTS.md for full content...]".to_owned()
        ));
        if chosen.units > 0 {
            parts.push(own("[Policy digest from AGENTS.md]".to_owned()));
            parts.push(chosen.pieces());
        }
        if chosen.omitted > 0 {
            parts.push(own(format!(
                "[...{} more policy lines omitted...]",
                chosen.omitted
            )));
        }
        let amounts = [head, chosen.units, tail, self.units];
        let [kept, policy, end, all] = amounts.map(|counted| self.gauge.amount(counted));
        parts.push(own(format!(
            "…(truncated AGENTS.md: kept {kept}+policy {policy}+{end} {} of {all})…",
            word(self.gauge.unit())
        )));
        if tail > 0 {
            parts.push(self.tail(tail));
        }
        pieces::joined(parts, "\n")
    }

    /// What is still too long is cut off.
    fn within_cap(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        if pieces::units(&pieces, self.text, self.gauge) > self.cap {
            pieces::truncated(pieces, self.text, self.cap, self.gauge)
        } else {
            pieces
        }
    }
}

/// What notices and the log call a unit. Characters are told apart from UTF-16 units by nobody.
pub(super) fn word(unit: Unit) -> &'static str {
    match unit {
        Unit::Utf16 | Unit::Characters => "chars",
        Unit::Bytes => "bytes",
        Unit::Lines => "lines",
        Unit::Tokens => "tokens",
    }
}

/// How much of the file the full notice must leave: 16 UTF-16 units; where lines are counted, one.
fn least_content(unit: Unit) -> usize {
    match unit {
        Unit::Lines => 1,
        Unit::Bytes | Unit::Utf16 | Unit::Characters | Unit::Tokens => 16,
    }
}

/// `Math.floor(whole * ratio)` as JavaScript computes it, in floating point.
fn share(whole: usize, percent: u32) -> usize {
    // Caps are far below 2^53; the ratios are the source's literals .70, .45 …
    (whole as f64 * (f64::from(percent) / 100.0)).floor() as usize
}
