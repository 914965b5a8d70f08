//! `slidewise verify PUZZLE`: is a kept exploration as it was left, and with `--deep`: is it right?

use super::CommandResult;
use super::arguments::{Common, Verify};
use super::output::Output;
use super::session::{explorer, open_puzzle, store_root};
use super::wish::stop_flag;
use slidewise_analysis::{Claim, Goals, Proved, Refuted};
use slidewise_app::{Marked, Numbered, Problem};
use slidewise_engine::search::OutOfResources;
use slidewise_puzzle::Sources;
use slidewise_render::{counted, json};
use slidewise_store::{Access, Frontiers, Header, Store, StoreError, Touched};
use std::path::Path;

/// Checks the store of a puzzle.
pub fn run(common: &Common, words: &Verify) -> CommandResult {
    let puzzle = open_puzzle(common, &words.puzzle, words.start.as_deref())?;
    let numbered = explorer(common, &puzzle)?.number()?;
    let root = store_root(common)?;
    let header = numbered.header(words.from);
    let folder_of = |name: String| root.join(name).display().to_string();
    let marks = folder_of(Store::folder_name(&header));
    let mut checked = Checked::default();
    checked.check_marks(&numbered, &root, words, &marks)?;
    checked.check_files(&header, &root, &folder_of(Frontiers::folder_name(&header)))?;
    let Some(folder) = checked.folders.first() else {
        let other = folder_of(Store::folder_name(&numbered.header(Sources::Goals)));
        let hint = match words.from {
            Sources::Start if Path::new(&other).is_dir() => format!(
                "--from goal checks the search from the goals, which is there; {} makes one from Start",
                maker(words.from)
            ),
            from => format!(
                "{} makes one, slidewise stores lists what there is",
                maker(from)
            ),
        };
        return Err(Problem::no_such_thing(
            format!("there is no store at {marks}"),
            hint,
        ));
    };
    let is_right = checked.problems.is_empty();
    let record = json::Verify {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        store: folder.clone(),
        stores: checked.folders.clone(),
        ok: is_right,
        problems: checked.problems.clone(),
        checked_files: checked.files,
        unchecked_blocks: checked.touched.map_or(0, |touched| touched.blocks),
        proved: checked.proved.map(|proved| json::Proved {
            generations: proved.generations,
            states: json::digits(proved.configurations),
            ahead: json::digits(proved.ahead),
        }),
    };
    let lines = match is_right {
        true => {
            let remarks = checked.touched.map(remark).into_iter();
            let proofs = checked.proved.map(sentence).into_iter();
            let all = checked.agreements.into_iter().chain(remarks).chain(proofs);
            all.collect()
        }
        false => checked.problems,
    };
    Ok(Output::new(lines, &record).with_code(u8::from(!is_right)))
}

/// The command that makes a store.
fn maker(from: Sources) -> &'static str {
    match from {
        Sources::Start => "slidewise explore PUZZLE",
        Sources::Goals => "slidewise farthest PUZZLE --from goal",
    }
}

/// What has been checked, and what was found.
#[derive(Default)]
struct Checked {
    /// A search may be kept as marks, as sorted files, or as both.
    folders: Vec<String>,
    /// What there is to say of each where nothing is wrong.
    agreements: Vec<String>,
    problems: Vec<String>,
    /// The generations whose files were looked at.
    files: Option<json::CheckedFiles>,
    touched: Option<Touched>,
    proved: Option<Proved>,
}

impl Checked {
    /// Checks marks where there are any, and proves them where that is asked for.
    fn check_marks(
        &mut self,
        numbered: &Numbered<'_>,
        root: &Path,
        words: &Verify,
        folder: &str,
    ) -> Result<(), Problem> {
        let store = match Store::open(root, &numbered.header(words.from), Access::Read) {
            Err(StoreError::Missing { .. }) if words.deep => {
                return Err(Problem::no_such_thing(
                    format!("there are no marks to prove at {folder}"),
                    format!(
                        "{} makes marks; without --deep, verify checks what is kept as files too",
                        maker(words.from)
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
        if words.deep {
            match prove(numbered, &store, words.from)? {
                Ok(proved) => self.proved = Some(proved),
                Err(refuted) => self.problems.push(wrong(numbered, &store, &refuted)),
            }
        }
        Ok(())
    }

    /// Checks generations that are kept as sorted files, where there are any.
    fn check_files(&mut self, header: &Header, root: &Path, folder: &str) -> Result<(), Problem> {
        let files = match Frontiers::open(root, header, Access::Read) {
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

    fn add(&mut self, folder: &str, kind: &'static str, extent: &str) {
        self.folders.push(folder.to_owned());
        self.agreements.push(format!(
            "{folder}: header, log, {kind}, checksums and counts agree{extent}"
        ));
    }
}

/// The generations of a store of files that are looked at: all that it keeps.
fn checked_in(files: &Frontiers) -> Option<json::CheckedFiles> {
    let last = files.generations().len().checked_sub(1)?;
    Some(json::CheckedFiles {
        first: files.first_kept(),
        last: last as u64,
        recorded: files.says_what_is_kept(),
    })
}

/// Which generations were looked at, and why no others.
fn extent(checked: Option<&json::CheckedFiles>) -> String {
    let named = |first: u64, last: u64| match first == last {
        true => format!("generation {first}"),
        false => format!("generations {first} to {last}"),
    };
    let Some(checked) = checked else {
        return "; there is no generation yet".to_owned();
    };
    let left_out = match (checked.first.checked_sub(1), checked.recorded) {
        (None, _) => String::new(),
        (Some(before), true) => format!("; {} were not to be kept", named(0, before)),
        (Some(before), false) => format!(
            "; {} are not there, and this store of an earlier version does not say whether they were to be kept",
            named(0, before)
        ),
    };
    let looked_at = named(checked.first, checked.last);
    format!(" in {looked_at}{left_out}")
}

/// The failure of a check that was stopped.
fn interrupted() -> Problem {
    Problem::of_run(
        "interrupted: not everything has been checked",
        "slidewise verify PUZZLE begins again; nothing was changed",
    )
}

/// Proves the distances of a store, or finds what is wrong with them.
fn prove(
    numbered: &Numbered<'_>,
    store: &Store,
    from: Sources,
) -> Result<Result<Proved, Refuted>, Problem> {
    let needed = Claim::needed_bytes(&numbered.graph);
    OutOfResources::of_memory(needed, numbered.explorer.memory_limit())?;
    let sources = match from {
        Sources::Start => vec![numbered.start()],
        Sources::Goals => goals_reached(numbered)?,
    };
    let claim = Claim {
        graph: &numbered.graph,
        sources: &sources,
        marks: store.marks(),
        counts: store.generations(),
        is_complete: store.is_complete(),
        threads: numbered.explorer.thread_count(),
        stop: stop_flag(),
    };
    match claim.prove() {
        Err(Refuted::Memory(error)) => Err(error.into()),
        Err(Refuted::Stopped { .. }) => Err(interrupted()),
        result => Ok(result),
    }
}

/// The goal configurations that can be reached from Start, by the finished search from there.
fn goals_reached(numbered: &Numbered<'_>) -> Result<Vec<u64>, Problem> {
    let store = numbered.finished(Sources::Start)?.ok_or_else(|| {
        Problem::no_such_thing(
            "which goals can be reached is not known: the search from Start is not finished",
            "slidewise explore PUZZLE finishes it, verify PUZZLE --deep proves it",
        )
    })?;
    let marked = Marked::Store(Box::new(store));
    Ok(Goals::of(&numbered.graph).seen_by(numbered.explored(&marked))?)
}

/// What is wrong, as a sentence; with the position, where it is about one.
fn wrong(numbered: &Numbered<'_>, store: &Store, refuted: &Refuted) -> String {
    let position = match refuted {
        Refuted::Mark { index, .. } => {
            let configuration = numbered.graph.configuration(*index);
            format!(" ({})", numbered.puzzle().write_position(&configuration))
        }
        _ => String::new(),
    };
    format!("{}: {refuted}{position}", store.folder().display())
}

fn remark(touched: Touched) -> String {
    format!(
        "{} of {} were worked on since the checksums after {} were taken, and are checked against the counts only; \
         --deep proves them",
        counted(touched.blocks, "block"),
        touched.of,
        counted(touched.generations, "generation")
    )
}

fn sentence(proved: Proved) -> String {
    let ahead = match proved.ahead {
        0 => String::new(),
        ahead => format!(
            "; {} more are marked already",
            counted(ahead, "configuration")
        ),
    };
    format!(
        "proved: each of {} is as far as its mark says, in {}{ahead}",
        counted(proved.configurations, "configuration"),
        counted(proved.generations, "generation")
    )
}
