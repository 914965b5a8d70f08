//! Explorations of Sokoban levels for the page that plays them: few, small, and forgotten soon.

use super::blocking::lock;
use super::settings::ServerSettings;
use slidewise_answers::LevelKnowledge;
use slidewise_sokoban::{Level, LevelGuide, LevelLimits, LevelSearchError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};

/// Greatest number of explored levels that are kept.
const MAX_KEPT: usize = 2;

/// A level that is explored or being explored.
#[derive(Debug)]
struct LevelSlot {
    text: String,
    stop: AtomicBool,
    knowledge: Mutex<LevelKnowledge>,
}

/// The levels that the server has explored, the most recently used last.
#[derive(Debug, Default)]
pub(crate) struct LevelGuides {
    slots: Mutex<Vec<Arc<LevelSlot>>>,
    is_closed: AtomicBool,
}

impl LevelGuides {
    /// What is known of a level; begins to explore it if it is new and there is a free place.
    pub(crate) fn of(&self, level: &Level, settings: &ServerSettings) -> LevelKnowledge {
        let text = level.canonical_text();
        let mut slots = lock(&self.slots);
        if let Some(at) = slots.iter().position(|slot| slot.text == text) {
            let slot = slots.remove(at);
            let knowledge = lock(&slot.knowledge).clone();
            slots.push(slot);
            return knowledge;
        }
        let is_searching =
            |slot: &&Arc<LevelSlot>| matches!(*lock(&slot.knowledge), LevelKnowledge::Searching);
        let running = slots.iter().filter(is_searching).count();
        if running >= settings.jobs || self.is_closed.load(Ordering::Relaxed) {
            return LevelKnowledge::Busy;
        }
        let slot = Arc::new(LevelSlot {
            text,
            stop: AtomicBool::new(false),
            knowledge: Mutex::new(LevelKnowledge::Searching),
        });
        let (own, level, settings) = (Arc::clone(&slot), level.clone(), settings.clone());
        let spawned = std::thread::Builder::new()
            .name("level".to_owned())
            .spawn(move || own.explore(&level, &settings));
        if spawned.is_err() {
            return LevelKnowledge::Busy;
        }
        slots.push(slot);
        let over = slots.iter().filter(|slot| !is_searching(slot)).count();
        if over > MAX_KEPT
            && let Some(oldest) = slots.iter().position(|slot| !is_searching(&slot))
        {
            slots.remove(oldest);
        }
        LevelKnowledge::Searching
    }

    /// Stops all explorations.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        for slot in lock(&self.slots).iter() {
            slot.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl LevelSlot {
    /// Explores the level within the limits of the server.
    fn explore(&self, level: &Level, settings: &ServerSettings) {
        let limits = LevelLimits {
            // The search and the one back from the solved positions exist side by side.
            memory: settings.memory / 2,
            threads: settings.threads,
            until_solved: false,
            max_generation: u64::MAX,
            stop: &self.stop,
        };
        let explored = std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            scope.spawn(move || {
                // The receiver waits until this thread has ended.
                let _ = sender.send(LevelGuide::search(level, limits));
            });
            match receiver.recv_timeout(settings.time) {
                Ok(explored) => Some(explored),
                Err(RecvTimeoutError::Timeout) => {
                    self.stop.store(true, Ordering::Relaxed);
                    receiver.recv().ok()
                }
                Err(RecvTimeoutError::Disconnected) => None,
            }
        });
        let explored = explored.unwrap_or(Err(LevelSearchError::Memory {
            limit: settings.memory,
        }));
        *lock(&self.knowledge) = match explored {
            Ok(Some(guide)) => LevelKnowledge::Ready(Arc::new(guide)),
            Ok(None) | Err(_) => LevelKnowledge::TooLarge,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn settings(memory: u64) -> ServerSettings {
        ServerSettings::of_a_test("generations".into(), memory)
    }

    fn level(walk: usize) -> Level {
        let (wall, walk) = ("#".repeat(walk + 5), " ".repeat(walk));
        Level::read(&format!("{wall}\n#@$.{walk}#\n{wall}")).unwrap()
    }

    fn waited(guides: &LevelGuides, level: &Level, settings: &ServerSettings) -> LevelKnowledge {
        let begun = Instant::now();
        loop {
            match guides.of(level, settings) {
                LevelKnowledge::Searching | LevelKnowledge::Busy => {}
                known => return known,
            }
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn levels_are_explored_within_limits_and_forgotten() {
        let guides = LevelGuides::default();
        for walk in 1..6 {
            let level = level(walk);
            let known = waited(&guides, &level, &settings(1 << 30));
            let LevelKnowledge::Ready(guide) = known else {
                panic!("{known:?}");
            };
            assert_eq!(guide.pushes_left(level.start()).unwrap(), Some(1));
            assert!(lock(&guides.slots).len() <= MAX_KEPT + 1);
        }
        let known = waited(&guides, &level(9), &settings(0));
        assert!(matches!(known, LevelKnowledge::TooLarge), "{known:?}");
        guides.close();
        let known = guides.of(&level(10), &settings(1 << 30));
        assert!(matches!(known, LevelKnowledge::Busy));
    }
}
