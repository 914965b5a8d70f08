//! The magic number board: a square of consecutive numbers whose rows, columns and diagonals have
//! the same sum.
//!
//! Rows, columns and diagonals are called lines here. The n x n consecutive numbers from f on add
//! up to n times the sum of a line, so f and the sum of a line determine each other. If neither is
//! given, f is the smallest number that the given numbers allow and for which a solution exists.
//!
//! The domain of a cell is narrowed by the least and the greatest sum of the other cells in its
//! lines. If only two cells of a line are open, a value of one cell is possible only if the other
//! cell can have the value that completes the sum.

use super::all_solutions::{SolutionList, SolutionProgress, SolutionSearch};
use super::assignment::{Bijection, DomainRule, MOST};
use super::file_error::TabletopError;
use super::filled::FilledBoard;
use super::text_file::{GREATEST, NumberGrid, lines_of, numbers_of, rows_of, text_of};

/// Options: the smallest number and the sum, if they are given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MagicRules {
    /// The smallest number on the board; `None` if it is not given.
    pub from: Option<i64>,
    /// The sum of every row, column and diagonal; `None` if it is not given.
    pub sum: Option<i64>,
}

/// A magic number board with some numbers given.
#[derive(Clone, Debug)]
pub struct MagicBoard {
    side: usize,
    given: Vec<Option<i64>>,
    /// Range of the candidates for the smallest number, both ends included.
    least: (i64, i64),
    is_deduced: bool,
}

/// The rule that all lines have the same sum: the cells of each line, and the sum that results if
/// the smallest number is 0.
struct EqualSumRule {
    lines: Vec<Vec<usize>>,
    sum: i64,
}

/// A given number with its line and column in the file.
type GivenNumber = (i64, (usize, usize));

/// Greatest number of rows: a domain of 128 bits has a bit for each of the 11 x 11 numbers.
const MAX_SIDE: usize = 11;

impl MagicBoard {
    /// Parses rows of numbers separated by blanks, commas or semicolons; `_` and `.` stand for an
    /// empty cell.
    ///
    /// The entry 0 is an empty cell too if the number 0 cannot be on the board: if `rules` leave it
    /// out, or if the entry occurs several times. Otherwise it is the number 0.
    ///
    /// # Errors
    /// If the board is not square or has more than 11 rows, an entry is not a number, a number is
    /// out of range or given twice, or the given numbers, the smallest number and the sum
    /// contradict each other.
    ///
    /// ```
    /// use slidewise_tabletop::{MagicBoard, MagicRules, SolutionSearch};
    ///
    /// let magic = MagicBoard::read(b"2 _ _\n_ _ _\n_ _ _", &MagicRules::default())?;
    /// let (from, found) = magic.hunt(&SolutionSearch::default(), &mut |_| {});
    /// assert_eq!((from, magic.sum_from(from), found.solutions), (1, 15, 2));
    /// assert_eq!(found.boards[0].lines(), ["2 7 6", "9 5 1", "4 3 8"]);
    /// # Ok::<(), slidewise_tabletop::TabletopError>(())
    /// ```
    pub fn read(bytes: &[u8], rules: &MagicRules) -> Result<MagicBoard, TabletopError> {
        let lines = lines_of(text_of(bytes)?)?;
        let rows = rows_of(&lines)?;
        let side = rows[0].len();
        let mut numbers = numbers_of(&rows)?;
        if let Some(at) = numbers.is_hole.iter().position(|&is_hole| is_hole) {
            let expected = "a number or `_`, since a magic board has no holes";
            return Err(TabletopError::at(numbers.words[at].place, expected, "`#`"));
        }
        if side != rows.len() || side > MAX_SIDE {
            return Err(TabletopError::at(
                rows[0][0].place,
                format!("a square of at most {MAX_SIDE} rows"),
                format!("a board of {} x {side} cells", rows.len()),
            ));
        }
        check_range(rules)?;
        if is_zero_empty(side, rules, &numbers) {
            numbers.clear_zeros();
        }
        numbers.check_distinct()?;
        let least = least_of(side, rules, &numbers)?;
        Ok(MagicBoard {
            side,
            given: numbers.given,
            least,
            is_deduced: rules.from.is_none() && rules.sum.is_none(),
        })
    }

    /// Number of rows, which is also the number of columns.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Whether the smallest number is deduced, because neither it nor the sum was given.
    pub fn is_deduced(&self) -> bool {
        self.is_deduced
    }

    /// The sum of each line if the smallest number is `from`.
    pub fn sum_from(&self, from: i64) -> i64 {
        let side = self.side as i64;
        side * from + offset(self.side)
    }

    /// Searches for all ways to fill the board; returns the smallest number and the solutions.
    ///
    /// If the smallest number is deduced, the candidates are tried in ascending order until one has
    /// a solution.
    pub fn hunt(
        &self,
        hunt: &SolutionSearch<'_>,
        tell: &mut dyn FnMut(SolutionProgress),
    ) -> (i64, SolutionList<FilledBoard>) {
        let (mut from, last) = self.least;
        loop {
            let found = hunt.run(&self.search_from(from), tell);
            let may_go_on = found.is_complete && found.solutions == 0 && from < last;
            if !may_go_on {
                let filled = |values: &[u8]| FilledBoard {
                    numbers: values
                        .iter()
                        .map(|&value| Some(from + i64::from(value)))
                        .collect(),
                    columns: self.side,
                    first: None,
                };
                return (from, found.map(filled));
            }
            from += 1;
        }
    }

    fn search_from(&self, from: i64) -> Bijection<EqualSumRule> {
        let count = self.side * self.side;
        let all = u128::MAX >> (MOST - count);
        let values = |given: &Option<i64>| given.map_or(all, |number| 1 << (number - from));
        Bijection {
            rule: EqualSumRule {
                lines: lines(self.side),
                sum: offset(self.side),
            },
            domains: self.given.iter().map(values).collect(),
        }
    }
}

/// The sum of a line if the smallest number is 0.
fn offset(side: usize) -> i64 {
    (side * (side * side - 1) / 2) as i64
}

/// The cells of each row, each column and the two diagonals.
fn lines(side: usize) -> Vec<Vec<usize>> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for at in 0..side {
        lines.push((0..side).map(|along| at * side + along).collect());
        lines.push((0..side).map(|along| along * side + at).collect());
    }
    lines.push((0..side).map(|along| along * side + along).collect());
    lines.push(
        (0..side)
            .map(|along| along * side + side - 1 - along)
            .collect(),
    );
    lines
}

/// Whether the entry 0 of a file is an empty cell, because the number 0 cannot be on the board.
fn is_zero_empty(side: usize, rules: &MagicRules, numbers: &NumberGrid<'_>) -> bool {
    let count = (side * side) as i64;
    let of_sum = |sum: i64| (sum - offset(side)).div_euclid(side as i64);
    let from = rules.from.or(rules.sum.map(of_sum));
    let zeros = numbers.given.iter().filter(|&&given| given == Some(0));
    zeros.count() > 1 || from.is_some_and(|from| !(from..from + count).contains(&0))
}

/// The range of the candidates for the smallest number, both ends included.
fn least_of(
    side: usize,
    rules: &MagicRules,
    numbers: &NumberGrid<'_>,
) -> Result<(i64, i64), TabletopError> {
    let count = (side * side) as i64;
    let words = numbers.words.iter().zip(&numbers.given);
    let placed: Vec<GivenNumber> = words
        .filter_map(|(word, given)| Some(((*given)?, word.place)))
        .collect();
    let Some((from, why)) = known_least(side, rules, numbers)? else {
        return deduced_least(count, &placed);
    };
    let last = from + count - 1;
    match placed
        .iter()
        .find(|(number, _)| !(from..=last).contains(number))
    {
        Some(&(number, place)) => {
            let expected = format!("a number from {from} to {last}, {why}");
            Err(TabletopError::at(place, expected, number.to_string()))
        }
        None => Ok((from, from)),
    }
}

/// Refuses numbers in `rules` whose sums could overflow.
fn check_range(rules: &MagicRules) -> Result<(), TabletopError> {
    for (name, number) in [("smallest number", rules.from), ("sum", rules.sum)] {
        if let Some(number) = number.filter(|number| !(-GREATEST..=GREATEST).contains(number)) {
            let expected = format!("a {name} from {} to {GREATEST}", -GREATEST);
            return Err(TabletopError::of_words(expected, number.to_string()));
        }
    }
    Ok(())
}

/// The smallest number and the reason for it, if `rules` or a complete line determine it.
fn known_least(
    side: usize,
    rules: &MagicRules,
    numbers: &NumberGrid<'_>,
) -> Result<Option<(i64, String)>, TabletopError> {
    let count = side * side;
    let sum_from = |from: i64| side as i64 * from + offset(side);
    let mut known: Option<(i64, String)> = rules
        .from
        .map(|from| (from, format!("since the numbers begin with {from}")));
    let mut hear = |sum: i64, place: Option<(usize, usize)>| {
        let rest = sum - offset(side);
        let from = rest.div_euclid(side as i64);
        let expected = match &known {
            Some((known, _)) if sum_from(*known) == sum => return Ok(()),
            Some((known, why)) => {
                let why = match rules.from {
                    Some(_) => format!(", {why}"),
                    None => " of every line".to_owned(),
                };
                format!("the sum {}{why}", sum_from(*known))
            }
            None if rest.rem_euclid(side as i64) != 0 => format!(
                "a sum that {count} consecutive numbers can have: {} or {}",
                sum_from(from),
                sum_from(from + 1)
            ),
            None => {
                known = Some((from, format!("since the sum is {sum}")));
                return Ok(());
            }
        };
        Err(TabletopError {
            place,
            expected,
            found: format!("the sum {sum}"),
            is_misfit: false,
        })
    };
    if let Some(sum) = rules.sum {
        hear(sum, None)?;
    }
    for line in lines(side) {
        let full: Option<Vec<i64>> = line.iter().map(|&cell| numbers.given[cell]).collect();
        if let Some(full) = full {
            hear(full.iter().sum(), Some(numbers.words[line[0]].place))?;
        }
    }
    Ok(known)
}

/// The range of the candidates for the smallest of `count` numbers, as the given numbers allow.
fn deduced_least(count: i64, placed: &[GivenNumber]) -> Result<(i64, i64), TabletopError> {
    let (Some(&(low, low_place)), Some(&(high, high_place))) =
        (placed.iter().min(), placed.iter().max())
    else {
        return Ok((1, 1));
    };
    if high - low >= count {
        let (line, column) = low_place;
        let expected =
            format!("{count} consecutive numbers, with {low} at {line}:{column} among them");
        return Err(TabletopError::at(high_place, expected, high.to_string()));
    }
    // By convention, the smallest number is at least 1 unless a given number is smaller.
    let least = (high - count + 1).max(low.min(1));
    Ok((least, low))
}

impl DomainRule for EqualSumRule {
    fn narrow(&self, domains: &mut [u128]) -> bool {
        for line in &self.lines {
            let (mut least, mut greatest) = (0, 0);
            for &cell in line {
                if domains[cell] == 0 {
                    return false;
                }
                least += low(domains[cell]);
                greatest += high(domains[cell]);
            }
            for &cell in line {
                let domain = domains[cell];
                let (own_least, own_greatest) = (low(domain), high(domain));
                let from = self.sum - (greatest - own_greatest);
                let to = self.sum - (least - own_least);
                if from > own_least || to < own_greatest {
                    domains[cell] &= between(from, to);
                    if domains[cell] == 0 {
                        return false;
                    }
                    least += low(domains[cell]) - own_least;
                    greatest += high(domains[cell]) - own_greatest;
                }
            }
            if least > self.sum || greatest < self.sum {
                return false;
            }
            let mut open = line
                .iter()
                .copied()
                .filter(|&cell| !domains[cell].is_power_of_two());
            if let (Some(one), Some(other), None) = (open.next(), open.next(), open.next()) {
                let fixed = least - low(domains[one]) - low(domains[other]);
                let pair = self.sum - fixed;
                domains[one] &= partners(domains[other], pair);
                domains[other] &= partners(domains[one], pair);
                if domains[one] == 0 || domains[other] == 0 {
                    return false;
                }
            }
        }
        true
    }
}

fn low(domain: u128) -> i64 {
    i64::from(domain.trailing_zeros())
}

fn high(domain: u128) -> i64 {
    127 - i64::from(domain.leading_zeros())
}

/// The set of the values in a range, both ends included.
fn between(from: i64, to: i64) -> u128 {
    if to < from || to < 0 || from > 127 {
        return 0;
    }
    let below = u128::MAX << from.max(0);
    below & (u128::MAX >> (127 - to.min(127)))
}

/// The values that add up to `sum` together with some value of `set`.
fn partners(set: u128, sum: i64) -> u128 {
    // Reversing the set moves bit v to bit 127 - v; the shift then moves it to bit sum - v.
    let reversed = set.reverse_bits();
    let by = u32::try_from((sum - 127).abs()).unwrap_or(u32::MAX);
    if sum >= 127 {
        reversed.unbounded_shl(by)
    } else {
        reversed.unbounded_shr(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_what_they_say() {
        let set = |values: &[u32]| values.iter().fold(0u128, |set, value| set | 1 << value);
        assert_eq!(between(2, 4), set(&[2, 3, 4]));
        assert_eq!(between(-5, 0), set(&[0]));
        assert_eq!(between(126, 500), set(&[126, 127]));
        assert_eq!(between(3, 2) | between(128, 130) | between(-3, -1), 0);
        assert_eq!(partners(set(&[0, 3, 5]), 5), set(&[5, 2, 0]));
        assert_eq!(partners(set(&[100, 127]), 200), set(&[100, 73]));
        assert_eq!(partners(set(&[1]), -1) | partners(set(&[1]), 500), 0);
    }
}
