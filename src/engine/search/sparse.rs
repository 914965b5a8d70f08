//! The sparse engine: the configurations of a generation one by one.
//!
//! Good where a pattern has few orders, and for slides and moves. A generation is a set, which threads can share:
//! all neighbours are gathered as a set of candidates, and only then is it sifted by the marks, 64 at a time: a
//! branch for each neighbour would be foreseen wrongly too often. Where a cut gives neighbours in any order alike,
//! a small generation is a list: each neighbour is looked up in the marks, and those that are unseen are the next
//! list; and small boards are searched as slates, without any numbers but for marks, while they can be. A run that
//! goes on where another was cut off has neither, since a neighbour that has the next mark already may be from then or
//! from now. Any number of threads leaves the same marks, because a configuration's
//! mark does not depend on who finds it.

use super::crew::{WORTH_THREADS, work_together};
use super::slates::{Slates, slates_of};
use super::{Engine, Finder, Members, Pass};
use crate::graph::{Cut, Graph};
use slidewise_store::{Bits, Generation, StoreError};
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// A chunk of a generation has about this many numbers, so that a run stops soon after it is told to.
const CHUNK: u64 = 1 << 22;

/// The sparse engine.
#[derive(Debug)]
pub struct Sparse<'g> {
    graph: &'g Graph,
    stop: &'g AtomicBool,
    /// Made when it is first asked: a graph may make tables for it.
    finder: Option<Finder<'g>>,
    /// The current generation as slates, if they have it; asked for once.
    slates: Option<Box<dyn Slates>>,
    is_begun: bool,
    /// The current generation as a set, if `is_set`.
    current: Generation,
    is_set: Cell<bool>,
    /// The current generation as a list in no order, if `is_listed`.
    list: Vec<u64>,
    is_listed: bool,
    /// The generation found, as one or the other.
    next: Generation,
    next_list: Vec<u64>,
    is_next_listed: bool,
    /// Without marks, or with such as nothing vouches for, the generation before must be remembered, to be left out, as
    /// the current one is.
    previous: Option<Generation>,
}

impl<'g> Sparse<'g> {
    /// An engine for a graph; it holds no configuration yet. `without_marks` where these are not to tell it what was
    /// found: there are none, or they are in doubt. `stop` is the one of each [`Pass`].
    ///
    /// # Errors
    /// If there is no memory for the generations.
    pub fn new(
        graph: &'g Graph,
        without_marks: bool,
        stop: &'g AtomicBool,
    ) -> Result<Sparse<'g>, StoreError> {
        let empty = || Generation::new(graph.len());
        Ok(Sparse {
            graph,
            stop,
            finder: None,
            slates: None,
            is_begun: false,
            current: empty()?,
            is_set: Cell::new(true),
            list: Vec::new(),
            is_listed: false,
            next: empty()?,
            next_list: Vec::new(),
            is_next_listed: false,
            previous: if without_marks { Some(empty()?) } else { None },
        })
    }

    /// Finds the next generation as slates; `None` where the graph has none, or they cannot go on, or marks may be
    /// there already.
    fn next_slates(&mut self, pass: Pass<'_>) -> Option<u64> {
        let marks = pass.marks.filter(|_| !pass.goes_on)?;
        if !std::mem::replace(&mut self.is_begun, true) && pass.count == 1 {
            let start = self.graph.index_of(self.graph.start());
            let is_start = start.is_some_and(|start| self.current.contains(start));
            self.slates = is_start.then(|| slates_of(self.graph)).flatten();
        }
        let slates = self.slates.as_mut()?;
        let found = slates.find_next(marks, pass.mark);
        if found.is_none() {
            // From here on sets and lists do.
            self.as_set();
            self.slates = None;
        }
        found
    }

    /// Finds the next generation as a list; `None` where the graph is not cut yet, or the current generation is large,
    /// or marks may be there already.
    fn list_next(&mut self, pass: Pass<'_>) -> Option<u64> {
        let marks = pass.marks?;
        if pass.count >= WORTH_THREADS || pass.goes_on {
            return None;
        }
        let finder = self
            .finder
            .get_or_insert_with(|| Finder::new(self.graph, self.stop));
        let cut = finder.cut()?;
        if !self.is_listed {
            self.list.clear();
            self.list
                .extend(self.current.iter().map(|index| cut.spot(index)));
            self.is_listed = true;
        }
        self.next_list.clear();
        finder.follow(&self.list, marks, pass.mark, &mut self.next_list);
        Some(self.next_list.len() as u64)
    }

    /// The bytes that lists take where a graph is cut, at most: a small generation and the next, which may be some
    /// times as large.
    pub fn list_bytes(graph: &Graph) -> u64 {
        16 * graph.len().min(8 * WORTH_THREADS)
    }

    /// The current generation as a set.
    fn as_set(&self) -> &Generation {
        if !self.is_set.replace(true) {
            let put = &mut |index| self.current.put_alone(index);
            match &self.slates {
                Some(slates) => slates.for_each(put),
                None => self.list.iter().map(|&spot| Cut::rank(spot)).for_each(put),
            }
        }
        &self.current
    }
}

impl Members for Sparse<'_> {
    fn contains(&self, index: u64) -> bool {
        self.as_set().contains(index)
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        self.as_set().iter().for_each(visit);
    }
}

impl Engine for Sparse<'_> {
    fn name(&self) -> &'static str {
        "sparse"
    }

    fn put(&mut self, at: usize, bits: u64) {
        self.current.put_word(at, bits);
    }

    fn find_next(&mut self, pass: Pass<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        if pass.stop.load(Ordering::Relaxed) {
            return None;
        }
        let slated = self.next_slates(pass);
        if slated.is_some() {
            return slated;
        }
        let listed = self.list_next(pass);
        self.is_next_listed = listed.is_some();
        if listed.is_some() {
            return listed;
        }
        self.as_set();
        let expansion = Expansion {
            graph: self.graph,
            pass,
            current: &self.current,
            next: &self.next,
            previous: self.previous.as_ref(),
        };
        let finder = self
            .finder
            .get_or_insert_with(|| Finder::new(self.graph, self.stop));
        expansion.run(finder, pulse)
    }

    fn advance(&mut self) {
        if let Some(slates) = &mut self.slates {
            slates.advance();
            if self.is_set.replace(false) {
                self.current.clear();
            }
            return;
        }
        self.is_listed = self.is_next_listed;
        if self.is_listed {
            std::mem::swap(&mut self.list, &mut self.next_list);
            if self.is_set.replace(false) {
                self.current.clear();
            }
            return;
        }
        if let Some(previous) = &mut self.previous {
            std::mem::swap(previous, &mut self.current);
        }
        std::mem::swap(&mut self.current, &mut self.next);
        self.is_set.set(true);
        self.next.clear();
    }

    fn members(&self) -> &dyn Members {
        self
    }

    fn generation(&self) -> &dyn Bits {
        self.as_set()
    }
}

/// One generation's work.
#[derive(Clone, Copy)]
struct Expansion<'a> {
    graph: &'a Graph,
    pass: Pass<'a>,
    /// The generation whose neighbours are sought.
    current: &'a Generation,
    /// Receives the generation found; empty before.
    next: &'a Generation,
    /// The generation before, where no marks tell it.
    previous: Option<&'a Generation>,
}

impl Expansion<'_> {
    fn run(&self, finder: &mut Finder<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        let threads = self.pass.threads;
        if threads <= 1 || self.pass.count < WORTH_THREADS {
            let mut done = 0;
            for chunk in self.chunks(1) {
                if self.pass.stop.load(Ordering::Relaxed) {
                    return None;
                }
                done += self.gather(finder, chunk, |found| self.next.put_alone(found));
                if self.pass.count >= WORTH_THREADS {
                    pulse(done);
                }
            }
            let whole = self.next.chunks(1).into_iter();
            return Some(whole.map(|chunk| self.sift(chunk)).sum());
        }
        let chunks = self.chunks(threads.saturating_mul(16));
        let done = AtomicU64::new(0);
        self.share(&chunks, &done, pulse, || {
            let mut finder = Finder::new(self.graph, self.pass.stop);
            move |chunk| self.gather(&mut finder, chunk, |found| self.next.put_shared(found))
        });
        if self.pass.stop.load(Ordering::Relaxed) {
            return None;
        }
        let kept = AtomicU64::new(0);
        self.share(&chunks, &kept, &mut |_| {}, || |chunk| self.sift(chunk));
        (!self.pass.stop.load(Ordering::Relaxed)).then(|| kept.into_inner())
    }

    /// Lets all threads take the chunks one after the other, and adds up what they return.
    fn share<W: FnMut(Range<usize>) -> u64>(
        &self,
        chunks: &[Range<usize>],
        sum: &AtomicU64,
        pulse: &mut dyn FnMut(u64),
        worker: impl Fn() -> W + Sync,
    ) {
        let taken = AtomicUsize::new(0);
        let work = |_| {
            let mut work = worker();
            while !self.pass.stop.load(Ordering::Relaxed)
                && let Some(chunk) = chunks.get(taken.fetch_add(1, Ordering::Relaxed))
            {
                sum.fetch_add(work(chunk.clone()), Ordering::Relaxed);
            }
        };
        work_together(0..self.pass.threads, work, &mut || {
            pulse(sum.load(Ordering::Relaxed));
        });
    }

    fn chunks(&self, parts: usize) -> Vec<Range<usize>> {
        let for_stopping = (self.current.len() / CHUNK) as usize;
        self.current.chunks(parts.max(for_stopping))
    }

    /// Finds the neighbours of a chunk's configurations; returns how many configurations these were.
    fn gather(&self, finder: &mut Finder<'_>, chunk: Range<usize>, put: impl Fn(u64)) -> u64 {
        let mut expanded = 0;
        self.current.for_each_in(chunk, |index| {
            expanded += 1;
            finder.add(index, &put);
        });
        finder.finish(&put);
        expanded
    }

    fn sift(&self, chunk: Range<usize>) -> u64 {
        let mark = self.pass.mark;
        let drop = |previous| self.next.drop_in(chunk.clone(), &[previous, self.current]);
        let count = self.previous.map(drop);
        let Some(marks) = self.pass.marks else {
            return count.expect("without marks the generation before is remembered");
        };
        if let Some(doubt) = self.pass.doubt {
            let look = |at, members| doubt.look(marks, at, members, mark);
            self.next.for_each_word_in(chunk.clone(), look);
        }
        self.next.sift_in(chunk, marks, mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Metric;
    use crate::search::slates::slate_bytes;
    use slidewise_puzzle::{Puzzle, builtin};
    use slidewise_store::Marks;

    /// A search by slates and one without, at the same generation.
    struct Both<'g> {
        engines: [Sparse<'g>; 2],
        marks: [Marks; 2],
        index: u64,
        count: u64,
    }

    impl<'g> Both<'g> {
        fn new(graph: &'g Graph, stop: &'g AtomicBool, start: u64) -> Both<'g> {
            let mut engines = [(); 2].map(|()| Sparse::new(graph, false, stop).unwrap());
            // It does not ask for slates again.
            engines[1].is_begun = true;
            let marks = [(); 2].map(|()| Marks::in_memory(graph.len()).unwrap());
            for (engine, marks) in engines.iter_mut().zip(&marks) {
                engine.put((start / 64) as usize, 1 << (start % 64));
                marks.set_alone(start, 1);
            }
            Both {
                engines,
                marks,
                index: 0,
                count: 1,
            }
        }

        /// Goes on by a generation; false if there is none.
        fn go(&mut self, stop: &AtomicBool) -> bool {
            self.index += 1;
            let counts: Vec<u64> = self
                .engines
                .iter_mut()
                .zip(&self.marks)
                .map(|(engine, marks)| {
                    let pass = Pass {
                        marks: Some(marks),
                        mark: (self.index % 3) as u8 + 1,
                        goes_on: false,
                        doubt: None,
                        count: self.count,
                        threads: 1,
                        stop,
                    };
                    let found = engine.find_next(pass, &mut |_| {}).unwrap();
                    engine.advance();
                    found
                })
                .collect();
            assert_eq!(counts[0], counts[1], "generation {}", self.index);
            self.count = counts[0];
            self.count > 0
        }

        fn members(&self) -> [Vec<u64>; 2] {
            [0, 1].map(|own| {
                let mut members = Vec::new();
                self.engines[own]
                    .members()
                    .for_each(&mut |index| members.push(index));
                members
            })
        }
    }

    /// Searches a graph from one configuration by slates and without; whether slates began, and whether they came to
    /// the end.
    fn compare(graph: &Graph, from: u64) -> [bool; 2] {
        let stop = AtomicBool::new(false);
        let mut both = Both::new(graph, &stop, from);
        let mut has_begun = false;
        while both.go(&stop) {
            has_begun |= both.engines[0].slates.is_some();
            // A generation becomes a set when it is asked for, and nothing else changes by that.
            if both.index % 3 != 1 {
                let [by_slates, by_sets] = both.members();
                assert_eq!(by_slates, by_sets, "generation {}", both.index);
                assert_eq!(by_sets.len() as u64, both.count);
            }
        }
        let [by_slates, by_sets] = &both.marks;
        assert!((0..graph.len()).all(|index| by_slates.get(index) == by_sets.get(index)));
        assert!(both.engines[1].slates.is_none());
        [has_begun, both.engines[0].slates.is_some()]
    }

    fn compare_from_start(puzzle: &Puzzle) -> [bool; 2] {
        let graph = Graph::new(puzzle, &puzzle.start, Metric::Step).unwrap();
        compare(&graph, graph.index_of(&puzzle.start).unwrap())
    }

    #[test]
    fn slates_find_and_mark_what_sets_do_in_the_catalogue() {
        let mut begun = 0;
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            if puzzle.board.rows() * puzzle.board.columns() > 32 {
                continue;
            }
            let Ok(graph) = Graph::new(&puzzle, &puzzle.start, Metric::Step) else {
                continue;
            };
            if slates_of(&graph).is_some() {
                let [has_begun, ..] = compare_from_start(&puzzle);
                assert!(has_begun, "{}", puzzle.name);
                begun += 1;
            }
        }
        assert!(begun > 25, "{begun}");
    }

    #[test]
    fn slates_hand_over_where_a_generation_is_large_or_many_sets_of_squares_are_empty() {
        for (board, ends_with_slates) in [
            // Sets of empty squares: up to 1,820, 4,368 without a mirror, and half of 11,440 with one.
            ("aaaa:....:....:....", true),
            ("aaaa:a...:....:....", false),
            ("aaa.:aa..:a...:...a", false),
            // 5,798 configurations in a generation, and up to 1,820 such sets.
            ("bbca:ddca:.e..:ae.a", false),
        ] {
            let board = board.replace(':', "\n");
            let text = format!("start = '''\n{board}\n'''\nunits = ['a']\n");
            let puzzle = Puzzle::from_toml("small", "small.toml", &text).unwrap();
            assert_eq!(
                compare_from_start(&puzzle),
                [true, ends_with_slates],
                "{text}"
            );
        }
    }

    #[test]
    fn slates_are_left_out_where_tables_may_not_take_so_much() {
        let puzzle = builtin::find("lane-rouge").unwrap().read().unwrap();
        let mut graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let bytes = slate_bytes(&graph);
        let start = graph.index_of(&puzzle.start).unwrap();
        graph.allow_tables(bytes);
        assert_eq!(compare(&graph, start), [true, true]);
        graph.allow_tables(bytes - 1);
        assert_eq!(compare(&graph, start), [false, false]);
    }

    #[test]
    fn a_search_from_elsewhere_than_start_and_one_by_slides_have_no_slates() {
        let puzzle = builtin::find("lane-rouge").unwrap().read().unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        assert_eq!(compare(&graph, start), [true, true]);
        let mut neighbour = start;
        graph
            .neighbours()
            .for_each(start, |index| neighbour = index);
        assert_eq!(compare(&graph, neighbour), [false, false]);
        let by_slides = Graph::new(&puzzle, &puzzle.start, Metric::Slide).unwrap();
        assert_eq!(compare(&by_slides, start), [false, false]);
    }
}
