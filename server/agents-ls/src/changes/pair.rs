//! Which rule of then is which rule of now, and what changed about it.

use super::{
    Sides,
    rule::Rules,
    standing::{Fate, Standing},
};
use agents_prompt::{Loss, LossKind};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

/// From which share of common words on a rule is the same one in other words. Below it two rules of one subject
/// would be taken for each other.
const ALIKE: f64 = 0.6;

/// The same for rules of different files, which must be more alike to be one.
const ALIKE_ELSEWHERE: f64 = 0.8;

/// How many pairs of rules are compared by their words: what a person rewrites at once. Beyond that a file is
/// another file.
const MOST_PAIRS: usize = 20_000;

/// What changed about a rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Change {
    /// Where it is now, or where it was.
    pub(crate) place: Place,
    /// Why.
    pub(crate) reason: Reason,
    /// In which way.
    pub(crate) kind: Kind,
    /// Its words: those of now, or of then where it is lost.
    pub(crate) text: Arc<str>,
    /// Its words then, where they are others.
    pub(crate) was: Option<Arc<str>>,
    /// Where it stood, where that is another file or heading.
    pub(crate) from: Option<Place>,
    /// Whether the agent reads it only when it needs it.
    pub(crate) waits: bool,
    /// Its line, from 1, in the file as it is now, or as it was where the rule is lost.
    pub(crate) line: usize,
}

/// In which way a rule changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// It is new to the agent.
    Gained,
    /// It was written, and reaches the agent only now.
    Restored,
    /// It is new, and does not reach the agent.
    Unsent,
    /// It says the same, or nearly, in other words.
    Reworded,
    /// It stands in another file or under another heading.
    Moved,
    /// It was always sent, and is read only when needed.
    Deferred,
    /// It was read only when needed, and is always sent.
    Promoted,
    /// It is still written, and reaches the agent no more.
    Withheld,
    /// It is gone.
    Lost,
}

/// Where a rule stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The file.
    pub(crate) path: PathBuf,
    /// The headings, outermost first.
    pub(crate) heading: Arc<[String]>,
}

/// Why a rule came or went.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Reason {
    /// The file was edited.
    Edited,
    /// The file is new.
    NewFile,
    /// The file is gone.
    GoneFile,
    /// The file was there, and the runtime reads it now.
    ReadNow,
    /// The file is there, and the runtime does not read it any more.
    NotRead,
    /// What takes the rule away now, or took it away then.
    Loss(Box<LossReason>),
}

/// The loss that keeps a rule from the agent, told by its phrase: how many bytes are lost is not why.
#[derive(Debug, Clone)]
pub(crate) struct LossReason(pub(crate) Loss);

impl LossReason {
    fn key(&self) -> (String, &Path, LossKind) {
        (format!("{:?}", self.0.cause), &self.0.path, self.0.kind)
    }
}

impl PartialEq for LossReason {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for LossReason {}

impl std::hash::Hash for LossReason {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl PartialOrd for LossReason {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LossReason {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// What changed between the rules of two prompts.
pub(crate) fn changes(
    sides: Sides<'_>,
    rules: &Rules,
    then: Vec<Standing>,
    now: Vec<Standing>,
) -> Vec<Change> {
    let mut pairing = Pairing::new(then, now);
    pairing.match_by(|rule| {
        (
            rule.path.clone(),
            Arc::clone(&rule.heading),
            Arc::clone(&rule.text),
        )
    });
    pairing.match_by(|rule| (rule.path.clone(), Arc::clone(&rule.text)));
    pairing.match_by(|rule| Arc::clone(&rule.text));
    pairing.match_alike(ALIKE, |a, b| a.path == b.path);
    pairing.match_alike(ALIKE_ELSEWHERE, |_, _| true);
    let written = |files: &dyn agents_workspace::Files, rule: &Standing| {
        let file = files.file(&rule.path).ok()?;
        Some(rules.of(&file).iter().any(|other| other.text == rule.text))
    };
    let mut changes: Vec<Change> = pairing
        .pairs()
        .filter_map(|(then, now)| changed(then, now))
        .collect();
    // A file that has rules of another one is that file under another name.
    let is_renamed = |path: &Path| {
        let mut pairs = pairing.pairs();
        pairs.any(|(then, now)| now.path == path && then.path != path)
    };
    for now in pairing.gained() {
        let was_written = written(sides.then, now);
        let (kind, reason) = match &now.fate {
            Fate::Lost(loss) => {
                // What is left out for good has no place in a list of news.
                let is_told = matches!(loss.kind, LossKind::Cut | LossKind::Dropped | LossKind::Skipped);
                if !is_told || was_written == Some(true) {
                    continue;
                }
                (Kind::Unsent, Reason::Loss(Box::new(LossReason(loss.clone()))))
            }
            Fate::Sent | Fate::Waiting => {
                let reason = match was_written {
                    None if is_renamed(&now.path) => Reason::Edited,
                    None => Reason::NewFile,
                    Some(true) => Reason::ReadNow,
                    Some(false) => Reason::Edited,
                };
                (Kind::Gained, reason)
            }
        };
        changes.push(Change::of(now, kind, reason));
    }
    for then in pairing.lost().filter(|then| then.fate.reaches()) {
        let reason = match written(sides.now, then) {
            None => Reason::GoneFile,
            Some(true) => Reason::NotRead,
            Some(false) => Reason::Edited,
        };
        changes.push(Change::of(then, Kind::Lost, reason));
    }
    changes
}

/// What changed about a rule that was there and is.
fn changed(then: &Standing, now: &Standing) -> Option<Change> {
    let is_same_text = then.text == now.text;
    let mut change = match (&then.fate, &now.fate) {
        (Fate::Lost(_), Fate::Lost(_)) => return None,
        (_, Fate::Lost(loss)) => {
            let reason = Reason::Loss(Box::new(LossReason(loss.clone())));
            Change::of(now, Kind::Withheld, reason)
        }
        (Fate::Lost(loss), _) => {
            let reason = Reason::Loss(Box::new(LossReason(loss.clone())));
            Change::of(now, Kind::Restored, reason)
        }
        _ if !is_same_text => Change::of(now, Kind::Reworded, Reason::Edited),
        (Fate::Sent, Fate::Waiting) => Change::of(now, Kind::Deferred, Reason::Edited),
        (Fate::Waiting, Fate::Sent) => Change::of(now, Kind::Promoted, Reason::Edited),
        _ if place(then) == place(now) => return None,
        _ => Change::of(now, Kind::Moved, Reason::Edited),
    };
    change.was = (!is_same_text).then(|| Arc::clone(&then.text));
    change.from = Some(place(then)).filter(|from| *from != change.place);
    Some(change)
}

fn place(rule: &Standing) -> Place {
    Place {
        path: rule.path.clone(),
        heading: Arc::clone(&rule.heading),
    }
}

impl Change {
    fn of(rule: &Standing, kind: Kind, reason: Reason) -> Self {
        Self {
            place: place(rule),
            reason,
            kind,
            text: Arc::clone(&rule.text),
            was: None,
            from: None,
            waits: matches!(rule.fate, Fate::Waiting),
            line: rule.line,
        }
    }
}

struct Pairing {
    then: Vec<Standing>,
    now: Vec<Standing>,
    /// By index in `now`, the index in `then`.
    partner: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl Pairing {
    fn new(then: Vec<Standing>, now: Vec<Standing>) -> Self {
        Self {
            partner: vec![None; now.len()],
            is_taken: vec![false; then.len()],
            then,
            now,
        }
    }

    /// Pairs the rules that are left and have the same key, in their order.
    fn match_by<K: std::hash::Hash + Eq>(&mut self, key: impl Fn(&Standing) -> K) {
        let mut left: HashMap<K, Vec<usize>> = HashMap::new();
        for (at, rule) in self
            .then
            .iter()
            .enumerate()
            .rev()
            .filter(|(at, _)| !self.is_taken[*at])
        {
            left.entry(key(rule)).or_default().push(at);
        }
        for (rule, partner) in self
            .now
            .iter()
            .zip(&mut self.partner)
            .filter(|(_, to)| to.is_none())
        {
            if let Some(at) = left.get_mut(&key(rule)).and_then(Vec::pop) {
                self.is_taken[at] = true;
                *partner = Some(at);
            }
        }
    }

    /// Pairs the rules that are left and have most of their words in common, the most alike first.
    fn match_alike(&mut self, least: f64, may_be_one: impl Fn(&Standing, &Standing) -> bool) {
        let open_then: Vec<usize> = (0..self.then.len()).filter(|at| !self.is_taken[*at]).collect();
        let open_now: Vec<usize> = (0..self.now.len())
            .filter(|at| self.partner[*at].is_none())
            .collect();
        if open_then.len() * open_now.len() > MOST_PAIRS {
            return;
        }
        let words = |rules: &[Standing], open: &[usize]| -> Vec<Vec<Arc<str>>> {
            let words = open
                .iter()
                .map(|at| rules[*at].text.split(' ').map(Arc::from).collect());
            words.collect()
        };
        let (words_then, words_now) = (words(&self.then, &open_then), words(&self.now, &open_now));
        let mut alike: Vec<(f64, usize, usize)> = Vec::new();
        for (now, words_now) in open_now.iter().zip(&words_now) {
            for (then, words_then) in open_then.iter().zip(&words_then) {
                if may_be_one(&self.then[*then], &self.now[*now]) {
                    let share = likeness(words_then, words_now, least);
                    if share >= least {
                        alike.push((share, *now, *then));
                    }
                }
            }
        }
        alike.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        for (_, now, then) in alike {
            if self.partner[now].is_none() && !self.is_taken[then] {
                self.partner[now] = Some(then);
                self.is_taken[then] = true;
            }
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (&Standing, &Standing)> {
        let pairs = self.now.iter().zip(&self.partner);
        pairs.filter_map(|(now, then)| Some((self.then.get((*then)?)?, now)))
    }

    fn gained(&self) -> impl Iterator<Item = &Standing> {
        let open = self
            .now
            .iter()
            .zip(&self.partner)
            .filter(|(_, then)| then.is_none());
        open.map(|(now, _)| now)
    }

    fn lost(&self) -> impl Iterator<Item = &Standing> {
        let open = self.then.iter().zip(&self.is_taken).filter(|(_, taken)| !**taken);
        open.map(|(then, _)| then)
    }
}

/// The share of words that two texts have in common and in order, of all their words; 0 where their lengths alone
/// rule out `least`.
fn likeness(a: &[Arc<str>], b: &[Arc<str>], least: f64) -> f64 {
    let both = a.len() + b.len();
    let share = |common: usize| 2.0 * common as f64 / both as f64;
    if share(a.len().min(b.len())) < least {
        return 0.0;
    }
    let ops = capture_diff_slices(Algorithm::Patience, a, b);
    let common = ops.iter().map(|op| match op {
        DiffOp::Equal { len, .. } => *len,
        _ => 0,
    });
    share(common.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(a: &str, b: &str) -> f64 {
        let words = |text: &str| -> Vec<Arc<str>> { text.split(' ').map(Arc::from).collect() };
        likeness(&words(a), &words(b), ALIKE)
    }

    #[test]
    fn a_rule_in_other_words_keeps_most_of_them() {
        assert!(
            alike(
                "Run `make test` before you push",
                "Run `make check` before you push"
            ) >= ALIKE
        );
        assert!(
            alike("Use tabs.", "Use spaces.") < ALIKE,
            "another rule, or as well the same"
        );
        assert!(alike("Use tabs in Go files.", "Never commit to main directly.") < ALIKE);
        assert!(alike("a", "a b c d e f g h i j k") < ALIKE);
    }
}
