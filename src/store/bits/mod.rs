//! The store of a search that counts: one bit for each configuration, in files larger than
//! memory, of which a part may lie in memory.
//!
//! | file | holds |
//! |---|---|
//! | `bit_layout` | `BitLayout`: how the words of both sides are divided into chunks and slots |
//! | `chunk_head` | the head of a chunk: its generation, number, count and checksum |
//! | `goal_tally` | `GoalTally`: the number of goals in each generation |
//! | `slot_buffer` | `SlotBuffer`: words between a slot and the engine |
//! | `ring` | `Ring`: the slots of one side, in which each generation replaces the one before it |
//! | `bit_store` | `BitStore`: the store, open |
//! | `bit_pass` | `BitPass`: threads make the words of the next generation |

pub(crate) mod bit_layout;
pub(crate) mod bit_pass;
pub(crate) mod bit_store;
mod chunk_head;
pub(crate) mod goal_tally;
#[cfg(test)]
mod promises;
mod ring;
pub(crate) mod slot_buffer;
