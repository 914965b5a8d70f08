//! Notices of checks that cannot run on this machine.

use std::io::Write;

/// Prints a notice directly to standard error, because the test harness hides what `eprintln!`
/// prints in tests that pass.
pub(crate) fn skipped(why: &str) {
    let words = format!("\n*** SKIPPED: {why}\n\n");
    std::io::stderr().write_all(words.as_bytes()).unwrap();
}
