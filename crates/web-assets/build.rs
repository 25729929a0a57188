//! The names of built files change with their content, so the folder itself is watched.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
