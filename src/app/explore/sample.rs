//! Random positions at a given distance from Start or from the goals.
//!
//! Marks give the distance modulo 3 only. The members of a generation before the last are therefore
//! found by a second search without marks, which ends at that generation.

use super::numbered::Limit;
use super::seeded_draw::SeededDraw;
use crate::{Numbered, Problem};
use slidewise_engine::search::{
    CountSink, EngineChoice, Filed, GenerationMembers, Outcome, Resources, SearchEnd, Sink,
};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::counted;
use std::collections::BTreeSet;
use std::iter::Peekable;
use std::ops::RangeInclusive;

/// What is drawn from a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleRequest {
    /// The sources from which the distance is measured.
    pub from: SearchOrigin,
    /// The distance, which is the number of the generation.
    pub distance: u64,
    /// The number of positions wanted.
    pub count: u64,
    /// The seed of the draw.
    pub seed: u64,
}

/// Distinct positions of a generation, drawn so that each set of them is equally probable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The numbers of the positions, ascending.
    pub members: Vec<u64>,
    /// The size of the generation.
    pub of: u64,
}

impl Numbered {
    /// Draws positions of a generation at random; all of them if it has no more than are wanted.
    ///
    /// The result depends on the puzzle, the metric and the request alone, and not on threads,
    /// engine or saved searches. Time: at most that of an exploration up to the generation; from
    /// the goals, of an exploration from Start besides. Memory: that of an exploration that only
    /// counts, and of the sample.
    ///
    /// # Errors
    /// If no position has this distance, the search needs too much memory or disk or is
    /// interrupted, or a store fails.
    pub fn sample(&self, request: SampleRequest) -> Result<Sample, Problem> {
        if request.from == SearchOrigin::Start
            && let Some(sample) = self.sample_of_kept(request)?
        {
            return Ok(sample);
        }
        let sources = self.sample_sources(request.from)?;
        let distances = request.distance..=request.distance;
        let (mut samples, counts) = self.samples_by_search(request, distances, &sources)?;
        samples.pop().ok_or_else(|| self.beyond(request, &counts))
    }

    /// Draws as many positions at each of several distances, as [`Numbered::sample`] draws at each;
    /// `request.distance` does not matter. Farther than any position there is no sample.
    ///
    /// Time and memory are those of a search up to the greatest distance.
    ///
    /// # Errors
    /// If the search needs too much memory or disk or is interrupted, or no goal can be reached.
    pub fn sample_each(
        &self,
        request: SampleRequest,
        distances: RangeInclusive<u64>,
    ) -> Result<Vec<Sample>, Problem> {
        let sources = self.sample_sources(request.from)?;
        Ok(self.samples_by_search(request, distances, &sources)?.0)
    }

    /// The configurations at distance 0.
    fn sample_sources(&self, from: SearchOrigin) -> Result<Vec<u64>, Problem> {
        match from {
            SearchOrigin::Start => Ok(vec![self.start()]),
            SearchOrigin::Goals => {
                if self.puzzle().goals.is_empty() {
                    return Err(Problem::of_no_goal(
                        self.puzzle(),
                        "leave --from goal out to measure from Start",
                    ));
                }
                let goals = self.goals()?;
                // Only a search from Start knows which goals can be reached.
                let reached = self.search_from_start()?;
                let explored = self.explored(&reached);
                let sources = goals.seen_by(explored)?;
                if sources.is_empty() {
                    return Err(self.unsolvable(&goals, explored.counts()));
                }
                Ok(sources)
            }
        }
    }

    /// Draws from a kept search from Start; `None` if it does not answer without a search.
    fn sample_of_kept(&self, request: SampleRequest) -> Result<Option<Sample>, Problem> {
        let distance = request.distance;
        if let Some(files) = self.kept_files()? {
            let counts = files.generations();
            if distance < files.first_kept() {
                return Ok(None);
            }
            return match counts.get(distance as usize) {
                Some(&of) => {
                    let members = Filed::new(&files, distance).map_err(Problem::of_files)?;
                    let sample = request.draw(&members, of);
                    members.into_result().map_err(Problem::of_files)?;
                    Ok(Some(sample))
                }
                None if files.is_complete() => Err(self.beyond(request, counts)),
                None => Ok(None),
            };
        }
        if self.explorer.reuse == crate::Reuse::Nothing {
            return Ok(None);
        }
        let Some(store) = self.finished(SearchOrigin::Start)? else {
            return Ok(None);
        };
        let counts = store.generations();
        match distance.cmp(&(counts.len() as u64 - 1)) {
            std::cmp::Ordering::Less => Ok(None),
            std::cmp::Ordering::Greater => Err(self.beyond(request, counts)),
            std::cmp::Ordering::Equal => Ok(store.last()?.map(|(_, last)| {
                let mut drawn = request.drawing(last.count());
                last.iter().for_each(|index| drawn.take(index));
                drawn.into_sample()
            })),
        }
    }

    /// Searches from `sources` up to the last of the distances, and draws from the generation of
    /// each. Returns the sizes of the generations as well.
    fn samples_by_search(
        &self,
        request: SampleRequest,
        distances: RangeInclusive<u64>,
        sources: &[u64],
    ) -> Result<(Vec<Sample>, Vec<u64>), Problem> {
        let last = *distances.end();
        let limit = Limit {
            engine: EngineChoice::best(&self.graph).without_marks(),
            max_generation: Some(last),
        };
        let memory = self.explorer.memory;
        Resources::to_count(&self.graph, &limit.engine).check(memory, None)?;
        let mut counts = CountSink::default();
        let mut generation = 0;
        let mut samples = Vec::new();
        let outcome: Outcome = self.run(&mut counts, sources, &limit, |members, count| {
            if distances.contains(&generation) {
                samples.push(request.draw(members, count));
            }
            generation += 1;
            generation > last
        })?;
        match outcome.ended {
            SearchEnd::Interrupted if generation <= last => Err(Problem::of_nothing_kept()),
            _ => Ok((samples, counts.counts().to_vec())),
        }
    }

    /// The problem of a distance that no position has; `counts` are the sizes of all generations.
    fn beyond(&self, request: SampleRequest, counts: &[u64]) -> Problem {
        let metric = self.explorer.metric.name();
        let depth = counts.len().saturating_sub(1);
        let from = match request.from {
            SearchOrigin::Start => "Start",
            SearchOrigin::Goals => "the nearest goal",
        };
        Problem::no_such_thing(
            format!(
                "{} has no position {} from {from}: the farthest is {} away",
                self.puzzle().name,
                counted(request.distance, metric),
                counted(depth, metric)
            ),
            format!("give a --distance from 0 to {depth}"),
        )
    }
}

impl SampleRequest {
    /// A drawing from a generation of `of` members, which has seen none of them yet.
    fn drawing(self, of: u64) -> Drawing {
        let ranks = || SeededDraw::new(self.seed).distinct(self.count, of);
        Drawing {
            ranks: (self.count < of).then(|| ranks().into_iter().peekable()),
            seen: 0,
            members: Vec::new(),
            of,
        }
    }

    /// Draws from the members of a generation of the size `of`.
    fn draw(self, members: &dyn GenerationMembers, of: u64) -> Sample {
        let mut drawing = self.drawing(of);
        members.for_each(&mut |index| drawing.take(index));
        drawing.into_sample()
    }
}

/// A pass over the members of a generation that keeps those of the drawn ranks.
struct Drawing {
    /// The drawn ranks that have not been met yet, ascending; `None` if all members are drawn.
    ranks: Option<Peekable<<BTreeSet<u64> as IntoIterator>::IntoIter>>,
    seen: u64,
    members: Vec<u64>,
    of: u64,
}

impl Drawing {
    /// Takes the next member, in ascending order.
    fn take(&mut self, index: u64) {
        let is_drawn = match &mut self.ranks {
            Some(ranks) => ranks.next_if_eq(&self.seen).is_some(),
            None => true,
        };
        if is_drawn {
            self.members.push(index);
        }
        self.seen += 1;
    }

    fn into_sample(self) -> Sample {
        Sample {
            members: self.members,
            of: self.of,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineName, ExploreOptions, Explorer, Keep, ProblemKind};
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;
    use std::collections::BTreeMap;

    /// The positions of a generation, found by walking back from each position that is legal.
    fn generation_by_text(word: &str, distance: u64) -> BTreeSet<String> {
        let puzzle = Puzzle::open(word).unwrap();
        let numbered = Explorer::new(&puzzle).number().unwrap();
        let all = (0..numbered.graph.len()).filter(|&index| numbered.graph.is_vertex(index));
        let search = Explorer::new(&puzzle).explore().unwrap();
        let far = all.map(|index| numbered.graph.configuration(index));
        let far = far.filter(|position| search.distance(position).unwrap() == Some(distance));
        far.map(|position| puzzle.write_position(&position))
            .collect()
    }

    fn request(distance: u64, count: u64, seed: u64) -> SampleRequest {
        SampleRequest {
            from: SearchOrigin::Start,
            distance,
            count,
            seed,
        }
    }

    #[test]
    fn each_position_of_a_generation_is_drawn_about_as_often_as_another() {
        let puzzle = Puzzle::open("tiles:2x3").unwrap();
        let numbered = Explorer::new(&puzzle).number().unwrap();
        let distance = 8;
        let wanted = generation_by_text("tiles:2x3", distance);
        let draws = 4000;
        let mut met: BTreeMap<String, u64> = BTreeMap::new();
        for seed in 0..draws {
            let sample = numbered.sample(request(distance, 1, seed)).unwrap();
            assert_eq!((sample.members.len(), sample.of), (1, wanted.len() as u64));
            let position = numbered.graph.configuration(sample.members[0]);
            *met.entry(puzzle.write_position(&position)).or_default() += 1;
        }
        assert_eq!(met.keys().cloned().collect::<BTreeSet<_>>(), wanted);
        let expected = draws as f64 / wanted.len() as f64;
        let deviations = met.values().map(|&count| (count as f64 - expected).powi(2));
        let chi_square = deviations.sum::<f64>() / expected;
        // The mean of chi-square is its number of degrees of freedom; five standard deviations
        // above it is far outside chance.
        let freedom = (wanted.len() - 1) as f64;
        assert!(
            chi_square < freedom + 5.0 * (2.0 * freedom).sqrt(),
            "{chi_square}"
        );
    }

    #[test]
    fn threads_and_what_is_kept_do_not_change_the_draw() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let depth = Explorer::new(&puzzle).explore().unwrap().depth();
        for from in [SearchOrigin::Start, SearchOrigin::Goals] {
            let asked = [0, 1, 40, depth].map(|distance| SampleRequest {
                from,
                ..request(distance, 5, 3)
            });
            let drawn = |explorer: Explorer| {
                let numbered = explorer.number().unwrap();
                asked.map(|asked| {
                    numbered
                        .sample(asked)
                        .map_err(|problem| problem.kind())
                        .ok()
                })
            };
            let plain = drawn(Explorer::new(&puzzle).threads(1));
            assert!(plain[2].is_some());
            for threads in [2, 4] {
                assert_eq!(drawn(Explorer::new(&puzzle).threads(threads)), plain);
            }
            for name in ["marks", "files"] {
                let kept = Keep::Folder(folder.path().join(name));
                let explorer = Explorer::new(&puzzle).keep(kept).threads(2);
                let options = ExploreOptions {
                    engine: match name {
                        "files" => EngineName::Frontier,
                        _ => EngineName::Sparse,
                    },
                    ..ExploreOptions::default()
                };
                let mut numbered = explorer.clone().number().unwrap();
                let plan = numbered.plan(&options).unwrap();
                numbered.explore_generations(plan, &options).unwrap();
                drop(numbered);
                assert_eq!(drawn(explorer), plain, "{name}");
            }
        }
    }

    #[test]
    fn a_generation_is_given_whole_if_it_is_small_and_refused_if_it_does_not_exist() {
        let puzzle = Puzzle::open("tiles:2x2").unwrap();
        let numbered = Explorer::new(&puzzle)
            .metric(Metric::Step)
            .number()
            .unwrap();
        let all = numbered.sample(request(3, 100, 0)).unwrap();
        assert_eq!((all.members.len(), all.of), (2, 2));
        let none = numbered.sample(request(7, 1, 0)).unwrap_err();
        assert_eq!(none.kind(), ProblemKind::NotFound);
        assert!(none.message.contains("6 steps"), "{none}");
    }
}
