//! Where a page of a list ended.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// The last row of a page: what the list is sorted by, and the id. Opaque to clients: `key-id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor<K> {
    pub(crate) key: K,
    pub(crate) id: Uuid,
}

impl<K: fmt::Display> fmt::Display for Cursor<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.key, self.id.simple())
    }
}

impl<K: FromStr> FromStr for Cursor<K> {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        // An id has no hyphen in this form, whatever the key has.
        let (key, id) = text.rsplit_once('-').ok_or(())?;
        Ok(Self { key: key.parse().map_err(|_| ())?, id: id.parse().map_err(|_| ())? })
    }
}
