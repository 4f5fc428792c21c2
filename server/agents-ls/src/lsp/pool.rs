//! A few threads for work that must not hold up the owner of the state.
//!
//! Threads start when there is work for them, so a server nobody asks anything has none. Background work
//! (reading the whole workspace) takes at most one thread; a question somebody waits for always finds
//! another one.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// Two: one for background work, one for questions. Machines that run editors and agents have other things
/// to do with their cores.
const THREADS: usize = 2;

type Job = Box<dyn FnOnce() + Send>;

/// Runs jobs on a few threads. Copies share the threads.
#[derive(Clone, Default)]
pub(super) struct Pool {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    queues: Mutex<Queues>,
    work: Condvar,
}

#[derive(Default)]
struct Queues {
    urgent: VecDeque<Job>,
    background: VecDeque<Job>,
    background_runs: bool,
    threads: usize,
    idle: usize,
}

impl Pool {
    /// Runs a job somebody waits for.
    pub(super) fn urgent(&self, job: impl FnOnce() + Send + 'static) {
        self.add(|queues| queues.urgent.push_back(Box::new(job)));
    }

    /// Runs a job that may take long and that nobody waits for; one at a time.
    pub(super) fn background(&self, job: impl FnOnce() + Send + 'static) {
        self.add(|queues| queues.background.push_back(Box::new(job)));
    }

    fn add(&self, push: impl FnOnce(&mut Queues)) {
        let mut queues = self.shared.lock();
        push(&mut queues);
        self.shared.work.notify_one();
        // A thread that was just woken still counts as idle, so the jobs are counted too.
        let background = !queues.background_runs && !queues.background.is_empty();
        if queues.urgent.len() + usize::from(background) > queues.idle && queues.threads < THREADS {
            queues.threads += 1;
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().name(format!("pool-{}", queues.threads));
            if let Err(error) = thread.spawn(move || shared.work()) {
                queues.threads -= 1;
                tracing::error!(%error, "cannot start a thread");
            }
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        // Jobs run outside the lock, so a panic never leaves the queues half changed.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut queues = self.lock();
        loop {
            let background = queues.urgent.is_empty() && !queues.background_runs;
            let job = if background {
                queues.background.pop_front()
            } else {
                queues.urgent.pop_front()
            };
            let Some(job) = job else {
                queues.idle += 1;
                queues = self.work.wait(queues).unwrap_or_else(PoisonError::into_inner);
                queues.idle -= 1;
                continue;
            };
            queues.background_runs |= background;
            drop(queues);
            // The panic's message has been printed by the hook; whoever waits for the job sees that its
            // answer never comes, because the job's end of the channel is dropped here.
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("a job ended in a panic");
            }
            queues = self.lock();
            queues.background_runs &= !background;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc, time::Duration};

    const LONG: Duration = Duration::from_secs(10);

    #[test]
    fn background_work_never_takes_every_thread() {
        let pool = Pool::default();
        let (release, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        for _ in 0..4 {
            let wait = Arc::clone(&wait);
            pool.background(move || drop(wait.lock().map(|wait| wait.recv())));
        }
        let (answer, answered) = mpsc::channel();
        pool.urgent(move || answer.send(7).unwrap());
        assert_eq!(answered.recv_timeout(LONG), Ok(7));
        drop(release);
    }

    #[test]
    fn a_panic_ends_the_job_and_not_the_thread() {
        let pool = Pool::default();
        for _ in 0..2 * THREADS {
            pool.urgent(|| panic!("on purpose"));
        }
        let (answer, answered) = mpsc::channel();
        pool.urgent(move || answer.send(()).unwrap());
        assert_eq!(answered.recv_timeout(LONG), Ok(()));
    }

    #[test]
    fn background_jobs_run_one_after_another_to_the_last() {
        let pool = Pool::default();
        let (done, results) = mpsc::channel();
        for number in 0..50 {
            let done = done.clone();
            pool.background(move || done.send(number).unwrap());
        }
        let seen: Vec<_> = (0..50).map(|_| results.recv_timeout(LONG)).collect();
        assert_eq!(seen, (0..50).map(Ok).collect::<Vec<_>>());
    }
}
