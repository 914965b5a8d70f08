//! Descriptions of permutation groups of tiles.

use super::number::{counted, with_commas};
use slidewise_analysis::{Factor, GroupKind};

/// Describes a group in one line, such as `all even permutations of 15 tiles`.
///
/// If the group is a product, its factors are joined by ` x `.
pub fn group_in_words(factors: &[Factor]) -> String {
    if factors.is_empty() {
        return "the identity alone".to_owned();
    }
    let words: Vec<String> = factors.iter().map(factor_in_words).collect();
    words.join(" x ")
}

fn factor_in_words(factor: &Factor) -> String {
    let all: usize = factor.tiles.iter().sum();
    match factor.sort {
        GroupKind::Symmetric => format!("all permutations of {}", counted(all, "tile")),
        GroupKind::Alternating => format!("all even permutations of {}", counted(all, "tile")),
        GroupKind::Signed => {
            let orbits: Vec<String> = factor.tiles.iter().map(usize::to_string).collect();
            format!(
                "the {1} permutations of {0} tiles with equal parities",
                orbits.join(" + "),
                with_commas(&factor.permutations)
            )
        }
        GroupKind::Other => format!(
            "a group of {} of {}",
            counted(&factor.permutations, "permutation"),
            counted(all, "tile")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sort_of_group_has_its_words() {
        let factor = |tiles: &[usize], sort, permutations: u32| Factor {
            tiles: tiles.to_vec(),
            sort,
            permutations: permutations.into(),
            orders: permutations.into(),
        };
        assert_eq!(group_in_words(&[]), "the identity alone");
        let several = [
            factor(&[4], GroupKind::Symmetric, 24),
            factor(&[4], GroupKind::Alternating, 12),
            factor(&[3, 4], GroupKind::Signed, 72),
            factor(&[6], GroupKind::Other, 120),
        ];
        assert_eq!(
            group_in_words(&several),
            "all permutations of 4 tiles x all even permutations of 4 tiles \
             x the 72 permutations of 3 + 4 tiles with equal parities \
             x a group of 120 permutations of 6 tiles"
        );
    }
}
