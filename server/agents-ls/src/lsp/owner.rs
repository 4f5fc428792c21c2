//! The owner of the state: one thread, the only one that changes anything, in the order of events.

use super::{
    client::Client,
    event::Event,
    methods::{
        self, did_change, did_change_configuration, did_change_watched_files, did_change_workspace_folders,
        did_close, did_open, did_save,
    },
    pool::Pool,
    publish,
    shown::Shown,
    snapshot::Snapshot,
    state::{Owner, Places},
    uri,
};
use crate::engine::{Engine, World};
use agents_workspace::{DiskFiles, Overlay};
use serde_json::Value;
use std::{
    collections::HashMap,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// How often the disk is looked at for a client that does not tell of changes, and the client's process for
/// one that may have died without closing the pipe.
const TICK: Duration = Duration::from_secs(2);

/// Starts the owner and the publisher.
pub(super) fn start(
    engine: Arc<dyn Engine>,
    client: Client,
    shown: Arc<Shown>,
    events: Sender<Event>,
    received: Receiver<Event>,
) -> io::Result<()> {
    let pool = Pool::default();
    let overlay = Overlay::new(Arc::new(DiskFiles::new()));
    let snapshot = Snapshot {
        world: World {
            files: Arc::new(overlay.clone()),
            documents: imbl::OrdMap::new(),
            tree: 0,
            prompt_link: None,
            rule_link: |_| None,
            folders: Arc::new([]),
            settings: Arc::new(Value::Null),
        },
        session: Arc::default(),
        editors: imbl::OrdMap::new(),
    };
    let snapshot = Arc::new(snapshot);
    let latest = Arc::clone(&snapshot);
    let publisher = publish::start(Arc::clone(&engine), client.clone(), shown, pool.clone(), latest)?;
    let mut owner = Owner {
        snapshot,
        overlay,
        loads: HashMap::new(),
        client,
        pool,
        events,
        engine,
        publisher,
        watched: true,
        rechecking: false,
        initialized: false,
        client_process: None,
    };
    let thread = thread::Builder::new().name("owner".to_owned());
    thread.spawn(move || owner.work(&received)).map(drop)
}

impl Owner {
    fn work(&mut self, events: &Receiver<Event>) {
        let mut tick = Instant::now() + TICK;
        loop {
            match events.recv_timeout(tick.saturating_duration_since(Instant::now())) {
                Ok(event) => self.guarded(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if Instant::now() >= tick {
                tick = Instant::now() + TICK;
                self.tick();
            }
        }
    }

    /// The state is made of values that are replaced as a whole, so a panic leaves an older one, not a
    /// broken one; the document it was about is out of step then.
    fn guarded(&mut self, event: Event) {
        let about = event.about().and_then(uri::to_path);
        if catch_unwind(AssertUnwindSafe(|| self.on(event))).is_err() {
            tracing::error!("an event ended in a panic");
            if let Some(path) = about {
                self.lose(&path, "agents-ls failed on an edit");
            }
        }
    }

    fn on(&mut self, event: Event) {
        match event {
            Event::Initialize(session) => self.initialize(session),
            Event::Initialized => self.initialized(),
            Event::Open(params) => did_open::on(self, params),
            Event::Change(params) => did_change::on(self, &params),
            Event::Close(params) => did_close::on(self, &params),
            Event::Save(params) => did_save::on(self, params),
            Event::Watched(params) => did_change_watched_files::on(self, &params),
            Event::Configuration(params) => did_change_configuration::on(self, params),
            Event::Folders(params) => did_change_workspace_folders::on(self, &params),
            Event::Focus => self.recheck(Places::All),
            Event::Invalid { method, params } => methods::on_invalid(self, &method, &params),
            Event::Unreadable(bytes) => methods::on_unreadable(self, &bytes),
            Event::Read(read) => self.read(read),
            Event::Loaded {
                path,
                stamp,
                document,
            } => self.loaded(&path, &stamp, document),
            Event::Settings(folders, values) => self.settings(&folders, values),
            Event::Unwatched => self.watched = false,
            Event::Rechecked(changed) => {
                self.rechecking = false;
                self.changed_on_disk(&changed);
            }
            Event::Panic => panic!("a panic was asked for"),
        }
    }
}
