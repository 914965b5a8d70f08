//! Half boards: tables of their displacements, from which the edges of all patterns are combined.
//!
//! Finding the edges of a pattern on the board costs hundreds of nanoseconds for each edge. If
//! patterns have only one arrangement, or a few, this cost is shared by few configurations. But
//! many patterns have a half in common, and there are far fewer halves than patterns.
//!
//! # Heads and tails
//!
//! The scan is split at one place. The choices before the split are the **head** of a pattern: a
//! path through the automaton from the root to a *join node*, the first node at or after the split.
//! The choices after it are the **tail**: a path from the join node to the end. A head and any tail
//! of its join node make a pattern. Patterns are ranked by their first choice, then by the second,
//! and so on. With the rank of a head's first pattern as the base of the head,
//!
//! ```text
//! rank of the pattern = base of the head + rank of the tail among the tails of the join node
//! ```
//!
//! L'Âne rouge has 65,880 patterns but, split at the tenth place, only 5,035 heads, and 4,754 tails
//! at 181 join nodes. Tails are numbered consecutively, join node by join node, so
//!
//! ```text
//! rank of the pattern = (base of the head - first tail of its join node) + number of the tail
//! ```
//!
//! The rank of a pattern is therefore the sum of two numbers, one from the head and one from the
//! tail.
//!
//! # What a displacement changes
//!
//! A displacement takes a piece of some kind from one first place to another, by a step or a slide.
//! It touches these two places, and all places that it empties, passes or fills.
//!
//! - All touched places lie before the split: the head changes to another head with the same join
//!   node, in the same way for all tails, and the tail stays.
//! - All lie after the split: the tail changes in the same way for all heads, and the head stays.
//! - Otherwise it crosses the split. The head changes to one with another join node, and the tail
//!   to a tail of that node. The new head does not depend on the tail, nor the new tail on the
//!   head, and the displacement is possible if both halves allow it.
//!
//! So each half board has a list of the half boards to which its displacements lead. It also has a
//! bitmap of the crossing displacements that it allows. The crossing displacements of a pattern are
//! the bits that its two halves share.
//!
//! # A displacement keeps the order
//!
//! Take all patterns that allow a certain displacement. In all of them a piece of the same kind
//! begins at the same place, and the other touched places are empty. Two of these patterns first
//! differ at a place that is not touched, where both make a choice. After the displacement they
//! still differ first at this place, by the same choices. The displacement therefore maps these
//! patterns to the patterns that allow the inverse, and keeps the order of their ranks: **the nth
//! pattern that allows the displacement becomes the nth pattern that allows the inverse.** The same
//! holds for heads, and for the tails of one join node. It holds for all tails together if the join
//! nodes are in an order that displacements keep: the order of a number that a displacement changes
//! by the same amount wherever it is possible. Such numbers are made from the pieces that the head
//! contains, and from the cells that it covers after the split (`join_nodes.rs`).
//!
//! The tables are built without computing any rank. It is enough to know which half board allows
//! which displacements (`half_paths.rs`), and to visit the half boards in order. The backward
//! displacement always comes first: each half board that allows it joins a queue, and each half
//! board that allows the forward displacement takes the first entry of the queue
//! (`paired_halves.rs`). A half board may use a crossing displacement only if some half on the
//! other side of the split allows it too; this follows from the automaton alone.
//!
//! This requires that the touched places alone decide whether a displacement is possible. Rules
//! depend on other places too, and a move can go round corners on several paths, so neither is
//! supported ([`HalfBoardsBuilder::new`]).
//!
//! *By hand.* A 2 x 2 board with one unit, split in the middle: heads `u.` and `.u` have the join
//! node "nothing left", with one tail `..`; head `..` has the join node "a unit left", with the
//! tails `.u` and `u.`, in this order because EMPTY is the first choice. Patterns by rank: `../.u`,
//! `../u.`, `.u/..`, `u./..`. The node "a unit left" comes first, so the tails are 0 `.u`, 1 `u.`,
//! 2 `..`. The number of a head is its base minus the first tail of its join node: 0 - 0 for `..`,
//! 2 - 2 for `.u`, 3 - 2 for `u.`. The downward displacement on the left takes head `u.` to `..`
//! and tail `..` to `u.`: 0 + 1. Rank 3 becomes rank 1.
//!
//! # Cost
//!
//! Building the tables takes time in proportion to heads, tails and their displacements: three to
//! four times as long as the automaton for L'Âne rouge, half a millisecond. A neighbour then takes
//! some nanoseconds, against a hundred on the board. Bytes:
//!
//! - 28 for each head, and 8 for each of its displacements;
//! - 8 for each tail, and 4 for each of its displacements;
//! - 8 for each half board and each word of 64 crossing displacements; if this takes fewer words,
//!   only the displacements useful at one join node are counted (`join_nodes.rs`);
//! - 16 for each half board and tile group (`half_tiles.rs`).

mod builder;
mod displacement_pair;
mod expander;
mod half_paths;
mod half_tiles;
mod head_index;
mod join_nodes;
mod paired_halves;
mod split_point;
mod tables;

pub use builder::HalfBoardsBuilder;
pub use expander::HalfBoardExpander;
pub use tables::HalfBoards;
