//! The baseline for filling a board with stones: covers the first empty cell with each stone in
//! turn, in each orientation, on an array of cells. It uses neither symmetry nor detection of cells
//! that no stone fits, and shares no code with the library.

/// The squares of a stone as (row, column) relative to the first in reading order.
type PlainOrientation = Vec<(i32, i32)>;

/// Counts all ways to fill a square board with stones without colours, all of them distinct.
pub fn count(text: &str) -> u64 {
    let stones = stones(text);
    let area: usize = stones.iter().map(|turned| turned[0].len()).sum();
    let side = area.isqrt();
    let mut search = PlainFill {
        side: side as i32,
        board: vec![false; area],
        is_used: vec![false; stones.len()],
        stones,
        found: 0,
    };
    search.fill(0);
    search.found
}

struct PlainFill {
    side: i32,
    board: Vec<bool>,
    stones: Vec<Vec<PlainOrientation>>,
    is_used: Vec<bool>,
    found: u64,
}

impl PlainFill {
    fn fill(&mut self, from: usize) {
        let Some(empty) = (from..self.board.len()).find(|&cell| !self.board[cell]) else {
            self.found += 1;
            return;
        };
        for stone in 0..self.stones.len() {
            if self.is_used[stone] {
                continue;
            }
            self.is_used[stone] = true;
            for turned in 0..self.stones[stone].len() {
                if self.fits(empty, stone, turned) {
                    self.lay(empty, stone, turned, true);
                    self.fill(empty + 1);
                    self.lay(empty, stone, turned, false);
                }
            }
            self.is_used[stone] = false;
        }
    }

    fn fits(&self, empty: usize, stone: usize, turned: usize) -> bool {
        let (row, column) = (empty as i32 / self.side, empty as i32 % self.side);
        self.stones[stone][turned].iter().all(|(down, aside)| {
            let (row, column) = (row + down, column + aside);
            let is_inside = row < self.side && (0..self.side).contains(&column);
            is_inside && !self.board[(row * self.side + column) as usize]
        })
    }

    fn lay(&mut self, empty: usize, stone: usize, turned: usize, is_there: bool) {
        for (down, aside) in &self.stones[stone][turned] {
            let cell = empty as i32 + down * self.side + aside;
            self.board[cell as usize] = is_there;
        }
    }
}

fn stones(text: &str) -> Vec<Vec<PlainOrientation>> {
    let lines: Vec<&str> = text.lines().collect();
    let stones = lines.split(|line| line.starts_with('='));
    let squares = stones.map(|rows| {
        let rows = (0..).zip(rows);
        let squares = rows.flat_map(|(row, line)| {
            let letters = (0..).zip(line.split(','));
            letters
                .filter(|(_, letter)| letter.trim() != "_")
                .map(move |(column, _)| (row, column))
        });
        squares.collect::<PlainOrientation>()
    });
    squares
        .filter(|squares| !squares.is_empty())
        .map(|squares| turned(&squares))
        .collect()
}

fn turned(squares: &[(i32, i32)]) -> Vec<PlainOrientation> {
    let mut all: Vec<PlainOrientation> = Vec::new();
    for way in 0..8 {
        let mut image: PlainOrientation = squares
            .iter()
            .map(|&(row, column)| {
                let (row, column) = if way & 1 == 0 {
                    (row, column)
                } else {
                    (column, row)
                };
                let row = if way & 2 == 0 { row } else { -row };
                (row, if way & 4 == 0 { column } else { -column })
            })
            .collect();
        image.sort_unstable();
        let (row, column) = image[0];
        for square in &mut image {
            *square = (square.0 - row, square.1 - column);
        }
        if !all.contains(&image) {
            all.push(image);
        }
    }
    all
}
