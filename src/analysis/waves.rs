//! Searches from many vertices at once, a bit for each (Then et al. 2014).
//!
//! The sources of a batch are the lanes of a row of words. What a vertex has seen is a row, what reached it last
//! is another, and one pass along the edges takes all lanes one further. It pays where the sources are near each
//! other, since their waves then pass a vertex in few generations.

use super::Component;
use super::array::{NoRoom, filled};
use std::sync::atomic::{AtomicBool, Ordering};

/// Words in a row.
const WORDS: usize = 4;
/// How many sources are searched from at once.
pub const LANES: usize = WORDS * 64;

type Row = [u64; WORDS];

/// The arrays of one batch; they serve for many.
#[derive(Debug)]
pub struct Waves {
    seen: Vec<Row>,
    current: Vec<Row>,
    next: Vec<Row>,
    /// By vertex: how near the nearest source is, and how far the farthest.
    reach: Vec<(u32, u32)>,
    active: Vec<u32>,
    touched: Vec<u32>,
}

/// What a search of a batch found.
#[derive(Clone, Debug, Default)]
pub struct Far {
    /// The eccentricity of the source.
    pub eccentricity: u32,
    /// How many vertices are that far from it; only where the eccentricity was wanted.
    pub count: u64,
    /// The first of them.
    pub vertices: Vec<u32>,
}

impl Waves {
    /// Bytes a vertex.
    pub const BYTES: u64 = 3 * (WORDS as u64) * 8 + 8 + 8;

    /// Arrays for a component of `len` vertices.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn new(len: usize) -> Result<Waves, NoRoom> {
        Ok(Waves {
            seen: filled(len, Row::default())?,
            current: filled(len, Row::default())?,
            next: filled(len, Row::default())?,
            reach: filled(len, (0, 0))?,
            active: Vec::new(),
            touched: Vec::new(),
        })
    }

    /// Searches from at most `LANES` different vertices. Of the vertices farthest from each of them, `most` are
    /// listed if they are at `wanted` or farther. `None` if it was stopped.
    pub fn search(
        &mut self,
        component: &Component<'_>,
        sources: &[u32],
        wanted: u32,
        most: usize,
        stop: &AtomicBool,
    ) -> Option<Vec<Far>> {
        let Waves {
            seen,
            current,
            next,
            reach,
            active,
            touched,
        } = self;
        assert!(
            sources.len() <= LANES,
            "a batch has at most {LANES} sources"
        );
        seen.fill(Row::default());
        current.fill(Row::default());
        active.clear();
        let mut far: Vec<Far> = vec![Far::default(); sources.len()];
        let mut alive = Row::default();
        for (lane, &source) in sources.iter().enumerate() {
            let bit = 1 << (lane % 64);
            seen[source as usize][lane / 64] |= bit;
            current[source as usize][lane / 64] |= bit;
            alive[lane / 64] |= bit;
            reach[source as usize] = (0, 0);
            active.push(source);
        }
        let mut distance = 0;
        loop {
            if distance >= wanted {
                note_far(&mut far, active, current, distance, most);
            }
            for_each_lane(&alive, |lane| far[lane].eccentricity = distance);
            if stop.load(Ordering::Relaxed) {
                // The arrays are clean before the next search but for this one.
                next.fill(Row::default());
                touched.clear();
                return None;
            }
            distance += 1;
            for &vertex in active.iter() {
                let row = std::mem::take(&mut current[vertex as usize]);
                for &neighbour in component.neighbours(vertex) {
                    let gathered = &mut next[neighbour as usize];
                    if *gathered == Row::default() {
                        touched.push(neighbour);
                    }
                    (0..WORDS).for_each(|word| gathered[word] |= row[word]);
                }
            }
            active.clear();
            alive = Row::default();
            for vertex in touched.drain(..) {
                let seen = &mut seen[vertex as usize];
                let mut new = std::mem::take(&mut next[vertex as usize]);
                (0..WORDS).for_each(|word| new[word] &= !seen[word]);
                if new != Row::default() {
                    let reach = &mut reach[vertex as usize];
                    if *seen == Row::default() {
                        reach.0 = distance;
                    }
                    reach.1 = distance;
                    for word in 0..WORDS {
                        seen[word] |= new[word];
                        alive[word] |= new[word];
                    }
                    current[vertex as usize] = new;
                    active.push(vertex);
                }
            }
            if active.is_empty() {
                return Some(far);
            }
        }
    }

    /// By vertex: how near the nearest source of the last batch is, and how far the farthest.
    pub fn reach(&self) -> &[(u32, u32)] {
        &self.reach
    }
}

/// Notes for each lane the vertices that it has just reached: they are the farthest so far.
fn note_far(far: &mut [Far], active: &[u32], current: &[Row], distance: u32, most: usize) {
    for &vertex in active {
        for_each_lane(&current[vertex as usize], |lane| {
            let far = &mut far[lane];
            if far.eccentricity != distance || far.count == 0 {
                *far = Far {
                    eccentricity: distance,
                    ..Far::default()
                };
            }
            far.count += 1;
            if far.vertices.len() < most {
                far.vertices.push(vertex);
            }
        });
    }
}

fn for_each_lane(row: &Row, mut visit: impl FnMut(usize)) {
    for (word, &bits) in row.iter().enumerate() {
        let mut rest = bits;
        while rest != 0 {
            visit(word * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}
