use std::process::ExitCode;

fn main() -> ExitCode {
    liksa_server::cli::main()
}
