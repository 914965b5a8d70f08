//! The rules of a puzzle file, and rules in words.
//!
//! Read in two passes like goals: the tokens that rules name are classes of their own.

use super::classes::Classes;
use super::drawing::Word;
use super::fault::{any_of, quoted};
use super::lineup::Lineup;
use super::sheet::{Faults, RuleContent, Sheet};
use super::{Puzzle, RaySource, Rule};
use slidewise_board::{Cell, Direction};

/// The sides of the board from which a ray can look in: how the file says it, and the way the ray then runs.
const SIDES: [(&str, Direction); 4] = [
    ("below", Direction::Up),
    ("above", Direction::Down),
    ("left of", Direction::Right),
    ("right of", Direction::Left),
];
/// A rule of which every token is known, by their numbers in the lineup.
pub(super) struct RuleDraft {
    /// Where the rule begins in the file.
    pub at: usize,
    content: DraftContent,
}

enum DraftContent {
    Adjacent(Vec<usize>),
    Exposed {
        piece: usize,
        from: DraftSource,
        toward: Direction,
        shields: Vec<usize>,
    },
}

enum DraftSource {
    Outside(Vec<Cell>),
    Token(usize),
}

/// Reads the rules; those with faults are left out.
pub(super) fn drafts(sheet: &Sheet, lineup: &Lineup, faults: &mut Faults<'_>) -> Vec<RuleDraft> {
    sheet
        .rules
        .iter()
        .filter_map(|rule| {
            let content = match &rule.content {
                RuleContent::Adjacent { pieces } => {
                    DraftContent::Adjacent(numbers(pieces, lineup, faults))
                }
                RuleContent::Exposed {
                    piece,
                    from,
                    toward,
                    shields,
                } => {
                    let piece = lineup.piece(piece, faults);
                    let way = direction(toward, faults);
                    let from = source(from, toward, way, lineup, faults);
                    let shields = numbers(shields, lineup, faults);
                    DraftContent::Exposed {
                        piece: piece?,
                        from: from?,
                        toward: way?,
                        shields,
                    }
                }
            };
            Some(RuleDraft {
                at: rule.at,
                content,
            })
        })
        .collect()
}

impl RuleDraft {
    /// The tokens that the rule names.
    pub fn tokens(&self) -> Vec<usize> {
        match &self.content {
            DraftContent::Adjacent(pieces) => pieces.clone(),
            DraftContent::Exposed {
                piece,
                from,
                shields,
                ..
            } => {
                let mut tokens = shields.clone();
                tokens.push(*piece);
                if let DraftSource::Token(looking) = from {
                    tokens.push(*looking);
                }
                tokens
            }
        }
    }

    /// The rule, which speaks of classes.
    pub fn finish(&self, classes: &Classes) -> Option<Rule> {
        let class_of = |token: usize| classes.of_token[token];
        let classes_of = |tokens: &[usize]| {
            let mut list: Vec<usize> = tokens.iter().filter_map(|&token| class_of(token)).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        Some(match &self.content {
            DraftContent::Adjacent(pieces) => Rule::Adjacent {
                classes: classes_of(pieces),
            },
            DraftContent::Exposed {
                piece,
                from,
                toward,
                shields,
            } => Rule::Exposed {
                class: class_of(*piece)?,
                from: match from {
                    DraftSource::Outside(ray) => RaySource::Outside(ray.clone()),
                    DraftSource::Token(looking) => RaySource::Class(class_of(*looking)?),
                },
                toward: *toward,
                shields: classes_of(shields),
            },
        })
    }
}

fn numbers(words: &[Word], lineup: &Lineup, faults: &mut Faults<'_>) -> Vec<usize> {
    words
        .iter()
        .filter_map(|word| lineup.piece(word, faults))
        .collect()
}

fn direction(word: &Word, faults: &mut Faults<'_>) -> Option<Direction> {
    let found = Direction::ALL
        .into_iter()
        .find(|way| way.name() == word.text);
    if found.is_none() {
        let expected = "`up`, `down`, `left` or `right`";
        faults.add(word.at, expected, &quoted(&word.text));
    }
    found
}

/// Where the rays begin: `toward` is the word, `way` its meaning if it has one.
fn source(
    from: &Word,
    toward: &Word,
    way: Option<Direction>,
    lineup: &Lineup,
    faults: &mut Faults<'_>,
) -> Option<DraftSource> {
    let side_and_cell = SIDES.iter().find_map(|&(side, inward)| {
        let cell = from.text.strip_prefix(side)?.strip_prefix(' ')?;
        Some((side, inward, cell.trim()))
    });
    let Some((side, inward, cell)) = side_and_cell else {
        if lineup.number_of(&from.text).is_none() {
            let [below, above, left, right] = SIDES.map(|(side, _)| side);
            let expected = format!(
                "a token of the start board, or `{below}`, `{above}`, `{left}` or `{right}` a cell such as `a1`"
            );
            faults.add(from.at, &expected, &quoted(&from.text));
            return None;
        }
        return lineup.piece(from, faults).map(DraftSource::Token);
    };
    let board = &lineup.board;
    let Some(square) = board.square_named(cell) else {
        faults.add(from.at, "a cell of the board such as `a1`", &quoted(cell));
        return None;
    };
    // The square is on that edge if the way out of the board is one step.
    if board.offset(square, inward.opposite().offset()).is_some() {
        let expected = format!("`{side}` a cell on that edge of the board");
        faults.add(from.at, &expected, &quoted(cell));
        return None;
    }
    if way? != inward {
        let expected = format!("{}, onto the board", quoted(inward.name()));
        faults.add(toward.at, &expected, &quoted(&toward.text));
        return None;
    }
    Some(DraftSource::Outside(board.ray(square, inward)))
}

impl Puzzle {
    /// A rule in words, with the tokens of the pieces it speaks of.
    ///
    /// # Panics
    /// If the rule is another puzzle's.
    ///
    /// ```
    /// let puzzle = slidewise_puzzle::Puzzle::open("checkmate")?;
    /// assert_eq!(puzzle.rule_in_words(&puzzle.rules[0]), "no two of k, K are ever adjacent");
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn rule_in_words(&self, rule: &Rule) -> String {
        let tokens = |class: usize| {
            let mut labels = self.classes[class].labels.clone();
            labels.dedup();
            labels
        };
        let listed = |classes: &[usize]| -> Vec<String> {
            classes.iter().flat_map(|&class| tokens(class)).collect()
        };
        match rule {
            Rule::Adjacent { classes } => {
                format!("no two of {} are ever adjacent", listed(classes).join(", "))
            }
            Rule::Exposed {
                class,
                from,
                toward,
                shields,
            } => {
                let piece = any_of(&tokens(*class));
                let from = match from {
                    RaySource::Class(looking) => any_of(&tokens(*looking)),
                    RaySource::Outside(ray) => match ray.first() {
                        Some(&cell) => format!(
                            "the edge at {}",
                            self.board.name_of(self.board.square_of(cell))
                        ),
                        None => "the edge".to_owned(),
                    },
                };
                let toward = toward.name();
                // A piece does not shield itself.
                let others: Vec<usize> = shields.iter().copied().filter(|s| s != class).collect();
                let shields = if others.is_empty() {
                    String::new()
                } else {
                    format!(" unless {} stands between", any_of(&listed(&others)))
                };
                format!("{piece} is never seen from {from} looking {toward}{shields}")
            }
        }
    }
}
