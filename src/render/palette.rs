//! The colours of a puzzle's pieces.
//!
//! The eight colours can be told apart by colour-blind people (Okabe and Ito 2002). Pieces of one class share
//! one; where there are more classes than colours, pieces of one shape share one, and their letters tell them
//! apart. It knows no positions.

use slidewise_puzzle::Puzzle;

/// Colours of pieces, and whether the letters on them are dark.
pub const COLOURS: [(&str, bool); 8] = [
    ("#d55e00", false),
    ("#56b4e9", true),
    ("#f0e442", true),
    ("#009e73", false),
    ("#cc79a7", true),
    ("#e69f00", true),
    ("#0072b2", false),
    ("#999999", true),
];

/// Which colour each class has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    of_class: Vec<usize>,
}

impl Palette {
    /// The colours of a puzzle: the first for what its first goal asks for, if that is one class.
    pub fn of(puzzle: &Puzzle) -> Palette {
        let wanted = puzzle.goals.first().and_then(|goal| {
            let first = goal.demands.first()?.class;
            goal.demands
                .iter()
                .all(|demand| demand.class == first)
                .then_some(first)
        });
        let classes = 0..puzzle.classes.len();
        // The goal's class, then the classes or, where these are too many, the shapes as they come.
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
        // Without a wanted class the first colour, which stands out, is left to the last.
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

    /// The number of a class's colour, as pictures name it.
    pub fn colour_of(&self, class: usize) -> usize {
        self.of_class[class]
    }
}
