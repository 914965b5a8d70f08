//! `Explorer::solve`: the one choice between the ways to answer a question.

use crate::Progress;
use crate::ways::answer::WaysReader;
use crate::{Answer, Explorer, Problem, Question, SolveMethod, Target, WantedWays};
use slidewise_analysis::Unsolvable;
use slidewise_engine::graph::GraphLimits;
use slidewise_engine::search::Method;

impl Explorer {
    /// Finds a shortest way from Start to the target of a question, and the number of such ways.
    ///
    /// A search that exceeds the memory needs a folder for its files.
    ///
    /// # Errors
    /// If there is no way, too little memory or disk, a store fails, or tables cannot be built.
    pub fn solve(&self, question: &Question) -> Result<Answer, Problem> {
        self.solve_with(question, &mut |_, _| Ok(()))
    }

    /// Answers a question as [`Explorer::solve`] does; if its ways are to be listed, `read`
    /// receives them once, while the search is open.
    ///
    /// # Errors
    /// As [`Explorer::solve`]. Errors of `read` are returned, too.
    pub fn solve_with(&self, question: &Question, read: WaysReader<'_>) -> Result<Answer, Problem> {
        if let Some(problem) = question.target.obstacle(&self.puzzle) {
            return Err(problem);
        }
        self.metric.check(&self.puzzle)?;
        question.check_extra()?;
        if !self.is_guided(question)? {
            return self.shortest(question, read);
        }
        let aimed = self.aimed_at(&question.target);
        let tables = aimed.tables(question.method, &question.tables)?;
        let answer = tables.solve(&self.puzzle.start, question.wanted, read)?;
        match answer.problem {
            Some(problem) if problem.unsolvable().is_some() => Err(match &question.target {
                Target::Finish => problem,
                Target::Position(position) => {
                    Problem::of_no_way(&self.puzzle, position, &Unsolvable::Parity)
                }
            }),
            _ => Ok(answer),
        }
    }

    /// Whether bounds guide the search for an answer.
    fn is_guided(&self, question: &Question) -> Result<bool, Problem> {
        match question.method {
            SolveMethod::Tables | SolveMethod::Grid => Ok(true),
            _ if !question.tables.is_empty() => Ok(true),
            SolveMethod::Explore | SolveMethod::Meet => Ok(false),
            SolveMethod::Auto if question.extra > 0 => Ok(false),
            // The ways that a search by the grid finds are counted, and not listed.
            SolveMethod::Auto if question.wanted == WantedWays::Listed => Ok(false),
            SolveMethod::Auto => {
                let exceeds = self.aimed_at(&question.target).exceeds_budget()?;
                if exceeds && question.target == Target::Finish {
                    self.observer.progress(&Progress::Bounded(&self.puzzle));
                }
                Ok(exceeds)
            }
        }
    }

    /// Whether a board of tiles has positions that fit neither the budget nor an index, and are not
    /// explored already.
    fn exceeds_budget(&self) -> Result<bool, Problem> {
        if !self.has_grid() {
            return Ok(false);
        }
        let quick = GraphLimits {
            nodes: self.allowance().nodes.min(Method::QUICK_NODES),
            ..self.allowance()
        };
        match self.clone().number_within(quick) {
            Ok(numbered) => Ok(numbered.method()? == Method::Generations),
            Err(_) => Ok(true),
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
            for method in SolveMethod::ALL {
                if method == SolveMethod::Grid && name != "tiles:2x3" {
                    continue;
                }
                let folder = tempfile::tempdir().unwrap();
                let explorer = Explorer::new(&puzzle)
                    .metric(metric)
                    .keep(Keep::Scratch(folder.path().to_owned()));
                let found = explorer.solve(&Question::default().by(method)).unwrap();
                assert_eq!(found.at_least, known.len() as u64, "{name} {method:?}");
                let routes = found.routes.as_ref();
                assert_eq!(routes, Some(known.routes()), "{name} {method:?}");
                let expected = match method {
                    SolveMethod::Auto => SolveMethod::Explore,
                    other => other,
                };
                assert_eq!(found.method, expected, "{name}");
            }
        }
    }
}
