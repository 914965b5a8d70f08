//! Makes cargo compile the puzzle files in again when one of them changes.

fn main() {
    println!("cargo::rerun-if-changed=.");
}
