//! The collection of levels that is compiled in.

/// Microban by D. W. Skinner, 155 levels; the file has his credit and his terms.
const MICROBAN: &str = include_str!("levels/microban.xsb");

/// The text of a built-in collection: `microban`.
pub fn builtin(name: &str) -> Option<&'static str> {
    (name == "microban").then_some(MICROBAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoxSpace, Collection, LevelGraph, LevelMetric};

    #[test]
    fn every_built_in_level_is_read_with_its_author() {
        let read = Collection::read(MICROBAN.as_bytes()).unwrap();
        assert_eq!(read.entries.len(), 155);
        for entry in &read.entries {
            let level = entry.level().unwrap();
            assert_eq!(level.author.as_deref(), Some("David W. Skinner"));
            let graph = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::Live);
            assert!(graph.is_some(), "{:?}", level.title);
        }
        assert!(builtin("microbes").is_none());
    }
}
