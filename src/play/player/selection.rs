//! Selection of the piece in hand, by its token or in turn.

use super::remark::PlayerRemark;
use super::state::Player;

impl Player<'_> {
    /// Handles a typed character of a token: selects the piece with this token, or the next of
    /// several pieces with this token.
    ///
    /// Tokens of several characters are typed one character after the other. Case is ignored if no
    /// token matches exactly.
    pub fn choose(&mut self, letter: char) {
        let longer = format!("{}{letter}", self.typed);
        let texts = [(&longer, false), (&letter.into(), false)];
        let caseless = texts.map(|(text, _)| (text, true));
        let tokens = || self.pieces().list().iter().map(|piece| &*piece.token);
        let Some((text, is_caseless)) =
            texts.into_iter().chain(caseless).find(|(text, caseless)| {
                tokens().any(|token| cased(token, *caseless).starts_with(&cased(text, *caseless)))
            })
        else {
            self.typed.clear();
            self.remark = PlayerRemark::NoSuchPiece(letter.into());
            return;
        };
        let wanted = cased(text, is_caseless);
        let numbers: Vec<usize> = (0..)
            .zip(tokens())
            .filter(|(_, token)| cased(token, is_caseless) == wanted)
            .map(|(number, _)| number)
            .collect();
        self.remark = if numbers.is_empty() {
            PlayerRemark::Typed(text.clone())
        } else {
            PlayerRemark::Nothing
        };
        self.typed = text.clone();
        if !numbers.is_empty() {
            self.take_one_of(numbers, false);
        }
    }

    /// Ends the typing of a token. The piece stays in hand.
    pub fn end_of_token(&mut self) {
        self.typed.clear();
    }

    /// Selects the next piece of the class of the piece in hand, or else the next of all pieces.
    ///
    /// Pieces follow each other in reading order, reversed if `backward`. Pieces that cannot move
    /// are skipped, unless no piece can move.
    pub fn choose_next(&mut self, backward: bool) {
        self.typed.clear();
        self.remark = PlayerRemark::Nothing;
        let all: Vec<usize> = (0..self.pieces().list().len()).collect();
        let alike: Vec<usize> = match self.in_hand {
            None => Vec::new(),
            Some(piece) => {
                let list = self.pieces().list();
                let alike = |other: &usize| list[*other].class == list[piece].class;
                all.iter().copied().filter(alike).collect()
            }
        };
        let others = self.able(alike);
        if others.iter().any(|&other| Some(other) != self.in_hand) {
            self.take_one_of(others, backward)
        } else {
            self.take_one_of(all, backward)
        }
    }

    /// Those of the given pieces that can move; all given pieces if none of them can move.
    fn able(&self, pieces: Vec<usize>) -> Vec<usize> {
        let puzzle = self.game.puzzle();
        let able = |piece: &usize| self.pieces().can_move(puzzle, *piece);
        let found: Vec<usize> = pieces.iter().copied().filter(able).collect();
        if found.is_empty() { pieces } else { found }
    }

    /// Takes in hand the next of the given pieces, in reading order.
    fn take_one_of(&mut self, pieces: Vec<usize>, backward: bool) {
        let mut pieces = self.able(pieces);
        pieces.sort_unstable_by_key(|&piece| self.pieces().list()[piece].first);
        let len = pieces.len();
        let at = pieces.iter().position(|&piece| Some(piece) == self.in_hand);
        let next = match at {
            None => 0,
            Some(at) if backward => (at + len - 1) % len,
            Some(at) => (at + 1) % len,
        };
        self.in_hand = pieces.get(next).copied();
        self.hint = None;
    }

    /// Puts down the piece in hand.
    pub fn put_down(&mut self) {
        self.typed.clear();
        self.in_hand = None;
        self.remark = PlayerRemark::Nothing;
    }
}

fn cased(text: &str, is_caseless: bool) -> String {
    if is_caseless {
        text.to_lowercase()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::tests::{in_hand, player, puzzle};
    use super::*;

    #[test]
    fn letters_choose_pieces_and_those_that_share_one_by_turns() {
        let puzzle = puzzle(
            "start = \"\"\"\nBxB\nb.B\n.Y.\n\"\"\"\nunits = ['B']\ndistinct = ['b', 'x', 'Y']",
        );
        let mut player = player(&puzzle);
        let mut chosen = |letter| {
            player.choose(letter);
            in_hand(&player)
        };
        // B on a3 cannot move and is skipped.
        assert_eq!(chosen('B'), "B c2");
        assert_eq!(chosen('B'), "B c2");
        assert_eq!(chosen('b'), "b a2");
        assert_eq!(chosen('X'), "x b3", "no piece is called X");
        assert_eq!(chosen('y'), "Y b1");
        assert_eq!(chosen('q'), "Y b1");
        assert_eq!(*player.remark(), PlayerRemark::NoSuchPiece("q".to_owned()));
    }

    #[test]
    fn tokens_of_several_characters_are_typed_one_after_the_other() {
        let puzzle = puzzle("start = '1 . 10 . 12 . 2'\ndistinct = true");
        let mut player = player(&puzzle);
        let mut chosen = |letter| {
            player.choose(letter);
            in_hand(&player)
        };
        assert_eq!(chosen('1'), "1 a1");
        assert_eq!(chosen('2'), "12 e1");
        assert_eq!(chosen('2'), "2 g1");
        assert_eq!(chosen('1'), "1 a1");
        player.end_of_token();
        player.choose('2');
        assert_eq!(in_hand(&player), "2 g1");
    }

    #[test]
    fn the_next_is_one_that_looks_alike_else_any() {
        let puzzle = puzzle(
            "start = \"\"\"\nA.a\n.b.\nc.C\n\"\"\"\nalike = [['a', 'b', 'c']]\n\
             distinct = ['A', 'C']",
        );
        let mut player = player(&puzzle);
        let mut next = |backward| {
            player.choose_next(backward);
            in_hand(&player)
        };
        assert_eq!(next(false), "A a3");
        assert_eq!(next(false), "a c3");
        assert_eq!(next(false), "b b2");
        assert_eq!(next(false), "c a1");
        assert_eq!(next(false), "a c3");
        assert_eq!(next(true), "c a1");
        player.put_down();
        assert_eq!(in_hand(&player), "");
    }
}
