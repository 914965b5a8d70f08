//! Recognizes texts that are no sliding puzzle, so that their readers learn what they are.

/// A text is of a kind if at least one line in this many is.
const LINES_A_MARK: usize = 2;
/// Fewest walls or cells in a row of a Ricochet Robots board.
const FEWEST_CELLS: usize = 8;

/// What a text in none of the formats is, with an article; `None` if it may be a board.
pub(super) fn foreign_kind(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    let begins = |mark: &str| {
        let begin = text.get(..mark.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(mark))
    };
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let fits_most = |fits: fn(&str) -> bool| {
        let good = lines().filter(|line| fits(line)).count();
        good > 0 && lines().count() <= good * LINES_A_MARK
    };
    if lines().any(|line| line.starts_with("(define")) {
        return Some("a planning problem in PDDL");
    }
    if begins("<!doctype") || begins("<html") {
        return Some("a page in HTML");
    }
    if begins("<") && text.contains("</") {
        return Some("a text in XML");
    }
    if lines().next().is_some_and(is_chess_position) {
        return Some("a chess position in FEN");
    }
    if fits_most(is_robot_row) {
        return Some("a Ricochet Robots board");
    }
    fits_most(is_fact).then_some("the facts of a logic program")
}

/// Whether a line is a fact such as `robot(red).` or `barrier(1,1,east).`.
fn is_fact(line: &str) -> bool {
    let name = line.split('(').next().unwrap_or(line);
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase());
    is_name && name.len() < line.len() && line.ends_with(").")
}

/// Whether a line is a row of cells with their walls, such as `NW,N,NE,X,SEYH`.
fn is_robot_row(line: &str) -> bool {
    let cells = line
        .split(',')
        .map(|cell| cell.trim_matches(['"', '\'', ' ', '(', ')']));
    let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    let is_cell = |cell: &&str| {
        let goal = cell.trim_start_matches(['N', 'E', 'S', 'W']);
        *cell == "X" || goal.is_empty() || goal.len() == 2 && goal.starts_with(['R', 'G', 'B', 'Y'])
    };
    let has_wall = cells
        .iter()
        .any(|cell| cell.starts_with(['N', 'E', 'S', 'W']));
    cells.len() >= FEWEST_CELLS && has_wall && cells.iter().all(is_cell)
}

/// Whether a line begins with eight ranks of a chess board.
fn is_chess_position(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or("");
    let files = |rank: &str| {
        let count = |c: char| match c {
            '1'..='8' => c.to_digit(10),
            _ => "pnbrqkPNBRQK".contains(c).then_some(1),
        };
        rank.chars().map(count).sum::<Option<u32>>()
    };
    let ranks: Vec<&str> = board.split('/').collect();
    ranks.len() == 8 && ranks.into_iter().all(|rank| files(rank) == Some(8))
}
