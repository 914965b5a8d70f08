//! Permutations of at most 256 points, which are numbered from 0.

use num_bigint::BigUint;

/// Permutation of points: the image of each point, indexed by point.
pub type Permutation = Box<[u8]>;

/// Composes two permutations: the result applies `one`, then `other`.
pub(super) fn times(one: &[u8], other: &[u8]) -> Permutation {
    one.iter().map(|&image| other[image as usize]).collect()
}

/// Inverts a permutation.
pub(super) fn inverse(element: &[u8]) -> Permutation {
    let mut inverse: Permutation = element.into();
    for (point, &image) in (0..).zip(element) {
        inverse[image as usize] = point;
    }
    inverse
}

/// Whether `element` is a permutation of `degree` points.
pub(super) fn is_permutation(element: &[u8], degree: usize) -> bool {
    let mut is_met = [false; 256];
    element.len() == degree
        && element.iter().all(|&image| {
            usize::from(image) < degree && !std::mem::replace(&mut is_met[usize::from(image)], true)
        })
}

/// Whether a permutation fixes every point.
pub(super) fn is_identity(element: &[u8]) -> bool {
    (0..).zip(element).all(|(point, &image)| point == image)
}

/// Product of the numbers from 1 to `number`.
pub(super) fn factorial(number: usize) -> BigUint {
    (1..=number).map(BigUint::from).product()
}
