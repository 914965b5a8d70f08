//! Ways through an explored puzzle, for the commands that show them.

use super::Failure;
use super::session::Session;
use super::shortest::{self, Target};
use slidewise_analysis::Path;
use slidewise_puzzle::Configuration;

impl Session<'_> {
    /// The least shortest way to Finish.
    pub fn way_to_finish(&mut self) -> Result<Path, Failure> {
        self.least_way(Target::Finish)
    }

    /// The least shortest way to a position.
    pub fn way_to(&mut self, position: &Configuration) -> Result<Path, Failure> {
        self.least_way(Target::Position(position))
    }

    fn least_way(&mut self, target: Target<'_>) -> Result<Path, Failure> {
        let budget = shortest::budget(self.common, None);
        shortest::find(self, target, budget, false, |routes| Ok(routes.least()))?.found()
    }
}
