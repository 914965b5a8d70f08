//! Random boards that run round, and boards of lines: unit pieces, several empty cells, walls,
//! gates and goals.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

use super::random::PuzzleRng;

/// The first seed; those of the other random puzzles are smaller.
const FIRST: u64 = 4_000;

/// Number of boards.
const COUNT: u64 = 300;

/// The boards, as pairs of seed and file text.
pub(crate) static BOARDS: LazyLock<Vec<(u64, String)>> = LazyLock::new(|| {
    let seeds = FIRST..FIRST + COUNT;
    seeds.map(|seed| (seed, board(seed))).collect()
});

/// Generates the board of a seed.
fn board(seed: u64) -> String {
    let mut random = PuzzleRng::new(seed);
    let (key, (rows, columns)) = match random.below(5) {
        0 => (
            "wrap = 'left-right'",
            random.pick(&[(1, 3), (1, 6), (2, 3), (2, 4), (3, 3)]),
        ),
        1 => (
            "wrap = 'top-bottom'",
            random.pick(&[(5, 1), (3, 2), (4, 2), (3, 3)]),
        ),
        2 => ("wrap = 'both'", random.pick(&[(3, 3), (3, 4)])),
        _ => ("", random.pick(&[(1, 7), (2, 4), (3, 3)])),
    };
    let cells: Vec<usize> = (0..rows * columns).collect();
    let blank = random.within(1, 3.min(cells.len() - 2));
    let walls = if cells.len() > 8 {
        random.within(cells.len() - 9, cells.len() - 5)
    } else {
        usize::from(cells.len() > 5 && random.once_in(3))
    };
    let blanks = random.some(&cells, blank + walls);
    let pieces = cells.len() - blanks.len();
    let is_distinct = pieces <= 5 && random.once_in(2);
    let kinds = if is_distinct {
        pieces
    } else {
        random.within(1, 3)
    };
    let has_gate = random.once_in(4);
    let mut tokens: Vec<String> = Vec::new();
    let mut given = 0;
    for &cell in &cells {
        tokens.push(match blanks.iter().position(|&own| own == cell) {
            Some(0) if has_gate => "-".to_owned(),
            Some(at) if at < blank => ".".to_owned(),
            Some(_) => "#".to_owned(),
            None => {
                let kind = if is_distinct || given == 0 {
                    given
                } else {
                    random.below(kinds)
                };
                given += 1;
                char::from(b'A' + kind as u8).to_string()
            }
        });
    }
    let mut text = format!("start = {}\n{key}\n", drawn(&tokens, columns));
    if key.is_empty() {
        let name = |cell: usize| {
            let letter = char::from(b'a' + (cell % columns) as u8);
            format!("{letter}{}", rows - cell / columns)
        };
        let open: Vec<usize> = cells
            .into_iter()
            .filter(|&cell| tokens[cell] != "#")
            .collect();
        let lines = lines(&mut random, &open).into_iter();
        let lines = lines.map(|line| {
            let names: Vec<String> = line.into_iter().map(name).collect();
            format!("'{}'", names.join(" "))
        });
        let _ = writeln!(text, "lines = [{}]", lines.collect::<Vec<_>>().join(", "));
    }
    let named: BTreeSet<&String> = tokens.iter().filter(|own| !"-.#".contains(*own)).collect();
    let named: Vec<String> = named
        .into_iter()
        .map(|token| format!("'{token}'"))
        .collect();
    let _ = writeln!(text, "units = [{}]", named.join(", "));
    if random.once_in(2) {
        let mut goal = tokens.clone();
        let open: Vec<usize> = (0..goal.len()).filter(|&at| goal[at] != "#").collect();
        for (&to, from) in open.iter().zip(random.some(&open, open.len())) {
            goal[to].clone_from(&tokens[from]);
        }
        for token in &mut goal {
            if token == "-" || token != "#" && random.once_in(3) {
                *token = ".".to_owned();
            }
        }
        let _ = writeln!(text, "goal = {}", drawn(&goal, columns));
    }
    if has_gate {
        let some = random.some(&named, named.len().div_ceil(2));
        let _ = writeln!(text, "[gates]\n'-' = [{}]", some.join(", "));
    }
    text
}

/// Lines through all cells, in which no two cells follow each other twice.
fn lines(random: &mut PuzzleRng, cells: &[usize]) -> Vec<Vec<usize>> {
    let mut beside: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut met: BTreeSet<usize> = BTreeSet::new();
    let mut lines = Vec::new();
    let mut more = random.below(4);
    while met.len() < cells.len() || more > 0 {
        more = more.saturating_sub(1);
        let left = cells.iter().copied().find(|cell| !met.contains(cell));
        let mut line = vec![left.unwrap_or_else(|| random.pick(cells))];
        let length = random.within(2, 5);
        let mut last = line[0];
        while line.len() < length {
            let others = cells
                .iter()
                .copied()
                .filter(|&cell| !line.contains(&cell) && !beside.contains(&(last, cell)));
            let others: Vec<usize> = others.collect();
            if others.is_empty() {
                break;
            }
            let next = random.pick(&others);
            beside.extend([(last, next), (next, last)]);
            line.push(next);
            last = next;
        }
        if line.len() > 2 && !beside.contains(&(last, line[0])) && random.once_in(2) {
            beside.extend([(last, line[0]), (line[0], last)]);
            line.push(line[0]);
        }
        if line.len() > 1 {
            met.extend(&line);
            lines.push(line);
        }
    }
    lines
}

/// A board as a string of TOML.
fn drawn(tokens: &[String], columns: usize) -> String {
    let rows: Vec<String> = tokens.chunks(columns).map(|row| row.concat()).collect();
    format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
}
