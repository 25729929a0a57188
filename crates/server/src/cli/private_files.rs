//! Data is readable by the account that runs the program and by nobody else on the machine.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use liksa_store::{Database, FilesAddress};
use rustix::fs::Mode;
use rustix::process::umask;

use crate::config::Config;

/// What a group and others may do.
const OTHERS: u32 = 0o077;

/// All files and folders that this process makes from now on are its own account's alone.
pub fn make_new_files_private() {
    umask(Mode::from_raw_mode(OTHERS));
}

/// Closes what an earlier version, or a copy of the data, left open to others. A place that cannot be closed,
/// such as a volume of another owner, is named in the log and does not keep the program from its work.
pub fn close_to_others(config: &Config) {
    let mut places = vec![config.data_dir.clone()];
    if let FilesAddress::Folder(folder) = &config.files {
        places.push(folder.clone());
    }
    if let Database::Sqlite(file) = &config.database {
        let beside = |end: &str| PathBuf::from(format!("{}{end}", file.display()));
        places.extend([file.clone(), beside("-wal"), beside("-shm")]);
    }
    for place in places {
        if let Err(error) = close(&place) {
            tracing::warn!(place = %place.display(), %error, "others on this machine may read this");
        }
    }
}

/// A folder that is closed is not looked into: nobody gets past it.
fn close(place: &Path) -> io::Result<()> {
    let found = match fs::symlink_metadata(place) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mode = found.permissions().mode();
    if found.is_symlink() || mode & OTHERS == 0 {
        return Ok(());
    }
    if found.is_dir() {
        for inside in fs::read_dir(place)? {
            close(&inside?.path())?;
        }
    }
    // The folder last: one that is found closed next time is closed all the way down.
    fs::set_permissions(place, Permissions::from_mode(mode & !OTHERS))
}
