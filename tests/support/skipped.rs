//! What a test could not check on this machine, said where it is heard.

use std::io::Write;

/// Says so on the standard error itself: of tests that pass, what `eprintln!` prints is not shown.
pub fn skipped(why: &str) {
    let words = format!("\n*** SKIPPED: {why}\n\n");
    std::io::stderr().write_all(words.as_bytes()).unwrap();
}
