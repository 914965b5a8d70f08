//! Reads the rules of a puzzle file, and describes rules in words.
//!
//! Like goals, rules are read in two passes. The first pass collects the tokens that rules name,
//! because these tokens form classes of their own.

use super::class_forming::FormedClasses;
use super::document::{Document, RuleContent};
use super::edge_side::{SIDES, SideText};
use super::error::{any_of, quoted};
use super::faults::FaultCollector;
use super::start_board::StartBoard;
use super::word_grid::PlacedWord;
use super::{Puzzle, RaySource, Rule};
use slidewise_board::{Cell, Direction};

/// A rule whose tokens are all known, before the classes are formed.
pub(super) struct RuleDraft {
    /// The place of the rule in the file, in bytes.
    pub at: usize,
    content: RuleDraftContent,
}

/// The content of a rule; a token is given by its index in `StartBoard::standings`.
enum RuleDraftContent {
    Adjacent(Vec<usize>),
    Exposed {
        piece: usize,
        from: RaySourceDraft,
        toward: Direction,
        shields: Vec<usize>,
    },
}

/// The origin of rays; a token is given by its index in `StartBoard::standings`.
enum RaySourceDraft {
    Outside(Vec<Cell>),
    Token(usize),
}

/// Reads the rules; rules with faults are left out.
pub(super) fn drafts(
    sheet: &Document,
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) -> Vec<RuleDraft> {
    sheet
        .rules
        .iter()
        .filter_map(|rule| {
            let content = match &rule.content {
                RuleContent::Adjacent { pieces } => {
                    RuleDraftContent::Adjacent(numbers(pieces, lineup, faults))
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
                    RuleDraftContent::Exposed {
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
    /// Indices of the tokens that the rule names.
    pub(crate) fn tokens(&self) -> Vec<usize> {
        match &self.content {
            RuleDraftContent::Adjacent(pieces) => pieces.clone(),
            RuleDraftContent::Exposed {
                piece,
                from,
                shields,
                ..
            } => {
                let mut tokens = shields.clone();
                tokens.push(*piece);
                if let RaySourceDraft::Token(looking) = from {
                    tokens.push(*looking);
                }
                tokens
            }
        }
    }

    /// Converts the tokens of the rule to classes.
    pub(crate) fn finish(&self, classes: &FormedClasses) -> Option<Rule> {
        let class_of = |token: usize| classes.of_token[token];
        let classes_of = |tokens: &[usize]| {
            let mut list: Vec<usize> = tokens.iter().filter_map(|&token| class_of(token)).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        Some(match &self.content {
            RuleDraftContent::Adjacent(pieces) => Rule::Adjacent {
                classes: classes_of(pieces),
            },
            RuleDraftContent::Exposed {
                piece,
                from,
                toward,
                shields,
            } => Rule::Exposed {
                class: class_of(*piece)?,
                from: match from {
                    RaySourceDraft::Outside(ray) => RaySource::Outside(ray.clone()),
                    RaySourceDraft::Token(looking) => RaySource::Class(class_of(*looking)?),
                },
                toward: *toward,
                shields: classes_of(shields),
            },
        })
    }
}

/// Looks up the indices of tokens; adds a fault for each word that does not name a piece.
fn numbers(
    words: &[PlacedWord],
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) -> Vec<usize> {
    words
        .iter()
        .filter_map(|word| lineup.piece(word, faults))
        .collect()
}

/// Parses a direction; adds a fault for any other word.
fn direction(word: &PlacedWord, faults: &mut FaultCollector<'_>) -> Option<Direction> {
    let found = Direction::ALL
        .into_iter()
        .find(|way| way.name() == word.text);
    if found.is_none() {
        let expected = "`up`, `down`, `left` or `right`";
        faults.add(word.at, expected, &quoted(&word.text));
    }
    found
}

/// Parses the origin of rays; `way` is the direction in the word `toward`, `None` if the word is no
/// direction.
fn source(
    from: &PlacedWord,
    toward: &PlacedWord,
    way: Option<Direction>,
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) -> Option<RaySourceDraft> {
    let Some(named) = SideText::split(&from.text) else {
        if lineup.number_of(&from.text).is_none() {
            let [below, above, left, right] = SIDES.map(|(side, _)| side);
            let expected = format!(
                "a token of the start board, or `{below}`, `{above}`, `{left}` or `{right}` \
                 a cell such as `a1`"
            );
            faults.add(from.at, &expected, &quoted(&from.text));
            return None;
        }
        return lineup.piece(from, faults).map(RaySourceDraft::Token);
    };
    let board = &lineup.board;
    let square = named.square(from.at, board, faults)?;
    let inward = named.inward;
    if way? != inward {
        let expected = format!("{}, which points onto the board", quoted(inward.name()));
        faults.add(toward.at, &expected, &quoted(&toward.text));
        return None;
    }
    Some(RaySourceDraft::Outside(board.ray(square, inward)))
}

impl Puzzle {
    /// Describes a rule in words, with the tokens of its pieces.
    ///
    /// # Panics
    /// If the rule names a class that the puzzle does not have.
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
                // A piece does not shield itself, so its own class is left out.
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
