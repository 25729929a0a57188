use std::process::ExitCode;

/// Making documents takes many small pieces of memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    liksa_server::cli::main()
}
