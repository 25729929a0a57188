//! The list of shifts on both engines. What it holds is tested through the API.

use liksa_store::statements;
use liksa_test_support::{TestDb, both_engines};

use crate::plans;

both_engines! {
    the_list_is_read_from_its_index,
}

async fn the_list_is_read_from_its_index(db: TestDb) {
    let plan = plans::assert_uses_indexes(&db, statements::SHIFTS).await;
    assert!(plan.contains("shift_by_person"), "{plan}");
}
