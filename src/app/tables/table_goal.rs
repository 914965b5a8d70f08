//! `TableGoal`: the goal of tables of tiles, and the names and headers of their stores.

use crate::{Explorer, Problem};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_store::Header;

/// The goal of tables: the tile on each cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableGoal {
    /// Number of the tile on each cell; 0 for the empty cell.
    pub numbers: Vec<u8>,
    /// The empty cell.
    pub empty: u8,
}

impl TableGoal {
    /// The goal with these numbers, each once; `None` if there is no 0 among them.
    pub(crate) fn new(numbers: Vec<u8>) -> Option<TableGoal> {
        let empty = numbers.iter().position(|&number| number == 0)? as u8;
        Some(TableGoal { numbers, empty })
    }

    /// The image of the goal if each tile goes to the image of its cell.
    pub(crate) fn image(&self, cells: &[u8]) -> TableGoal {
        TableGoal {
            numbers: image_of(&self.numbers, cells),
            empty: cells[usize::from(self.empty)],
        }
    }

    /// The tiles in the order of their cells.
    pub(crate) fn tiles(&self) -> Vec<u8> {
        let tiles = self.numbers.iter().copied();
        tiles.filter(|&tile| tile != 0).collect()
    }

    /// Some tiles in the order of their cells, which makes equal tables equal.
    pub(crate) fn in_order(&self, tiles: &[u8]) -> Vec<u8> {
        let order = self.numbers.iter().copied();
        order.filter(|tile| tiles.contains(tile)).collect()
    }

    /// Cells of some tiles, ascending.
    pub(crate) fn cells_of(&self, tiles: &[u8]) -> Vec<u8> {
        let cells = (0..).zip(&self.numbers);
        let cells = cells.filter(|(_, tile)| tiles.contains(tile));
        cells.map(|(cell, _)| cell).collect()
    }
}

/// The numbers of a position if each goes to the image of its cell.
pub(crate) fn image_of(numbers: &[u8], cells: &[u8]) -> Vec<u8> {
    let mut image = vec![0; numbers.len()];
    for (&number, &cell) in numbers.iter().zip(cells) {
        image[usize::from(cell)] = number;
    }
    image
}

impl Explorer {
    /// Checks that tables can be made for the puzzle, and returns its goal.
    pub(crate) fn table_goal(&self) -> Result<TableGoal, Problem> {
        let puzzle = &self.puzzle;
        if let Some(obstacle) = puzzle.tiles_obstacle() {
            return Err(Problem::of_input(
                format!("{} has no tables: {obstacle}", puzzle.name),
                "tables are made for boards of distinct tiles, such as `tiles:4x4`; leave --method \
                 out for another puzzle",
            ));
        }
        if self.metric != Metric::Step {
            return Err(Problem::of_input(
                format!("tables count steps, not {}s", self.metric.name()),
                "leave --metric out",
            ));
        }
        let goal = puzzle.goal_tile_numbers().and_then(TableGoal::new);
        goal.ok_or_else(|| {
            Problem::of_input(
                format!("{} has no goal that gives each tile its place", puzzle.name),
                "name one with --to POSITION",
            )
        })
    }

    /// Numbers of the tiles with these tokens, in the order of the goal.
    pub(crate) fn tiles_of_tokens(
        &self,
        goal: &TableGoal,
        tokens: &[String],
    ) -> Result<Vec<u8>, Problem> {
        let classes = &self.puzzle.classes;
        let number_of = |token: &String| {
            let class = classes
                .iter()
                .position(|class| class.labels.contains(token));
            class.map(|class| class as u8 + 1).ok_or_else(|| {
                Problem::of_input(
                    format!("{} has no tile {token:?}", self.puzzle.name),
                    "name the tiles of a group as in --keep \"1 2 3\"",
                )
            })
        };
        let numbers = tokens.iter().map(number_of);
        let numbers = numbers.collect::<Result<Vec<u8>, _>>()?;
        let tiles = goal.in_order(&numbers);
        if tiles.is_empty() || tiles.len() < numbers.len() {
            return Err(Problem::of_input(
                format!(
                    "a group has each of its tiles once, not {:?}",
                    tokens.join(" ")
                ),
                "name the tiles of a group as in --keep \"1 2 3\"",
            ));
        }
        Ok(tiles)
    }

    /// Tokens of some tiles, by their numbers.
    pub(crate) fn tokens_of_tiles(&self, tiles: &[u8]) -> Vec<String> {
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable();
        let token = |&tile: &u8| self.puzzle.classes[usize::from(tile) - 1].labels[0].clone();
        tiles.iter().map(token).collect()
    }

    /// Name in the header of the store of a table.
    pub(crate) fn table_name(&self, tiles: &[u8]) -> String {
        let tokens = self.tokens_of_tiles(tiles);
        format!("{} keep {}", self.puzzle.name, tokens.join(" "))
    }
}

/// Header of the store of a table with `len` numbers; its kept tiles stand on `cells` in the goal.
pub(crate) fn table_header(
    puzzle: &Puzzle,
    name: String,
    (cells, empty): (&[u8], u8),
    len: u64,
) -> Header {
    Header {
        format: Header::FORMAT,
        name,
        fingerprint: puzzle.table_fingerprint(cells, empty),
        metric: Metric::Step.name().to_owned(),
        direction: SearchOrigin::Goals.name().to_owned(),
        configurations: len,
        layout: layout_of(cells, empty),
    }
}

/// The layout of a table in words, which also name the cells of its goal.
fn layout_of(cells: &[u8], empty: u8) -> String {
    let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
    let cells = cells.join(" ");
    format!("kept cells {cells}, empty cell {empty}: regions of the empty cell, orders of tiles")
}

/// The cells of the kept tiles and the empty cell that a layout of a table names; `None` for
/// another layout.
pub(crate) fn cells_of_layout(layout: &str) -> Option<(Vec<u8>, u8)> {
    let (cells, rest) = layout
        .strip_prefix("kept cells ")?
        .split_once(", empty cell ")?;
    let cells = cells.split(' ').map(str::parse);
    let cells: Vec<u8> = cells.collect::<Result<_, _>>().ok()?;
    let empty = rest.split_once(':')?.0.parse().ok()?;
    (layout_of(&cells, empty) == layout).then_some((cells, empty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_names_its_cells() {
        for (cells, empty) in [(&[0, 1, 15][..], 3), (&[7], 0)] {
            let layout = layout_of(cells, empty);
            assert_eq!(cells_of_layout(&layout), Some((cells.to_vec(), empty)));
            for wrong in [
                &layout[1..],
                &layout.replace("cells", "cells "),
                &layout[..20],
            ] {
                assert_eq!(cells_of_layout(wrong), None, "{wrong}");
            }
        }
    }

    #[test]
    fn an_image_moves_each_tile_to_the_image_of_its_cell() {
        let goal = TableGoal::new(vec![1, 2, 0, 3]).unwrap();
        let image = goal.image(&[1, 3, 0, 2]);
        assert_eq!(image, TableGoal::new(vec![0, 1, 3, 2]).unwrap());
        assert_eq!((image.tiles(), image.empty), (vec![1, 3, 2], 0));
        assert_eq!(image.cells_of(&[2, 1]), [1, 3]);
        assert_eq!(image.in_order(&[2, 1]), [1, 2]);
        assert_eq!(TableGoal::new(vec![1, 2]), None);
    }
}
