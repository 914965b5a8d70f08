//! Visits of a list in an interleaved order: items from its four quarters in turn.
//!
//! Neighbouring items of a list often have their marks in the same word. A processor is slow to
//! read a word that it has just written, so neighbouring items are not visited one after the other.

/// Calls `visit` with each item of a list once, in an interleaved order.
#[inline(always)]
pub fn by_quarters<T: Copy>(items: &[T], mut visit: impl FnMut(T)) {
    let quarter = items.len() / 4;
    let [first, second, third, fourth] =
        [0, 1, 2, 3].map(|number| &items[number * quarter..][..quarter]);
    for (((&a, &b), &c), &d) in first.iter().zip(second).zip(third).zip(fourth) {
        [a, b, c, d].into_iter().for_each(&mut visit);
    }
    items[4 * quarter..].iter().copied().for_each(visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_comes_once() {
        for len in 0..30 {
            let items: Vec<u32> = (0..len).collect();
            let mut visited = Vec::new();
            by_quarters(&items, |item| visited.push(item));
            visited.sort_unstable();
            assert_eq!(visited, items);
        }
    }
}
