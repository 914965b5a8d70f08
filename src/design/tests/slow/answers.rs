//! The answers of the slow search, and where a sweep differs from them.

use super::{CellPlace, Form, SlowFamily, form};
use slidewise_design::{Family, PieceSet, SetKind, Sweep, SweepMeans, Wanted};
use slidewise_engine::graph::Metric;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// Where a mirror image has a cell.
pub(crate) type MirrorImage = fn(CellPlace) -> CellPlace;

/// The greatest lengths by set, the goal piece first; `None` if no start is solved.
type HardestBySet = BTreeMap<Vec<Form>, Option<u32>>;

/// The greatest lengths that a sweep found, by set.
type SweptMoves = BTreeMap<PieceSet, Option<u32>>;

/// The greatest lengths by set, and by set among starts with one shortest way; and all lengths.
pub(crate) struct SlowAnswer {
    pub boards: u64,
    /// Boards with the goal piece at its goal.
    pub solved: u64,
    pub components: u64,
    pub lengths: BTreeMap<Vec<Form>, BTreeSet<u32>>,
    pub moves: HardestBySet,
    pub unique: HardestBySet,
}

impl SlowAnswer {
    /// All answers about a family.
    pub(crate) fn of(family: &SlowFamily, metric: Metric) -> SlowAnswer {
        let graph = family.graph(metric);
        let is_finish = |grid: &Vec<u8>| (family.is_finish)(&family.cells(grid, 2));
        let mut answer = SlowAnswer {
            boards: graph.boards.len() as u64,
            solved: graph.boards.iter().filter(|grid| is_finish(grid)).count() as u64,
            components: graph.components(),
            lengths: BTreeMap::new(),
            moves: BTreeMap::new(),
            unique: BTreeMap::new(),
        };
        for (grid, solved) in graph.boards.iter().zip(graph.distances(is_finish)) {
            let set = family.set(grid);
            let is_start = (family.is_start)(&family.cells(grid, 2));
            let solved = solved.filter(|_| is_start);
            let lengths = answer.lengths.entry(set.clone()).or_default();
            lengths.extend(solved.map(|own| own.0));
            let most = answer.moves.entry(set.clone()).or_default();
            *most = (*most).max(solved.map(|own| own.0));
            let most = answer.unique.entry(set).or_default();
            *most = (*most).max(solved.filter(|own| own.1 == 1).map(|own| own.0));
        }
        answer
    }
}

/// The forms of a set of a sweep on a board with this many columns.
pub(crate) fn forms_of(set: &PieceSet, columns: u32) -> Vec<Form> {
    let cells = |shape: u64| -> Form {
        let own = (0..64).filter(|cell| shape >> cell & 1 == 1);
        own.map(|cell: u32| ((cell / columns) as i32, (cell % columns) as i32))
            .collect()
    };
    let mut forms = Vec::new();
    for &(shape, count) in &set.shapes {
        forms.extend((0..count).map(|_| form(&cells(shape))));
    }
    forms.sort();
    forms.insert(0, form(&cells(set.goal_shape)));
    forms
}

/// What a run may use.
pub(crate) fn means(threads: usize) -> SweepMeans<'static> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    SweepMeans {
        threads,
        memory: 1 << 30,
        record: None,
        is_fresh: false,
        stop: &NEVER,
    }
}

/// The number of boards, that of solved ones, and the greatest lengths by set.
pub(crate) fn sweep(
    family: &Family,
    wanted: Wanted,
    threads: usize,
) -> Result<(u64, u64, SweptMoves), String> {
    let in_words = |error: slidewise_design::DesignError| error.to_string();
    let sweep = Sweep::new(family, wanted).map_err(in_words)?;
    let swept = sweep.run(means(threads), &|_| {}).map_err(in_words)?;
    let moves = swept.starts.by_set.into_iter();
    let moves = moves.map(|(set, start)| (set, start.map(|own| own.moves)));
    Ok((sweep.boards(), sweep.solved(), moves.collect()))
}

/// What is asked: the hardest start of each set of pieces.
pub(crate) fn wanted(metric: Metric, is_unique: bool) -> Wanted {
    Wanted {
        metric,
        by: SetKind::Pieces,
        least: 0,
        most: None,
        is_unique,
        is_minimal: false,
    }
}

/// The sets with the greatest lengths, one of each two mirror images.
fn first_of_mirrors(slow: &HardestBySet, mirrors: &[MirrorImage]) -> HardestBySet {
    let mut merged = HardestBySet::new();
    for (set, moves) in slow {
        let first = mirrors.iter().map(|mirror| {
            let mirrored = set.iter().map(|own| {
                let cells: Vec<_> = own.iter().map(|cell| mirror(*cell)).collect();
                form(&cells)
            });
            let mut mirrored: Vec<Form> = mirrored.collect();
            mirrored[1..].sort();
            mirrored
        });
        let first = first.chain([set.clone()]).min().unwrap();
        let most = merged.entry(first).or_default();
        *most = (*most).max(*moves);
    }
    merged
}

/// Compares a sweep by the shapes of pieces with the slow search, which it returns; sets that are
/// mirror images are compared as one.
pub(crate) fn difference(
    family: &Family,
    slow: &SlowFamily,
    metric: Metric,
    mirrors: &[MirrorImage],
    counts_boards: bool,
) -> Result<SlowAnswer, String> {
    let answer = SlowAnswer::of(slow, metric);
    for is_unique in [false, true] {
        let (boards, _, moves) = sweep(family, wanted(metric, is_unique), 2)?;
        if counts_boards && boards != answer.boards {
            return Err(format!(
                "{}: {boards} boards, not {}",
                family.name, answer.boards
            ));
        }
        let expected = if is_unique {
            &answer.unique
        } else {
            &answer.moves
        };
        let mut expected = first_of_mirrors(expected, mirrors);
        let columns = slow.columns as u32;
        let found = moves
            .into_iter()
            .map(|(set, own)| (forms_of(&set, columns), own));
        let mut found = first_of_mirrors(&found.collect(), mirrors);
        // A set without solution is listed or not; a restricted answer leaves it out.
        expected.retain(|_, own| own.is_some());
        found.retain(|_, own| own.is_some());
        if found != expected {
            let name = &family.name;
            return Err(format!(
                "{name} {metric:?} {is_unique}: {found:?}, not {expected:?}"
            ));
        }
    }
    Ok(answer)
}
