//! What the parsers of Python find when they make values of the nodes of a head that is YAML.

use super::{
    Kind, Node,
    build::Built,
    fault::{Fault, column},
};
use std::collections::HashSet;

/// `<<`, which brings in the keys of another mapping, with something else as its value.
pub(super) fn no_merge(built: &Built) -> Option<Fault> {
    let node = |id: usize| built.nodes.get(id);
    built.nodes.iter().find_map(|map| {
        let Kind::Map(pairs) = &map.kind else { return None };
        let is_merge =
            |key: &Node| matches!(&key.kind, Kind::Scalar { text, is_plain: true } if &**text == "<<");
        let (_, value) = pairs.iter().find(|(key, _)| node(*key).is_some_and(is_merge))?;
        let value = node(*value).filter(|value| value.text().is_some())?;
        let problem = "expected a mapping or list of mappings for merging, but found scalar";
        let fault = Fault::said(problem, Some(value.at.start));
        Some(fault.during("while constructing a mapping", Some(map.at.start)))
    })
}

/// What PyYAML finds when it makes values of the nodes: a tag it does not know, a key that is a collection.
pub(super) fn unknown_tag(built: &Built) -> Option<Fault> {
    let is_known = |tag: &str| {
        let name = tag.strip_prefix("tag:yaml.org,2002:");
        name.is_some_and(|name| KNOWN_TAGS.contains(&name))
    };
    let no_constructor = |tag: &str, node: &Node| {
        let problem = format!("could not determine a constructor for the tag '{tag}'");
        Some(Fault::said(problem, Some(node.at.start)))
    };
    built.nodes.iter().find_map(|node| match (&node.tag, &node.kind) {
        (Some(tag), _) if !is_known(tag) => no_constructor(tag, node),
        (None, Kind::Scalar { text, is_plain: true }) if &**text == "=" => {
            no_constructor("tag:yaml.org,2002:value", node)
        }
        (_, Kind::Map(pairs)) => {
            let mut keys = pairs.iter().filter_map(|(key, _)| built.nodes.get(*key));
            let key = keys.find(|key| key.text().is_none())?;
            let fault = Fault::said("found unhashable key", Some(key.at.start));
            Some(fault.during("while constructing a mapping", Some(node.at.start)))
        }
        _ => None,
    })
}

const KNOWN_TAGS: [&str; 12] = [
    "null",
    "bool",
    "int",
    "float",
    "binary",
    "timestamp",
    "omap",
    "pairs",
    "set",
    "str",
    "seq",
    "map",
];

/// What strictyaml finds when it makes values of the nodes: a key that is there twice, mappings below one that are
/// not indented alike.
pub(super) fn uneven(built: &Built, chars: &[char]) -> Option<Fault> {
    let node = |id: usize| built.nodes.get(id);
    built.nodes.iter().find_map(|outer| {
        let Kind::Map(pairs) = &outer.kind else {
            return None;
        };
        let mut keys = HashSet::new();
        let twice = pairs
            .iter()
            .filter_map(|(key, _)| node(*key))
            .find(|key| key.text().is_some_and(|text| !keys.insert(text)));
        if let Some(key) = twice {
            let problem = format!("Duplicate key '{}' found", key.text().unwrap_or_default());
            let fault = Fault::said(problem, Some(key.at.end));
            return Some(fault.during("While parsing", Some(key.at.start)));
        }
        let is_map = |node: &&Node| matches!(node.kind, Kind::Map(_));
        let mut maps = pairs.iter().filter_map(|(_, value)| node(*value)).filter(is_map);
        let first = column(chars, maps.next()?.at.start);
        let other = maps.find(|map| column(chars, map.at.start) != first)?;
        let problem = "Found mapping with indentation inconsistent with previous mapping";
        Some(Fault::said(problem, Some(other.at.end)).during("While parsing", Some(other.at.start)))
    })
}
