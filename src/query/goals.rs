//! The goal configurations of a graph, and which of them a search has reached where.
//!
//! They are enumerated by going down the pattern automaton under the demands of each goal, or, where that
//! would be too many, looked for among the configurations that a search has reached.

use super::judge::{Judge, Wanted};
use super::{Distances, Explored, QueryError};
use crate::board::{Cell, CellSet};
use crate::explore::{self, Counts, Event, Run};
use crate::moves::Graph;
use crate::puzzle::Goal;
use crate::space::{Automaton, EMPTY, Members, NodeId};
use std::ops::ControlFlow;

/// The goal configurations of a graph.
#[derive(Debug)]
pub struct Goals<'g> {
    graph: &'g Graph,
    /// All of them, ascending; `None` where they are too many to be listed: then configurations that have been
    /// reached are looked at one by one.
    listed: Option<Vec<u64>>,
}

/// Where a search has met goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalReach {
    /// The least generation with a goal configuration.
    pub generation: u64,
    /// The goal configurations in that generation.
    pub nearest: Vec<u64>,
    /// How many goal configurations have been reached in all.
    pub reachable: u64,
}

impl<'g> Goals<'g> {
    /// The most goal configurations that are listed.
    pub const MOST_LISTED: usize = 1 << 22;

    /// Where one in so many configurations is a goal, searching again is faster than going back from each.
    pub const MANY: u64 = 50;

    /// Enumerates the goal configurations that the graph numbers.
    ///
    /// Time: in proportion to their number, and to the half-filled boards that come to nothing; it ends at
    /// [`Goals::MOST_LISTED`]. Memory: eight bytes each.
    pub fn of(graph: &'g Graph) -> Goals<'g> {
        let mut indices = Vec::new();
        let mut goals = graph.puzzle().goals.iter();
        let is_listed = goals.all(|goal| {
            Descent::new(graph, goal, &mut indices)
                .is_none_or(|descent| descent.down().is_continue())
        });
        indices.sort_unstable();
        indices.dedup();
        Goals {
            graph,
            listed: is_listed.then_some(indices),
        }
    }

    /// Whether there is none: no goal is legal, or the order of its tiles has the sign that Start's never gets.
    pub fn is_empty(&self) -> bool {
        self.listed.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether a vertex is one of them.
    pub fn contains(&self, index: u64) -> bool {
        match &self.listed {
            Some(listed) => listed.binary_search(&index).is_ok(),
            None => {
                let puzzle = self.graph.puzzle();
                puzzle.is_solved(&self.graph.configuration(index))
            }
        }
    }

    /// How many of a generation's configurations are goals.
    pub fn count_in(&self, generation: &dyn explore::Members) -> u64 {
        let mut count = 0;
        match &self.listed {
            Some(listed) => {
                count = listed
                    .iter()
                    .filter(|&&index| generation.contains(index))
                    .count() as u64;
            }
            None => {
                let mut judge = Judge::new(self.graph, None);
                generation.for_each(&mut |index| count += u64::from(judge.is_goal(index)));
            }
        }
        count
    }

    /// Those of a generation's configurations that are goals, ascending. It has so many.
    pub fn in_generation(&self, generation: &dyn explore::Members, count: u64) -> Vec<u64> {
        let mut found = Vec::new();
        match &self.listed {
            // Whichever are fewer are looked at.
            Some(listed) if listed.len() as u64 <= count => {
                let listed = listed.iter().copied();
                found.extend(listed.filter(|&index| generation.contains(index)));
            }
            listed => {
                let mut judge = Judge::new(self.graph, listed.as_deref());
                generation.for_each(&mut |index| {
                    if judge.is_goal(index) {
                        found.push(index);
                    }
                });
            }
        }
        found
    }

    /// Whether a generation has one of them.
    pub fn meets(&self, generation: &dyn explore::Members) -> bool {
        match &self.listed {
            Some(listed) => listed.iter().any(|&index| generation.contains(index)),
            None => self.count_in(generation) > 0,
        }
    }

    /// Those that a search has seen, ascending.
    pub fn seen_by(&self, explored: Explored<'_>) -> Vec<u64> {
        match &self.listed {
            Some(listed) => {
                let seen = listed.iter().copied();
                seen.filter(|&index| explored.has_seen(index)).collect()
            }
            None => {
                let mut judge = Judge::new(self.graph, None);
                explored
                    .seen()
                    .filter(|&index| judge.is_goal(index))
                    .collect()
            }
        }
    }

    /// Which of them a search has reached; `None` if none lies in a finished generation yet.
    ///
    /// Time: a way back for each, most of which meet the ways of others soon; of a finished search, where more than one
    /// in [`Goals::MANY`] configurations is a goal, another search up to the first of them.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn reached(&self, explored: Explored<'_>) -> Result<Option<GoalReach>, QueryError> {
        let seen = self.seen_by(explored);
        let configurations: u64 = explored.counts().iter().sum();
        if configurations < (seen.len() as u64).saturating_mul(Goals::MANY)
            && let Some(reach) = self.met_again(explored, seen.len() as u64)
        {
            return Ok(Some(reach));
        }
        let finished = explored.counts().len() as u64;
        let mut distances = Distances::new(explored);
        let mut reach: Option<GoalReach> = None;
        let mut reachable = 0;
        for index in seen {
            let distance = distances.of(index)?;
            let Some(generation) = distance.filter(|&generation| generation < finished) else {
                continue;
            };
            reachable += 1;
            match &mut reach {
                Some(reach) if reach.generation < generation => {}
                Some(reach) if reach.generation == generation => reach.nearest.push(index),
                _ => {
                    reach = Some(GoalReach {
                        generation,
                        nearest: vec![index],
                        reachable,
                    });
                }
            }
        }
        Ok(reach.map(|reach| GoalReach { reachable, ..reach }))
    }

    /// Where a finished search from one configuration met the first of so many `reachable` goals, found by searching
    /// again; `None` where the search was another one, there is no memory, or its generations are not those that were
    /// counted, so that the marks must be looked at.
    fn met_again(&self, explored: Explored<'_>, reachable: u64) -> Option<GoalReach> {
        let sources = [explored.start().filter(|_| explored.is_complete())?];
        let mut reach = None;
        let mut agrees = true;
        let run = Run::new(explored.graph(), &sources);
        let ended = run.go(&mut Counts::default(), &mut |event| {
            let Event::Found {
                generation,
                count,
                configurations,
            } = event
            else {
                return ControlFlow::Continue(());
            };
            agrees &= explored.counts().get(generation as usize) == Some(&count);
            let nearest = self.in_generation(configurations, count);
            if !nearest.is_empty() {
                reach = Some(GoalReach {
                    generation,
                    nearest,
                    reachable,
                });
            }
            match agrees && reach.is_none() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        reach.filter(|_| agrees && ended.is_ok())
    }
}

/// The walk down the automaton under one goal.
struct Descent<'a> {
    graph: &'a Graph,
    found: &'a mut Vec<u64>,
    /// By place: the kind and letter of the piece that the goal wants to begin there.
    wanted: Vec<Option<(usize, Option<u8>)>>,
    /// The places on which only wanted pieces may lie.
    claimed: CellSet,
    empty: CellSet,
    /// By arrangement: the letters wanted so far, slot by slot.
    letters: Vec<Vec<Option<u8>>>,
}

impl<'a> Descent<'a> {
    /// `None` if a demand can never be met.
    fn new(graph: &'a Graph, goal: &Goal, found: &'a mut Vec<u64>) -> Option<Descent<'a>> {
        let goal = Wanted::of(graph, goal)?;
        let mut descent = Descent {
            graph,
            found,
            wanted: vec![None; graph.space().layout().scan.cell_count()],
            claimed: CellSet::EMPTY,
            empty: goal.empty,
            letters: vec![Vec::new(); graph.space().arrangements().len()],
        };
        for piece in &goal.pieces {
            descent.wanted[usize::from(piece.begin)] = Some((piece.kind, piece.letter));
            descent.claimed |= piece.places;
        }
        Some(descent)
    }

    fn down(mut self) -> ControlFlow<()> {
        self.from(Automaton::ROOT, 0)
    }

    /// Goes down from a node that the patterns from `rank` on share.
    fn from(&mut self, node: NodeId, rank: u64) -> ControlFlow<()> {
        let space = self.graph.space();
        let layout = space.layout();
        let automaton = space.automaton();
        let place = automaton.place(node);
        if place as usize >= layout.scan.cell_count() {
            return self.take_orders(rank);
        }
        for edge in automaton.edges(node) {
            let begins = CellSet::from(Cell(place));
            if edge.choice == EMPTY {
                if !begins.meets(self.claimed) {
                    self.from(edge.to, rank + edge.before)?;
                }
                continue;
            }
            let kind = edge.choice as usize - 1;
            let Some(placement) = &layout.kinds[kind].placements[place as usize] else {
                continue;
            };
            let letter = match self.wanted[place as usize] {
                Some((wanted, letter)) if wanted == kind => letter,
                Some(_) => continue,
                None if placement.places.meets(self.claimed | self.empty) => continue,
                None => None,
            };
            match layout.kinds[kind].members {
                Members::Class { .. } => self.from(edge.to, rank + edge.before)?,
                Members::Tiles { arrangement } => {
                    self.letters[arrangement].push(letter);
                    self.from(edge.to, rank + edge.before)?;
                    self.letters[arrangement].pop();
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, index: u64) -> ControlFlow<()> {
        if self.found.len() >= Goals::MOST_LISTED {
            return ControlFlow::Break(());
        }
        self.found.push(index);
        ControlFlow::Continue(())
    }

    /// Takes all orders of a pattern that have the wanted letters.
    fn take_orders(&mut self, pattern: u64) -> ControlFlow<()> {
        let orders = self.graph.orders().len();
        let first = pattern * orders;
        if self.letters.iter().flatten().all(Option::is_none) {
            return (0..orders).try_for_each(|order| self.take(first + order));
        }
        let mut words: Vec<Vec<u8>> = self
            .letters
            .iter()
            .map(|slots| vec![0; slots.len()])
            .collect();
        self.fill(pattern, &mut words, 0, 0)
    }

    /// Fills the words from a slot of an arrangement on, in every way.
    fn fill(
        &mut self,
        pattern: u64,
        words: &mut [Vec<u8>],
        arrangement: usize,
        slot: usize,
    ) -> ControlFlow<()> {
        let graph = self.graph;
        let Some(slots) = self.letters.get(arrangement) else {
            return match graph.orders().rank(pattern, words) {
                Some(order) => self.take(pattern * graph.orders().len() + order),
                None => ControlFlow::Continue(()),
            };
        };
        if slot == slots.len() {
            return self.fill(pattern, words, arrangement + 1, 0);
        }
        let counts = &graph.space().layout().groups[arrangement].counts;
        let open: Vec<u8> = (0..counts.len() as u8)
            .filter(|&letter| {
                let used = words[arrangement][..slot]
                    .iter()
                    .filter(|&&l| l == letter)
                    .count();
                let wanted_later = slots[slot + 1..]
                    .iter()
                    .filter(|&&l| l == Some(letter))
                    .count();
                slots[slot].is_none_or(|wanted| wanted == letter)
                    && used + wanted_later < counts[letter as usize]
            })
            .collect();
        for letter in open {
            words[arrangement][slot] = letter;
            self.fill(pattern, words, arrangement, slot + 1)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{Keeper, Memory};
    use crate::moves::Metric;
    use crate::puzzle::Puzzle;
    use crate::query::Beginning;

    /// A puzzle's graph, the number of Start, and a search from there.
    fn searched(word: &str) -> (Graph, u64, Memory) {
        let puzzle = Puzzle::open(word).unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        let mut memory = Memory::new(graph.len()).unwrap();
        Run::new(&graph, &[start])
            .go(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        (graph, start, memory)
    }

    /// Where a search from Start has met the goals of a puzzle: by searching again, and by going back from each.
    fn met_twice(word: &str, listed: bool) -> [Option<GoalReach>; 2] {
        let (graph, start, memory) = searched(word);
        let explored = Explored::in_memory(&graph, &memory, Beginning::At(start));
        let mut goals = Goals::of(&graph);
        if !listed {
            goals.listed = None;
        }
        let seen = goals.seen_by(explored);
        let mut distances = Distances::new(explored);
        let far = seen
            .iter()
            .map(|&goal| distances.of(goal).unwrap().unwrap());
        let far: Vec<u64> = far.collect();
        let by_ways = far.iter().min().map(|&generation| GoalReach {
            generation,
            nearest: seen
                .iter()
                .zip(&far)
                .filter(|(_, far)| **far == generation)
                .map(|(&goal, _)| goal)
                .collect(),
            reachable: seen.len() as u64,
        });
        let again = goals.met_again(explored, seen.len() as u64);
        assert_eq!(goals.reached(explored), Ok(by_ways.clone()), "{word}");
        [again, by_ways]
    }

    #[test]
    fn searching_again_meets_the_goals_that_ways_back_lead_from() {
        for word in ["lane-rouge", "checkmate", "tarohs-soap", "iba-14-hardtime"] {
            for listed in [true, false] {
                let [again, by_ways] = met_twice(word, listed);
                assert!(by_ways.is_some(), "{word}");
                assert_eq!(again, by_ways, "{word}, listed: {listed}");
            }
        }
    }

    #[test]
    fn where_another_search_was_counted_marks_are_looked_at() {
        let (graph, start, memory) = searched("lane-rouge");
        let mut counts = memory.counts().to_vec();
        let goals = Goals::of(&graph);
        let met = |counts: &[u64], is_complete| {
            let at = Beginning::At(start);
            let explored = Explored::new(&graph, memory.marks(), counts, is_complete, at);
            goals.met_again(explored, 1)
        };
        assert!(met(&counts, true).is_some());
        assert_eq!(met(&counts, false), None);
        counts[100] += 1;
        assert_eq!(met(&counts, true), None);
    }
}
