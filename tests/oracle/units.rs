//! Random boards of unit pieces, for the metric `line`: several empty cells, walls, gates, axes and
//! rules.
//!
//! Some are not puzzles, since their Start breaks a rule; readers leave those out.

use std::fmt::Write;
use std::sync::LazyLock;

use super::random::PuzzleRng;

/// The first seed; those of the other random puzzles are smaller.
const FIRST: u64 = 2_000;

/// Number of boards.
const COUNT: u64 = 160;

/// The boards, as pairs of seed and file text.
pub(crate) static BOARDS: LazyLock<Vec<(u64, String)>> = LazyLock::new(|| {
    let seeds = FIRST..FIRST + COUNT;
    seeds.map(|seed| (seed, board(seed))).collect()
});

/// Generates the board of a seed.
fn board(seed: u64) -> String {
    let mut random = PuzzleRng::new(seed);
    let (rows, columns) = random.pick(&[(1, 5), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)]);
    let cells: Vec<usize> = (0..rows * columns).collect();
    let blank = random.within(1, 3.min(cells.len() - 2));
    let walls = usize::from(cells.len() > 6 && random.once_in(2));
    let blanks = random.some(&cells, blank + walls);
    let mut tokens: Vec<String> = Vec::new();
    let mut text = String::from("start = '''\n");
    for cell in cells {
        match blanks.iter().position(|&own| own == cell) {
            Some(0) if random.once_in(3) => text.push('-'),
            Some(at) if at < blank => text.push('.'),
            Some(_) => text.push('#'),
            None => {
                let token = char::from(b'A' + tokens.len() as u8).to_string();
                text.push_str(&token);
                tokens.push(token);
            }
        }
        if cell % columns == columns - 1 {
            text.push('\n');
        }
    }
    text.push_str("'''\n");
    let listed = |tokens: &[String]| format!("['{}']", tokens.join("', '"));
    match random.below(4) {
        // Nine cells of distinct pieces are too many configurations for the oracle.
        0 | 1 if tokens.len() < 7 => text.push_str("distinct = true\n"),
        2 => {
            let some = random.some(&tokens, tokens.len().min(3));
            let _ = writeln!(text, "distinct = {}", listed(&some));
        }
        _ => {}
    }
    if random.once_in(4) {
        let (axis, one) = (
            random.pick(&["horizontal", "vertical"]),
            random.pick(&tokens),
        );
        let _ = writeln!(text, "{axis} = {}", listed(&[one]));
    }
    if text.contains('-') {
        let some = random.some(&tokens, tokens.len().div_ceil(2));
        let _ = writeln!(text, "[gates]\n'-' = {}", listed(&some));
    }
    if tokens.len() > 2 && random.once_in(3) {
        let two = random.some(&tokens, 2);
        let _ = writeln!(
            text,
            "[[rule]]\nnever = 'adjacent'\npieces = {}",
            listed(&two)
        );
    }
    text
}
