//! Random boards of one row or one column: walls, pieces of one to three cells, units, classes,
//! axes, gates, rules and goals.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::random::PuzzleRng;
use super::search::{Oracle, OracleMetric};
use slidewise::unstable::puzzle::Puzzle;

/// The first seed; those of the other random puzzles are smaller.
const FIRST: u64 = 3_000;

/// Number of boards, unless the environment variable `SLIDEWISE_PUZZLES` sets it.
const COUNT: u64 = 30;

/// Most legal configurations, those of all partial placements among them.
const MOST: usize = 3_000;

/// The boards, as pairs of seed and file text.
pub(crate) static BOARDS: LazyLock<Vec<(u64, String)>> = LazyLock::new(|| {
    let count = std::env::var("SLIDEWISE_PUZZLES").ok();
    let count = count.map_or(COUNT, |count| count.parse().expect("a number"));
    let seeds = FIRST..FIRST + count;
    seeds.map(|seed| (seed, board(seed))).collect()
});

/// Generates the board of a seed: a puzzle with few configurations.
fn board(seed: u64) -> String {
    let mut random = PuzzleRng::new(seed);
    loop {
        let is_column = random.once_in(2);
        let mut text = drafted(&mut random, is_column);
        if random.once_in(2) && Puzzle::from_toml("narrow", "narrow.toml", &text).is_ok() {
            text += &reached_goal(&mut random, &text, is_column);
        }
        if Puzzle::from_toml("narrow", "narrow.toml", &text).is_err() {
            continue;
        }
        let legal = Oracle::read(&text).legal_configurations_within(MOST);
        if legal.is_some_and(|legal| legal.len() <= MOST / 10) {
            return text;
        }
    }
}

/// A line of cells as rows, in quotes.
fn drawn(cells: &[char], is_column: bool) -> String {
    let between = if is_column { "\n" } else { "" };
    let rows: Vec<String> = cells.iter().map(char::to_string).collect();
    format!("\"\"\"\n{}\n\"\"\"", rows.join(between))
}

/// A board that may break a rule of the format.
fn drafted(random: &mut PuzzleRng, is_column: bool) -> String {
    let length = random.within(2, 9);
    let mut tokens = ('A'..='Z').filter(|token| *token != 'U');
    let mut cells: Vec<char> = Vec::new();
    let mut pieces: Vec<Vec<char>> = Vec::new();
    let has_units = random.once_in(3);
    while cells.len() < length {
        let piece = match random.below(10) {
            0..4 => vec!['.'],
            4 => vec!['#'],
            5 if random.once_in(2) => vec!['-'],
            5 | 6 if has_units => vec!['U'],
            _ => {
                let most = if random.once_in(2) { 1 } else { 3 };
                let cells = random.within(1, most);
                let token = tokens.next().expect("the line is shorter");
                vec![token; cells.min(length)]
            }
        };
        if cells.len() + piece.len() <= length {
            if piece[0].is_alphabetic() {
                pieces.push(piece.clone());
            }
            cells.extend(piece);
        }
    }
    let own: Vec<String> = pieces.iter().map(|piece| piece[0].to_string()).collect();
    let mut text = format!("start = {}\n", drawn(&cells, is_column));
    if cells.contains(&'U') {
        text += "units = ['U']\n";
    }
    text += match random.below(6) {
        0 => "distinct = true\n",
        _ => "",
    };
    for (axis, rarity) in [("horizontal", 4), ("vertical", 4)] {
        if random.once_in(rarity) {
            let count = random.within(1, 2);
            text += &format!("{axis} = {:?}\n", random.some(&own, count));
        }
    }
    if cells.contains(&'-') {
        text += &format!("[gates]\n\"-\" = {:?}\n", random.some(&own, 2));
    }
    if own.len() > 1 && random.once_in(5) {
        let two = random.some(&own, 2);
        text += &format!("[[rule]]\nnever = 'adjacent'\npieces = {two:?}\n");
    }
    for _ in 0..random.below(2) {
        text += &format!(
            "[[goal]]\nboard = {}\n",
            goal(random, &cells, &pieces, is_column)
        );
    }
    text
}

/// A goal with some of the pieces of a position that Start leads to.
fn reached_goal(random: &mut PuzzleRng, text: &str, is_column: bool) -> String {
    let oracle = Oracle::read(text);
    if oracle.reachable_within(MOST).is_none() {
        return String::new();
    }
    let generations = oracle.routes(OracleMetric::Step);
    let positions: Vec<&String> = generations.iter().flat_map(BTreeMap::keys).collect();
    let position: Vec<char> = random.pick(&positions).replace(':', "").chars().collect();
    let mut letters: Vec<char> = position.clone();
    letters.retain(|own| own.is_alphabetic());
    let kept = random.some(&letters, letters.len().div_ceil(2));
    let cells = position.iter();
    let cells = cells.map(|own| if kept.contains(own) { *own } else { '.' });
    let cells: Vec<char> = cells.collect();
    format!("[[goal]]\nboard = {}\n", drawn(&cells, is_column))
}

/// Some of the pieces in their order, or in any, at random places.
fn goal(random: &mut PuzzleRng, start: &[char], pieces: &[Vec<char>], is_column: bool) -> String {
    let mut order = pieces.to_vec();
    if random.once_in(3) {
        order = random.some(pieces, pieces.len());
    }
    let mut cells = vec!['.'; start.len()];
    let mut from = 0;
    for piece in order {
        from += random.below(3);
        let place = from..from + piece.len();
        let is_free = start
            .get(place.clone())
            .is_some_and(|own| !own.contains(&'#'));
        if is_free && !random.once_in(4) {
            cells[place].copy_from_slice(&piece);
            from += piece.len();
        }
    }
    drawn(&cells, is_column)
}
