//! `LevelSymmetries`: the turns and reflections of a level that keep its walls and goals.

use crate::level::{CellNumber, Level};
use slidewise_board::{Isometry, Square};

/// The maps of cells to cells, the identity first, at most eight.
///
/// They keep neighbours and goals, so a position and its image need equally many pushes and steps.
#[derive(Clone, Debug)]
pub(crate) struct LevelSymmetries {
    maps: Vec<Vec<CellNumber>>,
}

impl LevelSymmetries {
    pub(crate) fn new(level: &Level) -> LevelSymmetries {
        let square = |cell| {
            let (row, column) = level.row_and_column(cell);
            Square {
                row: row as u16,
                column: column as u16,
            }
        };
        let places: Vec<Square> = (0..level.cells() as CellNumber).map(square).collect();
        let rows = places.iter().map(|own| own.row);
        let columns = places.iter().map(|own| own.column);
        let corners = [
            (rows.clone().min(), columns.clone().min()),
            (rows.max(), columns.max()),
        ];
        let corners = corners.map(|(row, column)| Square {
            row: row.unwrap_or_default(),
            column: column.unwrap_or_default(),
        });
        let cell_at = |place: Square| {
            let key = |own: &Square| (own.row, own.column);
            places.binary_search_by_key(&key(&place), key).ok()
        };
        let maps = Isometry::ALL.into_iter().filter_map(|turn| {
            let map = places.iter().enumerate().map(|(cell, &place)| {
                let to = cell_at(turn.square(place, corners)?)? as CellNumber;
                (level.is_goal(to) == level.is_goal(cell as CellNumber)).then_some(to)
            });
            map.collect::<Option<Vec<CellNumber>>>()
        });
        LevelSymmetries {
            maps: maps.collect(),
        }
    }

    /// Whether there is none but the identity.
    pub(crate) fn are_trivial(&self) -> bool {
        self.maps.len() == 1
    }

    /// The map of a number.
    pub(crate) fn map(&self, number: u8) -> &[CellNumber] {
        &self.maps[usize::from(number)]
    }

    /// Replaces a position, boxes and then the player, by the least of its images, and returns the
    /// number of the map; `region` holds the cells of which the least stands for the player.
    pub(crate) fn make_least(&self, position: &mut Vec<CellNumber>, region: &[CellNumber]) -> u8 {
        let boxes = position.len() - 1;
        let mut least = 0;
        let own = position.clone();
        for (number, map) in (1..).zip(&self.maps[1..]) {
            let mut image: Vec<CellNumber> =
                own.iter().map(|&cell| map[usize::from(cell)]).collect();
            image[..boxes].sort_unstable();
            let players = region.iter().map(|&cell| map[usize::from(cell)]);
            image[boxes] = players.min().unwrap_or(image[boxes]);
            if image < *position {
                *position = image;
                least = number;
            }
        }
        least
    }
}

/// The inverse of a map, followed by another one.
pub(crate) fn back_through(after: &[CellNumber], map: &[CellNumber]) -> Vec<CellNumber> {
    let mut composed = vec![0; map.len()];
    for (&from, &to) in after.iter().zip(map) {
        composed[usize::from(to)] = from;
    }
    composed
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_board::Direction;

    fn symmetries(text: &str) -> (Level, LevelSymmetries) {
        let level = Level::read(text).unwrap();
        let symmetries = LevelSymmetries::new(&level);
        (level, symmetries)
    }

    #[test]
    fn maps_keep_walls_and_goals() {
        for (text, count) in [
            ("######\n#@$  #\n#    #\n#  . #\n######", 1),
            ("#####\n#.@.#\n#$ $#\n#####", 2),
            ("#####\n#.$.#\n# @ #\n#.$.#\n##$##\n #$#\n ###", 2),
            ("#####\n#.$.#\n#$@$#\n#.$.#\n#####", 8),
            ("######\n#.$$.#\n# @  #\n#.$$.#\n######", 4),
            ("#####\n# .##\n#$@$#\n##. #\n#####", 2),
        ] {
            let (level, symmetries) = symmetries(text);
            assert_eq!(symmetries.maps.len(), count, "{text}");
            assert_eq!(symmetries.are_trivial(), count == 1);
            for map in &symmetries.maps {
                for cell in 0..level.cells() as CellNumber {
                    let image = map[usize::from(cell)];
                    assert_eq!(level.is_goal(cell), level.is_goal(image));
                    for direction in Direction::ALL {
                        let next = level.neighbour(cell, direction);
                        if let Some(&next) = map.get(usize::from(next)) {
                            assert!(level.neighbours(image).contains(&next));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn all_images_of_a_position_have_one_least() {
        let (level, symmetries) = symmetries("#####\n#.$.#\n#$@$#\n#.$.#\n#####");
        let start = level.start();
        let boxes = [0, 3, 5, 7];
        for player in (0..level.cells() as CellNumber).filter(|own| !boxes.contains(own)) {
            let position: Vec<CellNumber> = boxes.iter().copied().chain([player]).collect();
            let mut least = position.clone();
            let number = symmetries.make_least(&mut least, &[player]);
            let back = back_through(symmetries.map(0), symmetries.map(number));
            let mut again: Vec<CellNumber> =
                least.iter().map(|&cell| back[usize::from(cell)]).collect();
            again[..boxes.len()].sort_unstable();
            assert_eq!(again, position);
            for map in &symmetries.maps {
                let mut image: Vec<CellNumber> = position
                    .iter()
                    .map(|&cell| map[usize::from(cell)])
                    .collect();
                image[..boxes.len()].sort_unstable();
                let region = [image[boxes.len()]];
                symmetries.make_least(&mut image, &region);
                assert_eq!(image, least);
            }
        }
        assert_eq!(start.boxes.len(), boxes.len());
    }
}
