//! `slidewise stores`: the saved searches.

use crate::arguments::CommonArgs;
use crate::io::output::{CommandResult, Output};
use crate::io::setup::store_root;
use slidewise_app::Problem;
use slidewise_render::{counted, human_bytes, json};
use slidewise_store::{Store, StoreError};
use std::path::Path;

/// Lists the stores, after removing those that `remove` names.
pub(crate) fn run(common: &CommonArgs, remove: &[String]) -> CommandResult {
    let root = store_root(common)?;
    // All names are resolved first: if a name is wrong, nothing is removed.
    let mut names: Vec<String> = Vec::new();
    for wanted in remove {
        names.extend(named(&root, wanted)?);
    }
    let mut removed: Vec<String> = Vec::new();
    for name in names {
        if removed.contains(&name) {
            continue;
        }
        Store::remove(&root, &name).map_err(|error| with_removed(&removed, error.into()))?;
        removed.push(name);
    }
    let stores: Vec<json::StoreRecord> = Store::list(&root)?
        .into_iter()
        .map(|summary| json::StoreRecord {
            name: summary.folder,
            puzzle: summary.name,
            metric: summary.metric,
            from: summary.direction,
            kind: summary.kind.name(),
            bytes: summary.bytes,
            complete: summary.complete,
            generations: summary.generations,
            problem: summary.problem,
        })
        .collect();
    let widest = stores
        .iter()
        .map(|s| s.name.chars().count())
        .max()
        .unwrap_or(0);
    let mut lines: Vec<String> = stores
        .iter()
        .map(|store| {
            let state = match (&store.problem, store.complete) {
                (Some(problem), _) => problem.clone(),
                (None, true) => format!("{}, finished", counted(store.generations, "generation")),
                (None, false) => format!("{} so far", counted(store.generations, "generation")),
            };
            format!(
                "{:<widest$}  {:>8}  {state}",
                store.name,
                human_bytes(store.bytes)
            )
        })
        .collect();
    lines.splice(0..0, removed.iter().map(|name| format!("removed {name}")));
    if stores.is_empty() {
        lines.push(format!("{} holds no saved searches", root.display()));
    }
    let record = json::StoresRecord {
        folder: root.display().to_string(),
        stores,
        removed: (!removed.is_empty()).then(|| removed.join(" ")),
    };
    Ok(Output::new(lines, &record))
}

/// Adds the names of the stores already removed to the problem of a store that cannot be removed.
fn with_removed(removed: &[String], mut failure: Problem) -> Problem {
    match removed {
        [] => failure,
        removed => {
            let removed = removed.join(" ");
            failure.message = format!("{}; already removed: {removed}", failure.message);
            failure
        }
    }
}

/// The names of the stores that match the pattern `wanted`.
fn named(root: &Path, wanted: &str) -> Result<Vec<String>, StoreError> {
    let all = Store::list(root)?.into_iter().map(|summary| summary.folder);
    let found: Vec<String> = all.filter(|name| matches(name, wanted)).collect();
    if found.is_empty() {
        return Err(StoreError::NotAStore {
            root: root.to_path_buf(),
            name: wanted.to_owned(),
        });
    }
    Ok(found)
}

/// Whether a name matches a pattern, in which each `*` stands for any text, even an empty one.
fn matches(name: &str, pattern: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return name == pattern;
    };
    let Some(mut name) = name.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    // Each text between two stars takes its first match, which leaves the most characters of the
    // name for the texts after it.
    for part in parts {
        let Some(at) = name.find(part) else {
            return false;
        };
        name = &name[at + part.len()..];
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, yes, no) in [
            ("a-b", vec!["a-b"], vec!["a", "a-bc"]),
            ("*", vec!["", "a"], vec![]),
            ("a*", vec!["a", "ab"], vec!["", "ba"]),
            ("*a", vec!["a", "ba", "aa"], vec!["ab"]),
            ("a*a", vec!["aa", "aba"], vec!["a", "ab"]),
            (
                "a*b*a",
                vec!["aba", "abba", "axbya"],
                vec!["aa", "ab", "abab"],
            ),
            ("q**z", vec!["qz", "q-z"], vec!["q", "z"]),
        ] {
            for name in yes {
                assert!(matches(name, pattern), "{name} {pattern}");
            }
            for name in no {
                assert!(!matches(name, pattern), "{name} {pattern}");
            }
        }
    }
}
