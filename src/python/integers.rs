//! Integers that callers give: whole numbers, arrays of any integer type, and nested lists.

use crate::error::InputError;
use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use std::cmp::Ordering;

/// Most characters of a value in a message.
const MAX_SHOWN: usize = 60;

/// The text of a value in a message, shortened.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map(|text| text.to_string());
    let text = text.unwrap_or_else(|_| value.get_type().to_string());
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{} and more", &text[..end]),
        None => text,
    }
}

/// Reads an argument that is a whole number, 0 or more; `T` may be optional.
///
/// # Errors
/// An `InputError` if it is no integer, negative or too large.
pub(crate) fn whole<'a, 'py, T: FromPyObject<'a, 'py>>(
    given: &'a Bound<'py, PyAny>,
) -> PyResult<T> {
    given.extract().map_err(|_| {
        InputError::new_err(format!(
            "expected a whole number, 0 or more and not too large, found {}",
            shown(given)
        ))
    })
}

/// Reads an array, a list or nested lists of integers as an array of `T`.
///
/// `what` names it in messages; `None` in `shape` stands for any length.
///
/// # Errors
/// An `InputError` if the shape is another, the elements are no integers, or one does not fit.
pub(crate) fn integers<'py, T: Element>(
    what: &str,
    given: &Bound<'py, PyAny>,
    shape: &[Option<usize>],
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let numpy = given.py().import("numpy")?;
    let dtype = numpy::dtype::<T>(given.py());
    let limits = numpy.call_method1("iinfo", (&dtype,))?;
    let (least, most) = (limits.getattr("min")?, limits.getattr("max")?);
    let refused = |found: String| {
        let side = |side: &Option<usize>| side.map_or("n".to_owned(), |side| side.to_string());
        let sides: Vec<String> = shape.iter().map(side).collect();
        InputError::new_err(format!(
            "expected {what}, integers from {least} to {most} in the shape ({}), found {found}",
            sides.join(", ")
        ))
    };
    let array = numpy.call_method1("asarray", (given,));
    let array = array.map_err(|_| refused(shown(given)))?;
    let array = array.cast_into::<PyUntypedArray>()?;
    let own = array.shape();
    let alike = |(side, own): (&Option<usize>, &usize)| side.is_none_or(|side| side == *own);
    let is_shaped = own.len() == shape.len() && shape.iter().zip(own).all(alike);
    let is_whole = array.len() == 0 || matches!(array.dtype().kind(), b'i' | b'u');
    if !is_shaped || !is_whole {
        return Err(refused(match own.len() {
            0 => shown(given),
            _ => format!("{} in the shape {}", array.dtype(), array.getattr("shape")?),
        }));
    }
    if array.len() > 0 && !array.dtype().is_equiv_to(&dtype) {
        let ends = [
            ("min", &least, Ordering::Less),
            ("max", &most, Ordering::Greater),
        ];
        for (end, limit, beyond) in ends {
            let value = array.call_method0(end)?.call_method0("item")?;
            if value.compare(limit)? == beyond {
                return Err(refused(value.to_string()));
            }
        }
    }
    let array = numpy.call_method1("require", (array, dtype, "A"))?;
    Ok(array.cast_into::<PyArrayDyn<T>>()?.readonly())
}
