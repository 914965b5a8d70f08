//! `slidewise explore PUZZLE --hosts FILE`: a search over several machines.

use crate::arguments::{CommonArgs, ExploreArgs};
use crate::io::output::remark;
use crate::io::progress_log::ProgressLog;
use crate::io::setup::explorer_in;
use crate::io::signals::stop_flag;
use crate::io::terminal_observer::TerminalObserver;
use crate::io::wait::waiting;
use slidewise_app::{Exploration, ExploreOptions, Keep, Problem};
use slidewise_cluster::{ClusterError, ClusterSettings, Hosts, connect, question};
use slidewise_engine::search::{Alone, Fabric};
use slidewise_puzzle::{Puzzle, SearchOrigin, read_text_within};
use std::path::Path;
use std::time::Duration;

/// Most bytes of a file of hosts or of a secret.
const MAX_BYTES: usize = 1 << 20;

/// Explores together with the processes of the list.
pub(crate) fn explore(
    common: &CommonArgs,
    args: &ExploreArgs,
    puzzle: &Puzzle,
    keep: &Keep,
    options: &ExploreOptions,
) -> Result<Exploration, Problem> {
    let settings = settings(common, args, puzzle, keep, options)?;
    let quiet = common.quiet;
    let note = move |text: String| {
        if !quiet {
            remark(text);
        }
    };
    if settings.hosts.size() == 1 {
        return explore_in(common, args, puzzle, keep.clone(), options, &mut Alone);
    }
    let mut cluster = connect(&settings, stop_flag(), &note).map_err(of_connecting)?;
    let explored = explore_in(common, args, puzzle, keep.clone(), options, &mut cluster);
    if let Err(problem) = &explored {
        cluster.leave(&problem.message);
    }
    explored
}

fn explore_in(
    common: &CommonArgs,
    args: &ExploreArgs,
    puzzle: &Puzzle,
    keep: Keep,
    options: &ExploreOptions,
    fabric: &mut dyn Fabric,
) -> Result<Exploration, Problem> {
    let observer = ProgressLog::beside(TerminalObserver::new(common), args.progress.as_deref())?;
    let explorer = explorer_in(common, &args.searched.keeping, puzzle, keep).observer(observer);
    let numbered = explorer.number()?;
    numbered.explore_together(fabric, options)
}

fn settings(
    common: &CommonArgs,
    args: &ExploreArgs,
    puzzle: &Puzzle,
    keep: &Keep,
    options: &ExploreOptions,
) -> Result<ClusterSettings, Problem> {
    let given = &args.cluster;
    let file = given.hosts.as_deref().unwrap_or(Path::new(""));
    let name = file.display().to_string();
    let hosts = Hosts::parse(&read(file, "the list of hosts")?).map_err(|error| {
        Problem::of_input(
            &error,
            "write one HOST:PORT a line, in the order of the processes; # begins a remark",
        )
        .about(&name)
        .at(error.line(), None)
    })?;
    let rank = given.process.unwrap_or_default();
    if rank >= hosts.size() {
        return Err(Problem::of_input(
            format!(
                "there is no process {rank}: {name} lists {} hosts",
                hosts.size()
            ),
            "processes are counted from 0",
        ));
    }
    let secret = match &given.secret {
        None => String::new(),
        Some(file) => {
            let secret = read(file, "the secret")?.trim_end().to_owned();
            if secret.is_empty() {
                return Err(Problem::of_input(
                    format!("{} has no secret in it", file.display()),
                    "write a line of your choice into it, the same on all hosts",
                ));
            }
            secret
        }
    };
    let asked = format!(
        "{} {} {:?} {:?} {} {} {} {}",
        env!("CARGO_PKG_VERSION"),
        common.metric.name(),
        options.engine,
        options.max_generation,
        options.until_goal,
        options.count_only,
        matches!(keep, Keep::Folder(_)),
        args.searched.keeping.fresh,
    );
    Ok(ClusterSettings {
        hosts,
        rank,
        question: question(&[&puzzle.fingerprint(SearchOrigin::Goals), asked.as_bytes()]),
        secret: secret.into_bytes(),
        patience: Duration::from_secs(given.patience),
    })
}

fn read(file: &Path, what: &str) -> Result<String, Problem> {
    waiting(|| read_text_within(file, MAX_BYTES)).map_err(|error| {
        let message = format!("cannot read {what}, {}: {error}", file.display());
        Problem::of_input(message, "check the path; it is a short text file")
    })
}

fn of_connecting(error: ClusterError) -> Problem {
    let hint = match &error {
        ClusterError::Listen { .. } => {
            "the line of this process in the list of hosts must be an address of this machine, \
             with a free port"
        }
        ClusterError::Interrupted { .. } => "begin the same command on every host of the list",
        ClusterError::Late { .. } => {
            "begin the same command on every host of the list; --patience SECONDS waits longer"
        }
        ClusterError::Refused { .. } | ClusterError::Stranger { .. } => {
            "give all processes the same version, puzzle, options, list of hosts and secret, and \
             each its own number"
        }
        ClusterError::System { .. } => "try again",
    };
    Problem::of_run(error, hint)
}
