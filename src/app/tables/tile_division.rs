//! Divisions of the tiles into groups: the choice of tables, as far as it needs no files.

/// Most tiles of a group that is chosen without a wish.
pub(crate) const MAX_KEPT: usize = 8;
/// Least number of tiles of a table that is worth a store.
pub(crate) const MIN_STORED: usize = 5;
/// Most kept groups among which disjoint ones are sought; the largest are taken.
const MAX_CANDIDATES: usize = 24;

/// Divides tiles, in their order, into the least number of groups that `fits` accepts; `None` if it
/// accepts none.
///
/// `fits` gets the sizes of the groups, the largest first.
pub(crate) fn divided(
    tiles: &[u8],
    mut fits: impl FnMut(&[usize]) -> bool,
) -> Option<Vec<Vec<u8>>> {
    if tiles.is_empty() {
        return Some(Vec::new());
    }
    for count in tiles.len().div_ceil(MAX_KEPT)..=tiles.len() {
        let ends = (0..=count).map(|number| tiles.len() * number / count);
        let ends: Vec<usize> = ends.collect();
        let groups = ends.windows(2).map(|ends| tiles[ends[0]..ends[1]].to_vec());
        let groups: Vec<Vec<u8>> = groups.collect();
        let mut sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        if fits(&sizes) {
            return Some(groups);
        }
    }
    None
}

/// Number of pairs of tiles that are in one group: a table knows how such tiles hinder each other.
pub(crate) fn pairs<'g>(groups: impl IntoIterator<Item = &'g Vec<u8>>) -> usize {
    let sizes = groups.into_iter().map(Vec::len);
    sizes.map(|size| size * (size - 1) / 2).sum()
}

/// Indices of disjoint groups with the most pairs, among some groups of tiles below 64.
pub(crate) fn best_disjoint(groups: &[Vec<u8>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(groups[number].len()));
    order.truncate(MAX_CANDIDATES);
    let set = |&number: &usize| {
        let tiles = groups[number].iter();
        tiles.fold(0u64, |set, &tile| set | 1 << tile)
    };
    let candidates: Vec<(usize, u64, usize)> = order
        .iter()
        .map(|number| (*number, set(number), pairs([&groups[*number]])))
        .collect();
    let mut best = (0, Vec::new());
    choose(&candidates, 0, &mut Vec::new(), 0, &mut best);
    best.1
}

/// Tries each way to add further candidates to the chosen ones, and notes the best.
fn choose(
    left: &[(usize, u64, usize)],
    taken: u64,
    chosen: &mut Vec<usize>,
    pairs: usize,
    best: &mut (usize, Vec<usize>),
) {
    if pairs > best.0 {
        *best = (pairs, chosen.clone());
    }
    let rest: usize = left.iter().map(|&(_, _, own)| own).sum();
    if pairs + rest <= best.0 {
        return;
    }
    for (at, &(number, set, own)) in left.iter().enumerate() {
        if taken & set == 0 {
            chosen.push(number);
            choose(&left[at + 1..], taken | set, chosen, pairs + own, best);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_divided_into_the_fewest_groups_that_fit() {
        let tiles: Vec<u8> = (1..16).collect();
        let sizes = |most| {
            let groups = divided(&tiles, |sizes| sizes[0] <= most).unwrap();
            assert_eq!(groups.concat(), tiles);
            groups.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(sizes(15), [7, 8]);
        assert_eq!(sizes(7), [5; 3]);
        assert_eq!(sizes(4), [3, 4, 4, 4]);
        assert_eq!(sizes(1), [1; 15]);
        assert_eq!(divided(&tiles, |_| false), None);
        assert_eq!(divided(&[], |_| false), Some(Vec::new()));
    }

    #[test]
    fn the_best_disjoint_groups_are_those_of_all_subsets() {
        let mut draw = 7u64;
        let mut next = |most: u64| {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (draw >> 33) % most
        };
        for _ in 0..200 {
            let count = next(8) as usize;
            let group = |next: &mut dyn FnMut(u64) -> u64| {
                let mut tiles: Vec<u8> = (1..16).collect();
                while tiles.len() as u64 > 5 + next(4) {
                    tiles.remove(next(tiles.len() as u64) as usize);
                }
                tiles
            };
            let groups: Vec<Vec<u8>> = (0..count).map(|_| group(&mut next)).collect();
            let value = |chosen: &[usize]| {
                let mut all: Vec<u8> = chosen.iter().flat_map(|&at| groups[at].clone()).collect();
                let len = all.len();
                all.sort_unstable();
                all.dedup();
                (all.len() == len).then(|| pairs(chosen.iter().map(|&at| &groups[at])))
            };
            let subsets = (0..1u32 << count).map(|bits| {
                let chosen: Vec<usize> = (0..count).filter(|at| bits >> at & 1 == 1).collect();
                value(&chosen).unwrap_or(0)
            });
            let chosen = best_disjoint(&groups);
            assert_eq!(value(&chosen), subsets.max(), "{groups:?}");
        }
    }
}
