//! Reads the goals of a puzzle file from their boards.
//!
//! There are two passes. The first pass collects the tokens that goals name, because these tokens
//! form classes of their own. The second pass checks that no goal demands more pieces of a class
//! than the class has.

use super::class_forming::FormedClasses;
use super::document::Document;
use super::error::{counted, quoted};
use super::faults::FaultCollector;
use super::remark::parts_of;
use super::start_board::{StartBoard, note_misdrawn};
use super::token;
use super::word_grid::{PlacedWord, RowBreaks, WordGrid};
use super::{Demand, Goal};
use slidewise_board::{CellSet, Shape, Square};

/// A goal whose tokens are all known, before the classes are formed.
pub(super) struct GoalDraft {
    empty: CellSet,
    /// The demands, in the order in which their tokens first appear in the goal.
    asked: Vec<TokenDemand>,
}

/// The squares that a goal demands for one token.
struct TokenDemand {
    token: usize,
    /// The squares, each with its place in the file.
    squares: Vec<(Square, usize)>,
}

/// Reads the boards of the goals and checks their sizes, tokens and walls.
pub(super) fn drafts(
    sheet: &Document,
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) -> Vec<GoalDraft> {
    let size = (lineup.board.rows(), lineup.board.columns());
    let mut drafts = Vec::new();
    for text in &sheet.goals {
        match WordGrid::read(&text.chars, RowBreaks::Lines, Some(size)) {
            Ok(drawing) => drafts.push(GoalDraft::read(&drawing, lineup, faults)),
            Err(wrong) => note_misdrawn(text, &wrong, faults),
        }
    }
    drafts
}

impl GoalDraft {
    /// Reads the board of one goal.
    fn read(drawing: &WordGrid, lineup: &StartBoard, faults: &mut FaultCollector<'_>) -> GoalDraft {
        let mut draft = GoalDraft {
            empty: CellSet::EMPTY,
            asked: Vec::new(),
        };
        for (row, words) in drawing.rows.iter().enumerate() {
            for (column, word) in words.iter().enumerate() {
                let square = Square {
                    row: row as u16,
                    column: column as u16,
                };
                draft.take(square, word, lineup, faults);
            }
        }
        draft
    }

    /// Adds the demand that the word on one square of the goal makes.
    fn take(
        &mut self,
        square: Square,
        word: &PlacedWord,
        lineup: &StartBoard,
        faults: &mut FaultCollector<'_>,
    ) {
        let cell = lineup.board.cell_at(square);
        let name = lineup.board.name_of(square);
        match (word.text.as_str(), cell) {
            (token::EMPTY, _) | (token::WALL, None) => {}
            (token::WALL, Some(_)) => {
                let expected = format!("no wall on {name}, where the start board has none");
                faults.add(word.at, &expected, "`#`");
            }
            (token::MUST_BE_EMPTY, Some(cell)) => self.empty.insert(cell),
            (text, None) => {
                let expected = format!("`#` or `.` on the wall {name}");
                faults.add(word.at, &expected, &quoted(text));
            }
            (_, Some(_)) => {
                let Some(token) = lineup.piece(word, faults) else {
                    return;
                };
                let place = (square, word.at);
                match self.asked.iter_mut().find(|asked| asked.token == token) {
                    Some(asked) => asked.squares.push(place),
                    None => self.asked.push(TokenDemand {
                        token,
                        squares: vec![place],
                    }),
                }
            }
        }
    }

    /// Indices of the tokens that the goal names.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = usize> {
        self.asked.iter().map(|asked| asked.token)
    }

    /// Converts demands for tokens to demands for classes; adds a fault for a wrong shape, and for
    /// more pieces than a class has.
    pub(crate) fn finish(
        &self,
        lineup: &StartBoard,
        classes: &FormedClasses,
        faults: &mut FaultCollector<'_>,
    ) -> Goal {
        let mut demands = Vec::new();
        let mut asked_of = vec![0; classes.list.len()];
        for asked in &self.asked {
            let standing = &lineup.standings[asked.token];
            let Some(class) = classes.of_token[asked.token] else {
                continue;
            };
            let squares: Vec<Square> = asked.squares.iter().map(|&(square, _)| square).collect();
            let groups: Vec<&[Square]> = if standing.is_units {
                squares.chunks(1).collect()
            } else {
                vec![&squares]
            };
            for (group, &(_, at)) in groups.iter().zip(&asked.squares) {
                let shape = &classes.list[class].shape;
                if Shape::of(group).0 != *shape {
                    let expected = format!(
                        "{} in the shape of {}",
                        counted(shape.size(), "cell"),
                        quoted(&standing.token)
                    );
                    let mut found = if group.len() == shape.size() {
                        "another shape".to_owned()
                    } else {
                        counted(group.len(), "cell")
                    };
                    let token = &standing.token;
                    let is_single = shape.size() == 1;
                    if is_single
                        || parts_of(group).len() > 1
                        || parts_of(&standing.squares).len() > 1
                    {
                        found += &format!(
                            "; all cells of {} are one piece; if each cell is a piece, add \
                             `units = [\"{token}\"]`",
                            quoted(token)
                        );
                    }
                    faults.add(at, &expected, &found);
                    continue;
                }
                asked_of[class] += 1;
                let there_are = classes.list[class].size();
                if asked_of[class] == there_are + 1 {
                    let expected = format!(
                        "at most {} that {} like {}",
                        counted(there_are, "piece"),
                        if there_are == 1 { "looks" } else { "look" },
                        quoted(&standing.token)
                    );
                    faults.add(at, &expected, "one more");
                }
                demands.push(Demand {
                    class,
                    cells: group
                        .iter()
                        .filter_map(|&square| lineup.board.cell_at(square))
                        .collect(),
                });
            }
        }
        Goal {
            demands,
            empty: self.empty,
        }
    }
}
