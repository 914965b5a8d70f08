//! Symmetry images: the vertex to which a symmetry of the puzzle takes a vertex.
//!
//! The image of a pattern is computed once for all its arrangements: the place where the image of
//! each piece begins, and the slot from which each tile of the new arrangement comes. A vertex has
//! an image whether or not Start reaches it.

use super::Graph;
use crate::index::{Automaton, Choice, EMPTY, KindMembers, Pattern, Place};
use slidewise_board::{Cell, Direction, turned};
use slidewise_puzzle::{Axis, Symmetry};
use std::cmp::Ordering;

/// Maps a graph's vertices to their images under a symmetry; fastest in ascending order of
/// vertices.
#[derive(Debug)]
pub struct SymmetryMap<'g> {
    graph: &'g Graph,
    /// Kind and first place of a piece's image, indexed by the piece's kind, then its first place.
    pieces: Vec<Vec<Option<(usize, Place)>>>,
    /// Tile group that is the image of a tile group, and the image of each letter; indexed by tile
    /// group, then by letter.
    letters: Vec<(usize, Vec<u8>)>,
    pattern: Pattern<'g>,
    /// Rank of the pattern whose image is in `image`; `None` if no image has been computed.
    at_hand: Option<u64>,
    image: PatternImage,
}

/// Image of one pattern.
#[derive(Clone, Debug, Default)]
struct PatternImage {
    rank: Option<u64>,
    /// Slot from which a tile of the image comes, indexed by tile group of the image, then by the
    /// tile's new slot.
    slots: Vec<Vec<u16>>,
}

impl<'g> SymmetryMap<'g> {
    /// Prepares the map for a symmetry of the graph's puzzle; `None` if the graph has no number for
    /// any image.
    pub fn new(graph: &'g Graph, symmetry: &Symmetry) -> Option<SymmetryMap<'g>> {
        let layout = graph.space().layout();
        let puzzle = graph.puzzle();
        // Each piece that cannot move must have an image that cannot move either; otherwise no
        // image of a configuration has a number.
        let stays_settled = |&(class, first): &(usize, Cell)| {
            let cells = puzzle.classes[class].place(&puzzle.board, first)?;
            let first = turned(cells, &symmetry.cells).first()?;
            Some(layout.is_settled(symmetry.classes[class], first))
        };
        let mut settled = layout.settled().iter();
        if !settled.all(|piece| stays_settled(piece) == Some(true)) {
            return None;
        }
        let mut pieces = Vec::with_capacity(layout.kinds.len());
        for (number, kind) in layout.kinds.iter().enumerate() {
            let (class, lane) = match kind.members {
                KindMembers::Class { class, lane } => (class, lane),
                KindMembers::Tiles { arrangement } => (layout.groups[arrangement].classes[0], None),
            };
            let image = symmetry.classes[class];
            // If a lane has several kinds, a symmetry that reverses the lane also reverses the
            // order of its kinds.
            let along = match puzzle.classes[class].axis {
                Axis::Vertical => Direction::Down,
                _ => Direction::Right,
            };
            let goes_back = matches!(
                symmetry.turn.direction(along),
                Direction::Up | Direction::Left
            );
            let [before, behind] = [Ordering::Less, Ordering::Greater].map(|side| {
                let own = layout.kinds_on(class, lane);
                own.filter(|other| other.cmp(&number) == side).count()
            });
            let nth = if goes_back { behind } else { before };
            let of_place = kind.placements.iter().map(|placement| {
                let cells =
                    puzzle.classes[class].place(&puzzle.board, placement.as_ref()?.first_cell)?;
                let cells = turned(cells, &symmetry.cells);
                let lane = puzzle.classes[image].lane(&puzzle.board, cells.first()?);
                let place = layout.scan.places_of(cells)?.first()?;
                Some((layout.kinds_on(image, lane).nth(nth)?, place.0))
            });
            pieces.push(of_place.collect());
        }
        let letters = layout.groups.iter().map(|group| {
            let images: Vec<usize> = group
                .classes
                .iter()
                .map(|&class| symmetry.classes[class])
                .collect();
            let mut groups = layout.groups.iter();
            let to = groups.position(|other| other.classes.contains(&images[0]))?;
            let letter = |class: &usize| layout.groups[to].classes.iter().position(|c| c == class);
            let letters: Option<Vec<u8>> = images.iter().map(|c| Some(letter(c)? as u8)).collect();
            Some((to, letters?))
        });
        let (automaton, patterns) = (graph.space().automaton(), graph.patterns());
        Some(SymmetryMap {
            graph,
            pieces,
            letters: letters.collect::<Option<_>>()?,
            pattern: Pattern::new(automaton, layout, patterns, 0),
            at_hand: None,
            image: PatternImage::default(),
        })
    }

    /// Image of a vertex; `None` if the graph has no number for it.
    ///
    /// # Panics
    /// If `index` is not a vertex.
    pub fn of(&mut self, index: u64) -> Option<u64> {
        let orders = self.graph.orders();
        let (pattern, order) = (index / orders.len(), index % orders.len());
        let rank = self.of_pattern(pattern)?;
        if self.letters.is_empty() {
            return Some(rank);
        }
        let words = orders.unrank(pattern, order);
        let mut images = vec![Vec::new(); words.len()];
        for (word, (to, letters)) in words.iter().zip(&self.letters) {
            let slots = self.image.slots[*to].iter();
            images[*to] = slots
                .map(|&slot| letters[word[slot as usize] as usize])
                .collect();
        }
        Some(rank * orders.len() + orders.rank(rank, &images)?)
    }

    /// Rank of a pattern's image, which is the same for all arrangements of the pattern; `None` if
    /// the image is not a legal pattern.
    ///
    /// # Panics
    /// If `pattern` is not below the number of patterns.
    pub fn of_pattern(&mut self, pattern: u64) -> Option<u64> {
        if self.at_hand != Some(pattern) {
            self.pattern.lay(pattern);
            self.image = self.pattern_image();
            self.at_hand = Some(pattern);
        }
        self.image.rank
    }

    /// Computes the image of the pattern that the field `pattern` holds.
    fn pattern_image(&self) -> PatternImage {
        let space = self.graph.space();
        let layout = space.layout();
        let places = layout.scan.cell_count();
        let mut choice_at: Vec<Choice> = vec![EMPTY; places];
        let mut slot_at = vec![0u16; places];
        let mut slots_so_far = vec![0u16; layout.groups.len()];
        for (kind, place) in self.pattern.pieces() {
            let Some((image, to)) = self.pieces[kind][place as usize] else {
                return PatternImage::default();
            };
            choice_at[to as usize] = image as Choice + 1;
            if let KindMembers::Tiles { arrangement } = layout.kinds[kind].members {
                slot_at[to as usize] = slots_so_far[arrangement];
                slots_so_far[arrangement] += 1;
            }
        }
        let mut slots = vec![Vec::new(); layout.groups.len()];
        let automaton = space.automaton();
        let (mut node, mut rank) = (Automaton::ROOT, 0);
        loop {
            let place = automaton.place(node) as usize;
            if place >= layout.scan.cell_count() {
                return PatternImage {
                    rank: Some(rank),
                    slots,
                };
            }
            let choice = choice_at[place];
            if choice != EMPTY
                && let KindMembers::Tiles { arrangement } =
                    layout.kinds[choice as usize - 1].members
            {
                slots[arrangement].push(slot_at[place]);
            }
            let Some(edge) = automaton.edge(node, choice) else {
                return PatternImage::default();
            };
            rank += edge.before;
            node = edge.to;
        }
    }
}
