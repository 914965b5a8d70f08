//! Gives each of n places its own of n values, in all ways that a rule allows.
//!
//! A place keeps the set of values that it may still have. The rule narrows these sets; a value taken by one
//! place is taken from all others, and a value that one place alone can have goes there; where nothing more
//! follows, the place with the fewest values tries each. That is backtracking with forward checking (Haralick
//! and Elliott, 1980) on bit masks. It knows neither numbers nor boards.

use super::hunt::Tree;
use std::ops::ControlFlow;

/// The most places, since a set of values is one word of this many bits.
pub const MOST: usize = 128;

/// The values that each place may have; bit v stands for value v.
pub type Domains = Box<[u128]>;

/// What else must hold.
pub trait Rule: Sync {
    /// Takes out values that the rule forbids, never one that it allows; `false` if some place has none left.
    /// Once every place has one value it must find out whether they are right.
    fn narrow(&self, domains: &mut [u128]) -> bool;
}

/// The search for all assignments under a rule.
pub struct Bijection<R> {
    /// The rule.
    pub rule: R,
    /// What each place may have at the beginning.
    pub domains: Domains,
}

/// Enough parts to keep many threads busy, few enough to cost nothing.
const PARTS: usize = 256;

impl<R: Rule> Tree for Bijection<R> {
    type Part = Domains;

    fn parts(&self) -> Vec<Domains> {
        let mut first = self.domains.clone();
        if !self.settle(&mut first) {
            return Vec::new();
        }
        let mut parts = vec![first];
        // Level by level, until there are enough or nothing is left to choose.
        while parts.len() < PARTS {
            let mut next = Vec::new();
            let mut has_chosen = false;
            for domains in parts {
                match choice(&domains) {
                    Some(place) => {
                        has_chosen = true;
                        next.extend(self.branches(&domains, place));
                    }
                    None => next.push(domains),
                }
            }
            parts = next;
            if !has_chosen {
                break;
            }
        }
        parts
    }

    fn search(
        &self,
        part: &Domains,
        is_stopped: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) {
        // Whether the search was ended matters to nobody here.
        let _ = self.go(part, is_stopped, visit);
    }
}

impl<R: Rule> Bijection<R> {
    fn go(
        &self,
        domains: &[u128],
        is_stopped: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if is_stopped() {
            return ControlFlow::Break(());
        }
        let Some(place) = choice(domains) else {
            let values: Vec<u8> = domains
                .iter()
                .map(|domain| domain.trailing_zeros() as u8)
                .collect();
            return visit(&values);
        };
        for domains in self.branches(domains, place) {
            self.go(&domains, is_stopped, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// What is left for each value of a place, least first.
    fn branches(&self, domains: &[u128], place: usize) -> impl Iterator<Item = Domains> {
        bits(domains[place]).filter_map(move |bit| {
            let mut branch: Domains = domains.into();
            branch[place] = bit;
            self.settle(&mut branch).then_some(branch)
        })
    }

    /// Narrows until nothing more follows; `false` if there is no assignment.
    fn settle(&self, domains: &mut [u128]) -> bool {
        let mut size = size_of(domains);
        loop {
            if !self.rule.narrow(domains) || !narrow_to_one_each(domains) {
                return false;
            }
            let left = size_of(domains);
            if left == size {
                return true;
            }
            size = left;
        }
    }
}

fn size_of(domains: &[u128]) -> u32 {
    domains.iter().map(|domain| domain.count_ones()).sum()
}

/// The place with the fewest values, of those with more than one; the first of several.
fn choice(domains: &[u128]) -> Option<usize> {
    let open = domains
        .iter()
        .enumerate()
        .filter(|(_, domain)| domain.count_ones() > 1);
    open.min_by_key(|(_, domain)| domain.count_ones())
        .map(|(place, _)| place)
}

/// The bits of a set, least first.
fn bits(mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Takes from all others what one place has alone, and gives a place what it alone can have.
fn narrow_to_one_each(domains: &mut [u128]) -> bool {
    let mut taken = 0u128;
    for &domain in domains.iter() {
        if domain.is_power_of_two() {
            if taken & domain != 0 {
                return false;
            }
            taken |= domain;
        }
    }
    // Values seen at least once, and at least twice.
    let (mut once, mut twice) = (taken, 0u128);
    for domain in domains.iter_mut() {
        if !domain.is_power_of_two() {
            *domain &= !taken;
            if *domain == 0 {
                return false;
            }
            twice |= once & *domain;
            once |= *domain;
        }
    }
    let all = u128::MAX >> (MOST - domains.len());
    if once != all {
        return false;
    }
    let alone = once & !twice & !taken;
    if alone != 0 {
        for domain in domains.iter_mut() {
            let own = *domain & alone;
            if own != 0 {
                // Two values that only one place can have: one of them is lost.
                if !own.is_power_of_two() {
                    return false;
                }
                *domain = own;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::hunt::Hunt;
    use super::*;

    /// No rule at all.
    struct Anything;

    impl Rule for Anything {
        fn narrow(&self, domains: &mut [u128]) -> bool {
            domains.iter().all(|&domain| domain != 0)
        }
    }

    #[test]
    fn without_a_rule_there_are_all_permutations_that_the_sets_allow() {
        let search = |domains: &[u128]| {
            let bijection = Bijection {
                rule: Anything,
                domains: domains.into(),
            };
            Hunt::default().go(&bijection, &mut |_| {}).solutions
        };
        assert_eq!(search(&[0b1]), 1);
        assert_eq!(search(&[0b1_1111; 5]), 120);
        assert_eq!(search(&[u128::from(u8::MAX); 8]), 40_320);
        // Derangements of four.
        assert_eq!(search(&[0b1110, 0b1101, 0b1011, 0b0111]), 9);
        assert_eq!(search(&[0b011, 0b011, 0b011]), 0);
        assert_eq!(search(&[0b001, 0b001, 0b110]), 0);
    }
}
