//! The canonical form of a puzzle: a text that determines its state graph. The SHA-256 of this text
//! is the fingerprint.
//!
//! The text leaves out titles, tokens, spellings and the order of rules, goals and lists. Puzzles
//! with equal texts have the same graph with the same numbering. Puzzles with different texts may
//! have the same graph too: for example, if one puzzle has a wall where the other has a gate that
//! no piece may enter.

use super::{Goal, Puzzle, RaySource, Rule};
use sha2::{Digest, Sha256};
use slidewise_board::{CellSet, Joins, Square};
use std::fmt::Write;

/// The configurations from which a search starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SearchOrigin {
    /// The search starts from Start.
    Start,
    /// The search starts from all goal configurations that Start can reach, or may reach if this is
    /// not known.
    Goals,
}

impl SearchOrigin {
    /// The name that outputs and stores use.
    pub fn name(self) -> &'static str {
        match self {
            SearchOrigin::Start => "start",
            SearchOrigin::Goals => "goal",
        }
    }
}

impl Puzzle {
    /// The canonical form: lines for the board, one for each class and for each rule.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    ///
    /// let read = |text| Puzzle::from_toml("x", "x.toml", text).unwrap();
    /// let one = read("title = 'One'\nstart = 'AB.'\nunits = ['A', 'B']");
    /// let other = read("title = 'Other'\nstart = 'KL.'\ndistinct = true");
    /// assert_eq!(one.canonical_form(), other.canonical_form());
    /// assert_ne!(one.canonical_form(), read("start = 'AA.'\nunits = ['A']").canonical_form());
    /// ```
    pub fn canonical_form(&self) -> String {
        let mut text = String::from("slidewise puzzle 1\n");
        let rows: Vec<String> = (0..self.board.rows() as u16)
            .map(|row| {
                (0..self.board.columns() as u16)
                    .map(|column| match self.board.cell_at(Square { row, column }) {
                        Some(_) => '.',
                        None => '#',
                    })
                    .collect()
            })
            .collect();
        line(&mut text, &["board", &rows.join(":")]);
        match self.board.joins() {
            Joins::Sides => {}
            Joins::Wrap(wrap) => line(&mut text, &["wrap", wrap.name()]),
            Joins::Lines(map) => {
                for own in map.lines() {
                    line(
                        &mut text,
                        &["line", &numbers(own.iter().map(|cell| cell.index()))],
                    );
                }
            }
        }
        for (number, class) in self.classes.iter().enumerate() {
            let shape: Vec<String> = class
                .shape
                .offsets()
                .iter()
                .map(|(row, column)| format!("{row},{column}"))
                .collect();
            let firsts = self.firsts_of(&self.start, number);
            let words = [
                "class",
                &shape.join(" "),
                class.axis.name(),
                "on",
                &cells(class.allowed),
                "at",
                &numbers(firsts.iter().map(|cell| cell.index())),
            ];
            line(&mut text, &words);
        }
        let mut rules: Vec<String> = self.rules.iter().map(rule_text).collect();
        rules.sort();
        rules.dedup();
        for rule in rules {
            line(&mut text, &["rule", &rule]);
        }
        text
    }

    /// The canonical form, followed by a line for each goal.
    pub fn canonical_form_with_goals(&self) -> String {
        let mut text = self.canonical_form();
        let mut goals: Vec<String> = self.goals.iter().map(goal_text).collect();
        goals.sort();
        goals.dedup();
        line(&mut text, &["from the goals"]);
        for goal in goals {
            line(&mut text, &["goal", &goal]);
        }
        text
    }

    /// SHA-256 of the canonical form; the form includes the goals if the search starts from goals.
    ///
    /// ```
    /// use slidewise_puzzle::{Puzzle, SearchOrigin};
    ///
    /// let puzzle = Puzzle::open("checkmate")?;
    /// let [start, goals] = [SearchOrigin::Start, SearchOrigin::Goals];
    /// assert_ne!(puzzle.fingerprint(start), puzzle.fingerprint(goals));
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn fingerprint(&self, sources: SearchOrigin) -> [u8; 32] {
        let text = match sources {
            SearchOrigin::Start => self.canonical_form(),
            SearchOrigin::Goals => self.canonical_form_with_goals(),
        };
        Sha256::digest(text.as_bytes()).into()
    }
}

/// Appends a line of `words`, separated by blanks.
fn line(text: &mut String, words: &[&str]) {
    text.push_str(&words.join(" "));
    text.push('\n');
}

/// Writes numbers in decimal, separated by blanks.
fn numbers(list: impl IntoIterator<Item = usize>) -> String {
    let words: Vec<String> = list.into_iter().map(|number| number.to_string()).collect();
    words.join(" ")
}

/// Writes a set of cells as a bit mask in hexadecimal.
fn cells(set: CellSet) -> String {
    format!("{:x}", set.0)
}

/// Writes a rule so that equivalent rules have equal texts.
pub(super) fn rule_text(rule: &Rule) -> String {
    // Neither the order of classes nor their repetition matters, so both are removed.
    let set = |classes: &[usize]| {
        let mut classes = classes.to_vec();
        classes.sort_unstable();
        classes.dedup();
        numbers(classes)
    };
    match rule {
        Rule::Adjacent { classes } => format!("adjacent {}", set(classes)),
        Rule::Exposed {
            class,
            from,
            toward,
            shields,
        } => {
            let mut text = format!("exposed {class} from ");
            // A ray from outside the board is given by all cells on it, so the text needs no
            // direction.
            match from {
                RaySource::Outside(ray) => {
                    text.push_str(&numbers(ray.iter().map(|cell| cell.index())))
                }
                RaySource::Class(looking) => {
                    // Writing to a string cannot fail.
                    let _ = write!(text, "class {looking} {}", toward.letter());
                }
            }
            let _ = write!(text, " shields {}", set(shields));
            text
        }
    }
}

/// Writes a goal so that equivalent goals have equal texts.
fn goal_text(goal: &Goal) -> String {
    let mut demands: Vec<String> = goal
        .demands
        .iter()
        .map(|demand| format!("{} on {}", demand.class, cells(demand.cells)))
        .collect();
    demands.sort();
    demands.dedup();
    format!("{} empty {}", demands.join(", "), cells(goal.empty))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Puzzle {
        Puzzle::from_toml("x", "x.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    #[test]
    fn the_text_stays_as_it_is() {
        // Stores hold the hash of this text, so any change of the text makes all existing stores
        // unusable.
        let puzzle = read(
            "start = \"\"\"\nAAB\n-.#\n\"\"\"\nhorizontal = [\"A\"]\ngates.\"-\" = [\"B\"]\n\
             [[rule]]\nnever = \"exposed\"\npiece = \"B\"\nfrom = \"left of a1\"\n\
             toward = \"right\"",
        );
        assert_eq!(
            puzzle.canonical_form(),
            "slidewise puzzle 1\nboard ...:..#\nclass 0,0 0,1 horizontal on 17 at 0\n\
             class 0,0 free on 1f at 2\nrule exposed 1 from 3 4 shields \n"
        );
        let first: String = puzzle.fingerprint(SearchOrigin::Start)[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(first, "2fb357c9");
    }

    #[test]
    fn what_means_the_same_has_the_same_text() {
        let rule = |pieces: &str| format!("[[rule]]\nnever = 'adjacent'\npieces = [{pieces}]\n");
        let ab_cd = "start = 'A.B.C.D'\ndistinct = true\n";
        for (one, other) in [
            // Titles, spellings and names of tokens do not matter; a fixed piece counts as a wall.
            (
                "start = 'AAB.#'\ntitle = 'x'".to_owned(),
                "start = 'KKL.F'\nfixed = ['F']\n[spelling]\nE = '.'".to_owned(),
            ),
            // Pieces of one class may be units of one token, tokens in no list, or tokens in
            // `alike`.
            (
                "start = 'A.A'\nunits = ['A']".to_owned(),
                "start = 'A.B'".to_owned(),
            ),
            (
                "start = 'A.BC'\nunits = ['C']\nalike = [['B', 'A']]".to_owned(),
                "start = 'A.AC'\nunits = ['A']\ndistinct = ['C']".to_owned(),
            ),
            // The order of rules, the order of pieces within a rule, and repetition do not matter.
            (
                format!("{ab_cd}{}{}", rule("'A', 'B'"), rule("'C', 'D'")),
                format!(
                    "{ab_cd}{}{}{}",
                    rule("'D', 'C'"),
                    rule("'B', 'A'"),
                    rule("'A', 'B'")
                ),
            ),
            // A gate that is open to all pieces is an ordinary cell.
            (
                "start = 'A-'\ngates = { '-' = ['A'] }".to_owned(),
                "start = 'A.'".to_owned(),
            ),
        ] {
            assert_eq!(
                read(&one).canonical_form(),
                read(&other).canonical_form(),
                "{one}\n\n{other}"
            );
        }
    }

    #[test]
    fn what_means_something_else_has_another_text() {
        let texts = [
            "start = 'AB..'",
            "start = 'AB.#'",
            "start = 'A.B.'",
            "start = 'AA..'",
            "start = 'AA..'\nunits = ['A']\nhorizontal = ['A']",
            "start = 'AB..'\ndistinct = true",
            "start = 'AB..'\nhorizontal = ['A']",
            "start = 'AB..'\nvertical = ['A']",
            "start = 'AB.-'\ngates = { '-' = ['A'] }",
            "start = 'AB.-'\ngates = { '-' = ['B'] }",
            "start = 'A.B.'\ndistinct = true\n[[rule]]\nnever = 'adjacent'\npieces = ['A', 'B']",
            "start = 'A.B.'\ndistinct = true\n[[rule]]\nnever = 'exposed'\npiece = 'A'\n\
             from = 'B'\ntoward = 'right'",
            "start = 'A.B.'\ndistinct = true\n[[rule]]\nnever = 'exposed'\npiece = 'A'\n\
             from = 'B'\ntoward = 'up'",
            "start = 'A.B.'\ndistinct = true\n[[rule]]\nnever = 'exposed'\npiece = 'A'\n\
             from = 'B'\ntoward = 'up'\nshields = ['B']",
        ];
        let readable = texts.iter();
        let meanings: std::collections::HashSet<String> = readable
            .clone()
            .map(|text| read(text).canonical_form())
            .collect();
        assert_eq!(meanings.len(), readable.count());
    }

    #[test]
    fn goals_count_only_for_searches_from_them() {
        let plain = "start = 'AB..'\ndistinct = true\n";
        let goal = |board: &str| format!("[[goal]]\nboard = '{board}'\n");
        let one = read(&format!("{plain}{}{}", goal("..AB"), goal("_.BA")));
        let swapped = read(&format!("{plain}{}{}", goal("_.BA"), goal("..AB")));
        let fewer = read(&format!("{plain}{}", goal("..AB")));
        assert_eq!(
            one.fingerprint(SearchOrigin::Goals),
            swapped.fingerprint(SearchOrigin::Goals)
        );
        assert_eq!(
            one.fingerprint(SearchOrigin::Start),
            fewer.fingerprint(SearchOrigin::Start)
        );
        assert_ne!(
            one.fingerprint(SearchOrigin::Goals),
            fewer.fingerprint(SearchOrigin::Goals)
        );
        assert_ne!(
            one.fingerprint(SearchOrigin::Start),
            one.fingerprint(SearchOrigin::Goals)
        );
    }
}
