//! Permutations in lexicographic order.

/// Advances `items`, some of which may be equal, to the lexicographically next permutation.
///
/// After the last permutation, restores the first permutation and returns false.
pub fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let Some(at) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        items.reverse();
        return false;
    };
    let with = items.iter().rposition(|item| *item > items[at]);
    items.swap(at, with.unwrap_or(at));
    items[at + 1..].reverse();
    true
}
