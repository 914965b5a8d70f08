//! Rules that forbid configurations: pieces that may not touch, and pieces that may not be seen.
//!
//! Rules name classes. They restrict configurations, not moves.

use slidewise_board::{BitMask, Board, Cell, CellMask, CellSet, Direction};

/// A rule of a puzzle; a class is given by its index in the puzzle's list of classes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// No two different pieces of these classes touch at a side or a corner.
    Adjacent {
        /// The classes, ascending.
        classes: Vec<usize>,
    },
    /// No ray meets a piece of `class` before it meets a piece of a class in `shields`.
    Exposed {
        /// The class that must not be seen.
        class: usize,
        /// The origin of the rays.
        from: RaySource,
        /// The direction of the rays.
        toward: Direction,
        /// The classes that stop a ray, ascending.
        shields: Vec<usize>,
    },
}

/// The origin of a rule's rays.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum RaySource {
    /// One ray from outside the board, as the list of the cells on it, in order.
    Outside(Vec<Cell>),
    /// A ray from each cell of each piece of this class; the ray begins at the square beside the
    /// cell.
    Class(usize),
}

impl Rule {
    /// The classes that the rule names, ascending, without repetition.
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

    /// Returns the rule with renumbered classes.
    ///
    /// `number_of` holds the new number of each class, indexed by its old number.
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

    /// Whether the pieces obey the rule; `pieces_of` returns the cells of each piece of a class.
    ///
    /// Cost: at most quadratic in the number of pieces that the rule names. The function is meant
    /// for checking a position that was read, not for the inner loop of a search.
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
    /// The rays of a rule, each as the list of the cells on it, in order.
    ///
    /// `cells_of` returns the cells that the pieces of a class cover.
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

/// The cells on a ray from `cell`, in order, without `cell` itself.
pub fn ray_beyond(board: &Board, cell: Cell, toward: Direction) -> Vec<Cell> {
    match board.offset(board.square_of(cell), toward.offset()) {
        Some(square) => board.ray(square, toward),
        None => Vec::new(),
    }
}

/// Whether a ray meets a target before a shield; a cell in both sets counts as a target.
pub fn is_seen<B: BitMask>(ray: &[Cell], targets: CellMask<B>, shields: CellMask<B>) -> bool {
    ray.iter()
        .find(|&&cell| (targets | shields).contains(cell))
        .is_some_and(|&cell| targets.contains(cell))
}
