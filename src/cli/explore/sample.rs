//! `slidewise sample PUZZLE`: random positions at a distance, or of all that can be solved.

use super::pack;
use crate::arguments::{CommonArgs, SampleArgs};
use crate::io::output::{CommandResult, Output, line_width};
use crate::io::setup::{explorer_for, open_searched};
use crate::io::starts::aim_at_file;
use slidewise_app::{Explorer, Problem, ProblemKind, SampleRequest};
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_render::{counted, in_columns, json, with_commas};
use std::hash::{BuildHasher, RandomState};

/// What was drawn, in words.
struct DrawnWords {
    positions: Vec<String>,
    /// Digits of the number of positions from which they were drawn, if it is known.
    of: Option<String>,
    /// Whether each position was equally probable.
    is_uniform: bool,
}

/// Draws the positions.
pub(crate) fn run(common: &CommonArgs, args: &SampleArgs) -> CommandResult {
    let mut puzzle = open_searched(common, &args.searched)?;
    if let Some(file) = &args.goals {
        aim_at_file(&mut puzzle, file)?;
    }
    let explorer = explorer_for(common, &args.searched, &puzzle)?;
    // The standard library has no generator, but its hash keys are random. Half of the bits make a
    // seed that is easier to copy.
    let seed = args
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    if let Some(sizes) = &args.pack {
        return pack::draw(common, (&explorer, &puzzle), (sizes, args.from), seed);
    }
    let drawn = match args.distance {
        Some(distance) => at_distance(&explorer, &puzzle, args, (distance, seed))?,
        None => {
            let drawn = explorer.draw_solvable(args.count, seed)?;
            let positions = drawn.positions.iter();
            DrawnWords {
                positions: positions.map(|own| puzzle.write_position(own)).collect(),
                of: drawn.of.map(|of| of.to_string()),
                is_uniform: true,
            }
        }
    };
    let lines = lines_of(common, args, &puzzle, &drawn, seed);
    let record = json::SampleRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        from: args.distance.map(|_| args.from.name()),
        generation: args.distance,
        of: drawn.of,
        uniform: drawn.is_uniform,
        seed: json::digits(seed),
        positions: drawn.positions,
    };
    Ok(Output::new(lines, &record))
}

/// Draws positions at a distance: from their generation, or on shortest ways where a board of tiles
/// is too large to explore.
fn at_distance(
    explorer: &Explorer,
    puzzle: &Puzzle,
    args: &SampleArgs,
    (distance, seed): (u64, u64),
) -> Result<DrawnWords, Problem> {
    let by_search = explorer.clone().number().and_then(|numbered| {
        let sample = numbered.sample(SampleRequest {
            from: args.from,
            distance,
            count: args.count,
            seed,
        })?;
        let positions = sample.members.iter();
        let written = |&index: &u64| puzzle.write_position(&numbered.graph.configuration(index));
        Ok(DrawnWords {
            positions: positions.map(written).collect(),
            of: Some(json::digits(sample.of)),
            is_uniform: true,
        })
    });
    match by_search {
        Err(problem) if problem.kind() == ProblemKind::TooLarge && explorer.has_grid() => {
            let drawn = explorer.draw_at_distance(args.from, distance, (args.count, seed))?;
            let positions = drawn.positions.iter();
            Ok(DrawnWords {
                positions: positions.map(|own| puzzle.write_position(own)).collect(),
                of: None,
                is_uniform: false,
            })
        }
        other => other,
    }
}

fn lines_of(
    common: &CommonArgs,
    args: &SampleArgs,
    puzzle: &Puzzle,
    drawn: &DrawnWords,
    seed: u64,
) -> Vec<String> {
    let found = drawn.positions.len() as u64;
    let of = match drawn.of.as_deref() {
        Some("1") => " of 1 position".to_owned(),
        Some(of) => format!(" of {} positions", with_commas(of)),
        None if found == 1 => " position".to_owned(),
        None => " positions".to_owned(),
    };
    let what = match args.distance {
        None => "that can be solved".to_owned(),
        Some(distance) => {
            let from = match args.from {
                SearchOrigin::Start => "Start",
                SearchOrigin::Goals => "the nearest goal",
            };
            format!("{} from {from}", counted(distance, common.metric.name()))
        }
    };
    let (title, found_words) = (&puzzle.title, with_commas(found));
    let comma = if args.distance.is_some() { "," } else { "" };
    let mut lines = vec![format!(
        "{title}: {found_words}{of}{comma} {what}, --seed {seed}"
    )];
    if !drawn.is_uniform {
        lines.push(
            "Not all are equally probable: each lies on a shortest way from a random position, \
             which proves its distance"
                .to_owned(),
        );
    }
    if found < args.count {
        let asked = with_commas(args.count);
        lines.push(if drawn.is_uniform {
            format!("These are all: --count asks for {asked}")
        } else {
            format!("There may be more: --count asks for {asked}")
        });
    }
    lines.push(String::new());
    lines.extend(in_columns(&drawn.positions, line_width()));
    lines
}
