//! The colours of a puzzle's pieces.
//!
//! The eight colours are safe for colour-blind readers (Okabe and Ito 2002). Pieces of one class
//! share a colour. If there are more classes than colours, pieces of one shape share a colour, and
//! only their letters distinguish them.

use slidewise_puzzle::Puzzle;

/// Colours of pieces as `#rrggbb`, each with a flag: whether letters on this colour are dark.
pub const COLOURS: [(&str, bool); 8] = [
    ("#d55e00", true),
    ("#56b4e9", true),
    ("#f0e442", true),
    ("#009e73", true),
    ("#cc79a7", true),
    ("#e69f00", true),
    ("#0072b2", false),
    ("#999999", true),
];

/// Colours of a puzzle's classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    of_class: Vec<usize>,
}

impl Palette {
    /// Assigns colours to a puzzle's classes.
    ///
    /// If the first goal names pieces of a single class, that class gets the first colour.
    pub fn of(puzzle: &Puzzle) -> Palette {
        let wanted = puzzle.goals.first().and_then(|goal| {
            let first = goal.demands.first()?.class;
            goal.demands
                .iter()
                .all(|demand| demand.class == first)
                .then_some(first)
        });
        let classes = 0..puzzle.classes.len();
        // Key of each class; classes with equal keys share a colour. The flag is false for the
        // class in the goal, which sorts it first. The number is the index of the class, or of its
        // shape if there are more classes than colours.
        let mut keys: Vec<(bool, usize)> = Vec::new();
        let mut shapes = Vec::new();
        let by_shape = puzzle.classes.len() > COLOURS.len();
        for class in classes {
            let shape = &puzzle.classes[class].shape;
            let kind = if by_shape {
                shapes
                    .iter()
                    .position(|known| known == shape)
                    .unwrap_or_else(|| {
                        shapes.push(shape.clone());
                        shapes.len() - 1
                    })
            } else {
                class
            };
            keys.push((wanted != Some(class), kind));
        }
        let mut order: Vec<(bool, usize)> = Vec::new();
        for key in &keys {
            if !order.contains(key) {
                order.push(*key);
            }
        }
        order.sort_by_key(|&(other, _)| other);
        // The first colour stands out, so only the class in the goal gets it. If there is no such
        // class, this colour is assigned last.
        let shift = usize::from(wanted.is_none());
        Palette {
            of_class: keys
                .iter()
                .map(|key| {
                    let place = order.iter().position(|known| known == key).unwrap_or(0);
                    (place + shift) % COLOURS.len()
                })
                .collect(),
        }
    }

    /// Index of a class's colour in `COLOURS`; the names of style rules end with this index.
    pub fn colour_of(&self, class: usize) -> usize {
        self.of_class[class]
    }
}
