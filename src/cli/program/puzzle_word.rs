//! The parser of an argument that names a puzzle.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use slidewise_puzzle::builtin;
use std::ffi::OsStr;

/// Parser of a puzzle's name; it accepts any text, and offers the built-in names to shells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PuzzleWord;

impl TypedValueParser for PuzzleWord {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = builtin::list().into_iter().map(|own| own.name);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
