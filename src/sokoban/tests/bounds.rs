//! The bounds of levels against exact distances and against a twin that works on squares of text.

use slidewise_sokoban::{Collection, Level, LevelBounds, LevelMetric, Placing, builtin};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// Most positions of a level that is explored.
const MOST: usize = 6_000;

type TextSquare = (usize, usize);

/// Adds two squares, of which the second is a step.
fn plus(at: TextSquare, (rows, columns): (isize, isize)) -> TextSquare {
    let sum = |one: usize, by: isize| one.wrapping_add_signed(by);
    (sum(at.0, rows), sum(at.1, columns))
}

const WAYS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// A level as squares, for a single box.
struct SingleBox {
    floor: BTreeSet<TextSquare>,
    /// The least pushes to each goal, from the squares of box and player.
    pushes: HashMap<(TextSquare, TextSquare), Vec<Option<usize>>>,
}

impl SingleBox {
    fn new(level: &Level, goals: &[TextSquare]) -> SingleBox {
        let (rows, columns) = level.size();
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let floor = squares.filter(|&(row, column)| !level.is_wall(row, column));
        let mut own = SingleBox {
            floor: floor.collect(),
            pushes: HashMap::new(),
        };
        for &at in &own.floor.clone() {
            for player in own.floor.clone().into_iter().filter(|&own| own != at) {
                let reach = goals.iter().map(|&goal| own.least((at, player), goal));
                let reach = reach.collect();
                own.pushes.insert((at, player), reach);
            }
        }
        own
    }

    /// The least pushes, by states of box and player: a push counts one, a step nothing.
    fn least(&self, from: (TextSquare, TextSquare), goal: TextSquare) -> Option<usize> {
        let mut seen = BTreeSet::new();
        let mut open = VecDeque::from([(from, 0)]);
        while let Some(((at, player), pushes)) = open.pop_front() {
            if !seen.insert((at, player)) {
                continue;
            }
            if at == goal {
                return Some(pushes);
            }
            for way in WAYS {
                let next = plus(player, way);
                if next != at && self.floor.contains(&next) {
                    open.push_front(((at, next), pushes));
                } else if next == at && self.floor.contains(&plus(at, way)) {
                    open.push_back(((plus(at, way), at), pushes + 1));
                }
            }
        }
        None
    }

    /// The cheapest of all assignments of boxes to goals.
    fn cheapest(
        &self,
        boxes: &[TextSquare],
        player: TextSquare,
        taken: &mut [bool],
    ) -> Option<usize> {
        let Some((&first, rest)) = boxes.split_first() else {
            return Some(0);
        };
        let mut least = None;
        for goal in 0..taken.len() {
            let own = self.pushes[&(first, player)][goal];
            if let Some(own) = own.filter(|_| !taken[goal]) {
                taken[goal] = true;
                let all = self.cheapest(rest, player, taken).map(|rest| rest + own);
                taken[goal] = false;
                least = [least, all].into_iter().flatten().min();
            }
        }
        least
    }
}

/// All positions that the start leads to by pushes, with the numbers of the next ones; `None` if
/// there are too many.
fn explored(level: &Level) -> Option<(Vec<Placing>, Vec<Vec<usize>>)> {
    let start = level.at_least_cell(level.start());
    let mut numbers = HashMap::from([((start.boxes.clone(), start.player), 0)]);
    let (mut positions, mut edges) = (vec![start], Vec::new());
    while edges.len() < positions.len() {
        let onward = level.successors(&positions[edges.len()], LevelMetric::Push);
        let mut own = Vec::new();
        for next in onward {
            let key = (next.after.boxes.clone(), next.after.player);
            let number = *numbers.entry(key).or_insert(positions.len());
            if number == positions.len() {
                positions.push(next.after);
            }
            own.push(number);
        }
        edges.push(own);
        if positions.len() > MOST {
            return None;
        }
    }
    Some((positions, edges))
}

/// The least pushes from each position to a solved one.
fn distances(level: &Level, positions: &[Placing], edges: &[Vec<usize>]) -> Vec<Option<u32>> {
    let solved = (0..positions.len()).filter(|&own| level.is_solved(&positions[own]));
    let mut open: VecDeque<usize> = solved.collect();
    let mut found = vec![None; positions.len()];
    open.iter().for_each(|&own| found[own] = Some(0));
    let mut back = vec![Vec::new(); positions.len()];
    for (from, onward) in edges.iter().enumerate() {
        onward.iter().for_each(|&to| back[to].push(from));
    }
    while let Some(at) = open.pop_front() {
        for &before in &back[at] {
            if found[before].is_none() {
                found[before] = found[at].map(|own| own + 1);
                open.push_back(before);
            }
        }
    }
    found
}

#[test]
fn bounds_are_admissible_consistent_and_those_of_single_boxes() {
    let levels = Collection::read(builtin("microban").unwrap().as_bytes()).unwrap();
    let (mut met, mut dead, mut proved_dead, mut rises) = (0, 0, 0, 0);
    for entry in levels.entries.iter().take(40) {
        let level = &entry.level().unwrap();
        let goals = level.goal_cells().unwrap();
        let Some((positions, edges)) = explored(level).filter(|_| goals.len() < 6) else {
            continue;
        };
        met += 1;
        let square = |cell: u16| level.row_and_column(cell);
        let goals: Vec<TextSquare> = goals.iter().map(|&cell| square(cell)).collect();
        let single = SingleBox::new(level, &goals);
        let bounds = LevelBounds::new(level);
        let all: Vec<Option<u32>> = positions.iter().map(|own| bounds.bound(own)).collect();
        let exact = distances(level, &positions, &edges);
        for (number, position) in positions.iter().enumerate() {
            let (own, distance) = (all[number], exact[number]);
            dead += usize::from(distance.is_none());
            proved_dead += usize::from(own.is_none());
            // A bound of none proves that no way leads to a solution.
            assert!(distance.is_none_or(|distance| own.is_some_and(|own| own <= distance)));
            for &next in &edges[number] {
                let next = all[next].unwrap_or(u32::MAX - 1);
                assert!(own.is_none() || own <= Some(next + 1));
                rises += usize::from(own.is_some_and(|own| next > own + 1 && next < 1 << 20));
            }
            if number % 7 == 0 {
                let boxes: Vec<TextSquare> =
                    position.boxes.iter().map(|&cell| square(cell)).collect();
                let taken = &mut vec![false; goals.len()];
                let twin = single.cheapest(&boxes, square(position.player), taken);
                assert_eq!(own.map(|own| own as usize), twin);
            }
        }
    }
    assert!(met >= 8, "{met}");
    assert!(
        dead > proved_dead && proved_dead > 100 && rises > 0,
        "{dead} {proved_dead} {rises}"
    );
}

#[test]
fn a_level_that_cannot_be_solved_has_no_bounds() {
    // A box out of the player's reach stands beside its goal.
    let level = Level::read("#######\n#@$. ##\n#######\n## $.##\n#######").unwrap();
    assert_eq!(LevelBounds::new(&level).bound(level.start()), None);
    assert_eq!(LevelBounds::bytes_for(&level), 0);
}
