//! Random files of families, each with the same family for the slow search.

use super::answers::{MirrorImage, difference, means, sweep, wanted};
use super::{CellPlace, Form, SlowFamily, SlowKind, all_forms, form};
use slidewise_design::{Family, SetKind, Wanted};
use slidewise_engine::graph::Metric;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::RangeInclusive;

/// Most boards of a family: what the slow search joins in a moment.
const MAX_BOARDS: usize = 1_500;

/// Rows and columns; one row or one column are frequent.
const SIZES: [(i32, i32); 14] = [
    (1, 4),
    (1, 5),
    (1, 7),
    (4, 1),
    (5, 1),
    (7, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 4),
    (4, 2),
    (3, 3),
    (3, 4),
    (4, 3),
];

/// Left and right exchanged, up and down, both, and rows with columns in each way.
const MIRRORS: [MirrorImage; 7] = [
    |(row, column)| (row, -column),
    |(row, column)| (-row, column),
    |(row, column)| (-row, -column),
    |(row, column)| (column, row),
    |(row, column)| (column, -row),
    |(row, column)| (-column, row),
    |(row, column)| (-column, -row),
];

/// SplitMix64 by Sebastiano Vigna.
struct FamilyRng(u64);

impl FamilyRng {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A range that ends at `most` or before.
    fn range(&mut self, most: usize) -> RangeInclusive<usize> {
        let end = self.below(most + 1);
        self.below(end + 1)..=end
    }
}

/// A random family: its file, and what it is to the slow search.
pub(crate) struct RandomFamily {
    pub text: String,
    slow: SlowFamily,
    /// Two kinds of one shape may lie at one place.
    is_ambiguous: bool,
}

/// Rows of a drawing that has `letter` at these cells and walls as `#`.
fn drawing(
    (rows, columns): (i32, i32),
    walls: &BTreeSet<CellPlace>,
    cells: &[CellPlace],
    letter: char,
) -> String {
    let mut text = String::from("'''\n");
    for row in 0..rows {
        text.extend((0..columns).map(|column| {
            if cells.contains(&(row, column)) {
                letter
            } else if walls.contains(&(row, column)) {
                '#'
            } else {
                '.'
            }
        }));
        text.push('\n');
    }
    text + "'''"
}

impl RandomFamily {
    /// The family of a seed: one with at most [`MAX_BOARDS`] boards, and at least one.
    pub(crate) fn of(seed: u64) -> RandomFamily {
        let mut random = FamilyRng(seed.wrapping_mul(0x1234_5678_9abc_def1));
        loop {
            let drafted = RandomFamily::draft(&mut random);
            let boards = drafted.slow.boards(MAX_BOARDS).len();
            if (1..=MAX_BOARDS).contains(&boards) {
                return drafted;
            }
        }
    }

    fn draft(random: &mut FamilyRng) -> RandomFamily {
        let size = SIZES[random.below(SIZES.len())];
        let (rows, columns) = size;
        let is_lengthwise = random.once_in(3);
        let cells = (rows * columns) as usize;
        let walls = (0..random.below(3)).map(|_| {
            let cell = random.below(cells) as i32;
            (cell / columns, cell % columns)
        });
        let walls: BTreeSet<CellPlace> = walls.collect();
        let all: Vec<Form> = all_forms(rows, columns)
            .into_iter()
            .filter(|own| own.len() <= 4 && (!is_lengthwise || is_straight(own)))
            .collect();
        let goal_form = all[random.below(all.len())].clone();
        let finishes = finishes(random, size, &walls, &goal_form);
        let kinds: Vec<SlowKind> = (0..random.below(4))
            .map(|_| kind(random, size, &all))
            .collect();
        let empty = if random.once_in(3) {
            random.range(cells)
        } else {
            0..=cells
        };
        let mut text = format!("lengthwise = {is_lengthwise}\n");
        let _ = writeln!(text, "board = {}", drawing(size, &walls, &[], 'X'));
        let _ = writeln!(text, "empty = [{}, {}]", empty.start(), empty.end());
        for finish in &finishes {
            let goal = drawing(size, &walls, finish, 'X');
            let _ = writeln!(text, "[[goal]]\nboard = {goal}");
        }
        for kind in &kinds {
            text += &in_file(kind, rows);
        }
        let is_ambiguous = are_ambiguous(&kinds, size, &walls);
        let lines: Vec<CellPlace> = finishes.iter().map(|own| own[0]).collect();
        let is_lying = goal_form.iter().all(|cell| cell.0 == 0);
        let keeps_line = is_lengthwise && goal_form.len() > 1;
        let is_finish = move |cells: &[CellPlace]| finishes.iter().any(|own| own == cells);
        let may_stand = move |cells: &[CellPlace]| {
            let is_line = |own: &CellPlace| {
                if is_lying {
                    own.0 == cells[0].0
                } else {
                    own.1 == cells[0].1
                }
            };
            !keeps_line || lines.iter().any(is_line)
        };
        RandomFamily {
            text,
            is_ambiguous,
            slow: SlowFamily {
                rows,
                columns,
                walls,
                kinds: Some(kinds),
                goal_forms: vec![goal_form],
                is_finish: Box::new(is_finish),
                is_start: Box::new(|_| true),
                may_stand: Box::new(may_stand),
                empty,
                is_lengthwise,
            },
        }
    }

    /// Compares all answers; returns whether the family was read, as it is unless two of its kinds
    /// look alike.
    pub(crate) fn compare(&self) -> Result<bool, String> {
        let read = Family::from_document("random", &self.text);
        if self.is_ambiguous {
            return match read {
                Err(error) if error.to_string().contains("places in common") => Ok(false),
                other => Err(format!("two kinds look alike: {other:?}")),
            };
        }
        let family = read.map_err(|error| error.to_string())?;
        let mut components = BTreeSet::new();
        for metric in Metric::OF_ONE_PIECE {
            let answer = difference(&family, &self.slow, metric, &MIRRORS, true)?;
            components.insert(answer.components);
            let mut by_sizes: BTreeMap<Vec<u32>, Option<u32>> = BTreeMap::new();
            for (set, moves) in &answer.moves {
                let most = by_sizes.entry(sizes(set)).or_default();
                *most = (*most).max(*moves);
            }
            let asked = Wanted {
                by: SetKind::Sizes,
                ..wanted(metric, false)
            };
            let (_, solved, found) = sweep(&family, asked, 1)?;
            let found: BTreeMap<Vec<u32>, Option<u32>> = found
                .into_iter()
                .map(|(set, own)| (set.sizes, own))
                .collect();
            if (solved, &found) != (answer.solved, &by_sizes) {
                let expected = (answer.solved, by_sizes);
                return Err(format!(
                    "{metric:?} {:?}, not {expected:?}",
                    (solved, found)
                ));
            }
        }
        let found = family.components(means(2));
        match found {
            Ok(found) if components == [found].into() => Ok(true),
            other => Err(format!("components {other:?}, not {components:?}")),
        }
    }
}

fn is_straight(form: &Form) -> bool {
    form.iter().all(|own| own.0 == 0) || form.iter().all(|own| own.1 == 0)
}

/// Numbers of pieces of 1, 2, 3 and more cells.
fn sizes(set: &[Form]) -> Vec<u32> {
    let most = set.iter().map(Vec::len).max().unwrap_or(0);
    (1..=most)
        .map(|cells| set.iter().filter(|own| own.len() == cells).count() as u32)
        .collect()
}

/// One or two places of the goal piece beside walls; none if it has no place.
fn finishes(
    random: &mut FamilyRng,
    size: (i32, i32),
    walls: &BTreeSet<CellPlace>,
    goal_form: &Form,
) -> Vec<Vec<CellPlace>> {
    let mut places = placements(goal_form, size);
    places.retain(|own| own.iter().all(|cell| !walls.contains(cell)));
    if places.is_empty() {
        return Vec::new();
    }
    (0..1 + random.below(2))
        .map(|_| places[random.below(places.len())].clone())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// All places of a form on a board, walls or not.
fn placements(form: &Form, (rows, columns): (i32, i32)) -> Vec<Vec<CellPlace>> {
    let tops = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let moved = tops.map(|(row, column)| {
        let cells = form.iter().map(|own| (own.0 + row, own.1 + column));
        cells.collect::<Vec<_>>()
    });
    moved
        .filter(|cells| cells.iter().all(|own| own.0 < rows && own.1 < columns))
        .collect()
}

/// A kind of pieces; some keep to a row, a column or both.
fn kind(random: &mut FamilyRng, (rows, columns): (i32, i32), forms: &[Form]) -> SlowKind {
    // Few forms, so that they are repeated.
    let few = forms.len().min(4);
    let any = random.once_in(2);
    let form = forms[random.below(if any { forms.len() } else { few })].clone();
    let mut count = random.range(3);
    if random.once_in(4) {
        count = 0..=(rows * columns) as usize;
    }
    SlowKind {
        form,
        count,
        row: random
            .once_in(3)
            .then(|| random.below(rows as usize) as i32),
        column: random
            .once_in(4)
            .then(|| random.below(columns as usize) as i32),
    }
}

/// Whether two kinds of one form may lie at one place.
fn are_ambiguous(kinds: &[SlowKind], size: (i32, i32), walls: &BTreeSet<CellPlace>) -> bool {
    let mut places = BTreeSet::new();
    kinds.iter().any(|kind| {
        let own = placements(&kind.form, size).into_iter();
        let own =
            own.filter(|cells| kind.has(cells) && cells.iter().all(|own| !walls.contains(own)));
        let own: Vec<_> = own.collect();
        own.into_iter().any(|cells| !places.insert(cells))
    })
}

/// The entry of a kind in the file; rows are counted from the bottom.
fn in_file(kind: &SlowKind, rows: i32) -> String {
    let form = form(&kind.form);
    let height = 1 + form.iter().map(|own| own.0).max().unwrap_or(0);
    let width = 1 + form.iter().map(|own| own.1).max().unwrap_or(0);
    let shape = drawing((height, width), &BTreeSet::new(), &form, 'A');
    let (least, most) = (kind.count.start(), kind.count.end());
    let mut text = format!("[[piece]]\nshape = {shape}\ncount = [{least}, {most}]\n");
    if let Some(row) = kind.row {
        let _ = writeln!(text, "row = {}", rows - row);
    }
    if let Some(column) = kind.column {
        let _ = writeln!(text, "column = {}", column + 1);
    }
    text
}
