//! Tells cargo that the puzzle files are compiled in.

fn main() {
    println!("cargo::rerun-if-changed=puzzles");
}
