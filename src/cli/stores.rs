//! `slidewise stores`: the explorations that are kept.

use super::CommandResult;
use super::arguments::Common;
use super::output::Output;
use super::session::store_root;
use crate::present::{counted, human_bytes, json};
use crate::store::Store;

/// Lists the stores, after removing one where asked to.
pub fn run(common: &Common, remove: Option<&str>) -> CommandResult {
    let root = store_root(common)?;
    if let Some(name) = remove {
        Store::remove(&root, name)?;
    }
    let stores: Vec<json::Stored> = Store::list(&root)?
        .into_iter()
        .map(|summary| json::Stored {
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
    if let Some(name) = remove {
        lines.insert(0, format!("removed {name}"));
    }
    if stores.is_empty() {
        lines.push(format!("nothing is kept in {}", root.display()));
    }
    let record = json::Stores {
        folder: root.display().to_string(),
        stores,
        removed: remove.map(str::to_owned),
    };
    Ok(Output::new(lines, &record))
}
