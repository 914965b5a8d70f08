//! All connected sets of cells that hold a given cell, each once (Redelmeier, 1981).

use super::field::Field;

/// Calls `visit` with each connected set of at most `most` cells that holds `first` and lies in
/// `allowed`, each once.
///
/// Time: proportional to the number of sets, times their cells.
pub(crate) fn for_each_connected(
    field: &Field,
    first: u64,
    allowed: u64,
    most: u32,
    visit: &mut impl FnMut(u64),
) {
    if most > 0 {
        let allowed = allowed & !first;
        let beside = field.beside(first) & allowed;
        extend(field, first, beside, allowed & !beside, most - 1, visit);
    }
}

/// Visits `set` and all sets that add cells of `waiting` to it, and then cells beside those.
/// `fresh` holds the allowed cells that were never beside the set.
fn extend(
    field: &Field,
    set: u64,
    mut waiting: u64,
    fresh: u64,
    most: u32,
    visit: &mut impl FnMut(u64),
) {
    visit(set);
    if most == 0 {
        return;
    }
    while waiting != 0 {
        let cell = waiting & waiting.wrapping_neg();
        waiting &= !cell;
        let found = field.beside(cell) & fresh;
        extend(
            field,
            set | cell,
            waiting | found,
            fresh & !found,
            most - 1,
            visit,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_connected_set_comes_once() {
        let field = Field::new(3, 3).unwrap();
        let all = field.all();
        let mut found = BTreeSet::new();
        for cell in 0..9 {
            let allowed = all & !((1 << cell) - 1);
            for_each_connected(&field, 1 << cell, allowed, 9, &mut |set| {
                assert!(found.insert(set), "{set:b} came twice");
            });
        }
        let expected: BTreeSet<u64> = (1..=all).filter(|set| field.is_connected(*set)).collect();
        assert_eq!(found, expected);
        let mut small = 0;
        for_each_connected(&field, 1, all, 2, &mut |_| small += 1);
        assert_eq!(small, 3);
    }
}
