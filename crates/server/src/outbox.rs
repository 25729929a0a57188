//! Folders that other programs fetch from.

use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Whoever looks into the folder sees a whole file or none.
pub fn write_atomically(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".{name}.part"));
    let mut file = File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(draft, folder.join(name))
}
