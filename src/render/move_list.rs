//! Paths as numbered lists of moves.

use slidewise_analysis::Move;
use slidewise_board::Board;
use slidewise_engine::graph::Metric;
use unicode_width::UnicodeWidthStr;

/// Formats moves as `piece cell letters` in lines of at most `width` columns.
///
/// Each line begins with the number of its first move, counted from 1.
///
/// In the step metric, consecutive steps of one piece are joined: `B c2 RR` is two steps. In the
/// other metrics, `B c2 RR` is one slide or move. In the metric `line`, `C B A a2 R` is one push of
/// three pieces, and A comes from a2.
pub fn move_lines(board: &Board, metric: Metric, moves: &[Move], width: usize) -> Vec<String> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut previous: Option<&Move> = None;
    for (number, step) in (1..).zip(moves) {
        match (previous, words.last_mut()) {
            (Some(before), Some((_, word)))
                if metric == Metric::Step
                    && before.to == step.from
                    && before.class == step.class =>
            {
                *word += &step.letters(board);
            }
            _ => {
                words.push((number, move_words(board, step)));
            }
        }
        previous = Some(step);
    }
    let number_width = moves.len().to_string().len();
    let mut lines: Vec<String> = Vec::new();
    for (number, word) in words {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + word.width() <= width => {
                *line += &format!(", {word}");
            }
            _ => lines.push(format!("{number:>number_width$}. {word}")),
        }
    }
    lines
}

/// A move as text: the tokens of its pieces, the first cell of the last of them, and the
/// directions, or along lines `>` and each cell that the piece enters.
///
/// The pieces of a push come nearest to the empty cell first.
pub fn move_words(board: &Board, step: &Move) -> String {
    let tokens: Vec<&str> = step.pieces().collect();
    let from = board.name_of(board.square_of(step.from));
    format!("{} {from} {}", tokens.join(" "), step.letters(board))
}
