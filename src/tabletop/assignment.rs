//! Backtracking search that assigns n values to n variables, each value once, under a given rule.
//!
//! Each variable has a domain: the set of values that it can still take. The rule narrows the
//! domains. A value that is assigned leaves all other domains, and a value that only one variable
//! can take is assigned to it. Once no domain becomes smaller, the search branches on the variable
//! with the smallest domain. That is backtracking with forward checking (Haralick and Elliott,
//! 1980) on bit masks. The search does not depend on the meaning of the variables and values.

use super::all_solutions::SearchTree;
use std::ops::ControlFlow;

/// Greatest number of variables and values: a domain is one 128-bit word.
pub(crate) const MOST: usize = 128;

/// The domain of each variable; bit v stands for value v.
pub(crate) type Domains = Box<[u128]>;

/// A constraint on the assignment, besides that all values differ.
pub(crate) trait DomainRule: Sync {
    /// Removes values that the rule forbids, and no value that it allows; `false` if a domain
    /// becomes empty.
    ///
    /// If every domain has a single value, the result says whether the assignment satisfies the
    /// rule.
    fn narrow(&self, domains: &mut [u128]) -> bool;
}

/// A search for all assignments that satisfy a rule.
pub(crate) struct Bijection<R> {
    /// The constraint that solutions must satisfy.
    pub rule: R,
    /// The domains at the root of the search.
    pub domains: Domains,
}

/// Target number of subtrees: enough to keep many threads busy, few enough to cost little memory.
const PARTS: usize = 256;

impl<R: DomainRule> SearchTree for Bijection<R> {
    type Part = Domains;

    fn parts(&self) -> Vec<Domains> {
        let mut first = self.domains.clone();
        if !self.settle(&mut first) {
            return Vec::new();
        }
        let mut parts = vec![first];
        // Branch level by level until there are enough subtrees, or all domains have one value.
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
        // The caller itself knows whether `visit` or the stop flag ended the search.
        let _ = self.assign_rest(part, is_stopped, visit);
    }
}

impl<R: DomainRule> Bijection<R> {
    fn assign_rest(
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
            self.assign_rest(&domains, is_stopped, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The narrowed domains after each choice of a value for variable `place`, in ascending order
    /// of the values.
    ///
    /// Choices that lead to a contradiction are left out.
    fn branches(&self, domains: &[u128], place: usize) -> impl Iterator<Item = Domains> {
        bits(domains[place]).filter_map(move |bit| {
            let mut branch: Domains = domains.into();
            branch[place] = bit;
            self.settle(&mut branch).then_some(branch)
        })
    }

    /// Narrows the domains until nothing changes; `false` if they admit no assignment.
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

/// The variable with the smallest domain of more than one value; the first such variable if there
/// are several.
fn choice(domains: &[u128]) -> Option<usize> {
    let open = domains
        .iter()
        .enumerate()
        .filter(|(_, domain)| domain.count_ones() > 1);
    open.min_by_key(|(_, domain)| domain.count_ones())
        .map(|(place, _)| place)
}

/// The bits of a set as one-bit masks, lowest first.
fn bits(mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Removes assigned values from all other domains and assigns values that only one domain contains;
/// `false` on a contradiction.
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
    // Values that occur in at least one and in at least two domains.
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
                // Two values can be assigned only to this variable, so there is no assignment.
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
    use super::super::all_solutions::SolutionSearch;
    use super::*;

    /// A rule that allows every assignment.
    struct Anything;

    impl DomainRule for Anything {
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
            SolutionSearch::default()
                .run(&bijection, &mut |_| {})
                .solutions
        };
        assert_eq!(search(&[0b1]), 1);
        assert_eq!(search(&[0b1_1111; 5]), 120);
        assert_eq!(search(&[u128::from(u8::MAX); 8]), 40_320);
        // The permutations of four values that move every value.
        assert_eq!(search(&[0b1110, 0b1101, 0b1011, 0b0111]), 9);
        assert_eq!(search(&[0b011, 0b011, 0b011]), 0);
        assert_eq!(search(&[0b001, 0b001, 0b110]), 0);
    }
}
