//! The program: everything is in the library.

fn main() -> std::process::ExitCode {
    fudgelab::cli::main()
}
