//! `slidewise sample PUZZLE --distance N`: random positions at a distance.

use crate::arguments::{CommonArgs, SampleArgs};
use crate::io::output::{CommandResult, Output, line_width};
use crate::io::setup::{explorer_for, open_searched};
use slidewise_app::SampleRequest;
use slidewise_puzzle::SearchOrigin;
use slidewise_render::{counted, in_columns, json, with_commas};
use std::hash::{BuildHasher, RandomState};

/// Draws the positions.
pub(crate) fn run(common: &CommonArgs, args: &SampleArgs) -> CommandResult {
    let puzzle = open_searched(common, &args.searched)?;
    let explorer = explorer_for(common, &args.searched, &puzzle)?;
    let numbered = explorer.number()?;
    // The standard library has no generator, but its hash keys are random. Half of the bits make a
    // seed that is easier to copy.
    let seed = args
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    let sample = numbered.sample(SampleRequest {
        from: args.from,
        distance: args.distance,
        count: args.count,
        seed,
    })?;
    let positions: Vec<String> = sample
        .members
        .iter()
        .map(|&index| puzzle.write_position(&numbered.graph.configuration(index)))
        .collect();
    let from = match args.from {
        SearchOrigin::Start => "Start",
        SearchOrigin::Goals => "the nearest goal",
    };
    let drawn = positions.len() as u64;
    let mut lines = vec![format!(
        "{}: {} of {}, {} from {from}, --seed {seed}",
        puzzle.title,
        with_commas(drawn),
        counted(sample.of, "position"),
        counted(args.distance, common.metric.name()),
    )];
    if drawn < args.count {
        lines.push(format!(
            "These are all: --count asks for {}",
            with_commas(args.count)
        ));
    }
    lines.push(String::new());
    lines.extend(in_columns(&positions, line_width()));
    let record = json::SampleRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        from: args.from.name(),
        generation: args.distance,
        of: json::digits(sample.of),
        seed: json::digits(seed),
        positions,
    };
    Ok(Output::new(lines, &record))
}
