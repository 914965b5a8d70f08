//! `slidewise sample PUZZLE --pack 10x5..50`: as many random positions at each distance.

use crate::arguments::{CommonArgs, PackSizes};
use crate::io::output::{CommandResult, Output};
use slidewise_app::{Explorer, Problem};
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_render::{counted, json, with_commas};

/// Draws the positions.
///
/// The lines are a file of starts, in which the lines between the positions are comments.
pub(super) fn draw(
    common: &CommonArgs,
    (explorer, puzzle): (&Explorer, &Puzzle),
    (sizes, from): (&PackSizes, SearchOrigin),
    seed: u64,
) -> CommandResult {
    let distances: Vec<u64> = sizes.distances.clone().collect();
    let drawn = explorer.draw_pack(from, &distances, (sizes.count, seed))?;
    let is_uniform = drawn.iter().all(|drawn| drawn.of.is_some());
    let parts = distances.into_iter().zip(drawn).map(|(generation, drawn)| {
        let positions = drawn.positions.iter();
        json::PackPartRecord {
            generation,
            of: drawn.of.map(json::digits),
            positions: positions.map(|own| puzzle.write_position(own)).collect(),
        }
    });
    let pack: Vec<json::PackPartRecord> = parts.collect();
    let is_short = |part: &&json::PackPartRecord| (part.positions.len() as u64) < sizes.count;
    let short: Vec<u64> = pack
        .iter()
        .filter(is_short)
        .map(|part| part.generation)
        .collect();
    if pack.iter().all(|part| part.positions.is_empty()) {
        return Err(nothing_drawn(&puzzle.name, is_uniform));
    }
    let metric = common.metric.name();
    let (first, last) = (sizes.distances.start(), sizes.distances.end());
    let origin = match from {
        SearchOrigin::Start => "Start",
        SearchOrigin::Goals => "the nearest goal",
    };
    let mut lines = vec![format!(
        "# {}: {} at each distance from {first} to {last}, in {metric}s from {origin}, --seed \
         {seed}",
        puzzle.title,
        counted(sizes.count, "position"),
    )];
    if !is_uniform {
        lines.push(
            "# Not all are equally probable: each lies on a shortest way from a random position"
                .to_owned(),
        );
    }
    if !short.is_empty() {
        let distances: Vec<String> = short.iter().map(u64::to_string).collect();
        let found = if is_uniform { "" } else { " were found" };
        lines.push(format!(
            "# Fewer than {}{found} at: {}",
            with_commas(sizes.count),
            distances.join(" ")
        ));
    }
    for part in &pack {
        let distance = counted(part.generation, metric);
        let found = with_commas(part.positions.len() as u64);
        let of = part.of.as_ref();
        let of = of.map_or(String::new(), |of| format!(" of {}", with_commas(of)));
        lines.push(format!("# {distance}: {found}{of}"));
        lines.extend(part.positions.iter().cloned());
    }
    let record = json::PackRecord {
        puzzle: puzzle.name.clone(),
        metric: metric.to_owned(),
        from: from.name(),
        uniform: is_uniform,
        seed: json::digits(seed),
        pack,
        short,
    };
    Ok(Output::new(lines, &record))
}

/// The problem of a pack without a position.
fn nothing_drawn(name: &str, is_uniform: bool) -> Problem {
    let message = if is_uniform {
        format!("{name} has no position at any of these distances")
    } else {
        format!("no position of {name} was found at these distances on ways of random positions")
    };
    Problem::no_such_thing(message, "give smaller distances in --pack")
}
