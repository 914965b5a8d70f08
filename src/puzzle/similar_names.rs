//! Finds names similar to a mistyped name, for hints.

/// Maximum number of names that are returned as hints.
pub(super) const MAX_OFFERED: usize = 3;
/// Number of leading characters that are compared; a limit is needed because the cost grows with
/// the product of the lengths.
const MAX_COMPARED: usize = 64;

/// How well a name fits a mistyped word; the better fit is the lesser one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fit {
    /// One letter is wrong, missing or too many, or two neighbours are swapped.
    OneEdit,
    /// The name begins with the word.
    Beginning,
    /// A few edits turn the word into the name.
    Edits(usize),
    /// A part of the name between hyphens or blanks is the word, or one edit away from it.
    Part,
    /// The name contains the word.
    Within,
}

/// Returns at most three `names` similar to `word`, the best first.
pub(super) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    nearest_puzzles(word, names.into_iter().map(|name| (name, "")))
}

/// Returns the names of at most three puzzles whose name or title is similar to `word`, the best
/// first.
///
/// A puzzle is a name and a title; the better fit of the two counts. Among equal fits the shorter
/// name comes first.
pub(super) fn nearest_puzzles<'a>(
    word: &str,
    puzzles: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<&'a str> {
    let word: String = word.chars().take(MAX_COMPARED).collect();
    let keyed = folded(&word);
    let mut near: Vec<(Fit, usize, &str)> = puzzles
        .into_iter()
        .filter_map(|(name, title)| {
            let of_name = fit(&word.to_lowercase(), &name.to_lowercase());
            let length = keyed.chars().count();
            // Short titles are ordinary words, which a few edits turn into many others.
            let is_far = |fit: &Fit| matches!(fit, Fit::Edits(apart) if apart * 3 > length);
            let of_title = fit(&keyed, &folded(title)).filter(|fit| !is_far(fit));
            let best = of_name.into_iter().chain(of_title).min()?;
            Some((best, name.chars().count(), name))
        })
        .collect();
    near.sort();
    let mut names: Vec<&str> = Vec::new();
    for (_, _, name) in near {
        if names.len() < MAX_OFFERED && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// How well a name fits a word, both in lower case; `None` if it does not.
fn fit(word: &str, name: &str) -> Option<Fit> {
    let length = word.chars().count();
    let apart = distance(word, name);
    if apart <= 1 && length > 2 {
        return Some(Fit::OneEdit);
    }
    if length >= 3 && name.starts_with(word) {
        return Some(Fit::Beginning);
    }
    if apart <= 1 + length / 4 && apart < name.chars().count() {
        return Some(Fit::Edits(apart));
    }
    let mut parts = name.split(['-', ' ']);
    if length >= 4 && parts.any(|part| distance(word, part) <= 1) {
        return Some(Fit::Part);
    }
    (length >= 3 && name.contains(word)).then_some(Fit::Within)
}

/// Reduces a text to lower-case letters without accents and to digits, to compare titles.
pub(super) fn folded(text: &str) -> String {
    let lower = text.chars().flat_map(char::to_lowercase);
    let mut plain = String::new();
    for letter in lower.filter(|letter| letter.is_alphanumeric()) {
        match letter {
            'à'..='å' | 'ā' => plain.push('a'),
            'æ' => plain.push_str("ae"),
            'ç' | 'č' => plain.push('c'),
            'è'..='ë' | 'ē' | 'ě' => plain.push('e'),
            'ì'..='ï' | 'ī' => plain.push('i'),
            'ñ' => plain.push('n'),
            'ò'..='ö' | 'ø' | 'ō' => plain.push('o'),
            'œ' => plain.push_str("oe"),
            'š' => plain.push('s'),
            'ß' => plain.push_str("ss"),
            'ù'..='ü' | 'ū' => plain.push('u'),
            'ý' | 'ÿ' => plain.push('y'),
            'ž' => plain.push('z'),
            other => plain.push(other),
        }
    }
    plain
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

    fn near<'a>(word: &str, names: &[&'a str]) -> Vec<&'a str> {
        nearest(word, names.iter().copied())
    }

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["checkmate", "checkmate-rook", "get-my-goat", "fifteen"];
        assert_eq!(near("chekcmate", &names)[0], "checkmate");
        assert_eq!(near("Fiften", &names), ["fifteen"]);
        assert_eq!(near("goat", &names), ["get-my-goat"]);
        assert_eq!(near("gaot", &names), ["get-my-goat"]);
        assert!(near("zzz", &names).is_empty());
        assert!(near("", &names).is_empty());
        assert!(near(&"x".repeat(100_000), &names).is_empty());
    }

    #[test]
    fn the_best_name_comes_first() {
        let names = [
            "lane",
            "lane-rouge",
            "land",
            "plane",
            "line",
            "lane-rouge-175580",
        ];
        assert_eq!(near("lnae", &names)[0], "lane");
        assert_eq!(
            near("lane-r", &names)[..2],
            ["lane-rouge", "lane-rouge-175580"]
        );
        assert_eq!(near("lane-rogue", &names)[0], "lane-rouge");
        let names = ["abcx", "climb-12", "climb"];
        assert_eq!(near("clim", &names), ["climb", "climb-12"]);
        assert_eq!(
            near("abc", &["xyabc", "bbd", "abcdefgh"]),
            ["abcdefgh", "xyabc"]
        );
    }

    #[test]
    fn titles_lead_to_names() {
        let puzzles = [("hrd-01", "横刀立马"), ("lane-rouge", "L'Âne rouge")];
        assert_eq!(nearest_puzzles("l'ane roug", puzzles), ["lane-rouge"]);
        assert_eq!(nearest_puzzles("横刀立吗", puzzles), ["hrd-01"]);
        assert_eq!(folded("L'Âne Rouge!"), "lanerouge");
        assert_eq!(folded("A\u{301}b Œ ß"), "aboess");
    }
}
