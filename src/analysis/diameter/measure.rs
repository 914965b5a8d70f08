//! Computation of a diameter: by an engine that searches once for each pattern, or by searches of a
//! CSR graph.

use super::csr_graph::ReachableSet;
use super::memory_plan::MemoryPlan;
use super::orbits::Orbits;
use super::plan::SearchPlan;
use super::query::{Diameter, DiameterError, DiameterProgress, DiameterQuery};
use slidewise_puzzle::SymmetryGroup;

impl DiameterQuery<'_> {
    /// Computes the diameter. Calls `observe` with progress reports.
    ///
    /// Time: some tens of searches for most graphs. If the eccentricities hardly differ, it is one
    /// search for each orbit. Memory: about 100 bytes for each vertex, and 8 bytes for each edge.
    ///
    /// # Errors
    /// If more memory is needed than allowed, or the stop flag is raised.
    ///
    /// ```
    /// use slidewise_engine::graph::{Graph, Metric};
    /// use slidewise_puzzle::Puzzle;
    /// use slidewise_analysis::DiameterQuery;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let puzzle = Puzzle::tiles(2, 3)?;
    /// let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
    /// let start = graph.index_of(&puzzle.start).expect("Start is legal");
    /// let found = DiameterQuery::new(&graph, start).measure(&mut |_| {})?;
    /// assert_eq!((found.diameter, found.radius), (21, Some(21)));
    /// assert_eq!(found.proof.searches(), 2, "the empty cell in a corner, or between corners");
    /// # Ok(())
    /// # }
    /// ```
    pub fn measure(
        &self,
        observe: &mut dyn FnMut(DiameterProgress),
    ) -> Result<Diameter, DiameterError> {
        let symmetries = SymmetryGroup::of(self.graph.puzzle());
        if let Some(sources) = self.sources_for_engines(&symmetries)?
            && let Some(found) = self.by_engine(&symmetries, &sources, observe)?
        {
            return Ok(found);
        }
        self.check_memory(self.graph_bytes() + ReachableSet::bytes_for(self.graph))?;
        let reached = ReachableSet::from(self.graph, self.start, self.stop, |found| {
            observe(DiameterProgress::Reaching { found });
        })?;
        let room = MemoryPlan::of(self, &reached)?;
        observe(DiameterProgress::Resources {
            configurations: reached.len(),
            bytes: room.bytes,
        });
        let component = reached.lay_out(self.stop)?;
        let orbits = Orbits::of(&component, &symmetries, self.start, self.stop)?;
        let mut inquiry = SearchPlan::new(self, &component, &orbits, &room, observe)?;
        inquiry.run()?;
        inquiry.answer(&symmetries)
    }
}
