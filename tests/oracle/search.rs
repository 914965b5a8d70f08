//! Breadth-first search over grids of class numbers, with a hash set.
//!
//! A grid contains for each cell the class of the piece that covers it. That determines the pieces:
//! in reading order, the first cell of a class that belongs to no piece yet is the first cell of
//! another piece, and the class's shape gives its other cells. Pieces of the same class are
//! interchangeable, so grids and configurations correspond one to one.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::iter::successors;

use super::puzzle::{
    DIRECTIONS, OracleAxis, OracleBoard, OracleCell, OracleDirection, OraclePiece, OraclePuzzle,
    OracleRaySource, OracleRule, OracleWay, add,
};

/// What counts as one unit of distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OracleMetric {
    /// One piece moves one cell.
    Step,
    /// One piece moves any distance in a straight line.
    Slide,
    /// One piece moves along any path.
    Move,
    /// A row of unit pieces moves one cell.
    Line,
}

impl OracleMetric {
    /// The metrics of one piece.
    pub(crate) const ALL: [OracleMetric; 3] =
        [OracleMetric::Step, OracleMetric::Slide, OracleMetric::Move];
}

/// The class that covers each cell, or [`EMPTY`] or [`WALL`].
type ClassGrid = Vec<u8>;

const EMPTY: u8 = u8::MAX;
const WALL: u8 = u8::MAX - 1;

/// Computes properties of one puzzle. Positions are canonical text.
pub(crate) struct Oracle {
    puzzle: OraclePuzzle,
    start: ClassGrid,
    /// The class of each token.
    classes: HashMap<String, u8>,
}

impl Oracle {
    /// Parses a puzzle file.
    pub(crate) fn read(text: &str) -> Oracle {
        Oracle::new(OraclePuzzle::read(text))
    }

    /// The sliding tiles `tiles:RxC`.
    pub(crate) fn tiles(rows: usize, columns: usize) -> Oracle {
        Oracle::new(OraclePuzzle::tiles(rows, columns))
    }

    /// The Rush Hour board `rush:` with these 36 characters.
    pub(crate) fn rush(text: &str) -> Oracle {
        Oracle::new(OraclePuzzle::rush(text))
    }

    fn new(puzzle: OraclePuzzle) -> Oracle {
        let blank = |cell| {
            if puzzle.walls.contains(&cell) {
                WALL
            } else {
                EMPTY
            }
        };
        let start = puzzle.cells().map(blank).collect();
        let classes = puzzle.classes.iter().zip(0..);
        let classes = classes
            .flat_map(|(class, number)| {
                class
                    .tokens
                    .iter()
                    .map(move |token| (token.clone(), number))
            })
            .collect();
        let mut oracle = Oracle {
            puzzle,
            start,
            classes,
        };
        for piece in oracle.puzzle.start.clone() {
            oracle.put(piece, piece.class as u8);
        }
        oracle
    }

    fn put(&mut self, piece: OraclePiece, value: u8) {
        let cells: Vec<OracleCell> = self.puzzle.cells_of(piece).collect();
        for cell in cells {
            let index = self.index(cell);
            self.start[index] = value;
        }
    }

    /// The Start position.
    pub(crate) fn start(&self) -> String {
        self.text(&self.start)
    }

    /// The canonical text of a position; its pieces may have any token of their class.
    pub(crate) fn canonical(&self, position: &str) -> String {
        self.text(&self.grid(position))
    }

    /// Whether the puzzle has a goal.
    pub(crate) fn has_goal(&self) -> bool {
        !self.puzzle.goals.is_empty()
    }

    /// Whether the position satisfies one of the goals.
    pub(crate) fn is_goal(&self, position: &str) -> bool {
        let grid = self.grid(position);
        let pieces = self.pieces(&grid);
        self.puzzle.goals.iter().any(|goal| {
            goal.empty
                .iter()
                .all(|cell| grid[self.index(*cell)] == EMPTY)
                && goal.pieces.iter().all(|piece| pieces.contains(piece))
        })
    }

    /// Whether the position satisfies all rules.
    pub(crate) fn is_legal(&self, position: &str) -> bool {
        self.obeys(&self.grid(position))
    }

    /// All positions at distance 1 from a position.
    pub(crate) fn neighbours(&self, position: &str, metric: OracleMetric) -> BTreeSet<String> {
        let neighbours = self.around(&self.grid(position), metric);
        neighbours.iter().map(|grid| self.text(grid)).collect()
    }

    /// All positions at distance 0, 1, 2, ... from the nearest of the positions `from`.
    pub(crate) fn generations(
        &self,
        metric: OracleMetric,
        from: &[String],
    ) -> Vec<BTreeSet<String>> {
        let mut generation: BTreeSet<ClassGrid> =
            from.iter().map(|position| self.grid(position)).collect();
        let mut seen: HashSet<ClassGrid> = generation.iter().cloned().collect();
        let mut generations = Vec::new();
        while !generation.is_empty() {
            generations.push(generation.iter().map(|grid| self.text(grid)).collect());
            let neighbours = generation.iter().flat_map(|grid| self.around(grid, metric));
            generation = neighbours
                .filter(|grid| seen.insert(grid.clone()))
                .collect();
        }
        generations
    }

    /// The generations of a search from `from` that visits only the positions `within`.
    pub(crate) fn generations_within(
        &self,
        metric: OracleMetric,
        from: &[String],
        within: &BTreeSet<String>,
    ) -> Vec<BTreeSet<String>> {
        let mut left = within.clone();
        let mut generation: BTreeSet<String> = from.iter().cloned().collect();
        left.retain(|position| !generation.contains(position));
        let mut generations = Vec::new();
        while !generation.is_empty() {
            let neighbours = generation.iter();
            let neighbours = neighbours.flat_map(|position| self.neighbours(position, metric));
            let next = neighbours
                .filter(|position| left.remove(position))
                .collect();
            generations.push(std::mem::replace(&mut generation, next));
        }
        generations
    }

    /// The positions of each generation, each with the number of shortest paths to it from Start,
    /// counted as sequences of positions.
    pub(crate) fn routes(&self, metric: OracleMetric) -> Vec<BTreeMap<String, u128>> {
        let mut generation: BTreeMap<ClassGrid, u128> = BTreeMap::from([(self.start.clone(), 1)]);
        let mut seen: HashSet<ClassGrid> = HashSet::from([self.start.clone()]);
        let mut generations = Vec::new();
        while !generation.is_empty() {
            generations.push(
                generation
                    .iter()
                    .map(|(grid, routes)| (self.text(grid), *routes))
                    .collect(),
            );
            let mut next: BTreeMap<ClassGrid, u128> = BTreeMap::new();
            for (grid, routes) in &generation {
                for neighbour in self.around(grid, metric) {
                    if !seen.contains(&neighbour) {
                        let sum = next.entry(neighbour).or_insert(0);
                        *sum = sum.checked_add(*routes).expect("the routes fit 128 bits");
                    }
                }
            }
            seen.extend(next.keys().cloned());
            generation = next;
        }
        generations
    }

    /// Number of positions that can be reached from Start, which is the same in all metrics; `None`
    /// if it exceeds `limit`.
    pub(crate) fn reachable_within(&self, limit: usize) -> Option<usize> {
        let mut seen: HashSet<ClassGrid> = HashSet::from([self.start.clone()]);
        let mut waiting = VecDeque::from([self.start.clone()]);
        while let Some(grid) = waiting.pop_front() {
            for neighbour in self.around(&grid, OracleMetric::Step) {
                if seen.insert(neighbour.clone()) {
                    waiting.push_back(neighbour);
                }
            }
            if seen.len() > limit {
                return None;
            }
        }
        Some(seen.len())
    }

    /// All legal configurations, whether reachable or not: all placements of the pieces on cells
    /// they may cover, each piece with an axis in its own row or column, that satisfy the rules.
    pub(crate) fn legal_configurations(&self) -> BTreeSet<String> {
        self.legal_configurations_within(usize::MAX)
            .expect("there is no limit")
    }

    /// All legal configurations; `None` if more than `limit` partial or complete placements would
    /// have to be tried.
    pub(crate) fn legal_configurations_within(&self, limit: usize) -> Option<BTreeSet<String>> {
        let mut pieces = self.puzzle.start.clone();
        pieces.sort_by_key(|piece| (piece.class, self.home(*piece)));
        let blank = self
            .start
            .iter()
            .map(|&value| if value == WALL { WALL } else { EMPTY });
        let mut found = BTreeSet::new();
        let mut budget = limit;
        self.place(&pieces, None, blank.collect(), &mut budget, &mut found)
            .then_some(found)
    }

    /// The legal positions that Start does not rule out. Pieces that cannot move even alone on the
    /// board count as walls. The others stay on cells that one of them can cover alone, and pieces
    /// restricted to the same row or column keep their order.
    pub(crate) fn numbered(&self, legal: BTreeSet<String>) -> BTreeSet<String> {
        let wall = |&value: &u8| if value == WALL { WALL } else { EMPTY };
        let mut alone: ClassGrid = self.start.iter().map(wall).collect();
        let mut moving = self.puzzle.start.clone();
        let mut still: Vec<OraclePiece> = Vec::new();
        while let Some(at) = moving
            .iter()
            .position(|&piece| self.alone(&alone, piece).len() == 1)
        {
            let piece = moving.remove(at);
            still.push(piece);
            for cell in self.puzzle.cells_of(piece) {
                alone[self.index(cell)] = WALL;
            }
        }
        let places = moving.iter().flat_map(|&piece| self.alone(&alone, piece));
        let covered =
            places.flat_map(|piece| self.puzzle.cells_of(piece).collect::<Vec<OracleCell>>());
        let covered: BTreeSet<OracleCell> = covered.collect();
        let order = |pieces: &[OraclePiece]| {
            let mut lanes: BTreeMap<(bool, i32), Vec<(OracleCell, usize)>> = BTreeMap::new();
            for piece in pieces.iter().filter(|piece| !still.contains(piece)) {
                let class = &self.puzzle.classes[piece.class];
                if let Some(home) = self.home(*piece)
                    && class.shape.iter().all(|cell| cell.1 >= 0)
                {
                    let lane = (class.axis == Some(OracleAxis::Horizontal), home);
                    lanes.entry(lane).or_default().push((piece.at, piece.class));
                }
            }
            let lanes = lanes.into_iter().map(|(lane, mut row)| {
                row.sort();
                let row: Vec<usize> = row.into_iter().map(|(_, class)| class).collect();
                (lane, row)
            });
            lanes.collect::<Vec<_>>()
        };
        let at_start = order(&self.puzzle.start);
        let is_numbered = |text: &String| {
            let pieces = self.pieces(&self.grid(text));
            let mut others = pieces.iter().filter(|piece| !still.contains(piece));
            still.iter().all(|piece| pieces.contains(piece))
                && others.all(|&piece| self.puzzle.cells_of(piece).all(|c| covered.contains(&c)))
                && order(&pieces) == at_start
        };
        legal.into_iter().filter(is_numbered).collect()
    }

    /// The places that a piece can reach when it is alone among these walls, ignoring the rules;
    /// its own place first.
    fn alone(&self, walls: &ClassGrid, piece: OraclePiece) -> Vec<OraclePiece> {
        let mut met = vec![piece];
        let mut next = 0;
        while next < met.len() {
            for way in self.puzzle.ways() {
                let after = OraclePiece {
                    at: self.puzzle.next(met[next].at, way),
                    ..piece
                };
                let kept = self.home(after) == self.home(piece);
                if kept && !met.contains(&after) && self.lowered(walls, after).is_some() {
                    met.push(after);
                }
            }
            next += 1;
        }
        met
    }

    /// The positions after each move. A move names a piece by its first cell in reading order and
    /// lists the letters U, D, L, R of its steps. Panics if a step is illegal.
    pub(crate) fn replay(&self, from: &str, moves: &[(&str, &str)]) -> Vec<String> {
        let mut grid = self.grid(from);
        let mut positions = Vec::new();
        for (name, letters) in moves {
            let at = self.puzzle.cell(name);
            let mut piece = *self
                .pieces(&grid)
                .iter()
                .find(|piece| piece.at == at)
                .unwrap_or_else(|| {
                    panic!(
                        "no piece has its first cell at {name} in {}",
                        self.text(&grid)
                    )
                });
            for text in steps_of(letters) {
                let way = self.way_of(piece.at, &text);
                (piece, grid) = self
                    .shifted(&self.lifted(&grid, piece), piece, way)
                    .unwrap_or_else(|| {
                        panic!(
                            "{name} {letters}: the step {text} is illegal in {}",
                            self.text(&grid)
                        )
                    });
            }
            positions.push(self.text(&grid));
        }
        positions
    }

    /// The way of a step from a cell: a letter, or `>` and the cell to which it leads.
    fn way_of(&self, from: OracleCell, text: &str) -> OracleWay {
        let ways = self.puzzle.ways().into_iter();
        let mut fitting = ways.filter(|way| match (way, text.strip_prefix('>')) {
            (OracleWay::Along(..), Some(name)) => {
                self.puzzle.next(from, *way) == self.puzzle.cell(name)
            }
            (OracleWay::By(by), None) => DIRECTIONS
                .iter()
                .any(|(letter, own)| own == by && letter.to_string() == text),
            _ => false,
        });
        fitting
            .next()
            .unwrap_or_else(|| panic!("{text} is no step"))
    }

    /// Places the first of `pieces` on all cells and recurses for the others; `false` once the
    /// budget is spent. Pieces of the same class and home are placed in reading order, so that each
    /// configuration is generated once.
    fn place(
        &self,
        pieces: &[OraclePiece],
        before: Option<(OraclePiece, OracleCell)>,
        grid: ClassGrid,
        budget: &mut usize,
        found: &mut BTreeSet<String>,
    ) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let Some((&piece, others)) = pieces.split_first() else {
            if self.obeys(&grid) {
                found.insert(self.text(&grid));
            }
            return true;
        };
        let home = self.home(piece);
        let after = before
            .filter(|(twin, _)| twin.class == piece.class && self.home(*twin) == home)
            .map(|(_, at)| at);
        for at in self.puzzle.cells() {
            let placed = OraclePiece { at, ..piece };
            if self.home(placed) != home || after.is_some_and(|after| at <= after) {
                continue;
            }
            if let Some(grid) = self.lowered(&grid, placed)
                && !self.place(others, Some((piece, at)), grid, budget, found)
            {
                return false;
            }
        }
        true
    }

    /// The row or column to which a piece is restricted.
    fn home(&self, piece: OraclePiece) -> Option<i32> {
        self.puzzle.classes[piece.class]
            .axis
            .map(|axis| match axis {
                OracleAxis::Horizontal => piece.at.0,
                OracleAxis::Vertical => piece.at.1,
            })
    }

    /// The grid after a push, if it is legal: `piece`, a unit piece, and all unit pieces from there
    /// to the next empty cell are lifted, and lowered again one cell further.
    fn pushed(
        &self,
        grid: &ClassGrid,
        piece: OraclePiece,
        direction: OracleDirection,
    ) -> Option<ClassGrid> {
        let all = self.pieces(grid);
        let mut units = all
            .iter()
            .filter(|piece| self.puzzle.cells_of(**piece).count() == 1);
        let line = successors(Some(piece), |last| {
            let next = add(last.at, direction);
            units.clone().copied().find(|unit| unit.at == next)
        });
        let line: Vec<OraclePiece> = line.collect();
        units.find(|unit| **unit == piece)?;
        let lifted = line
            .iter()
            .fold(grid.clone(), |grid, &unit| self.lifted(&grid, unit));
        let lowered = line.iter().try_fold(lifted, |grid, &unit| {
            let at = add(unit.at, direction);
            let after = OraclePiece { at, ..unit };
            let kept = self.home(after) == self.home(unit);
            self.lowered(&grid, after).filter(|_| kept)
        });
        lowered.filter(|grid| self.obeys(grid))
    }

    /// The positions after each push. A push names its last piece by the cell, and has one letter.
    /// Panics if a push is illegal.
    pub(crate) fn replay_pushes(&self, from: &str, moves: &[(&str, &str)]) -> Vec<String> {
        let mut grid = self.grid(from);
        let mut positions = Vec::new();
        for (name, letters) in moves {
            let at = self.puzzle.cell(name);
            let all = self.pieces(&grid);
            let piece = all.iter().find(|piece| piece.at == at).unwrap();
            let direction = DIRECTIONS
                .iter()
                .find(|(known, _)| known.to_string() == *letters);
            let (_, direction) = direction.unwrap_or_else(|| panic!("{letters} is no direction"));
            grid = self
                .pushed(&grid, *piece, *direction)
                .unwrap_or_else(|| panic!("{name} {letters} is illegal in {}", self.text(&grid)));
            positions.push(self.text(&grid));
        }
        positions
    }

    /// All grids at distance 1, without duplicates.
    fn around(&self, grid: &ClassGrid, metric: OracleMetric) -> Vec<ClassGrid> {
        if metric == OracleMetric::Line {
            let pieces = self.pieces(grid);
            let pushes = pieces.iter().flat_map(|&piece| {
                let ways = DIRECTIONS.iter();
                ways.filter_map(move |&(_, way)| self.pushed(grid, piece, way))
            });
            return pushes.collect();
        }
        let mut neighbours = Vec::new();
        for piece in self.pieces(grid) {
            let lifted = self.lifted(grid, piece);
            if metric == OracleMetric::Move {
                neighbours.extend(self.moved(&lifted, piece));
                continue;
            }
            let distance = if metric == OracleMetric::Step {
                1
            } else {
                usize::MAX
            };
            for way in self.puzzle.ways() {
                let first = self.shifted(&lifted, piece, way);
                let line = successors(first, |(piece, _)| self.shifted(&lifted, *piece, way));
                let line = line.take_while(|(moved, _)| *moved != piece);
                neighbours.extend(line.take(distance).map(|(_, grid)| grid));
            }
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        neighbours
    }

    /// All grids that result from moving one piece along any path; `lifted` is the grid without the
    /// piece.
    fn moved(&self, lifted: &ClassGrid, piece: OraclePiece) -> Vec<ClassGrid> {
        let mut seen = vec![piece];
        let mut grids = Vec::new();
        let mut next = 0;
        while next < seen.len() {
            for way in self.puzzle.ways() {
                if let Some((piece, grid)) = self.shifted(lifted, seen[next], way)
                    && !seen.contains(&piece)
                {
                    seen.push(piece);
                    grids.push(grid);
                }
            }
            next += 1;
        }
        grids
    }

    /// The piece moved by one cell and the grid with it, if that is a legal configuration.
    fn shifted(
        &self,
        lifted: &ClassGrid,
        piece: OraclePiece,
        way: OracleWay,
    ) -> Option<(OraclePiece, ClassGrid)> {
        let shifted = OraclePiece {
            at: self.puzzle.next(piece.at, way),
            ..piece
        };
        let kept = self.home(shifted) == self.home(piece);
        let grid = self
            .lowered(lifted, shifted)
            .filter(|grid| kept && self.obeys(grid))?;
        Some((shifted, grid))
    }

    /// The grid without the piece.
    fn lifted(&self, grid: &ClassGrid, piece: OraclePiece) -> ClassGrid {
        let mut lifted = grid.clone();
        for cell in self.puzzle.cells_of(piece) {
            lifted[self.index(cell)] = EMPTY;
        }
        lifted
    }

    /// The grid with the piece added, if the piece may cover all its cells.
    fn lowered(&self, grid: &ClassGrid, piece: OraclePiece) -> Option<ClassGrid> {
        let rights = &self.puzzle.classes[piece.class].gates;
        let free = |cell| {
            self.puzzle.contains(cell)
                && grid[self.index(cell)] == EMPTY
                && self
                    .puzzle
                    .gates
                    .get(&cell)
                    .is_none_or(|gate| rights.contains(gate))
        };
        if !self.puzzle.cells_of(piece).all(free) {
            return None;
        }
        let mut lowered = grid.clone();
        for cell in self.puzzle.cells_of(piece) {
            lowered[self.index(cell)] = piece.class as u8;
        }
        Some(lowered)
    }

    /// Whether the grid satisfies all rules.
    fn obeys(&self, grid: &ClassGrid) -> bool {
        if self.puzzle.rules.is_empty() {
            return true;
        }
        let pieces = self.pieces(grid);
        self.puzzle.rules.iter().all(|rule| match rule {
            OracleRule::Adjacent(classes) => !self.touch(&pieces, classes),
            OracleRule::Exposed {
                piece,
                from,
                toward,
                shields,
            } => {
                let mut rays = self.rays(&pieces, from, *toward).into_iter();
                !rays.any(|start| self.meets(grid, start, *toward, *piece, shields))
            }
        })
    }

    /// Whether two pieces of the classes touch by a side or a corner.
    fn touch(&self, pieces: &[OraclePiece], classes: &BTreeSet<usize>) -> bool {
        let listed: Vec<OraclePiece> = pieces
            .iter()
            .copied()
            .filter(|p| classes.contains(&p.class))
            .collect();
        let near = |a: OracleCell, b: OracleCell| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
        listed.iter().enumerate().any(|(number, &one)| {
            listed[..number].iter().any(|&other| {
                self.puzzle
                    .cells_of(one)
                    .any(|a| self.puzzle.cells_of(other).any(|b| near(a, b)))
            })
        })
    }

    /// The first cells of the rays.
    fn rays(
        &self,
        pieces: &[OraclePiece],
        from: &OracleRaySource,
        toward: OracleDirection,
    ) -> Vec<OracleCell> {
        match from {
            OracleRaySource::Edge(cell) => vec![*cell],
            OracleRaySource::Class(class) => pieces
                .iter()
                .filter(|piece| piece.class == *class)
                .flat_map(|piece| self.puzzle.cells_of(*piece))
                .map(|cell| add(cell, toward))
                .collect(),
        }
    }

    /// Whether a ray reaches a piece of the class before a shield. A piece of the class counts as
    /// reached even if the class is also a shield. Walls, gates, empty cells and other pieces do
    /// not stop the ray, and the piece from which it starts is treated like any other.
    fn meets(
        &self,
        grid: &ClassGrid,
        start: OracleCell,
        toward: OracleDirection,
        class: usize,
        shields: &BTreeSet<usize>,
    ) -> bool {
        let ray = successors(Some(start), |cell| Some(add(*cell, toward)));
        for cell in ray.take_while(|cell| self.puzzle.contains(*cell)) {
            let value = usize::from(grid[self.index(cell)]);
            if value == class {
                return true;
            }
            if shields.contains(&value) {
                return false;
            }
        }
        false
    }

    /// The pieces of a grid, in reading order of their first cells.
    fn pieces(&self, grid: &ClassGrid) -> Vec<OraclePiece> {
        let mut claimed = vec![false; grid.len()];
        let mut pieces = Vec::with_capacity(self.puzzle.start.len());
        for (index, at) in self.puzzle.cells().enumerate() {
            if claimed[index] || matches!(grid[index], EMPTY | WALL) {
                continue;
            }
            let piece = OraclePiece {
                class: usize::from(grid[index]),
                at,
            };
            for cell in self.puzzle.cells_of(piece) {
                assert!(
                    self.puzzle.contains(cell),
                    "the piece at {at:?} extends over the edge"
                );
                let index = self.index(cell);
                assert!(
                    !claimed[index] && usize::from(grid[index]) == piece.class,
                    "no piece fits at {at:?}"
                );
                claimed[index] = true;
            }
            pieces.push(piece);
        }
        pieces
    }

    fn index(&self, (row, column): OracleCell) -> usize {
        (row * self.puzzle.columns + column) as usize
    }

    /// The canonical text of a grid.
    fn text(&self, grid: &ClassGrid) -> String {
        let mut tokens: Vec<&str> = Vec::with_capacity(grid.len());
        for (cell, value) in self.puzzle.cells().zip(grid) {
            tokens.push(match *value {
                WALL => "#",
                _ => self.puzzle.gates.get(&cell).map_or(".", String::as_str),
            });
        }
        let mut given = vec![0; self.puzzle.classes.len()];
        for piece in self.pieces(grid) {
            let token = &self.puzzle.classes[piece.class].tokens[given[piece.class]];
            given[piece.class] += 1;
            for cell in self.puzzle.cells_of(piece) {
                tokens[self.index(cell)] = token;
            }
        }
        let between = if self.puzzle.spaced { " " } else { "" };
        let mut text = String::with_capacity(4 * tokens.len());
        for (number, token) in tokens.iter().enumerate() {
            if number > 0 {
                let begins_row = number % self.puzzle.columns as usize == 0;
                text.push_str(if begins_row { ":" } else { between });
            }
            text.push_str(token);
        }
        text
    }

    /// Parses a position; panics if its pieces are not those of the puzzle.
    fn grid(&self, position: &str) -> ClassGrid {
        let board = OracleBoard::read(position.split(':'), Some(self.puzzle.columns));
        assert_eq!(
            board.size(),
            (self.puzzle.rows, self.puzzle.columns),
            "the size of {position}"
        );
        let value = |(cell, token): (OracleCell, &str)| {
            let wall = self.puzzle.walls.contains(&cell);
            let gate = self
                .puzzle
                .gates
                .get(&cell)
                .is_some_and(|gate| gate == token);
            let value = match token {
                "#" => WALL,
                "." => EMPTY,
                _ if gate => EMPTY,
                _ => *self
                    .classes
                    .get(token)
                    .unwrap_or_else(|| panic!("{token} in {position} is not a piece")),
            };
            assert_eq!(wall, value == WALL, "the walls of {position}");
            value
        };
        let grid: ClassGrid = board.cells().map(value).collect();
        let count = |pieces: &[OraclePiece]| {
            let mut count = vec![0; self.puzzle.classes.len()];
            pieces.iter().for_each(|piece| count[piece.class] += 1);
            count
        };
        assert_eq!(
            count(&self.pieces(&grid)),
            count(&self.puzzle.start),
            "the pieces of {position}"
        );
        grid
    }
}

/// The steps of a move: letters, or `>` with the name of a cell.
fn steps_of(text: &str) -> Vec<String> {
    match text.strip_prefix('>') {
        None => text.chars().map(String::from).collect(),
        Some(names) => names.split('>').map(|name| format!(">{name}")).collect(),
    }
}
