//! A way as a certificate that can be judged without this program.

use super::json;
use crate::moves::Metric;
use crate::puzzle::{Puzzle, Sources};
use crate::query::Path;
use crate::replay::{Certificate, Step};

/// The certificate of a way, which is said to solve the puzzle or only to lead where it leads.
pub fn certificate(puzzle: &Puzzle, metric: Metric, path: &Path, solves: bool) -> Certificate {
    let distinct = |labels: &[String]| {
        let mut tokens = labels.to_vec();
        tokens.sort();
        tokens.dedup();
        tokens
    };
    let fingerprint = puzzle.fingerprint(Sources::Goals);
    let gates = puzzle.gates.iter().map(|gate| gate.token.clone());
    Certificate {
        certificate: Certificate::VERSION.to_owned(),
        puzzle: puzzle.name.clone(),
        metric: metric.name().to_owned(),
        definition: puzzle
            .meaning_with_goals()
            .lines()
            .map(str::to_owned)
            .collect(),
        fingerprint: fingerprint.iter().map(|b| format!("{b:02x}")).collect(),
        tokens: puzzle
            .classes
            .iter()
            .map(|class| distinct(&class.labels))
            .collect(),
        empty: std::iter::once(".".to_owned()).chain(gates).collect(),
        solves,
        moves: path.moves.len(),
        path: json::steps(puzzle, &path.moves)
            .into_iter()
            .map(|step| Step {
                piece: step.piece,
                from: step.from,
                to: step.to,
                letters: step.letters,
            })
            .collect(),
        positions: json::positions(puzzle, path),
    }
}
