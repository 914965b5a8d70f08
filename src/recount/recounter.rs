//! Measurement of figures by searches.
//!
//! Each search is made once, in memory, and serves all figures that need it. A figure gives only
//! the name of a puzzle. The caller opens the puzzle, so the figures can be recounted with another
//! puzzle file.

use super::error::RecountError;
use super::figure::{Figure, FigureValue, Measurand, Recounted};
use super::puzzle_variants::{all_distinct, classes_of, missing, part_of, puzzle_of};
use num_bigint::BigUint;
use slidewise_analysis::{Components, Count, Goals, Routes, SearchSources};
use slidewise_app::{Explorer, Problem, Search, StopToken};
use slidewise_board::{Cell, Shape, Square};
use slidewise_engine::index::Space;
use slidewise_puzzle::{Configuration, Puzzle, PuzzleError};
use std::collections::{BTreeMap, HashSet};

/// A finished search in memory, with methods that measure it.
struct Measured(Search);

/// Recounts figures, and keeps the searches that it makes in memory.
pub struct Recounter<'a> {
    open: &'a dyn Fn(&str) -> Result<Puzzle, PuzzleError>,
    threads: usize,
    stop: StopToken,
    searches: BTreeMap<String, Measured>,
}

/// A measured value, with the number to compare if the article gives its figure in words.
struct MeasuredValue {
    value: FigureValue,
    /// Number that is compared with the range `Figure::between`; NaN if the measurement gives no
    /// such number.
    measure: f64,
}

impl<'a> Recounter<'a> {
    /// Creates a recounter that has made no search yet. `open` opens a puzzle by its name;
    /// `threads` is the number of threads.
    pub fn new(
        open: &'a dyn Fn(&str) -> Result<Puzzle, PuzzleError>,
        threads: usize,
        stop: &StopToken,
    ) -> Recounter<'a> {
        Recounter {
            open,
            threads,
            stop: stop.clone(),
            searches: BTreeMap::new(),
        }
    }

    /// Recounts a figure.
    ///
    /// Memory: two bits for each index of every puzzle searched so far, and the memory of the
    /// measurement itself.
    ///
    /// # Errors
    /// If the puzzle cannot be opened or searched. A puzzle without a solution is not an error: the
    /// value is then the text `no solution`.
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

    fn measure(&mut self, figure: &Figure) -> Result<MeasuredValue, RecountError> {
        let name = figure.on.as_ref().unwrap_or(&figure.puzzle);
        let puzzle = (self.open)(name)?;
        let count = |count: BigUint| Ok(MeasuredValue::value(FigureValue::Count(count)));
        let number = |number: u64| {
            Ok(MeasuredValue::value(FigureValue::Number(
                number + figure.plus,
            )))
        };
        match &figure.measure {
            Measurand::Placings { pieces, ruled } => {
                count(Space::new(&part_of(&puzzle, pieces, *ruled)?)?.len())
            }
            Measurand::Legal => count(Space::new(&puzzle)?.len()),
            Measurand::LegalAllDistinct => count(Space::new(&all_distinct(&puzzle))?.len()),
            Measurand::Gigabytes => number(gigabytes(Space::new(&puzzle)?.len())),
            Measurand::LegalPatterns => count(Count::of(&puzzle, Count::BYTES)?.legal_patterns),
            Measurand::PatternsReached => count(Count::of(&puzzle, Count::BYTES)?.patterns.into()),
            Measurand::PlacingsReached { pieces } => {
                let classes = classes_of(&puzzle, pieces)?;
                count(self.search(name, puzzle)?.placings(&classes).into())
            }
            Measurand::Reached => count(self.search(name, puzzle)?.0.states().into()),
            Measurand::NotReached => {
                let search = self.search(name, puzzle)?;
                count(search.0.numbered().graph.space().len() - search.0.states())
            }
            Measurand::Solution => match self.search(name, puzzle)?.solution()? {
                Some((moves, _)) => number(moves),
                None => Ok(MeasuredValue::no_solution()),
            },
            Measurand::Routes => match self.search(name, puzzle)?.solution()? {
                Some((_, routes)) => count(routes),
                None => Ok(MeasuredValue::no_solution()),
            },
            Measurand::LargestGeneration => count(self.search(name, puzzle)?.largest().1.into()),
            Measurand::DepthOfLargest => number(self.search(name, puzzle)?.largest().0),
            Measurand::Depth => number(self.search(name, puzzle)?.0.depth()),
            Measurand::BeyondFinish => self.search(name, puzzle)?.beyond_finish(),
            Measurand::Chequered { light, dark, empty } => {
                let colours = [classes_of(&puzzle, light)?, classes_of(&puzzle, dark)?];
                let square = puzzle.board.square_named(empty);
                let empty = square.and_then(|square| puzzle.board.cell_at(square));
                let empty = empty.ok_or_else(|| missing(&puzzle, "cell that `empty` names"))?;
                self.chequered(name, puzzle, &colours, empty)
            }
            Measurand::LargestOfVariations => count(self.largest_of_variations(&puzzle)?.into()),
            Measurand::Diameter => number(self.diameter(name, puzzle)?),
        }
    }

    fn diameter(&mut self, name: &str, puzzle: Puzzle) -> Result<u64, RecountError> {
        let measured = self.search(name, puzzle)?.0.diameter();
        measured.map_err(|problem| self.failed(problem))
    }

    /// Returns the finished search of a puzzle from its Start.
    fn search(&mut self, name: &str, puzzle: Puzzle) -> Result<&Measured, RecountError> {
        if !self.searches.contains_key(name) {
            let explorer = Explorer::new(&puzzle)
                .threads(self.threads)
                .stop(&self.stop);
            let search = explorer.explore().map_err(|problem| self.failed(problem))?;
            self.searches.insert(name.to_owned(), Measured(search));
        }
        Ok(&self.searches[name])
    }

    /// Returns the error of a search that did not finish.
    fn failed(&self, problem: Problem) -> RecountError {
        if self.stop.is_stopped() {
            return RecountError::Interrupted;
        }
        RecountError::Search(problem)
    }

    /// Counts, in words, the configurations that have all pieces on their colours and are farther
    /// from Finish than Start is.
    fn chequered(
        &mut self,
        name: &str,
        puzzle: Puzzle,
        colours: &[Vec<usize>; 2],
        empty: Cell,
    ) -> Result<MeasuredValue, RecountError> {
        self.search(name, puzzle)?;
        let search = &self.searches[name];
        let numbered = search.0.numbered();
        let back = numbered.search_from_goals();
        let Ok(back) = back.map_err(|problem| self.failed(problem))? else {
            return Ok(MeasuredValue::no_solution());
        };
        let graph = &numbered.graph;
        let goals = Goals::of(graph);
        let puzzle = graph.puzzle();
        let from_finish = back.explored(graph, SearchSources::Goals(&goals));
        let distance_of = |index| -> Result<u64, RecountError> {
            let distance = from_finish.generation_of(index)?;
            Ok(distance.expect("every edge can be passed in both directions"))
        };
        let start = distance_of(numbered.start())?;
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
        for index in search.0.explored().seen() {
            if is_chequered(&graph.configuration(index)) {
                let distance = distance_of(index)?;
                farther.extend((distance > start).then_some(distance));
            }
        }
        let Some(&most) = farther.iter().max() else {
            return Ok(MeasuredValue {
                value: FigureValue::Words("none".to_owned()),
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
        Ok(MeasuredValue {
            value: FigureValue::Words(words),
            measure: (most - start) as f64,
        })
    }

    /// Finds the largest component over all sets of upright dominoes, lying dominoes and unit
    /// pieces.
    ///
    /// Each set is combined with the puzzle's largest piece, and leaves as many cells empty as the
    /// puzzle does.
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
                    let found = Components::of(&variation, None, &self.stop, &mut |_, _| {})?;
                    let (largest, _) = &found.sizes[0];
                    most = most.max(u64::try_from(largest).expect("patterns are numbered"));
                }
            }
        }
        Ok(most)
    }
}

impl MeasuredValue {
    fn value(value: FigureValue) -> MeasuredValue {
        MeasuredValue {
            value,
            measure: f64::NAN,
        }
    }

    fn no_solution() -> MeasuredValue {
        MeasuredValue::value(FigureValue::Words("no solution".to_owned()))
    }
}

impl Measured {
    /// Number and size of the largest generation; the first of several equally large generations.
    fn largest(&self) -> (u64, u64) {
        let mut largest = (0, 0);
        for (number, &size) in (0..).zip(self.0.generations()) {
            if size > largest.1 {
                largest = (number, size);
            }
        }
        largest
    }

    /// Number of different placements of the pieces of `classes` among the reached configurations.
    fn placings(&self, classes: &[usize]) -> usize {
        let mut placings: HashSet<Vec<Cell>> = HashSet::new();
        let graph = &self.0.numbered().graph;
        let puzzle = graph.puzzle();
        for index in self.0.explored().seen() {
            let configuration = graph.configuration(index);
            let firsts = classes
                .iter()
                .flat_map(|&class| puzzle.firsts_of(&configuration, class));
            placings.insert(firsts.copied().collect());
        }
        placings.len()
    }

    /// Number of configurations farther from Start than the nearest goal is, and their share of all
    /// reached configurations.
    fn beyond_finish(&self) -> Result<MeasuredValue, RecountError> {
        let Some((moves, _)) = self.solution()? else {
            return Ok(MeasuredValue::no_solution());
        };
        let beyond: u64 = self.0.generations()[moves as usize + 1..].iter().sum();
        let share = beyond as f64 / self.0.states() as f64;
        let percent = (share * 100.0).round();
        Ok(MeasuredValue {
            value: FigureValue::Words(format!("{beyond} of {} ({percent} %)", self.0.states())),
            measure: share,
        })
    }

    /// Distance from Start to the nearest goals, and number of shortest paths to these goals.
    fn solution(&self) -> Result<Option<(u64, BigUint)>, RecountError> {
        let goals = Goals::of(&self.0.numbered().graph);
        let Some(reach) = goals.reached(self.0.explored())? else {
            return Ok(None);
        };
        let routes = Routes::to(self.0.explored(), &reach.nearest, reach.generation)?;
        Ok(Some((reach.generation, routes.count())))
    }
}

/// Converts bits to units of 2^30 bytes, rounded.
fn gigabytes(bits: BigUint) -> u64 {
    let gigabyte = BigUint::from(8u32) << 30;
    let rounded = (bits + (&gigabyte >> 1)) / gigabyte;
    u64::try_from(rounded).unwrap_or(u64::MAX)
}

/// Formats a number as the article does: up to ten as a word, above ten in digits.
fn in_words(number: usize) -> String {
    const WORDS: [&str; 11] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    WORDS
        .get(number)
        .map_or(number.to_string(), |word| (*word).to_owned())
}
