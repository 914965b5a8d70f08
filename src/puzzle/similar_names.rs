//! Finds names similar to a mistyped name, for hints.

/// Maximum number of names that are returned as hints.
const MAX_OFFERED: usize = 3;
/// Number of leading characters that are compared; a limit is needed because the cost grows with
/// the product of the lengths.
const MAX_COMPARED: usize = 64;

/// Returns at most three `names` similar to `word`: first names within a few edits of `word`, then
/// names that contain `word`.
pub(super) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    let bearable = 1 + word.chars().count().min(MAX_COMPARED) / 4;
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let apart = distance(&word, &name.to_lowercase());
            if apart <= bearable && apart < name.chars().count() {
                return Some((apart, name));
            }
            let contained = word.chars().count() >= 3 && name.to_lowercase().contains(&word);
            contained.then_some((bearable + 1, name))
        })
        .collect();
    near.sort();
    near.into_iter()
        .map(|(_, name)| name)
        .take(MAX_OFFERED)
        .collect()
}

/// Number of insertions, deletions, replacements and swaps of neighbouring letters that turn `a`
/// into `b`.
///
/// This is the optimal string alignment distance: no part of a word is edited twice.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(MAX_COMPARED).collect();
    let b: Vec<char> = b.chars().take(MAX_COMPARED).collect();
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = above;
        above = row;
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["checkmate", "checkmate-rook", "get-my-goat", "fifteen"];
        assert_eq!(nearest("chekcmate", names)[0], "checkmate");
        assert_eq!(nearest("Fiften", names), ["fifteen"]);
        assert_eq!(nearest("goat", names), ["get-my-goat"]);
        assert!(nearest("zzz", names).is_empty());
        assert!(nearest("", names).is_empty());
        assert!(nearest(&"x".repeat(100_000), names).is_empty());
    }
}
