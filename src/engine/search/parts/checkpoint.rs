//! Checkpoints of a search over several processes.

use super::division::Division;
use super::part_engine::{PartEngine, Section};
use crate::graph::Graph;
use crate::search::{Fabric, FabricError, Reduce, SearchError, header_of};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{
    Marks, PartFolder, PartHeader, PartReader, StoreError, decode_number, encode_number,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Most bytes of a file that are sent in one round.
const SENT_AT_ONCE: usize = 1 << 20;

/// The processes that have the file of each group.
type Holders = BTreeMap<u64, Vec<usize>>;

/// The generations that a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct FoundSizes {
    /// Sizes of all finished generations.
    pub counts: Vec<u64>,
    /// Number of goals in each of them.
    pub goals: Vec<u64>,
}

/// The files of the groups of this process.
pub(super) struct Checkpoints {
    folder: PartFolder,
    search: String,
    goals_counted: String,
    has_marks: bool,
}

impl Checkpoints {
    /// Opens the folder of a search; with `fresh`, all processes empty theirs.
    pub(super) fn open(
        root: &Path,
        graph: &Graph,
        has_marks: bool,
        fresh: bool,
        fabric: &mut dyn Fabric,
    ) -> Result<Checkpoints, SearchError> {
        let header = header_of(graph, SearchOrigin::Start);
        let folder = PartFolder::open(root, &header, has_marks, fabric.rank() == 0)?;
        // Nothing is removed before the first process has the lock, nor written before all have
        // removed what they want to.
        fabric.reduce(&mut [], Reduce::Sum)?;
        folder.remove_unfinished()?;
        if fresh {
            folder.remove_older(u64::MAX)?;
            folder.remove_answer()?;
        }
        folder.sync()?;
        fabric.reduce(&mut [], Reduce::Sum)?;
        Ok(Checkpoints {
            folder,
            search: PartHeader::search_of(&header),
            goals_counted: header_of(graph, SearchOrigin::Goals).fingerprint_hex(),
            has_marks,
        })
    }

    /// The folder of the files.
    pub(super) fn folder(&self) -> &PartFolder {
        &self.folder
    }

    /// The finished search, if a process has kept it.
    pub(super) fn answer(
        &self,
        fabric: &mut dyn Fabric,
    ) -> Result<Option<FoundSizes>, SearchError> {
        let own = self.folder.answer()?;
        if let Some(own) = &own {
            self.check(own)?;
        }
        let mut block = Vec::new();
        if let Some(PartHeader { counts, goals, .. }) = own.as_ref().map(PartReader::header) {
            encode_number(counts.len() as u64, &mut block);
            counts
                .iter()
                .chain(goals)
                .for_each(|&number| encode_number(number, &mut block));
        }
        let mut found = None;
        share(fabric, &block, &mut |mut block| {
            let mut list = |count: u64| {
                let numbers = (0..count).map(|_| decode_number(&mut block));
                numbers.collect::<Option<Vec<u64>>>()
            };
            let count = list(1)?[0];
            let (counts, goals) = (list(count)?, list(count)?);
            found = Some(FoundSizes { counts, goals });
            Some(())
        })?;
        Ok(found)
    }

    /// The division that the files of any process have, else the one wanted; among as many
    /// processes as there are now.
    pub(super) fn division(
        &self,
        wanted: Division,
        fabric: &mut dyn Fabric,
    ) -> Result<Division, SearchError> {
        let mut own = 0;
        if let Some(&(group, generation)) = self.folder.list()?.first() {
            let file = self.folder.read(group, generation)?;
            self.check(&file)?;
            let header = file.header();
            if (header.rows, header.width) != (wanted.rows, wanted.width) {
                return Err(self.other("with the other engine"));
            }
            own = header.group_words;
        }
        let mut all = [own];
        fabric.reduce(&mut all, Reduce::Max)?;
        if own != 0 && own != all[0] {
            let reason = "the files of two processes have groups of different sizes: begin again \
                          with --fresh";
            return Err(FabricError::Disagreement {
                reason: reason.to_owned(),
            }
            .into());
        }
        Ok(match all[0] {
            0 => wanted,
            group => Division { group, ..wanted },
        })
    }

    /// Loads the newest generation of which all groups are kept, by whichever process.
    pub(super) fn load(
        &self,
        division: Division,
        engine: &mut dyn PartEngine,
        marks: Option<&Marks>,
        source: u64,
        fabric: &mut dyn Fabric,
    ) -> Result<Option<FoundSizes>, SearchError> {
        let own = self.folder.list()?;
        let Some((generation, holders)) = newest(&own, division, fabric)? else {
            return Ok(None);
        };
        self.move_files(&own, division, generation, &holders, fabric)?;
        engine.set_parity(generation, source);
        let mut found = None;
        for group in division.groups_of(fabric.rank()) {
            let mut file = self.folder.read(group, generation)?;
            self.check(&file)?;
            let header = file.header();
            let is_sound = header.group == group
                && header.counts.len() as u64 == generation + 1
                && header.group_words == division.group;
            if !is_sound {
                return Err(foreign(&file, "the file has another group or generation"));
            }
            found.get_or_insert_with(|| FoundSizes {
                counts: header.counts.clone(),
                goals: header.goals.clone(),
            });
            read_group(&mut file, division, group, engine, marks, fabric.rank())?;
            file.end()?;
        }
        self.agree(found, generation, fabric).map(Some)
    }

    /// The sizes that all processes have read; a process without a group learns them.
    fn agree(
        &self,
        found: Option<FoundSizes>,
        generation: u64,
        fabric: &mut dyn Fabric,
    ) -> Result<FoundSizes, SearchError> {
        let length = generation as usize + 1;
        let own = found.map_or(vec![0; 2 * length], |found| {
            found.counts.into_iter().chain(found.goals).collect()
        });
        let mut all = own.clone();
        fabric.reduce(&mut all, Reduce::Max)?;
        if own != all && own.iter().any(|&number| number != 0) {
            return Err(FabricError::Disagreement {
                reason: "the files of two groups have different sizes of generations".to_owned(),
            }
            .into());
        }
        let goals = all.split_off(length);
        Ok(FoundSizes { counts: all, goals })
    }

    /// Sends the files of groups to their owners, if these do not have them.
    fn move_files(
        &self,
        own: &[(u64, u64)],
        division: Division,
        generation: u64,
        holders: &Holders,
        fabric: &mut dyn Fabric,
    ) -> Result<(), SearchError> {
        let rank = fabric.rank();
        let mut coming: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        let mut out = vec![Vec::new(); fabric.size()];
        let mut is_malformed = false;
        let mut take = |mut block: &[u8]| {
            let mut part = || {
                let group = decode_number(&mut block)?;
                let length = decode_number(&mut block)? as usize;
                let (bytes, rest) = block.split_at_checked(length)?;
                coming.entry(group).or_default().extend_from_slice(bytes);
                block = rest;
                Some(block.is_empty())
            };
            loop {
                match part() {
                    Some(false) => {}
                    Some(true) => break,
                    None => {
                        is_malformed = true;
                        break;
                    }
                }
            }
        };
        for (&group, held) in holders {
            let owner = division.owner_of_group(group);
            let sends = !held.contains(&owner) && held.first() == Some(&rank);
            if !sends || own.binary_search(&(group, generation)).is_err() {
                continue;
            }
            let bytes = self.folder.read_bytes(group, generation)?;
            for part in bytes.chunks(SENT_AT_ONCE) {
                encode_number(group, &mut out[owner]);
                encode_number(part.len() as u64, &mut out[owner]);
                out[owner].extend_from_slice(part);
                fabric.round(&mut out, false, &mut take)?;
            }
        }
        while fabric.round(&mut out, true, &mut take)? {}
        if is_malformed {
            return Err(malformed());
        }
        for (group, bytes) in coming {
            self.folder.write_bytes(group, generation, &bytes)?;
        }
        Ok(())
    }

    /// Writes the files of own groups at the last generation of `found`, and removes older ones
    /// when all processes have done so.
    pub(super) fn save(
        &self,
        division: Division,
        engine: &dyn PartEngine,
        marks: Option<&Marks>,
        found: &FoundSizes,
        fabric: &mut dyn Fabric,
    ) -> Result<(), SearchError> {
        let rank = fabric.rank();
        for group in division.groups_of(rank) {
            let header = self.header(division, group, found);
            self.folder.write(&header, |file| {
                write_group(division, group, engine, marks, rank, &mut |words| {
                    file.words(words)
                })
            })?;
        }
        self.folder.sync()?;
        fabric.reduce(&mut [], Reduce::Sum)?;
        let generation = found.counts.len() as u64 - 1;
        Ok(self.folder.remove_older(generation)?)
    }

    /// Keeps the sizes of a finished search; without marks nothing else is kept.
    pub(super) fn finish(
        &self,
        division: Division,
        found: &FoundSizes,
        fabric: &mut dyn Fabric,
    ) -> Result<(), SearchError> {
        let header = PartHeader {
            is_complete: true,
            ..self.header(division, 0, found)
        };
        self.folder.write_answer(&header)?;
        fabric.reduce(&mut [], Reduce::Sum)?;
        if !self.has_marks {
            self.folder.remove_older(u64::MAX)?;
        }
        Ok(())
    }

    fn header(&self, division: Division, group: u64, found: &FoundSizes) -> PartHeader {
        PartHeader {
            search: self.search.clone(),
            goals_counted: self.goals_counted.clone(),
            rows: division.rows,
            width: division.width,
            group_words: division.group,
            group,
            has_marks: self.has_marks,
            is_complete: false,
            counts: found.counts.clone(),
            goals: found.goals.clone(),
        }
    }

    fn check(&self, file: &PartReader) -> Result<(), SearchError> {
        let header = file.header();
        if header.search != self.search || header.has_marks != self.has_marks {
            return Err(foreign(file, "it belongs to another search"));
        }
        if header.goals_counted != self.goals_counted {
            return Err(self.other("for other goals"));
        }
        Ok(())
    }

    fn other(&self, difference: &'static str) -> SearchError {
        SearchError::OtherParts {
            folder: self.folder.path().to_owned(),
            difference,
        }
    }
}

/// The newest generation of which each group is kept by a process, with these processes.
fn newest(
    own: &[(u64, u64)],
    division: Division,
    fabric: &mut dyn Fabric,
) -> Result<Option<(u64, Holders)>, SearchError> {
    let mut block = Vec::new();
    encode_number(fabric.rank() as u64, &mut block);
    for &(group, generation) in own {
        encode_number(group, &mut block);
        encode_number(generation, &mut block);
    }
    let mut kept: BTreeMap<u64, Holders> = BTreeMap::new();
    share(fabric, &block, &mut |mut block| {
        let rank = decode_number(&mut block)? as usize;
        while !block.is_empty() {
            let group = decode_number(&mut block)?;
            let generation = decode_number(&mut block)?;
            let groups = kept.entry(generation).or_default();
            groups.entry(group).or_default().push(rank);
        }
        Some(())
    })?;
    let all = (0..division.groups()).collect::<Vec<_>>();
    let whole = kept
        .into_iter()
        .rev()
        .find(|(_, groups)| all.iter().all(|group| groups.contains_key(group)));
    Ok(whole.map(|(generation, mut groups)| {
        groups.values_mut().for_each(|ranks| ranks.sort_unstable());
        (generation, groups)
    }))
}

/// Gives the block of each process to `take`, its own as well; empty blocks are left out.
pub(super) fn share(
    fabric: &mut dyn Fabric,
    block: &[u8],
    take: &mut dyn FnMut(&[u8]) -> Option<()>,
) -> Result<(), SearchError> {
    let rank = fabric.rank();
    let mut is_malformed = !block.is_empty() && take(block).is_none();
    let others = (0..fabric.size()).map(|other| if other == rank { &[] } else { block });
    let mut out: Vec<Vec<u8>> = others.map(<[u8]>::to_vec).collect();
    let mut sink = |block: &[u8]| is_malformed |= take(block).is_none();
    while fabric.round(&mut out, true, &mut sink)? {}
    if is_malformed {
        Err(malformed())
    } else {
        Ok(())
    }
}

fn malformed() -> SearchError {
    SearchError::Fabric(FabricError::Disagreement {
        reason: "a message about files is malformed".to_owned(),
    })
}

fn foreign(file: &PartReader, why: &str) -> SearchError {
    SearchError::Store(StoreError::Damaged {
        path: file.path().to_owned(),
        offset: 4,
        expected: "the header of this search".to_owned(),
        found: why.to_owned(),
    })
}

/// Gives the words of a group to `put`: marks and the current generation, or the current one and
/// the one before.
pub(super) fn write_group<E>(
    division: Division,
    group: u64,
    engine: &dyn PartEngine,
    marks: Option<&Marks>,
    rank: usize,
    put: &mut dyn FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    let columns = division.words_of_group(group);
    let own = division.words_of(rank);
    let length = (columns.end - columns.start) as usize;
    let mut words = vec![0; length];
    let mut bits = vec![0; 2 * length];
    for row in 0..division.rows {
        if let Some(marks) = marks {
            let first = row * (own.end - own.start) + columns.start - own.start;
            let first = Marks::words_of(first as usize);
            let all = &marks.words().as_slice()[first..first + bits.len()];
            for (bits, word) in bits.iter_mut().zip(all) {
                *bits = word.load(Ordering::Relaxed);
            }
            put(&bits)?;
        }
    }
    for section in sections(marks.is_some()) {
        for row in 0..division.rows {
            engine.read(*section, row, columns.clone(), &mut words);
            put(&words)?;
        }
    }
    Ok(())
}

fn read_group(
    file: &mut PartReader,
    division: Division,
    group: u64,
    engine: &mut dyn PartEngine,
    marks: Option<&Marks>,
    rank: usize,
) -> Result<(), StoreError> {
    let columns = division.words_of_group(group);
    let own = division.words_of(rank);
    let length = (columns.end - columns.start) as usize;
    let mut words = vec![0; length];
    let mut bits = vec![0; 2 * length];
    for row in 0..division.rows {
        if let Some(marks) = marks {
            file.words(&mut bits)?;
            let first = row * (own.end - own.start) + columns.start - own.start;
            let first = Marks::words_of(first as usize);
            for (word, &bits) in marks.words().as_slice()[first..].iter().zip(&bits) {
                word.store(bits, Ordering::Relaxed);
            }
        }
    }
    for section in sections(marks.is_some()) {
        for row in 0..division.rows {
            file.words(&mut words)?;
            engine.write(*section, row, columns.clone(), &words);
        }
    }
    Ok(())
}

/// The sections of a file behind its marks.
fn sections(has_marks: bool) -> &'static [Section] {
    if has_marks {
        &[Section::Current]
    } else {
        &[Section::Current, Section::Before]
    }
}
