//! Animations of paths: the place of each piece after every step of one cell.
//!
//! A piece keeps its letter throughout the animation.

use super::outline::CELL;
use super::scene::BoardScene;
use slidewise_analysis::{Path, PieceTrack, PieceTracks};
use slidewise_board::Direction;
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
    direction: Direction,
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
            ticks.extend(step.steps.iter().map(|&direction| AnimationStep {
                of_move,
                tracks: tracks.clone(),
                direction,
            }));
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

    /// For each move, the indices of the pieces that move and the directions of their steps as
    /// letters. The last piece is that of the move, and the others are those that it pushes.
    pub fn moves(&self) -> Vec<(Vec<usize>, String)> {
        let mut moves = vec![(Vec::new(), String::new()); self.moves];
        for tick in &self.ticks {
            let (pieces, letters) = &mut moves[tick.of_move];
            pieces.clone_from(&tick.tracks);
            letters.push(tick.direction.letter());
        }
        moves
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
                    at = moved(at, tick.direction);
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
                at[track] = moved(at[track], step.direction);
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
                let (rows, columns) = step.direction.offset();
                x += i64::from(columns) * CELL / 2;
                y += i64::from(rows) * CELL / 2;
            }
            drawing += &self.draw(track, &format!(" transform=\"translate({x} {y})\""), "");
        }
        let (width, height) = self.scene.size();
        self.scene.document(width, height, cell, "", &drawing)
    }
}

fn moved((x, y): (i64, i64), direction: Direction) -> (i64, i64) {
    let (rows, columns) = direction.offset();
    (x + i64::from(columns) * CELL, y + i64::from(rows) * CELL)
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
