//! The symmetries of a puzzle: turns of the board and exchanges of classes after which it is the same puzzle.
//!
//! A symmetry lays the board on itself and renames the classes so that shapes, axes, rights and rules agree
//! again. Then it takes legal configurations to legal ones and whatever a piece can do to what its image can
//! do, in every metric: it is an automorphism of the graph of all configurations. It need not leave Start or
//! the goals where they are, and may take what can be reached from Start to what cannot.

use super::meaning::rule_text;
use super::{Axis, Class, Configuration, Goal, Puzzle, RaySource, Rule};
use num_bigint::BigUint;
use slidewise_board::{Cell, CellSet, Turn, turned};
use std::collections::{BTreeSet, HashSet};

/// One symmetry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// What becomes of the board.
    pub turn: Turn,
    /// By cell: where it comes to lie.
    pub cells: Vec<Cell>,
    /// By class: the class that becomes of it.
    pub classes: Vec<usize>,
}

/// All symmetries of a puzzle.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// One for each turn and each way of renaming the classes that rules name; the first is the identity.
    frames: Vec<Symmetry>,
    /// Sets of classes that no rule names and that can be exchanged as one likes, each of two or more.
    free: Vec<Vec<usize>>,
}

/// What decides whether a class can become another.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Signature {
    class: Class,
    /// The lines that its pieces keep, sorted; none for pieces that are free.
    lanes: Vec<u16>,
}

/// Puzzles with more ways of renaming the classes of their rules are not looked at in full.
const MOST_RENAMINGS: usize = 5_040;

impl Symmetry {
    /// What becomes of a configuration.
    pub fn image(&self, puzzle: &Puzzle, configuration: &Configuration) -> Configuration {
        let mut firsts = vec![Vec::new(); puzzle.classes.len()];
        for (class, &image) in self.classes.iter().enumerate() {
            firsts[image] = self.firsts(puzzle, configuration, class);
        }
        Configuration::new(firsts)
    }

    /// Where the pieces of a class come to begin, ascending.
    fn firsts(&self, puzzle: &Puzzle, configuration: &Configuration, class: usize) -> Vec<Cell> {
        let pieces = puzzle.pieces_of(configuration, class);
        let cells = pieces.iter().map(|&piece| turned(piece, &self.cells));
        let mut firsts: Vec<Cell> = cells.filter_map(CellSet::first).collect();
        firsts.sort_unstable();
        firsts
    }

    /// Whether nothing changes.
    pub fn is_identity(&self) -> bool {
        self.turn.is_identity()
            && self
                .classes
                .iter()
                .enumerate()
                .all(|(from, &to)| from == to)
    }

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

impl Symmetries {
    /// Finds them. Time: in proportion to the ways of renaming the classes of the rules, at most 5,040 a turn;
    /// with more classes of one sort in rules some symmetries may be overlooked.
    ///
    /// ```
    /// use slidewise_puzzle::{Puzzle, Symmetries};
    ///
    /// let symmetries = Symmetries::of(&Puzzle::open("checkmate")?);
    /// assert_eq!(symmetries.len(), 2u32.into(), "black and white can be exchanged");
    /// assert_eq!(Symmetries::of(&Puzzle::open("lane-rouge")?).turns().count(), 3);
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Symmetries {
        let ruled: BTreeSet<usize> = puzzle.rules.iter().flat_map(Rule::classes).collect();
        let own: Vec<Signature> = (0..puzzle.classes.len())
            .map(|class| Signature::of(puzzle, class))
            .collect();
        let is_free = |class: &usize| !ruled.contains(class);
        let mut frames = Vec::new();
        let mut maps: Vec<Vec<Cell>> = Vec::new();
        for turn in Turn::ALL {
            let Some(cells) = turn.cells(&puzzle.board) else {
                continue;
            };
            // On one row or one column, or on a diagonal, another turn may do the same.
            if maps.contains(&cells) {
                continue;
            }
            maps.push(cells.clone());
            let images: Vec<Signature> = (0..puzzle.classes.len())
                .map(|class| own[class].turned(puzzle, class, turn, &cells))
                .collect();
            let mut renaming = Renaming {
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
            // The free classes of each sort become those of another, in their order.
            let all_placed = (0..own.len()).filter(is_free).all(|class| {
                let target = (0..own.len())
                    .filter(is_free)
                    .find(|&to| !renaming.is_taken[to] && own[to] == images[class]);
                if let Some(to) = target {
                    renaming.take(class, to);
                }
                target.is_some()
            });
            // As many of each sort on both sides: then every beginning of a renaming can be finished, and is counted.
            let of_sort = |sort: &Signature, all: &[Signature]| {
                ruled.iter().filter(|&&class| all[class] == *sort).count()
            };
            let is_even =
                |&class: &usize| of_sort(&images[class], &own) == of_sort(&images[class], &images);
            if all_placed && ruled.iter().all(is_even) {
                renaming.go(0);
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
        Symmetries { frames, free }
    }

    /// How many there are, the identity among them.
    pub fn len(&self) -> BigUint {
        let exchanges = self.free.iter().flat_map(|set| 1..=set.len() as u64);
        exchanges.map(BigUint::from).product::<BigUint>() * self.frames.len()
    }

    /// The turns but for the identity; of those that lay all cells alike only the first.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        let turns: BTreeSet<Turn> = self.frames.iter().map(|frame| frame.turn).collect();
        Turn::ALL
            .into_iter()
            .skip(1)
            .filter(move |turn| turns.contains(turn))
    }

    /// The sets of classes of which any two can be exchanged where the board stays as it is, each of two or
    /// more classes.
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

    /// All of them, the identity first. They may be many: see [`Symmetries::len`].
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

    /// A few of them, from which the others can be made: one for each turn and renaming, and the exchanges of
    /// two neighbours in each set.
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

    /// One of them that takes a configuration to another, if there is any. Time: in proportion to the turns, the
    /// ways of renaming the classes of the rules, and the classes; however many exchanges there are.
    pub fn taking(
        &self,
        puzzle: &Puzzle,
        one: &Configuration,
        other: &Configuration,
    ) -> Option<Symmetry> {
        self.frames.iter().find_map(|frame| {
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

    /// A frame after an exchange: the classes of each free set become those in their places.
    fn with(&self, frame: &Symmetry, exchange: &[Vec<usize>]) -> Symmetry {
        let mut symmetry = frame.clone();
        for (from, to) in self.free.iter().zip(exchange) {
            for (&from, &to) in from.iter().zip(to) {
                symmetry.classes[from] = frame.classes[to];
            }
        }
        symmetry
    }

    /// Whether a symmetry with this turn takes the goals to the goals.
    pub fn keep_goals(&self, puzzle: &Puzzle, turn: Turn) -> bool {
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
            let mut matching = Matching {
                goals: &puzzle.goals,
                cells: &frame.cells,
                targets: &targets,
                set_of: &set_of,
                is_taken: vec![false; puzzle.goals.len()],
                tried: 0,
            };
            matching.go(0, &mut classes)
        })
    }

    /// Whether the goals stay what they are when two classes are exchanged.
    pub fn exchange_keeps_goals(puzzle: &Puzzle, one: usize, other: usize) -> bool {
        let goals: HashSet<(BTreeSet<(usize, CellSet)>, CellSet)> = puzzle
            .goals
            .iter()
            .map(|goal| asked(goal, |class| class))
            .collect();
        let swapped = |class| match class {
            class if class == one => other,
            class if class == other => one,
            class => class,
        };
        puzzle
            .goals
            .iter()
            .all(|goal| goals.contains(&asked(goal, swapped)))
    }
}

/// What a goal asks, with other names for the classes.
fn asked(goal: &Goal, renamed: impl Fn(usize) -> usize) -> (BTreeSet<(usize, CellSet)>, CellSet) {
    let demands = goal.demands.iter();
    let demands = demands.map(|demand| (renamed(demand.class), demand.cells));
    (demands.collect(), goal.empty)
}

/// The next order of the classes of the free sets, the last set fastest; `None` after the last.
fn next_exchange(sets: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    let mut sets = sets.to_vec();
    for set in sets.iter_mut().rev() {
        if next_permutation(set) {
            return Some(sets);
        }
    }
    None
}

/// Goes to the lexicographically next order of items, which may be equal; from the last one to the first, and says
/// false.
pub(crate) fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let Some(at) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        items.reverse();
        return false;
    };
    let with = items.iter().rposition(|item| *item > items[at]);
    items.swap(at, with.unwrap_or(at));
    items[at + 1..].reverse();
    true
}

impl Signature {
    fn of(puzzle: &Puzzle, class: usize) -> Signature {
        let definition = &puzzle.classes[class];
        let firsts = puzzle.firsts_of(&puzzle.start, class);
        Signature::new(puzzle, definition.clone(), firsts.iter().copied())
    }

    fn new(puzzle: &Puzzle, class: Class, firsts: impl Iterator<Item = Cell>) -> Signature {
        let mut lanes: Vec<u16> = firsts
            .filter_map(|first| class.lane(&puzzle.board, first))
            .collect();
        lanes.sort_unstable();
        // Names decide nothing but how many there are.
        let labels = vec![String::new(); class.size()];
        Signature {
            class: Class { labels, ..class },
            lanes,
        }
    }

    /// The signature of what becomes of a class.
    fn turned(&self, puzzle: &Puzzle, class: usize, turn: Turn, cells: &[Cell]) -> Signature {
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
        Signature::new(puzzle, image, firsts)
    }
}

/// The search for the ways in which the classes that rules name can be renamed.
struct Renaming<'a> {
    puzzle: &'a Puzzle,
    own: &'a [Signature],
    images: &'a [Signature],
    ruled: Vec<usize>,
    so_far: Symmetry,
    is_taken: Vec<bool>,
    tried: usize,
    found: &'a mut Vec<Symmetry>,
}

impl Renaming<'_> {
    fn take(&mut self, class: usize, to: usize) {
        self.so_far.classes[class] = to;
        self.is_taken[to] = true;
    }

    /// Renames the ruled classes from the one of this number on, in every way.
    fn go(&mut self, number: usize) {
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
            if self.tried < MOST_RENAMINGS
                && !self.is_taken[to]
                && self.own[to] == self.images[class]
            {
                self.take(class, to);
                self.go(number + 1);
                self.is_taken[to] = false;
            }
        }
    }
}

/// The search for a renaming of the free classes that takes goals to goals.
struct Matching<'a> {
    goals: &'a [Goal],
    cells: &'a [Cell],
    /// By class: the free set among whose classes its image is.
    targets: &'a [Option<usize>],
    set_of: &'a dyn Fn(usize) -> Option<usize>,
    is_taken: Vec<bool>,
    tried: usize,
}

impl Matching<'_> {
    /// Whether the goals from the one of this number on can be taken to goals not yet taken.
    fn go(&mut self, number: usize, classes: &mut Vec<Option<usize>>) -> bool {
        let Some(goal) = self.goals.get(number) else {
            return true;
        };
        for to in 0..self.goals.len() {
            self.tried += 1;
            if self.is_taken[to] || self.tried > MOST_RENAMINGS {
                continue;
            }
            let kept = classes.clone();
            if self.fits(goal, &self.goals[to], classes) {
                self.is_taken[to] = true;
                if self.go(number + 1, classes) {
                    return true;
                }
                self.is_taken[to] = false;
            }
            *classes = kept;
        }
        false
    }

    /// Notes what the classes must become for one goal to become another; false if that cannot be.
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
    use super::{MOST_RENAMINGS, Symmetries};
    use crate::Puzzle;

    #[test]
    fn renamings_that_cannot_be_finished_are_not_begun() {
        // Turned by a quarter the last piece is like no other: else 12! beginnings would be tried for it.
        let board = "A.B.C.D\n.......\nE.F.G.H\n.......\nI.J.K.L\n.......\nZZ.....";
        let pieces: Vec<String> = "ABCDEFGHIJKLZ".chars().map(|c| format!("'{c}'")).collect();
        let text = format!(
            "start = \"\"\"\n{board}\n\"\"\"\n[[rule]]\nnever = 'adjacent'\npieces = [{}]",
            pieces.join(", ")
        );
        let symmetries = Symmetries::of(&Puzzle::from_toml("x", "x.toml", &text).unwrap());
        assert_eq!(symmetries.len(), (4 * MOST_RENAMINGS).into());
        assert_eq!(symmetries.turns().count(), 3);
    }

    #[test]
    fn turns_that_lay_all_cells_alike_are_one() {
        let turns = |board: &str| -> (String, Vec<&str>) {
            let text = format!("start = \"\"\"\n{board}\n\"\"\"");
            let puzzle = Puzzle::from_toml("x", "x.toml", &text).unwrap();
            let symmetries = Symmetries::of(&puzzle);
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
