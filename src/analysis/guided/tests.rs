//! Guided searches against a plain search of all positions, which shares no code with them.

use super::{AdditiveTables, GuidedQuery, GuidedResult, KeptGroup, TablesError, cell_images};
use slidewise_board::Board;
use slidewise_engine::search::{PatternDatabase, StopFlag};
use slidewise_store::Marks;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// A goal, the groups of tiles that are kept, and the number of sums that they give.
type Case<'c> = (&'c [u8], &'c [&'c [u8]], usize);

/// Positions one step away.
fn steps(columns: usize, position: &[u8]) -> Vec<Vec<u8>> {
    let empty = position.iter().position(|&tile| tile == 0).unwrap();
    let mut after = Vec::new();
    for from in 0..position.len() {
        let (row, column) = (from / columns, from % columns);
        let apart = row.abs_diff(empty / columns) + column.abs_diff(empty % columns);
        if apart == 1 {
            let mut next = position.to_vec();
            next.swap(from, empty);
            after.push(next);
        }
    }
    after
}

/// Distance of each position to the goal, and its number of shortest ways.
fn distances(columns: usize, goal: &[u8]) -> HashMap<Vec<u8>, (u32, u64)> {
    let mut known = HashMap::from([(goal.to_vec(), (0, 1))]);
    let mut layer = vec![goal.to_vec()];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for position in layer {
            let ways = known[&position].1;
            for after in steps(columns, &position) {
                match known.get_mut(&after) {
                    Some((at, sum)) if *at == distance => *sum += ways,
                    Some(_) => {}
                    None => {
                        known.insert(after.clone(), (distance, ways));
                        next.push(after);
                    }
                }
            }
        }
        layer = next;
    }
    known
}

fn tables(rows: usize, columns: usize, goal: &[u8], groups: &[&[u8]]) -> AdditiveTables {
    let board = Board::new(rows, columns, |_| false).unwrap();
    let place = |tile| goal.iter().position(|&own| own == tile).unwrap() as u8;
    let groups = groups.iter().map(|tiles| {
        let cells: Vec<u8> = tiles.iter().map(|&tile| place(tile)).collect();
        let mut database = PatternDatabase::in_memory(&board, &cells, place(0)).unwrap();
        let ended = database.explore(1, StopFlag::never(), &mut |_| ControlFlow::Continue(()));
        ended.unwrap();
        KeptGroup {
            tiles: tiles.to_vec(),
            database,
        }
    });
    AdditiveTables::new(&board, goal, groups.collect()).unwrap()
}

/// Checks the way of an answer step by step, and that it is the least of its length.
fn check_path(columns: usize, start: &[u8], path: &[u8], known: &HashMap<Vec<u8>, (u32, u64)>) {
    let mut position = start.to_vec();
    for cells in path.windows(2) {
        let distance = known[&position].0;
        // The tile that moves is on the cell that becomes empty; the least such cell comes first.
        let mut nearer: Vec<(u8, Vec<u8>)> = steps(columns, &position)
            .into_iter()
            .filter(|next| known[next].0 + 1 == distance)
            .map(|next| (next.iter().position(|&tile| tile == 0).unwrap() as u8, next))
            .collect();
        nearer.sort_unstable();
        assert_eq!(position[usize::from(cells[0])], 0);
        assert_eq!(nearer[0].0, cells[1]);
        position = nearer.swap_remove(0).1;
    }
    assert_eq!(known[&position].0, 0);
}

fn counting() -> GuidedQuery<'static> {
    GuidedQuery {
        counts_all: true,
        ..GuidedQuery::default()
    }
}

#[test]
fn all_positions_of_2x3_have_their_distance_and_number_of_ways() {
    let cases: [Case<'_>; 4] = [
        (&[0, 1, 2, 3, 4, 5], &[&[1, 2, 3], &[4, 5]], 1),
        (&[1, 2, 3, 4, 5, 0], &[&[1, 2, 3, 4, 5]], 1),
        (&[3, 0, 2, 5, 1, 4], &[&[1, 2], &[4, 3, 5]], 2),
        (&[1, 2, 3, 4, 5, 0], &[&[4, 1]], 1),
    ];
    for (goal, groups, sums) in cases {
        let tables = tables(2, 3, goal, groups);
        assert_eq!(tables.sums(), sums);
        let known = distances(3, goal);
        assert_eq!(known.len(), 360);
        for (start, &(distance, ways)) in &known {
            let answer = tables.solve(start, counting(), &mut |_, _| {}).unwrap();
            assert_eq!(answer.distance(), Some(distance));
            let GuidedResult::Solved { path, ways: found } = answer.result else {
                panic!("{answer:?}");
            };
            assert_eq!(found, Some(ways));
            check_path(3, start, &path, &known);
            let mut other = start.clone();
            let tiles: Vec<usize> = (0..6).filter(|&cell| other[cell] != 0).take(2).collect();
            other.swap(tiles[0], tiles[1]);
            let answer = tables.solve(&other, counting(), &mut |_, _| {}).unwrap();
            assert_eq!(answer.result, GuidedResult::Unsolvable);
            assert_eq!(tables.bound(&other), Ok(None));
        }
    }
}

#[test]
fn bounds_of_3x3_are_admissible_and_consistent_everywhere() {
    let cases: [Case<'_>; 4] = [
        (
            &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            &[&[1, 2, 3, 4], &[5, 6, 7, 8]],
            2,
        ),
        (
            &[1, 2, 3, 4, 5, 6, 7, 8, 0],
            &[&[1, 2, 3, 5, 4], &[6, 8, 7]],
            2,
        ),
        (
            &[1, 2, 3, 8, 0, 4, 7, 6, 5],
            &[&[1, 2, 3, 8], &[4, 7, 6, 5]],
            4,
        ),
        (&[0, 1, 2, 3, 4, 5, 6, 7, 8], &[&[8, 1, 6, 3, 5]], 2),
    ];
    for (goal, groups, sums) in cases {
        let tables = tables(3, 3, goal, groups);
        assert_eq!(tables.sums(), sums);
        let known = distances(3, goal);
        assert_eq!(known.len(), 181_440);
        let bound = |position: &[u8]| tables.bound(position).unwrap().unwrap();
        let bounds: HashMap<&Vec<u8>, u32> = known
            .keys()
            .map(|position| (position, bound(position)))
            .collect();
        let mut asked = 0;
        for (position, &(distance, ways)) in &known {
            assert!(bounds[position] <= distance);
            for next in steps(3, position) {
                assert!(bounds[&next].abs_diff(bounds[position]) <= 1);
            }
            let draw = position.iter().fold(7u64, |draw, &tile| {
                (draw ^ u64::from(tile)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            });
            if draw >> 32 & 1023 == 5 {
                asked += 1;
                let answer = tables.solve(position, counting(), &mut |_, _| {}).unwrap();
                let GuidedResult::Solved { path, ways: found } = answer.result else {
                    panic!("{answer:?}");
                };
                assert_eq!((path.len() as u32 - 1, found), (distance, Some(ways)));
                check_path(3, position, &path, &known);
                let first = tables.solve(position, GuidedQuery::default(), &mut |_, _| {});
                let first = first.unwrap();
                assert!(first.nodes <= answer.nodes);
                assert_eq!(first.result, GuidedResult::Solved { path, ways: None });
            }
        }
        assert!(asked > 100, "{asked}");
    }
}

/// The grid alone finds what a plain search finds, from all positions of small boards.
#[test]
fn the_grid_alone_bounds_all_positions_and_finds_the_same_ways() {
    let cases: [(usize, usize, &[u8], usize); 4] = [
        (2, 3, &[1, 2, 3, 4, 5, 0], 1),
        (3, 2, &[3, 0, 2, 5, 1, 4], 1),
        (3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0], 997),
        (3, 3, &[1, 2, 3, 8, 0, 4, 7, 6, 5], 997),
    ];
    for (rows, columns, goal, part) in cases {
        let board = Board::new(rows, columns, |_| false).unwrap();
        let grid = AdditiveTables::of_grid(&board, goal).unwrap();
        assert_eq!(grid.sums(), 1);
        let mut known: Vec<_> = distances(columns, goal).into_iter().collect();
        known.sort_unstable();
        let bounds: HashMap<Vec<u8>, u32> = known
            .iter()
            .map(|(position, _)| (position.clone(), grid.bound(position).unwrap().unwrap()))
            .collect();
        let all: HashMap<Vec<u8>, (u32, u64)> = known.iter().cloned().collect();
        for (number, (position, (distance, ways))) in known.iter().enumerate() {
            let own = bounds[position];
            assert!(own <= *distance && (distance - own).is_multiple_of(2));
            for next in steps(columns, position) {
                assert_eq!(bounds[&next].abs_diff(own), 1);
            }
            if number % part > 0 {
                continue;
            }
            let answer = grid.solve(position, counting(), &mut |_, _| {}).unwrap();
            let GuidedResult::Solved { path, ways: found } = answer.result else {
                panic!("{answer:?}");
            };
            assert_eq!((path.len() as u32 - 1, found), (*distance, Some(*ways)));
            check_path(columns, position, &path, &all);
        }
    }
}

#[test]
fn the_grid_and_tables_find_the_same_way_on_boards_drawn_at_random() {
    let mut draw = 11u64;
    for (rows, columns) in [(3, 4), (4, 3), (4, 4), (2, 7)] {
        let cells = (rows * columns) as u8;
        let goal: Vec<u8> = (1..cells).chain([0]).collect();
        let half = cells / 2;
        let groups: [Vec<u8>; 3] = [
            (1..half - 2).collect(),
            (half - 2..half + 2).collect(),
            (half + 2..cells).collect(),
        ];
        let groups = groups.each_ref().map(|group| &group[..]);
        let tables = tables(rows, columns, &goal, &groups);
        let board = Board::new(rows, columns, |_| false).unwrap();
        let grid = AdditiveTables::of_grid(&board, &goal).unwrap();
        for _ in 0..12 {
            let mut position = goal.clone();
            for _ in 0..24 {
                let all = steps(columns, &position);
                draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position = all[(draw >> 33) as usize % all.len()].clone();
            }
            let by = |tables: &AdditiveTables| {
                let answer = tables.solve(&position, counting(), &mut |_, _| {});
                answer.unwrap().result
            };
            assert_eq!(by(&grid), by(&tables), "{position:?}");
        }
    }
}

#[test]
fn a_board_of_256_cells_is_solved_by_the_grid() {
    let board = Board::new(16, 16, |_| false).unwrap();
    let goal: Vec<u8> = (1..=u8::MAX).chain([0]).collect();
    let grid = AdditiveTables::of_grid(&board, &goal).unwrap();
    let mut start = goal.clone();
    let mut empty = 255;
    for to in [239, 238, 254, 253, 237] {
        start.swap(empty, to);
        empty = to;
    }
    let answer = grid.solve(&start, counting(), &mut |_, _| {}).unwrap();
    assert_eq!(answer.distance(), Some(5));
    let many = Board::new(16, 17, |_| false).unwrap();
    assert!(AdditiveTables::of_grid(&many, &goal).is_err());
    // Without nodes, the search ends after an iteration, with a bound.
    start.swap(0, 17);
    start.swap(1, 18);
    let query = GuidedQuery {
        max_nodes: 0,
        ..GuidedQuery::default()
    };
    let answer = grid.solve(&start, query, &mut |_, _| {}).unwrap();
    let GuidedResult::Stopped { at_least } = answer.result else {
        panic!("{answer:?}");
    };
    assert!(at_least > 5 && answer.nodes > 0, "{answer:?}");
}

/// Tables of few tiles, and a position far from their goal.
fn few_tiles() -> (AdditiveTables, Vec<u8>) {
    let goal: Vec<u8> = (0..12).collect();
    let tables = tables(3, 4, &goal, &[&[1, 2, 3], &[5, 6, 7]]);
    let mut position = goal.clone();
    let mut before = goal;
    for step in 0..400usize {
        let all = steps(4, &position);
        let next: Vec<_> = all.into_iter().filter(|next| *next != before).collect();
        before = position;
        position = next[(step * step + step / 3) % next.len()].clone();
    }
    (tables, position)
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let (tables, position) = few_tiles();
    let asked = |threads, counts_all| {
        let query = GuidedQuery {
            threads,
            counts_all,
            ..GuidedQuery::default()
        };
        tables.solve(&position, query, &mut |_, _| {}).unwrap()
    };
    for counts_all in [false, true] {
        let alone = asked(1, counts_all);
        assert!(alone.nodes > 20_000, "{}", alone.nodes);
        for threads in [0, 2, 5] {
            assert_eq!(asked(threads, counts_all), alone);
        }
    }
}

#[test]
fn a_stopped_search_says_what_is_proved() {
    let (tables, start) = few_tiles();
    let mut limits = Vec::new();
    let whole = tables.solve(&start, GuidedQuery::default(), &mut |limit, _| {
        limits.push(limit);
    });
    let whole = whole.unwrap();
    assert_eq!(limits.last().copied(), whole.distance());
    assert!(limits.len() > 3 && limits.is_sorted(), "{limits:?}");
    // Raised before one of the iterations that find no way.
    for (number, &limit) in limits[..limits.len() - 1].iter().enumerate() {
        let stop = AtomicBool::new(false);
        let query = GuidedQuery {
            stop: &stop,
            ..GuidedQuery::default()
        };
        let mut begun = 0;
        let answer = tables.solve(&start, query, &mut |_, _| {
            stop.store(begun == number, Ordering::Relaxed);
            begun += 1;
        });
        let answer = answer.unwrap();
        assert_eq!(answer.result, GuidedResult::Stopped { at_least: limit });
        assert_eq!((answer.distance(), begun), (None, number + 1));
        assert!(answer.nodes < whole.nodes);
    }
}

#[test]
fn ways_of_an_image_are_the_images_of_ways() {
    let board = Board::new(3, 3, |_| false).unwrap();
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let groups: [&[u8]; 2] = [&[1, 2, 3, 4], &[5, 6, 7, 8]];
    let known = distances(3, &goal);
    let images = cell_images(&board);
    assert_eq!(images.len(), 8);
    for image in images {
        let moved = |position: &[u8]| {
            let mut moved = vec![0; position.len()];
            for (&tile, &cell) in position.iter().zip(&image) {
                moved[usize::from(cell)] = tile;
            }
            moved
        };
        let mut ranks = vec![0; image.len()];
        for (cell, &to) in (0..).zip(&image) {
            ranks[usize::from(to)] = cell;
        }
        let tables = tables(3, 3, &moved(&goal), &groups).by_cell_ranks(&ranks);
        for start in known.keys().filter(|start| known[*start].0 == 20).take(20) {
            let answer = tables
                .solve(&moved(start), counting(), &mut |_, _| {})
                .unwrap();
            let GuidedResult::Solved { path, ways } = answer.result else {
                panic!("{answer:?}");
            };
            assert_eq!(ways, Some(known[start].1));
            let path = path.iter().map(|&cell| ranks[usize::from(cell)]);
            check_path(3, start, &path.collect::<Vec<u8>>(), &known);
        }
    }
}

#[test]
fn more_groups_than_a_search_can_number_give_fewer_sums() {
    let goal = [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    ];
    // One pair that no symmetry keeps.
    let mut groups = vec![vec![1, 2]];
    groups.extend((3..25).map(|tile| vec![tile]));
    let groups: Vec<&[u8]> = groups.iter().map(|group| &group[..]).collect();
    assert_eq!(tables(5, 5, &goal, &groups).sums(), 8);
    let goal: Vec<u8> = (1..25).chain([0]).chain(25..49).collect();
    let mut groups = vec![vec![1, 2]];
    groups.extend((3..49).map(|tile| vec![tile]));
    let groups: Vec<&[u8]> = groups.iter().map(|group| &group[..]).collect();
    let many = tables(7, 7, &goal, &groups);
    assert_eq!((groups.len(), many.sums()), (47, 5));
    let mut start = goal.clone();
    let mut empty = 24;
    for to in [25, 32, 31, 24, 17, 18] {
        start.swap(empty, to);
        empty = to;
    }
    let answer = many.solve(&start, counting(), &mut |_, _| {}).unwrap();
    assert_eq!(answer.distance(), Some(6));
}

#[test]
fn tables_that_do_not_add_up_or_have_another_goal_are_refused() {
    let goal: Vec<u8> = (0..6).collect();
    let board = Board::new(2, 3, |_| false).unwrap();
    let group = |tiles: &[u8], cells: &[u8]| {
        let mut database = PatternDatabase::in_memory(&board, cells, 0).unwrap();
        let ended = database.explore(1, StopFlag::never(), &mut |_| ControlFlow::Continue(()));
        ended.unwrap();
        KeptGroup {
            tiles: tiles.to_vec(),
            database,
        }
    };
    let joined = |groups| AdditiveTables::new(&board, &goal, groups).map(|_| ());
    assert_eq!(joined(vec![group(&[1, 2], &[1, 2])]), Ok(()));
    let twice = vec![group(&[1, 2], &[1, 2]), group(&[2], &[2])];
    assert_eq!(joined(twice), Err(TablesError::Shared { tile: 2 }));
    for other in [
        group(&[1, 2], &[1, 3]),
        group(&[9], &[1]),
        group(&[0], &[1]),
    ] {
        assert_eq!(joined(vec![other]), Err(TablesError::OtherGoal));
    }
    let other_board = Board::new(3, 2, |_| false).unwrap();
    let made = AdditiveTables::new(&other_board, &goal, vec![group(&[1, 2], &[1, 2])]);
    assert_eq!(made.map(|_| ()), Err(TablesError::OtherGoal));
    let too_few = group(&[1, 2], &[1]);
    assert_eq!(joined(vec![too_few]), Err(TablesError::OtherGoal));
    // The goal's entry has distance 0, or the table is none of this goal.
    let wrong = group(&[1, 2], &[1, 2]);
    let tiles = wrong.database.tiles();
    let entry = tiles.number(&tiles.vertex(&[1, 2], 0));
    wrong.database.marks().clear();
    wrong.database.marks().set_alone(entry, Marks::mark_of(1));
    assert_eq!(joined(vec![wrong]), Err(TablesError::OtherGoal));
    let flat = Board::new(1, 6, |_| false).unwrap();
    let made = AdditiveTables::new(&flat, &goal, Vec::new());
    assert_eq!(made.map(|_| ()), Err(TablesError::Board));
    let whole = AdditiveTables::new(&board, &goal, Vec::new()).unwrap();
    for wrong in [
        &[0, 1, 2, 3, 4][..],
        &[0, 1, 2, 3, 4, 4],
        &[1, 2, 3, 4, 5, 6],
    ] {
        let asked = whole.solve(wrong, GuidedQuery::default(), &mut |_, _| {});
        assert_eq!(asked, Err(TablesError::Position { last: 5 }));
    }
}
