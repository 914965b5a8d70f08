//! The rules inside the pattern automaton, and what a half-scanned board must remember of them.
//!
//! A [`RuleSet`] is compiled once for a puzzle. A half-scanned board has one to three bit masks of
//! memory for each rule. These masks hold only the data on which choices at later cells depend:
//!
//! - for an `adjacent` rule, which of the later cells are forbidden to the pieces of the rule;
//! - for an `exposed` rule with a ray from outside, which piece the ray has met so far;
//! - for an `exposed` rule with rays from pieces, where the pieces of the rule stand.
//!
//! Everything else is dropped, so that boards with the same legal completions have equal states.

use super::layout::Layout;
use slidewise_board::{BitMask, Board, Cell, CellMask, Direction};
use slidewise_puzzle::rule::{is_seen, ray_beyond};
use slidewise_puzzle::{Puzzle, RaySource, Rule};

/// Memory of all rules, as bit masks: one for an `adjacent` rule, two or three for an `exposed`
/// rule.
///
/// An `exposed` rule has two masks if its ray comes from outside the board, and three if its rays
/// start from pieces.
pub(super) type RuleMemory<B> = Box<[B]>;

/// The rules of a puzzle, with cells replaced by places of the scan. The default has no rules.
#[derive(Clone, Default, Debug)]
pub(super) struct RuleSet<B: BitMask> {
    articles: Vec<RuleState<B>>,
    words: usize,
    at_the_beginning: RuleMemory<B>,
}

/// One compiled rule.
#[derive(Clone, Debug)]
enum RuleState<B: BitMask> {
    Adjacent(AdjacencyRule<B>),
    Ray(OutsideRay<B>),
    Gaze(SightLine),
}

/// Rule that forbids pieces of some kinds to be neighbours, corners included.
#[derive(Clone, Debug)]
struct AdjacencyRule<B: BitMask> {
    kinds: Vec<bool>,
    /// Places whose cells share a side or a corner with a place's cell, indexed by place.
    around: Vec<CellMask<B>>,
}

/// Rule that forbids a ray from outside the board to meet a target before any shield.
#[derive(Clone, Debug)]
struct OutsideRay<B: BitMask> {
    ray: Vec<Cell>,
    on_ray: CellMask<B>,
    targets: Vec<bool>,
    shields: Vec<bool>,
}

/// Rule that forbids a ray from a looker to meet a target before any shield. Lookers, targets and
/// shields are pieces of certain kinds.
#[derive(Clone, Debug)]
struct SightLine {
    lookers: Vec<bool>,
    targets: Vec<bool>,
    shields: Vec<bool>,
    /// Places on the ray that starts from a place, which is itself left out; indexed by place.
    rays: Vec<Vec<Cell>>,
}

/// Piece that a choice begins, as (kind, places covered); `None` if the choice leaves the cell
/// empty.
type PlacedKind<B> = Option<(usize, CellMask<B>)>;

/// State of the scan after a choice.
#[derive(Clone, Copy)]
pub(super) struct ScanProgress<'a, B: BitMask> {
    /// Places that later choices leave empty or cover.
    pub unknown: CellMask<B>,
    /// Function that says whether pieces of a kind are left to place.
    pub is_left: &'a dyn Fn(usize) -> bool,
}

impl<B: BitMask> ScanProgress<'_, B> {
    /// Whether pieces of any kind marked in `marked` are left to place.
    fn any_left(&self, marked: &[bool]) -> bool {
        let mut kinds = marked.iter().enumerate();
        kinds.any(|(kind, &is_marked)| is_marked && (self.is_left)(kind))
    }
}

impl<B: BitMask> RuleSet<B> {
    /// Compiles the rules of a puzzle for its layout.
    pub(super) fn new(puzzle: &Puzzle, layout: &Layout) -> RuleSet<B> {
        // Each piece that cannot move counts as a kind of its own; the numbers of these kinds
        // follow those of the layout's kinds.
        let mark = |classes: &[usize]| {
            let mut marked = vec![false; layout.kinds.len()];
            for kind in classes.iter().flat_map(|&class| layout.kinds_of(class)) {
                marked[kind] = true;
            }
            let settled = layout.settled().iter();
            marked.extend(settled.map(|(class, _)| classes.contains(class)));
            marked
        };
        let articles: Vec<RuleState<B>> = puzzle
            .rules
            .iter()
            .map(|rule| match rule {
                Rule::Adjacent { classes } => RuleState::Adjacent(AdjacencyRule {
                    kinds: mark(classes),
                    around: places(layout)
                        .map(|cell| {
                            let around = puzzle.board.surroundings(cell.into());
                            known_places(layout, around).collect()
                        })
                        .collect(),
                }),
                Rule::Exposed {
                    class,
                    from: RaySource::Outside(ray),
                    shields,
                    ..
                } => {
                    let ray: Vec<Cell> = known_places(layout, ray.iter().copied()).collect();
                    RuleState::Ray(OutsideRay {
                        on_ray: ray.iter().copied().collect(),
                        ray,
                        targets: mark(&[*class]),
                        shields: mark(shields),
                    })
                }
                Rule::Exposed {
                    class,
                    from: RaySource::Class(looker),
                    toward,
                    shields,
                } => RuleState::Gaze(SightLine {
                    lookers: mark(&[*looker]),
                    targets: mark(&[*class]),
                    shields: mark(shields),
                    rays: rays(&puzzle.board, layout, *toward),
                }),
            })
            .collect();
        let words = articles.iter().map(RuleState::words).sum();
        let mut law = RuleSet {
            articles,
            words,
            at_the_beginning: vec![B::ZERO; words].into(),
        };
        law.place_settled(puzzle, layout);
        law
    }

    /// Records the pieces that cannot move in the rules' memory, one after another; all movable
    /// pieces are still to be placed.
    fn place_settled(&mut self, puzzle: &Puzzle, layout: &Layout) {
        let kinds = layout.kinds.len();
        let mut unknown: CellMask<B> = (0..).map(Cell).take(layout.scan.known().len()).collect();
        for (number, &(class, first)) in (kinds..).zip(layout.settled()) {
            let cells = puzzle.classes[class].place(&puzzle.board, first);
            let cells = cells.expect("each piece of Start fits on its cells");
            let places: CellMask<B> = known_places(layout, cells).collect();
            unknown = unknown.without(places);
            let standing = ScanProgress {
                unknown,
                is_left: &|kind| kind < kinds || kind > number,
            };
            let memory = self.after(&self.at_the_beginning, Some((number, places)), standing);
            self.at_the_beginning = memory.expect("Start obeys the rules");
        }
    }

    /// Whether the puzzle has no rules, so that the memory is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.articles.is_empty()
    }

    /// Bytes that the memory of the rules takes in one state.
    pub(super) fn bytes(&self) -> usize {
        self.words * size_of::<B>()
    }

    /// Memory of the rules before the first cell is scanned.
    pub(super) fn at_the_beginning(&self) -> RuleMemory<B> {
        self.at_the_beginning.clone()
    }

    /// Memory of the rules after a choice; `None` if a rule forbids the choice, or everything that
    /// can follow it.
    pub(super) fn after(
        &self,
        memory: &RuleMemory<B>,
        placed: PlacedKind<B>,
        standing: ScanProgress<'_, B>,
    ) -> Option<RuleMemory<B>> {
        let mut memory = memory.clone();
        let mut rest = &mut memory[..];
        for article in &self.articles {
            let own;
            (own, rest) = rest.split_at_mut(article.words());
            if !article.note(own, placed, standing) {
                return None;
            }
        }
        Some(memory)
    }
}

fn places(layout: &Layout) -> impl Iterator<Item = Cell> + '_ {
    layout.scan.known().iter().copied()
}

/// Places of `cells`, without the cells that have no place because no piece ever covers them.
fn known_places(
    layout: &Layout,
    cells: impl IntoIterator<Item = Cell>,
) -> impl Iterator<Item = Cell> {
    let places = cells
        .into_iter()
        .map(|cell| layout.scan.known_place_of(cell));
    places.flatten().map(Cell)
}

fn rays(board: &Board, layout: &Layout, toward: Direction) -> Vec<Vec<Cell>> {
    places(layout)
        .map(|cell| known_places(layout, ray_beyond(board, cell, toward)).collect())
        .collect()
}

impl<B: BitMask> RuleState<B> {
    /// Number of bit masks that the rule's memory takes.
    fn words(&self) -> usize {
        match self {
            RuleState::Adjacent(_) => 1,
            RuleState::Ray(_) => 2,
            RuleState::Gaze(_) => 3,
        }
    }

    /// Records a choice in the rule's memory; returns false if the rule forbids the choice.
    fn note(&self, memory: &mut [B], placed: PlacedKind<B>, standing: ScanProgress<'_, B>) -> bool {
        match self {
            RuleState::Adjacent(rule) => rule.note(memory, placed, standing),
            RuleState::Ray(rule) => rule.note(memory, placed, standing),
            RuleState::Gaze(rule) => rule.note(memory, placed, standing),
        }
    }
}

impl<B: BitMask> AdjacencyRule<B> {
    /// Updates the rule's only mask: the places forbidden to pieces of its kinds.
    fn note(&self, memory: &mut [B], placed: PlacedKind<B>, standing: ScanProgress<'_, B>) -> bool {
        let mut forbidden = CellMask(memory[0]);
        if let Some((kind, places)) = placed
            && self.kinds[kind]
        {
            if places.meets(forbidden) {
                return false;
            }
            for place in places {
                forbidden |= self.around[place.index()];
            }
        }
        memory[0] = if standing.any_left(&self.kinds) {
            (forbidden & standing.unknown).0
        } else {
            B::ZERO
        };
        true
    }
}

impl<B: BitMask> OutsideRay<B> {
    /// Updates the rule's two masks, which hold the place of the first piece that the ray meets.
    ///
    /// The place is in the first mask if this piece is a target, and in the second if it is a
    /// shield.
    fn note(&self, memory: &mut [B], placed: PlacedKind<B>, standing: ScanProgress<'_, B>) -> bool {
        let ray = &self.ray;
        let mut met_target = CellMask(memory[0]);
        let mut met_shield = CellMask(memory[1]);
        if let Some((kind, places)) = placed {
            if self.targets[kind] {
                met_target |= places & self.on_ray;
            }
            if self.shields[kind] {
                met_shield |= places & self.on_ray;
            }
        }
        let first = ray
            .iter()
            .position(|&place| (met_target | met_shield).contains(place));
        let sees_target = first.is_some_and(|at| met_target.contains(ray[at]));
        // Only an undecided place before the first piece met can still change which piece the ray
        // meets first. The piece met is therefore stored as if it stood right after the last such
        // place, so that boards with the same completions have equal memories.
        let open = ray[..first.unwrap_or(ray.len())]
            .iter()
            .rposition(|&place| standing.unknown.contains(place));
        (memory[0], memory[1]) = match (first, sees_target, open) {
            (Some(_), true, None) => return false,
            (Some(_), true, Some(_)) if !standing.any_left(&self.shields) => return false,
            (Some(_), true, Some(last)) => (CellMask::from(ray[last + 1]).0, B::ZERO),
            (Some(_), false, Some(last)) if standing.any_left(&self.targets) => {
                (B::ZERO, CellMask::from(ray[last + 1]).0)
            }
            (Some(_), false, None) if standing.any_left(&self.targets) => {
                (B::ZERO, CellMask::from(ray[0]).0)
            }
            _ => (B::ZERO, B::ZERO),
        };
        true
    }
}

impl SightLine {
    /// Updates the rule's three masks: the places of lookers, of targets and of shields. The rule
    /// is checked once all these pieces are placed.
    fn note<B: BitMask>(
        &self,
        memory: &mut [B],
        placed: PlacedKind<B>,
        standing: ScanProgress<'_, B>,
    ) -> bool {
        let named = [&self.lookers, &self.targets, &self.shields];
        if let Some((kind, places)) = placed {
            for (word, named) in memory.iter_mut().zip(named) {
                if named[kind] {
                    *word = word.or(places.0);
                }
            }
        }
        if named.iter().any(|named| standing.any_left(named)) {
            return true;
        }
        let [looking, seen, shielding] = [0, 1, 2].map(|word| CellMask(memory[word]));
        memory.fill(B::ZERO);
        looking
            .iter()
            .all(|place| !is_seen(&self.rays[place.index()], seen, shielding))
    }
}
