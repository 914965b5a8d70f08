//! Common options that a command accepts although they do not affect it.

use super::groups::effects;
use crate::io::output::remark;
use clap::ArgMatches;
use clap::parser::ValueSource;
use slidewise_app::Problem;
use slidewise_engine::graph::Metric;

/// Refuses a metric on a command whose answer has none, and remarks on other options without
/// effect.
///
/// Scripts may give every command the same options, so that those which change no answer are
/// accepted.
///
/// # Errors
/// If `--metric` names another metric than the default one, which the command would ignore.
pub(crate) fn check(matches: &ArgMatches) -> Result<(), Problem> {
    let command = path(matches);
    let affecting = effects(&command);
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let is_idle = |id: &str| is_given(id) && !affecting.contains(&id);
    let metric = matches.get_one::<Metric>("metric");
    if is_idle("metric") && metric.is_some_and(|metric| *metric != Metric::Step) {
        return Err(Problem::of_input(
            format!("`slidewise {command}` measures no distances, so it has no --metric"),
            "leave out --metric",
        ));
    }
    let idle = ["metric", "threads", "store", "memory"];
    let idle: Vec<String> = idle
        .into_iter()
        .filter(|id| is_idle(id))
        .map(|id| format!("--{id}"))
        .collect();
    if !idle.is_empty() && !is_given("quiet") {
        let verb = if idle.len() == 1 { "has" } else { "have" };
        let options = idle.join(" and ");
        remark(format!(
            "{options} {verb} no effect on `slidewise {command}`"
        ));
    }
    Ok(())
}

/// The name of a command, with that of its parent if it has one.
fn path(matches: &ArgMatches) -> String {
    let mut names = Vec::new();
    let mut own = matches;
    while let Some((name, below)) = own.subcommand() {
        names.push(name);
        own = below;
    }
    names.join(" ")
}
