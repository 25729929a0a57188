//! Keys for other programs: made and ended by administrators, shown once.

pub mod create;
pub mod end;
pub mod list;

use liksa_domain::ids::ApiKeyId;

/// What the audit log calls a key.
fn subject(id: ApiKeyId) -> String {
    format!("api_key:{id}")
}
