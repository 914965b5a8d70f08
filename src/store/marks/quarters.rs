//! Quarters: the items of a list from four places in turn.
//!
//! For items that are looked up in words and noted there, of which those that follow each other often share one: a word
//! that has just been written is read late, and what comes between need not wait for it. It knows nothing of the items.

/// Gives `visit` each item of a list once, in no order.
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
