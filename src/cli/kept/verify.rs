//! `slidewise verify PUZZLE`: whether a saved search is undamaged, and with `--deep` right.

use crate::arguments::{CommonArgs, VerifyArgs};
use crate::io::output::{CommandResult, Output};
use crate::io::setup::{explorer, open_puzzle_to, store_root};
use crate::io::signals::stop_flag;
use slidewise_analysis::{Goals, Mismatch, Verification, Verified};
use slidewise_app::{Marked, Numbered, Problem};
use slidewise_engine::search::OutOfResources;
use slidewise_puzzle::SearchOrigin;
use slidewise_render::{counted, json};
use slidewise_store::{Access, ChangedBlocks, Header, RunStore, Store, StoreError};
use std::path::Path;

/// Checks the stores of a search.
pub(crate) fn run(common: &CommonArgs, args: &VerifyArgs) -> CommandResult {
    let (start, to) = (args.start.as_deref(), args.to.as_deref());
    let puzzle = open_puzzle_to(common, &args.puzzle, start, to)?;
    let numbered = explorer(common, &puzzle)?.number()?;
    let root = store_root(common)?;
    let header = numbered.header(args.from);
    let folder_of = |name: String| root.join(name).display().to_string();
    let marks = folder_of(Store::folder_name(&header));
    let mut checked = StoreCheck::default();
    checked.check_marks(&numbered, &root, args, &marks)?;
    checked.check_files(&header, &root, &folder_of(RunStore::folder_name(&header)))?;
    #[cfg(feature = "cluster")]
    if args.from == SearchOrigin::Start
        && let Some((folder, problems)) = numbered.verify_parts(&root)?
    {
        checked.add(&folder.display().to_string(), "parts", "");
        checked.problems.extend(problems);
    }
    let Some(folder) = checked.folders.first() else {
        let other = folder_of(Store::folder_name(&numbered.header(SearchOrigin::Goals)));
        let hint = match args.from {
            SearchOrigin::Start if Path::new(&other).is_dir() => format!(
                "check the search from the goals with --from goal, or search from Start with {}",
                maker(args.from)
            ),
            from => format!(
                "save a search with {}; `slidewise stores` lists the saved searches",
                maker(from)
            ),
        };
        return Err(Problem::no_such_thing(
            format!("there is no store at {marks}"),
            hint,
        ));
    };
    let is_right = checked.problems.is_empty();
    let record = json::VerifyRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        store: folder.clone(),
        stores: checked.folders.clone(),
        ok: is_right,
        problems: checked.problems.clone(),
        checked_files: checked.files,
        unchecked_blocks: checked.touched.map_or(0, |touched| touched.blocks),
        proved: checked.proved.map(|proved| json::ProvedRecord {
            generations: proved.generations,
            states: json::digits(proved.configurations),
            ahead: json::digits(proved.ahead),
        }),
    };
    let lines = if is_right {
        let remarks = checked.touched.map(remark).into_iter();
        let proofs = checked.proved.map(sentence).into_iter();
        let all = checked.agreements.into_iter().chain(remarks).chain(proofs);
        all.collect()
    } else {
        checked.problems
    };
    Ok(Output::new(lines, &record).with_code(u8::from(!is_right)))
}

/// The command that makes a store, in backticks.
fn maker(from: SearchOrigin) -> &'static str {
    match from {
        SearchOrigin::Start => "`slidewise explore PUZZLE`",
        SearchOrigin::Goals => "`slidewise farthest PUZZLE --from goal`",
    }
}

/// The stores checked so far, and the results of the checks.
#[derive(Default)]
struct StoreCheck {
    /// Folders of the stores; a search may be saved as marks, as sorted files, or as both.
    folders: Vec<String>,
    /// A line for each checked store, printed if no store has a problem.
    agreements: Vec<String>,
    problems: Vec<String>,
    /// The generations whose files were checked; `None` without sorted files.
    files: Option<json::CheckedFilesRecord>,
    touched: Option<ChangedBlocks>,
    proved: Option<Verified>,
}

impl StoreCheck {
    /// Checks the marks if there are any, and with `--deep` proves every distance.
    fn check_marks(
        &mut self,
        numbered: &Numbered,
        root: &Path,
        args: &VerifyArgs,
        folder: &str,
    ) -> Result<(), Problem> {
        let store = match Store::open(root, &numbered.header(args.from), Access::Read) {
            Err(StoreError::Missing { .. }) if args.deep => {
                return Err(Problem::no_such_thing(
                    format!("there are no marks to prove in {folder}"),
                    format!(
                        "make marks with {}; without --deep, only the files are checked",
                        maker(args.from)
                    ),
                ));
            }
            Err(StoreError::Missing { .. }) => return Ok(()),
            store => store,
        };
        self.add(folder, "marks", "");
        let store = match store {
            Ok(store) => store,
            Err(error) => {
                self.problems.push(error.to_string());
                return Ok(());
            }
        };
        let findings = store.examine_unless(stop_flag()).ok_or_else(interrupted)?;
        self.problems
            .extend(findings.problems.iter().map(ToString::to_string));
        self.touched = findings.touched;
        if args.deep {
            match prove(numbered, &store, args.from)? {
                Ok(proved) => self.proved = Some(proved),
                Err(refuted) => self.problems.push(wrong(numbered, &store, &refuted)),
            }
        }
        Ok(())
    }

    /// Checks the generations that are saved as sorted files, if there are any.
    fn check_files(&mut self, header: &Header, root: &Path, folder: &str) -> Result<(), Problem> {
        let files = match RunStore::open(root, header, Access::Read) {
            Err(StoreError::Missing { .. }) => return Ok(()),
            files => files,
        };
        match files {
            Err(error) => {
                self.add(folder, "files", "");
                self.problems.push(error.to_string());
            }
            Ok(files) => {
                let problems = files.verify_unless(stop_flag()).ok_or_else(interrupted)?;
                self.problems
                    .extend(problems.iter().map(ToString::to_string));
                self.files = checked_in(&files);
                self.add(folder, "files", &extent(self.files.as_ref()));
            }
        }
        Ok(())
    }

    /// Adds the folder of a checked store, and its line for the case that no store has a problem.
    fn add(&mut self, folder: &str, kind: &'static str, extent: &str) {
        self.folders.push(folder.to_owned());
        self.agreements.push(format!(
            "{folder}: header, log, {kind}, checksums and counts agree{extent}"
        ));
    }
}

/// The checked generations of a store of sorted files: all generations whose files still exist.
fn checked_in(files: &RunStore) -> Option<json::CheckedFilesRecord> {
    let last = files.generations().len().checked_sub(1)?;
    Some(json::CheckedFilesRecord {
        first: files.first_kept(),
        last: last as u64,
        recorded: files.says_what_is_kept(),
    })
}

/// The end of the line of a store of sorted files: which generations were checked, and why others
/// were not.
fn extent(checked: Option<&json::CheckedFilesRecord>) -> String {
    let named = |first: u64, last: u64| {
        if first == last {
            format!("generation {first}")
        } else {
            format!("generations {first} to {last}")
        }
    };
    let Some(checked) = checked else {
        return "; there is no generation yet".to_owned();
    };
    let left_out = match (checked.first.checked_sub(1), checked.recorded) {
        (None, _) => String::new(),
        (Some(before), true) => format!("; the files of {} were not kept", named(0, before)),
        (Some(before), false) => format!(
            "; the files of {} are missing, and this store of an earlier version \
             does not say whether they were to be kept",
            named(0, before)
        ),
    };
    let checked = named(checked.first, checked.last);
    format!(" in {checked}{left_out}")
}

/// The problem of a check that the user interrupted.
fn interrupted() -> Problem {
    Problem::of_stop(
        "interrupted: not everything has been checked",
        "run `slidewise verify` again; the store is unchanged",
    )
}

/// Proves the distances of a store; `Ok(Err(_))` is the first mismatch.
fn prove(
    numbered: &Numbered,
    store: &Store,
    from: SearchOrigin,
) -> Result<Result<Verified, Mismatch>, Problem> {
    let needed = Verification::needed_bytes(&numbered.graph);
    OutOfResources::of_memory(needed, numbered.explorer.memory_limit())?;
    let sources = match from {
        SearchOrigin::Start => vec![numbered.start()],
        SearchOrigin::Goals => goals_reached(numbered)?,
    };
    let claim = Verification {
        graph: &numbered.graph,
        sources: &sources,
        marks: store.marks(),
        counts: store.generations(),
        is_complete: store.is_complete(),
        threads: numbered.explorer.thread_count(),
        stop: stop_flag(),
    };
    match claim.prove() {
        Err(Mismatch::Memory(error)) => Err(error.into()),
        Err(Mismatch::Stopped { .. }) => Err(interrupted()),
        result => Ok(result),
    }
}

/// The goal configurations that the finished search from Start has reached.
fn goals_reached(numbered: &Numbered) -> Result<Vec<u64>, Problem> {
    let store = numbered.finished(SearchOrigin::Start)?.ok_or_else(|| {
        Problem::no_such_thing(
            "the reachable goals are not known, because the search from Start is not finished",
            "finish it with `slidewise explore PUZZLE`, \
             then prove it with `slidewise verify PUZZLE --deep`",
        )
    })?;
    let marked = Marked::Store(Box::new(store));
    Ok(Goals::of(&numbered.graph).seen_by(numbered.explored(&marked))?)
}

/// A sentence on a mismatch in a store; for a wrong mark, it names the position.
fn wrong(numbered: &Numbered, store: &Store, refuted: &Mismatch) -> String {
    let position = match refuted {
        Mismatch::Mark { index, .. } => {
            let configuration = numbered.graph.configuration(*index);
            format!(" ({})", numbered.puzzle().write_position(&configuration))
        }
        _ => String::new(),
    };
    format!("{}: {refuted}{position}", store.folder().display())
}

/// The remark on blocks of marks that no checksum covers.
pub(crate) fn remark(touched: ChangedBlocks) -> String {
    format!(
        "{} of {} changed since the last checksums (after {}) and are checked \
         against the counts only; --deep proves them",
        counted(touched.blocks, "block"),
        touched.of,
        counted(touched.generations, "generation")
    )
}

/// The sentence on the distances that have been proved.
pub(crate) fn sentence(proved: Verified) -> String {
    let ahead = match proved.ahead {
        0 => String::new(),
        ahead => format!(
            "; {} more are marked, but not proved",
            counted(ahead, "configuration")
        ),
    };
    format!(
        "proved: the distance of each of {} is as marked, in {}{ahead}",
        counted(proved.configurations, "configuration"),
        counted(proved.generations, "generation")
    )
}
