//! Ways longer than the shortest, kinds of ways, distances to sets of positions and packs, against
//! the oracle: on random small puzzles they are counted by nothing but lists of neighbours.

use crate::oracle::random::PUZZLES;
use crate::oracle::restricted;
use crate::oracle::search::{Oracle, OracleMetric};
use crate::support::cores::for_each;
use crate::support::random::SplitMix;
use crate::support::replay::replay;
use num_bigint::BigUint;
use slidewise::unstable::analysis::{Move, Path, WayClasses, WayLikeness};
use slidewise::unstable::app::{
    Cause, Explorer, Keep, Problem, Question, SampleRequest, SolveMethod, Target, WantedWays,
};
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::engine::search::StopFlag;
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most positions of a puzzle that is looked at.
const MOST: usize = 800;
/// Most ways that are listed for each puzzle.
const LISTED: usize = 300;

/// The random puzzles that have few positions.
static SMALL: LazyLock<Vec<(u64, String)>> = LazyLock::new(|| {
    let all = [&PUZZLES[..320], &restricted::PUZZLES].concat();
    let is_small = |(_, text): &(u64, String)| Oracle::read(text).reachable_within(MOST).is_some();
    all.into_iter().filter(is_small).collect()
});

fn for_each_puzzle(check: impl Fn(&Puzzle, &Oracle, (Metric, OracleMetric), &mut SplitMix) + Sync) {
    let named = |(seed, text): &(u64, String)| format!("seed {seed}: {text}");
    assert!(SMALL.len() >= 200, "{}", SMALL.len());
    for_each(&SMALL, named, |(seed, text)| {
        let puzzle = Puzzle::from_toml("random", "random.toml", text).unwrap();
        let number = (seed % 3) as usize;
        let metrics = (Metric::OF_ONE_PIECE[number], OracleMetric::ALL[number]);
        let mut random = SplitMix::new(*seed);
        check(&puzzle, &Oracle::read(text), metrics, &mut random);
    });
}

/// The lists of neighbours of all positions that Start leads to.
fn lists(oracle: &Oracle, metric: OracleMetric) -> BTreeMap<String, BTreeSet<String>> {
    let reached = oracle.generations(metric, &[oracle.start()]);
    let texts = reached.into_iter().flatten();
    texts
        .map(|text| (text.clone(), oracle.neighbours(&text, metric)))
        .collect()
}

/// The number of ways from Start of each length that end at the first goal they meet, up to those
/// of `extra` moves more than the fewest; nothing if there is none.
fn ways_by_length(
    oracle: &Oracle,
    lists: &BTreeMap<String, BTreeSet<String>>,
    is_goal: &dyn Fn(&str) -> bool,
    extra: usize,
) -> Vec<BigUint> {
    if !lists.keys().any(|text| is_goal(text)) {
        return Vec::new();
    }
    let mut now: BTreeMap<&str, BigUint> = BTreeMap::new();
    let start = oracle.start();
    now.insert(lists.get_key_value(&start).unwrap().0, 1u32.into());
    let mut found = Vec::new();
    loop {
        let mut next: BTreeMap<&str, BigUint> = BTreeMap::new();
        let mut arrived = BigUint::ZERO;
        for (text, ways) in now {
            if is_goal(text) {
                arrived += ways;
                continue;
            }
            for neighbour in &lists[text] {
                *next.entry(neighbour).or_default() += &ways;
            }
        }
        found.push(arrived);
        let first = found.iter().position(|ways| *ways != BigUint::ZERO);
        if first.is_some_and(|first| found.len() > first + extra) {
            return found;
        }
        now = next;
    }
}

#[test]
fn longer_ways_are_as_many_as_a_plain_count_and_each_is_a_way() {
    let solved = AtomicU64::new(0);
    for_each_puzzle(|puzzle, oracle, (metric, own), random| {
        let lists = lists(oracle, own);
        let extra = random.below(5);
        let to_position = !oracle.has_goal() || random.below(4) == 0;
        let (target, aim) = if to_position {
            let at = random.below(lists.len() as u64) as usize;
            let text = lists.keys().nth(at).unwrap();
            let position = puzzle.read_position(text).unwrap();
            (Target::Position(position), Some(text.clone()))
        } else {
            (Target::Finish, None)
        };
        let is_goal = |text: &str| match &aim {
            Some(aim) => text == aim,
            None => oracle.is_goal(text),
        };
        let expected = ways_by_length(oracle, &lists, &is_goal, extra as usize);
        let first = expected.iter().position(|ways| *ways != BigUint::ZERO);
        let question = Question {
            wanted: WantedWays::Listed,
            extra,
            ..Question::of(target)
        };
        let mut paths: Vec<Path> = Vec::new();
        let answer =
            Explorer::new(puzzle)
                .metric(metric)
                .solve_with(&question, &mut |_, routes| {
                    paths.extend(routes.paths().take(LISTED));
                    Ok(())
                });
        let Some(first) = first else {
            assert_eq!(
                answer.unwrap_err().kind(),
                slidewise::unstable::app::ProblemKind::NotFound
            );
            return;
        };
        let answer = answer.unwrap();
        solved.fetch_add(1, Ordering::Relaxed);
        assert_eq!(answer.at_least, first as u64);
        assert_eq!(answer.routes.as_ref(), Some(&expected[first]));
        let longer = &expected[first + 1..=first + extra as usize];
        assert_eq!(answer.longer, longer, "{metric:?} {extra}");
        let all: BigUint = expected[first..=first + extra as usize].iter().sum();
        assert_eq!(BigUint::from(paths.len()), all.min(LISTED.into()));
        for pair in paths.windows(2) {
            let key = |path: &Path| (path.moves.len(), path.moves.clone());
            assert!(
                key(&pair[0]) < key(&pair[1]),
                "ways come in order, each once"
            );
        }
        for path in &paths {
            replay(puzzle, path, |from, moves| oracle.replay(from, moves));
            let texts: Vec<String> = path
                .positions
                .iter()
                .map(|p| puzzle.write_position(p))
                .collect();
            let (last, before) = texts.split_last().unwrap();
            assert!(is_goal(last) && !before.iter().any(|text| is_goal(text)));
        }
    });
    let solved = solved.into_inner();
    assert!(solved >= 150, "{solved}");
}

#[test]
fn a_kept_search_that_ended_at_the_goal_goes_on_for_longer_ways() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = Puzzle::open("lane-rouge").unwrap();
    let explorer = Explorer::new(&puzzle).metric(Metric::Move);
    let kept = explorer
        .clone()
        .keep(Keep::Folder(folder.path().to_owned()));
    let longer = |explorer: &Explorer, extra| {
        let question = Question {
            extra,
            ..Question::default()
        };
        let answer = explorer.solve(&question).unwrap();
        (answer.at_least, answer.routes, answer.longer)
    };
    let expected = (
        81,
        Some(256u32.into()),
        vec![18_048u32.into(), 713_536u32.into()],
    );
    assert_eq!(longer(&explorer, 2), expected);
    assert_eq!(longer(&kept, 0), (81, Some(256u32.into()), Vec::new()));
    assert_eq!(longer(&kept, 2), expected);
    assert_eq!(longer(&kept, 2), expected);
    for method in [SolveMethod::Meet, SolveMethod::Tables] {
        let question = Question {
            extra: 1,
            ..Question::default().by(method)
        };
        assert_eq!(kept.solve(&question).unwrap_err().cause(), &Cause::Input);
    }
    let little = explorer.memory(Some(4 << 20));
    let question = Question {
        extra: 60,
        ..Question::default()
    };
    let problem = little.solve(&question).unwrap_err();
    assert!(
        matches!(problem.cause(), Cause::OutOfMemory { .. }),
        "{problem}"
    );
}

/// All shortest ways of a puzzle, and what `WayClasses` makes of them.
fn classes(puzzle: &Puzzle, metric: Metric, likeness: WayLikeness) -> (Vec<Path>, WayClasses) {
    let mut found = None;
    let question = Question {
        wanted: WantedWays::Listed,
        extra: 0,
        ..Question::default()
    };
    let explorer = Explorer::new(puzzle).metric(metric);
    let answer = explorer.solve_with(&question, &mut |_, routes| {
        let paths: Vec<Path> = routes.paths().collect();
        let classes = WayClasses::of(routes, likeness, 1 << 30, StopFlag::never())?;
        let firsts: Vec<(Path, u64)> = classes.paths(routes).collect();
        assert_eq!(firsts.len(), classes.firsts.len());
        for ((path, alike), (first, ways)) in firsts.into_iter().zip(&classes.firsts) {
            assert_eq!((&path, alike), (&paths[*first as usize], *ways));
        }
        found = Some((paths, classes));
        Ok(())
    });
    assert!(answer.unwrap().way.is_some());
    found.unwrap()
}

/// Joins each way with the others that have one of its keys, and gives the first way of each set
/// with the number of its ways.
fn joined<K: Ord>(keys: &[Vec<K>]) -> Vec<(u64, u64)> {
    let mut set: Vec<usize> = (0..keys.len()).collect();
    loop {
        let mut least: BTreeMap<&K, usize> = BTreeMap::new();
        for (own, keys) in set.iter().zip(keys) {
            for key in keys {
                let known = least.entry(key).or_insert(*own);
                *known = (*known).min(*own);
            }
        }
        let next = keys
            .iter()
            .map(|keys| keys.iter().map(|key| least[key]).min().unwrap());
        let next: Vec<usize> = next.collect();
        if next == set {
            break;
        }
        set = next;
    }
    let mut sizes: BTreeMap<usize, u64> = BTreeMap::new();
    for own in set {
        *sizes.entry(own).or_default() += 1;
    }
    sizes
        .into_iter()
        .map(|(own, ways)| (own as u64, ways))
        .collect()
}

/// The moves of a way in ascending order, each by the class of its piece and its cells.
fn sorted_moves(path: &Path) -> Vec<String> {
    let word = |by: &Move| format!("{} {:?} {:?}", by.class, by.from, by.to);
    let mut words: Vec<String> = path.moves.iter().map(word).collect();
    words.sort();
    words
}

/// The positions of a way, mirrored left to right.
fn mirrored(puzzle: &Puzzle, oracle: &Oracle, path: &Path) -> Vec<String> {
    let mirror = |row: &str| row.chars().rev().collect::<String>();
    let texts = path.positions.iter().map(|own| puzzle.write_position(own));
    let images = texts.map(|text| {
        let rows: Vec<String> = text.split(':').map(mirror).collect();
        oracle.canonical(&rows.join(":"))
    });
    images.collect()
}

#[test]
fn kinds_of_ways_are_those_of_a_comparison_of_all_pairs() {
    // Mirrored left to right, each is the same puzzle with the same Start and goal.
    let narrow = "start = '''\nA.B\n.C.\nD.E\n'''\n[[goal]]\nboard = '''\n...\n...\n.C.\n'''\n";
    for (name, text, metric) in [
        ("lane-rouge", None, Metric::Move),
        ("narrow", Some(narrow), Metric::Step),
        ("narrow", Some(narrow), Metric::Slide),
    ] {
        let (puzzle, oracle) = match text {
            Some(text) => (
                Puzzle::from_toml(name, "narrow.toml", text).unwrap(),
                Oracle::read(text),
            ),
            None => {
                let text = include_str!("../puzzles/lane-rouge.toml");
                (Puzzle::open(name).unwrap(), Oracle::read(text))
            }
        };
        for (in_any_order, by_symmetry) in [(true, false), (false, true), (true, true)] {
            let likeness = WayLikeness {
                in_any_order,
                by_symmetry,
            };
            let (paths, found) = classes(&puzzle, metric, likeness);
            let keys = paths.iter().map(|path| {
                let texts: Vec<String> = path
                    .positions
                    .iter()
                    .map(|own| puzzle.write_position(own))
                    .collect();
                let mut keys = vec![];
                if by_symmetry {
                    let image = mirrored(&puzzle, &oracle, path);
                    keys.push(texts.clone().min(image));
                }
                if in_any_order {
                    keys.push(sorted_moves(path));
                }
                keys
            });
            let keys: Vec<Vec<Vec<String>>> = keys.collect();
            assert_eq!(
                found.firsts,
                joined(&keys),
                "{name} {metric:?} {likeness:?}"
            );
        }
    }
}

#[test]
fn distances_to_a_set_are_those_to_its_nearest_member() {
    for_each_puzzle(|puzzle, oracle, (metric, own), random| {
        let reached = oracle.generations(own, &[oracle.start()]);
        let all: Vec<&String> = reached.iter().flatten().collect();
        let wanted = (0..=random.below(6)).map(|_| all[random.below(all.len() as u64) as usize]);
        let wanted: Vec<&String> = wanted.collect();
        let mut aimed = puzzle.clone();
        let positions = wanted
            .iter()
            .map(|text| puzzle.read_position(text).unwrap());
        aimed.aim_at_each(&positions.collect::<Vec<_>>());
        let routes = oracle.routes(own);
        let nearest = (0u64..).zip(&routes).find_map(|(distance, members)| {
            let met: BTreeSet<&&String> = wanted
                .iter()
                .filter(|own| members.contains_key(**own))
                .collect();
            let ways: u128 = met.iter().map(|own| members[**own]).sum();
            (!met.is_empty()).then_some((distance, BigUint::from(ways)))
        });
        let explorer = Explorer::new(&aimed).metric(metric);
        let answer = explorer.solve(&Question::default()).unwrap();
        assert_eq!((answer.at_least, answer.routes.unwrap()), nearest.unwrap());
        // From the set: all positions by their distance to the nearest member.
        let sources: Vec<String> = wanted.iter().map(|own| (*own).clone()).collect();
        let back = oracle.generations(own, &sources);
        let numbered = explorer.number().unwrap();
        let marked = numbered.search_from_goals().unwrap().unwrap();
        let sizes: Vec<u64> = back.iter().map(|members| members.len() as u64).collect();
        assert_eq!(marked.counts(), sizes);
    });
}

#[test]
fn a_pack_has_the_draw_of_each_distance() {
    for_each_puzzle(|puzzle, oracle, (metric, own), random| {
        let from = if oracle.has_goal() && random.below(2) == 0 {
            SearchOrigin::Goals
        } else {
            SearchOrigin::Start
        };
        let numbered = Explorer::new(puzzle).metric(metric).number().unwrap();
        let reached = oracle.generations(own, &[oracle.start()]);
        let sources: Vec<String> = match from {
            SearchOrigin::Start => vec![oracle.start()],
            SearchOrigin::Goals => {
                let all = reached.iter().flatten();
                all.filter(|text| oracle.is_goal(text)).cloned().collect()
            }
        };
        let request = SampleRequest {
            from,
            distance: 0,
            count: 1 + random.below(4),
            seed: random.below(100),
        };
        let (first, last) = (random.below(4), 2 + random.below(30));
        let pack = numbered.sample_each(request, first.min(last)..=last);
        if sources.is_empty() {
            assert!(pack.is_err());
            return;
        }
        let pack = pack.unwrap();
        let generations = oracle.generations(own, &sources);
        let wanted = generations
            .iter()
            .take(last as usize + 1)
            .skip(first.min(last) as usize);
        assert_eq!(pack.len(), wanted.len());
        for (distance, (sample, members)) in (first.min(last)..).zip(pack.iter().zip(wanted)) {
            assert_eq!(sample.of, members.len() as u64);
            assert_eq!(sample.members.len() as u64, request.count.min(sample.of));
            for &index in &sample.members {
                let text = puzzle.write_position(&numbered.graph.configuration(index));
                assert!(members.contains(&text), "{text} at {distance}");
            }
            let alone = numbered.sample(SampleRequest {
                distance,
                ..request
            });
            assert_eq!(&alone.unwrap(), sample);
        }
    });
}

#[test]
fn ways_that_are_stopped_or_too_many_to_compare_are_problems() {
    let puzzle = Puzzle::open("lane-rouge").unwrap();
    let question = Question {
        wanted: WantedWays::Listed,
        ..Question::default()
    };
    let compared = |bytes, stop: &'static std::sync::atomic::AtomicBool| {
        let explorer = Explorer::new(&puzzle).metric(Metric::Move);
        let answer = explorer.solve_with(&question, &mut |_, routes| {
            WayClasses::of(routes, WayLikeness::default(), bytes, stop)
                .map(drop)
                .map_err(Problem::from)
        });
        answer.err().map(|problem| problem.cause().clone())
    };
    static RAISED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(compared(1 << 20, StopFlag::never()), None);
    assert_eq!(compared(1 << 20, &RAISED), Some(Cause::Interrupted));
    let too_many = compared(1 << 14, StopFlag::never());
    assert!(matches!(too_many, Some(Cause::OutOfMemory { .. })));
}
