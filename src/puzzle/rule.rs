//! The rules that forbid configurations: pieces that may not touch, and pieces that may not be seen.
//!
//! Rules name classes. They say which configurations are allowed and nothing of moves.

use slidewise_board::{Bits, Board, Cell, CellSet, Direction, Set};

/// A rule of the puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// No two different pieces of these classes have cells side by side or corner to corner.
    Adjacent {
        /// The classes, ascending.
        classes: Vec<usize>,
    },
    /// No piece of `class` is met by a ray before a piece of `shields` is.
    Exposed {
        /// The class that must not be seen.
        class: usize,
        /// Where the rays begin.
        from: RaySource,
        /// The direction in which the rays run.
        toward: Direction,
        /// The classes that stop a ray, ascending.
        shields: Vec<usize>,
    },
}

/// Where the rays of a rule begin.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum RaySource {
    /// Outside the board; the cells that the one ray meets, in its order.
    Outside(Vec<Cell>),
    /// At each cell of each piece of this class, from the next cell on.
    Class(usize),
}

impl Rule {
    /// The classes that the rule speaks of, ascending, each once.
    pub fn classes(&self) -> Vec<usize> {
        let mut named = match self {
            Rule::Adjacent { classes } => classes.clone(),
            Rule::Exposed {
                class,
                from,
                shields,
                ..
            } => {
                let mut named = shields.clone();
                named.push(*class);
                if let RaySource::Class(looking) = from {
                    named.push(*looking);
                }
                named
            }
        };
        named.sort_unstable();
        named.dedup();
        named
    }

    /// The same rule where the classes have other numbers: `number_of` gives each class its new one.
    pub fn renumbered(&self, number_of: &[usize]) -> Rule {
        let all = |classes: &[usize]| {
            let mut all: Vec<usize> = classes.iter().map(|&class| number_of[class]).collect();
            all.sort_unstable();
            all
        };
        match self {
            Rule::Adjacent { classes } => Rule::Adjacent {
                classes: all(classes),
            },
            Rule::Exposed {
                class,
                from,
                toward,
                shields,
            } => Rule::Exposed {
                class: number_of[*class],
                from: match from {
                    RaySource::Outside(ray) => RaySource::Outside(ray.clone()),
                    RaySource::Class(looking) => RaySource::Class(number_of[*looking]),
                },
                toward: *toward,
                shields: all(shields),
            },
        }
    }

    /// Whether the pieces obey the rule. `pieces_of` gives the cells of each piece of a class.
    ///
    /// Cost: at most the square of the pieces that the rule names. Slow and plain: for a position that was
    /// just read, not for the inner loop of a search.
    pub fn holds(&self, board: &Board, pieces_of: &dyn Fn(usize) -> Vec<CellSet>) -> bool {
        match self {
            Rule::Adjacent { classes } => {
                let pieces: Vec<CellSet> = classes.iter().flat_map(|&c| pieces_of(c)).collect();
                pieces.iter().enumerate().all(|(i, &piece)| {
                    let around = board.surroundings(piece);
                    pieces[i + 1..].iter().all(|&other| !around.meets(other))
                })
            }
            Rule::Exposed {
                class,
                from,
                toward,
                shields,
            } => {
                let union = |classes: &[usize]| {
                    let pieces = classes.iter().flat_map(|&c| pieces_of(c));
                    pieces.fold(CellSet::EMPTY, |all, piece| all | piece)
                };
                let targets = union(&[*class]);
                let shields = union(shields);
                from.rays(board, *toward, &|looking| union(&[looking]))
                    .iter()
                    .all(|ray| !is_seen(ray, targets, shields))
            }
        }
    }
}

impl RaySource {
    /// The rays, each as the cells that it meets in its order. `cells_of` gives the cells of a class.
    pub fn rays(
        &self,
        board: &Board,
        toward: Direction,
        cells_of: &dyn Fn(usize) -> CellSet,
    ) -> Vec<Vec<Cell>> {
        match self {
            RaySource::Outside(ray) => vec![ray.clone()],
            RaySource::Class(looking) => cells_of(*looking)
                .iter()
                .map(|cell| ray_beyond(board, cell, toward))
                .collect(),
        }
    }
}

/// The cells that a ray meets which leaves `cell`.
pub fn ray_beyond(board: &Board, cell: Cell, toward: Direction) -> Vec<Cell> {
    match board.offset(board.square_of(cell), toward.offset()) {
        Some(square) => board.ray(square, toward),
        None => Vec::new(),
    }
}

/// Whether a ray meets a target before a shield; a cell that is both is met as a target.
pub fn is_seen<B: Bits>(ray: &[Cell], targets: Set<B>, shields: Set<B>) -> bool {
    ray.iter()
        .find(|&&cell| (targets | shields).contains(cell))
        .is_some_and(|&cell| targets.contains(cell))
}
