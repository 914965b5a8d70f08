//! `slidewise explore --estimate`: what a search would take, without making it.

use super::CommandResult;
use super::failure::shortage_in_words;
use super::output::Output;
use super::session::Session;
use crate::explore::Resources;
use slidewise_render::{counted, human_bytes, json};
use slidewise_store::{check_holds_files, free_space};

/// Says what a search would take by an engine that was chosen for a reason; `disk` words what it would keep, and
/// `checked` are the bytes of the disk with which it would begin or not.
pub fn estimate(
    session: &Session<'_>,
    needs: &Resources,
    engine: &str,
    reason: &str,
    disk: impl FnOnce(&Resources) -> String,
    checked: Option<u64>,
) -> CommandResult {
    let root = session.store_root()?;
    let free = free_space(&root).ok();
    let mut lines = vec![
        session.title_in_metric(),
        format!(
            "{} numbered",
            counted(needs.configurations, "configuration")
        ),
        format!("engine: {reason}"),
        format!(
            "memory at most {}, at least {}",
            human_bytes(needs.memory_bytes),
            human_bytes(needs.least_memory_bytes)
        ),
        format!("disk at most {} below {}", disk(needs), root.display()),
    ];
    lines.extend(free.map(|free| format!("disk free {}", human_bytes(free))));
    // A run that keeps nothing needs no folder.
    let holds = match needs.disk_bytes {
        0 => Ok(()),
        _ => check_holds_files(&root).map_err(|error| error.to_string()),
    };
    let shortage = needs.check(session.common.memory, checked);
    let obstacle = holds.and(shortage.map_err(shortage_in_words)).err();
    lines.extend(
        obstacle
            .as_ref()
            .map(|why| format!("would not begin: {why}")),
    );
    let record = json::Estimate {
        puzzle: session.puzzle.name.clone(),
        metric: session.common.metric.name().to_owned(),
        configurations: json::digits(needs.configurations),
        memory_bytes: needs.memory_bytes,
        least_memory_bytes: needs.least_memory_bytes,
        disk_bytes: needs.disk_bytes,
        disk_free_bytes: free,
        engine: engine.to_owned(),
        reason: reason.to_owned(),
        begins: obstacle.is_none(),
    };
    Ok(Output::new(lines, &record))
}
