//! Exact token counts. The table takes 50 MB and a tenth of a second to build, so it is built only when a
//! budget is in tokens or somebody asks, and given back when nobody did for a while.

use agents_lint::Tokens;
use agents_syntax::Text;
use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};
use tiktoken_rs::CoreBPE;

/// How long the table is kept after the last count.
const IDLE: Duration = Duration::from_secs(60);

/// Counts tokens of the o200k vocabulary, which is near enough to those of other models for a budget.
#[derive(Clone, Default)]
pub(crate) struct TokenTable {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
enum State {
    /// Not built.
    #[default]
    Absent,
    /// Being built, on a thread of its own.
    Building,
    /// Built, and last used at this time.
    Ready(Arc<CoreBPE>, Instant),
    /// It cannot be built.
    Failed,
}

impl TokenTable {
    /// Builds the table now, for somebody who waits.
    pub(crate) fn build(&self) {
        let built = built();
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = built;
    }

    /// The table if it is there; otherwise it will be a moment later.
    fn table(&self) -> Option<Arc<CoreBPE>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *state {
            State::Ready(table, used) => {
                *used = Instant::now();
                return Some(Arc::clone(table));
            }
            State::Building | State::Failed => return None,
            State::Absent => *state = State::Building,
        }
        drop(state);
        let shared = self.clone();
        let thread = thread::Builder::new().name("tokens".to_owned());
        if thread.spawn(move || shared.serve()).is_err() {
            *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::Failed;
        }
        None
    }

    /// Builds the table and stays until it can be given back.
    fn serve(&self) {
        self.build();
        loop {
            thread::sleep(IDLE);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match &*state {
                State::Ready(_, used) if used.elapsed() < IDLE => {}
                State::Ready(..) => {
                    *state = State::Absent;
                    return;
                }
                State::Absent | State::Building | State::Failed => return,
            }
        }
    }
}

fn built() -> State {
    match tiktoken_rs::o200k_base() {
        Ok(table) => State::Ready(Arc::new(table), Instant::now()),
        Err(error) => {
            tracing::warn!(%error, "token counts stay estimates");
            State::Failed
        }
    }
}

impl Tokens for TokenTable {
    fn count(&self, text: &Text) -> Option<usize> {
        Some(self.table()?.encode_ordinary(&text.to_string()).len())
    }

    fn end_of(&self, text: &Text, most: usize) -> Option<usize> {
        let table = self.table()?;
        let tokens = table.encode_ordinary(&text.to_string());
        let first = table.decode_bytes(tokens.get(..most.min(tokens.len()))?).ok()?;
        Some(text.floor_char(first.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_there_a_moment_after_the_first_question() {
        let table = TokenTable::default();
        let text = Text::new("hello world, hello 😀");
        assert_eq!(table.count(&text), None, "nobody waits for it");
        let start = Instant::now();
        let counted = loop {
            if let Some(count) = table.count(&text) {
                break count;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "the table never came");
            thread::sleep(Duration::from_millis(10));
        };
        assert!((5..=9).contains(&counted), "{counted}");
        assert_eq!(table.end_of(&text, 2), Some("hello world".len()));
        assert_eq!(table.end_of(&text, 99), Some(text.len()));
    }
}
