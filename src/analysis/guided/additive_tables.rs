//! `AdditiveTables`: pattern databases of disjoint groups of tiles, whose distances add up.

use super::grid_bound::GridBound;
use super::path_automaton::PathAutomaton;
use super::tile_symmetry::TileSymmetry;
use slidewise_board::{Board, Cell};
use slidewise_engine::graph::{KeptTiles, KeptVertex};
use slidewise_engine::search::PatternDatabase;
use slidewise_store::Marks;

/// Most steps of a path that is compared with others. Ten steps take milliseconds to examine and
/// spare a quarter of the nodes of long searches; twelve spare a tenth more in ten times the time.
const LONGEST_PATH: usize = 10;
/// Number of steps of a path that turns back at once.
const TURNING_BACK: usize = 2;

/// Entry for a tile of no group.
pub(super) const NO_GROUP: u8 = u8::MAX;

/// A pattern database with the tiles that it keeps, in the order of its cells.
#[derive(Debug)]
pub struct KeptGroup {
    /// Numbers of the kept tiles.
    pub tiles: Vec<u8>,
    /// Distances of these tiles to the goal.
    pub database: PatternDatabase,
}

/// Why tables cannot guide a search.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TablesError {
    /// A position does not have each tile, and the empty cell, once.
    #[error("a position has each of the numbers 0 to {last} once")]
    Position {
        /// The greatest number of a tile.
        last: usize,
    },
    /// The board is a single row or column, or has walls or more than 64 cells.
    #[error(
        "tables guide searches on boards of at least 2 x 2 and at most 64 cells, without walls"
    )]
    Board,
    /// Two groups keep one tile, so their distances do not add up.
    #[error("tile {tile} is in two groups, so their distances do not add up")]
    Shared {
        /// The tile.
        tile: u8,
    },
    /// A database was built for another goal, or its search is not complete.
    #[error("a table does not hold the distances of its tiles to this goal")]
    OtherGoal,
    /// A mark that a search needs is missing.
    #[error("a table is damaged: it lacks the distance of a position that it must have")]
    Damaged,
}

/// One sum of distances: by the databases as they are, or of the image under a symmetry.
#[derive(Debug)]
pub(super) struct View {
    pub symmetry: TileSymmetry,
    /// Group of each tile's image; [`NO_GROUP`] for none.
    pub groups: Vec<u8>,
}

/// Lower bounds for the distances of positions to a goal.
///
/// A step moves one tile, so the distances of disjoint groups of tiles add up (Korf and Felner
/// 2002). Each symmetry of the goal gives another sum from the same tables; the largest counts.
#[derive(Debug)]
pub struct AdditiveTables {
    pub(super) goal: Vec<u8>,
    /// Neighbours of each cell, in the order in which ways are compared.
    pub(super) neighbours: Vec<Vec<u8>>,
    is_odd_cell: Vec<bool>,
    pub(super) groups: Vec<KeptGroup>,
    pub(super) views: Vec<View>,
    /// The bound that takes the place of tables.
    pub(super) grid: Option<GridBound>,
    /// The paths of the empty cell that lead to each position by a least shortest way.
    pub(super) least_paths: PathAutomaton,
    /// All paths of the empty cell that do not turn back at once.
    pub(super) all_paths: PathAutomaton,
}

/// Finds the group of each tile; [`NO_GROUP`] for a tile that no group has.
///
/// # Errors
/// If the board or the goal is not one of tiles, or groups share a tile.
pub(super) fn group_of_each<'g>(
    board: &Board,
    goal: &[u8],
    groups: impl Iterator<Item = &'g [u8]>,
) -> Result<Vec<u8>, TablesError> {
    if !is_plain(board) || board.cell_count() > AdditiveTables::MAX_CELLS {
        return Err(TablesError::Board);
    }
    check_position(goal, board.cell_count())?;
    let mut group_of = vec![NO_GROUP; goal.len()];
    for (number, tiles) in groups.enumerate() {
        assign(&mut group_of, number, tiles)?;
    }
    Ok(group_of)
}

/// Records that a group has these tiles.
///
/// # Errors
/// If another group has one of them, or the board lacks it.
fn assign(group_of: &mut [u8], number: usize, tiles: &[u8]) -> Result<(), TablesError> {
    for &tile in tiles {
        match group_of.get_mut(usize::from(tile)) {
            Some(own) if *own == NO_GROUP && tile != 0 => *own = number as u8,
            Some(_) if tile != 0 => return Err(TablesError::Shared { tile }),
            _ => return Err(TablesError::OtherGoal),
        }
    }
    Ok(())
}

impl AdditiveTables {
    /// Most cells of a board that has tables.
    pub const MAX_CELLS: usize = 64;
    /// Most cells of a board that is bounded by the grid: a tile has a number of 8 bits.
    pub const MAX_GRID_CELLS: usize = 1 << u8::BITS;

    /// Joins the complete databases of disjoint groups of tiles.
    ///
    /// `goal` has the tile on each cell, and 0 for the empty cell.
    ///
    /// # Errors
    /// If the board or the goal is not one of tiles, groups share a tile, or a database has another
    /// goal.
    pub fn new(
        board: &Board,
        goal: &[u8],
        groups: Vec<KeptGroup>,
    ) -> Result<AdditiveTables, TablesError> {
        let group_of = group_of_each(board, goal, groups.iter().map(|group| &group.tiles[..]))?;
        for group in &groups {
            let graph = group.database.tiles();
            if graph.kept() != group.tiles.len() || !graph.is_of(board) {
                return Err(TablesError::OtherGoal);
            }
            let root = vertex_in(group, goal, None);
            let database = &group.database;
            if !database.is_complete() || database.distance(&root) != Some(0) {
                return Err(TablesError::OtherGoal);
            }
            // The distance of the root is 0 whatever its mark is. Another root is of another goal.
            if database.mark(&root) != Marks::mark_of(0) || database.counts().first() != Some(&1) {
                return Err(TablesError::OtherGoal);
            }
        }
        let views = views(TileSymmetry::all(board, goal), &group_of);
        Ok(AdditiveTables {
            groups,
            ..AdditiveTables::without_groups(board, goal, views)
        })
    }

    /// Bounds distances by the grid alone, on boards of up to [`AdditiveTables::MAX_GRID_CELLS`]
    /// cells.
    ///
    /// # Errors
    /// If the board or the goal is not one of tiles.
    pub fn of_grid(board: &Board, goal: &[u8]) -> Result<AdditiveTables, TablesError> {
        if !is_plain(board) || board.cell_count() > AdditiveTables::MAX_GRID_CELLS {
            return Err(TablesError::Board);
        }
        check_position(goal, board.cell_count())?;
        let view = View {
            symmetry: TileSymmetry::identity(goal.len()),
            groups: vec![NO_GROUP; goal.len()],
        };
        Ok(AdditiveTables {
            grid: Some(GridBound::new(board, goal)),
            ..AdditiveTables::without_groups(board, goal, vec![view])
        })
    }

    fn without_groups(board: &Board, goal: &[u8], views: Vec<View>) -> AdditiveTables {
        let neighbours = (0..goal.len()).map(|cell| {
            let cells = board
                .directions()
                .iter()
                .filter_map(|&direction| board.neighbour(Cell(cell as u16), direction));
            let mut cells: Vec<u8> = cells.map(|cell| cell.0 as u8).collect();
            cells.sort_unstable();
            cells
        });
        let neighbours: Vec<_> = neighbours.collect();
        let is_odd_cell = (0..goal.len()).map(|cell| {
            let square = board.square_of(Cell(cell as u16));
            (square.row + square.column) % 2 == 1
        });
        AdditiveTables {
            goal: goal.to_vec(),
            least_paths: PathAutomaton::new(&neighbours, LONGEST_PATH),
            all_paths: PathAutomaton::new(&neighbours, TURNING_BACK),
            neighbours,
            is_odd_cell: is_odd_cell.collect(),
            views,
            groups: Vec::new(),
            grid: None,
        }
    }

    /// The groups.
    pub fn groups(&self) -> &[KeptGroup] {
        &self.groups
    }

    /// Compares ways by these ranks of the cells instead of their numbers.
    ///
    /// A search of the image of a board then finds the image of the way that is least on the board.
    pub fn by_cell_ranks(mut self, ranks: &[u8]) -> AdditiveTables {
        for cells in &mut self.neighbours {
            cells.sort_by_key(|&cell| ranks[usize::from(cell)]);
        }
        self.least_paths = PathAutomaton::new(&self.neighbours, LONGEST_PATH);
        self.all_paths = PathAutomaton::new(&self.neighbours, TURNING_BACK);
        self
    }

    /// Number of sums that are compared: one, and one more for each symmetry that gives another.
    pub fn sums(&self) -> usize {
        self.views.len()
    }

    /// Whether the empty cell of a position and that of the goal are an odd number of steps apart,
    /// as all ways to the goal then are.
    pub(super) fn is_odd_way(&self, empty: usize) -> bool {
        self.is_odd_cell[empty] != self.is_odd_cell[place_of(&self.goal, 0)]
    }

    /// Whether a way leads from a position to the goal.
    ///
    /// The parity of the tiles' permutation must be that of the ways of the empty cell (Johnson and
    /// Story 1879).
    ///
    /// # Errors
    /// If the position does not have each tile once.
    pub fn is_solvable(&self, position: &[u8]) -> Result<bool, TablesError> {
        check_position(position, self.goal.len())?;
        let mut is_odd = false;
        let mut is_seen = vec![false; position.len()];
        for cell in 0..position.len() {
            let mut at = cell;
            while !std::mem::replace(&mut is_seen[at], true) {
                at = place_of(&self.goal, position[at]);
                is_odd ^= at != cell;
            }
        }
        Ok(is_odd == self.is_odd_way(place_of(position, 0)))
    }

    /// A lower bound for the distance from a position to the goal; `None` if no way leads there.
    ///
    /// # Errors
    /// If the position does not have each tile once, or a table is damaged.
    pub fn bound(&self, position: &[u8]) -> Result<Option<u32>, TablesError> {
        if !self.is_solvable(position)? {
            return Ok(None);
        }
        let mut best = match &self.grid {
            Some(grid) => grid.sums(position).bound(),
            None => 0,
        };
        for view in &self.views {
            let mut sum = 0;
            for group in &self.groups {
                let vertex = vertex_in(group, position, Some(view));
                sum += group
                    .database
                    .distance(&vertex)
                    .ok_or(TablesError::Damaged)?;
            }
            best = best.max(sum);
        }
        Ok(Some(best))
    }

    /// What a search reads of each group.
    pub(super) fn lookups(&self) -> Vec<Lookup<'_>> {
        let lookups = self.groups.iter().map(|group| Lookup {
            tiles: group.database.tiles(),
            marks: group.database.marks(),
        });
        lookups.collect()
    }
}

/// The graph and the marks of one group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<'t> {
    pub tiles: &'t KeptTiles,
    pub marks: &'t Marks,
}

/// Vertex of a group at a position, or at its image under a view.
pub(super) fn vertex_in(group: &KeptGroup, position: &[u8], view: Option<&View>) -> KeptVertex {
    let cell_of = |tile: u8| {
        let Some(view) = view else {
            return place_of(position, tile) as u8;
        };
        let original = place_of(&view.symmetry.tiles, tile) as u8;
        view.symmetry.cells[place_of(position, original)]
    };
    let cells: Vec<u8> = group.tiles.iter().map(|&tile| cell_of(tile)).collect();
    group.database.tiles().vertex(&cells, cell_of(0))
}

/// Index of a number in a list that has it.
///
/// # Panics
/// If the list lacks the number, which positions and symmetries that were checked do not.
pub(super) fn place_of(list: &[u8], number: u8) -> usize {
    let place = list.iter().position(|&own| own == number);
    place.expect("a position has each number once")
}

/// Whether a board has no walls, and several rows and columns.
pub(super) fn is_plain(board: &Board) -> bool {
    let is_full = board.cell_count() == board.rows() * board.columns();
    is_full && board.rows() > 1 && board.columns() > 1
}

pub(super) fn check_position(position: &[u8], cells: usize) -> Result<(), TablesError> {
    let mut sorted = position.to_vec();
    sorted.sort_unstable();
    if sorted.len() == cells
        && (0..=u8::MAX)
            .zip(&sorted)
            .all(|(number, &own)| number == own)
    {
        return Ok(());
    }
    Err(TablesError::Position { last: cells - 1 })
}

/// The views of the symmetries, each for a different division of the tiles into groups.
pub(super) fn views(symmetries: Vec<TileSymmetry>, group_of: &[u8]) -> Vec<View> {
    let mut divisions: Vec<Vec<Vec<u8>>> = Vec::new();
    let mut views = Vec::new();
    for symmetry in symmetries {
        let groups = symmetry
            .tiles
            .iter()
            .map(|&tile| group_of[usize::from(tile)]);
        let groups: Vec<u8> = groups.collect();
        let mut division: Vec<Vec<u8>> = vec![Vec::new(); group_of.len()];
        for (tile, &group) in groups.iter().enumerate() {
            if group != NO_GROUP {
                division[usize::from(group)].push(tile as u8);
            }
        }
        division.sort_unstable();
        // A search has a number of 8 bits for each view and group; fewer views only bound less.
        let databases = division.iter().filter(|tiles| !tiles.is_empty()).count();
        if (views.len() + 1) * databases > 1 << u8::BITS {
            break;
        }
        if !divisions.contains(&division) {
            divisions.push(division);
            views.push(View { symmetry, groups });
        }
    }
    views
}
