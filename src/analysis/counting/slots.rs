//! Labels and slots of tiles, which distinguish pieces that a pattern treats as alike.
//!
//! Slots number the tiles of all kinds whose tiles differ: kind by kind, and in the order of the
//! scan within a kind. The label of a tile is the number of its slot at the pattern where a walk
//! begins. The letter of a tile is the number of its class: alike tiles have the same letter, but
//! different labels.

use num_bigint::BigUint;
use slidewise_board::{Cell, CellSet};
use slidewise_engine::graph::Displacement;
use slidewise_engine::index::{Layout, Pattern, Space};
use slidewise_puzzle::{Axis, Class, Configuration, Puzzle, Rule};
use std::collections::BTreeMap;
use thiserror::Error;

/// More tiles must be told apart than the 256 labels allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "the puzzle has too many different pieces: counting without a search supports at most {}",
    TooManyTiles::MOST
)]
pub struct TooManyTiles;

impl TooManyTiles {
    /// Number of labels, hence the largest number of tiles that can be told apart.
    pub const MOST: usize = 1 << u8::BITS;
}

/// The puzzle after merging all classes whose pieces have one shape and may stand on the same
/// cells.
///
/// Classes that a rule names are not merged. Classes with an axis are not merged either: their
/// pieces keep their order in any case.
pub(super) fn with_tiles_alike(puzzle: &Puzzle) -> Puzzle {
    let ruled: Vec<usize> = puzzle.rules.iter().flat_map(Rule::classes).collect();
    let mut classes: Vec<Class> = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut merged = Vec::new();
    for (number, class) in puzzle.classes.iter().enumerate() {
        let is_like = |others: &Vec<usize>| {
            let other = &puzzle.classes[others[0]];
            class.axis == Axis::Free
                && !ruled.contains(&number)
                && !ruled.contains(&others[0])
                && (&other.shape, other.axis, other.allowed)
                    == (&class.shape, class.axis, class.allowed)
        };
        match members.iter().position(is_like) {
            Some(own) => {
                members[own].push(number);
                classes[own].labels.extend(class.labels.clone());
                merged.push(own);
            }
            None => {
                merged.push(classes.len());
                members.push(vec![number]);
                classes.push(class.clone());
            }
        }
    }
    let firsts_of = |numbers: &Vec<usize>| -> Vec<Cell> {
        let firsts = numbers
            .iter()
            .flat_map(|&number| puzzle.firsts_of(&puzzle.start, number));
        firsts.copied().collect()
    };
    let rules = puzzle.rules.iter().map(|rule| rule.renumbered(&merged));
    Puzzle {
        start: Configuration::new(members.iter().map(firsts_of).collect()),
        rules: rules.collect(),
        goals: Vec::new(),
        classes,
        ..puzzle.clone()
    }
}

/// Slots of the tiles of each kind. In a list of labels, entry n is the label of the tile that
/// stands on slot n.
pub(super) struct Slots {
    /// First slot and number of slots of each kind, indexed by kind; `None` for a kind whose pieces
    /// are all alike.
    pub(crate) of_kind: Vec<Option<(usize, usize)>>,
    /// Letter of a piece of each kind, indexed by kind; used only for kinds whose pieces are all
    /// alike.
    letter_of_kind: Vec<u8>,
    /// Letter and first cell of each piece that cannot move.
    settled: Vec<(u8, Cell)>,
}

/// Computes the slots of the kinds whose tiles differ, and the letter of the tile on each slot at
/// Start.
pub(super) fn slots_and_letters(
    puzzle: &Puzzle,
    space: &Space,
    start: &Pattern<'_>,
) -> Result<(Slots, Vec<u8>), TooManyTiles> {
    if puzzle.classes.len() > TooManyTiles::MOST {
        return Err(TooManyTiles);
    }
    let layout = space.layout();
    let mut letter_at = vec![0u8; layout.scan.cell_count()];
    let mut settled = Vec::new();
    for (number, class) in puzzle.classes.iter().enumerate() {
        for &first in puzzle.firsts_of(&puzzle.start, number) {
            let cells = class.place(&puzzle.board, first).unwrap_or(CellSet::EMPTY);
            match layout.scan.places_of(cells).and_then(CellSet::first) {
                Some(place) => letter_at[place.index()] = number as u8,
                None => settled.push((number as u8, first)),
            }
        }
    }
    let mut slots = Slots {
        of_kind: vec![None; layout.kinds.len()],
        letter_of_kind: Vec::new(),
        settled,
    };
    let mut letters = Vec::new();
    for kind in 0..layout.kinds.len() {
        let own = start.pieces().filter(|&(other, _)| other == kind);
        let own: Vec<u8> = own.map(|(_, place)| letter_at[place as usize]).collect();
        slots.letter_of_kind.extend(own.first());
        if own.iter().any(|&letter| letter != own[0]) {
            slots.of_kind[kind] = Some((letters.len(), own.len()));
            letters.extend(own);
        }
    }
    if letters.len() > TooManyTiles::MOST {
        return Err(TooManyTiles);
    }
    Ok((slots, letters))
}

impl Slots {
    /// Number of arrangements of the pieces that cannot move: those that the pattern treats as
    /// alike may be exchanged. `tiled` is the puzzle of the patterns.
    pub(super) fn settled_orders(&self, tiled: &Puzzle) -> BigUint {
        let orders_of = |class: usize| {
            let firsts = tiled.firsts_of(&tiled.start, class);
            let own = self.settled.iter().filter(|own| firsts.contains(&own.1));
            let mut numbers: BTreeMap<u8, u32> = BTreeMap::new();
            let mut orders = BigUint::from(1u32);
            for (pieces, (letter, _)) in (1u32..).zip(own) {
                let number = numbers.entry(*letter).or_default();
                *number += 1;
                // A quotient of factorials, and whole after each piece.
                orders = orders * pieces / *number;
            }
            orders
        };
        (0..tiled.classes.len()).map(orders_of).product()
    }

    /// Number of arrangements that the tiles with slots would have if all of them were distinct.
    pub(super) fn orders(&self) -> BigUint {
        let tiles = self.of_kind.iter().flatten().map(|&(_, tiles)| tiles);
        tiles.flat_map(|tiles| 1..=tiles).product()
    }

    /// First cells of the pieces of a pattern, indexed by letter.
    ///
    /// `word` gives the letter on each slot, and `letters` is the number of letters.
    pub(crate) fn firsts(
        &self,
        pattern: &Pattern<'_>,
        layout: &Layout,
        word: &[u8],
        letters: usize,
    ) -> Vec<Vec<Cell>> {
        let mut firsts = vec![Vec::new(); letters];
        for &(letter, first) in &self.settled {
            firsts[usize::from(letter)].push(first);
        }
        let mut placed = vec![0; layout.kinds.len()];
        for (kind, place) in pattern.pieces() {
            let letter = match self.of_kind[kind] {
                Some((first, _)) => word[first + placed[kind]],
                None => self.letter_of_kind[kind],
            };
            placed[kind] += 1;
            let placement = layout.kinds[kind].placements[usize::from(place)].as_ref();
            let placement =
                placement.expect("a piece of a pattern stands on a place that its kind allows");
            firsts[usize::from(letter)].push(placement.first_cell);
        }
        firsts
    }

    /// Labels on the slots after a step from `pattern`; before the step they are `labels`.
    pub(crate) fn after(
        &self,
        labels: &[u8],
        pattern: &Pattern<'_>,
        step: &Displacement,
    ) -> Vec<u8> {
        let mut after = labels.to_vec();
        let Some((first, count)) = self.of_kind[step.kind] else {
            return after;
        };
        if let Some(rotation) = pattern.rotation(step.kind, step.from, step.to) {
            rotation.apply(&mut after[first..first + count]);
        }
        after
    }
}
