//! Measuring: each figure by a run of the program.
//!
//! A search is made once, in memory, and asked for all figures that need it. It knows puzzles by their names
//! alone: the caller says where they come from, so that the same figures can be recounted of another file.

use super::Recounted;
use super::figure::{Figure, Measure, Value};
use num_bigint::BigUint;
use slidewise_analysis::{
    Beginning, Components, ComponentsError, Count, CountError, DiameterError, Explored, Goals,
    Measurement, QueryError, Routes,
};
use slidewise_board::{Cell, Shape, Square};
use slidewise_engine::graph::{Graph, Metric};
use slidewise_engine::index::{Space, SpaceError};
use slidewise_engine::search::{MemorySink, Run, SearchEnd, SearchError, Sink};
use slidewise_puzzle::{Axis, Class, Configuration, Notation, Puzzle, PuzzleError};
use slidewise_store::StoreError;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Why figures could not be recounted.
#[derive(Debug, Error)]
pub enum RecountError {
    /// A puzzle cannot be had.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A puzzle has too many configurations.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// Patterns could not be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] StoreError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Marks contradict each other.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The diameter could not be found.
    #[error(transparent)]
    Diameter(DiameterError),
    /// Components could not be counted.
    #[error(transparent)]
    Components(ComponentsError),
    /// A figure speaks of what its puzzle has not.
    #[error("{puzzle} has no {what}, of which a figure speaks")]
    Missing {
        /// The puzzle.
        puzzle: String,
        /// What it has not.
        what: String,
    },
    /// The run was stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

/// A finished search in memory.
struct Search {
    graph: Graph,
    memory: MemorySink,
}

/// Where figures are recounted: finished searches are kept in memory.
pub struct Desk<'a> {
    open: &'a dyn Fn(&str) -> Result<Puzzle, PuzzleError>,
    threads: usize,
    stop: &'a AtomicBool,
    searches: BTreeMap<String, Search>,
}

impl From<DiameterError> for RecountError {
    fn from(error: DiameterError) -> RecountError {
        match error {
            DiameterError::Interrupted => RecountError::Interrupted,
            error => RecountError::Diameter(error),
        }
    }
}

impl From<ComponentsError> for RecountError {
    fn from(error: ComponentsError) -> RecountError {
        match error {
            ComponentsError::Interrupted => RecountError::Interrupted,
            error => RecountError::Components(error),
        }
    }
}

/// A number that counts no configurations, with words for it where the article has words.
struct Found {
    value: Value,
    /// What the article's words are compared with.
    measure: f64,
}

impl<'a> Desk<'a> {
    /// Nothing searched yet. `open` gives the puzzle of a name; `threads` work; `stop` stops soon.
    pub fn new(
        open: &'a dyn Fn(&str) -> Result<Puzzle, PuzzleError>,
        threads: usize,
        stop: &'a AtomicBool,
    ) -> Desk<'a> {
        Desk {
            open,
            threads,
            stop,
            searches: BTreeMap::new(),
        }
    }

    /// Recounts a figure.
    ///
    /// Memory: two bits a configuration of each puzzle searched so far, and what the question takes.
    ///
    /// # Errors
    /// If the puzzle cannot be had or searched. That it has no solution is no error but a figure.
    pub fn recount(&mut self, figure: &Figure) -> Result<Recounted, RecountError> {
        let found = self.measure(figure)?;
        let agrees = match figure.between {
            Some((from, to)) => (from..=to).contains(&found.measure),
            None => figure.document.like(&found.value) == found.value,
        };
        Ok(Recounted {
            figure: figure.clone(),
            value: found.value,
            agrees,
        })
    }

    fn measure(&mut self, figure: &Figure) -> Result<Found, RecountError> {
        let name = figure.on.as_ref().unwrap_or(&figure.puzzle);
        let puzzle = (self.open)(name)?;
        let count = |count: BigUint| Ok(Found::value(Value::Count(count)));
        let number = |number: u64| Ok(Found::value(Value::Number(number + figure.plus)));
        match &figure.measure {
            Measure::Placings { pieces, ruled } => {
                count(Space::new(&part_of(&puzzle, pieces, *ruled)?)?.len())
            }
            Measure::Legal => count(Space::new(&puzzle)?.len()),
            Measure::LegalAllDistinct => count(Space::new(&all_distinct(&puzzle))?.len()),
            Measure::Gigabytes => number(gigabytes(Space::new(&puzzle)?.len())),
            Measure::LegalPatterns => count(Count::of(&puzzle, Count::BYTES)?.legal_patterns),
            Measure::PatternsReached => count(Count::of(&puzzle, Count::BYTES)?.patterns.into()),
            Measure::PlacingsReached { pieces } => {
                let classes = classes_of(&puzzle, pieces)?;
                count(self.search(name, puzzle)?.placings(&classes).into())
            }
            Measure::Reached => count(self.search(name, puzzle)?.states().into()),
            Measure::NotReached => {
                let search = self.search(name, puzzle)?;
                count(search.graph.space().len() - search.states())
            }
            Measure::Solution => match self.search(name, puzzle)?.solution()? {
                Some((moves, _)) => number(moves),
                None => Ok(Found::no_solution()),
            },
            Measure::Routes => match self.search(name, puzzle)?.solution()? {
                Some((_, routes)) => count(routes),
                None => Ok(Found::no_solution()),
            },
            Measure::LargestGeneration => count(self.search(name, puzzle)?.largest().1.into()),
            Measure::DepthOfLargest => number(self.search(name, puzzle)?.largest().0),
            Measure::Depth => number(self.search(name, puzzle)?.memory.counts().len() as u64 - 1),
            Measure::BeyondFinish => self.search(name, puzzle)?.beyond_finish(),
            Measure::Chequered { light, dark, empty } => {
                let colours = [classes_of(&puzzle, light)?, classes_of(&puzzle, dark)?];
                let square = puzzle.board.square_named(empty);
                let empty = square.and_then(|square| puzzle.board.cell_at(square));
                let empty = empty.ok_or_else(|| missing(&puzzle, "such cell"))?;
                self.chequered(name, puzzle, &colours, empty)
            }
            Measure::LargestOfVariations => count(self.largest_of_variations(&puzzle)?.into()),
            Measure::Diameter => number(self.diameter(name, puzzle)?),
        }
    }

    fn diameter(&mut self, name: &str, puzzle: Puzzle) -> Result<u64, RecountError> {
        let (threads, stop) = (self.threads, self.stop);
        let search = self.search(name, puzzle)?;
        let measurement = Measurement {
            wants_radius: false,
            threads,
            stop,
            ..Measurement::new(&search.graph, search.start())
        };
        Ok(measurement.go(&mut |_| {})?.diameter)
    }

    /// The finished search of a puzzle from its Start.
    fn search(&mut self, name: &str, puzzle: Puzzle) -> Result<&Search, RecountError> {
        if !self.searches.contains_key(name) {
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
            let start = graph.index_of(&puzzle.start).expect("Start is legal");
            let memory = self.search_from(&graph, &[start])?;
            self.searches
                .insert(name.to_owned(), Search { graph, memory });
        }
        Ok(&self.searches[name])
    }

    fn search_from(&self, graph: &Graph, sources: &[u64]) -> Result<MemorySink, RecountError> {
        let mut memory = MemorySink::new(graph.len())?;
        let run = Run {
            threads: self.threads,
            stop: self.stop,
            ..Run::new(graph, sources)
        };
        match run
            .explore(&mut memory, &mut |_| ControlFlow::Continue(()))?
            .ended
        {
            SearchEnd::Interrupted => Err(RecountError::Interrupted),
            _ => Ok(memory),
        }
    }

    /// The configurations whose pieces stand on squares of their colours, farther from Finish than Start is.
    fn chequered(
        &mut self,
        name: &str,
        puzzle: Puzzle,
        colours: &[Vec<usize>; 2],
        empty: Cell,
    ) -> Result<Found, RecountError> {
        self.search(name, puzzle)?;
        let search = &self.searches[name];
        let goals = Goals::of(&search.graph);
        let finishes = goals.seen_by(search.explored())?;
        if finishes.is_empty() {
            return Ok(Found::no_solution());
        }
        let back = self.search_from(&search.graph, &finishes)?;
        let graph = &search.graph;
        let puzzle = graph.puzzle();
        let from_finish = Explored::in_memory(graph, &back, Beginning::Goals(&goals));
        let distance_of = |index| -> Result<u64, RecountError> {
            let distance = from_finish.generation_of(index)?;
            Ok(distance.expect("all that Start reaches is reached from Finish"))
        };
        let start = distance_of(search.start())?;
        let is_chequered = |configuration: &Configuration| {
            let on_colour = colours.iter().enumerate().all(|(odd, classes)| {
                let firsts = classes
                    .iter()
                    .flat_map(|&class| puzzle.firsts_of(configuration, class));
                firsts.copied().all(|first| {
                    let square = puzzle.board.square_of(first);
                    usize::from((square.row + square.column) % 2) == odd
                })
            });
            let pieces =
                (0..puzzle.classes.len()).flat_map(|class| puzzle.pieces_of(configuration, class));
            on_colour && pieces.into_iter().all(|cells| !cells.contains(empty))
        };
        let mut farther: Vec<u64> = Vec::new();
        for index in search.explored().seen() {
            if is_chequered(&graph.configuration(index)) {
                let distance = distance_of(index)?;
                farther.extend((distance > start).then_some(distance));
            }
        }
        let Some(&most) = farther.iter().max() else {
            return Ok(Found {
                value: Value::Words("none".to_owned()),
                measure: 0.0,
            });
        };
        let at_most = farther.iter().filter(|&&distance| distance == most).count();
        let words = format!(
            "{}, by at most {} moves ({} at {most})",
            farther.len(),
            most - start,
            in_words(at_most)
        );
        Ok(Found {
            value: Value::Words(words),
            measure: (most - start) as f64,
        })
    }

    /// The largest component over all sets of upright and lying dominoes and unit pieces beside a puzzle's
    /// largest piece, with as many empty cells as the puzzle has.
    fn largest_of_variations(&self, puzzle: &Puzzle) -> Result<u64, RecountError> {
        let sizes = puzzle.classes.iter().map(|class| class.shape.size());
        let largest = sizes.clone().max().unwrap_or(0);
        let block = puzzle
            .classes
            .iter()
            .find(|class| class.shape.size() == largest);
        let block = &block.ok_or_else(|| missing(puzzle, "piece"))?.shape;
        let area: usize = puzzle
            .classes
            .iter()
            .map(|class| class.shape.size() * class.size())
            .sum();
        let rest = area - largest;
        let mut most = 0;
        for upright in 0..=rest / 2 {
            for lying in 0..=rest / 2 - upright {
                let units = rest - 2 * (upright + lying);
                let domino = |rows: u16, columns: u16| {
                    let square = |row, column| Square { row, column };
                    Shape::of(&[square(0, 0), square(rows, columns)]).0
                };
                let sets = [
                    (block.clone(), 1),
                    (domino(1, 0), upright),
                    (domino(0, 1), lying),
                    (Shape::unit(), units),
                ];
                if let Some(variation) = puzzle_of(puzzle, &sets)? {
                    let found = Components::of(&variation, None, self.stop, &mut |_, _| {})?;
                    let (largest, _) = &found.sizes[0];
                    most = most.max(u64::try_from(largest).expect("patterns are numbered"));
                }
            }
        }
        Ok(most)
    }
}

impl Found {
    fn value(value: Value) -> Found {
        Found {
            value,
            measure: f64::NAN,
        }
    }

    fn no_solution() -> Found {
        Found::value(Value::Words("no solution".to_owned()))
    }
}

impl Search {
    fn start(&self) -> u64 {
        let start = self.graph.index_of(&self.graph.puzzle().start);
        start.expect("the graph is numbered for Start")
    }

    fn explored(&self) -> Explored<'_> {
        let beginning = Beginning::At(self.start());
        Explored::in_memory(&self.graph, &self.memory, beginning)
    }

    fn states(&self) -> u64 {
        self.memory.counts().iter().sum()
    }

    /// The number of the largest generation, the first of several, and its size.
    fn largest(&self) -> (u64, u64) {
        let mut largest = (0, 0);
        for (number, &size) in (0..).zip(self.memory.counts()) {
            if size > largest.1 {
                largest = (number, size);
            }
        }
        largest
    }

    /// In how many ways the pieces of some classes stand.
    fn placings(&self, classes: &[usize]) -> usize {
        let mut placings: HashSet<Vec<Cell>> = HashSet::new();
        let puzzle = self.graph.puzzle();
        for index in self.explored().seen() {
            let configuration = self.graph.configuration(index);
            let firsts = classes
                .iter()
                .flat_map(|&class| puzzle.firsts_of(&configuration, class));
            placings.insert(firsts.copied().collect());
        }
        placings.len()
    }

    /// How many configurations are farther than the nearest goal, and which share of all.
    fn beyond_finish(&self) -> Result<Found, RecountError> {
        let Some((moves, _)) = self.solution()? else {
            return Ok(Found::no_solution());
        };
        let beyond: u64 = self.memory.counts()[moves as usize + 1..].iter().sum();
        let share = beyond as f64 / self.states() as f64;
        let percent = (share * 100.0).round();
        Ok(Found {
            value: Value::Words(format!("{beyond} of {} ({percent} %)", self.states())),
            measure: share,
        })
    }

    /// The generation of the nearest goal, and how many shortest ways lead to that generation's goals.
    fn solution(&self) -> Result<Option<(u64, BigUint)>, RecountError> {
        let goals = Goals::of(&self.graph);
        let Some(reach) = goals.reached(self.explored())? else {
            return Ok(None);
        };
        let routes = Routes::to(self.explored(), &reach.nearest, reach.generation)?;
        Ok(Some((reach.generation, routes.count())))
    }
}

fn missing(puzzle: &Puzzle, what: &str) -> RecountError {
    RecountError::Missing {
        puzzle: puzzle.name.clone(),
        what: what.to_owned(),
    }
}

/// The classes of some tokens.
fn classes_of(puzzle: &Puzzle, tokens: &[String]) -> Result<Vec<usize>, RecountError> {
    tokens
        .iter()
        .map(|token| {
            let own = puzzle
                .classes
                .iter()
                .position(|class| class.labels.contains(token));
            own.ok_or_else(|| missing(puzzle, &format!("piece {token}")))
        })
        .collect()
}

/// The puzzle without the other pieces and the rules that speak of them; without any rule if it is not `ruled`.
fn part_of(puzzle: &Puzzle, tokens: &[String], ruled: bool) -> Result<Puzzle, RecountError> {
    let kept = classes_of(puzzle, tokens)?;
    let has_all = |classes: Vec<usize>| classes.iter().all(|class| kept.contains(class));
    let rules = puzzle
        .rules
        .iter()
        .filter(|rule| ruled && has_all(rule.classes()));
    let number_of: Vec<usize> = (0..puzzle.classes.len())
        .map(|class| kept.iter().position(|&own| own == class).unwrap_or(0))
        .collect();
    let firsts_of = |&class: &usize| puzzle.firsts_of(&puzzle.start, class).to_vec();
    Ok(Puzzle {
        rules: rules.map(|rule| rule.renumbered(&number_of)).collect(),
        classes: kept
            .iter()
            .map(|&class| puzzle.classes[class].clone())
            .collect(),
        goals: Vec::new(),
        start: Configuration::new(kept.iter().map(firsts_of).collect()),
        ..puzzle.clone()
    })
}

/// The puzzle with every piece told apart, without its rules and goals.
fn all_distinct(puzzle: &Puzzle) -> Puzzle {
    let mut classes = Vec::new();
    let mut firsts = Vec::new();
    for (number, class) in puzzle.classes.iter().enumerate() {
        for (label, &first) in class
            .labels
            .iter()
            .zip(puzzle.firsts_of(&puzzle.start, number))
        {
            classes.push(Class {
                labels: vec![label.clone()],
                ..class.clone()
            });
            firsts.push(vec![first]);
        }
    }
    Puzzle {
        classes,
        rules: Vec::new(),
        goals: Vec::new(),
        start: Configuration::new(firsts),
        ..puzzle.clone()
    }
}

/// The puzzle of these shapes, this many of each, on the board of another; `None` if they do not fit.
fn puzzle_of(on: &Puzzle, sets: &[(Shape, usize)]) -> Result<Option<Puzzle>, RecountError> {
    let sets: Vec<&(Shape, usize)> = sets.iter().filter(|(_, count)| *count > 0).collect();
    let class = |&&(ref shape, count): &&(Shape, usize)| Class {
        labels: vec!["piece".to_owned(); count],
        shape: shape.clone(),
        axis: Axis::Free,
        allowed: on.board.cells(),
    };
    // Where the pieces start does not matter for the space, only how many there are.
    let somewhere = |&&(_, count): &&(Shape, usize)| vec![Cell(0); count];
    let mut puzzle = Puzzle {
        classes: sets.iter().map(class).collect(),
        gates: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: Configuration::new(sets.iter().map(somewhere).collect()),
        notation: Notation::default(),
        ..on.clone()
    };
    let space = Space::new(&puzzle)?;
    if space.is_empty() {
        return Ok(None);
    }
    puzzle.start = space.unrank(0);
    Ok(Some(puzzle))
}

/// This many bits in units of 2^30 bytes, rounded.
fn gigabytes(bits: BigUint) -> u64 {
    let gigabyte = BigUint::from(8u32) << 30;
    let rounded = (bits + (&gigabyte >> 1)) / gigabyte;
    u64::try_from(rounded).unwrap_or(u64::MAX)
}

/// Small numbers as an article writes them.
fn in_words(number: usize) -> String {
    const WORDS: [&str; 11] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    WORDS
        .get(number)
        .map_or(number.to_string(), |word| (*word).to_owned())
}
