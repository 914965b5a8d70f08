//! `slidewise explore --estimate`: memory and disk that a search needs, without the search.

use crate::arguments::CommonArgs;
use crate::io::output::{CommandResult, Output};
use crate::io::setup::title_in_metric;
use slidewise_app::{ExplorePlan, Mode, Numbered, shortage_in_words};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::{counted, human_bytes, json};
use slidewise_store::{check_holds_files, free_space};

/// Reports what the planned search needs, and whether it would begin.
pub(crate) fn estimate(
    common: &CommonArgs,
    numbered: &Numbered,
    plan: &ExplorePlan,
) -> CommandResult {
    let puzzle = numbered.puzzle();
    let needs = &plan.needs;
    let root = numbered
        .folder()
        .expect("explorations are saved in a folder");
    let free = free_space(root).ok();
    let disk = match plan.file_bytes {
        None => human_bytes(needs.disk_bytes),
        Some(each) => format!(
            "{} for each configuration found ({} for all), \
             plus up to twice the size of one generation's neighbours,",
            counted(each, "byte"),
            human_bytes(needs.disk_bytes)
        ),
    };
    // A search in sorted files begins even if the disk cannot hold all configurations, so the free
    // space is not checked for it.
    let checked = match plan.file_bytes {
        None => numbered.free_disk(SearchOrigin::Start),
        Some(_) => None,
    };
    let checked = if plan.counts_on_disk() {
        numbered.free_disk_to_count()
    } else {
        checked
    };
    let mut lines = vec![
        title_in_metric(common, puzzle),
        format!(
            "{} numbered",
            counted(needs.configurations, "configuration")
        ),
        format!("engine: {}", plan.reason()),
        format!(
            "memory at most {}, at least {}",
            human_bytes(needs.memory_bytes),
            human_bytes(needs.min_memory_bytes)
        ),
        format!("disk at most {disk} in {}", root.display()),
    ];
    lines.extend(free.map(|free| format!("disk free {}", human_bytes(free))));
    let modes = numbered.modes();
    lines.extend(in_table(&modes));
    // A search that saves nothing needs no folder, so the folder is not checked.
    let holds = match needs.disk_bytes {
        0 => Ok(()),
        _ => check_holds_files(root).map_err(|error| error.to_string()),
    };
    let shortage = needs.check(common.memory, checked);
    let obstacle = holds.and(shortage.map_err(shortage_in_words)).err();
    lines.extend(
        obstacle
            .as_ref()
            .map(|why| format!("the search would not begin: {why}")),
    );
    let record = json::EstimateRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        configurations: json::digits(needs.configurations),
        memory_bytes: needs.memory_bytes,
        least_memory_bytes: needs.min_memory_bytes,
        disk_bytes: needs.disk_bytes,
        disk_free_bytes: free,
        engine: plan.engine().to_owned(),
        reason: plan.reason().to_owned(),
        begins: obstacle.is_none(),
        modes: modes.iter().map(mode_record).collect(),
    };
    Ok(Output::new(lines, &record))
}

fn mode_record(mode: &Mode) -> json::ModeRecord {
    json::ModeRecord {
        mode: mode.name.name(),
        memory_bytes: mode.needs.memory_bytes,
        least_memory_bytes: mode.needs.min_memory_bytes,
        disk_bytes: mode.needs.disk_bytes,
        auto: mode.is_auto,
    }
}

/// A line for each mode: what it keeps, its memory and disk, and whether `--engine auto` takes it.
fn in_table(modes: &[Mode]) -> Vec<String> {
    let lines = modes.iter().map(|mode| {
        let (needs, what) = (&mode.needs, mode.name.in_words());
        let [least, most, disk] =
            [needs.min_memory_bytes, needs.memory_bytes, needs.disk_bytes].map(human_bytes);
        let memory = if least == most {
            most
        } else {
            format!("{least} to {most}")
        };
        let auto = if mode.is_auto { "  (auto)" } else { "" };
        format!("  {what:<31}  memory {memory}, disk {disk}{auto}")
    });
    std::iter::once("modes:".to_owned()).chain(lines).collect()
}
