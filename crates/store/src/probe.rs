//! Whether PostgreSQL still answers, asked over a connection that nothing else waits for.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx_postgres::PgPool;
use tokio::sync::Mutex;
use tokio::time::timeout;

pub(crate) struct Probe {
    /// Of one connection.
    pool: PgPool,
    turn: Mutex<()>,
    /// How many there were so far.
    answers: AtomicU64,
}

impl Probe {
    pub fn new(pool: PgPool) -> Self {
        Self { pool, turn: Mutex::default(), answers: AtomicU64::default() }
    }

    /// One answer serves all who wait for one: with a question of each request, those of a busy moment would queue for the
    /// connection until the database was taken for silent.
    pub async fn answers_within(&self, limit: Duration) -> bool {
        let before = self.answers.load(Ordering::Relaxed);
        let answered = async {
            let _turn = self.turn.lock().await;
            self.answers.load(Ordering::Relaxed) != before || self.ask().await
        };
        timeout(limit, answered).await.unwrap_or(false)
    }

    async fn ask(&self) -> bool {
        let Ok(mut connection) = self.pool.acquire().await else { return false };
        let answered = sqlx::query("SELECT 1").execute(&mut *connection).await.is_ok();
        if answered {
            self.answers.fetch_add(1, Ordering::Relaxed);
        } else {
            connection.close_on_drop();
        }
        answered
    }

    pub async fn close(&self) {
        self.pool.close().await;
    }
}
