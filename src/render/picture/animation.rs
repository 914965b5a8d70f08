//! Animations of paths: the place of each piece after every step of one cell.
//!
//! A piece keeps its letter throughout the animation.

use super::outline::CELL;
use super::scene::BoardScene;
use slidewise_analysis::{Path, PieceTrack, PieceTracks};
use slidewise_board::{Board, Cell};
use std::fmt::Write;

/// Duration of a step of one cell in milliseconds.
const STEP_MS: u32 = 260;
/// Pause after each move in milliseconds.
const REST_MS: u32 = 140;
/// Pause at the beginning and at the end, in milliseconds.
const PAUSE_MS: u32 = 1500;

/// A step of one cell in an animation.
#[derive(Clone, Debug)]
struct AnimationStep {
    /// Index of the move that the step belongs to.
    of_move: usize,
    /// Indices of the pieces that move, in `tracks` of the animation; the last is the piece of the
    /// move, and the others are those that it pushes.
    tracks: Vec<usize>,
    /// Distance to the right and down in drawing units.
    by: TrackShift,
    /// The step as text.
    text: String,
}

/// Distance to the right and down in drawing units.
pub(super) type TrackShift = (i64, i64);

/// A move in an animation.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawnMove {
    /// Indices of the pieces that move; the last is the piece of the move, and the others are those
    /// that it pushes.
    pub pieces: Vec<usize>,
    /// The steps as text.
    pub letters: String,
    /// The steps as distances.
    pub steps: Vec<TrackShift>,
}

/// An animation of a path.
#[derive(Clone, Debug)]
pub struct Animation<'s> {
    scene: &'s BoardScene<'s>,
    tracks: Vec<PieceTrack>,
    ticks: Vec<AnimationStep>,
    moves: usize,
}

impl<'s> Animation<'s> {
    /// Creates the animation of a path.
    pub fn new(scene: &'s BoardScene<'s>, path: &Path) -> Animation<'s> {
        let puzzle = scene.puzzle();
        let start = path.positions.first();
        let tracks = start.map_or(PieceTracks(Vec::new()), |start| {
            PieceTracks::from(puzzle, start)
        });
        let mut going = tracks.clone();
        let mut ticks = Vec::new();
        for (of_move, step) in path.moves.iter().enumerate() {
            let Some(tracks) = going.follow_all(step) else {
                continue;
            };
            let mut at = step.from;
            for &direction in &step.steps {
                let to = puzzle.board.neighbour(at, direction).unwrap_or(at);
                ticks.push(AnimationStep {
                    of_move,
                    tracks: tracks.clone(),
                    by: drawn_step(&puzzle.board, at, to),
                    text: puzzle.board.step_text(at, direction),
                });
                at = to;
            }
        }
        Animation {
            scene,
            tracks: tracks.0,
            ticks,
            moves: path.moves.len(),
        }
    }

    /// Number of moves in the animation.
    pub fn move_count(&self) -> usize {
        self.moves
    }

    /// Draws all pieces as SVG groups with `id="pieceN"`; [`Animation::moves`] uses the same N.
    pub fn pieces(&self) -> String {
        let numbered = self.tracks.iter().enumerate();
        let pieces = numbered.map(|(number, track)| {
            let name = format!(" id=\"piece{number}\"");
            self.draw(track, &name, "")
        });
        pieces.collect()
    }

    /// Letter of the piece with the index `piece`, as in [`Animation::moves`].
    pub fn label(&self, piece: usize) -> &str {
        self.tracks[piece].label(self.scene.puzzle())
    }

    /// The moves, each with its pieces and its steps.
    pub(super) fn drawn_moves(&self) -> Vec<DrawnMove> {
        let mut moves = vec![DrawnMove::default(); self.moves];
        for tick in &self.ticks {
            let own = &mut moves[tick.of_move];
            own.pieces.clone_from(&tick.tracks);
            own.letters += &tick.text;
            own.steps.push(tick.by);
        }
        moves
    }

    /// For each move, the indices of the pieces that move and their steps as text. The last piece
    /// is that of the move, and the others are those that it pushes.
    pub fn moves(&self) -> Vec<(Vec<usize>, String)> {
        let moves = self.drawn_moves().into_iter();
        moves.map(|own| (own.pieces, own.letters)).collect()
    }

    fn draw(&self, track: &PieceTrack, attributes: &str, inside: &str) -> String {
        self.scene
            .piece(track.class, track.number, track.first, attributes, inside)
    }

    /// Draws the animation as an SVG file that plays in a loop, with cells `cell` pixels wide.
    pub fn svg(&self, cell: u32) -> String {
        // Times in milliseconds at which each step begins and ends.
        let mut now = PAUSE_MS;
        let mut times = Vec::with_capacity(self.ticks.len());
        for (number, tick) in self.ticks.iter().enumerate() {
            if number > 0 && self.ticks[number - 1].of_move != tick.of_move {
                now += REST_MS;
            }
            times.push((now, now + STEP_MS));
            now += STEP_MS;
        }
        let total = now + PAUSE_MS;
        let mut drawing = self.scene.ground();
        for (number, track) in self.tracks.iter().enumerate() {
            let mut keys = vec![(0, (0, 0))];
            let mut at = (0, 0);
            for (tick, &(from, to)) in self.ticks.iter().zip(&times) {
                if tick.tracks.contains(&number) {
                    keys.push((from, at));
                    at = (at.0 + tick.by.0, at.1 + tick.by.1);
                    keys.push((to, at));
                }
            }
            let inside = if keys.len() > 1 {
                keys.push((total, at));
                key_frames(&keys, total)
            } else {
                String::new()
            };
            drawing += &self.draw(track, "", &inside);
        }
        let (width, height) = self.scene.size();
        let title = format!("{}: {} moves", self.scene.puzzle().title, self.moves);
        self.scene.document(width, height, cell, &title, &drawing)
    }

    /// Draws the animation as frames: SVG files, each with its duration in milliseconds.
    ///
    /// A cell is `cell` pixels wide.
    pub fn frames(&self, cell: u32) -> impl Iterator<Item = (String, u32)> {
        let mut at = vec![(0, 0); self.tracks.len()];
        let mut halfway = false;
        let mut tick = 0;
        let mut begun = false;
        std::iter::from_fn(move || {
            if !begun {
                begun = true;
                return Some((self.frame(&at, None, cell), PAUSE_MS));
            }
            let step = self.ticks.get(tick)?;
            halfway = !halfway;
            if halfway {
                return Some((self.frame(&at, Some(step), cell), STEP_MS / 2));
            }
            for &track in &step.tracks {
                at[track] = (at[track].0 + step.by.0, at[track].1 + step.by.1);
            }
            let of_move = step.of_move;
            tick += 1;
            let rest = match self.ticks.get(tick) {
                None => PAUSE_MS,
                Some(next) if next.of_move != of_move => REST_MS,
                Some(_) => 0,
            };
            Some((self.frame(&at, None, cell), STEP_MS / 2 + rest))
        })
    }

    fn frame(&self, at: &[(i64, i64)], half: Option<&AnimationStep>, cell: u32) -> String {
        let mut drawing = self.scene.ground();
        for (number, track) in self.tracks.iter().enumerate() {
            let (mut x, mut y) = at[number];
            if let Some(step) = half.filter(|step| step.tracks.contains(&number)) {
                x += step.by.0 / 2;
                y += step.by.1 / 2;
            }
            drawing += &self.draw(track, &format!(" transform=\"translate({x} {y})\""), "");
        }
        let (width, height) = self.scene.size();
        self.scene.document(width, height, cell, "", &drawing)
    }
}

/// Distance from one cell to another in drawing units.
fn drawn_step(board: &Board, from: Cell, to: Cell) -> TrackShift {
    let [from, to] = [from, to].map(|cell| board.square_of(cell));
    let length = |from: u16, to: u16| (i64::from(to) - i64::from(from)) * CELL;
    (length(from.column, to.column), length(from.row, to.row))
}

/// The motion of an SVG group: offsets at times, in milliseconds.
pub(super) fn key_frames(keys: &[(u32, (i64, i64))], total: u32) -> String {
    let mut times = String::new();
    let mut values = String::new();
    for (number, &(time, (x, y))) in keys.iter().enumerate() {
        let semicolon = if number > 0 { ";" } else { "" };
        let share = f64::from(time) / f64::from(total);
        let _ = write!(times, "{semicolon}{share:.5}");
        let _ = write!(values, "{semicolon}{x} {y}");
    }
    format!(
        "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{total}ms\" \
         repeatCount=\"indefinite\" keyTimes=\"{times}\" values=\"{values}\"/>"
    )
}
