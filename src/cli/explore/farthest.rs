//! `slidewise farthest PUZZLE`: the positions of the last generation, from Start or from the goals.

use crate::arguments::{CommonArgs, FarthestArgs, Given};
use crate::batch::{self, AnswerFields, BatchTask};
use crate::io::output::{CommandResult, Output, line_width, shown_of};
use crate::io::setup::{explorer_in, keep_of, open_puzzle};
use crate::io::starts::aim_at_file;
use slidewise_app::{Keep, Numbered, Problem};
use slidewise_engine::search::{Filed, GenerationMembers, Sink};
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_render::{counted, in_columns, json, with_commas};
use slidewise_store::RunStore;
use std::collections::BTreeSet;

/// Finds the farthest positions of a puzzle, or of each puzzle of a batch.
pub(crate) fn run(common: &CommonArgs, args: &FarthestArgs) -> CommandResult {
    if args.everywhere && args.from == SearchOrigin::Start {
        return Err(Problem::of_input(
            "--everywhere needs distances from the goals",
            "add --from goal",
        ));
    }
    let searched = &args.searched;
    match searched.given()? {
        Given::One(word) => {
            let mut puzzle = open_puzzle(common, word, searched.start.as_deref())?;
            if let Some(file) = &args.goals {
                aim_at_file(&mut puzzle, file)?;
            }
            let keep = keep_of(common, &searched.keeping)?;
            answer(common, args, &puzzle, keep)
        }
        Given::Many(source) => {
            let task = BatchTask {
                columns: &["from", "generation", "count"],
                line: line_of,
                takes_customary_metric: false,
                needs_folder: false,
                to: None,
                answer: &|common, puzzle, keep| answer(common, args, puzzle, keep),
                level: None,
            };
            batch::run(common, searched, source, &task)
        }
    }
}

/// The line of a batch for a puzzle with this JSON object.
fn line_of(answer: &AnswerFields) -> String {
    let distance = counted(answer.text("generation"), &answer.text("metric"));
    let from = match answer.text("from").as_str() {
        "start" => "Start",
        _ => "the nearest goal",
    };
    let count = counted(answer.text("count"), "position");
    format!("{count}, {distance} from {from}")
}

/// Finds the farthest positions of one puzzle; searches are kept in `keep`.
fn answer(common: &CommonArgs, args: &FarthestArgs, puzzle: &Puzzle, keep: Keep) -> CommandResult {
    let explorer = explorer_in(common, &args.searched.keeping, puzzle, keep);
    let numbered = if args.everywhere {
        explorer.number_all()?
    } else {
        explorer.number()?
    };
    let found = FarthestGeneration::of(&numbered, args)?;
    Ok(found.report(common, &numbered, args.from))
}

/// The positions of the last generation of a search.
struct FarthestGeneration {
    generation: u64,
    count: u64,
    /// The first `--limit` positions, sorted as text.
    positions: Vec<String>,
    /// Number of solvable configurations, with `--everywhere`.
    solvable: Option<u64>,
}

impl FarthestGeneration {
    /// Makes the search, or reads its result if it is saved.
    fn of(numbered: &Numbered, args: &FarthestArgs) -> Result<FarthestGeneration, Problem> {
        let puzzle = numbered.puzzle();
        // All positions are visited, because they are sorted as text; memory holds only the first
        // `--limit` of them.
        let mut positions = BTreeSet::new();
        let mut add = |index| {
            positions.insert(puzzle.write_position(&numbered.graph.configuration(index)));
            if positions.len() > args.limit {
                positions.pop_last();
            }
        };
        let files = match args.from {
            SearchOrigin::Start => numbered.kept_files()?.filter(RunStore::is_complete),
            SearchOrigin::Goals => None,
        };
        let mut solvable = None;
        let (generation, count) = match files {
            Some(files) => {
                let generation = files.generations().len() as u64 - 1;
                let last = Filed::new(&files, generation).map_err(Problem::of_files)?;
                last.for_each(&mut add);
                last.into_result().map_err(Problem::of_files)?;
                (generation, files.generations()[generation as usize])
            }
            None if args.everywhere => {
                let found = numbered.search_from_all_goals()?;
                found.last().iter().copied().for_each(add);
                solvable = Some(found.counts().iter().sum::<u64>());
                (found.counts().len() as u64 - 1, found.last().len() as u64)
            }
            None => {
                let marked = match args.from {
                    SearchOrigin::Start => numbered.search_from_start()?,
                    SearchOrigin::Goals => numbered.search_from_goals()??,
                };
                marked.visit_last(add)?
            }
        };
        Ok(FarthestGeneration {
            generation,
            count,
            positions: positions.into_iter().collect(),
            solvable,
        })
    }

    /// The output of the command.
    fn report(self, common: &CommonArgs, numbered: &Numbered, from: SearchOrigin) -> Output {
        let puzzle = numbered.puzzle();
        let distance = counted(self.generation, common.metric.name());
        let what = match from {
            SearchOrigin::Start => format!("{distance} from Start"),
            SearchOrigin::Goals => format!("{distance} from the nearest goal"),
        };
        let mut lines = vec![format!(
            "{}: {}, {what}",
            puzzle.title,
            counted(self.count, "position")
        )];
        lines.extend(self.solvable.map(|solvable| {
            let all = numbered.graph.vertex_count();
            format!(
                "{} of {} can be solved",
                with_commas(solvable),
                counted(all, "legal configuration")
            )
        }));
        lines.push(String::new());
        lines.extend(in_columns(&self.positions, line_width()));
        if (self.positions.len() as u64) < self.count {
            lines.push(shown_of(self.positions.len(), with_commas(self.count)));
        }
        let record = json::FarthestRecord {
            puzzle: puzzle.name.clone(),
            metric: common.metric.name().to_owned(),
            from: from.name(),
            generation: self.generation,
            count: json::digits(self.count),
            positions: self.positions,
            solvable: self.solvable.map(json::digits),
        };
        Output::new(lines, &record)
    }
}
