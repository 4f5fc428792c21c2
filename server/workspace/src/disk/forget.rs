//! Dropping answers: told of a change, or by looking again.

use super::{Cache, DiskFiles, node::News};
use crate::links::resolve;
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

impl DiskFiles {
    /// Drops every answer that may depend on what lies at `path`: its text, entry and real path, also
    /// through links; the listings and entries of the folders above it; everything below it.
    pub fn forget(&self, path: &Path) {
        self.forget_each([path]);
    }

    /// [`DiskFiles::forget`] for many paths at the cost of one: after a change of branch there are thousands.
    pub fn forget_each<'a>(&self, paths: impl IntoIterator<Item = &'a Path>) {
        let mut cache = self.write();
        let mut changed: HashSet<PathBuf> = HashSet::new();
        let mut above: HashSet<PathBuf> = HashSet::new();
        for path in paths {
            for place in cache.places_of(path) {
                // Watchers may report only a file when its folder came or went with it.
                above.extend(place.ancestors().skip(1).map(Path::to_path_buf));
                changed.insert(place);
            }
        }
        if !changed.is_empty() {
            cache.drop_answers(&changed, &above);
        }
    }

    /// Looks again at every place the answers about `paths` came from; drops what is out of date and
    /// returns those of `paths` it concerns. For clients that do not watch files.
    ///
    /// A path that was never asked about has not changed.
    pub fn recheck(&self, paths: &[PathBuf]) -> Vec<PathBuf> {
        let mut seen: HashMap<PathBuf, Option<News>> = HashMap::new();
        let mut changed = Vec::new();
        for path in paths {
            let mut differs = false;
            for place in self.places_behind(path) {
                let news = seen.entry(place).or_insert_with_key(|place| {
                    let node = self.read().nodes.get(place).cloned();
                    node.and_then(|node| node.news(place))
                });
                differs |= news.is_some();
            }
            if differs {
                changed.push(path.clone());
            }
        }
        let of = |wanted: News| -> HashSet<PathBuf> {
            let those = seen.iter().filter(|(_, news)| **news == Some(wanted));
            those.map(|(place, _)| place.clone()).collect()
        };
        let (kind, content) = (of(News::Kind), of(News::Content));
        if !kind.is_empty() || !content.is_empty() {
            self.write().drop_answers(&kind, &content);
        }
        changed
    }

    /// The places that decide what is at `path`: itself, where it leads, the links passed, all folders above.
    fn places_behind(&self, path: &Path) -> HashSet<PathBuf> {
        let mut ends: Vec<PathBuf> = self.place(path).into_iter().collect();
        let found = self.resolution(path);
        ends.extend(found.real.iter().chain(&found.through).cloned());
        let places = ends.iter().flat_map(|end| end.ancestors());
        places.map(Path::to_path_buf).collect()
    }
}

impl Cache {
    /// A path as it was told, which may be through a link or be the link itself: as spelled, by its folder's
    /// real place, and where it leads, as far as links are known. News costs no system call.
    fn places_of(&self, path: &Path) -> impl Iterator<Item = PathBuf> + use<> {
        let follow = |path| resolve(path, |place| self.nodes.get(place)?.link()).real;
        let folder = path.parent().and_then(follow);
        let place = folder
            .zip(path.file_name())
            .map(|(folder, name)| folder.join(name));
        [Some(path.to_path_buf()), place, follow(path)]
            .into_iter()
            .flatten()
    }

    /// Drops what was seen at and below `changed`, and at `alone`.
    fn drop_answers(&mut self, changed: &HashSet<PathBuf>, alone: &HashSet<PathBuf>) {
        self.news += 1;
        self.resolutions.clear();
        self.nodes.retain(|place, _| {
            !alone.contains(place) && !place.ancestors().any(|folder| changed.contains(folder))
        });
    }
}
