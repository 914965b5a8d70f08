//! Positions of each piece along a path.
//!
//! A piece keeps its token from the first position to the last, even if other pieces look alike.
//! Canonical text, in contrast, assigns the tokens of alike pieces in reading order at each
//! position.

use super::single_move::Move;
use slidewise_board::Cell;
use slidewise_puzzle::{Configuration, Puzzle};

/// Piece that is followed along a path.
#[derive(Clone, Debug)]
pub struct PieceTrack {
    /// Class of the piece.
    pub class: usize,
    /// Number of the piece within its class at the first position.
    pub number: usize,
    /// Current first cell of the piece.
    pub first: Cell,
}

impl PieceTrack {
    /// Token of the piece at the first position.
    pub fn label<'p>(&self, puzzle: &'p Puzzle) -> &'p str {
        &puzzle.classes[self.class].labels[self.number]
    }
}

/// All pieces, followed along a path.
#[derive(Clone, Debug)]
pub struct PieceTracks(pub Vec<PieceTrack>);

impl PieceTracks {
    /// Creates the tracks of all pieces at the first configuration of a path.
    pub fn from(puzzle: &Puzzle, start: &Configuration) -> PieceTracks {
        let classes = 0..puzzle.classes.len();
        let pieces = classes.flat_map(|class| {
            let firsts = puzzle.firsts_of(start, class).iter().enumerate();
            firsts.map(move |(number, &first)| PieceTrack {
                class,
                number,
                first,
            })
        });
        PieceTracks(pieces.collect())
    }

    /// Follows a move. Returns the position, in the list of pieces, of the piece that moved; `None`
    /// if no piece stands where the move begins.
    pub fn follow(&mut self, step: &Move) -> Option<usize> {
        self.follow_all(step)?.pop()
    }

    /// Follows a move. Returns the positions, in the list of pieces, of all pieces that moved, in
    /// the order of [`Move::pieces`]; `None` if no piece stands where the move begins.
    pub fn follow_all(&mut self, step: &Move) -> Option<Vec<usize>> {
        let pushed = step.pushed.iter().map(|own| (own.class, own.from, own.to));
        let moved = pushed.chain([(step.class, step.from, step.to)]);
        let followed = moved.map(|(class, from, to)| {
            let goes = |track: &PieceTrack| track.class == class && track.first == from;
            let goes = self.0.iter().position(goes)?;
            self.0[goes].first = to;
            Some(goes)
        });
        followed.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Metric;

    #[test]
    fn pieces_keep_their_letters_where_canonical_text_exchanges_them() {
        let text = "start = '''\nA.\n.B\n'''\n";
        let puzzle = Puzzle::from_toml("ring", "ring.toml", text).unwrap();
        let way =
            ["A.:.B", ".A:.B", ".A:B.", "..:AB"].map(|text| puzzle.read_position(text).unwrap());
        let mut tracks = PieceTracks::from(&puzzle, &way[0]);
        let mut gone = String::new();
        for two in way.windows(2) {
            let step = Move::between(&puzzle, Metric::Step, &two[0], &two[1]).unwrap();
            let piece = tracks.follow(&step).unwrap();
            gone += tracks.0[piece].label(&puzzle);
            let mut firsts: Vec<Cell> = tracks.0.iter().map(|piece| piece.first).collect();
            firsts.sort_unstable();
            assert_eq!(firsts, puzzle.firsts_of(&two[1], 0));
        }
        assert_eq!(gone, "ABA");
        let canonical = puzzle.label_of(&way[3], 0, tracks.0[0].first);
        assert_eq!((tracks.0[0].label(&puzzle), canonical), ("A", "B"));
        let last = Move::between(&puzzle, Metric::Step, &way[0], &way[1]).unwrap();
        assert_eq!(tracks.follow(&last), None, "nothing stands there any more");
    }
}
