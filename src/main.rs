//! The program; all of its code is in the library.

fn main() -> std::process::ExitCode {
    fudgelab::cli::main()
}
