//! Damage to a store, byte by byte: it is refused, or named, and no answer is wrong for it.

use crate::support::random::SplitMix;
use slidewise::unstable::analysis::{Goals, MarkedSearch, QueryError, Routes, SearchSources};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{
    Engine, EngineChoice, Event, MemorySink, Run, SearchEnd, SearchError, SearchId, SimdLevel,
    Sink, StopFlag, header_of,
};
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use slidewise::unstable::store::{Access, Ascending, Header, Marks, RunStore, Store, StoreError};
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A puzzle with a store below a folder of its own.
struct Kept {
    root: tempfile::TempDir,
    graph: Graph,
    header: Header,
    start: u64,
    /// Where the search begins: at Start, where nothing else was said.
    sources: Vec<u64>,
    /// How it is made.
    engine: EngineChoice,
}

impl Kept {
    fn new(name: &str) -> Kept {
        Kept::of(Puzzle::open(name).unwrap())
    }

    fn of(puzzle: Puzzle) -> Kept {
        Kept::in_metric(puzzle, Metric::Step)
    }

    fn in_metric(puzzle: Puzzle, metric: Metric) -> Kept {
        let graph = Graph::new(&puzzle, &puzzle.start, metric).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        Kept {
            root: tempfile::tempdir().unwrap(),
            header: header_of(&graph, SearchOrigin::Start),
            start,
            sources: vec![start],
            engine: EngineChoice::best(&graph),
            graph,
        }
    }

    fn by(self, engine: EngineChoice) -> Kept {
        Kept { engine, ..self }
    }

    /// As a search from the goals is kept, which are these.
    fn with_goals(self, goals: Vec<u64>) -> Kept {
        Kept {
            header: header_of(&self.graph, SearchOrigin::Goals),
            sources: goals,
            ..self
        }
    }

    fn open(&self, access: Access) -> Result<Store, StoreError> {
        Store::open(self.root.path(), &self.header, access)
    }

    fn write(&self) -> Store {
        self.open(Access::Write { fresh: false }).unwrap()
    }

    fn explore(&self, last: Option<u64>) {
        let ended = self.go(last).unwrap();
        assert_eq!(ended == SearchEnd::Complete, last.is_none());
    }

    /// As [`Kept::explore`], where it may fail.
    fn go(&self, last: Option<u64>) -> Result<SearchEnd, SearchError> {
        let run = Run {
            engine: self.engine.clone(),
            max_generation: last,
            ..Run::new(&self.graph, &self.sources)
        };
        let outcome = run.explore(&mut self.write(), &mut |_| ControlFlow::Continue(()));
        outcome.map(|outcome| outcome.ended)
    }

    /// The bytes of all files.
    fn bytes(&self) -> [Vec<u8>; 5] {
        FILES.map(|file| fs::read(self.file(file)).unwrap())
    }

    /// Puts such bytes in their place.
    fn put(&self, bytes: &[Vec<u8>; 5]) {
        for (file, bytes) in FILES.iter().zip(bytes) {
            fs::write(self.file(file), bytes).unwrap();
        }
    }

    /// All files of the store are those of another, to the last byte.
    fn expect_bytes_of(&self, other: &Kept, what: &str) {
        for file in FILES {
            let [left, right] = [self, other].map(|kept| fs::read(kept.file(file)).unwrap());
            assert!(left == right, "{what}: {file}");
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.root
            .path()
            .join(Store::folder_name(&self.header))
            .join(name)
    }

    /// Generations and numbers of ways of some configurations; `None` where it was not answered.
    fn answers(&self, store: &Store, asked: &[u64]) -> Option<Vec<(Option<u64>, String)>> {
        let explored = MarkedSearch::in_store(&self.graph, store, SearchSources::At(self.start));
        let answers: Result<Vec<_>, _> = asked
            .iter()
            .map(|&index| {
                let generation = explored.generation_of(index)?;
                let ways = match generation {
                    Some(generation) => Routes::to(explored, &[index], generation)?
                        .count()
                        .to_string(),
                    None => String::new(),
                };
                Ok::<_, slidewise::unstable::analysis::QueryError>((generation, ways))
            })
            .collect();
        let alarm = store.alarm().and_then(|alarm| alarm.raised());
        answers.ok().filter(|_| alarm.is_none())
    }
}

/// The files of a store, but for the lock.
const FILES: [&str; 5] = ["header", "log", "marks", "last", "sums"];

/// Changes bits of the mark of a configuration: marks lie as low and high bits of 32, each in their
/// half of a word.
fn flip_mark(marks: &mut [u8], index: u64, bits: u8) {
    let (word, place) = ((index / 32 * 8) as usize, index % 32);
    for (bit, half) in [(1, 0), (2, 4)] {
        if bits & bit != 0 {
            marks[word + half + (place / 8) as usize] ^= 1 << (place % 8);
        }
    }
}

/// The bytes of a file with one changed.
fn flipped(bytes: &[u8], at: usize, by: u8) -> Vec<u8> {
    let mut wrong = bytes.to_vec();
    wrong[at] ^= by;
    wrong
}

#[test]
fn no_changed_byte_of_a_finished_store_goes_unnamed_or_into_an_answer() {
    let kept = Kept::new("tiles:3x3");
    kept.explore(None);
    let mut random = SplitMix::new(31);
    let asked: Vec<u64> = (0..8).map(|_| random.below(kept.graph.len())).collect();
    let store = kept.open(Access::Read).unwrap();
    assert_eq!(store.verify(), []);
    let right = kept.answers(&store, &asked).unwrap();
    assert!(right.iter().any(|(generation, _)| generation.is_some()));

    let length_of_log = fs::read(kept.file("log")).unwrap().len();
    let mut refused = 0;
    let mut check = |name: &str, wrong: &[u8], at: usize| {
        fs::write(kept.file(name), wrong).unwrap();
        match kept.open(Access::Read) {
            Err(error) => {
                refused += 1;
                assert!(!matches!(error, StoreError::Missing { .. }), "{name} {at}");
            }
            Ok(store) => {
                // A log that ends before the record of the end is that of a run that was cut off
                // there.
                let is_cut_at_end = name == "log" && wrong.len() + 24 == length_of_log;
                assert!(!store.verify().is_empty() || is_cut_at_end, "{name} {at}");
                assert!(!is_cut_at_end || !store.is_complete());
                if let Some(answers) = kept.answers(&store, &asked) {
                    assert_eq!(answers, right, "{name} {at}");
                }
            }
        }
    };
    for name in ["header", "log", "sums", "last"] {
        let bytes = fs::read(kept.file(name)).unwrap();
        for at in 0..bytes.len() {
            check(name, &flipped(&bytes, at, 1 << random.below(8)), at);
        }
        // Truncations at every length.
        for length in 0..bytes.len() {
            check(name, &bytes[..length], length);
        }
        fs::write(kept.file(name), &bytes).unwrap();
    }
    let bytes = fs::read(kept.file("marks")).unwrap();
    for _ in 0..1000 {
        let at = random.below(bytes.len() as u64) as usize;
        check(
            "marks",
            &flipped(&bytes, at, 1 + random.below(255) as u8),
            at,
        );
    }
    check("marks", &bytes[..bytes.len() - 8], bytes.len());
    assert!(refused > 1000);
}

#[test]
fn no_changed_byte_of_a_run_at_rest_is_gone_on_from() {
    let kept = Kept::new("tiles:3x3");
    kept.explore(Some(14));
    let store = kept.write();
    assert_eq!(store.verify(), []);
    assert_eq!(store.generations().len(), 15);
    drop(store);
    let mut random = SplitMix::new(32);
    for name in ["marks", "header", "log", "sums", "last"] {
        let bytes = fs::read(kept.file(name)).unwrap();
        for _ in 0..100 {
            let at = random.below(bytes.len() as u64) as usize;
            let wrong = flipped(&bytes, at, 1 << random.below(8));
            fs::write(kept.file(name), wrong).unwrap();
            let opened = kept.open(Access::Write { fresh: false });
            assert!(
                opened.and_then(|store| store.last()).is_err(),
                "{name} {at}"
            );
        }
        fs::write(kept.file(name), &bytes).unwrap();
    }
    kept.explore(None);
    assert_eq!(kept.write().verify(), []);
}

#[test]
fn a_run_that_is_refused_over_its_last_generation_leaves_all_as_it_was() {
    // Where the empty place is behind the wall there are numbers too, and no slide leads there.
    let text = "start = '''\nabc#i\ndef##\ngh.##\n'''\ndistinct = true\n";
    let kept = Kept::of(Puzzle::from_toml("walled", "walled", text).unwrap());
    kept.explore(Some(12));
    let files = ["header", "log", "marks", "last", "sums"].map(|name| kept.file(name));
    let before = files.each_ref().map(|file| fs::read(file).unwrap());
    let last = &before[3];
    let sources = [kept.start];
    let engines = [
        EngineChoice::sparse(),
        EngineChoice::dense(&kept.graph, SimdLevel::best()).unwrap(),
    ];
    let mut random = SplitMix::new(35);
    for round in 0..400 {
        let engine = engines[round % 2].clone();
        let at = random.below(last.len() as u64) as usize;
        let wrong = flipped(last, at, 1 << random.below(8));
        fs::write(&files[3], &wrong).unwrap();
        let run = Run {
            engine,
            ..Run::new(&kept.graph, &sources)
        };
        let opened = kept.open(Access::Write { fresh: false });
        let gone = opened
            .map_err(SearchError::from)
            .and_then(|mut store| run.explore(&mut store, &mut |_| ControlFlow::Continue(())));
        assert!(gone.is_err(), "{at}: {gone:?}");
        let mut after = files.each_ref().map(|file| fs::read(file).unwrap());
        assert!(after[3] == wrong, "{at}");
        after[3].clone_from(last);
        assert!(after == before, "{at}");
        fs::write(&files[3], last).unwrap();
    }
    // So changed marks are still told behind it.
    fs::write(&files[2], flipped(&before[2], 100, 1)).unwrap();
    let opened = kept.open(Access::Write { fresh: false });
    assert!(
        matches!(opened, Err(StoreError::Checksum { .. })),
        "{opened:?}"
    );
    fs::write(&files[2], &before[2]).unwrap();
    kept.explore(None);
    assert_eq!(kept.write().verify(), []);
}

#[test]
fn a_mark_on_a_number_that_stands_for_nothing_is_damage() {
    // This many goals that each configuration seen is looked at.
    let text =
        "start = '''\nabcd\nefgh\nijk.\n'''\ndistinct = true\ngoal = '''\n...d\n....\n....\n'''\n";
    let puzzle = Puzzle::from_toml("large", "large", text).unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let start = graph.index_of(&puzzle.start).unwrap();
    let goals = Goals::of(&graph);
    let sources = [start];
    // 60 of 64 numbers stand for an order.
    for within in 60..64 {
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let run = Run {
            max_generation: Some(8),
            ..Run::new(&graph, &sources)
        };
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
        assert!(goals.count_seen(explored).unwrap() > 100);
        let index = start / 64 * 64 + within;
        assert!(!graph.is_vertex(index));
        memory.marks().set_alone(index, 1);
        let damaged = Err(QueryError::Damaged { index });
        assert_eq!(goals.seen_by(explored).map(drop), damaged);
        assert_eq!(goals.reached(explored).map(drop), damaged);
    }
}

#[test]
fn a_mark_that_was_changed_during_a_run_keeps_it_from_being_finished() {
    for (seed, mark) in [(1, 1u8), (2, 2), (3, 3), (4, 1), (5, 2), (6, 3)] {
        let kept = Kept::new("tiles:3x3");
        kept.explore(Some(14));
        let mut store = kept.write();
        store.begin().unwrap();
        let marks = store.marks();
        let mut random = SplitMix::new(seed);
        let far = std::iter::repeat_with(|| random.below(kept.graph.len()))
            .find(|&i| marks.get(i) == 0 && kept.graph.is_vertex(i))
            .unwrap();
        // As a flip would: it looks seen, by a generation that is past or to come.
        marks.set_alone(far, mark);
        drop(store);
        let store = kept.write();
        let findings = store.examine();
        assert_eq!(findings.problems, [], "it may be progress");
        assert!(findings.touched.is_some_and(|touched| touched.blocks > 0));
        drop(store);

        let mut store = kept.write();
        let sources = [kept.start];
        let run = Run::new(&kept.graph, &sources);
        let ended = run.explore(&mut store, &mut |_| ControlFlow::Continue(()));
        let is_finished = store.is_complete();
        drop(store);
        if is_finished {
            // The mark happened to be the right one.
            assert!(ended.is_ok());
            assert_eq!(kept.write().verify(), []);
        } else {
            assert!(ended.is_err(), "{seed}");
            assert!(!kept.write().is_complete());
        }
    }
}

/// By number, the distance from the nearest source of each configuration that can be reached; of
/// others `u64::MAX`.
fn distances_of(kept: &Kept) -> Vec<u64> {
    let graph = &kept.graph;
    let mut distances = vec![u64::MAX; graph.len() as usize];
    let mut generation = kept.sources.clone();
    for &source in &kept.sources {
        distances[source as usize] = 0;
    }
    let mut neighbours = graph.neighbours();
    for distance in 1.. {
        let mut next = Vec::new();
        for &index in &generation {
            neighbours.for_each(index, |found| {
                if distances[found as usize] == u64::MAX {
                    distances[found as usize] = distance;
                    next.push(found);
                }
            });
        }
        if next.is_empty() {
            break;
        }
        generation = next;
    }
    distances
}

/// Makes a run that ended in order look like one that was killed this many generations and a half
/// later, and as if that had been just when the last was kept.
fn kill_later(kept: &Kept, distances: &[u64], last: u64, generations: u64, random: &mut SplitMix) {
    let mut store = kept.write();
    store.begin().unwrap();
    for (i, &distance) in (0..).zip(distances) {
        let half = last + generations + 1;
        let is_half = distance == half && random.below(2) == 0;
        if (last + 1..half).contains(&distance) || is_half {
            store.marks().set_alone(i, Marks::mark_of(distance));
        }
    }
}

const CORRIDOR: &str = "start = \"\"\"\nAA.b\n#.c.\n\"\"\"\ndistinct = ['b', 'c']\n";
/// Three empty cells: in slides and moves configurations of one generation are neighbours.
const ROOMY: &str = "start = \"\"\"\nab.c\n.d.e\n\"\"\"\ndistinct = true\n";

/// Makes a search that may be killed.
type Made = Box<dyn Fn() -> Kept + Send>;

/// Searches that may be killed, each made as often as it is asked for.
fn killed_searches() -> Vec<(&'static str, Made)> {
    let file = |text: &'static str, metric| {
        move || Kept::in_metric(Puzzle::from_toml("killed", "killed", text).unwrap(), metric)
    };
    let from_goals = |made: Kept| {
        let distances = distances_of(&made);
        let far = distances.iter().filter(|&&distance| distance != u64::MAX);
        let far = far.max().unwrap() / 2;
        let goals = (0..)
            .zip(&distances)
            .filter(|(_, distance)| **distance == far);
        let goals = goals.map(|(index, _)| index).collect();
        made.with_goals(goals)
    };
    vec![
        ("by words", Box::new(|| Kept::new("tiles:2x3"))),
        (
            "one by one",
            Box::new(|| Kept::new("tiles:2x3").by(EngineChoice::sparse())),
        ),
        ("steps", Box::new(file(CORRIDOR, Metric::Step))),
        ("slides", Box::new(file(CORRIDOR, Metric::Slide))),
        ("moves", Box::new(file(CORRIDOR, Metric::Move))),
        ("many slides", Box::new(file(ROOMY, Metric::Slide))),
        ("many moves", Box::new(file(ROOMY, Metric::Move))),
        (
            "by words from goals",
            Box::new(move || from_goals(file(ROOMY, Metric::Step)())),
        ),
        (
            "moves from goals",
            Box::new(move || from_goals(file(ROOMY, Metric::Move)())),
        ),
    ]
}

/// Does the same with each of [`killed_searches`], side by side: most of the time they wait for the
/// disk.
fn for_each_killed(work: impl Fn(&'static str, Made) + Sync) {
    std::thread::scope(|scope| {
        for (what, made) in killed_searches() {
            let work = &work;
            scope.spawn(move || work(what, made));
        }
    });
}

/// Numbers of configurations, each with the mark that it has wrongly.
type WrongMarks = Vec<(u64, u8)>;

/// Makes a run of a search look like one that was killed after this many generations were kept,
/// changes its marks in a row of ways, and goes on each time: it reports that a mark is wrong, or
/// what is left is what an undisturbed run leaves. How often which.
fn go_on_over(
    what: &str,
    made: &dyn Fn() -> Kept,
    last: u64,
    wrong: &mut dyn FnMut(&Kept, &mut SplitMix) -> Vec<WrongMarks>,
) -> [u32; 2] {
    let whole = made();
    whole.explore(None);
    let expected = whole.bytes();
    let distances = distances_of(&whole);
    let kept = made();
    kept.explore(Some(last));
    let mut random = SplitMix::new(19);
    kill_later(&kept, &distances, last, 1, &mut random);
    let killed = kept.bytes();
    let mut told = [0; 2];
    for flips in wrong(&kept, &mut random) {
        let mut bytes = killed.clone();
        for &(index, bits) in &flips {
            flip_mark(&mut bytes[2], index, bits);
        }
        kept.put(&bytes);
        match kept.go(None) {
            Ok(ended) => {
                assert_eq!(ended, SearchEnd::Complete);
                assert!(kept.bytes() == expected, "{what}: {flips:?}");
                told[0] += 1;
            }
            Err(
                SearchError::Mark { .. }
                | SearchError::Store(StoreError::Miscount { .. })
                | SearchError::OtherSearch { .. },
            ) => told[1] += 1,
            Err(other) => panic!("{what}: {flips:?}: {other}"),
        }
    }
    eprintln!("{what} from {last}, without difference and told: {told:?}");
    told
}

#[test]
fn one_wrong_mark_behind_a_kill_is_told_or_makes_no_difference() {
    for_each_killed(|what, made| {
        let distances = distances_of(&made());
        let reached = distances.into_iter().filter(|&d| d != u64::MAX);
        let depth = reached.max().unwrap();
        for last in [0, depth / 2] {
            let [same, told] = go_on_over(what, &made, last, &mut |kept, _| {
                let numbers = 0..kept.graph.len();
                let vertices: Vec<u64> = numbers.filter(|&i| kept.graph.is_vertex(i)).collect();
                let flips = |&i: &u64| [1, 2, 3].map(|bits| vec![(i, bits)]);
                let flips = vertices.iter().flat_map(flips);
                // No multiple of three, so that each way of changing a mark has its turn.
                let one_in = match vertices.len() {
                    0..=100 => 1,
                    101..=1000 => 7,
                    _ => 140,
                };
                flips.step_by(one_in).collect()
            });
            assert!(same > 0 && told > same, "{what}: {same} {told}");
        }
    });
}

#[test]
fn several_wrong_marks_behind_a_kill_are_told_or_make_no_difference() {
    for_each_killed(|what, made| {
        let [_, told] = go_on_over(what, &made, 2, &mut |kept, random| {
            let distances = distances_of(kept);
            let mark = |index: u64| match distances[index as usize] {
                u64::MAX => 0,
                distance => Marks::mark_of(distance),
            };
            let rounds = (0..60).map(|round| {
                let mut any = || random.below(kept.graph.len());
                let (one, other) = (any(), any());
                // Two that make up for each other: each has the mark of the other, as far as that
                // is there.
                let both = mark(one) ^ mark(other);
                if round % 2 == 0 && both != 0 {
                    return vec![(one, both), (other, both)];
                }
                let many = 2 + random.below(9);
                let mut flip = || (random.below(kept.graph.len()), 1 + random.below(3) as u8);
                (0..many).map(|_| flip()).collect()
            });
            rounds.collect()
        });
        assert!(told > 10, "{what}: {told}");
    });
}

#[test]
fn a_wrong_mark_behind_a_kill_does_not_come_to_rest() {
    for metric in [Metric::Step, Metric::Slide, Metric::Move] {
        let kept = Kept::in_metric(Puzzle::from_toml("roomy", "roomy", ROOMY).unwrap(), metric);
        let distances = distances_of(&kept);
        let depth = *distances.iter().filter(|&&d| d != u64::MAX).max().unwrap();
        assert!(depth > 7, "{depth}");
        let far = (0..).zip(&distances).find(|&(_, &d)| d == depth);
        let (wrong, _) = far.unwrap();
        kept.explore(Some(2));
        kill_later(&kept, &distances, 2, 0, &mut SplitMix::new(23));
        kept.write()
            .marks()
            .set_alone(wrong, Marks::mark_of(depth - 1));
        // Runs that end in order before they come to it vouch for nothing.
        for last in [3, 4, depth - 2] {
            assert_eq!(kept.go(Some(last)).unwrap(), SearchEnd::Satisfied);
            assert!(kept.write().is_doubtful());
        }
        let told = kept.go(None);
        assert!(
            matches!(
                told,
                Err(SearchError::Mark { index, generation, .. })
                    if index == wrong && generation == depth
            ),
            "{told:?}"
        );
    }
}

#[test]
fn what_a_kill_has_left_is_checked_however_often_that_is_cut_off() {
    for_each_killed(|what, made| {
        let whole = made();
        whole.explore(None);
        let distances = distances_of(&whole);
        let kept = made();
        kept.explore(Some(3));
        kill_later(&kept, &distances, 3, 0, &mut SplitMix::new(41));
        let killed = kept.bytes();
        let interrupt_at = |generation| {
            let stop = AtomicBool::new(false);
            let run = Run {
                engine: kept.engine.clone(),
                stop: &stop,
                ..Run::new(&kept.graph, &kept.sources)
            };
            let mut checked = Vec::new();
            let outcome = run.explore(&mut kept.write(), &mut |event| {
                match event {
                    Event::Checked { generation, of: 4 } => checked.push(generation),
                    Event::Checked { of, .. } => panic!("{what}: {of}"),
                    _ => {}
                }
                let (Event::Checked { generation: at, .. } | Event::Found { generation: at, .. }) =
                    event
                else {
                    return ControlFlow::Continue(());
                };
                stop.store(at == generation, Ordering::Relaxed);
                ControlFlow::Continue(())
            });
            let outcome = outcome.unwrap();
            assert_eq!(outcome.ended, SearchEnd::Interrupted, "{what}");
            (outcome.checked, checked)
        };
        // While it is checked nothing changes, and the next run begins to check again.
        for generation in [2, 0, 1, 2] {
            let (is_checked, checked) = interrupt_at(generation);
            assert!(is_checked);
            assert!(checked.iter().copied().eq(0..=generation), "{checked:?}");
            assert!(kept.bytes() == killed, "{what}");
            assert!(kept.write().is_doubtful());
        }
        // Behind all that was left it is over, also for the next run.
        let (is_checked, checked) = interrupt_at(4);
        assert!(is_checked);
        assert_eq!(checked, [0, 1, 2, 3]);
        assert!(!kept.write().is_doubtful(), "{what}");
        kept.explore(None);
        kept.expect_bytes_of(&whole, what);
    });
}

#[test]
fn marks_of_a_run_that_had_kept_nothing_are_taken_back() {
    for name in ["tiles:2x3", "lane-rouge"] {
        let whole = Kept::new(name);
        whole.explore(None);
        let distances = distances_of(&whole);
        let kept = Kept::new(name);
        let mut store = kept.write();
        store.begin().unwrap();
        for (i, &distance) in (0..).zip(&distances) {
            if (10..12).contains(&distance) {
                store.marks().set_alone(i, Marks::mark_of(distance - 1));
            }
        }
        drop(store);
        kept.explore(None);
        kept.expect_bytes_of(&whole, name);
    }
}

#[test]
fn marks_ahead_of_the_log_are_gone_over_again() {
    // By lists, one by one, and by words.
    for name in ["lane-rouge", "checkmate", "tiles:3x3"] {
        let whole = Kept::new(name);
        whole.explore(None);
        let distances = distances_of(&whole);
        let mut random = SplitMix::new(34);
        for last in [0, 5, 20] {
            let kept = Kept::new(name);
            kept.explore(Some(last));
            kill_later(&kept, &distances, last, 2, &mut random);
            kept.explore(None);
            kept.expect_bytes_of(&whole, &format!("{name} from {last}"));
        }
    }
}

#[test]
fn what_is_asked_of_damaged_marks_is_refused_without_asking_the_alarm() {
    let kept = Kept::new("checkmate");
    kept.explore(None);
    let last = {
        let store = kept.open(Access::Read).unwrap();
        let explored = MarkedSearch::in_store(&kept.graph, &store, SearchSources::At(kept.start));
        let last = store.last().unwrap().unwrap().1.iter().next().unwrap();
        assert_eq!(explored.generation_of(last), Ok(Some(114)));
        last
    };
    // The mark of that very configuration: 32 marks in 8 bytes.
    let mut marks = fs::read(kept.file("marks")).unwrap();
    marks[last as usize / 32 * 8] ^= 1;
    fs::write(kept.file("marks"), marks).unwrap();
    let asked = |ask: fn(MarkedSearch<'_>, u64, &Graph) -> Result<(), QueryError>| {
        let store = kept.open(Access::Read).unwrap();
        let explored = MarkedSearch::in_store(&kept.graph, &store, SearchSources::At(kept.start));
        ask(explored, last, &kept.graph)
    };
    let answers = [
        asked(|explored, last, _| explored.generation_of(last).map(drop)),
        asked(|explored, last, _| Routes::to(explored, &[last], 114).map(drop)),
        asked(|explored, last, _| Routes::shortest(explored, last).map(drop)),
        asked(|explored, _, graph| Goals::of(graph).seen_by(explored).map(drop)),
        asked(|explored, _, graph| Goals::of(graph).reached(explored).map(drop)),
    ];
    assert_eq!(answers, [Err(QueryError::Checksum); 5]);
}

/// A store on which each generation that it knows already takes a while.
struct Slow(Store);

impl Sink for Slow {
    fn admit(&mut self, id: &SearchId<'_>) -> Result<(), SearchError> {
        self.0.admit(id)
    }

    fn marks(&self) -> Option<&Marks> {
        Sink::marks(&self.0)
    }

    fn counts(&self) -> &[u64] {
        self.0.counts()
    }

    fn is_blank(&self) -> bool {
        Sink::is_blank(&self.0)
    }

    fn is_complete(&self) -> bool {
        Sink::is_complete(&self.0)
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        Sink::begin(&mut self.0)
    }

    fn rest(&mut self) -> Result<(), StoreError> {
        Sink::rest(&mut self.0)
    }

    fn resume(&self, put: &mut dyn FnMut(usize, u64)) -> Result<Option<(u64, u64)>, StoreError> {
        self.0.resume(put)
    }

    fn note(&mut self, generation: u64, count: u64) -> Result<(), StoreError> {
        if generation < self.counts().len() as u64 {
            std::thread::sleep(Duration::from_millis(12));
        }
        self.0.note(generation, count)
    }

    fn keep(&mut self, last: &dyn Engine) -> Result<(), StoreError> {
        self.0.keep(last)
    }

    fn complete(&mut self, last: &dyn Engine) -> Result<(), StoreError> {
        self.0.complete(last)
    }
}

#[test]
fn a_log_ahead_of_the_generation_to_go_on_from_is_caught_up_with() {
    let whole = Kept::new("lane-rouge");
    whole.explore(None);
    let kept = Kept::new("lane-rouge");
    kept.explore(Some(5));
    let early = fs::read(kept.file("last")).unwrap();
    kept.explore(Some(60));
    // As a run leaves it that is killed behind the log of a sync and before its last generation.
    fs::write(kept.file("last"), early).unwrap();
    // What is due meanwhile, twice a second, must wait until the log is reached.
    let sources = [kept.start];
    let mut store = Slow(kept.write());
    let outcome =
        Run::new(&kept.graph, &sources).explore(&mut store, &mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome.unwrap().ended, SearchEnd::Complete);
    drop(store);
    for file in ["header", "log", "marks", "last", "sums"] {
        let [left, right] = [&kept, &whole].map(|kept| fs::read(kept.file(file)).unwrap());
        assert!(left == right, "{file}");
    }
}

#[test]
fn a_run_that_is_stopped_before_it_reaches_the_log_leaves_it_ahead() {
    let kept = Kept::new("lane-rouge");
    kept.explore(Some(5));
    let early = fs::read(kept.file("last")).unwrap();
    kept.explore(Some(60));
    fs::write(kept.file("last"), early).unwrap();
    let stop = AtomicBool::new(true);
    let sources = [kept.start];
    let run = Run {
        stop: &stop,
        ..Run::new(&kept.graph, &sources)
    };
    let outcome = run.explore(&mut kept.write(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome.unwrap().ended, SearchEnd::Interrupted);
    kept.explore(None);
}

#[test]
fn an_interrupted_run_is_at_rest_so_that_changed_marks_are_found() {
    let kept = Kept::new("lane-rouge");
    let stop = AtomicBool::new(false);
    let sources = [kept.start];
    let run = Run {
        stop: &stop,
        ..Run::new(&kept.graph, &sources)
    };
    let outcome = run.explore(&mut kept.write(), &mut |event| {
        let is_enough = matches!(event, Event::Found { generation: 20, .. });
        stop.fetch_or(is_enough, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.unwrap().ended, SearchEnd::Interrupted);
    let marks = fs::read(kept.file("marks")).unwrap();
    fs::write(kept.file("marks"), flipped(&marks, 100, 1)).unwrap();
    let opened = kept.open(Access::Write { fresh: false });
    assert!(
        matches!(opened, Err(StoreError::Checksum { .. })),
        "{opened:?}"
    );
}

#[test]
fn older_files_of_the_same_store_are_no_part_of_it() {
    for (files, access) in [
        (&["sums"][..], Access::Read),
        (&["log", "last"], Access::Write { fresh: false }),
    ] {
        let kept = Kept::new("tiles:3x3");
        kept.explore(Some(14));
        let old = files.iter().map(|file| fs::read(kept.file(file)).unwrap());
        let old: Vec<_> = old.collect();
        kept.explore(None);
        for (file, bytes) in files.iter().zip(old) {
            fs::write(kept.file(file), bytes).unwrap();
        }
        if access == Access::Read {
            let listed = Store::list(kept.root.path()).unwrap();
            assert!(listed[0].problem.is_some(), "{listed:?}");
        }
        let opened = kept.open(access);
        assert!(
            matches!(opened, Err(StoreError::Damaged { .. })),
            "{opened:?}"
        );
    }
}

/// Numbers as a generation of sorted files.
struct Numbers<'a>(std::slice::Iter<'a, u64>);

impl Ascending for Numbers<'_> {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.0.next().copied())
    }
}

/// A store of sorted files with these generations.
fn filed(kept: &Kept, generations: &[&[u64]]) -> Result<RunStore, StoreError> {
    let access = Access::Write { fresh: true };
    let mut store = RunStore::open(kept.root.path(), &kept.header, access)?;
    for numbers in generations {
        store.append(&mut Numbers(numbers.iter()), StopFlag::never())?;
    }
    store.sync()?;
    Ok(store)
}

fn search<'a>(kept: &'a Kept, sources: &'a [u64]) -> Run<'a> {
    Run {
        engine: EngineChoice::external(0),
        ..Run::new(&kept.graph, sources)
    }
}

#[test]
fn forged_generations_of_files_are_told_and_never_gone_on_from() {
    let kept = Kept::new("tiles:2x3");
    for (third, problems) in [([3, 9], 0), ([3, 5], 1), ([2, 5], 1)] {
        let store = filed(&kept, &[&[5], &[2, 7], &third]).unwrap();
        assert_eq!(store.verify().len(), problems, "{third:?}");
    }
    let all: Vec<u64> = (0..kept.graph.len()).collect();
    let more = filed(&kept, &[&all, &[0]]);
    assert!(
        matches!(
            more,
            Err(StoreError::Impossible {
                most: 0,
                found: 1,
                ..
            })
        ),
        "{more:?}"
    );
    // 60 of 64 numbers of a pattern stand for an order.
    let kept = Kept::new("tiles:3x3");
    let sources = [kept.start];
    let mut store = filed(&kept, &[&sources, &[60]]).unwrap();
    let gone = search(&kept, &sources).explore(&mut store, &mut |_| ControlFlow::Continue(()));
    assert!(
        matches!(gone, Err(SearchError::Store(StoreError::Damaged { .. }))),
        "{gone:?}"
    );
}

/// The files of a folder with their bytes, without the lock.
fn all_files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let paths = entries.map(|entry| entry.path());
    let kept = paths.filter(|path| path.file_name().unwrap() != "lock");
    kept.map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect()
}

#[test]
fn a_store_whose_header_was_lost_is_refused_and_left_alone_until_it_is_made_afresh() {
    for last in [Some(0), Some(4), None] {
        let kept = Kept::new("tiles:2x3");
        kept.explore(last);
        drop(filed(&kept, &[&[kept.start]]).unwrap());
        let root = kept.root.path();
        let names = [
            Store::folder_name(&kept.header),
            RunStore::folder_name(&kept.header),
        ];
        for name in &names {
            let folder = root.join(name);
            fs::remove_file(folder.join("header")).unwrap();
            let before = all_files(&folder);
            let open = |access| {
                if *name == names[0] {
                    kept.open(access).map(|_| ())
                } else {
                    RunStore::open(root, &kept.header, access).map(|_| ())
                }
            };
            for access in [Access::Read, Access::Write { fresh: false }] {
                let refused = open(access);
                assert!(
                    matches!(refused, Err(StoreError::NoHeader { .. })),
                    "{refused:?}"
                );
                assert_eq!(all_files(&folder), before);
            }
            let listed = Store::list(root).unwrap();
            let told = listed.iter().find(|summary| summary.folder == *name);
            let told = told.unwrap().problem.as_deref().unwrap();
            assert!(told.contains("has no header"), "{told}");
            open(Access::Write { fresh: true }).unwrap();
            open(Access::Read).unwrap();
        }
    }
}

#[test]
fn a_file_that_is_changed_while_it_is_looked_through_is_told() {
    let kept = Kept::new("tiles:3x3");
    let sources = [kept.start];
    let access = Access::Write { fresh: true };
    let mut store = RunStore::open(kept.root.path(), &kept.header, access).unwrap();
    let folder = kept.root.path().join(RunStore::folder_name(&kept.header));
    let file = folder.join("generation-000009.new");
    let gone = search(&kept, &sources).explore(&mut store, &mut |event| match event {
        Event::Filed { generation: 9, .. } => {
            fs::write(&file, flipped(&fs::read(&file).unwrap(), 26, 1)).unwrap();
            ControlFlow::Continue(())
        }
        Event::Found {
            generation: 9,
            configurations,
            ..
        } => {
            configurations.for_each(&mut |_| {});
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    });
    assert!(
        matches!(gone, Err(SearchError::Store(StoreError::Checksum { .. }))),
        "{gone:?}"
    );
}

#[test]
fn exchanged_marks_agree_with_log_and_checksums_and_not_with_a_proof() {
    use slidewise::unstable::analysis::{Mismatch, Verification};
    let kept = Kept::new("tiles:2x3");
    kept.explore(None);
    let right = kept.open(Access::Read).unwrap();
    let (number, last) = right.last().unwrap().unwrap();
    let prove = |store: &Store| {
        let claim = Verification {
            graph: &kept.graph,
            sources: &[kept.start],
            marks: store.marks(),
            counts: store.generations(),
            is_complete: true,
            threads: 1,
            stop: StopFlag::never(),
        };
        claim.prove()
    };
    assert_eq!(prove(&right).unwrap().configurations, 360);
    let mut random = SplitMix::new(33);
    let forged = Kept::new("tiles:2x3");
    let mut exchanged = 0;
    while exchanged < 200 {
        let [one, other] = [(); 2].map(|()| random.below(kept.graph.len()));
        let [is, was] = [one, other].map(|i| right.marks().get(i));
        // The last generation is kept beside the marks, and would contradict.
        if is == was || last.contains(one) || last.contains(other) {
            continue;
        }
        exchanged += 1;
        let mut store = forged.open(Access::Write { fresh: true }).unwrap();
        store.begin().unwrap();
        for i in 0..right.marks().len() {
            let from = match i {
                _ if i == one => other,
                _ if i == other => one,
                _ => i,
            };
            match right.marks().get(from) {
                0 => {}
                mark => drop(store.marks().set_alone(i, mark)),
            }
        }
        for (generation, &count) in (0..).zip(right.generations()) {
            store.append(generation, count).unwrap();
        }
        store.finish(number, &last).unwrap();
        drop(store);
        let store = forged.open(Access::Read).unwrap();
        assert!(store.is_complete());
        assert_eq!(store.verify(), [], "{one} and {other}");
        let refuted = prove(&store).unwrap_err();
        assert!(
            matches!(refuted, Mismatch::Mark { index, .. } if index == one || index == other),
            "{one} and {other}: {refuted}"
        );
    }
}

/// Copies what is in a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

/// Samples of stores of sorted files as format 2 has them; the second keeps the last two
/// generations alone.
const FILES_2: [(&str, u64); 2] = [("tiles:2x2", 0), ("tiles:2x3", 20)];

#[test]
fn files_of_the_earlier_format_are_read_and_gone_on_with() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/files-2");
    for (name, first) in FILES_2 {
        let kept = Kept::new(name);
        copy(&samples, kept.root.path());
        let root = kept.root.path();
        let folder = root.join(RunStore::folder_name(&kept.header));
        let before = all_files(&folder);
        let read = || RunStore::open(root, &kept.header, Access::Read);
        let store = read().unwrap();
        assert!(store.is_complete());
        assert_eq!(store.first_kept(), first);
        assert_eq!(store.verify(), []);
        let last = store.generations().len() as u64 - 1;
        assert!((first..=last).all(|number| store.stream(number).is_ok()));
        // One that is lost behind the first one that is there is reported in them too.
        let lost = folder.join(format!("generation-{last:06}"));
        fs::remove_file(&lost).unwrap();
        assert!(read().is_err());
        fs::write(&lost, &before[&lost]).unwrap();
        // As a kill before the end leaves it: without the record of the end.
        let log = folder.join("log");
        let cut = before[&log].len() - 24;
        fs::write(&log, &before[&log][..cut]).unwrap();
        assert!(!read().unwrap().is_complete());
        let mut store = RunStore::open(root, &kept.header, Access::Write { fresh: false }).unwrap();
        let sources = [kept.start];
        search(&kept, &sources)
            .explore(&mut store, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        assert!(store.is_complete());
        assert!(all_files(&folder) == before, "{name}");
        store.keep_last(2).unwrap();
        assert_eq!(store.first_kept(), last - 1);
        drop(store);
        assert_eq!(read().unwrap().first_kept(), last - 1);
        assert_eq!(read().unwrap().verify(), []);
    }
}

/// Moves the folder of a store away, and puts another one in its place, with files that have the
/// names of its own.
#[cfg(unix)]
fn replace_folder(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    fs::rename(folder, folder.with_extension("moved")).unwrap();
    fs::create_dir(folder).unwrap();
    let more = ["last.new", "sums.new", "kept.new", "spill-000000", "mine"];
    for name in names.iter().map(|name| name.to_str().unwrap()).chain(more) {
        fs::write(folder.join(name), "foreign").unwrap();
    }
    everything_in(folder)
}

#[cfg(unix)]
fn everything_in(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect()
}

#[cfg(unix)]
#[test]
fn a_writer_whose_folder_was_moved_touches_nothing_in_its_place_and_says_so() {
    let was_told = |gone: Result<_, SearchError>| match gone {
        Err(error) => {
            let text = error.to_string();
            assert!(text.contains("was moved or replaced"), "{text}");
        }
        Ok(_) => panic!("a run that was robbed of its folder ended in order"),
    };
    let whole = Kept::new("tiles:2x3");
    whole.explore(None);
    for at in [1, 5, 20] {
        // Marks.
        let kept = Kept::new("tiles:2x3");
        let mut store = kept.write();
        let folder = store.folder().to_path_buf();
        let sources = [kept.start];
        let mut foreign = BTreeMap::new();
        let gone = Run::new(&kept.graph, &sources).explore(&mut store, &mut |event| {
            if matches!(event, Event::Found { generation, .. } if generation == at) {
                foreign = replace_folder(&folder);
            }
            ControlFlow::Continue(())
        });
        was_told(gone.map(drop));
        drop(store);
        assert_eq!(everything_in(&folder), foreign, "{at}");
        // What was written is in the folder that was moved, and goes on under its name.
        fs::remove_dir_all(&folder).unwrap();
        fs::rename(folder.with_extension("moved"), &folder).unwrap();
        let mut store = kept.write();
        if !store.is_complete() {
            Run::new(&kept.graph, &sources)
                .explore(&mut store, &mut |_| ControlFlow::Continue(()))
                .unwrap();
        }
        drop(store);
        kept.expect_bytes_of(&whole, "after a move");

        // Files.
        for keep_last in [None, Some(2)] {
            let access = Access::Write { fresh: false };
            let mut store = RunStore::open(kept.root.path(), &kept.header, access).unwrap();
            let folder = store.folder().to_path_buf();
            let mut run = search(&kept, &sources);
            run.engine = run.engine.keeping(keep_last);
            let gone = run.explore(&mut store, &mut |event| {
                if matches!(event, Event::Found { generation, .. } if generation == at) {
                    foreign = replace_folder(&folder);
                }
                ControlFlow::Continue(())
            });
            was_told(gone.map(drop));
            drop(store);
            assert_eq!(everything_in(&folder), foreign, "{at} {keep_last:?}");
            fs::remove_dir_all(&folder).unwrap();
            fs::rename(folder.with_extension("moved"), &folder).unwrap();
            let mut store = RunStore::open(kept.root.path(), &kept.header, access).unwrap();
            run.explore(&mut store, &mut |_| ControlFlow::Continue(()))
                .unwrap();
            assert!(store.is_complete());
            assert_eq!(store.verify(), []);
            drop(store);
            fs::remove_dir_all(&folder).unwrap();
        }
    }
}

#[test]
fn stores_of_an_earlier_format_are_refused_with_a_sentence_and_left_alone() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/format-1");
    for (name, generations) in [("tiles:2x3", 22), ("tiles:2x2", 4)] {
        let kept = Kept::new(name);
        copy(&samples, kept.root.path());
        let files = ["header", "log", "marks", "last"];
        let before = files.map(|file| fs::read(kept.file(file)).unwrap());
        for access in [Access::Read, Access::Write { fresh: false }] {
            let error = kept.open(access).unwrap_err();
            assert!(matches!(error, StoreError::Format { found: 1, .. }));
            let sentence = error.to_string();
            assert!(sentence.contains("format 1"), "{sentence}");
        }
        assert!(before == files.map(|file| fs::read(kept.file(file)).unwrap()));
        let listed = Store::list(kept.root.path()).unwrap();
        assert_eq!(listed.len(), 2);
        assert!(listed.iter().all(|store| store.problem.is_some()));
        drop(kept.open(Access::Write { fresh: true }).unwrap());
        kept.explore((generations < 10).then_some(generations - 1));
        let store = kept.write();
        assert_eq!(store.generations().len() as u64, generations);
        assert_eq!(store.verify(), []);
        // Log and marks are what they were, but that each record is chained to its header.
        assert!(before[2] == fs::read(kept.file("marks")).unwrap());
        assert_eq!(Marks::bytes_for(kept.graph.len()), before[2].len() as u64);
    }
}
