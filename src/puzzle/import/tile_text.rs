//! The lines of a tile file: numbers and marks of the empty cell, between separators of all kinds.
//!
//! Blanks, commas, semicolons, bars and brackets separate numbers. Lists in brackets are lines of
//! their own. A line of words may head the rows of Start, another those of the goal. [`CellForm`]
//! says what else may stand for a number.

use super::source_text::{PlacedNumber, SourceLine, content_from, lines};
use crate::error::{message, quoted};
use crate::puzzle_draft::SourceFault;
use crate::token;

/// Marks of the empty cell beside 0.
const EMPTY_MARKS: [&str; 4] = ["_", "x", "X", "-1"];
/// Words that head the rows of the goal.
const GOAL_WORDS: [&str; 4] = ["goal", "target", "final", "finish"];
/// Words that head the rows of Start.
const START_WORDS: [&str; 3] = ["initial", "start", "begin"];
/// Words of the comment that a generator of school exercises writes above its boards.
const SCHOOL_COMMENTS: [&str; 2] = ["this puzzle is solvable", "this puzzle is unsolvable"];

/// How the cells of a board are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CellForm {
    /// Each word is a number or a mark of the empty cell.
    Words,
    /// Each word is a number or a mark of the empty cell, of which `.` is one.
    DottedWords,
    /// Each line is one word, and each of its characters a digit or a mark of the empty cell.
    Characters,
}

/// A line of a tile file: its numbers, or the fault that it has a word that is no number.
pub(super) type NumberLine = Result<Vec<PlacedNumber>, SourceFault>;

/// The content of a tile file.
pub(super) struct TileText {
    /// The lines of the board with its size, or those of a list.
    pub lines: Vec<NumberLine>,
    /// The lines below a line that names the goal; `None` without such a line.
    pub goal: Option<Vec<NumberLine>>,
    /// Whether a comment says what the generator of school exercises says.
    pub is_of_school: bool,
}

impl TileText {
    /// Splits a text that begins at the place `begin`, with cells in a form.
    pub(super) fn new(text: &str, begin: usize, form: CellForm) -> TileText {
        let is_of_school = lines(text).any(|line| {
            let comment = line.text.trim().strip_prefix('#').unwrap_or_default();
            let comment = comment.trim().to_ascii_lowercase();
            SCHOOL_COMMENTS.contains(&comment.trim_end_matches(['.', '!']))
        });
        if let Some(lines) = bracketed(text, begin) {
            return TileText {
                lines: lines.into_iter().map(Ok).collect(),
                goal: None,
                is_of_school,
            };
        }
        let mut own = TileText {
            lines: Vec::new(),
            goal: None,
            is_of_school,
        };
        let mut is_of_goal = false;
        for line in content_from(text, begin).filter(|line| !is_rule(line.text)) {
            let (head, rest) = headed(line);
            if head == Some(false) && !own.lines.is_empty() {
                // A second board is no part of this one, and its head no number.
                own.lines.push(number_line(line, form));
                continue;
            }
            is_of_goal = head.unwrap_or(is_of_goal);
            let lines = if is_of_goal {
                own.goal.get_or_insert_default()
            } else {
                &mut own.lines
            };
            if !rest.text.trim().is_empty() {
                lines.push(number_line(rest, form));
            }
        }
        own
    }

    /// The lines of the board, if all of them are numbers.
    pub(super) fn good(&self) -> Result<Vec<Vec<PlacedNumber>>, SourceFault> {
        self.lines.iter().cloned().collect()
    }
}

/// Whether a line is a frame between rows, such as `+---+---+`.
pub(super) fn is_rule(text: &str) -> bool {
    text.contains(['-', '=']) && text.chars().all(|c| "+-=| ".contains(c))
}

/// Whether a line begins with words that name the goal, or with words that name Start, and what
/// follows them.
fn headed(line: SourceLine<'_>) -> (Option<bool>, SourceLine<'_>) {
    let text = line.text;
    let end = text.find(':').map_or(text.len(), |at| at + 1);
    let head = text[..end].to_lowercase();
    let has = |named: &[&str]| {
        let mut words = head.split(|c: char| !c.is_alphabetic());
        words.any(|word| named.contains(&word))
    };
    let (is_goal, is_start) = (has(&GOAL_WORDS), has(&START_WORDS));
    let has_digit = text[..end].contains(|c: char| c.is_ascii_digit());
    if is_goal == is_start || has_digit {
        return (None, line);
    }
    let rest = SourceLine {
        at: line.at + end,
        text: &text[end..],
    };
    (Some(is_goal), rest)
}

/// The numbers of a line; 0 stands for each mark of the empty cell.
pub(super) fn number_line(line: SourceLine<'_>, form: CellForm) -> NumberLine {
    let words = if form == CellForm::Characters {
        characters(line)
    } else if line.text.contains('|') {
        between_bars(line)
    } else {
        words(line)
    };
    let count = words.len();
    let numbers = words.into_iter().enumerate().map(|(place, word)| {
        let is_dot = form != CellForm::Words && word.text == token::EMPTY;
        let text = if is_dot { EMPTY_MARKS[0] } else { word.text };
        number(SourceLine { text, ..word }, place == 0 && count > 1).ok_or_else(|| {
            let expected = "numbers alone in this line";
            (word.at, message(expected, &quoted(word.text)))
        })
    });
    let numbers: Vec<PlacedNumber> = numbers.collect::<Result<_, _>>()?;
    if numbers.is_empty() {
        let expected = "numbers alone in this line";
        return Err((line.at, message(expected, &quoted(line.text.trim()))));
    }
    Ok(numbers)
}

/// The words of a line between blanks, commas, semicolons and brackets.
fn words(line: SourceLine<'_>) -> Vec<SourceLine<'_>> {
    let is_bracket = |c: char| matches!(c, '[' | ']' | '(' | ')' | '{' | '}');
    let words = line.words().flat_map(|word| {
        let parts = word.text.split(is_bracket);
        parts.map(move |part| SourceLine {
            at: word.at + (part.as_ptr() as usize - word.text.as_ptr() as usize),
            text: part,
        })
    });
    words.filter(|word| !word.text.is_empty()).collect()
}

/// The characters of a line that is one word; the whole line if it is not.
fn characters(line: SourceLine<'_>) -> Vec<SourceLine<'_>> {
    let text = line.text.trim();
    let begin = line.at + (text.as_ptr() as usize - line.text.as_ptr() as usize);
    if text.contains(char::is_whitespace) {
        return vec![SourceLine { at: begin, text }];
    }
    let ends = text.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
    ends.map(|(at, end)| SourceLine {
        at: begin + at,
        text: &text[at..end],
    })
    .collect()
}

/// The fields of a line between bars; an empty one is the empty cell.
fn between_bars(line: SourceLine<'_>) -> Vec<SourceLine<'_>> {
    let text = line.text.trim();
    let text = text.strip_prefix('|').unwrap_or(text);
    let text = text.strip_suffix('|').unwrap_or(text);
    let begin = text.as_ptr() as usize - line.text.as_ptr() as usize;
    let fields = text.split('|').map(|field| SourceLine {
        at: line.at + begin + (field.as_ptr() as usize - text.as_ptr() as usize),
        text: if field.trim().is_empty() {
            EMPTY_MARKS[0]
        } else {
            field.trim()
        },
    });
    fields.collect()
}

/// The number of a word; the first word of a line may end as the number in a list does.
fn number(word: SourceLine<'_>, is_first: bool) -> Option<PlacedNumber> {
    let at = word.at;
    if EMPTY_MARKS.contains(&word.text) {
        return Some(PlacedNumber { value: 0, at });
    }
    let text = if is_first {
        let text = word.text.trim_start_matches('#');
        text.trim_end_matches([':', '.'])
    } else {
        word.text
    };
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    let value = text.parse().unwrap_or(PlacedNumber::OUT_OF_RANGE);
    is_number.then_some(PlacedNumber { value, at })
}

/// Whether a text holds nothing but numbers in brackets.
pub(super) fn is_in_brackets(text: &str) -> bool {
    bracketed(text, 0).is_some()
}

/// A list in brackets: its own numbers, and the lists in it.
#[derive(Default)]
struct BracketList {
    numbers: Vec<PlacedNumber>,
    lists: Vec<BracketList>,
}

/// The lists of numbers in a text of brackets; `None` for another text.
///
/// The lists of a list are its rows. If several lists have rows, each of them is one line.
fn bracketed(text: &str, begin: usize) -> Option<Vec<Vec<PlacedNumber>>> {
    let body = text.trim_start();
    if !body.starts_with('[') {
        return None;
    }
    let at = text.len() - body.len();
    let mut open = vec![BracketList::default()];
    let mut word_begin = None;
    for (place, c) in body.char_indices() {
        let is_separator = c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']');
        if !is_separator {
            word_begin.get_or_insert(place);
            continue;
        }
        if let Some(from) = word_begin.take() {
            let word = SourceLine {
                at: begin + at + from,
                text: body[from..place].trim_matches('"'),
            };
            open.last_mut()?.numbers.push(number(word, false)?);
        }
        match c {
            '[' => open.push(BracketList::default()),
            ']' if open.len() > 1 => {
                let list = open.pop()?;
                open.last_mut()?.lists.push(list);
            }
            ']' => return None,
            _ => {}
        }
    }
    let whole = open.pop()?;
    let is_whole = open.is_empty() && word_begin.is_none() && whole.numbers.is_empty();
    let mut boards = Vec::new();
    let mut rows = Vec::new();
    if !is_whole || !whole.collect(&mut boards, &mut rows) {
        return None;
    }
    let has_one = boards.len() <= 1 || boards.len() == rows.len();
    Some(if has_one { rows } else { boards })
}

impl BracketList {
    /// Adds the lists that hold numbers to `rows`, and the numbers of each list with such lists to
    /// `boards`; false if a list has numbers and lists, or neither.
    fn collect(
        self,
        boards: &mut Vec<Vec<PlacedNumber>>,
        rows: &mut Vec<Vec<PlacedNumber>>,
    ) -> bool {
        if self.lists.is_empty() {
            let is_row = !self.numbers.is_empty();
            rows.push(self.numbers);
            return is_row;
        }
        let has_rows = self.lists.iter().any(|list| list.lists.is_empty());
        let first = rows.len();
        let are_good = self
            .lists
            .into_iter()
            .all(|list| list.collect(boards, rows));
        if has_rows {
            boards.push(rows[first..].concat());
        }
        are_good && self.numbers.is_empty()
    }
}
