//! `slidewise sheet PUZZLE --distance N`: starts of a wished difficulty to print, and their
//! solutions.

use super::arguments::SheetArgs;
use super::files::{PictureFormat, raster_problem, save, warn_of_missing_letters};
use crate::arguments::CommonArgs;
use crate::io::atomic_file::Destination;
use crate::io::output::CommandResult;
use crate::io::setup::{explorer_for, open_searched};
use slidewise_analysis::{Goals, Hints, Path, SearchSources};
use slidewise_app::{MAKE_AGAIN, Numbered, Problem, SampleRequest, metric_of};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::picture::{BoardScene, Paper, Theme, joined_pages, pdf, sheet};
use std::hash::{BuildHasher, RandomState};

/// Writes the sheet.
pub(crate) fn run(common: &CommonArgs, args: &SheetArgs) -> CommandResult {
    let format = PictureFormat::of(&args.out, &[PictureFormat::Pdf, PictureFormat::Svg])?;
    let inputs = [&args.searched.puzzle];
    let destination = Destination::new(&args.out, &inputs, args.replace.force)?;
    let puzzle = open_searched(common, &args.searched)?;
    if puzzle.goals.is_empty() {
        return Err(Problem::of_input(
            format!("{} has no goal, from which a sheet measures", puzzle.name),
            "add a goal to the puzzle file",
        ));
    }
    let customary = puzzle.presentation.metric.map(metric_of);
    let metric = customary.filter(|_| !common.is_metric_given);
    let metric = metric.unwrap_or(common.metric);
    let explorer = explorer_for(common, &args.searched, &puzzle)?;
    let numbered = explorer.metric(metric).number()?;
    let sample = numbered.sample(SampleRequest {
        from: SearchOrigin::Goals,
        distance: args.distance,
        count: args.count,
        // The standard library has no generator, but its hash keys are random.
        seed: args.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
    })?;
    let solutions = solutions(&numbered, &sample.members)?;
    let scene = BoardScene::new(&puzzle, Theme::Light).with_squares();
    let pages = sheet(&scene, &solutions, metric.name());
    let bytes = match format {
        PictureFormat::Pdf => {
            warn_of_missing_letters(common, &pages[0])?;
            pdf(&pages, Paper::A4.size()).map_err(raster_problem)?
        }
        _ => joined_pages(&pages).into_bytes(),
    };
    save(
        common,
        &args.searched.puzzle,
        &[metric],
        destination,
        &bytes,
    )
}

/// A shortest solution from each of some positions, given by their numbers.
fn solutions(numbered: &Numbered, members: &[u64]) -> Result<Vec<Path>, Problem> {
    let graph = &numbered.graph;
    let marked = numbered.search_from_goals()??;
    let goals = Goals::of(graph);
    let mut hints = Hints::new(
        graph,
        Some(marked.explored(graph, SearchSources::Goals(&goals))),
    );
    let mut solutions = Vec::new();
    for &member in members {
        let mut positions = vec![graph.configuration(member)];
        let mut moves = Vec::new();
        let mut at = member;
        for _ in 0..hints.distance(member)?.unwrap_or(0) {
            let onward = hints.hint(at)?.ok_or_else(|| {
                Problem::of_run(
                    "the stored distances are damaged: the solution has a gap",
                    MAKE_AGAIN,
                )
            })?;
            at = onward.index;
            positions.push(onward.configuration);
            moves.push(onward.by);
        }
        solutions.push(Path::new(numbered.puzzle(), positions, moves));
    }
    Ok(solutions)
}
