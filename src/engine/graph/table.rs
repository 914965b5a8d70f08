//! The pattern table: the slides of every pattern that can be reached, found once.
//!
//! Where a pattern has many orders the same slides are wanted again and again; here they lie one after the
//! other. Bytes: 32 a slide, 5 a pattern. It knows what a slide does to the word of an arrangement, and not
//! what that does to the word's number.

use super::Walks;
use super::orders::rotation_of;
use crate::index::{Pattern, Rotation, Space};

/// A slide of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide {
    /// The pattern that results.
    pub pattern: u64,
    /// The arrangement whose word is rotated, and how; `None` where no word changes.
    pub turn: Option<(usize, Rotation)>,
}

/// The slides of the patterns that can be reached from one.
#[derive(Clone, Debug)]
pub struct PatternTable {
    /// By pattern: whether an odd number of steps leads to it from the start; `None` where none does.
    colours: Vec<Option<bool>>,
    /// By pattern: where its slides begin; one more at the end.
    first: Vec<u32>,
    slides: Vec<Slide>,
}

/// The most patterns that are tabled.
const MOST_PATTERNS: u64 = 1 << 20;
/// The most slides: 268 megabytes.
const MOST_SLIDES: usize = 1 << 23;

impl PatternTable {
    /// The table of the patterns that can be reached from `start`; `None` where there are too many.
    pub fn new(space: &Space, walks: &Walks, patterns: u64, start: u64) -> Option<PatternTable> {
        if patterns > MOST_PATTERNS {
            return None;
        }
        let mut pattern = Pattern::new(space.automaton(), space.layout(), patterns, start);
        let mut found: Vec<Vec<Slide>> = vec![Vec::new(); patterns as usize];
        let mut colours = vec![None; patterns as usize];
        let mut waiting = vec![start];
        colours[start as usize] = Some(false);
        let start_is_odd = walks.is_odd(&pattern);
        let mut slide_count = 0;
        while let Some(rank) = waiting.pop() {
            pattern.lay(rank);
            colours[rank as usize] = Some(walks.is_odd(&pattern) != start_is_odd);
            let slides = slides_of(space, walks, &pattern);
            slide_count += slides.len();
            if slide_count > MOST_SLIDES {
                return None;
            }
            for slide in &slides {
                if colours[slide.pattern as usize].is_none() {
                    // Met; the right colour is seen when the pattern is laid.
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

    /// Whether an odd number of steps leads to a pattern; `None` where none does. A step moves one piece by one
    /// row or column, so the sum of all rows and columns tells, and no pattern is both.
    pub fn colour(&self, pattern: u64) -> Option<bool> {
        self.colours[pattern as usize]
    }

    /// The rotations that slides make in an arrangement: the slots from which and to which a letter goes, each pair
    /// once.
    pub fn turns(&self, arrangement: usize) -> Vec<(u16, u16)> {
        let turned = |slide: &Slide| match slide.turn {
            Some((turned, rotation)) if turned == arrangement => Some((rotation.from, rotation.to)),
            _ => None,
        };
        let mut turns: Vec<(u16, u16)> = self.slides.iter().filter_map(turned).collect();
        turns.sort_unstable();
        turns.dedup();
        turns
    }

    /// The slides of a pattern; none for one that cannot be reached.
    #[inline]
    pub fn slides(&self, pattern: u64) -> &[Slide] {
        let from = self.first[pattern as usize] as usize;
        let to = self.first[pattern as usize + 1] as usize;
        &self.slides[from..to]
    }

    /// How many slides there are in all.
    pub fn slide_count(&self) -> usize {
        self.slides.len()
    }

    /// How many bytes the table takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.first[..]) + size_of_val(&self.slides[..]) + self.colours.len()
    }
}

/// The slides of one pattern.
pub fn slides_of(space: &Space, walks: &Walks, pattern: &Pattern<'_>) -> Vec<Slide> {
    let mut slides = Vec::new();
    walks.for_each(pattern, |step| {
        slides.push(Slide {
            pattern: step.pattern,
            turn: rotation_of(space, pattern, step),
        });
    });
    slides
}
