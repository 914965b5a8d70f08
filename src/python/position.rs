//! Positions and solutions, which show themselves as text and as SVG.

use crate::error::{InputError, OrRaise};
use crate::integers::{integers, whole};
use crate::position_rows::PieceLabels;
use num_bigint::BigUint;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use slidewise_analysis::Move;
use slidewise_app::{Solution, SolveMethod};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::move_words;
use slidewise_render::picture::{BoardScene, Theme, strip};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Width of a cell in pictures, in pixels.
pub(crate) const CELL: u32 = 36;
/// Boards in a row of a picture.
pub(crate) const COLUMNS: usize = 6;
/// Greatest number of boards in the picture of a solution.
pub(crate) const MAX_BOARDS: usize = 48;

/// A position of a puzzle.
///
/// `str()` gives its canonical text; notebooks show it as SVG.
#[pyclass(name = "Position", module = "slidewise", frozen)]
pub(crate) struct PyPosition {
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) configuration: Configuration,
}

impl PyPosition {
    /// A position of a puzzle.
    pub(crate) fn of(puzzle: &Arc<Puzzle>, configuration: Configuration) -> PyPosition {
        PyPosition {
            puzzle: puzzle.clone(),
            configuration,
        }
    }
}

/// Reads a position: a `Position`, its text, or its board as `Position.array()` gives it.
///
/// `what` names in messages what is expected.
///
/// # Errors
/// If it is none of the puzzle's.
pub(crate) fn configuration_of(
    puzzle: &Puzzle,
    what: &str,
    given: &Bound<'_, PyAny>,
) -> PyResult<Configuration> {
    let py = given.py();
    let text = match given.cast::<PyPosition>() {
        Ok(position) => Some(position.get().text()),
        Err(_) => given.extract().ok(),
    };
    let text = match text {
        Some(text) => text,
        None => {
            let shape = [puzzle.board.rows(), puzzle.board.columns()].map(Some);
            let board = integers::<u8>(what, given, &shape)?.as_array().to_owned();
            let row: Vec<u8> = board.iter().copied().collect();
            let labels = PieceLabels::of(py, puzzle)?;
            let read = labels.read(puzzle, &row).ok_or_else(|| {
                InputError::new_err(format!(
                    "expected the pieces 1 to {} of {} in their shapes, 0 where a cell is empty \
                     and 255 where there is none, found {board}",
                    puzzle.piece_count(),
                    puzzle.name
                ))
            })?;
            puzzle.write_position(&read)
        }
    };
    // The text is read even where the configuration is known, since a rule may forbid it.
    puzzle.read_position(&text).or_raise(py)
}

#[pymethods]
impl PyPosition {
    /// The canonical text, with `:` between rows.
    #[getter]
    pub(crate) fn text(&self) -> String {
        self.puzzle.write_position(&self.configuration)
    }

    /// Whether the position meets a goal of its puzzle.
    #[getter]
    fn is_solved(&self) -> bool {
        self.puzzle.is_solved(&self.configuration)
    }

    /// The board as `uint8` of shape `(rows, columns)`: 0 empty, k the piece
    /// `Puzzle.pieces[k - 1]`, 255 no cell.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let labels = PieceLabels::of(py, &self.puzzle)?;
        let row = labels.row_of(&self.puzzle, &self.configuration);
        let board = &self.puzzle.board;
        numpy::PyArray1::from_vec(py, row).reshape([board.rows(), board.columns()])
    }

    /// The board as SVG, with cells of `cell` pixels.
    #[pyo3(signature = (cell = CELL))]
    fn svg(&self, #[pyo3(from_py_with = whole)] cell: u32) -> String {
        BoardScene::new(&self.puzzle, Theme::Auto).svg(&self.configuration, cell)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(CELL)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {}: {}>", self.puzzle.name, self.text())
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        self.puzzle.name == other.puzzle.name && self.configuration == other.configuration
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.configuration.hash(&mut hasher);
        hasher.finish()
    }
}

/// A move along a solution.
#[pyclass(name = "Move", module = "slidewise", frozen, get_all)]
pub(crate) struct PyMove {
    /// Token of the piece at the first position of the solution.
    piece: String,
    /// Name of the piece's first cell before the move, such as `b2`.
    cell: String,
    /// Directions of its steps: letters U, D, L, R; along lines `>` and the name of each cell.
    letters: String,
    text: String,
}

impl PyMove {
    pub(crate) fn new(puzzle: &Puzzle, step: &Move) -> PyMove {
        let cell = puzzle.board.name_of(puzzle.board.square_of(step.from));
        PyMove {
            piece: step.piece.clone(),
            text: move_words(&puzzle.board, step),
            letters: step.letters(&puzzle.board),
            cell,
        }
    }
}

#[pymethods]
impl PyMove {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text)
    }
}

/// A shortest way; `len()` is the number of its moves.
#[pyclass(name = "Solution", module = "slidewise", frozen)]
pub(crate) struct PySolution {
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) solution: Solution,
    pub(crate) method: SolveMethod,
    /// Positions that the search went through, if that was counted.
    pub(crate) nodes: Option<u64>,
}

#[pymethods]
impl PySolution {
    fn __len__(&self) -> usize {
        self.solution.len()
    }

    /// The moves, a list of `Move`.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        let moves = self.solution.moves().iter();
        moves.map(|step| PyMove::new(&self.puzzle, step)).collect()
    }

    /// The positions along the way, first and last included: a list of `len(solution) + 1`.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        let positions = self.solution.path().positions.iter();
        let position = |configuration: &Configuration| PyPosition {
            puzzle: self.puzzle.clone(),
            configuration: configuration.clone(),
        };
        positions.map(position).collect()
    }

    /// The number of all shortest ways.
    #[getter]
    fn routes(&self) -> BigUint {
        self.solution.routes().clone()
    }

    /// The method that found it: explore, meet, tables or grid.
    #[getter]
    fn method(&self) -> &'static str {
        self.method.name()
    }

    /// The number of positions that a search went through; None for explore.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The positions side by side as SVG, with cells of `cell` pixels; at most 48 of them.
    #[pyo3(signature = (cell = CELL / 2))]
    fn svg(&self, #[pyo3(from_py_with = whole)] cell: u32) -> String {
        let scene = BoardScene::new(&self.puzzle, Theme::Auto);
        let every = self.solution.len().div_ceil(MAX_BOARDS).max(1);
        strip(&scene, self.solution.path(), COLUMNS, every, cell)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(CELL / 2)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Solution of {}: {} moves, {} ways>",
            self.puzzle.name,
            self.solution.len(),
            self.solution.routes()
        )
    }
}
