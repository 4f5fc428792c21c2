//! The changes of all prompts, each told once with the prompts it is in.

use super::{
    Change, Counts, Kind, Sides,
    pair::changes,
    places::{Found, Renamed, Spot, moved, renamed, spots},
    rule::Rules,
    standing::standings,
};
use agents_prompt::{Active, Project, PromptCache};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    path::PathBuf,
    sync::Arc,
};

/// What is compared.
pub(crate) struct Compared<'a> {
    /// The two states.
    pub(crate) sides: Sides<'a>,
    /// The project as it was.
    pub(crate) then: &'a Project,
    /// The project as it is.
    pub(crate) now: &'a Project,
    /// The prompts of then, and those of now.
    pub(crate) prompts: (&'a PromptCache, &'a PromptCache),
    /// The rules of the files.
    pub(crate) rules: &'a Rules,
}

/// All changes.
#[derive(Debug, Default)]
pub(crate) struct Changelog {
    /// Changes that are in the same prompts, with these; the ones in most prompts first.
    pub(crate) groups: Vec<Group>,
    /// Folders that have another name and the same rules: old and new.
    pub(crate) renamed: Vec<(PathBuf, PathBuf)>,
    /// Each different change once.
    pub(crate) counts: Counts,
    /// How many prompts were compared.
    pub(crate) prompts: usize,
}

/// Changes that are in the same prompts.
#[derive(Debug)]
pub(crate) struct Group {
    /// The prompts.
    pub(crate) scopes: Vec<Scope>,
    /// The changes, by file.
    pub(crate) changes: Vec<Change>,
}

/// Prompts of runtimes that all have the same changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scope {
    /// The titles of the runtimes.
    pub(crate) runtimes: Vec<String>,
    /// The folders in which an agent may work.
    pub(crate) folders: BTreeSet<PathBuf>,
    /// Whether these are all folders that were compared for these runtimes.
    pub(crate) is_everywhere: bool,
}

/// By the title of a runtime, the folders.
type Where = BTreeMap<String, BTreeSet<PathBuf>>;

impl Changelog {
    /// Compares the prompts of all runtimes that are at work on one side or the other.
    pub(crate) fn new(compared: &Compared<'_>, found: &Found, actives: &[(&Active, &Active)]) -> Self {
        let renamed = renamed(compared.sides, found, compared.rules);
        let mut everywhere = Where::new();
        let mut all: HashMap<Change, Where> = HashMap::new();
        let mut prompts = 0;
        for (then, now) in actives {
            let title = now.title();
            let mut own: HashMap<Change, BTreeSet<PathBuf>> = HashMap::new();
            let projects = (compared.then, compared.now);
            let spots = spots(compared.sides, projects, (then, now), found, &renamed);
            for spot in &spots {
                prompts += 1;
                everywhere
                    .entry(title.clone())
                    .or_default()
                    .insert(spot.folder.clone());
                for change in changes_at(compared, (then, now), spot, &renamed) {
                    own.entry(change).or_default().insert(spot.folder.clone());
                }
            }
            for (change, folders) in without_echoes(own) {
                all.entry(change).or_default().insert(title.clone(), folders);
            }
        }
        let mut counts = Counts::default();
        let mut told: HashSet<(Kind, Arc<str>, PathBuf)> = HashSet::new();
        let mut groups: BTreeMap<Where, Vec<Change>> = BTreeMap::new();
        for (change, places) in all {
            if told.insert((change.kind, Arc::clone(&change.text), change.place.path.clone())) {
                counts.add(change.kind);
            }
            groups.entry(places).or_default().push(change);
        }
        let mut groups: Vec<(usize, Group)> = groups
            .into_iter()
            .map(|(places, mut changes)| {
                changes.sort_by(|a, b| {
                    (&a.place.path, &a.reason, a.line, a).cmp(&(&b.place.path, &b.reason, b.line, b))
                });
                let size = places.values().map(BTreeSet::len).sum();
                let scopes = scopes(places, &everywhere);
                (size, Group { scopes, changes })
            })
            .collect();
        groups.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
        Self {
            groups: groups.into_iter().map(|(_, group)| group).collect(),
            renamed: outermost(&renamed),
            counts,
            prompts,
        }
    }

    /// Whether there is nothing to tell.
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.renamed.is_empty()
    }
}

/// The new names that do not follow from that of a folder above.
fn outermost(renamed: &Renamed) -> Vec<(PathBuf, PathBuf)> {
    let follows = |(old, new): &(&PathBuf, &PathBuf)| {
        let above = old.parent().and_then(|above| moved(renamed, above));
        above.is_some_and(|above| old.file_name().is_some_and(|name| above.join(name) == **new))
    };
    let told = renamed.iter().filter(|pair| !follows(pair));
    told.map(|(old, new)| (old.clone(), new.clone())).collect()
}

/// The changes of one prompt.
pub(crate) fn changes_at(
    compared: &Compared<'_>,
    (then, now): (&Active, &Active),
    spot: &Spot,
    renamed: &Renamed,
) -> Vec<Change> {
    let Sides { then: old, now: new } = compared.sides;
    let prompt = compared.prompts.1.get(now, &spot.now, new);
    // An unchanged file is one value on both sides, so this says whether anything changed that was asked for.
    if spot.then == spot.now && prompt.reads.hold(old) {
        return Vec::new();
    }
    let before = compared.prompts.0.get(then, &spot.then, old);
    let before = standings(&before, old, compared.rules);
    let after = standings(&prompt, new, compared.rules);
    let mut found = changes(compared.sides, compared.rules, before, after);
    // That its folder has another name is told once, and not of each rule.
    found.retain(|change| {
        let is_renamed = change.kind == Kind::Moved
            && change.from.as_ref().is_some_and(|from| {
                from.heading == change.place.heading
                    && moved(renamed, &from.path).as_ref() == Some(&change.place.path)
            });
        !is_renamed
    });
    found
}

/// Without the changes to text that waits where the same change is to text that is sent: a nested file waits at the
/// root and is sent in its own folder.
fn without_echoes(mut found: HashMap<Change, BTreeSet<PathBuf>>) -> HashMap<Change, BTreeSet<PathBuf>> {
    let sent: HashSet<(PathBuf, Arc<str>)> = found
        .keys()
        .filter(|change| !change.waits)
        .map(|change| (change.place.path.clone(), Arc::clone(&change.text)))
        .collect();
    found.retain(|change, _| {
        !change.waits || !sent.contains(&(change.place.path.clone(), Arc::clone(&change.text)))
    });
    found
}

/// Runtimes with the same folders together.
fn scopes(places: Where, everywhere: &Where) -> Vec<Scope> {
    let mut scopes: Vec<Scope> = Vec::new();
    for (runtime, folders) in places {
        let is_everywhere = everywhere.get(&runtime) == Some(&folders);
        let same = scopes
            .iter_mut()
            .find(|scope| scope.folders == folders && scope.is_everywhere == is_everywhere);
        match same {
            Some(scope) => scope.runtimes.push(runtime),
            None => scopes.push(Scope {
                runtimes: vec![runtime],
                folders,
                is_everywhere,
            }),
        }
    }
    scopes
}
