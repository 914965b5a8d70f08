//! The rules inside the pattern automaton: what a half-scanned board must remember of them.
//!
//! A [`Law`] is compiled once; its states are a few words each. A state holds exactly what the cells still
//! to come need to know: which of them are forbidden to the pieces of an `adjacent` rule, and which piece a
//! ray has met so far. What no longer matters is forgotten, so that equal futures have equal states.

use super::layout::Layout;
use slidewise_board::{Bits, Board, Cell, Direction, Set};
use slidewise_puzzle::rule::{is_seen, ray_beyond};
use slidewise_puzzle::{Puzzle, RaySource, Rule};

/// What the rules remember: one word for an `adjacent` rule, two for a ray from outside, three for a rule
/// whose rays leave pieces.
pub type Memory<B> = Box<[B]>;

/// The rules in scan numbers; by default there are none.
#[derive(Clone, Default, Debug)]
pub struct Law<B: Bits> {
    articles: Vec<Article<B>>,
    words: usize,
    at_the_beginning: Memory<B>,
}

/// One rule.
#[derive(Clone, Debug)]
enum Article<B: Bits> {
    Adjacent(Adjacent<B>),
    Ray(Ray<B>),
    Gaze(Gaze),
}

/// Pieces of these kinds are never neighbours.
#[derive(Clone, Debug)]
struct Adjacent<B: Bits> {
    kinds: Vec<bool>,
    /// By place: the places beside it or at its corners.
    around: Vec<Set<B>>,
}

/// A ray from outside never meets a target first.
#[derive(Clone, Debug)]
struct Ray<B: Bits> {
    ray: Vec<Cell>,
    on_ray: Set<B>,
    targets: Vec<bool>,
    shields: Vec<bool>,
}

/// A ray that leaves a piece never meets a target first.
#[derive(Clone, Debug)]
struct Gaze {
    lookers: Vec<bool>,
    targets: Vec<bool>,
    shields: Vec<bool>,
    /// By place: the ray that leaves it.
    rays: Vec<Vec<Cell>>,
}

/// A choice: a kind and the places on which its piece came to lie; `None` if the cell stays empty.
type Placed<B> = Option<(usize, Set<B>)>;

/// Where the scan stands after a choice.
#[derive(Clone, Copy)]
pub struct Standing<'a, B: Bits> {
    /// The places at which it is not yet known what stands there.
    pub unknown: Set<B>,
    /// Whether pieces of a kind are still to be placed.
    pub is_left: &'a dyn Fn(usize) -> bool,
}

impl<B: Bits> Standing<'_, B> {
    /// Whether pieces of any of the marked kinds are still to be placed.
    fn any_left(&self, marked: &[bool]) -> bool {
        let mut kinds = marked.iter().enumerate();
        kinds.any(|(kind, &is_marked)| is_marked && (self.is_left)(kind))
    }
}

impl<B: Bits> Law<B> {
    /// The rules of a puzzle, for its layout.
    pub fn new(puzzle: &Puzzle, layout: &Layout) -> Law<B> {
        // Each piece that cannot move has a number behind those of the kinds.
        let mark = |classes: &[usize]| {
            let mut marked = vec![false; layout.kinds.len()];
            for kind in classes.iter().flat_map(|&class| layout.kinds_of(class)) {
                marked[kind] = true;
            }
            let settled = layout.settled().iter();
            marked.extend(settled.map(|(class, _)| classes.contains(class)));
            marked
        };
        let articles: Vec<Article<B>> = puzzle
            .rules
            .iter()
            .map(|rule| match rule {
                Rule::Adjacent { classes } => Article::Adjacent(Adjacent {
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
                    Article::Ray(Ray {
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
                } => Article::Gaze(Gaze {
                    lookers: mark(&[*looker]),
                    targets: mark(&[*class]),
                    shields: mark(shields),
                    rays: rays(&puzzle.board, layout, *toward),
                }),
            })
            .collect();
        let words = articles.iter().map(Article::words).sum();
        let mut law = Law {
            articles,
            words,
            at_the_beginning: vec![B::ZERO; words].into(),
        };
        law.place_settled(puzzle, layout);
        law
    }

    /// Notes the pieces that cannot move, one after the other. All others are still to be placed.
    fn place_settled(&mut self, puzzle: &Puzzle, layout: &Layout) {
        let kinds = layout.kinds.len();
        let mut unknown: Set<B> = (0..).map(Cell).take(layout.scan.known().len()).collect();
        for (number, &(class, first)) in (kinds..).zip(layout.settled()) {
            let cells = puzzle.classes[class].place(&puzzle.board, first);
            let cells = cells.expect("a piece stands where it starts");
            let places: Set<B> = known_places(layout, cells).collect();
            unknown = unknown.without(places);
            let standing = Standing {
                unknown,
                is_left: &|kind| kind < kinds || kind > number,
            };
            let memory = self.after(&self.at_the_beginning, Some((number, places)), standing);
            self.at_the_beginning = memory.expect("Start obeys the rules");
        }
    }

    /// Whether there are no rules, and nothing to remember.
    pub fn is_empty(&self) -> bool {
        self.articles.is_empty()
    }

    /// How many bytes a state's memory takes.
    pub fn bytes(&self) -> usize {
        self.words * size_of::<B>()
    }

    /// What is remembered before the first cell.
    pub fn at_the_beginning(&self) -> Memory<B> {
        self.at_the_beginning.clone()
    }

    /// What is remembered after a choice; `None` if a rule forbids it, or nothing still to come can save it.
    pub fn after(
        &self,
        memory: &Memory<B>,
        placed: Placed<B>,
        standing: Standing<'_, B>,
    ) -> Option<Memory<B>> {
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

/// The places of those cells on which a piece may ever stand.
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

impl<B: Bits> Article<B> {
    /// How many words it remembers.
    fn words(&self) -> usize {
        match self {
            Article::Adjacent(_) => 1,
            Article::Ray(_) => 2,
            Article::Gaze(_) => 3,
        }
    }

    /// Notes a choice in the rule's own words; false if it is forbidden.
    fn note(&self, memory: &mut [B], placed: Placed<B>, standing: Standing<'_, B>) -> bool {
        match self {
            Article::Adjacent(rule) => rule.note(memory, placed, standing),
            Article::Ray(rule) => rule.note(memory, placed, standing),
            Article::Gaze(rule) => rule.note(memory, placed, standing),
        }
    }
}

impl<B: Bits> Adjacent<B> {
    /// One word: the places forbidden to pieces of its kinds.
    fn note(&self, memory: &mut [B], placed: Placed<B>, standing: Standing<'_, B>) -> bool {
        let mut forbidden = Set(memory[0]);
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
        memory[0] = match standing.any_left(&self.kinds) {
            true => (forbidden & standing.unknown).0,
            false => B::ZERO,
        };
        true
    }
}

impl<B: Bits> Ray<B> {
    /// Two words: where a target stands that the ray met first, and where a shield.
    fn note(&self, memory: &mut [B], placed: Placed<B>, standing: Standing<'_, B>) -> bool {
        let ray = &self.ray;
        let mut met_target = Set(memory[0]);
        let mut met_shield = Set(memory[1]);
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
        // Only unknown places before the first piece met can still change what the ray meets first:
        // the piece counts as standing right behind the last of them.
        let open = ray[..first.unwrap_or(ray.len())]
            .iter()
            .rposition(|&place| standing.unknown.contains(place));
        (memory[0], memory[1]) = match (first, sees_target, open) {
            (Some(_), true, None) => return false,
            (Some(_), true, Some(_)) if !standing.any_left(&self.shields) => return false,
            (Some(_), true, Some(last)) => (Set::from(ray[last + 1]).0, B::ZERO),
            (Some(_), false, Some(last)) if standing.any_left(&self.targets) => {
                (B::ZERO, Set::from(ray[last + 1]).0)
            }
            (Some(_), false, None) if standing.any_left(&self.targets) => {
                (B::ZERO, Set::from(ray[0]).0)
            }
            _ => (B::ZERO, B::ZERO),
        };
        true
    }
}

impl Gaze {
    /// Three words: where those stand that look, the targets, and the shields; judged when all are placed.
    fn note<B: Bits>(
        &self,
        memory: &mut [B],
        placed: Placed<B>,
        standing: Standing<'_, B>,
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
        let [looking, seen, shielding] = [0, 1, 2].map(|word| Set(memory[word]));
        memory.fill(B::ZERO);
        looking
            .iter()
            .all(|place| !is_seen(&self.rays[place.index()], seen, shielding))
    }
}
