//! Whether every piece of a puzzle is needed in its full length.

use super::board_code::BoardCode;
use super::design_error::DesignError;
use super::field::{Field, cells_of};
use super::set_search::SetSearch;
use super::word::Word;

/// Whether a board with this distance becomes easier if any piece beside the goal piece is taken
/// away, or is shortened by a cell such that the rest is connected.
///
/// Fewer cells never make a puzzle harder: each way of the board is one of the reduced board.
///
/// # Errors
///
/// [`DesignError::Stopped`] and [`DesignError::Memory`] of the searches.
pub(crate) fn is_minimal<W: Word>(
    field: &Field,
    code: BoardCode<'_>,
    (board, moves): (W, u32),
    finishes: &[u64],
    search: &mut SetSearch<'_, W>,
) -> Result<bool, DesignError> {
    let goal = code.goal_cells(board);
    for piece in code.pieces(board) {
        if piece == goal {
            continue;
        }
        let single = cells_of(piece).map(|cell| 1 << cell);
        let shorter = single.filter(|cell| field.is_connected(piece & !cell));
        for removed in std::iter::once(piece).chain(shorter) {
            let reduced = code.reduced(board, piece, removed);
            search.clear(0)?;
            search.reach(&[reduced], Some(moves.saturating_sub(1)))?;
            let is_finish = |own: &W| {
                let place = code.goal_cell(*own);
                finishes
                    .iter()
                    .any(|finish| finish.trailing_zeros() == place)
            };
            let is_easier = (0..=search.depth())
                .take_while(|distance| *distance < moves)
                .any(|distance| search.at(distance).iter().any(is_finish));
            if !is_easier {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
