//! Many games of one puzzle, stepped together: boards, legal actions, exact distances and optimal
//! actions.
//!
//! An action is a square and a direction, `4 * square + direction` with the directions U, D, L, R:
//! the piece whose first cell in reading order lies there goes one cell that way.

use crate::distance_table::{DistanceTable, filled, reserve};
use crate::error::{InputError, OrRaise};
use crate::integers::{integers, whole};
use crate::interruptible::interruptible;
use crate::options::threads_of;
use crate::position_rows::{PositionRows, vertex_of};
use crate::search::PySearch;
use crate::search_numbers::NUMBERS;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use slidewise_analysis::Move;
use slidewise_app::{Problem, Search};
use slidewise_engine::graph::{Graph, Metric, Neighbours};
use slidewise_engine::search::{OutOfResources, run_workers};
use slidewise_puzzle::SearchOrigin;
use std::collections::HashMap;
use std::iter;
use std::sync::{Arc, Mutex, PoisonError};

/// Patterns whose actions are remembered by each thread.
const MOST_PATTERNS: usize = 1 << 20;
/// Least number of games for each thread: starting another takes longer.
const FEW_GAMES: usize = 512;

/// Draws of positions: SplitMix64 (Steele, Lea and Flood 2014).
struct Draw(u64);

impl Draw {
    /// The draws of a seed: neighbouring seeds give unlike draws only after the first.
    fn seeded(seed: u64) -> Draw {
        Draw(Draw(seed).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ value >> 31
    }

    /// A number below `most`, each equally probable.
    fn below(&mut self, most: u64) -> u64 {
        let fair = u64::MAX - u64::MAX % most;
        loop {
            let value = self.next();
            if value < fair {
                return value % most;
            }
        }
    }
}

/// Where games begin.
enum Beginning {
    Start,
    /// Any position from which a goal can be reached, goals excepted.
    Anywhere,
    /// One of these positions.
    Among(Vec<u64>),
}

/// What all games have in common.
struct Rules {
    search: Arc<Search>,
    rows: PositionRows,
    distances: DistanceTable,
    beginning: Beginning,
    most_steps: u64,
    squares: usize,
}

/// One game: where it is, and where its legal actions lead.
struct Episode {
    index: u64,
    steps: u64,
    is_over: bool,
    draw: Draw,
    /// Where it begins the next time, if a caller has named a position.
    start: Option<u64>,
    next: Vec<(u16, u64)>,
}

/// Legal actions for which a game takes memory; few positions have more.
const USUAL_ACTIONS: usize = 8;

impl Episode {
    /// The bytes of a game and of its part of what a step gives.
    fn bytes(squares: usize) -> usize {
        // Boards, masks and optimal actions; rewards, ends, distances and numbers.
        let arrays = squares + 2 * 4 * squares + 22;
        size_of::<Episode>() + USUAL_ACTIONS * size_of::<(u16, u64)>() + arrays
    }
}

/// What a step of games gives, game after game.
struct StepArrays {
    boards: Vec<u8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    masks: Vec<i8>,
    optimal: Vec<i8>,
    distances: Vec<i64>,
    indices: Vec<i64>,
}

/// What a step gives of the games of one thread.
struct StepPart<'a> {
    boards: &'a mut [u8],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
    masks: &'a mut [i8],
    optimal: &'a mut [i8],
    distances: &'a mut [i64],
    indices: &'a mut [i64],
}

/// The legal actions of patterns; edges have the same order for all arrangements of a pattern.
#[derive(Default)]
struct Actions(HashMap<u64, Box<[u16]>>);

impl Actions {
    /// Lists the legal actions of a vertex, and where they lead.
    fn list(
        &mut self,
        graph: &Graph,
        neighbours: &mut Neighbours<'_>,
        index: u64,
        next: &mut Vec<(u16, u64)>,
    ) {
        next.clear();
        neighbours.for_each(index, |to| next.push((0, to)));
        let pattern = index / graph.orders().len();
        if self.0.len() > MOST_PATTERNS {
            self.0.clear();
        }
        let actions = self.0.entry(pattern).or_insert_with(|| {
            let (puzzle, before) = (graph.puzzle(), graph.configuration(index));
            let action = |&(_, to): &(u16, u64)| {
                let after = graph.configuration(to);
                let own = Move::between(puzzle, graph.metric(), &before, &after)
                    .expect("an edge joins configurations one move apart");
                let square = puzzle.board.square_of(own.from);
                let square =
                    usize::from(square.row) * puzzle.board.columns() + usize::from(square.column);
                (4 * square) as u16 + own.steps[0].index() as u16
            };
            next.iter().map(action).collect()
        });
        for (entry, &action) in next.iter_mut().zip(actions.iter()) {
            entry.0 = action;
        }
    }
}

impl Rules {
    fn graph(&self) -> &Graph {
        &self.search.numbered().graph
    }

    fn begin(&self, draw: &mut Draw) -> u64 {
        match &self.beginning {
            Beginning::Start => self.search.numbered().start(),
            Beginning::Among(all) => all[draw.below(all.len() as u64) as usize],
            Beginning::Anywhere => loop {
                let index = draw.below(self.graph().len());
                if self
                    .distances
                    .of(index)
                    .is_some_and(|distance| distance > 0)
                {
                    return index;
                }
            },
        }
    }

    /// Steps some games; with `actions` `None` all of them begin again.
    fn step(
        &self,
        games: &mut [Episode],
        memory: &mut Actions,
        actions: Option<&[i64]>,
        out: StepPart<'_>,
    ) {
        let graph = self.graph();
        let mut neighbours = graph.neighbours();
        let choices = 4 * self.squares;
        for (number, game) in games.iter_mut().enumerate() {
            match actions {
                Some(actions) if !game.is_over => {
                    let wanted = actions[number];
                    let mut legal = game.next.iter();
                    if let Some(&(_, to)) = legal.find(|own| i64::from(own.0) == wanted) {
                        game.index = to;
                    }
                    game.steps += 1;
                    out.rewards[number] = -1.0;
                }
                _ => {
                    let named = game.start.take();
                    game.index = named.unwrap_or_else(|| self.begin(&mut game.draw));
                    game.steps = 0;
                }
            }
            memory.list(graph, &mut neighbours, game.index, &mut game.next);
            let distance = self.distances.of(game.index);
            let is_solved = distance == Some(0);
            let is_cut = !is_solved && game.steps >= self.most_steps;
            game.is_over = is_solved || is_cut;
            let nearer = distance.and_then(|distance| distance.checked_sub(1));
            for &(action, to) in &game.next {
                let at = number * choices + usize::from(action);
                out.masks[at] = 1;
                if nearer.is_some() && self.distances.of(to) == nearer {
                    out.optimal[at] = 1;
                }
            }
            out.terminated[number] = is_solved;
            out.truncated[number] = is_cut;
            out.distances[number] = distance.map_or(-1, |distance| distance as i64);
            out.indices[number] = game.index as i64;
        }
        let done = self.rows.unrank(graph, out.indices, out.boards);
        debug_assert!(done.is_ok(), "games are at positions of the graph");
    }
}

impl StepArrays {
    /// The arrays of a number of games, with zeros.
    fn new(games: usize, squares: usize) -> Result<StepArrays, Problem> {
        let (games, squares) = (games as u64, squares as u64);
        Ok(StepArrays {
            boards: filled(games * squares, 0)?,
            rewards: filled(games, 0.0)?,
            terminated: filled(games, false)?,
            truncated: filled(games, false)?,
            masks: filled(games * 4 * squares, 0)?,
            optimal: filled(games * 4 * squares, 0)?,
            distances: filled(games, 0)?,
            indices: filled(games, 0)?,
        })
    }

    /// The parts of every `each` games.
    fn parts(&mut self, each: usize, squares: usize) -> impl Iterator<Item = StepPart<'_>> {
        let mut boards = self.boards.chunks_mut(each * squares);
        let mut rewards = self.rewards.chunks_mut(each);
        let mut terminated = self.terminated.chunks_mut(each);
        let mut truncated = self.truncated.chunks_mut(each);
        let mut masks = self.masks.chunks_mut(each * 4 * squares);
        let mut optimal = self.optimal.chunks_mut(each * 4 * squares);
        let mut distances = self.distances.chunks_mut(each);
        let mut indices = self.indices.chunks_mut(each);
        iter::from_fn(move || {
            Some(StepPart {
                boards: boards.next()?,
                rewards: rewards.next()?,
                terminated: terminated.next()?,
                truncated: truncated.next()?,
                masks: masks.next()?,
                optimal: optimal.next()?,
                distances: distances.next()?,
                indices: indices.next()?,
            })
        })
    }
}

/// Games of one puzzle that are stepped together, as the environments of `slidewise.gym` use them.
#[pyclass(name = "Stepper", module = "slidewise")]
pub(crate) struct PyStepper {
    rules: Rules,
    games: Vec<Episode>,
    memories: Vec<Actions>,
    shape: [usize; 2],
}

/// Checks that each step of a graph is an action: a square, and one of four directions.
fn check_actions(graph: &Graph) -> PyResult<()> {
    if graph.metric() != Metric::Step {
        return Err(InputError::new_err(
            "an environment counts steps: explore with metric=\"step\"",
        ));
    }
    if !graph.puzzle().board.is_plain() {
        return Err(InputError::new_err(
            "an environment has the actions up, down, left and right on a board of squares, but \
             this board runs round or is made of lines",
        ));
    }
    Ok(())
}

#[pymethods]
impl PyStepper {
    /// `distances` is None for any beginning, or the least and greatest distance of a beginning
    /// from the goals; `from_start` lets all games begin at Start.
    #[new]
    #[pyo3(signature = (search, count, *, from_start = false, distances = None,
                        most_steps = 1000, threads = None))]
    fn new(
        py: Python<'_>,
        search: PyRef<'_, PySearch>,
        #[pyo3(from_py_with = whole)] count: usize,
        from_start: bool,
        distances: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] most_steps: u64,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<PyStepper> {
        let explorer = &search.numbered().explorer;
        let threads = threads_of(threads.or(Some(explorer.thread_count())))?;
        let memory = explorer.memory_limit();
        let (rows, columns) = search.shape();
        let needed = count.saturating_mul(Episode::bytes(rows * columns));
        OutOfResources::of_memory(needed as u64, memory).or_raise(py)?;
        let mut games = Vec::new();
        reserve(&mut games, count, memory).or_raise(py)?;
        check_actions(search.graph())?;
        let own: &PySearch = &search;
        let table = interruptible(py, None, |stop, reporter| {
            own.table(SearchOrigin::Goals, stop, &reporter)
        })?;
        let beginning = match distances {
            _ if from_start => Beginning::Start,
            None => {
                let is_unsolved = |index| table.of(index).is_some_and(|own| own > 0);
                match (0..own.graph().len()).any(is_unsolved) {
                    true => Beginning::Anywhere,
                    false => Beginning::Start,
                }
            }
            Some(given) => {
                let what = "the least and the greatest distance";
                let given = integers::<u64>(what, &given, &[Some(2)])?;
                let (least, most) = (given.as_array()[0], given.as_array()[1]);
                let is_there = |index: &u64| {
                    table
                        .of(*index)
                        .is_some_and(|own| (least..=most).contains(&own))
                };
                let all: Vec<u64> = (0..own.graph().len()).filter(is_there).collect();
                if all.is_empty() {
                    return Err(InputError::new_err(format!(
                        "no position is {least} to {most} steps from a goal"
                    )));
                }
                Beginning::Among(all)
            }
        };
        let board = &own.graph().puzzle().board;
        let shape = [board.rows(), board.columns()];
        let rules = Rules {
            rows: PositionRows::new(py, own.graph())?,
            search: own.shared(),
            distances: table,
            beginning,
            most_steps,
            squares: shape[0] * shape[1],
        };
        games.extend((0..count as u64).map(|number| Episode {
            index: 0,
            steps: 0,
            is_over: true,
            draw: Draw::seeded(number),
            start: None,
            next: Vec::new(),
        }));
        Ok(PyStepper {
            rules,
            games,
            memories: (0..threads).map(|_| Actions::default()).collect(),
            shape,
        })
    }

    /// Seeds the draws of the games, one seed each.
    fn seed(&mut self, seeds: &Bound<'_, PyAny>) -> PyResult<()> {
        let seeds = integers::<u64>("a seed for each game", seeds, &[Some(self.games.len())])?;
        for (game, &seed) in self.games.iter_mut().zip(&seeds.as_array()) {
            game.draw = Draw::seeded(seed);
        }
        Ok(())
    }

    /// Begins all games again, and returns what `step` returns; `starts` are the numbers of the
    /// positions where they begin this time, one each.
    #[pyo3(signature = (starts = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        starts: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        if let Some(starts) = starts {
            let starts = integers::<i64>(NUMBERS, &starts, &[Some(self.games.len())])?;
            let graph = self.rules.graph();
            let vertex = |&start: &i64| vertex_of(graph, start).map(Some);
            let vertices = starts.as_array().into_iter().map(vertex).collect();
            let vertices: Result<Vec<Option<u64>>, _> = vertices;
            let vertices = vertices.map_err(|none| none.in_words(&graph.puzzle().name));
            for (game, start) in self.games.iter_mut().zip(vertices.or_raise(py)?) {
                game.start = start;
            }
        }
        self.advance(py, None)
    }

    /// Takes an action in each game; a game that was over begins again instead.
    ///
    /// Returns arrays by name: `boards` (n, rows, columns), `rewards`, `terminated`, `truncated`,
    /// `distances`, `indices` (n,), `action_masks` and `optimal_actions` (n, 4 * rows * columns).
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let what = "an action for each game";
        let actions = integers::<i64>(what, actions, &[Some(self.games.len())])?;
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        self.advance(py, Some(&actions))
    }
}

impl PyStepper {
    fn advance<'py>(
        &mut self,
        py: Python<'py>,
        actions: Option<&[i64]>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let PyStepper {
            rules,
            games,
            memories,
            ..
        } = self;
        let rules: &Rules = rules;
        let count = games.len();
        let parts = (count / FEW_GAMES).clamp(1, memories.len());
        let each = count.div_ceil(parts).max(1);
        let mut out = StepArrays::new(count, rules.squares).or_raise(py)?;
        let shares = games.chunks_mut(each).zip(memories).enumerate();
        let shares = shares.zip(out.parts(each, rules.squares));
        py.detach(|| {
            let shares = Mutex::new(shares);
            let next = || shares.lock().unwrap_or_else(PoisonError::into_inner).next();
            // If the system refuses threads, those that it gave step all games.
            let work = |_| {
                while let Some(((number, (games, memory)), part)) = next() {
                    let first = number * each;
                    let actions = actions.map(|all| &all[first..first + games.len()]);
                    rules.step(games, memory, actions, part);
                }
            };
            match parts {
                1 => work(0),
                _ => run_workers(0..parts, work, &mut || ()),
            }
        });
        let choices = 4 * rules.squares;
        let [rows, columns] = self.shape;
        let arrays = PyDict::new(py);
        let boards = PyArray1::from_vec(py, out.boards).reshape([count, rows, columns])?;
        arrays.set_item("boards", boards)?;
        arrays.set_item("rewards", out.rewards.into_pyarray(py))?;
        arrays.set_item("terminated", out.terminated.into_pyarray(py))?;
        arrays.set_item("truncated", out.truncated.into_pyarray(py))?;
        arrays.set_item("distances", out.distances.into_pyarray(py))?;
        arrays.set_item("indices", out.indices.into_pyarray(py))?;
        let masks = PyArray1::from_vec(py, out.masks).reshape([count, choices])?;
        arrays.set_item("action_masks", masks)?;
        let optimal = PyArray1::from_vec(py, out.optimal).reshape([count, choices])?;
        arrays.set_item("optimal_actions", optimal)?;
        Ok(arrays)
    }
}
