//! The packed engine: boards in one word each while generations are small; then it works as the
//! sparse engine.
//!
//! Small boards need no numbers while they are searched: a step is one exclusive-or with a word,
//! and a slide or move takes a piece off and puts it back.
//! Each configuration is numbered once, for its mark. The engine begins at Start, when no
//! configuration has a mark. When a generation becomes too large for its tables, the [`Sparse`]
//! engine continues from there.

mod board_table;
mod cliques;
mod format;
mod generations;
mod search;

use super::sparse::{SeenBy, Sparse};
use super::{Engine, GenerationMembers, Layer};
use crate::graph::Graph;
use format::generations_of;
use generations::BoardGenerations;
use slidewise_store::{StoreError, WordSet};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) use format::{is_faster, obstacle, packed_bytes};

/// The packed engine.
#[derive(Debug)]
pub struct Packed<'g> {
    /// The current generation as packed boards; `None` once a generation was too large.
    boards: Option<Box<dyn BoardGenerations>>,
    /// Whether the sparse engine holds the current generation, too. The generation is copied only
    /// on request.
    is_set: Cell<bool>,
    sparse: Sparse<'g>,
}

impl<'g> Packed<'g> {
    /// An engine at the graph's Start, for a search without marks so far. `stop` must be the stop
    /// flag that each [`Layer`] has.
    ///
    /// # Errors
    /// If there is no memory for the generations.
    ///
    /// # Panics
    /// If the graph has no packed boards ([`EngineChoice::packed`](super::EngineChoice::packed)).
    pub fn new(graph: &'g Graph, stop: &'g AtomicBool) -> Result<Packed<'g>, StoreError> {
        Ok(Packed {
            boards: Some(generations_of(graph).expect("the engine choice has checked the graph")),
            is_set: Cell::new(true),
            sparse: Sparse::new(graph, SeenBy::Marks, stop)?,
        })
    }

    /// Copies the current generation to the sparse engine, if it is not there yet.
    fn fill(&self) -> &Sparse<'g> {
        if let Some(boards) = &self.boards
            && !self.is_set.replace(true)
        {
            boards.for_each(&mut |index| self.sparse.put_one(index));
        }
        &self.sparse
    }
}

impl GenerationMembers for Packed<'_> {
    fn contains(&self, index: u64) -> bool {
        self.fill().contains(index)
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        self.fill().for_each(visit);
    }
}

impl Engine for Packed<'_> {
    fn put(&mut self, at: usize, bits: u64) {
        self.sparse.put(at, bits);
    }

    fn find_next(&mut self, layer: Layer<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        if layer.stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(boards) = &mut self.boards {
            let marks = layer.marks.filter(|_| !layer.is_resumed);
            let found = marks.and_then(|marks| boards.find_next(marks, layer.mark));
            if found.is_some() {
                return found;
            }
            self.fill();
            self.boards = None;
        }
        self.sparse.find_next(layer, pulse)
    }

    fn advance(&mut self) {
        let Some(boards) = &mut self.boards else {
            return self.sparse.advance();
        };
        boards.advance();
        if self.is_set.replace(false) {
            self.sparse.clear();
        }
    }

    fn members(&self) -> &dyn GenerationMembers {
        self
    }

    fn generation(&self) -> &dyn WordSet {
        self.fill().generation()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Metric;
    use crate::search::{EngineChoice, EngineKind};
    use slidewise_puzzle::{Puzzle, builtin};
    use slidewise_store::Marks;

    /// A search by packed boards and one by sets and lists, at the same generation.
    struct Both<'g> {
        packed: Packed<'g>,
        sparse: Sparse<'g>,
        marks: [Marks; 2],
        index: u64,
        count: u64,
    }

    impl<'g> Both<'g> {
        fn new(graph: &'g Graph, stop: &'g AtomicBool) -> Both<'g> {
            let start = graph.index_of(graph.start()).unwrap();
            let mut packed = Packed::new(graph, stop).unwrap();
            let mut sparse = Sparse::new(graph, SeenBy::Marks, stop).unwrap();
            packed.put((start / 64) as usize, 1 << (start % 64));
            sparse.put((start / 64) as usize, 1 << (start % 64));
            let marks = [(); 2].map(|()| Marks::in_memory(graph.len()).unwrap());
            marks
                .iter()
                .for_each(|marks| assert!(marks.set_alone(start, 1)));
            Both {
                packed,
                sparse,
                marks,
                index: 0,
                count: 1,
            }
        }

        fn engines(&mut self) -> [(&mut dyn Engine, &Marks); 2] {
            let [one, other] = &self.marks;
            [(&mut self.packed, one), (&mut self.sparse, other)]
        }

        /// Expands the generation of both searches; false if there is no next one.
        fn expand(&mut self, stop: &AtomicBool) -> bool {
            self.index += 1;
            let (index, count) = (self.index, self.count);
            let counts = self.engines().map(|(engine, marks)| {
                let layer = Layer {
                    marks: Some(marks),
                    mark: (index % 3) as u8 + 1,
                    is_resumed: false,
                    check: None,
                    count,
                    threads: 1,
                    stop,
                };
                let found = engine.find_next(layer, &mut |_| {}).unwrap();
                engine.advance();
                found
            });
            assert_eq!(counts[0], counts[1], "generation {}", self.index);
            self.count = counts[0];
            self.count > 0
        }

        fn members(&mut self) -> [Vec<u64>; 2] {
            self.engines().map(|(engine, _)| {
                let mut members = Vec::new();
                engine.members().for_each(&mut |index| members.push(index));
                members
            })
        }
    }

    /// Compares the generations of a search by packed boards with those of one by sets and lists.
    ///
    /// Returns whether packed boards were used to the end.
    fn compare(graph: &Graph) -> bool {
        let stop = AtomicBool::new(false);
        let mut both = Both::new(graph, &stop);
        while both.expand(&stop) {
            // The set is filled in two of three generations only, since filling it must not change
            // the search.
            if both.index % 3 != 1 {
                let [packed, sparse] = both.members();
                assert_eq!(packed, sparse, "generation {}", both.index);
                assert_eq!(sparse.len() as u64, both.count);
            }
        }
        let [packed, sparse] = &both.marks;
        assert!((0..graph.len()).all(|index| packed.get(index) == sparse.get(index)));
        both.packed.boards.is_some()
    }

    fn graph_in(puzzle: &Puzzle, metric: Metric) -> Graph {
        Graph::new(puzzle, &puzzle.start, metric).unwrap()
    }

    fn graph_of(puzzle: &Puzzle) -> Graph {
        graph_in(puzzle, Metric::Step)
    }

    fn kind(graph: &Graph) -> EngineKind {
        EngineChoice::best(graph).kind
    }

    #[test]
    fn packed_boards_find_and_mark_what_sets_do_in_the_catalogue() {
        let mut begun = 0;
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            if puzzle.board.rows() * puzzle.board.columns() > 32 {
                continue;
            }
            for metric in Metric::OF_ONE_PIECE {
                let Ok(graph) = Graph::new(&puzzle, &puzzle.start, metric) else {
                    continue;
                };
                if kind(&graph) == EngineKind::Packed {
                    compare(&graph);
                    begun += 1;
                }
            }
        }
        assert!(begun > 60, "{begun}");
    }

    #[test]
    fn packed_boards_hand_over_where_a_generation_is_large_or_many_sets_of_squares_are_empty() {
        for (board, ends_packed) in [
            // Number of sets of empty cells on these three boards: up to 1,820; 4,368 without a
            // mirror; half of 11,440 with a mirror.
            ("aaaa:....:....:....", true),
            ("aaaa:a...:....:....", false),
            ("aaa.:aa..:a...:...a", false),
            // On this board a generation has 5,798 configurations; there are at most 1,820 sets of
            // empty cells.
            ("bbca:ddca:.e..:ae.a", false),
        ] {
            let board = board.replace(':', "\n");
            let text = format!("start = '''\n{board}\n'''\nunits = ['a']\n");
            let puzzle = Puzzle::from_toml("small", "small.toml", &text).unwrap();
            let graph = graph_of(&puzzle);
            assert_eq!(kind(&graph), EngineKind::Packed);
            assert_eq!(compare(&graph), ends_packed, "{text}");
            for metric in [Metric::Slide, Metric::Move] {
                compare(&graph_in(&puzzle, metric));
            }
        }
    }

    #[test]
    fn packed_boards_are_not_chosen_where_tables_may_not_take_as_much() {
        let puzzle = builtin::find("lane-rouge").unwrap().read().unwrap();
        let mut graph = graph_of(&puzzle);
        let bytes = packed_bytes(&graph);
        graph.allow_tables(bytes);
        assert_eq!(kind(&graph), EngineKind::Packed);
        assert!(compare(&graph));
        graph.allow_tables(bytes - 1);
        assert_eq!(kind(&graph), EngineKind::Sparse);
    }

    #[test]
    fn packed_boards_search_from_start_over_blank_marks_alone() {
        use crate::search::{CountSink, MemorySink, Run, SearchEnd, Sink};
        use std::ops::ControlFlow;
        let puzzle = builtin::find("lane-rouge").unwrap().read().unwrap();
        let graph = graph_of(&puzzle);
        let start = graph.index_of(&puzzle.start).unwrap();
        let mut neighbour = start;
        graph
            .neighbours()
            .for_each(start, |index| neighbour = index);
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let best = EngineChoice::best(&graph);
        let kind = |source: u64, sink: &dyn Sink| best.for_search(&graph, &[source], sink).kind;
        assert_eq!(kind(start, &memory), EngineKind::Packed);
        assert_eq!(kind(neighbour, &memory), EngineKind::Sparse);
        assert_eq!(kind(start, &CountSink::default()), EngineKind::Sparse);
        let sources = [start];
        let run = Run {
            max_generation: Some(3),
            ..Run::new(&graph, &sources)
        };
        let outcome = run.explore(&mut memory, &mut |_| ControlFlow::Continue(()));
        assert_eq!(outcome.unwrap().ended, SearchEnd::Satisfied);
        assert_eq!(kind(start, &memory), EngineKind::Sparse);
        let by_slides = graph_in(&puzzle, Metric::Slide);
        assert_eq!(EngineChoice::best(&by_slides).kind, EngineKind::Packed);
    }
}
