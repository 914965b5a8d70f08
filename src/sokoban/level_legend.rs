//! `LevelLegend`: what the characters of a level that is not written in XSB probably stand for.

use crate::collection::FEWEST_ROWS;
use crate::level_error::{LevelError, LevelFault};
use std::collections::BTreeMap;

/// What a character may stand for within the walls: its name, its character in XSB, and characters
/// that other programs write for it.
const PARTS: [(&str, char, &str); 5] = [
    ("the player", '@', "@&pP"),
    ("a box", '$', "$BbO0oHx"),
    ("a goal", '.', ".,gG"),
    ("a box on a goal", '*', "%"),
    ("the player on a goal", '+', ""),
];

/// Characters of XSB, one of which at least must stand within the walls.
const SIGNS: &str = "@$.*+&";

/// What the characters of a level in another legend probably stand for.
pub(crate) struct LevelLegend {
    wall: char,
    floor: char,
    /// Each other character, with its part if that is clear.
    others: Vec<(char, Option<usize>)>,
    /// Whether a blank stands between two cells.
    is_spaced: bool,
}

impl LevelLegend {
    /// Guesses the legend of a text with a level.
    pub(crate) fn guessed(text: &str) -> Option<LevelLegend> {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let mut blocks = lines.split(|line| line.trim().is_empty());
        blocks.find_map(LevelLegend::of_block)
    }

    fn of_block(block: &[&str]) -> Option<LevelLegend> {
        // Lines of text may stand right before and after the rows.
        let wall = block.iter().find_map(|line| wall_row(line))?;
        let is_row = |line: &&&str| {
            let shown = line.trim();
            shown.starts_with(wall) && shown.ends_with(wall)
        };
        let first = block.iter().position(|line| wall_row(line) == Some(wall))?;
        let rows: Vec<&str> = block[first..].iter().take_while(is_row).copied().collect();
        let last = rows.last()?;
        if rows.len() < FEWEST_ROWS || wall_row(last) != Some(wall) || wall.is_ascii_digit() {
            return None;
        }
        let is_spaced = rows.iter().all(|row| {
            let mut odd = row.trim_start().chars().skip(1).step_by(2);
            odd.all(|c| c == ' ')
        });
        let step = if is_spaced { 2 } else { 1 };
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for row in &rows {
            for character in row.trim_start().chars().step_by(step) {
                *counts.entry(character).or_default() += 1;
            }
        }
        counts.remove(&wall)?;
        let floor = [' ', '-', '_'].into_iter().find(|c| counts.contains_key(c));
        // Without a floor only a player and a box tell a level from other boards.
        let floor = match floor {
            None if ['@', '$'].iter().all(|c| counts.contains_key(c)) => ' ',
            floor => floor?,
        };
        counts.remove(&' ');
        counts.remove(&floor);
        let known = counts.keys().any(|&own| SIGNS.contains(own));
        let is_foreign = wall != '#' || counts.keys().any(|&own| !"@$.*+".contains(own));
        if !known || !is_foreign || counts.len() > PARTS.len() {
            return None;
        }
        Some(LevelLegend {
            wall,
            floor,
            others: parts_of(&counts)?,
            is_spaced,
        })
    }

    /// The fault of a text in this legend.
    pub(crate) fn fault(self) -> LevelError {
        let mut words = vec![format!("`{}` is probably a wall", self.wall)];
        let known = self.others.iter().filter_map(|(own, part)| {
            let name = PARTS[(*part)?].0;
            Some(format!("`{own}` {name}"))
        });
        words.extend(known);
        let unclear = self.others.iter().filter(|own| own.1.is_none());
        let unclear: Vec<String> = unclear.map(|own| format!("`{}`", own.0)).collect();
        let mut guess = words.join(", ");
        if !unclear.is_empty() {
            guess += &format!("; {} are not clear", unclear.join(" and "));
        }
        let mut pairs = Vec::new();
        if unclear.is_empty() && !self.is_spaced {
            let parts = self.others.iter().filter_map(|(own, part)| {
                let part = PARTS[(*part)?].1;
                Some((*own, part))
            });
            let all = parts.chain([(self.wall, '#'), (self.floor, self.floor)]);
            pairs = all.filter(|(own, wanted)| own != wanted).collect();
        }
        LevelError::of_all(LevelFault::Legend { guess, pairs })
    }
}

/// The only character of a line of at least three, blanks aside.
fn wall_row(line: &str) -> Option<char> {
    let mut shown = line.chars().filter(|c| *c != ' ');
    let wall = shown.next()?;
    let others = shown.clone().count();
    let is_floor = matches!(wall, '-' | '_');
    (!is_floor && others > 1 && shown.all(|c| c == wall)).then_some(wall)
}

/// The parts of characters with these counts, as far as all likely assignments agree; `None` if no
/// assignment has one player and as many goals as boxes.
fn parts_of(counts: &BTreeMap<char, usize>) -> Option<Vec<(char, Option<usize>)>> {
    let known: Vec<(char, usize)> = counts.iter().map(|(&own, &count)| (own, count)).collect();
    let mut all = Vec::new();
    assign(&known, &mut Vec::new(), &mut all);
    let best = all.iter().map(|own| own.0).max()?;
    let likely: Vec<&Vec<usize>> = all
        .iter()
        .filter(|own| own.0 == best)
        .map(|own| &own.1)
        .collect();
    let agreed = known.iter().enumerate().map(|(at, (own, _))| {
        let part = likely[0][at];
        let is_clear = likely.iter().all(|other| other[at] == part);
        (*own, is_clear.then_some(part))
    });
    Some(agreed.collect())
}

/// Collects the assignments of parts to characters, with the number of parts that have a usual
/// character.
fn assign(known: &[(char, usize)], parts: &mut Vec<usize>, all: &mut Vec<(usize, Vec<usize>)>) {
    if parts.len() < known.len() {
        for part in 0..PARTS.len() {
            if !parts.contains(&part) {
                parts.push(part);
                assign(known, parts, all);
                parts.pop();
            }
        }
        return;
    }
    let count = |part: usize| {
        let at = parts.iter().position(|own| *own == part);
        at.map_or(0, |at| known[at].1)
    };
    let (boxes, goals) = (count(1) + count(3), count(2) + count(3) + count(4));
    if count(0) + count(4) == 1 && boxes == goals && count(1) > 0 {
        let usual = known.iter().zip(&*parts);
        let usual = usual.filter(|((own, _), part)| PARTS[**part].2.contains(*own));
        all.push((usual.count(), parts.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(text: &str) -> Option<(String, Vec<(char, char)>)> {
        match LevelLegend::guessed(text)?.fault().fault {
            LevelFault::Legend { guess, pairs } => Some((guess, pairs)),
            _ => None,
        }
    }

    #[test]
    fn walls_players_boxes_and_goals_are_guessed() {
        let (words, mut pairs) = guess("Maze: 1\n\n XXXXX\n X   X\n X*@.X\n XXXXX\n").unwrap();
        assert!(words.contains("`X` is probably a wall, `*` a box, `.` a goal, `@` the player"));
        pairs.sort_unstable();
        assert_eq!(pairs, [('*', '$'), ('X', '#')]);
        let spaced = guess("+ + + + +\n+ * - @ +\n+ X - - +\n+ + + + +\n").unwrap();
        assert!(
            spaced.0.starts_with("`+` is probably a wall"),
            "{}",
            spaced.0
        );
        assert!(spaced.1.is_empty());
    }

    #[test]
    fn boards_of_sliding_puzzles_have_no_legend() {
        for text in [
            "######\n#AAB.#\n#AAB.#\n######\n",
            "#####\n#a**b#\n#a**b#\n##--##\n  ..\n",
            "#####\n#AB #\n#####\n",
            "1 1 1\n1 0 1\n1 1 1\n",
            "AAA\nA.A\nAAA\n",
            "#######\n#@ $ .#\n#######\n",
        ] {
            assert!(guess(text).is_none(), "{text}");
        }
    }
}
