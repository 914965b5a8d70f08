//! The pattern table: the edges of every pattern that Start reaches, computed once.
//!
//! All arrangements of a pattern need the same edges, so finding these once saves much time. Bytes:
//! 24 for each edge, 5 for each pattern. The table stores the rotation of an arrangement by an
//! edge, but not the effect of the rotation on the arrangement rank.

use super::move_generator::MoveGenerator;
use super::pattern_edge::{MAX_EDGES, MAX_PATTERNS, PatternEdge, slides_of};
use super::region_patterns::RegionPatterns;
use crate::index::{Pattern, Space};
use slidewise_board::Board;

/// Table of the edges of all patterns that Start reaches.
#[derive(Clone, Debug)]
pub struct PatternTable {
    /// Whether an odd number of steps leads from Start to a pattern, indexed by pattern; `None` if
    /// the pattern is out of reach.
    colours: Vec<Option<bool>>,
    /// Index in `slides` of each pattern's first edge, indexed by pattern; a last entry has the
    /// number of all edges.
    first: Vec<u32>,
    slides: Vec<PatternEdge>,
}

impl PatternTable {
    /// Builds the table of the patterns that can be reached from `start`; `None` if there are too
    /// many patterns or edges.
    pub fn new(
        space: &Space,
        walks: &MoveGenerator,
        patterns: u64,
        start: u64,
    ) -> Option<PatternTable> {
        if patterns > MAX_PATTERNS {
            return None;
        }
        let mut pattern = Pattern::new(space.automaton(), space.layout(), patterns, start);
        let mut found: Vec<Vec<PatternEdge>> = vec![Vec::new(); patterns as usize];
        let mut colours = vec![None; patterns as usize];
        let mut waiting = vec![start];
        colours[start as usize] = Some(false);
        let start_is_odd = walks.is_odd(&pattern);
        let mut slide_count = 0;
        while let Some(rank) = waiting.pop() {
            pattern.lay(rank);
            colours[rank as usize] = Some(walks.is_odd(&pattern) != start_is_odd);
            let slides = slides_of(space, walks, &pattern);
            slide_count += slides.len() as u64;
            if slide_count > MAX_EDGES {
                return None;
            }
            for slide in slides.iter().filter(|slide| slide.is_legal()) {
                if colours[slide.pattern as usize].is_none() {
                    // This value only marks the pattern as found; its colour is computed when the
                    // pattern is expanded.
                    colours[slide.pattern as usize] = Some(false);
                    waiting.push(slide.pattern);
                }
            }
            found[rank as usize] = slides;
        }
        let mut table = PatternTable {
            colours,
            first: vec![0],
            slides: Vec::with_capacity(found.iter().map(Vec::len).sum()),
        };
        for slides in found {
            table.slides.extend(slides);
            table.first.push(table.slides.len() as u32);
        }
        Some(table)
    }

    /// Builds the table of the patterns of some kept tiles, all of them; `None` if there are too
    /// many patterns.
    ///
    /// `edges` is the number of edges of all patterns, which must not exceed [`MAX_EDGES`].
    pub(super) fn of_regions(
        board: &Board,
        patterns: &RegionPatterns,
        edges: u64,
    ) -> Option<PatternTable> {
        let count = patterns.len();
        if count > MAX_PATTERNS {
            return None;
        }
        let mut table = PatternTable {
            colours: Vec::with_capacity(count as usize),
            first: Vec::with_capacity(count as usize + 1),
            slides: Vec::with_capacity(edges as usize),
        };
        table.first.push(0);
        patterns.for_each(board, |colour, slides| {
            table.colours.push(Some(colour));
            table.slides.extend(slides);
            table.first.push(table.slides.len() as u32);
        });
        Some(table)
    }

    /// Bytes of the table of this many patterns and edges.
    pub(super) const fn bytes_for(patterns: u64, edges: u64) -> u64 {
        let each = size_of::<Option<bool>>() + size_of::<u32>();
        patterns * each as u64 + edges * size_of::<PatternEdge>() as u64
    }

    /// Whether an odd number of steps leads from Start to a pattern; `None` if it is out of reach.
    ///
    /// Each step changes the sum of the rows and columns of all pieces by one. All ways from Start
    /// to a pattern therefore have the same parity.
    #[inline]
    pub fn colour(&self, pattern: u64) -> Option<bool> {
        self.colours[pattern as usize]
    }

    /// Distinct rotations of a tile group's arrangement by any edge, each as (slot left, slot
    /// entered).
    pub fn turns(&self, arrangement: usize) -> Vec<(u16, u16)> {
        let turned = |slide: &PatternEdge| match slide.turn() {
            Some((turned, rotation)) if turned == arrangement => Some((rotation.from, rotation.to)),
            _ => None,
        };
        let mut turns: Vec<(u16, u16)> = self.slides.iter().filter_map(turned).collect();
        turns.sort_unstable();
        turns.dedup();
        turns
    }

    /// Edges of a pattern; empty if Start does not reach the pattern.
    #[inline]
    pub fn slides(&self, pattern: u64) -> &[PatternEdge] {
        let from = self.first[pattern as usize] as usize;
        let to = self.first[pattern as usize + 1] as usize;
        &self.slides[from..to]
    }

    /// Number of edges in the table, over all patterns.
    pub fn slide_count(&self) -> usize {
        self.slides.len()
    }

    /// Size of the table in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.first[..]) + size_of_val(&self.slides[..]) + self.colours.len()
    }
}
