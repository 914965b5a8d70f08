//! Searches from both ends against the oracle and against explorations: lengths, numbers of ways,
//! the ways in their order, and puzzles without a solution, on random small puzzles.

use crate::oracle::random::PUZZLES;
use crate::oracle::search::{Oracle, OracleMetric};
use crate::oracle::{restricted, units};
use crate::support::cores::for_each;
use crate::support::exploration::{MemorySearch, start_of};
use num_bigint::BigUint;
use slidewise::unstable::analysis::{FiledSearch, Goals, Path, Routes};
use slidewise::unstable::app::{
    Explorer, Keep, Problem, Question, SolveMethod, Target, WantedWays,
};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{
    Event, Meeting, MeetingEnd, MeetingFiles, MeetingOutcome, StopFlag, header_of,
};
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use slidewise::unstable::store::{Access, Ascending, RunStore, StoreError};
use std::ops::ControlFlow;
use std::path::Path as FilePath;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// Memory for sorting in which a thread has room for some 300 numbers.
const TIGHT: u64 = (96 << 10) + 300 * 8;

/// Most ways that are compared one by one.
const MAX_WAYS: usize = 20;

/// All random puzzles that have a goal, each with a metric: of the boards of unit pieces pushes of
/// rows, of the others one of the metrics of one piece.
fn puzzles() -> Vec<(u64, String, Metric, OracleMetric)> {
    let lines = units::BOARDS
        .iter()
        .map(|(seed, text)| (*seed, text.clone(), Metric::Line, OracleMetric::Line));
    let others = PUZZLES.iter().chain(restricted::PUZZLES.iter());
    let others = others.map(|(seed, text)| {
        let number = (seed % 3) as usize;
        let (own, oracles) = (Metric::OF_ONE_PIECE[number], OracleMetric::ALL[number]);
        (*seed, text.clone(), own, oracles)
    });
    let all = lines.chain(others);
    all.filter(|(_, text, ..)| text.contains("goal")).collect()
}

/// Runs `check` on every such puzzle, on all cores.
fn for_each_puzzle(check: impl Fn(u64, &Puzzle, &Graph, &Oracle, OracleMetric) + Sync) {
    let checked = AtomicUsize::new(0);
    for_each(
        &puzzles(),
        |(seed, text, metric, _)| format!("seed {seed}, {metric:?}: {text}"),
        |(seed, text, metric, oracles)| {
            // Some boards of unit pieces are no puzzles.
            let Ok(puzzle) = Puzzle::from_toml("random", "random.toml", text) else {
                return;
            };
            let graph = Graph::new(&puzzle, &puzzle.start, *metric).unwrap();
            check(*seed, &puzzle, &graph, &Oracle::read(text), *oracles);
            checked.fetch_add(1, Ordering::Relaxed);
        },
    );
    let checked = checked.into_inner();
    eprintln!("{checked} puzzles");
    assert!(checked >= 300, "{checked} puzzles");
}

/// A folder for stores, in memory where there is a file system in memory.
fn folder() -> TempDir {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    folder.unwrap()
}

struct Listed<'a>(std::slice::Iter<'a, u64>);

impl Ascending for Listed<'_> {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.0.next().copied())
    }
}

/// Opens the files of both sides, with these goals in generation 0.
fn open(graph: &Graph, folder: &FilePath, goals: &[u64]) -> MeetingFiles {
    let open = |from| {
        let header = header_of(graph, from);
        RunStore::open(folder, &header, Access::Write { fresh: false }).unwrap()
    };
    let mut files = MeetingFiles {
        start: open(SearchOrigin::Start),
        goals: open(SearchOrigin::Goals),
    };
    if files.goals.generations().is_empty() {
        let mut listed = Listed(goals.iter());
        files.goals.append(&mut listed, StopFlag::never()).unwrap();
    }
    files
}

/// Searches from both ends until they meet, or with `stops` until the next generation is made;
/// adds the spills to `spills`.
fn meet(
    graph: &Graph,
    files: &mut MeetingFiles,
    spills: &AtomicUsize,
    stops: bool,
) -> MeetingOutcome {
    let meeting = Meeting {
        graph,
        memory: TIGHT,
        disk: u64::MAX,
        threads: 1,
        stop: StopFlag::never(),
    };
    let outcome = meeting.run(files, &mut |event| match event {
        Event::Filed { spilled, .. } => {
            spills.fetch_add(spilled.runs as usize, Ordering::Relaxed);
            ControlFlow::Continue(())
        }
        Event::Found { .. } if stops => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    outcome.unwrap()
}

/// The number of the ways between both sides, and the first of them in order.
fn ways_between(
    graph: &Graph,
    files: &MeetingFiles,
    outcome: MeetingOutcome,
) -> Option<(u64, BigUint, Vec<Path>)> {
    let MeetingEnd::Met {
        from_start,
        from_goals,
    } = outcome.ended
    else {
        assert_eq!(outcome.ended, MeetingEnd::Apart);
        return None;
    };
    let start = FiledSearch::new(graph, &files.start);
    let goals = FiledSearch::new(graph, &files.goals);
    let routes = start.routes_meeting(from_start, (goals, from_goals));
    let routes = routes.unwrap();
    assert_eq!(routes.distance(), outcome.at_least);
    Some(of_routes(&routes))
}

fn of_routes(routes: &Routes<'_>) -> (u64, BigUint, Vec<Path>) {
    let ways = routes.paths().take(MAX_WAYS).collect();
    (routes.distance(), routes.count(), ways)
}

/// The goals that a search from the goals begins at, as the library passes them one by one.
fn goals_of(graph: &Graph) -> Vec<u64> {
    let mut goals = Vec::new();
    let whole = Goals::visit_each(graph, usize::MAX, &mut |index| {
        goals.push(index);
        ControlFlow::Continue(())
    });
    assert!(whole.is_continue());
    goals.sort_unstable();
    goals.dedup();
    let all = Goals::of(graph).all().into_iter();
    let all = all.filter(|&index| !graph.orders().is_out_of_reach(index));
    assert!(all.eq(goals.iter().copied()));
    goals
}

#[test]
fn both_ends_meet_after_as_many_moves_as_the_oracle_and_an_exploration_say() {
    let (spills, solved, apart) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    for_each_puzzle(|seed, _, graph, oracle, metric| {
        let goals = goals_of(graph);
        if goals.is_empty() {
            return;
        }
        let folder = folder();
        let mut files = open(graph, folder.path(), &goals);
        let outcome = meet(graph, &mut files, &spills, false);
        let found = ways_between(graph, &files, outcome);

        let routes = oracle.routes(metric);
        let ways_to = |generation: &std::collections::BTreeMap<String, u128>| {
            let goals = generation.iter().filter(|(text, _)| oracle.is_goal(text));
            goals.map(|(_, ways)| ways).sum::<u128>()
        };
        let expected = (0u64..).zip(routes.iter().map(ways_to));
        let expected = expected
            .into_iter()
            .find(|&(_, ways)| ways > 0)
            .map(|(moves, ways)| (moves, BigUint::from(ways)));
        let counted = found.as_ref();
        let counted = counted.map(|(moves, ways, _)| (*moves, ways.clone()));
        assert_eq!(counted, expected);

        // The ways come in the order of those of an exploration.
        let whole = MemorySearch::from_start(graph, 1);
        let met = Goals::of(graph).reached(whole.explored()).unwrap();
        let explored = met.map(|met| {
            let routes = Routes::to(whole.explored(), &met.nearest, met.generation);
            of_routes(&routes.unwrap())
        });
        assert!(found == explored);
        let sides = if found.is_some() { &solved } else { &apart };
        sides.fetch_add(1, Ordering::Relaxed);

        // Stopped after each generation, and resumed from the files, the search comes to the same.
        if seed % 2 == 0 {
            return;
        }
        let pieces = self::folder();
        let mut stops = 0;
        let (resumed, again) = loop {
            let mut files = open(graph, pieces.path(), &goals);
            let outcome = meet(graph, &mut files, &spills, true);
            match outcome.ended {
                MeetingEnd::Interrupted => {
                    // One distance more is ruled out, and one side has one generation more.
                    stops += 1;
                    let (start, goals) = files.depths();
                    assert_eq!((outcome.at_least, start + goals), (stops, stops));
                }
                _ => break (outcome, files),
            }
        };
        assert_eq!(again.depths(), files.depths());
        assert_eq!(again.found(), files.found());
        assert!(ways_between(graph, &again, resumed) == found);
    });
    let [spills, solved, apart] = [spills, solved, apart].map(AtomicUsize::into_inner);
    assert!(spills > 100, "{spills} spills");
    assert!(solved > 200 && apart > 10, "{solved} solved, {apart} apart");
}

/// The ways that an explorer finds to a target, or the problem.
fn sought(
    explorer: &Explorer,
    method: SolveMethod,
    target: &Target,
) -> Result<(u64, BigUint, Vec<Path>), Problem> {
    let question = Question {
        target: target.clone(),
        method,
        wanted: WantedWays::Listed,
        ..Question::default()
    };
    let mut ways = None;
    let answer = explorer.solve_with(&question, &mut |_, routes| {
        ways = Some(of_routes(routes));
        Ok(())
    })?;
    let (distance, count, paths) = match ways {
        Some(ways) => ways,
        None => return Err(answer.into_way().unwrap_err()),
    };
    assert_eq!(
        (answer.at_least, answer.routes.as_ref()),
        (distance, Some(&count))
    );
    assert_eq!(answer.way.as_ref(), paths.first());
    Ok((distance, count, paths))
}

#[test]
fn solutions_and_refusals_are_those_of_an_exploration() {
    let (refused, uncounted) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for_each_puzzle(|seed, puzzle, graph, _, _| {
        if seed % 4 != 0 {
            return;
        }
        let folder = folder();
        let explorer = Explorer::new(puzzle)
            .metric(graph.metric())
            .keep(Keep::Folder(folder.path().to_owned()))
            .threads(1);
        let both = (&explorer.clone(), SolveMethod::Meet);
        let alone = (&explorer.keep(Keep::Memory), SolveMethod::Explore);
        let whole = MemorySearch::from_start(graph, 1);
        let other = whole.explored().seen().last();
        let other = graph.configuration(other.unwrap_or_else(|| start_of(graph)));
        for target in [Target::Finish, Target::Position(other)] {
            let sought = |(explorer, method)| sought(explorer, method, &target);
            let (found, expected) = (sought(both), sought(alone));
            // The second time the files answer.
            match (&found, sought(both)) {
                (Ok(found), Ok(again)) => assert!(*found == again),
                (Err(found), Err(again)) => assert_eq!(found.message, again.message),
                other => panic!("{other:?}"),
            }
            match (found, expected) {
                (Ok(found), Ok(expected)) => assert!(found == expected),
                (Err(found), Err(expected)) => {
                    assert_eq!(
                        (found.kind(), &found.hint),
                        (expected.kind(), &expected.hint)
                    );
                    // If the goals' side ended first, the positions that Start reaches are not
                    // counted.
                    let is_counted = !found.message.contains("in the component of Start");
                    if is_counted {
                        assert_eq!(found.message, expected.message);
                        assert_eq!(found.unsolvable(), expected.unsolvable());
                    } else {
                        uncounted.fetch_add(1, Ordering::Relaxed);
                    }
                    refused.fetch_add(1, Ordering::Relaxed);
                }
                (found, expected) => panic!("{found:?}, {expected:?}"),
            }
        }
    });
    let (refused, uncounted) = (refused.into_inner(), uncounted.into_inner());
    assert!(
        refused >= 4 && uncounted > 0 && uncounted < refused,
        "{refused}, {uncounted}"
    );
}
