//! What each mode of an exploration needs in memory and disk.

use crate::Numbered;
use slidewise_engine::search::{EngineChoice, EngineKind, Resources, SimdLevel};

/// A way to explore: what is kept, and where the words of the search lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// The name of the mode.
    pub name: ModeName,
    /// Memory and disk that the mode takes, not compared with any limit.
    pub needs: Resources,
    /// Whether the best engine works in this mode within the memory limit: of the modes that keep
    /// marks one, and of those that count one.
    pub is_auto: bool,
}

/// The modes of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModeName {
    /// Keeps marks.
    Marks,
    /// Keeps marks, and has the words of the dense engine on the disk.
    MarksStreaming,
    /// Counts in memory.
    Count,
    /// Counts with one bit for each configuration on the disk.
    CountOnDisk,
    /// Keeps generations as sorted files.
    Files,
}

impl ModeName {
    /// The name in outputs for programs.
    pub fn name(self) -> &'static str {
        match self {
            ModeName::Marks => "marks",
            ModeName::MarksStreaming => "marks-streaming",
            ModeName::Count => "count",
            ModeName::CountOnDisk => "count-on-disk",
            ModeName::Files => "files",
        }
    }

    /// What the mode keeps, and where, in a few words.
    pub fn in_words(self) -> &'static str {
        match self {
            ModeName::Marks => "marks, two bits each",
            ModeName::MarksStreaming => "marks, words on the disk",
            ModeName::Count => "--count-only, in memory",
            ModeName::CountOnDisk => "--count-only, words on the disk",
            ModeName::Files => "--engine frontier",
        }
    }
}

impl Numbered {
    /// The modes in which the puzzle can be explored in a folder, with what they need.
    pub fn modes(&self) -> Vec<Mode> {
        let (graph, memory) = (&self.graph, self.explorer.memory);
        let best = EngineChoice::best(graph);
        let marking = best.within(graph, memory);
        let counting = best.within_to_count(graph, memory, 0);
        let is_streaming = matches!(marking.kind, EngineKind::Streaming { .. });
        let is_on_disk = matches!(counting.kind, EngineKind::Counting { .. });
        let in_memory = |needs: Resources| match best.kind {
            // With less memory the words go to the disk, which is another mode.
            EngineKind::Dense(_) => Resources {
                min_memory_bytes: needs.memory_bytes,
                ..needs
            },
            _ => needs,
        };
        let marks = Mode {
            name: ModeName::Marks,
            needs: in_memory(Resources::of(graph, &best)),
            is_auto: !is_streaming,
        };
        let count = Mode {
            name: ModeName::Count,
            needs: in_memory(Resources::to_count(graph, &best.without_marks())),
            is_auto: !is_on_disk,
        };
        let level = SimdLevel::best();
        // Without a limit, half of the memory that the mode in memory takes is a fair example.
        let window = |whole: &Mode| memory.unwrap_or(whole.needs.memory_bytes / 2);
        let streaming = EngineChoice::streaming(graph, level, window(&marks)).ok();
        let streaming = streaming.map(|choice| {
            let choice = if is_streaming { &marking } else { &choice };
            Mode {
                name: ModeName::MarksStreaming,
                needs: Resources::of(graph, choice),
                is_auto: is_streaming,
            }
        });
        let on_disk = EngineChoice::counting(graph, level, window(&count)).ok();
        let on_disk = on_disk.map(|choice| {
            let choice = if is_on_disk { &counting } else { &choice };
            Mode {
                name: ModeName::CountOnDisk,
                needs: Resources::to_count(graph, choice),
                is_auto: is_on_disk,
            }
        });
        let files = Mode {
            name: ModeName::Files,
            needs: self.file_needs(),
            is_auto: false,
        };
        [Some(marks), streaming, Some(count), on_disk, Some(files)]
            .into_iter()
            .flatten()
            .collect()
    }
}
