//! `Matching`: the cheapest assignment of boxes to goals (Kuhn 1955, in the form of Jonker and
//! Volgenant 1987).

use crate::push_distances::NO_WAY;

/// A cost that no sum of real costs reaches.
const FORBIDDEN: i64 = 1 << 40;

/// A cheapest assignment of rows (boxes) to columns (goals), as many of each, with its potentials.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matching {
    size: usize,
    costs: Vec<i64>,
    row_potentials: Vec<i64>,
    column_potentials: Vec<i64>,
    /// The row of each column.
    rows: Vec<usize>,
    least: Vec<i64>,
    before: Vec<usize>,
    is_used: Vec<bool>,
}

/// No row yet.
const NO_ROW: usize = usize::MAX;

impl Matching {
    /// Assigns rows of costs; [`NO_WAY`] forbids a pair.
    pub(crate) fn solve<'r>(&mut self, rows: impl ExactSizeIterator<Item = &'r [u32]>) {
        self.size = rows.len();
        self.costs.clear();
        for row in rows {
            self.costs.extend(row.iter().map(|&cost| cost_of(cost)));
        }
        for (part, value) in [
            (&mut self.row_potentials, 0),
            (&mut self.column_potentials, 0),
        ] {
            part.clear();
            part.resize(self.size, value);
        }
        self.rows.clear();
        self.rows.resize(self.size, NO_ROW);
        for row in 0..self.size {
            self.assign(row);
        }
    }

    /// Replaces the costs of one row in an assignment copied from `base`.
    pub(crate) fn solve_with(&mut self, base: &Matching, row: usize, costs: &[u32]) {
        self.clone_from(base);
        for (at, &cost) in costs.iter().enumerate() {
            self.costs[row * self.size + at] = cost_of(cost);
        }
        let column = self.rows.iter().position(|&own| own == row);
        self.rows[column.expect("every row has a column")] = NO_ROW;
        let own = &self.costs[row * self.size..][..self.size];
        let reduced = own.iter().zip(&self.column_potentials);
        let least = reduced.map(|(cost, potential)| cost - potential).min();
        self.row_potentials[row] = least.unwrap_or(0);
        self.assign(row);
    }

    /// The sum of the costs; `None` if every assignment has a forbidden pair.
    pub(crate) fn cost(&self) -> Option<u32> {
        let sum: i64 = self
            .rows
            .iter()
            .enumerate()
            .map(|(column, row)| self.costs[row * self.size + column])
            .sum();
        (sum < FORBIDDEN).then_some(sum as u32)
    }

    /// Prices of the columns: an assignment costs at least their sum and, for each row, its least
    /// cost less the price of the column, also when the rows change.
    pub(crate) fn prices(&self) -> &[i64] {
        &self.column_potentials
    }

    /// Gives a row a column along a cheapest alternating path.
    fn assign(&mut self, row: usize) {
        let size = self.size;
        self.least.clear();
        self.least.resize(size, i64::MAX);
        self.before.clear();
        self.before.resize(size, NO_ROW);
        self.is_used.clear();
        self.is_used.resize(size, false);
        let mut entered = Vec::with_capacity(size);
        let mut current = row;
        let mut from = NO_ROW;
        let free = loop {
            let (mut delta, mut nearest) = (i64::MAX, 0);
            for column in (0..size).filter(|&column| !self.is_used[column]) {
                let reduced = self.costs[current * size + column]
                    - self.row_potentials[current]
                    - self.column_potentials[column];
                if reduced < self.least[column] {
                    self.least[column] = reduced;
                    self.before[column] = from;
                }
                if self.least[column] < delta {
                    (delta, nearest) = (self.least[column], column);
                }
            }
            self.row_potentials[row] += delta;
            for &column in &entered {
                let own: usize = column;
                self.row_potentials[self.rows[own]] += delta;
                self.column_potentials[own] -= delta;
            }
            for column in 0..size {
                if !self.is_used[column] && self.least[column] != i64::MAX {
                    self.least[column] -= delta;
                }
            }
            self.is_used[nearest] = true;
            if self.rows[nearest] == NO_ROW {
                break nearest;
            }
            entered.push(nearest);
            current = self.rows[nearest];
            from = nearest;
        };
        let mut column = free;
        loop {
            let before = self.before[column];
            if before == NO_ROW {
                self.rows[column] = row;
                return;
            }
            self.rows[column] = self.rows[before];
            column = before;
        }
    }
}

fn cost_of(cost: u32) -> i64 {
    if cost == NO_WAY {
        FORBIDDEN
    } else {
        i64::from(cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest of all permutations.
    fn cheapest(costs: &[Vec<u32>], row: usize, used: &mut Vec<bool>) -> Option<u32> {
        if row == costs.len() {
            return Some(0);
        }
        let mut best = None;
        for column in 0..costs.len() {
            if used[column] || costs[row][column] == NO_WAY {
                continue;
            }
            used[column] = true;
            let own = cheapest(costs, row + 1, used).map(|rest| rest + costs[row][column]);
            best = [best, own].into_iter().flatten().min();
            used[column] = false;
        }
        best
    }

    #[test]
    fn assignments_are_cheapest_also_after_a_row_has_changed() {
        let mut state = 7u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            match (state >> 33) % 12 {
                0..=2 => NO_WAY,
                other => other as u32,
            }
        };
        for size in (1..6).cycle().take(400) {
            let mut costs: Vec<Vec<u32>> = (0..size)
                .map(|_| (0..size).map(|_| random()).collect())
                .collect();
            let mut base = Matching::default();
            base.solve(costs.iter().map(Vec::as_slice));
            assert_eq!(base.cost(), cheapest(&costs, 0, &mut vec![false; size]));
            let row = random() as usize % size;
            costs[row] = (0..size).map(|_| random()).collect();
            let mut changed = Matching::default();
            changed.solve_with(&base, row, &costs[row]);
            assert_eq!(changed.cost(), cheapest(&costs, 0, &mut vec![false; size]));
        }
    }
}
