//! `GroupDistances`: the bounds of groups of pieces for positions in any order.

use super::group_choice::ChosenGroup;
use super::group_tables::of_long_distances;
use crate::{Explorer, Limit, Numbered, Problem};
use slidewise_analysis::GroupSums;
use slidewise_engine::graph::Graph;
use slidewise_engine::search::{CountSink, EngineChoice, OutOfResources, Resources, SearchEnd};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_store::StoreError;
use std::sync::Arc;

/// Bytes of memory for tables that are chosen without a memory limit.
const USUAL_BYTES: u64 = 1 << 30;
/// Tables of groups of pieces before they are built.
#[derive(Debug)]
pub(crate) struct GroupsPlan {
    groups: Vec<ChosenGroup>,
    bytes: u64,
}

/// The distances of the pieces of some classes to the nearest of all their goals.
#[derive(Debug)]
struct GroupDistance {
    classes: Vec<usize>,
    graph: Arc<Graph>,
    /// Distances by number.
    distances: Vec<u16>,
}

/// Lower bounds for the distances of positions to the nearest goal, from groups of pieces.
///
/// Distances in a group are to all its goals. A group whose pieces stand where Start is known not
/// to lead, by the index or by parity, has no number there and bounds nothing.
#[derive(Debug)]
pub struct GroupDistances {
    puzzle: Puzzle,
    groups: Vec<GroupDistance>,
    sums: GroupSums,
}

impl Explorer {
    /// Plans tables for groups of pieces, given by tokens, or for groups that the memory limit
    /// allows.
    ///
    /// # Errors
    /// If the puzzle has no goal, a group is wrong, no group bounds distances, or memory is too
    /// small.
    pub(crate) fn plan_groups(&self, groups: &[Vec<String>]) -> Result<GroupsPlan, Problem> {
        self.check_for_groups()?;
        if !groups.is_empty() {
            let named = groups.iter().map(|tokens| self.numbered_group(tokens));
            return self.plan_of(named.collect::<Result<_, _>>()?);
        }
        let limit = self.memory.unwrap_or_else(|| self.memory_or(USUAL_BYTES));
        let mut share = limit;
        // Groups are chosen by what their marks take, which is less than their distances.
        loop {
            let chosen = self.clone().memory(Some(share)).chosen_groups();
            if chosen.is_empty() {
                return Err(self.of_no_group());
            }
            match self.plan_of(chosen) {
                Ok(plan) if plan.bytes <= limit => return Ok(plan),
                _ => share /= 2,
            }
        }
    }

    /// The problem if no group of pieces was chosen.
    fn of_no_group(&self) -> Problem {
        let unlimited = Explorer {
            memory: None,
            ..self.clone()
        };
        if unlimited.chosen_groups().is_empty() {
            let (name, metric) = (&self.puzzle.name, self.metric.name());
            return Problem::of_input(
                format!("no table of pieces of {name} bounds distances in {metric}s"),
                "choose another metric or another goal",
            );
        }
        Problem::of_input(
            "no table of any piece fits the memory limit",
            "raise the memory limit",
        )
    }

    /// The plan of numbered groups.
    fn plan_of(&self, groups: Vec<ChosenGroup>) -> Result<GroupsPlan, Problem> {
        let (mut bytes, mut search) = (0u64, 0u64);
        for (_, group) in &groups {
            let graph = &group.graph;
            let needs = Resources::to_count(graph, &EngineChoice::best(graph)).in_memory();
            search = search.max(needs.memory_bytes.saturating_sub(graph.bytes()));
            let own = graph.len().saturating_mul(size_of::<u16>() as u64);
            bytes = bytes.saturating_add(own).saturating_add(graph.bytes());
        }
        let bytes = bytes.saturating_add(search);
        OutOfResources::of_memory(bytes, self.memory).map_err(Problem::of_bytes)?;
        Ok(GroupsPlan { groups, bytes })
    }
}

impl GroupsPlan {
    /// Memory that building the tables takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Tokens of the pieces of each table.
    pub(crate) fn groups(&self, explorer: &Explorer) -> Vec<Vec<String>> {
        let groups = self.groups.iter();
        let tokens = groups.map(|(classes, _)| explorer.puzzle.tokens_of(classes));
        tokens.collect()
    }

    /// Finds the distances; in a store folder the tables of the same groups are kept for searches.
    ///
    /// # Errors
    /// If the system refuses memory, the run is stopped, a group has a distance of more than 65534,
    /// or a kept table is damaged.
    pub(crate) fn build(&self, explorer: &Explorer) -> Result<GroupDistances, Problem> {
        if explorer.folder().is_some() {
            match explorer.group_tables(&self.groups(explorer)) {
                // Tables for searches are those of the goals that Start leads to.
                Err(problem) if problem.unsolvable().is_none() => return Err(problem),
                _ => {}
            }
        }
        let found = self.groups.iter().map(|(classes, numbered)| {
            let mut own = numbered.clone();
            own.explorer = Explorer {
                puzzle: own.explorer.puzzle,
                ..explorer.clone()
            };
            Ok(GroupDistance {
                classes: classes.clone(),
                distances: distances_in(&own)?,
                graph: own.graph,
            })
        });
        let groups = found.collect::<Result<Vec<_>, Problem>>()?;
        let classes: Vec<&[usize]> = groups.iter().map(|group| &group.classes[..]).collect();
        let sums = GroupSums::new(&explorer.puzzle.board, explorer.metric, &classes);
        Ok(GroupDistances {
            puzzle: explorer.puzzle.clone(),
            sums,
            groups,
        })
    }
}

/// The distances of all positions of a group to the nearest goal, by a search without marks.
fn distances_in(group: &Numbered) -> Result<Vec<u16>, Problem> {
    let len = group.graph.len() as usize;
    let mut distances = Vec::new();
    let reserved = distances.try_reserve_exact(len);
    reserved.map_err(|_| StoreError::Memory {
        bytes: len as u64 * size_of::<u16>() as u64,
        source: std::io::ErrorKind::OutOfMemory.into(),
    })?;
    distances.resize(len, GroupDistances::NO_WAY);
    // The edges of half the orders of a pattern are those of a pattern that Start leads to.
    let mut sources = group.list_goals().all();
    sources.retain(|&number| !group.graph.orders().is_out_of_reach(number));
    if sources.is_empty() {
        return Ok(distances);
    }
    let whole = Limit {
        engine: EngineChoice::best(&group.graph),
        max_generation: None,
    };
    let mut generation = 0;
    let found = group.run(&mut CountSink::default(), &sources, &whole, |members, _| {
        if generation < GroupDistances::NO_WAY {
            members.for_each(&mut |index| distances[index as usize] = generation);
        }
        generation = generation.saturating_add(1);
        generation == GroupDistances::NO_WAY
    });
    match found?.ended {
        SearchEnd::Complete => Ok(distances),
        SearchEnd::Interrupted => Err(Problem::of_nothing_kept()),
        _ => Err(of_long_distances(&group.puzzle().title)),
    }
}

impl GroupDistances {
    /// Distance of a number from which no way leads to a goal, or which no position has.
    pub const NO_WAY: u16 = u16::MAX;

    /// The bound of a legal position; `None` if no way leads from there to a goal of some group.
    pub fn bound(&self, position: &Configuration) -> Option<u32> {
        let distances = (0..self.groups.len()).map(|table| {
            let Some(number) = self.rank(table, position) else {
                return Some(0);
            };
            let distance = self.groups[table].distances[number as usize];
            (distance != GroupDistances::NO_WAY).then_some(distance)
        });
        let distances: Vec<u16> = distances.collect::<Option<_>>()?;
        Some(self.sums.bound(&distances))
    }

    /// The number of a position's entry in a table; `None` if the group has none for it.
    pub fn rank(&self, table: usize, position: &Configuration) -> Option<u64> {
        let group = &self.groups[table];
        let own = self.puzzle.configuration_of_group(position, &group.classes);
        let number = group.graph.index_of(&own)?;
        (!group.graph.orders().is_out_of_reach(number)).then_some(number)
    }

    /// The distances of each table, by number.
    pub fn tables(&self) -> impl Iterator<Item = &[u16]> {
        self.groups.iter().map(|group| &group.distances[..])
    }

    /// Number of sums of which the largest counts.
    pub fn sums(&self) -> usize {
        self.sums.count()
    }
}
