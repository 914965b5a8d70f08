//! The symmetries of a puzzle: rotations and reflections of its board, with permutations of
//! classes.
//!
//! A symmetry maps the board to itself and the classes to classes so that shapes, axes, gates and
//! rules agree. It maps legal configurations to legal configurations and edges to edges, in every
//! metric: it is an automorphism of the graph of all configurations. It may move Start and the
//! goals, and may map a configuration that Start can reach to one that Start cannot reach.
//!
//! In this file a *turn* is a rotation or reflection of the board, and a *renaming* is a
//! permutation of the classes that rules name. The other classes are *free*.

use super::canonical_form::rule_text;
use super::permutation::next_permutation;
use super::{Axis, Class, Configuration, Goal, Puzzle, RaySource, Rule};
use num_bigint::BigUint;
use slidewise_board::{Cell, CellSet, Isometry, turned};
use std::collections::{BTreeSet, HashSet};

/// A symmetry of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The rotation or reflection of the board.
    pub turn: Isometry,
    /// Image of each cell, indexed by the number of the cell.
    pub cells: Vec<Cell>,
    /// Image of each class, indexed by class.
    pub classes: Vec<usize>,
}

/// The group of all symmetries of a puzzle.
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    /// One symmetry for each pair of a turn and a renaming that together preserve the rules; the
    /// first symmetry is the identity.
    frames: Vec<Symmetry>,
    /// Sets of two or more free classes; the classes of one set can be permuted in every way.
    free: Vec<Vec<usize>>,
}

/// The properties that decide whether one class can be mapped to another.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ClassSignature {
    class: Class,
    /// The rows or columns that the pieces never leave, sorted; empty if the pieces move freely.
    lanes: Vec<u16>,
}

/// Maximum number of renamings that are tried for each turn, and of attempts to match goals for
/// each symmetry in `frames`.
const MAX_RENAMINGS: usize = 5_040;

impl Symmetry {
    /// The image of a configuration.
    pub fn image(&self, puzzle: &Puzzle, configuration: &Configuration) -> Configuration {
        let mut firsts = vec![Vec::new(); puzzle.classes.len()];
        for (class, &image) in self.classes.iter().enumerate() {
            firsts[image] = self.firsts(puzzle, configuration, class);
        }
        Configuration::new(firsts)
    }

    /// The first cells of the images of the pieces of a class, ascending.
    fn firsts(&self, puzzle: &Puzzle, configuration: &Configuration, class: usize) -> Vec<Cell> {
        let pieces = puzzle.pieces_of(configuration, class);
        let cells = pieces.iter().map(|&piece| turned(piece, &self.cells));
        let mut firsts: Vec<Cell> = cells.filter_map(CellSet::first).collect();
        firsts.sort_unstable();
        firsts
    }

    /// Whether the symmetry is the identity.
    pub fn is_identity(&self) -> bool {
        self.turn.is_identity()
            && self
                .classes
                .iter()
                .enumerate()
                .all(|(from, &to)| from == to)
    }

    /// The image of a rule.
    fn rule(&self, rule: &Rule) -> Rule {
        let mut image = rule.renumbered(&self.classes);
        if let Rule::Exposed { from, toward, .. } = &mut image {
            *toward = self.turn.direction(*toward);
            if let RaySource::Outside(ray) = from {
                ray.iter_mut()
                    .for_each(|cell| *cell = self.cells[cell.index()]);
            }
        }
        image
    }
}

impl SymmetryGroup {
    /// Finds the symmetries of a puzzle.
    ///
    /// Time: proportional to the number of permutations of the classes that rules name. At most
    /// 5,040 permutations are tried for each turn; if more exist, some symmetries may be missed.
    ///
    /// ```
    /// use slidewise_puzzle::{Puzzle, SymmetryGroup};
    ///
    /// let symmetries = SymmetryGroup::of(&Puzzle::open("checkmate")?);
    /// assert_eq!(symmetries.len(), 2u32.into(), "black and white can be exchanged");
    /// assert_eq!(SymmetryGroup::of(&Puzzle::open("lane-rouge")?).turns().count(), 3);
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> SymmetryGroup {
        let ruled: BTreeSet<usize> = puzzle.rules.iter().flat_map(Rule::classes).collect();
        let own: Vec<ClassSignature> = (0..puzzle.classes.len())
            .map(|class| ClassSignature::of(puzzle, class))
            .collect();
        let is_free = |class: &usize| !ruled.contains(class);
        let mut frames = Vec::new();
        let mut maps: Vec<Vec<Cell>> = Vec::new();
        for turn in Isometry::ALL {
            let Some(cells) = turn.cells(&puzzle.board) else {
                continue;
            };
            // If all cells lie in one row, in one column or on a diagonal, several turns map them
            // in the same way.
            if maps.contains(&cells) {
                continue;
            }
            maps.push(cells.clone());
            let images: Vec<ClassSignature> = (0..puzzle.classes.len())
                .map(|class| own[class].turned(puzzle, class, turn, &cells))
                .collect();
            let mut renaming = RenamingSearch {
                puzzle,
                own: &own,
                images: &images,
                ruled: ruled.iter().copied().collect(),
                so_far: Symmetry {
                    turn,
                    cells,
                    classes: vec![usize::MAX; own.len()],
                },
                is_taken: vec![false; own.len()],
                tried: 0,
                found: &mut frames,
            };
            // A free class is mapped to an untaken free class with the signature of its image.
            let all_placed = (0..own.len()).filter(is_free).all(|class| {
                let target = (0..own.len())
                    .filter(is_free)
                    .find(|&to| !renaming.is_taken[to] && own[to] == images[class]);
                if let Some(to) = target {
                    renaming.take(class, to);
                }
                target.is_some()
            });
            // Every partial renaming can be completed if each signature occurs as often among the
            // ruled classes as among their images. Only then does the limit on completed renamings
            // bound the time.
            let of_sort = |sort: &ClassSignature, all: &[ClassSignature]| {
                ruled.iter().filter(|&&class| all[class] == *sort).count()
            };
            let is_even =
                |&class: &usize| of_sort(&images[class], &own) == of_sort(&images[class], &images);
            if all_placed && ruled.iter().all(is_even) {
                renaming.find_renamings(0);
            }
        }
        let mut free: Vec<Vec<usize>> = Vec::new();
        for class in (0..own.len()).filter(is_free) {
            match free.iter_mut().find(|set| own[set[0]] == own[class]) {
                Some(set) => set.push(class),
                None => free.push(vec![class]),
            }
        }
        free.retain(|set| set.len() > 1);
        SymmetryGroup { frames, free }
    }

    /// Number of symmetries, the identity included.
    pub fn len(&self) -> BigUint {
        let exchanges = self.free.iter().flat_map(|set| 1..=set.len() as u64);
        exchanges.map(BigUint::from).product::<BigUint>() * self.frames.len()
    }

    /// The turns of all symmetries, without the identity; turns that map all cells in the same way
    /// count once.
    pub fn turns(&self) -> impl Iterator<Item = Isometry> + '_ {
        let turns: BTreeSet<Isometry> = self.frames.iter().map(|frame| frame.turn).collect();
        Isometry::ALL
            .into_iter()
            .skip(1)
            .filter(move |turn| turns.contains(turn))
    }

    /// Sets of two or more classes in which any two can be exchanged without turning the board.
    pub fn exchanges(&self) -> Vec<Vec<usize>> {
        let mut sets = self.free.clone();
        let upright = self.frames.iter().filter(|frame| frame.turn.is_identity());
        for frame in upright {
            let moved: Vec<usize> = (0..frame.classes.len())
                .filter(|&class| frame.classes[class] != class)
                .collect();
            if moved.len() == 2 {
                let (mut joined, others): (Vec<_>, Vec<_>) = sets
                    .into_iter()
                    .partition(|set| set.iter().any(|class| moved.contains(class)));
                joined.push(moved);
                let joined: BTreeSet<usize> = joined.into_iter().flatten().collect();
                sets = others;
                sets.push(joined.into_iter().collect());
            }
        }
        sets.sort();
        sets
    }

    /// Iterates over all symmetries, the identity first; [`SymmetryGroup::len`] is their number.
    pub fn elements(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let mut exchange = Some(self.free.clone());
        let exchanges = std::iter::from_fn(move || {
            let now = exchange.clone()?;
            exchange = next_exchange(&now);
            Some(now)
        });
        exchanges.flat_map(move |exchange| {
            self.frames
                .iter()
                .map(move |frame| self.with(frame, &exchange))
        })
    }

    /// Iterates over a set of generators of the group.
    ///
    /// The generators are one symmetry for each turn and renaming, and the swaps of two neighbours
    /// in each set of free classes.
    pub fn generators(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let swaps = self.free.iter().enumerate().flat_map(move |(number, set)| {
            (1..set.len()).map(move |at| {
                let mut exchange = self.free.clone();
                exchange[number].swap(at - 1, at);
                exchange
            })
        });
        let frames = self.frames.iter().skip(1).cloned();
        frames.chain(swaps.map(move |exchange| self.with(&self.frames[0], &exchange)))
    }

    /// Finds a symmetry, if there is any, that maps configuration `one` to configuration `other`.
    ///
    /// Time: proportional to the product of the numbers of turns, renamings and classes. It does
    /// not depend on the number of permutations of free classes.
    pub fn find_mapping(
        &self,
        puzzle: &Puzzle,
        one: &Configuration,
        other: &Configuration,
    ) -> Option<Symmetry> {
        self.mappings(puzzle, one, other).next()
    }

    /// The symmetries that map configuration `one` to configuration `other`, the identity first if
    /// it is one of them: at most one for each turn and renaming.
    pub fn mappings<'s>(
        &'s self,
        puzzle: &'s Puzzle,
        one: &'s Configuration,
        other: &'s Configuration,
    ) -> impl Iterator<Item = Symmetry> + 's {
        self.frames.iter().filter_map(move |frame| {
            let mut symmetry = frame.clone();
            for class in 0..symmetry.classes.len() {
                let firsts = frame.firsts(puzzle, one, class);
                let has_them = |image: &usize| puzzle.firsts_of(other, *image) == firsts;
                let set = self.free.iter().find(|set| set.contains(&class));
                let may_become = set.map_or(std::slice::from_ref(&class), Vec::as_slice);
                let mut images = may_become.iter().map(|&class| frame.classes[class]);
                symmetry.classes[class] = images.find(has_them)?;
            }
            Some(symmetry)
        })
    }

    /// Combines a symmetry of `frames` with a permutation of the classes in each set of `free`.
    fn with(&self, frame: &Symmetry, exchange: &[Vec<usize>]) -> Symmetry {
        let mut symmetry = frame.clone();
        for (from, to) in self.free.iter().zip(exchange) {
            for (&from, &to) in from.iter().zip(to) {
                symmetry.classes[from] = frame.classes[to];
            }
        }
        symmetry
    }

    /// Whether a symmetry with the given turn maps the set of goals to itself.
    ///
    /// If matching the goals takes more than 5,040 attempts, the answer may be `false` although
    /// such a symmetry exists.
    pub fn keep_goals(&self, puzzle: &Puzzle, turn: Isometry) -> bool {
        let frames = self.frames.iter().filter(|frame| frame.turn == turn);
        let set_of = |class: usize| self.free.iter().position(|set| set.contains(&class));
        frames.into_iter().any(|frame| {
            let mut classes: Vec<Option<usize>> = frame
                .classes
                .iter()
                .enumerate()
                .map(|(class, &to)| set_of(class).is_none().then_some(to))
                .collect();
            let targets: Vec<Option<usize>> = frame.classes.iter().map(|&to| set_of(to)).collect();
            let mut matching = GoalMatching {
                goals: &puzzle.goals,
                cells: &frame.cells,
                targets: &targets,
                set_of: &set_of,
                is_taken: vec![false; puzzle.goals.len()],
                tried: 0,
            };
            matching.match_goals(0, &mut classes)
        })
    }
}

/// The next permutation of the free sets, with the last set changing fastest; `None` after the last
/// permutation.
fn next_exchange(sets: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    let mut sets = sets.to_vec();
    for set in sets.iter_mut().rev() {
        if next_permutation(set) {
            return Some(sets);
        }
    }
    None
}

impl ClassSignature {
    fn of(puzzle: &Puzzle, class: usize) -> ClassSignature {
        let definition = &puzzle.classes[class];
        let firsts = puzzle.firsts_of(&puzzle.start, class);
        ClassSignature::new(puzzle, definition.clone(), firsts.iter().copied())
    }

    fn new(puzzle: &Puzzle, class: Class, firsts: impl Iterator<Item = Cell>) -> ClassSignature {
        let mut lanes: Vec<u16> = firsts
            .filter_map(|first| class.lane(&puzzle.board, first))
            .collect();
        lanes.sort_unstable();
        // Only the number of tokens matters, so the tokens are replaced by empty texts.
        let labels = vec![String::new(); class.size()];
        ClassSignature {
            class: Class { labels, ..class },
            lanes,
        }
    }

    /// The signature of the image of `class` under `turn`.
    fn turned(
        &self,
        puzzle: &Puzzle,
        class: usize,
        turn: Isometry,
        cells: &[Cell],
    ) -> ClassSignature {
        let own = &self.class;
        let image = Class {
            shape: turn.shape(&own.shape),
            axis: match own.axis {
                Axis::Horizontal if turn.transposes => Axis::Vertical,
                Axis::Vertical if turn.transposes => Axis::Horizontal,
                axis => axis,
            },
            allowed: turned(own.allowed, cells),
            ..own.clone()
        };
        let pieces = puzzle.pieces_of(&puzzle.start, class);
        let firsts = pieces
            .into_iter()
            .filter_map(|piece| turned(piece, cells).first());
        ClassSignature::new(puzzle, image, firsts)
    }
}

/// A search for all rule-preserving permutations of the classes that rules name.
struct RenamingSearch<'a> {
    puzzle: &'a Puzzle,
    own: &'a [ClassSignature],
    images: &'a [ClassSignature],
    ruled: Vec<usize>,
    so_far: Symmetry,
    is_taken: Vec<bool>,
    tried: usize,
    found: &'a mut Vec<Symmetry>,
}

impl RenamingSearch<'_> {
    fn take(&mut self, class: usize, to: usize) {
        self.so_far.classes[class] = to;
        self.is_taken[to] = true;
    }

    /// Tries all images of the classes in `ruled[number..]`; adds each symmetry to `found`.
    fn find_renamings(&mut self, number: usize) {
        let Some(&class) = self.ruled.get(number) else {
            self.tried += 1;
            let rules = &self.puzzle.rules;
            let texts: HashSet<String> = rules.iter().map(rule_text).collect();
            if rules
                .iter()
                .all(|rule| texts.contains(&rule_text(&self.so_far.rule(rule))))
            {
                self.found.push(self.so_far.clone());
            }
            return;
        };
        for at in 0..self.ruled.len() {
            let to = self.ruled[at];
            if self.tried < MAX_RENAMINGS
                && !self.is_taken[to]
                && self.own[to] == self.images[class]
            {
                self.take(class, to);
                self.find_renamings(number + 1);
                self.is_taken[to] = false;
            }
        }
    }
}

/// A search for a permutation of the free classes that maps goals to goals.
struct GoalMatching<'a> {
    goals: &'a [Goal],
    cells: &'a [Cell],
    /// Index of the set in `free` that holds the image of each class, if any; indexed by class.
    targets: &'a [Option<usize>],
    set_of: &'a dyn Fn(usize) -> Option<usize>,
    is_taken: Vec<bool>,
    tried: usize,
}

impl GoalMatching<'_> {
    /// Whether the goals at index `number` and above can be mapped to goals that are not taken yet.
    fn match_goals(&mut self, number: usize, classes: &mut Vec<Option<usize>>) -> bool {
        let Some(goal) = self.goals.get(number) else {
            return true;
        };
        for to in 0..self.goals.len() {
            self.tried += 1;
            if self.is_taken[to] || self.tried > MAX_RENAMINGS {
                continue;
            }
            let kept = classes.clone();
            if self.fits(goal, &self.goals[to], classes) {
                self.is_taken[to] = true;
                if self.match_goals(number + 1, classes) {
                    return true;
                }
                self.is_taken[to] = false;
            }
            *classes = kept;
        }
        false
    }

    /// Records in `classes` the images of classes that map `goal` to `image`; false if they
    /// contradict images recorded before.
    fn fits(&self, goal: &Goal, image: &Goal, classes: &mut [Option<usize>]) -> bool {
        turned(goal.empty, self.cells) == image.empty
            && goal.demands.len() == image.demands.len()
            && goal.demands.iter().all(|demand| {
                let cells = turned(demand.cells, self.cells);
                let Some(wanted) = image.demands.iter().find(|wanted| wanted.cells == cells) else {
                    return false;
                };
                let (from, to) = (demand.class, wanted.class);
                match classes[from] {
                    Some(known) => known == to,
                    None => {
                        let can =
                            (self.set_of)(to) == self.targets[from] && !classes.contains(&Some(to));
                        classes[from] = Some(to);
                        can
                    }
                }
            })
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_RENAMINGS, SymmetryGroup};
    use crate::Puzzle;

    #[test]
    fn renamings_that_cannot_be_finished_are_not_begun() {
        // After a rotation by 90 degrees, the last piece matches no class. Without the check of
        // signatures, 12! partial renamings would be tried.
        let board = "A.B.C.D\n.......\nE.F.G.H\n.......\nI.J.K.L\n.......\nZZ.....";
        let pieces: Vec<String> = "ABCDEFGHIJKLZ".chars().map(|c| format!("'{c}'")).collect();
        let text = format!(
            "start = \"\"\"\n{board}\n\"\"\"\n[[rule]]\nnever = 'adjacent'\npieces = [{}]",
            pieces.join(", ")
        );
        let symmetries = SymmetryGroup::of(&Puzzle::from_toml("x", "x.toml", &text).unwrap());
        assert_eq!(symmetries.len(), (4 * MAX_RENAMINGS).into());
        assert_eq!(symmetries.turns().count(), 3);
    }

    #[test]
    fn turns_that_lay_all_cells_alike_are_one() {
        let turns = |board: &str| -> (String, Vec<&str>) {
            let text = format!("start = \"\"\"\n{board}\n\"\"\"");
            let puzzle = Puzzle::from_toml("x", "x.toml", &text).unwrap();
            let symmetries = SymmetryGroup::of(&puzzle);
            let names = symmetries.turns().map(|turn| turn.name()).collect();
            (symmetries.len().to_string(), names)
        };
        assert_eq!(turns("AB."), ("2".into(), vec!["left-right"]));
        assert_eq!(turns("A\nB\n."), ("2".into(), vec!["top-bottom"]));
        assert_eq!(turns("A##\n#.#\n##B"), ("2".into(), vec!["turn-180"]));
        assert_eq!(turns("A"), ("1".into(), vec![]));
        assert_eq!(
            turns("A.B\n..."),
            ("4".into(), vec!["left-right", "top-bottom", "turn-180"])
        );
    }
}
