//! Forms the classes of a puzzle from the tokens of its start board.
//!
//! Reports faults in the key `alike`. The classes, and the tokens of each class, are in the order
//! in which they first appear on the start board.

use super::document::Document;
use super::error::quoted;
use super::faults::FaultCollector;
use super::start_board::{StartBoard, TokenKind};
use super::{Class, Configuration};
use slidewise_board::{Cell, Shape};
use std::collections::{HashMap, HashSet};

/// The classes of a puzzle, with the cells where their pieces start.
pub(super) struct FormedClasses {
    /// The classes, in the order of their first tokens.
    pub list: Vec<Class>,
    /// The index of each token's class, in the order of `StartBoard::standings`; `None` for gates
    /// and fixed pieces.
    pub of_token: Vec<Option<usize>>,
    /// The first cells in Start of the pieces of each class, indexed by class.
    firsts: Vec<Vec<Cell>>,
}

/// The property that the tokens of one class share.
#[derive(PartialEq, Eq, Hash)]
enum ClassKey {
    /// The tokens of one list in the key `alike`, by the index of the list.
    Alike(usize),
    /// The puzzle file names the token with this index, so the token forms a class of its own.
    Named(usize),
    /// The puzzle file names none of the tokens, so all tokens of this shape form one class.
    Unnamed(Shape),
}

impl FormedClasses {
    /// Forms the classes.
    ///
    /// `named` holds the indices of the tokens that goals and rules name. The tokens in the lists
    /// of the puzzle file are added to it.
    pub(crate) fn form(
        sheet: &Document,
        lineup: &StartBoard,
        mut named: HashSet<usize>,
        faults: &mut FaultCollector<'_>,
    ) -> FormedClasses {
        let lists = [
            &sheet.units,
            &sheet.horizontal,
            &sheet.vertical,
            &sheet.distinct,
        ];
        let gate_lists = sheet.gates.iter().map(|(_, pieces)| pieces);
        named.extend(
            lists
                .into_iter()
                .chain(gate_lists)
                .flatten()
                .filter_map(|word| lineup.number_of(&word.text)),
        );
        let alike = alike_lists(sheet, lineup, faults);

        let mut classes = FormedClasses {
            list: Vec::new(),
            of_token: Vec::new(),
            firsts: Vec::new(),
        };
        let mut number_of: HashMap<ClassKey, usize> = HashMap::new();
        for (number, standing) in lineup.standings.iter().enumerate() {
            if standing.role != TokenKind::Piece {
                classes.of_token.push(None);
                continue;
            }
            let bond = if let Some(&list) = alike.get(&number) {
                ClassKey::Alike(list)
            } else if sheet.all_distinct || named.contains(&number) {
                ClassKey::Named(number)
            } else {
                ClassKey::Unnamed(standing.shape())
            };
            let class = *number_of.entry(bond).or_insert_with(|| {
                classes.list.push(Class {
                    labels: Vec::new(),
                    shape: standing.shape(),
                    axis: standing.axis,
                    allowed: standing.allowed,
                });
                classes.firsts.push(Vec::new());
                classes.list.len() - 1
            });
            let firsts = lineup.first_cells(number);
            let labels = firsts.iter().map(|_| standing.token.clone());
            classes.list[class].labels.extend(labels);
            classes.firsts[class].extend(firsts);
            classes.of_token.push(Some(class));
        }
        classes
    }

    /// The configuration in which all pieces start.
    pub(crate) fn start(&self) -> Configuration {
        Configuration::new(self.firsts.clone())
    }
}

/// Maps the index of each token in `alike` to the index of the list that holds the token.
fn alike_lists(
    sheet: &Document,
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) -> HashMap<usize, usize> {
    let mut list_of = HashMap::new();
    for (list, words) in sheet.alike.iter().enumerate() {
        let mut first: Option<usize> = None;
        for word in words {
            let Some(number) = lineup.piece(word, faults) else {
                continue;
            };
            if list_of.contains_key(&number) {
                let found = format!("{} again", quoted(&word.text));
                faults.add(word.at, "each token at most once in `alike`", &found);
                continue;
            }
            let like = &lineup.standings[*first.get_or_insert(number)];
            let this = &lineup.standings[number];
            let differs = if like.shape() != this.shape() {
                Some("the shape")
            } else if like.axis != this.axis {
                Some("the axis")
            } else if like.allowed != this.allowed {
                Some("the gates")
            } else {
                None
            };
            if let Some(right) = differs {
                let expected = format!("a piece with {right} of {}", quoted(&like.token));
                faults.add(word.at, &expected, &quoted(&this.token));
            } else {
                list_of.insert(number, list);
            }
        }
    }
    list_of
}
