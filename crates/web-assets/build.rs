//! The names of built files change with their content, so the folder itself is watched.

#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]
fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
