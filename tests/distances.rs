//! Diameter, radius, far pairs, components and symmetries against the oracle: random small puzzles,
//! whose every configuration is searched from with nothing but lists of neighbours.

use crate::oracle::random::PUZZLES;
use crate::oracle::restricted;
use crate::oracle::search::{Oracle, OracleMetric};
use crate::oracle::units;
use crate::support::cores::for_each;
use num_bigint::BigUint;
use slidewise::unstable::analysis::{Components, Diameter, DiameterQuery, Thresholds};
use slidewise::unstable::engine::graph::{Graph, Metric, SymmetryMap};
use slidewise::unstable::puzzle::{Puzzle, SymmetryGroup};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A component by texts and lists of neighbours.
struct Listed {
    texts: Vec<String>,
    neighbours: Vec<Vec<usize>>,
}

impl Listed {
    fn from_start(oracle: &Oracle, metric: OracleMetric) -> Listed {
        let mut number: BTreeMap<String, usize> = BTreeMap::from([(oracle.start(), 0)]);
        let mut listed = Listed {
            texts: vec![oracle.start()],
            neighbours: Vec::new(),
        };
        while let Some(text) = listed.texts.get(listed.neighbours.len()) {
            let found = oracle
                .neighbours(text, metric)
                .into_iter()
                .map(|neighbour| {
                    let next = number.len();
                    *number.entry(neighbour.clone()).or_insert_with(|| {
                        listed.texts.push(neighbour);
                        next
                    })
                });
            let found = found.collect();
            listed.neighbours.push(found);
        }
        listed
    }

    fn distances(&self, from: usize) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.texts.len()];
        distances[from] = 0;
        let mut order = vec![from];
        let mut done = 0;
        while let Some(&at) = order.get(done) {
            done += 1;
            for &next in &self.neighbours[at] {
                if distances[next] == usize::MAX {
                    distances[next] = distances[at] + 1;
                    order.push(next);
                }
            }
        }
        distances
    }

    /// Diameter, radius and pairs, by a search from each.
    fn measure(&self) -> (usize, usize, Vec<(String, String)>) {
        let (mut diameter, mut radius) = (0, usize::MAX);
        let mut pairs = Vec::new();
        for from in 0..self.texts.len() {
            let distances = self.distances(from);
            let eccentricity = distances.iter().copied().max().unwrap();
            radius = radius.min(eccentricity);
            if eccentricity > diameter {
                diameter = eccentricity;
                pairs.clear();
            }
            for (to, &distance) in distances.iter().enumerate().skip(from + 1) {
                if distance == diameter {
                    let mut pair = [self.texts[from].clone(), self.texts[to].clone()];
                    pair.sort();
                    let [one, other] = pair;
                    pairs.push((one, other));
                }
            }
        }
        pairs.sort();
        (diameter, radius, pairs)
    }
}

fn in_oracle(metric: Metric) -> OracleMetric {
    match metric {
        Metric::Step => OracleMetric::Step,
        Metric::Slide => OracleMetric::Slide,
        Metric::Move => OracleMetric::Move,
        Metric::Line => OracleMetric::Line,
    }
}

fn read(text: &str) -> Puzzle {
    Puzzle::from_toml("random", "random.toml", text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn measure(puzzle: &Puzzle, metric: Metric, effort: Thresholds, threads: usize) -> Diameter {
    let graph = Graph::new(puzzle, &puzzle.start, metric).unwrap();
    let start = graph.index_of(&puzzle.start).unwrap();
    let measurement = DiameterQuery {
        effort,
        threads,
        max_pairs: usize::MAX,
        ..DiameterQuery::new(&graph, start)
    };
    measurement.measure(&mut |_| {}).unwrap()
}

#[test]
fn diameters_in_lines_are_those_of_all_searches() {
    let measured = AtomicUsize::new(0);
    for_each(
        &units::BOARDS,
        |(seed, text)| format!("seed {seed}: {text}"),
        |(_, text)| {
            let Ok(puzzle) = Puzzle::from_toml("units", "units.toml", text) else {
                return;
            };
            let listed = Listed::from_start(&Oracle::read(text), OracleMetric::Line);
            if listed.texts.len() > 400 {
                return;
            }
            let (diameter, radius, pairs) = listed.measure();
            for effort in EFFORTS {
                let found = measure(&puzzle, Metric::Line, effort, 2);
                assert_eq!(found.diameter, diameter as u64, "{effort:?}");
                assert_eq!(found.radius, Some(radius as u64), "{effort:?}");
                assert_eq!(found.pairs, pairs, "{effort:?}");
            }
            measured.fetch_add(1, Ordering::Relaxed);
        },
    );
    assert!(measured.into_inner() >= 50);
}

/// Ways of going about it that small graphs would not see.
const EFFORTS: [Thresholds; 4] = [
    Thresholds::USUAL,
    // Pairs at once, and only pairs.
    Thresholds {
        before_pairs: 1,
        few_open: 0,
        before_waves: u64::MAX,
        ..Thresholds::USUAL
    },
    // All at once, from the beginning.
    Thresholds {
        before_pairs: u64::MAX,
        before_waves: 0,
        worth_waves: 1,
        ..Thresholds::USUAL
    },
    // One search a pattern by an engine; else pairs, then all that are left at once.
    Thresholds {
        before_pairs: 3,
        few_open: 0,
        before_waves: 5,
        little: u64::MAX,
        worth_waves: 1,
        before_engines: 0,
        ..Thresholds::USUAL
    },
];

#[test]
fn diameter_radius_and_pairs_are_those_of_all_searches() {
    let (measured, with_few_searches, with_symmetry) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    for_each(
        &[&PUZZLES[..], &restricted::PUZZLES].concat(),
        |(seed, text)| format!("seed {seed}: {text}"),
        |(seed, text)| {
            let oracle = Oracle::read(text);
            if oracle.reachable_within(800).is_none() {
                return;
            }
            let puzzle = read(text);
            let metric = Metric::OF_ONE_PIECE[(seed / 2 % 3) as usize];
            let listed = Listed::from_start(&oracle, in_oracle(metric));
            let (diameter, radius, pairs) = listed.measure();
            for (number, effort) in EFFORTS.into_iter().enumerate() {
                let found = measure(&puzzle, metric, effort, 1 + number % 2);
                let proof = found.proof;
                assert_eq!(found.diameter, diameter as u64, "{effort:?}");
                assert_eq!(found.radius, Some(radius as u64), "{effort:?}");
                assert_eq!(found.pair_count, pairs.len() as u128, "{effort:?}");
                assert_eq!(found.pairs, pairs, "{effort:?}");
                assert_eq!(proof.configurations, listed.texts.len() as u64);
                assert_eq!(
                    proof.orbits,
                    proof.searches() + proof.excluded_by_bounds + proof.excluded_by_pairs,
                    "{proof:?}"
                );
                if number == 0 && proof.searches() * 3 < proof.orbits {
                    with_few_searches.fetch_add(1, Ordering::Relaxed);
                }
                if number == 0 && proof.orbits < proof.configurations {
                    with_symmetry.fetch_add(1, Ordering::Relaxed);
                }
            }
            measured.fetch_add(1, Ordering::Relaxed);
        },
    );
    let counts = [measured, with_few_searches, with_symmetry].map(AtomicUsize::into_inner);
    eprintln!("measured, with few searches, with symmetry: {counts:?}");
    assert!(
        counts[0] >= 200 && counts[1] >= 50 && counts[2] >= 30,
        "{counts:?}"
    );
}

#[test]
fn pairs_are_all_listed_however_many_ways_there_are_of_exchanging_tiles() {
    // 11! exchanges; some dozens take the component to itself.
    let ring = "start = '''\nABCD\nK##E\nJ##F\n.IHG\n'''\ndistinct = true";
    let (diameter, radius, pairs) =
        Listed::from_start(&Oracle::read(ring), OracleMetric::Step).measure();
    assert_eq!((diameter, radius, pairs.len()), (66, 66, 66));
    let puzzle = read(ring);
    for effort in EFFORTS {
        let found = measure(&puzzle, Metric::Step, effort, 1);
        assert_eq!(found.pairs, pairs, "{effort:?}");
    }
}

#[test]
fn components_of_all_legal_configurations_are_those_that_neighbours_join() {
    let (counted, with_many) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for_each(
        &[&PUZZLES[..], &restricted::PUZZLES].concat(),
        |(seed, text)| format!("seed {seed}: {text}"),
        |(_, text)| {
            let oracle = Oracle::read(text);
            let Some(legal) = oracle.legal_configurations_within(3_000) else {
                return;
            };
            let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
            let mut size_of: BTreeMap<String, usize> = BTreeMap::new();
            let mut left = legal.clone();
            while let Some(first) = left.pop_first() {
                let mut component = vec![first];
                let mut done = 0;
                while let Some(text) = component.get(done) {
                    done += 1;
                    let found = oracle.neighbours(text, OracleMetric::Step).into_iter();
                    component.extend(found.filter(|neighbour| left.remove(neighbour)));
                }
                *sizes.entry(component.len()).or_default() += 1;
                let size = component.len();
                size_of.extend(component.into_iter().map(|text| (text, size)));
            }
            let puzzle = read(text);
            let found =
                Components::of(&puzzle, None, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
            assert_eq!(found.configurations(), BigUint::from(legal.len()));
            assert_eq!(found.positions.len(), found.sizes.len());
            let own = size_of[&puzzle.write_position(&puzzle.start)];
            assert_eq!(found.own, BigUint::from(own));
            for (position, (size, _)) in found.positions.iter().zip(&found.sizes) {
                let text = puzzle.write_position(position);
                assert_eq!(BigUint::from(size_of[&text]), *size, "{text}");
                assert_eq!(*position == puzzle.start, *size == found.own, "{text}");
            }
            let expected: Vec<(BigUint, BigUint)> = sizes
                .into_iter()
                .rev()
                .map(|(size, count)| (size.into(), count.into()))
                .collect();
            assert_eq!(found.sizes, expected);
            counted.fetch_add(1, Ordering::Relaxed);
            with_many.fetch_add(usize::from(expected.len() > 1), Ordering::Relaxed);
        },
    );
    let counts = [counted, with_many].map(AtomicUsize::into_inner);
    eprintln!("counted, with components of different sizes: {counts:?}");
    assert!(counts[0] >= 150 && counts[1] >= 40, "{counts:?}");
}

#[test]
fn symmetries_take_neighbours_to_neighbours() {
    let (turns, exchanges) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for_each(
        &[&PUZZLES[..], &restricted::PUZZLES].concat(),
        |(seed, text)| format!("seed {seed}: {text}"),
        |(seed, text)| {
            let (puzzle, oracle) = (read(text), Oracle::read(text));
            let symmetries = SymmetryGroup::of(&puzzle);
            let metric = Metric::OF_ONE_PIECE[(seed % 3) as usize];
            let mut positions: Vec<String> = vec![oracle.start()];
            for at in 0..12 {
                let further = positions
                    .get(at)
                    .map(|text| oracle.neighbours(text, in_oracle(metric)));
                positions.extend(further.into_iter().flatten());
            }
            let graph = Graph::new(&puzzle, &puzzle.start, metric).unwrap();
            let elements: Vec<_> = symmetries.elements().take(17).collect();
            assert!(elements[0].is_identity());
            assert!(elements[1..].iter().all(|element| !element.is_identity()));
            assert_eq!(elements.len() == 17, symmetries.len() >= 17u32.into());
            for symmetry in elements.iter().skip(1) {
                let kind = if symmetry.turn.is_identity() {
                    &exchanges
                } else {
                    &turns
                };
                kind.fetch_add(1, Ordering::Relaxed);
                let mut by_number = SymmetryMap::new(&graph, symmetry);
                let image = |text: &String| {
                    let configuration = puzzle.read_position(text).unwrap();
                    let image = symmetry.image(&puzzle, &configuration);
                    let index = graph.index_of(&configuration).unwrap();
                    let number = by_number.as_mut().and_then(|images| images.of(index));
                    assert_eq!(number, graph.index_of(&image));
                    let back = symmetries.find_mapping(&puzzle, &image, &configuration);
                    let back = back.expect("what is an image can be taken back");
                    assert_eq!(back.image(&puzzle, &image), configuration);
                    puzzle.write_position(&image)
                };
                let texts: Vec<&String> =
                    positions.iter().step_by(1 + positions.len() / 5).collect();
                let mut image = image;
                for text in texts {
                    let neighbours = oracle.neighbours(text, in_oracle(metric));
                    let images: BTreeSet<String> = neighbours.iter().map(&mut image).collect();
                    let of_image = image(text);
                    assert!(oracle.is_legal(&of_image));
                    assert_eq!(
                        images,
                        oracle.neighbours(&of_image, in_oracle(metric)),
                        "{symmetry:?}"
                    );
                }
            }
        },
    );
    let counts = [turns, exchanges].map(AtomicUsize::into_inner);
    eprintln!("turns, exchanges: {counts:?}");
    assert!(counts[0] >= 200 && counts[1] >= 400, "{counts:?}");
}

#[test]
fn pieces_that_cannot_move_are_exchanged_in_other_components() {
    for (start, count) in [
        ("B#A", 2u32),
        ("B#A#C", 6),
        ("BC#AA", 4),
        ("B#A#.", 6),
        ("BB#AA", 2),
        ("B#AA", 1),
    ] {
        let text = format!("start = '{start}'\ndistinct = true\n");
        let puzzle = read(&text);
        let stop = AtomicBool::new(false);
        let found = Components::of(&puzzle, None, &stop, &mut |_, _| {}).unwrap();
        assert_eq!(found.sizes, [(1u32.into(), count.into())], "{start}");
        assert_eq!(found.own, 1u32.into());
    }
}
