//! Shortest ways from many starts, several of them at once.

use super::TablesKind;
use super::start_limits::StartLimits;
use crate::{Answer, Explorer, Problem, SolveMethod, TableShelf, WantedWays};
use slidewise_engine::search::run_workers;
use slidewise_puzzle::Configuration;
use slidewise_store::Stopwatch;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Memory limit of all threads together without one that is given.
const USUAL_BYTES: u64 = 4 << 30;

/// What is asked of the searches from many starts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StartsQuestion {
    /// How the ways are searched: `Auto`, `Tables` or `Grid`.
    pub method: SolveMethod,
    /// Limits of each search.
    pub limits: StartLimits,
}

/// The answer for one of many starts, with the seconds of its search.
pub type TimedAnswer = (Answer, f64);

impl Explorer {
    /// Finds a shortest way from each start to the nearest goal, in the order of the starts.
    ///
    /// Each thread searches from one start after the other. Tables of tiles are shared by all
    /// threads; of groups of pieces each thread has its own, unless they are kept in a folder, and
    /// an equal part of the memory.
    /// `done` is called after each search with the number of starts answered so far.
    ///
    /// # Errors
    /// If the method is an exploration or a search from both ends, tables cannot be built, a start
    /// cannot be searched, or the work is stopped.
    pub fn solve_many(
        &self,
        starts: &[Configuration],
        question: StartsQuestion,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<TimedAnswer>, Problem> {
        if matches!(question.method, SolveMethod::Explore | SolveMethod::Meet) {
            return Err(Problem::of_input(
                format!(
                    "many starts are searched by tables or the grid, not by {}",
                    question.method.name()
                ),
                "leave the method out",
            ));
        }
        self.metric.check(&self.puzzle)?;
        let workers = self.threads.clamp(1, starts.len().max(1));
        let shelf = Arc::new(TableShelf::new(self.threads));
        let explorer = self.clone().threads(self.threads / workers).shelf(shelf);
        let is_shared = matches!(
            explorer.tables(question.method, &[])?.kind,
            TablesKind::Tiles(_)
        );
        let explorer = if is_shared {
            explorer
        } else {
            // Each thread has tables and positions of its own.
            let each = explorer.memory_or(USUAL_BYTES) / workers as u64;
            explorer.memory(Some(each))
        };
        let (next, building) = (AtomicUsize::new(0), Mutex::new(()));
        let answers = Mutex::new((vec![None; starts.len()], 0, None));
        let work = |_| {
            let tables = explorer.tables(question.method, &[]);
            let tables = tables.map(|own| own.within(question.limits).built_alone(&building));
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(start) = starts.get(number) else {
                    return;
                };
                let begun = Stopwatch::start();
                let answer = match &tables {
                    _ if self.is_stopped() => Err(Problem::of_nothing_kept()),
                    Ok(tables) => tables.solve(start, WantedWays::One, &mut |_, _| Ok(())),
                    Err(problem) => Err(problem.clone()),
                };
                let seconds = begun.elapsed().as_secs_f64();
                let mut found = answers.lock().unwrap_or_else(PoisonError::into_inner);
                match answer {
                    Ok(_) if self.is_stopped() => {
                        found.2.get_or_insert_with(Problem::of_nothing_kept);
                    }
                    Ok(answer) => {
                        found.0[number] = Some((answer, seconds));
                        found.1 += 1;
                        done(found.1);
                    }
                    Err(problem) => {
                        found.2.get_or_insert(problem);
                        next.store(starts.len(), Ordering::Relaxed);
                    }
                }
            }
        };
        run_workers(0..workers, work, &mut || {});
        let answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        match answers.2 {
            Some(problem) => Err(problem),
            None => Ok(answers.0.into_iter().flatten().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cause;
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;
    use std::time::Duration;

    #[test]
    fn many_starts_are_answered_in_order_by_any_number_of_threads() {
        for (word, metric) in [("tiles:3x3", Metric::Step), ("rush-card-01", Metric::Slide)] {
            let puzzle = Puzzle::open(word).unwrap();
            let explorer = Explorer::new(&puzzle).metric(metric).memory(Some(1 << 26));
            let starts = explorer.draw_solvable(24, 5).unwrap().positions;
            let known = starts.iter().map(|start| {
                let begun = Puzzle {
                    start: start.clone(),
                    ..puzzle.clone()
                };
                let search = Explorer::new(&begun).metric(metric).explore().unwrap();
                search.solve().unwrap().len() as u64
            });
            let known: Vec<u64> = known.collect();
            for threads in [1, 2, 5, 40] {
                for method in [SolveMethod::Auto, SolveMethod::Tables] {
                    let question = StartsQuestion {
                        method,
                        ..StartsQuestion::default()
                    };
                    let explorer = explorer.clone().threads(threads);
                    let answers = explorer.solve_many(&starts, question, &|_| ()).unwrap();
                    let lengths = answers.iter().map(|(answer, _)| {
                        let way = answer.way.as_ref().unwrap();
                        assert_eq!(way.moves.len() as u64, answer.at_least);
                        answer.at_least
                    });
                    assert_eq!(lengths.collect::<Vec<_>>(), known, "{word} {threads}");
                }
            }
        }
    }

    #[test]
    fn a_start_at_its_limit_has_a_proved_bound_and_the_others_an_answer() {
        let puzzle = Puzzle::open("tiles:4x4").unwrap();
        // The second is that of Korf's first instance, whose shortest way has 57 steps.
        let far = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
        let goal = puzzle.read_position("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
        let mut puzzle = puzzle.clone();
        puzzle.goals = vec![puzzle.goal_of(&goal.clone().unwrap())];
        let near = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
        let starts = [near, far, near].map(|text| puzzle.read_position(text).unwrap());
        let explorer = Explorer::new(&puzzle).threads(2);
        for limits in [
            StartLimits {
                nodes: Some(100_000),
                time: None,
            },
            StartLimits {
                nodes: None,
                time: Some(Duration::ZERO),
            },
        ] {
            let question = StartsQuestion {
                method: SolveMethod::Grid,
                limits,
            };
            let answers = explorer.solve_many(&starts, question, &|_| ()).unwrap();
            let (cut, _) = &answers[1];
            assert!(cut.way.is_none() && (41..=57).contains(&cut.at_least));
            let problem = cut.problem.as_ref().unwrap();
            assert_eq!(problem.cause(), &Cause::Interrupted);
            assert!(problem.message.contains("limit"), "{problem}");
            if limits.nodes.is_some() {
                let nodes = cut.nodes.unwrap();
                assert!((100_000..200_000).contains(&nodes), "{nodes}");
                for near in [&answers[0].0, &answers[2].0] {
                    assert_eq!((near.at_least, near.way.is_some()), (1, true));
                }
            }
        }
        let lane = Puzzle::open("lane-rouge").unwrap();
        let explorer = Explorer::new(&lane).threads(1);
        let question = StartsQuestion {
            limits: StartLimits {
                nodes: Some(7),
                time: None,
            },
            ..StartsQuestion::default()
        };
        let starts = [lane.start.clone()];
        let answers = explorer.solve_many(&starts, question, &|_| ()).unwrap();
        let (cut, _) = &answers[0];
        assert!(cut.way.is_none() && cut.at_least <= 116);
        assert_eq!(cut.nodes, Some(7));
    }

    #[test]
    fn a_stop_and_a_method_without_tables_are_problems() {
        let puzzle = Puzzle::open("tiles:3x3").unwrap();
        let explorer = Explorer::new(&puzzle);
        let starts = [puzzle.start.clone()];
        for method in [SolveMethod::Explore, SolveMethod::Meet] {
            let question = StartsQuestion {
                method,
                ..StartsQuestion::default()
            };
            let refused = explorer.solve_many(&starts, question, &|_| ());
            assert_eq!(refused.unwrap_err().cause(), &Cause::Input);
        }
        let token = crate::StopToken::default();
        token.stop();
        let stopped = explorer.clone().stop(&token);
        let stopped = stopped.solve_many(&starts, StartsQuestion::default(), &|_| ());
        assert_eq!(stopped.unwrap_err().cause(), &Cause::Interrupted);
        let none = explorer.solve_many(&[], StartsQuestion::default(), &|_| ());
        assert_eq!(none.unwrap().len(), 0);
    }
}
