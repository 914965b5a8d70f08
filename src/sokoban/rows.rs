//! Rows of a level as text: XSB characters, run lengths, and the squares that they stand for.

use crate::level_error::{LevelError, LevelFault};

/// The most rows and the most columns of a level.
pub(crate) const MAX_SIDE: usize = 250;

/// What a square of a level shows at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShownSquare {
    pub(crate) is_wall: bool,
    pub(crate) is_goal: bool,
    pub(crate) has_box: bool,
    pub(crate) has_player: bool,
}

impl ShownSquare {
    /// A floor square without anything on it.
    pub(crate) const FLOOR: ShownSquare = ShownSquare {
        is_wall: false,
        is_goal: false,
        has_box: false,
        has_player: false,
    };

    /// The square that a character stands for.
    fn of(character: char) -> Option<ShownSquare> {
        let mut square = ShownSquare::FLOOR;
        match character {
            '#' => square.is_wall = true,
            ' ' | '-' | '_' => {}
            '.' | 'o' => square.is_goal = true,
            '$' | 'b' => square.has_box = true,
            '@' | 'p' => square.has_player = true,
            '*' | 'B' => (square.is_goal, square.has_box) = (true, true),
            '+' | 'P' => (square.is_goal, square.has_player) = (true, true),
            _ => return None,
        }
        Some(square)
    }

    /// The character of the square, with `floor` for an empty one.
    pub(crate) fn character(self, floor: char) -> char {
        match (self.is_wall, self.is_goal, self.has_box, self.has_player) {
            (true, ..) => '#',
            (_, false, false, false) => floor,
            (_, true, false, false) => '.',
            (_, false, true, _) => '$',
            (_, true, true, _) => '*',
            (_, false, _, true) => '@',
            (_, true, _, true) => '+',
        }
    }
}

/// A row of a level with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TextRow {
    /// The row without its line break, run lengths included.
    pub(crate) text: String,
    /// Line and column of its first character, both from 1.
    pub(crate) place: (usize, usize),
    /// Columns from one character to the next.
    pub(crate) step: usize,
}

/// A square with the place of its character.
pub(crate) type PlacedSquare = (ShownSquare, (usize, usize));

impl TextRow {
    /// The text without the blanks at its end, unless a number repeats a blank there.
    fn shown(&self) -> &str {
        let shown = self.text.trim_end();
        let repeats = shown.ends_with(|c: char| c.is_ascii_digit());
        if repeats && shown.len() < self.text.len() {
            &self.text
        } else {
            shown
        }
    }

    /// Number of tabs at its begin.
    fn tabs(&self) -> usize {
        self.text.chars().take_while(|&c| c == '\t').count()
    }

    /// The squares of the row, repeated characters written out.
    ///
    /// # Errors
    ///
    /// [`LevelFault::Character`], [`LevelFault::Repetition`], [`LevelFault::Size`].
    pub(crate) fn squares(&self) -> Result<Vec<PlacedSquare>, LevelError> {
        let mut squares = Vec::new();
        let mut repeated: Option<(usize, (usize, usize))> = None;
        for (offset, found) in self.shown().chars().enumerate() {
            let place = (self.place.0, self.place.1 + offset * self.step);
            if let Some(digit) = found.to_digit(10) {
                let (before, begun) = repeated.unwrap_or((0, place));
                repeated = Some(((before * 10 + digit as usize).min(10_000), begun));
                continue;
            }
            let square = ShownSquare::of(found).ok_or_else(|| {
                LevelError::at(
                    place,
                    match found {
                        '\t' => LevelFault::Tab,
                        _ => LevelFault::Character { found },
                    },
                )
            })?;
            let times = match repeated.take() {
                None => 1,
                Some((times, _)) if (1..=MAX_SIDE).contains(&times) => times,
                Some((_, begun)) => return Err(bad_repetition(begun)),
            };
            if squares.len() + times > MAX_SIDE {
                let fault = LevelFault::Size {
                    what: "the row",
                    most: MAX_SIDE,
                    unit: "squares",
                };
                return Err(LevelError::at(place, fault));
            }
            squares.extend(std::iter::repeat_n((square, place), times));
        }
        match repeated {
            Some((_, begun)) => Err(bad_repetition(begun)),
            None => Ok(squares),
        }
    }
}

/// The rows without the tabs at which all of them begin.
pub(crate) fn without_margin(rows: &[TextRow]) -> Vec<TextRow> {
    let filled = rows.iter().filter(|row| !row.text.trim().is_empty());
    let margin = filled.map(TextRow::tabs).min().unwrap_or(0);
    let rows = rows.iter().map(|row| TextRow {
        text: row.text.chars().skip(margin).collect(),
        place: (row.place.0, row.place.1 + margin * row.step),
        step: row.step,
    });
    rows.collect()
}

fn bad_repetition(place: (usize, usize)) -> LevelError {
    LevelError::at(place, LevelFault::Repetition { most: MAX_SIDE })
}

/// Whether a line can be a row of a level: it has a wall, and nothing but characters of rows.
pub(crate) fn is_row(line: &str) -> bool {
    let is_known = |c: char| ShownSquare::of(c).is_some() || c.is_ascii_digit() || c == '|';
    let shown = line.trim_start_matches('\t').trim_end();
    shown.contains('#') && shown.chars().all(is_known)
}

/// Parts a line at each separator into rows.
pub(crate) fn part_rows(line: &str, number: usize, separators: &[char]) -> Vec<TextRow> {
    let mut rows = Vec::new();
    let mut column = 1;
    for part in line.split(separators) {
        rows.push(TextRow {
            text: part.to_owned(),
            place: (number, column),
            step: 1,
        });
        column += part.chars().count() + 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, LevelError> {
        let row = &part_rows(text, 3, &[])[0];
        let squares = row.squares()?;
        Ok(squares.iter().map(|own| own.0.character('-')).collect())
    }

    #[test]
    fn run_lengths_repeat_the_next_character() {
        assert_eq!(written("4#2-$@.*+#  ").unwrap(), "####--$@.*+#");
        assert_eq!(written("#pPbBo_ #").unwrap(), "#@+$*.--#");
        assert_eq!(written("4#2 ").unwrap(), "####--");
        let fault = |text: &str| written(text).unwrap_err();
        assert_eq!(fault("#-4").place, Some((3, 3)));
        assert_eq!(fault("0#").fault, LevelFault::Repetition { most: 250 });
        assert_eq!(fault("999999999999999999999#").place, Some((3, 1)));
        assert_eq!(fault("# x").fault, LevelFault::Character { found: 'x' });
        assert!(matches!(fault("200#200#").fault, LevelFault::Size { .. }));
    }

    #[test]
    fn tabs_before_all_rows_are_a_margin() {
        let read = |text: &str| {
            let rows = (1..).zip(text.lines());
            let rows = rows.flat_map(|(number, line)| part_rows(line, number, &[]));
            let rows = without_margin(&rows.collect::<Vec<_>>());
            rows.iter()
                .map(TextRow::squares)
                .collect::<Result<Vec<_>, _>>()
        };
        let all = read("\t\t#\n\t\t #\n\n").unwrap();
        assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 0]);
        assert_eq!(all[0][0].1, (1, 3));
        let mixed = read("\t#\n  #\n").unwrap_err();
        assert_eq!((mixed.place, mixed.fault), (Some((1, 1)), LevelFault::Tab));
    }

    #[test]
    fn rows_have_a_wall_and_known_characters() {
        assert!(is_row("\t #") && is_row("4#2 ") && !is_row("#\t#"));
        assert!(is_row("  4#|3-#") && is_row("#@$.#") && is_row("#"));
        assert!(!is_row("") && !is_row("   ") && !is_row("12") && !is_row("# a comment"));
    }
}
