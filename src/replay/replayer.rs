//! Replay of a path on a grid of squares, unit step by unit step.
//!
//! A path that passes the replay is legal by the definition, and leads from Start to a goal if the
//! certificate claims this. Whether a shorter path exists is not checked. The code is slow and
//! plain, and uses no other part of the program.

use super::Certificate;
use super::definition::{
    DefinedRule, GridSquare, MAX_CELLS, ParseError, PuzzleDefinition, RuleRays, step_of,
};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Result of a successful replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// Number of moves that were played.
    pub moves: usize,
    /// Whether the path begins at Start.
    pub from_start: bool,
    /// Whether the path ends at a goal.
    pub at_goal: bool,
}

/// Reasons why a certificate is rejected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// A statement in the certificate is wrong, such as its fingerprint, number of moves or tokens.
    #[error("{what}")]
    Claim {
        /// What is wrong.
        what: String,
    },
    /// The definition cannot be parsed.
    #[error(transparent)]
    Definition(#[from] ParseError),
    /// A position cannot be parsed, or is not legal.
    #[error("position {number} ({text}): {what}")]
    Position {
        /// Number of the position, counted from 0.
        number: usize,
        /// Text of the position.
        text: String,
        /// What is wrong with the position.
        what: String,
    },
    /// A move is not legal, or does not lead to the next position of the certificate.
    #[error("move {number} ({words}): {what}")]
    Move {
        /// Number of the move, counted from 1. The move leads to the position with the same number.
        number: usize,
        /// Text of the move: token, first square, letters, last square.
        words: String,
        /// What is wrong with the move.
        what: String,
    },
}

/// Piece on the grid.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct GridPiece {
    pub class: usize,
    pub squares: BTreeSet<GridSquare>,
    pub token: String,
}

impl GridPiece {
    pub(super) fn first(&self) -> GridSquare {
        // The set of squares is never empty, because a piece is created with a square.
        self.squares.first().copied().unwrap_or_default()
    }
}

/// Replays a certificate from its first position to its last.
///
/// Time: proportional to the number of unit steps and to the square of the number of pieces.
///
/// # Errors
/// The first fault that is found.
pub fn replay(certificate: &Certificate) -> Result<Replayed, ReplayError> {
    let claim = |what: String| Err(ReplayError::Claim { what });
    if certificate.certificate != Certificate::VERSION {
        let found = &certificate.certificate;
        return claim(format!(
            "the version is `{found}`, not `{}`",
            Certificate::VERSION
        ));
    }
    let hash = Sha256::digest(certificate.text().as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    if hash != certificate.fingerprint {
        let found = &certificate.fingerprint;
        return claim(format!(
            "the fingerprint of the definition is {hash}, but the certificate has {found}"
        ));
    }
    let (moves, positions) = (&certificate.path, &certificate.positions);
    if certificate.moves != moves.len() {
        let said = certificate.moves;
        return claim(format!(
            "the path has {} moves, but the certificate claims {said}",
            moves.len()
        ));
    }
    if positions.len() != moves.len() + 1 {
        return claim(format!(
            "{} moves need {} positions, but the certificate has {}",
            moves.len(),
            moves.len() + 1,
            positions.len()
        ));
    }
    let definition = PuzzleDefinition::read(&certificate.definition)?;
    let grid = ReplayGrid::new(&definition, certificate)?;
    let mut pieces = grid.read(0)?;
    let mut before = pieces.clone();
    let from_start = grid.is_start(&pieces);
    for number in 1..positions.len() {
        grid.make_move(number, &mut pieces, &before)?;
        let reached = grid.read(number)?;
        if bare(&reached) != bare(&pieces) {
            return Err(grid.wrong_move(number, "the move does not lead to the next position"));
        }
        before = reached;
    }
    let at_goal = grid.is_goal(&pieces);
    if certificate.solves && !(from_start && at_goal) {
        let what = if from_start {
            "the certificate claims that the path ends at a goal, but it does not"
        } else {
            "the certificate claims a solution, but the path does not begin at Start"
        };
        return claim(what.to_owned());
    }
    Ok(Replayed {
        moves: moves.len(),
        from_start,
        at_goal,
    })
}

/// Class and squares of each piece, without its token.
fn bare(pieces: &[GridPiece]) -> BTreeSet<(usize, &BTreeSet<GridSquare>)> {
    let bare = pieces.iter().map(|piece| (piece.class, &piece.squares));
    bare.collect()
}

pub(super) fn shifted(squares: &BTreeSet<GridSquare>, by: GridSquare) -> BTreeSet<GridSquare> {
    let shifted = squares.iter().map(|at| (at.0 + by.0, at.1 + by.1));
    shifted.collect()
}

/// Grid of a definition, with the tokens of a certificate.
pub(super) struct ReplayGrid<'a> {
    pub definition: &'a PuzzleDefinition,
    pub certificate: &'a Certificate,
    pub cells: BTreeSet<GridSquare>,
    class_of: BTreeMap<&'a str, usize>,
}

impl<'a> ReplayGrid<'a> {
    fn new(
        definition: &'a PuzzleDefinition,
        certificate: &'a Certificate,
    ) -> Result<ReplayGrid<'a>, ReplayError> {
        let claim = |what: String| Err(ReplayError::Claim { what });
        if !["step", "slide", "move", "line"].contains(&certificate.metric.as_str()) {
            return claim(format!(
                "metric `{}` is not step, slide, move or line",
                certificate.metric
            ));
        }
        if certificate.tokens.len() != definition.classes.len() {
            return claim(format!(
                "the certificate has tokens of {} classes, but the definition has {} classes",
                certificate.tokens.len(),
                definition.classes.len()
            ));
        }
        // Each cell may have a token of its own that shows it empty; the 1 is for the usual token.
        if certificate.empty.len() > MAX_CELLS + 1 {
            return claim("the certificate has too many tokens of empty squares".to_owned());
        }
        let mut class_of = BTreeMap::new();
        for (class, tokens) in certificate.tokens.iter().enumerate() {
            for token in tokens {
                let is_empty = token == "#" || certificate.empty.contains(token);
                if is_empty || class_of.insert(token.as_str(), class).is_some() {
                    return claim(format!("the token `{token}` is given twice"));
                }
            }
        }
        if let Some(fault) = definition.joined_fault() {
            return claim(fault.to_owned());
        }
        Ok(ReplayGrid {
            definition,
            certificate,
            cells: definition.cells.iter().copied().collect(),
            class_of,
        })
    }

    fn wrong_position(&self, number: usize, what: impl Into<String>) -> ReplayError {
        ReplayError::Position {
            number,
            text: self.certificate.positions[number].clone(),
            what: what.into(),
        }
    }

    pub(super) fn wrong_move(&self, number: usize, what: impl Into<String>) -> ReplayError {
        let step = &self.certificate.path[number - 1];
        ReplayError::Move {
            number,
            words: format!("{} {} {} {}", step.piece, step.from, step.letters, step.to),
            what: what.into(),
        }
    }

    /// Parses a position, which must be legal, into pieces.
    fn read(&self, number: usize) -> Result<Vec<GridPiece>, ReplayError> {
        let wrong = |what: String| self.wrong_position(number, what);
        let text = &self.certificate.positions[number];
        let rows: Vec<&str> = text.split(':').collect();
        let is_spaced = text.contains(' ');
        let mut pieces: Vec<GridPiece> = Vec::new();
        if rows.len() != self.definition.rows as usize {
            return Err(wrong(format!(
                "the position has {} rows, unlike the board",
                rows.len()
            )));
        }
        for (row, text) in (0..).zip(rows) {
            let tokens: Vec<String> = if is_spaced {
                text.split_whitespace().map(str::to_owned).collect()
            } else if self.definition.columns == 1 {
                vec![text.to_owned()]
            } else {
                text.chars().map(String::from).collect()
            };
            if tokens.len() != self.definition.columns as usize {
                return Err(wrong(format!(
                    "row {} has {} squares, unlike the rows of the board",
                    row + 1,
                    tokens.len()
                )));
            }
            for (column, token) in (0..).zip(tokens) {
                let square = (row, column);
                let is_wall = !self.cells.contains(&square);
                if is_wall != (token == "#") {
                    return Err(wrong(format!(
                        "`{token}` at {} does not fit the walls of the board",
                        self.name(square)
                    )));
                }
                if is_wall || self.certificate.empty.contains(&token) {
                    continue;
                }
                let Some(&class) = self.class_of.get(token.as_str()) else {
                    return Err(wrong(format!("`{token}` is not the token of a piece")));
                };
                // Several pieces of one square each may share a token, so each such square is a new
                // piece.
                let is_single = self.definition.classes[class].shape.len() == 1;
                let known = pieces.iter_mut().find(|piece| piece.token == token);
                match known.filter(|_| !is_single) {
                    Some(piece) => {
                        piece.squares.insert(square);
                    }
                    None => pieces.push(GridPiece {
                        class,
                        squares: BTreeSet::from([square]),
                        token,
                    }),
                }
            }
        }
        self.check(&pieces).map_err(wrong)?;
        Ok(pieces)
    }

    /// Checks that all pieces are present, have the shapes of their classes, stand on allowed
    /// cells, and obey all rules.
    pub(super) fn check(&self, pieces: &[GridPiece]) -> Result<(), String> {
        for (number, class) in self.definition.classes.iter().enumerate() {
            let own: Vec<&GridPiece> = pieces.iter().filter(|p| p.class == number).collect();
            if own.len() != class.start.len() {
                let (found, expected) = (own.len(), class.start.len());
                return Err(format!("class {number} has {found} pieces, not {expected}"));
            }
            let used: BTreeSet<&String> = own.iter().map(|piece| &piece.token).collect();
            let tokens: BTreeSet<&String> = self.certificate.tokens[number].iter().collect();
            if let Some(token) = tokens.difference(&used).next() {
                return Err(format!("`{token}` is missing"));
            }
            for piece in &own {
                let token = &piece.token;
                if piece.squares != shifted(&class.shape, piece.first()) {
                    return Err(format!("`{token}` does not have the shape of its class"));
                }
                if !piece.squares.is_subset(&class.allowed) {
                    return Err(format!("`{token}` stands on a cell that it may not cover"));
                }
            }
            let lanes = |firsts: &mut dyn Iterator<Item = GridSquare>| {
                let lane = |at: GridSquare| if class.horizontal { at.0 } else { at.1 };
                let mut lanes: Vec<i32> = firsts.map(lane).collect();
                lanes.sort_unstable();
                lanes
            };
            if (class.horizontal || class.vertical)
                && lanes(&mut own.iter().map(|piece| piece.first()))
                    != lanes(&mut class.start.iter().copied())
            {
                return Err(format!(
                    "pieces of class {number} left their rows or columns"
                ));
            }
        }
        match self
            .definition
            .rules
            .iter()
            .position(|rule| !self.holds(rule, pieces))
        {
            Some(rule) => Err(format!("rule {} forbids the position", rule + 1)),
            None => Ok(()),
        }
    }

    fn holds(&self, rule: &DefinedRule, pieces: &[GridPiece]) -> bool {
        let of = |classes: &[usize]| -> Vec<&GridPiece> {
            let own = pieces.iter().filter(|p| classes.contains(&p.class));
            own.collect()
        };
        match rule {
            DefinedRule::Adjacent(classes) => {
                let own = of(classes);
                let near =
                    |a: &GridSquare, b: &GridSquare| (a.0 - b.0).abs().max((a.1 - b.1).abs()) == 1;
                own.iter().enumerate().all(|(i, piece)| {
                    own[i + 1..].iter().all(|other| {
                        let touches = |a| other.squares.iter().any(|b| near(a, b));
                        !piece.squares.iter().any(touches)
                    })
                })
            }
            DefinedRule::Exposed {
                class,
                from,
                shields,
            } => {
                let is_on = |classes: &[usize], at: &GridSquare| {
                    of(classes).iter().any(|piece| piece.squares.contains(at))
                };
                let is_seen = |ray: Vec<GridSquare>| {
                    let met = ray
                        .iter()
                        .find(|at| is_on(&[*class], at) || is_on(shields, at));
                    met.is_some_and(|at| is_on(&[*class], at))
                };
                match from {
                    RuleRays::Through(ray) => !is_seen(ray.clone()),
                    RuleRays::FromClass(looking, step) => {
                        let beginnings = of(&[*looking]);
                        let mut squares = beginnings.iter().flat_map(|piece| &piece.squares);
                        !squares.any(|&at| is_seen(self.ray(at, *step)))
                    }
                }
            }
        }
    }

    /// Squares beyond `at` in the direction `step`, up to the edge of the board.
    fn ray(&self, mut at: GridSquare, step: GridSquare) -> Vec<GridSquare> {
        let mut ray = Vec::new();
        loop {
            at = (at.0 + step.0, at.1 + step.1);
            let is_inside = (0..self.definition.rows).contains(&at.0)
                && (0..self.definition.columns).contains(&at.1);
            if !is_inside {
                return ray;
            }
            ray.push(at);
        }
    }

    /// Makes a move, unit step by unit step.
    ///
    /// A move names its piece by one of two tokens: the token of the piece in the first position,
    /// or in `before`, the position before the move.
    fn make_move(
        &self,
        number: usize,
        pieces: &mut [GridPiece],
        before: &[GridPiece],
    ) -> Result<(), ReplayError> {
        let wrong = |what: String| self.wrong_move(number, what);
        let step = &self.certificate.path[number - 1];
        let is_called = |piece: &GridPiece| piece.token == step.piece;
        let stands = |piece: &GridPiece| self.name(piece.first()) == step.from;
        let is_called_before = before.iter().any(|own| is_called(own) && stands(own));
        let moved = pieces
            .iter()
            .position(|own| stands(own) && (is_called(own) || is_called_before))
            .ok_or_else(|| wrong(format!("piece `{}` is not at {}", step.piece, step.from)))?;
        if self.certificate.metric == "line" {
            return self.make_push(number, moved, pieces, before);
        }
        if self.definition.is_joined() {
            return self.make_joined_steps(number, moved, pieces);
        }
        let class = &self.definition.classes[pieces[moved].class];
        let letters: Vec<char> = step.letters.chars().collect();
        let is_one = match self.certificate.metric.as_str() {
            "step" => letters.len() == 1,
            _ if letters.len() > MAX_CELLS => false,
            "slide" => !letters.is_empty() && letters.iter().all(|&l| l == letters[0]),
            _ => !letters.is_empty(),
        };
        if !is_one {
            return Err(wrong(format!(
                "the move is not one {}",
                self.certificate.metric
            )));
        }
        for (nth, &letter) in (1..).zip(&letters) {
            let by =
                step_of(letter).ok_or_else(|| wrong(format!("`{letter}` is not U, D, L or R")))?;
            if class.horizontal && by.0 != 0 || class.vertical && by.1 != 0 {
                return Err(wrong(format!(
                    "the piece cannot move {letter}: it keeps its row or column"
                )));
            }
            let squares = shifted(&pieces[moved].squares, by);
            let mut others = (0..).zip(pieces.iter()).filter(|&(at, _)| at != moved);
            if !squares.is_subset(&self.cells)
                || others.any(|(_, other): (usize, _)| !other.squares.is_disjoint(&squares))
            {
                return Err(wrong(format!(
                    "a piece, a wall or the edge is in the way of unit step {nth}"
                )));
            }
            pieces[moved].squares = squares;
            self.check(pieces)
                .map_err(|what| wrong(format!("after unit step {nth}, {what}")))?;
        }
        let reached = self.name(pieces[moved].first());
        if reached != step.to {
            return Err(wrong(format!(
                "the piece arrives at {reached}, unlike the move states"
            )));
        }
        if reached == step.from {
            return Err(wrong("the piece ends where it began".to_owned()));
        }
        Ok(())
    }

    fn is_start(&self, pieces: &[GridPiece]) -> bool {
        let classes = self.definition.classes.iter().enumerate();
        classes.into_iter().all(|(number, class)| {
            let own = pieces.iter().filter(|piece| piece.class == number);
            let mut firsts: Vec<GridSquare> = own.map(GridPiece::first).collect();
            firsts.sort_unstable();
            firsts == class.start
        })
    }

    fn is_goal(&self, pieces: &[GridPiece]) -> bool {
        self.definition.goals.iter().any(|goal| {
            let is_met = |(class, squares): &(usize, BTreeSet<GridSquare>)| {
                let mut own = pieces.iter().filter(|piece| piece.class == *class);
                own.any(|piece| piece.squares == *squares)
            };
            let is_covered = |at| pieces.iter().any(|piece| piece.squares.contains(at));
            goal.demands.iter().all(is_met) && !goal.empty.iter().any(is_covered)
        })
    }

    /// Name of a square as in chess; column z is followed by aa, ab, ...
    pub(super) fn name(&self, square: GridSquare) -> String {
        let column = square.1 as u32;
        let letter = |number: u32| char::from(b'a' + (number % 26) as u8);
        let row = self.definition.rows - square.0;
        match column / 26 {
            0 => format!("{}{row}", letter(column)),
            before => format!("{}{}{row}", letter(before - 1), letter(column)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::CertificateMove;
    use super::*;

    /// Creates the certificate of a path on a board with pieces A, B, ..., one of each class.
    ///
    /// `at` holds the lines of the definition after the first line. A move is a pair of a token and
    /// the letters of the unit steps; the squares of the move are found in the positions.
    fn way(metric: &str, at: &[&str], positions: &[&str], moves: &[(&str, &str)]) -> Certificate {
        let lines = ["slidewise puzzle 1"].iter().chain(at);
        let definition: Vec<String> = lines.map(ToString::to_string).collect();
        let classes = at.iter().filter(|line| line.starts_with("class")).count();
        let place = |position: &str, piece: &str| {
            let rows: Vec<&str> = position.split(':').collect();
            let found = (0..).zip(&rows).find_map(|(row, text)| {
                let column = text.find(piece)?;
                let letter = char::from(b'a' + column as u8);
                Some(format!("{letter}{}", rows.len() - row))
            });
            found.unwrap_or_default()
        };
        let mut certificate = Certificate {
            certificate: Certificate::VERSION.to_owned(),
            puzzle: "by hand".to_owned(),
            metric: metric.to_owned(),
            definition,
            fingerprint: String::new(),
            tokens: (b'A'..)
                .take(classes)
                .map(|letter| vec![char::from(letter).to_string()])
                .collect(),
            empty: vec![".".to_owned()],
            solves: false,
            moves: moves.len(),
            path: moves
                .iter()
                .zip(positions.windows(2))
                .map(|(&(piece, letters), ends)| CertificateMove {
                    piece: piece.to_owned(),
                    from: place(ends[0], piece),
                    to: place(ends[1], piece),
                    letters: letters.to_owned(),
                    pieces: Vec::new(),
                })
                .collect(),
            positions: positions.iter().map(ToString::to_string).collect(),
        };
        let hash = Sha256::digest(certificate.text().as_bytes());
        certificate.fingerprint = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        certificate
    }

    fn refused(certificate: &Certificate) -> String {
        replay(certificate).unwrap_err().to_string()
    }

    #[test]
    fn no_piece_goes_through_another_or_through_a_wall() {
        let row = [
            "board ...",
            "class 0,0 free on 7 at 0",
            "class 0,0 free on 7 at 1",
        ];
        for metric in ["slide", "move"] {
            let told = refused(&way(metric, &row, &["AB.", ".BA"], &[("A", "RR")]));
            assert!(told.contains("in the way of unit step 1"), "{told}");
        }
        let two_rows = [
            "board ...:...",
            "class 0,0 free on 3f at 0",
            "class 0,0 free on 3f at 1",
        ];
        let ends = ["AB.:...", ".BA:..."];
        assert!(replay(&way("move", &two_rows, &ends, &[("A", "DRRU")])).is_ok());
        let told = refused(&way("slide", &two_rows, &ends, &[("A", "DRRU")]));
        assert!(told.contains("not one slide"), "{told}");
        let wall = ["board .#.:...", "class 0,0 free on 1f at 0"];
        let ends = ["A#.:...", ".#A:..."];
        assert!(replay(&way("move", &wall, &ends, &[("A", "DRRU")])).is_ok());
        let told = refused(&way("move", &wall, &ends, &[("A", "RR")]));
        assert!(told.contains("in the way"), "{told}");
    }

    #[test]
    fn a_push_moves_the_row_up_to_the_next_empty_square() {
        let row = [
            "board .....",
            "class 0,0 free on 1f at 0",
            "class 0,0 horizontal on 1f at 1",
            "class 0,0 free on f at 3",
        ];
        let pushed = |ends: &[&str], piece: &str, letters: &str, tokens: &[&str]| {
            let mut certificate = way("line", &row, ends, &[(piece, letters)]);
            certificate.path[0].pieces = tokens.iter().map(ToString::to_string).collect();
            replay(&certificate).map_err(|error| error.to_string())
        };
        assert!(pushed(&["AB.C.", ".ABC."], "A", "R", &["B", "A"]).is_ok());
        assert!(pushed(&["AB.C.", "A.BC."], "B", "R", &["B"]).is_ok());
        for (ends, piece, letters, tokens, what) in [
            (
                ["AB.C.", ".ABC."],
                "A",
                "R",
                &["A", "B"],
                "not those of the row",
            ),
            (["AB.C.", ".ABC."], "A", "R", &["B"], "not those of the row"),
            (["AB.C.", "..ABC"], "A", "RR", &["B", "A"], "not one line"),
            (["AB.C.", "AB..C"], "C", "R", &["C"], "may not cover"),
            (["AB.C.", "AB.C."], "B", "L", &["A", "B"], "no empty square"),
            (["AB.C.", "A..C."], "B", "D", &["B"], "no empty square"),
        ]
            as [([&str; 2], &str, &str, &[&str], &str); 6]
        {
            let told = pushed(&ends, piece, letters, tokens).unwrap_err();
            assert!(told.contains(what), "{told}");
        }
        // Only the position after a push obeys the rules: B stands beside C in no position here.
        let kings = [
            "board ....:....",
            "class 0,0 free on ff at 0",
            "class 0,0 free on ff at 1",
            "class 0,0 free on ff at 7",
            "rule adjacent 0 2",
        ];
        let ends = ["AB..:...C", ".AB.:...C"];
        let mut certificate = way("line", &kings, &ends, &[("A", "R")]);
        certificate.path[0].pieces = ["B", "A"].map(str::to_owned).to_vec();
        assert!(replay(&certificate).is_ok());
    }

    #[test]
    fn a_piece_keeps_to_its_axis_and_to_its_cells() {
        let lying = ["board ...:...", "class 0,0 horizontal on 3f at 0"];
        assert!(replay(&way("step", &lying, &["A..:...", ".A.:..."], &[("A", "R")])).is_ok());
        let told = refused(&way("step", &lying, &["A..:...", "...:A.."], &[("A", "D")]));
        assert!(told.contains("cannot move D"), "{told}");
        let told = refused(&way("step", &lying, &["...:A.."], &[]));
        assert!(told.contains("left their rows"), "{told}");
        let kept = ["board ...", "class 0,0 free on 3 at 0"];
        let told = refused(&way("slide", &kept, &["A..", "..A"], &[("A", "RR")]));
        assert!(told.contains("that it may not cover"), "{told}");
    }

    #[test]
    fn pieces_that_look_alike_keep_their_tokens() {
        let at = ["board ...", "class 0,0 free on 7 at 0 1"];
        let mut certificate = way("step", &at, &["AB.", "A.B"], &[("B", "R")]);
        certificate.tokens = vec![["A", "B"].map(str::to_owned).to_vec()];
        assert!(replay(&certificate).is_ok());
        certificate.positions[1] = "A.A".to_owned();
        let told = refused(&certificate);
        assert!(told.contains("`B` is missing"), "{told}");
    }

    #[test]
    fn rules_hold_on_the_way() {
        let kings = [
            "board ....",
            "class 0,0 free on f at 0",
            "class 0,0 free on f at 3",
            "rule adjacent 0 1",
        ];
        let near = ["A..B", ".A.B", "..AB"];
        assert!(replay(&way("step", &kings, &near[..2], &[("A", "R")])).is_ok());
        let told = refused(&way("step", &kings, &near, &[("A", "R"), ("A", "R")]));
        assert!(
            told.starts_with("move 2") && told.contains("rule 1 forbids"),
            "{told}"
        );
        let checked = [
            "board ...:...",
            "class 0,0 free on 3f at 5",
            "class 0,0 free on 3f at 1",
            "rule exposed 0 from 0 1 2 shields 1",
        ];
        let shielded = [".B.:..A", ".BA:..."];
        assert!(replay(&way("step", &checked, &shielded, &[("A", "U")])).is_ok());
        // A piece is seen even if its own class is among the shields.
        let bare = [".B.:..A", "...:.BA", "..A:.B."];
        let mut own = checked;
        own[3] = "rule exposed 0 from 0 1 2 shields 0 1";
        assert!(replay(&way("step", &own, &shielded, &[("A", "U")])).is_ok());
        let told = refused(&way("step", &own, &bare, &[("B", "D"), ("A", "U")]));
        assert!(told.contains("rule 1 forbids"), "{told}");
        let told = refused(&way("step", &checked, &bare, &[("B", "D"), ("A", "U")]));
        assert!(
            told.starts_with("move 2") && told.contains("rule 1 forbids"),
            "{told}"
        );
    }

    #[test]
    fn what_no_puzzle_has_is_refused_before_it_takes_long() {
        let ends = ["A..", ".A."];
        let definition = |line: &str, count: usize| {
            let own = ["board ...", "class 0,0 free on 7 at 0"];
            let lines = own.into_iter().chain(std::iter::repeat_n(line, count));
            let lines: Vec<String> = lines.map(str::to_owned).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            way("step", &lines, &ends, &[("A", "R")])
        };
        for (line, most) in [("rule adjacent 0", 100), ("goal 0 on 2 empty 0", 1000)] {
            assert!(replay(&definition(line, most)).is_ok(), "{line}");
            let told = refused(&definition(line, most + 1));
            assert!(told.contains("at most 100 rules and 1000 goals"), "{told}");
        }
        let to_and_fro = "RL".repeat(512);
        let at = ["board ...", "class 0,0 free on 7 at 0"];
        let way_of = |letters: &str| way("move", &at, &ends, &[("A", letters)]);
        let told = refused(&way("move", &at, &["A..", "A.."], &[("A", "RL")]));
        assert!(told.contains("ends where it began"), "{told}");
        for (line, what) in [
            ("class 0,0 free on 7 at ", "the class has no piece"),
            ("class 0,0 free on 7 at 1 1 1", "cells of a class"),
            ("rule exposed 0 from 0 1 2 0 shields", "cells of a ray"),
        ] {
            let told = refused(&definition(line, 1));
            assert!(told.contains(what), "{told}");
        }
        // A class that is named repeatedly counts once.
        let often = format!("rule adjacent{}", " 0".repeat(100_000));
        assert!(replay(&definition(&often, 1)).is_ok());
        let PuzzleDefinition { rules, .. } =
            PuzzleDefinition::read(&definition(&often, 1).definition).unwrap();
        assert!(matches!(&rules[0], DefinedRule::Adjacent(classes) if *classes == [0]));
        assert!(replay(&way_of(&to_and_fro[..1023])).is_ok());
        let told = refused(&way_of(&format!("{to_and_fro}R")));
        assert!(told.contains("not one move"), "{told}");
    }

    #[test]
    fn a_goal_asks_for_its_empty_squares_too() {
        let ends = ["A.B", ".AB"];
        for (goal, is_met) in [
            ("goal 0 on 2 empty 1", true),
            ("goal 0 on 2 empty 4", false),
        ] {
            let at = [
                "board ...",
                "class 0,0 free on 7 at 0",
                "class 0,0 free on 7 at 2",
                "from the goals",
                goal,
            ];
            let mut certificate = way("step", &at, &ends, &[("A", "R")]);
            assert_eq!(replay(&certificate).unwrap().at_goal, is_met);
            certificate.solves = true;
            assert_eq!(replay(&certificate).is_ok(), is_met);
        }
    }
}
