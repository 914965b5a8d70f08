//! `slidewise diameter PUZZLE`: the largest distance between any two reachable positions.

use crate::arguments::{CommonArgs, DiameterArgs};
use crate::io::output::{CommandResult, Output, shown_of};
use crate::io::progress::Spinner;
use crate::io::setup::{explorer, open_puzzle};
use crate::io::signals::stop_flag;
use slidewise_analysis::{DiameterProgress, DiameterProof, DiameterQuery};
use slidewise_render::{counted, human_bytes, json, with_commas};

/// Measures the diameter of the component of Start.
pub(crate) fn run(common: &CommonArgs, args: &DiameterArgs) -> CommandResult {
    let puzzle = open_puzzle(common, &args.puzzle, args.start.as_deref())?;
    let mut numbered = explorer(common, &puzzle)?.number()?;
    if let Some(memory) = common.memory {
        numbered.adjust(|graph| graph.allow_tables(memory / 4));
    }
    let metric = common.metric.name();
    let spinner = Spinner::new(common.quiet);
    let measurement = DiameterQuery {
        wants_radius: !args.no_radius,
        max_pairs: args.limit,
        memory: common.memory,
        threads: numbered.explorer.thread_count(),
        stop: stop_flag(),
        ..DiameterQuery::new(&numbered.graph, numbered.start())
    };
    let found = measurement.measure(&mut |stage| match stage {
        DiameterProgress::Resources { .. } => spinner.say(&in_words(stage)),
        _ => spinner.show(in_words(stage)),
    });
    spinner.end();
    let found = found?;
    let proof = &found.proof;
    let record = json::DiameterRecord {
        puzzle: puzzle.name.clone(),
        metric: metric.to_owned(),
        diameter: found.diameter,
        radius: found.radius,
        pair_count: json::digits(found.pair_count),
        pairs: found.pairs.clone(),
        configurations: json::digits(proof.configurations),
        up_to_symmetry: json::digits(proof.orbits),
        searches: proof.searches(),
        excluded: json::ExcludedRecord {
            by_bounds: json::digits(proof.excluded_by_bounds),
            by_pairs: json::digits(proof.excluded_by_pairs),
        },
        method: proof.method().to_owned(),
    };
    let radius = found
        .radius
        .map_or(String::new(), |radius| format!(", radius {radius}"));
    let mut lines = vec![
        format!(
            "{}: diameter {}{radius}, attained by {}",
            puzzle.title,
            counted(found.diameter, metric),
            counted(found.pair_count, "pair")
        ),
        String::new(),
    ];
    lines.extend(
        found
            .pairs
            .iter()
            .map(|(one, other)| format!("{one} - {other}")),
    );
    if (found.pairs.len() as u128) < found.pair_count {
        let all = with_commas(found.pair_count);
        lines.push(shown_of(found.pairs.len(), all));
    }
    if lines.last().is_some_and(|line| !line.is_empty()) {
        lines.push(String::new());
    }
    lines.extend(how_proved(proof));
    Ok(Output::new(lines, &record))
}

/// Lines on the searches that proved the diameter, and on the bounds that saved further searches.
fn how_proved(proof: &DiameterProof) -> Vec<String> {
    let mut lines = vec![format!(
        "proved by searches from {}: {}",
        counted(proof.searches(), "configuration"),
        proof.method()
    )];
    let of = format!("of {}", counted(proof.configurations, "configuration"));
    let up_to_symmetry = match proof.orbits {
        orbits if orbits == proof.configurations => of,
        orbits => format!("{of}, {} up to symmetry", with_commas(orbits)),
    };
    let mut excluded = Vec::new();
    for (count, by) in [
        (proof.excluded_by_bounds, "bounds on eccentricities"),
        (proof.excluded_by_pairs, "bounds on pairs"),
    ] {
        if count > 0 {
            excluded.push(format!("{by} exclude {}", with_commas(count)));
        }
    }
    lines.push(if excluded.is_empty() {
        up_to_symmetry
    } else {
        format!("{up_to_symmetry}: {}", excluded.join(", "))
    });
    lines
}

/// The progress message of one stage of the measurement.
fn in_words(stage: DiameterProgress) -> String {
    match stage {
        DiameterProgress::Reaching { found } => {
            format!("{} found", counted(found, "configuration"))
        }
        DiameterProgress::Resources {
            configurations,
            bytes,
        } => format!(
            "{} can be reached; measuring takes up to {} of memory",
            counted(configurations, "configuration"),
            human_bytes(bytes)
        ),
        DiameterProgress::Searching {
            searches,
            diameter,
            radius,
            open,
            pairs,
        } => {
            let pairs = pairs.map_or(String::new(), |pairs| {
                format!(" in {}", counted(pairs, "pair"))
            });
            format!(
                "search {}, diameter at least {diameter}, radius at most {radius}, {}{pairs} left",
                with_commas(searches),
                counted(open, "configuration"),
            )
        }
    }
}
