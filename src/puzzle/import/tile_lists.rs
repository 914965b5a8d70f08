//! Lists of boards of tiles, one a line, with what may stand before and behind a board.

use super::source_text::PlacedNumber;

/// What stands in a line of a list beside its board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct LineForm {
    /// Whether the number of the board in its list stands first.
    pub has_number: bool,
    /// Whether a known length stands last.
    pub has_length: bool,
}

impl LineForm {
    /// Number of numbers beside the board.
    pub(super) fn others(self) -> usize {
        usize::from(self.has_number) + usize::from(self.has_length)
    }

    /// The numbers of the board in a line.
    pub(super) fn board(self, line: &[PlacedNumber]) -> &[PlacedNumber] {
        let end = line.len() - usize::from(self.has_length);
        line.get(usize::from(self.has_number)..end).unwrap_or(&[])
    }
}

/// The side of a square board with this number of cells.
pub(super) fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side >= 2 && side * side == cells).then_some(side)
}

/// Whether numbers are 0, 1, 2, ..., each once.
pub(super) fn are_all(numbers: impl Iterator<Item = usize>) -> bool {
    let mut values: Vec<usize> = numbers.collect();
    values.sort_unstable();
    let count = values.len();
    count > 1 && values.into_iter().eq(0..count)
}

/// The side of the boards of a list, and the form of its lines; `None` if they are no list, or if
/// its boards can be read in two ways.
///
/// The form is that in which most lines are boards. Of two equal ones, the numbers in front are
/// meant if they ascend.
pub(super) fn list_form(lines: &[Vec<PlacedNumber>]) -> Option<(usize, LineForm)> {
    let first = lines.first()?;
    let form = |has_number, has_length| LineForm {
        has_number,
        has_length,
    };
    let boards = |form: LineForm| {
        let own = lines.iter().filter(|line| line.len() == first.len());
        own.filter(|line| are_all(form.board(line).iter().map(|number| number.value)))
            .count()
    };
    (0..=2).find_map(|others| {
        let side = side_of(first.len().checked_sub(others)?)?;
        let form = match others {
            0 => form(false, false),
            1 => {
                let (number, length) = (form(true, false), form(false, true));
                let (numbered, measured) = (boards(number), boards(length));
                let is_ascending = match lines {
                    [only] => only[0].value == 1,
                    _ => lines.is_sorted_by(|one, other| one[0].value < other[0].value),
                };
                match numbered.cmp(&measured) {
                    std::cmp::Ordering::Greater => number,
                    std::cmp::Ordering::Less => length,
                    std::cmp::Ordering::Equal if is_ascending && numbered > 0 => number,
                    std::cmp::Ordering::Equal => return None,
                }
            }
            _ => Some(form(true, true)).filter(|&form| boards(form) > 0)?,
        };
        Some((side, form))
    })
}
