//! The state of the server, and what changes it. Only the owner's thread does.

use super::{
    capabilities,
    client::Client,
    event::{Event, Read},
    pool::Pool,
    prompt_uri, publish, rule_uri,
    session::Session,
    snapshot::{Snapshot, Stamp},
    uri,
};
use crate::{
    engine::{Engine, Folder},
    view::rule,
};
use agents_syntax::Edit;
use agents_workspace::Overlay;
use serde_json::Value;
use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{Arc, mpsc::Sender},
};

/// Where to look at the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    /// Everywhere an answer came from.
    All,
    /// Outside the opened folders, as in the home folder: many clients watch only inside.
    Unwatched,
}

/// The state and what changes it.
pub(super) struct Owner {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) overlay: Overlay,
    pub(super) loads: HashMap<PathBuf, Load>,
    pub(super) client: Client,
    pub(super) pool: Pool,
    pub(super) events: Sender<Event>,
    pub(super) engine: Arc<dyn Engine>,
    pub(super) publisher: Sender<publish::Message>,
    /// Whether the client tells of changes on disk.
    pub(super) watched: bool,
    pub(super) rechecking: bool,
    pub(super) initialized: bool,
    /// The client's process as a folder of `/proc`, where there is one. It is not watched if it cannot be
    /// seen at the start, as from inside a container; then the closed pipe has to do.
    pub(super) client_process: Option<PathBuf>,
}

/// A large text that is being read.
pub(super) struct Load {
    /// The text that is read.
    pub(super) stamp: Stamp,
    /// What has happened to it since.
    pub(super) edits: Vec<Edit>,
    /// Questions about the document, which wait for it.
    pub(super) reads: Vec<Read>,
}

impl Owner {
    pub(super) fn initialize(&mut self, session: Arc<Session>) {
        let settings = Arc::new(session.options.clone());
        self.watched = session.can.watch_files;
        let process = session
            .client_process
            .map(|process| PathBuf::from(format!("/proc/{process}")));
        self.client_process = process.filter(|process| process.exists());
        let snapshot = self.snapshot();
        snapshot.world.settings = settings;
        snapshot.world.prompt_link = session.can.text_document_content.then_some(prompt_uri::of);
        // A page on the web is for everybody, a document of the server's own for those who can show it.
        snapshot.world.rule_link = match session.can.text_document_content {
            true => rule_uri::link,
            false => rule::web_page,
        };
        snapshot.session = Arc::clone(&session);
        self.set_folders(session.folders.clone());
    }

    /// From here on the server may ask, so it asks for what it wants to be told of.
    pub(super) fn initialized(&mut self) {
        if std::mem::replace(&mut self.initialized, true) {
            return;
        }
        let can = self.snapshot.session.can;
        if can.watch_files {
            let events = self.events.clone();
            let options = capabilities::watchers(&self.engine.watched());
            self.client
                .register("workspace/didChangeWatchedFiles", options, move || {
                    drop(events.send(Event::Unwatched));
                });
        }
        if can.register_configuration {
            let section = serde_json::json!({ "section": "agents-ls" });
            self.client
                .register("workspace/didChangeConfiguration", section, || ());
        }
        self.pull_settings();
        self.publish(publish::Event::Index);
    }

    /// Asks the client for its settings, if it answers such questions.
    pub(super) fn pull_settings(&self) {
        if !self.initialized || !self.snapshot.session.can.configuration {
            return;
        }
        let folders: Vec<_> = self
            .snapshot
            .world
            .folders
            .iter()
            .map(|folder| folder.path.clone())
            .collect();
        let scopes = folders.iter().map(|path| Some(uri::from_path(path)));
        let scopes = std::iter::once(None).chain(scopes).collect();
        let events = self.events.clone();
        self.client.settings(scopes, move |values| {
            drop(events.send(Event::Settings(folders, values)));
        });
    }

    /// Takes settings over; a `null` says nothing, so `initializationOptions` stay.
    pub(super) fn settings(&mut self, folders: &[PathBuf], values: Vec<Value>) {
        let mut values = values
            .into_iter()
            .map(Some)
            .map(|value| value.filter(|value| !value.is_null()));
        let general = values.next().flatten().map(Arc::new);
        let of: HashMap<_, _> = folders.iter().zip(values).collect();
        if let Some(general) = general {
            self.snapshot().world.settings = general;
        }
        let otherwise = Arc::clone(&self.snapshot.world.settings);
        self.map_folders(|folder| match of.get(&folder.path) {
            Some(Some(settings)) => Arc::new(settings.clone()),
            _ => Arc::clone(&otherwise),
        });
    }

    /// Takes settings over that hold everywhere.
    pub(super) fn set_settings(&mut self, settings: Value) {
        let settings = Arc::new(settings);
        self.snapshot().world.settings = Arc::clone(&settings);
        self.map_folders(|_| Arc::clone(&settings));
    }

    fn map_folders(&mut self, settings: impl Fn(&Folder) -> Arc<Value>) {
        let folders = self.snapshot.world.folders.iter().map(|folder| Folder {
            path: folder.path.clone(),
            settings: settings(folder),
        });
        let folders = folders.collect();
        self.snapshot().world.folders = folders;
        self.publish(publish::Event::Changed);
    }

    /// Opens these folders and closes all others.
    pub(super) fn set_folders(&mut self, paths: Vec<PathBuf>) {
        let before = Arc::clone(&self.snapshot.world.folders);
        let otherwise = Arc::clone(&self.snapshot.world.settings);
        let folders = paths.into_iter().map(|path| {
            let known = before.iter().find(|folder| folder.path == path).cloned();
            known.unwrap_or_else(|| Folder {
                path,
                settings: Arc::clone(&otherwise),
            })
        });
        let folders = folders.collect();
        self.snapshot().world.folders = folders;
        if self.initialized {
            self.pull_settings();
            self.publish(publish::Event::Index);
        }
    }

    /// Files changed on disk.
    pub(super) fn changed_on_disk(&mut self, paths: &[PathBuf]) {
        if paths.is_empty() {
            return;
        }
        self.overlay.forget(paths.iter().map(PathBuf::as_path));
        let files = Arc::new(self.overlay.clone());
        let world = &mut self.snapshot().world;
        world.files = files;
        world.tree += 1;
        self.publish(publish::Event::Changed);
    }

    /// Looks at the disk on the pool, where it may take its time.
    pub(super) fn recheck(&mut self, places: Places) {
        if std::mem::replace(&mut self.rechecking, true) {
            return;
        }
        let disk = Arc::clone(self.overlay.disk());
        let events = self.events.clone();
        let snapshot = Arc::clone(&self.snapshot);
        self.pool.urgent(move || {
            let changed = catch_unwind(AssertUnwindSafe(|| {
                let mut paths = disk.known_paths();
                if places == Places::Unwatched {
                    paths.retain(|path| snapshot.world.folder_of(path).is_none());
                }
                disk.recheck(&paths)
            }));
            drop(events.send(Event::Rechecked(changed.unwrap_or_default())));
        });
    }

    /// Looks at the disk unless the client tells of changes there.
    pub(super) fn recheck_unless_watched(&mut self) {
        if !self.watched {
            self.recheck(Places::All);
        }
    }

    pub(super) fn tick(&mut self) {
        if self.initialized {
            self.recheck(if self.watched {
                Places::Unwatched
            } else {
                Places::All
            });
        }
        if self
            .client_process
            .as_ref()
            .is_some_and(|process| !process.exists())
        {
            tracing::warn!("the client's process is gone");
            std::process::exit(1);
        }
    }

    /// Answers a question on the pool, with the state as it is now.
    pub(super) fn read(&mut self, read: Read) {
        if let Some(read) = self.park(read) {
            let snapshot = Arc::clone(&self.snapshot);
            self.pool.urgent(move || {
                if !read.cancel.is_cancelled() {
                    (read.run)(&snapshot);
                }
            });
        }
    }

    /// The state to change; snapshots that were taken keep theirs.
    pub(super) fn snapshot(&mut self) -> &mut Snapshot {
        Arc::make_mut(&mut self.snapshot)
    }

    /// Tells the publisher what happened.
    pub(super) fn publish(&self, event: publish::Event) {
        let message = publish::Message::State(event, Arc::clone(&self.snapshot));
        if self.publisher.send(message).is_err() {
            tracing::error!("the publisher is gone");
        }
    }
}
