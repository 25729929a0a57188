//! Calls to the object store: counted, and given up once it is silent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};

use crate::prelude::*;

/// During a call that takes longer it is asked whether the store still answers. Together with the wait for that answer,
/// people know within two seconds, and a slow upload is not taken for an outage.
const ASK_EVERY: Duration = Duration::from_millis(500);
const SILENT_FOR: Duration = Duration::from_millis(1300);
/// Nothing is stored there: that it is missing is an answer too.
const NO_CONTENT: &str = "is-anybody-there";

/// What is told of each call to the object store: what was asked, whether it succeeded, and how long it took.
pub type Observer = fn(&'static str, bool, Duration);

/// What an [`Observer`] is told of.
pub const STORAGE_OPERATIONS: [&str; 2] = ["read", "write"];

#[derive(Clone)]
pub(super) struct Calls {
    pub(super) observer: Observer,
    /// A way to the store of its own. A folder needs none.
    pub(super) probe: Option<Arc<dyn ObjectStore>>,
}

impl Calls {
    /// Tells the observer of a call that [`Self::unless_silent`] makes.
    pub(super) async fn observed<T>(
        &self,
        operation: &'static str,
        call: impl Future<Output = StoreResult<T>>,
    ) -> StoreResult<T> {
        let began = Instant::now();
        let result = self.unless_silent(call).await;
        (self.observer)(operation, result.is_ok(), began.elapsed());
        result
    }

    /// Makes a call, unless the store falls silent meanwhile.
    pub(super) async fn unless_silent<T>(
        &self,
        call: impl Future<Output = StoreResult<T>>,
    ) -> StoreResult<T> {
        let Some(probe) = &self.probe else { return call.await };
        tokio::select! {
            result = call => result,
            () = silence_of(probe.as_ref()) => Err(StoreError::StorageSilent),
        }
    }
}

/// Ends when the store no longer answers. A refusal is an answer: the call itself meets it.
async fn silence_of(probe: &dyn ObjectStore) {
    let nothing = Path::from(NO_CONTENT);
    loop {
        tokio::time::sleep(ASK_EVERY).await;
        if tokio::time::timeout(SILENT_FOR, probe.head(&nothing)).await.is_err() {
            return;
        }
    }
}
