//! `Backend`: the parts that differ between a search over marks and one over sorted files.

use super::{Event, GenerationMembers, SearchError};

/// The part of a search that its driver ([`Run::explore`](super::Run::explore)) delegates:
/// expanding and saving.
///
/// Generations are numbered from 0. The current generation is the one that [`Backend::begin`]
/// returned or [`Backend::expand`] made last.
pub(super) trait Backend {
    /// Loads the generation to resume from, or makes generation 0 of the ascending `sources`;
    /// returns its number and size.
    fn begin(&mut self, sources: &[u64]) -> Result<(u64, u64), SearchError>;

    /// Records the size of the current generation; a size that is known already must agree.
    fn note(&mut self, generation: u64, count: u64) -> Result<(), SearchError>;

    /// Whether all marks must be checked, generation by generation, because an earlier search was
    /// killed.
    fn is_checking(&self) -> bool;

    /// Number of generations whose sizes are known.
    fn known(&self) -> u64;

    /// Calls `visit` with the members of the current generation.
    fn show(&self, visit: &mut dyn FnMut(&dyn GenerationMembers)) -> Result<(), SearchError>;

    /// Makes the next generation the current one and returns its size: 0 if no generation follows,
    /// `None` if the search was stopped.
    ///
    /// `emit` receives progress.
    fn expand(
        &mut self,
        generation: u64,
        count: u64,
        emit: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<u64>, SearchError>;

    /// Makes everything found durable, up to the current generation.
    fn save(&mut self) -> Result<(), SearchError>;

    /// Records that the search ends before it is complete; called after [`Backend::save`].
    fn pause(&mut self) -> Result<(), SearchError>;

    /// Makes it durable that no generation follows the current one.
    fn complete(&mut self) -> Result<(), SearchError>;

    /// Saves as much as possible after [`Backend::expand`] failed.
    fn rescue(&mut self);
}
