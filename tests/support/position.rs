//! Random positions of checkers.

use super::random::SplitMix;

/// A square board of `.`, `_`, `B` and `W`.
pub(crate) type CheckersBoard = Vec<Vec<char>>;

/// Generates a position: white pieces along a random path of at most `jumps` jumps, usually with a
/// black piece at its start so that a solution is likely, and a few random pieces. If `is_dense`,
/// black pieces fill most squares off the path.
pub(crate) fn position(
    random: &mut SplitMix,
    size: usize,
    jumps: u64,
    is_dense: bool,
) -> CheckersBoard {
    let is_out = random.below(2) as usize;
    let letter = |sum: usize| if sum % 2 == is_out { '.' } else { '_' };
    let mut board: CheckersBoard = (0..size)
        .map(|row| (0..size).map(|column| letter(row + column)).collect())
        .collect();
    let cells: Vec<(usize, usize)> = (0..size)
        .flat_map(|row| (0..size).map(move |column| (row, column)))
        .filter(|&(row, column)| board[row][column] == '_')
        .collect();
    let any = |random: &mut SplitMix| cells[random.below(cells.len() as u64) as usize];
    let (mut row, mut column) = any(random);
    let mut way = vec![(row, column)];
    for _ in 0..jumps {
        // Jump two rows and two columns, if that stays on the board and the piece between is not
        // captured yet.
        let (down, aside) = (random.below(2) as usize * 4, random.below(2) as usize * 4);
        let to = ((row + down).checked_sub(2), (column + aside).checked_sub(2));
        if let (Some(to_row), Some(to_column)) = to
            && to_row < size
            && to_column < size
            && board[(row + to_row) / 2][(column + to_column) / 2] == '_'
        {
            board[(row + to_row) / 2][(column + to_column) / 2] = 'W';
            (row, column) = (to_row, to_column);
            way.push((row, column));
        }
    }
    if random.below(4) > 0 {
        board[way[0].0][way[0].1] = 'B';
    }
    if is_dense {
        for &(row, column) in &cells {
            if board[row][column] == '_' && !way.contains(&(row, column)) && random.below(10) > 0 {
                board[row][column] = 'B';
            }
        }
        return board;
    }
    for _ in 0..random.below(4) {
        let (row, column) = any(random);
        if board[row][column] == '_' && (random.below(3) > 0 || !way.contains(&(row, column))) {
            board[row][column] = 'B';
        }
    }
    if random.below(4) == 0 {
        let (row, column) = any(random);
        board[row][column] = 'W';
    }
    board
}

/// Formats the position as a puzzle file.
pub(crate) fn text_of(board: &CheckersBoard) -> String {
    let rows = board
        .iter()
        .map(|row| row.iter().collect::<String>() + "\n");
    format!("{}\n{}", board.len(), rows.collect::<String>())
}
