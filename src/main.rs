//! The command `slidewise`.

use std::process::ExitCode;

fn main() -> ExitCode {
    slidewise_cli::main()
}
