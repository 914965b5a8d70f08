//! Random puzzles in which Start rules out much of the board: framed boards, immovable pieces,
//! lanes of cars.
//!
//! [`PUZZLES`] has the properties of those in `random.rs`, but at most 6,000 reachable
//! configurations.

use std::sync::LazyLock;

use super::random::{self, PuzzleRng};
use super::search::Oracle;

/// The first seed; those of `random.rs` are smaller.
const FIRST: u64 = 1_000;

/// Greatest number of reachable configurations: what an oracle that compares texts looks at in a
/// second in all metrics.
const MOST: usize = 6_000;

/// Number of puzzles, unless the environment variable `SLIDEWISE_PUZZLES` sets it.
const COUNT: u64 = 60;

/// The token of an immovable piece; no puzzle of `random.rs` uses it.
const STILL: &str = "¤";

/// The puzzles, as pairs of seed and file text.
pub(crate) static PUZZLES: LazyLock<Vec<(u64, String)>> = LazyLock::new(|| {
    let count = std::env::var("SLIDEWISE_PUZZLES").ok();
    let count = count.map_or(COUNT, |count| count.parse().expect("a number"));
    let seeds = FIRST..FIRST + count;
    seeds.map(|seed| (seed, puzzle(seed))).collect()
});

/// Generates the puzzle of a seed: cars, a large board, or a framed puzzle of `random.rs`.
fn puzzle(seed: u64) -> String {
    let mut random = PuzzleRng::new(seed);
    loop {
        let text = match seed % 8 {
            1 => Some(large(&mut random)),
            0 | 2 | 4 => Some(parking(&mut random)),
            _ => {
                let (_, text) = random.pick(&random::PUZZLES);
                on_a_page(&mut random, &text)
            }
        };
        let most = if seed % 8 == 1 { MOST / 10 } else { MOST };
        let is_fit = |text: &String| {
            let reachable = Oracle::read(text).reachable_within(most);
            reachable.is_some_and(|reachable| reachable >= 3)
        };
        if let Some(text) = text.filter(is_fit) {
            return text;
        }
    }
}

/// A frame around a board, and cells around the frame.
struct BoardFrame {
    /// Number of cells above, below, to the left and to the right of the frame.
    margins: [usize; 4],
    /// The token of the frame: a wall, or one immovable piece all around.
    frame: &'static str,
    /// The column of a piece between walls in the first row, if any.
    pocket: Option<usize>,
}

/// Adds a frame around the board of a puzzle and unreachable cells around the frame; `None` if a
/// rule refers to the edge of the board.
fn on_a_page(random: &mut PuzzleRng, text: &str) -> Option<String> {
    let sides = ["below ", "above ", "left of ", "right of "];
    if sides
        .iter()
        .any(|side| text.contains(&format!("from = \"{side}")))
    {
        return None;
    }
    let mut parts = text.split("\"\"\"\n");
    let mut framed = parts.next()?.to_owned();
    let is_piece = random.once_in(3);
    let mut page = BoardFrame {
        margins: [0; 4].map(|_| if is_piece { 0 } else { random.below(4) }),
        frame: if is_piece { STILL } else { "#" },
        pocket: None,
    };
    if page.margins[0] >= 2 && random.once_in(2) {
        page.pocket = Some(random.below(4));
    }
    // Boards and the text between them alternate.
    let rest: Vec<&str> = parts.collect();
    for (number, part) in rest.iter().enumerate() {
        let is_board = number % 2 == 0;
        framed += "\"\"\"\n";
        framed += &if is_board {
            page.around(part, number == 0)
        } else {
            (*part).to_owned()
        };
    }
    Some(framed)
}

impl BoardFrame {
    /// Adds the frame and margins to a board; pieces are added only to `start`.
    fn around(&self, board: &str, is_start: bool) -> String {
        let spaced = board.contains(' ');
        let rows: Vec<Vec<String>> = board
            .lines()
            .map(|row| {
                if spaced {
                    row.split_whitespace().map(str::to_owned).collect()
                } else {
                    row.chars().map(String::from).collect()
                }
            })
            .collect();
        let [above, below, left, right] = self.margins;
        let frame = if is_start { self.frame } else { "." };
        let line = |token: &str, count: usize| vec![token.to_owned(); count];
        let across = |inner: Vec<String>| {
            let [left, right] = [left, right].map(|count| line(".", count));
            [left, line(frame, 1), inner, line(frame, 1), right].concat()
        };
        let width = rows[0].len() + 2 + left + right;
        let mut all = vec![line(".", width); above];
        all.push(across(line(frame, rows[0].len())));
        all.extend(rows.into_iter().map(across));
        all.push(across(line(frame, width - 2 - left - right)));
        all.extend(vec![line(".", width); below]);
        if let Some(column) = self.pocket.filter(|_| is_start) {
            all[0] = line("#", width);
            all[1] = line("#", width);
            all[0][column % width] = STILL.to_owned();
        }
        let between = if spaced { " " } else { "" };
        all.iter().map(|row| row.join(between) + "\n").collect()
    }
}

/// Generates a board of more than 128 cells: rows nearly full of cars, or one row of tiles.
fn large(random: &mut PuzzleRng) -> String {
    let rows = random.pick(&[1, 5, 8, 11, 12]);
    let columns = 130usize.div_ceil(rows) + random.below(3);
    if rows == 1 {
        let mut cells = vec!["u"; columns];
        cells[random.below(columns)] = "a";
        cells[random.below(columns)] = "_";
        let row = cells.concat().replace('_', ".");
        let goal = ".".repeat(columns - 1) + "u";
        return format!(
            "start = '{row}'\nunits = ['u']\ndistinct = true\n\n[[goal]]\nboard = '{goal}'\n"
        );
    }
    let mut board = vec![vec![".".to_owned(); columns]; rows];
    let (mut horizontal, mut vertical): (Vec<String>, Vec<String>) = Default::default();
    for number in 0..random.below(3) {
        let (row, column) = (random.below(rows - 1), random.below(columns));
        if board[row][column] == "." && board[row + 1][column] == "." {
            vertical.push(format!("v{number}"));
            board[row][column] = format!("v{number}");
            board[row + 1][column] = format!("v{number}");
        }
    }
    for (number, row) in board.iter_mut().enumerate() {
        let mut slack = if random.below(4) == 0 {
            random.within(1, 2)
        } else {
            0
        };
        let mut column = 0;
        while column < columns {
            let free = row[column..].iter().take_while(|cell| *cell == ".").count();
            if slack > 0 && random.once_in(3) || free == 0 {
                slack -= usize::from(free > 0);
                column += 1;
                continue;
            }
            let length = random.within(1, 4).min(free);
            let token = format!("{number}.{column}").replace('.', "h");
            row[column..column + length].fill(token.clone());
            horizontal.push(token);
            column += length;
        }
    }
    let start: Vec<String> = board.iter().map(|row| row.join(" ")).collect();
    format!(
        "start = \"\"\"\n{}\n\"\"\"\nhorizontal = {horizontal:?}\nvertical = {vertical:?}\n",
        start.join("\n")
    )
}

/// Generates cars restricted to rows and columns, several in a line and some interchangeable, and
/// sometimes a piece without an axis.
fn parking(random: &mut PuzzleRng) -> String {
    let (rows, columns) = (random.within(2, 5), random.within(3, 6));
    let mut board = vec![vec!['.'; columns]; rows];
    for _ in 0..random.below(3) {
        board[random.below(rows)][random.below(columns)] = '#';
    }
    let mut tokens = ('A'..='Z').chain('a'..='z');
    let mut axes: [Vec<String>; 2] = Default::default();
    // Tokens by length and axis.
    let mut alike: Vec<((usize, bool), Vec<String>)> = Vec::new();
    for _ in 0..random.within(4, 14) {
        let (lies, length) = (random.below(3) > 0, random.pick(&[1, 1, 2, 2, 2, 3]));
        let (down, along) = if lies { (0, 1) } else { (1, 0) };
        if rows <= down * (length - 1) || columns <= along * (length - 1) {
            continue;
        }
        let row = random.below(rows - down * (length - 1));
        let column = random.below(columns - along * (length - 1));
        let cells: Vec<(usize, usize)> = (0..length)
            .map(|at| (row + down * at, column + along * at))
            .collect();
        if cells.iter().any(|&(row, column)| board[row][column] != '.') {
            continue;
        }
        let token = tokens.next().expect("there are more tokens than cars");
        cells
            .iter()
            .for_each(|&(row, column)| board[row][column] = token);
        if random.below(12) > 0 {
            axes[usize::from(!lies)].push(token.to_string());
            match alike.iter_mut().find(|(own, _)| *own == (length, lies)) {
                Some((_, own)) => own.push(token.to_string()),
                None => alike.push(((length, lies), vec![token.to_string()])),
            }
        }
    }
    let start: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    let mut text = format!("start = \"\"\"\n{}\n\"\"\"\n", start.join("\n"));
    let [horizontal, vertical] = &axes;
    text += &format!("horizontal = {horizontal:?}\nvertical = {vertical:?}\n");
    let lists: Vec<Vec<String>> = alike
        .into_iter()
        .filter_map(|(_, tokens)| {
            let count = random.within(1, 3);
            let some = random.some(&tokens, count);
            (some.len() > 1).then_some(some)
        })
        .collect();
    if !lists.is_empty() {
        text += &format!("alike = {lists:?}\n");
    }
    if let Some(token) = horizontal.first() {
        // The goal: the car at a random place in its row.
        let (row, cells) = (0..)
            .zip(&board)
            .find_map(|(row, cells)| {
                let own = cells
                    .iter()
                    .filter(|cell| cell.to_string() == *token)
                    .count();
                (own > 0).then_some((row, own))
            })
            .expect("the car stands somewhere");
        let first = random.below(columns - cells + 1);
        let goal: Vec<String> = (0..rows)
            .map(|at| {
                let is_there = |column| at == row && (first..first + cells).contains(&column);
                let token = |column| {
                    if is_there(column) {
                        token.as_str()
                    } else {
                        "."
                    }
                };
                (0..columns).map(token).collect()
            })
            .collect();
        let is_wall = (first..first + cells).any(|column| board[row][column] == '#');
        if !is_wall {
            text += &format!("\n[[goal]]\nboard = \"\"\"\n{}\n\"\"\"\n", goal.join("\n"));
        }
    }
    text
}
