//! A shortest solution by the method that a person names.

use crate::explore::search::Solution;
use crate::{Approach, Explorer, GuidedFind, Problem, Sought, Stopped, Target, TileTables};
use slidewise_analysis::{GuidedAnswer, GuidedResult, Path, Unsolvable};
use slidewise_puzzle::Configuration;

/// How a shortest solution is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolutionMethod {
    /// The one that fits the budget.
    Auto,
    /// Generation after generation from Start.
    Explore,
    /// Generations from Start and from the goals, until they meet.
    Meet,
    /// A search that tables guide.
    Tables,
    /// A search of a board of tiles that the distances on the grid guide.
    Grid,
}

/// A shortest solution, and how it was found.
#[derive(Clone, Debug)]
pub struct MethodSolution {
    /// The solution.
    pub solution: Solution,
    /// The method, which is not `Auto`.
    pub method: SolutionMethod,
    /// Number of positions that the search went through; `None` for an exploration.
    pub nodes: Option<u64>,
}

impl SolutionMethod {
    /// The methods.
    pub const ALL: [SolutionMethod; 5] = [
        SolutionMethod::Auto,
        SolutionMethod::Explore,
        SolutionMethod::Meet,
        SolutionMethod::Tables,
        SolutionMethod::Grid,
    ];

    /// The name: `auto`, `explore`, `meet`, `tables` or `grid`.
    pub fn name(self) -> &'static str {
        match self {
            SolutionMethod::Auto => "auto",
            SolutionMethod::Explore => "explore",
            SolutionMethod::Meet => "meet",
            SolutionMethod::Tables => "tables",
            SolutionMethod::Grid => "grid",
        }
    }

    /// The way in which an explorer searches, if tables do not guide the search.
    pub fn approach(self) -> Approach {
        match self {
            SolutionMethod::Auto | SolutionMethod::Tables | SolutionMethod::Grid => Approach::Auto,
            SolutionMethod::Explore => Approach::Start,
            SolutionMethod::Meet => Approach::BothEnds,
        }
    }
}

impl TileTables<'_> {
    /// The way of an answer that has one, from its start.
    ///
    /// # Errors
    /// If the way is none of the puzzle, because a table is damaged.
    pub fn way(&self, start: &Configuration, answer: &GuidedAnswer) -> Result<Path, Problem> {
        self.path(start, answer).ok_or_else(|| {
            Problem::of_run(
                "the way that was found is not one of the puzzle",
                "build the tables again with --fresh",
            )
        })
    }
}

impl<'a> Explorer<'a> {
    /// Finds a shortest solution and the number of all of them by a method. A search that exceeds
    /// the memory needs a folder for its files.
    ///
    /// # Errors
    /// If there is no solution, too little memory or disk, a store fails, or tables cannot be
    /// built.
    pub fn solve_by(&self, method: SolutionMethod) -> Result<Sought<MethodSolution>, Problem> {
        match method {
            SolutionMethod::Tables if !self.has_tile_tables() => self.solve_by_group_tables(),
            SolutionMethod::Tables | SolutionMethod::Grid => self.solve_tiles(method),
            SolutionMethod::Auto if self.prefers_bounds()? => self.solve_tiles(method),
            _ => {
                let explorer = self.clone().approach(method.approach());
                explorer.shortest(Target::Finish, |ways| {
                    Ok(MethodSolution {
                        solution: Solution::of(ways.routes),
                        method: match ways.met_after {
                            Some(_) => SolutionMethod::Meet,
                            None => SolutionMethod::Explore,
                        },
                        nodes: ways.met_after,
                    })
                })
            }
        }
    }

    fn solve_tiles(&self, method: SolutionMethod) -> Result<Sought<MethodSolution>, Problem> {
        let search = self.tile_search(method, &[])?;
        let answer = search.solve(&self.puzzle.start, true, &mut |_, _| {})?;
        let nodes = answer.guided.nodes;
        let stopped = |at_least| {
            Ok(Sought::Stopped(Stopped {
                at_least,
                searched: nodes,
                problem: Problem::of_run("interrupted", "the same command begins again"),
                kept: None,
            }))
        };
        match (answer.guided.result, answer.path) {
            (GuidedResult::Stopped { at_least }, _) => stopped(u64::from(at_least)),
            (GuidedResult::Solved { ways, .. }, Some(path)) => match ways {
                // Not all ways were counted.
                None => stopped(path.moves.len() as u64),
                Some(ways) => {
                    let solution = MethodSolution {
                        solution: Solution::of_path(path, ways),
                        method: answer.method,
                        nodes: Some(nodes),
                    };
                    Ok(Sought::Found(solution, None))
                }
            },
            _ => Err(Problem::of_no_solution(&self.puzzle, &Unsolvable::Parity)),
        }
    }

    fn solve_by_group_tables(&self) -> Result<Sought<MethodSolution>, Problem> {
        let tables = self.group_tables(&[])?;
        let outcome = tables.shortest(&self.puzzle.start, true, |routes, nodes| {
            Ok(MethodSolution {
                solution: Solution::of(routes),
                method: SolutionMethod::Tables,
                nodes: Some(nodes),
            })
        })?;
        match outcome.found {
            GuidedFind::Ways(solution) => Ok(Sought::Found(solution, None)),
            GuidedFind::Unsolvable(problem) => Err(problem),
            GuidedFind::Stopped(stopped) => Ok(Sought::Stopped(stopped)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Keep;
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn all_methods_find_as_many_shortest_ways() {
        for (name, metric) in [("tiles:2x3", Metric::Step), ("checkmate", Metric::Move)] {
            let mut puzzle = Puzzle::open(name).unwrap();
            if name == "tiles:2x3" {
                puzzle.start = puzzle.read_position("45.:123").unwrap();
            }
            let known = Explorer::new(&puzzle).metric(metric).explore().unwrap();
            let known = known.solve().unwrap();
            for method in SolutionMethod::ALL {
                if method == SolutionMethod::Grid && name != "tiles:2x3" {
                    continue;
                }
                let folder = tempfile::tempdir().unwrap();
                let explorer = Explorer::new(&puzzle)
                    .metric(metric)
                    .keep(Keep::Scratch(folder.path().to_owned()));
                let found = explorer.solve_by(method).unwrap().into_found().unwrap();
                assert_eq!(found.solution.len(), known.len(), "{name} {method:?}");
                assert_eq!(found.solution.routes(), known.routes(), "{name} {method:?}");
                let expected = match method {
                    SolutionMethod::Auto => SolutionMethod::Explore,
                    other => other,
                };
                assert_eq!(found.method, expected, "{name}");
            }
        }
    }
}
