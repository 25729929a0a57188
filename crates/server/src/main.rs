use std::process::ExitCode;

/// Making documents is made of small pieces of memory: this takes a tenth off it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    liksa_server::cli::main()
}
