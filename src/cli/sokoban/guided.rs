//! Guided solutions of levels that are too large to explore.

use super::records::GuidedRecord;
use super::searches::counted_in;
use crate::io::output::{Output, line_width};
use slidewise_app::{NamedLevel, Problem};
use slidewise_render::counted;
use slidewise_sokoban::LevelMetric;

/// The output of a shortest solution.
pub(crate) fn solved(
    named: &NamedLevel,
    metric: LevelMetric,
    nodes: u64,
    (pushes, lurd, routes): (u32, String, Option<String>),
) -> Output {
    let words = format!(
        "{}: {}, {}",
        named.name,
        counted_in(pushes, "push"),
        counted(lurd.len(), "step")
    );
    let least = match (metric, &routes) {
        (LevelMetric::Push, Some(_)) => "fewest pushes, then fewest steps, both proved",
        (LevelMetric::Push, None) => "fewest pushes, proved; perhaps not the fewest steps",
        (LevelMetric::Step, _) => "fewest steps, proved",
    };
    let mut lines = vec![format!("{words} ({least})")];
    let ways = routes.iter();
    lines.extend(ways.map(|own| format!("{} of this length", counted(own, "shortest way"))));
    lines.push(format!(
        "guided by the pushes that boxes need alone and in small sets: {} tried",
        counted(nodes, "position")
    ));
    let letters: Vec<char> = lurd.chars().collect();
    let width = line_width().max(20);
    lines.extend(letters.chunks(width).map(|part| part.iter().collect()));
    let record = GuidedRecord {
        pushes: Some(u64::from(pushes)),
        steps: Some(lurd.len() as u64),
        routes,
        proved: true,
        lurd: Some(lurd),
        ..unanswered(named, metric, nodes)
    };
    Output::new(lines, &record)
}

/// The output of a search that was stopped.
pub(crate) fn stopped(
    named: &NamedLevel,
    metric: LevelMetric,
    nodes: u64,
    at_least: u32,
    problem: Problem,
) -> Output {
    let hint = problem.hint;
    let lines = vec![problem.message, format!("  hint: {hint}")];
    let record = GuidedRecord {
        at_least: Some(at_least),
        hint: Some(hint),
        ..unanswered(named, metric, nodes)
    };
    Output::new(lines, &record).with_code(1)
}

fn unanswered(named: &NamedLevel, metric: LevelMetric, nodes: u64) -> GuidedRecord {
    GuidedRecord {
        puzzle: named.name.clone(),
        metric: metric.name(),
        method: "tables",
        nodes: nodes.to_string(),
        pushes: None,
        steps: None,
        routes: None,
        proved: false,
        at_least: None,
        hint: None,
        lurd: None,
    }
}
