//! Certificates of paths, which can be checked without this program.

use super::json;
use slidewise_analysis::Path;
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_replay::{Certificate, CertificateMove};

/// Makes the certificate of a path.
///
/// `solves` states whether the certificate claims that the path ends at a goal.
pub fn certificate(puzzle: &Puzzle, metric: Metric, path: &Path, solves: bool) -> Certificate {
    let fingerprint = puzzle.fingerprint(SearchOrigin::Goals);
    let CertificateTokens {
        of_classes,
        of_empty,
    } = CertificateTokens::of(puzzle);
    Certificate {
        certificate: Certificate::VERSION.to_owned(),
        puzzle: puzzle.name.clone(),
        metric: metric.name().to_owned(),
        definition: puzzle
            .canonical_form_with_goals()
            .lines()
            .map(str::to_owned)
            .collect(),
        fingerprint: fingerprint.iter().map(|b| format!("{b:02x}")).collect(),
        tokens: of_classes,
        empty: of_empty,
        solves,
        moves: path.moves.len(),
        path: json::steps(puzzle, metric, &path.moves)
            .into_iter()
            .map(|step| CertificateMove {
                piece: step.piece,
                pieces: step.pieces.unwrap_or_default(),
                from: step.from,
                to: step.to,
                letters: step.letters,
            })
            .collect(),
        positions: json::positions(puzzle, path),
    }
}

/// Tokens that may occur in the positions of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateTokens {
    /// Tokens of the pieces of each class, indexed by class; each list is sorted and has no
    /// duplicates.
    pub of_classes: Vec<Vec<String>>,
    /// Tokens of cells without a piece: `.` and those of gates, sorted and without duplicates.
    pub of_empty: Vec<String>,
}

impl CertificateTokens {
    /// Returns the tokens that any certificate of a path in `puzzle` may contain.
    pub fn of(puzzle: &Puzzle) -> CertificateTokens {
        let classes = puzzle.classes.iter();
        let gates = puzzle.gates.iter().map(|gate| gate.token.clone());
        CertificateTokens {
            of_classes: classes.map(|class| sorted(&class.labels)).collect(),
            of_empty: sorted(&Vec::from_iter(
                std::iter::once(".".to_owned()).chain(gates),
            )),
        }
    }

    /// Returns the tokens that the fields `tokens` and `empty` of a certificate list.
    pub fn in_certificate(certificate: &Certificate) -> CertificateTokens {
        let classes = certificate.tokens.iter();
        CertificateTokens {
            of_classes: classes.map(|tokens| sorted(tokens)).collect(),
            of_empty: sorted(&certificate.empty),
        }
    }
}

fn sorted(tokens: &[String]) -> Vec<String> {
    let mut tokens = tokens.to_vec();
    tokens.sort();
    tokens.dedup();
    tokens
}
