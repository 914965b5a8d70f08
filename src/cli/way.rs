//! Ways through an explored puzzle, for the commands that show them.

use super::Failure;
use super::session::Session;
use crate::puzzle::Configuration;
use crate::query::{Path, Routes};

impl Session<'_> {
    /// The least shortest way to Finish.
    pub fn way_to_finish(&self) -> Result<Path, Failure> {
        let (store, reach) = self.reach_goal(false)?;
        Ok(Routes::to(self.explored(&store), &reach.nearest, reach.generation)?.least())
    }

    /// The least shortest way to a position.
    pub fn way_to(&self, position: &Configuration) -> Result<Path, Failure> {
        let (store, index, generation) = self.reach(position, false)?;
        Ok(Routes::to(self.explored(&store), &[index], generation)?.least())
    }
}
