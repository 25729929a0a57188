//! The current password, asked for again where a session that somebody else has got hold of must not be enough.

use liksa_domain::account::password;
use liksa_domain::ids::PersonId;
use liksa_domain::problem::ErrorKey;
use liksa_store::Tx;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult, FieldProblem};
use crate::session::guesses::Guesser;

/// The stored hash of the password that was typed. Guessing at it is slowed down as at log-in.
pub async fn checked(app: &App, guesser: &Guesser, typed: Option<&str>) -> ApiResult<String> {
    let typed = typed.unwrap_or_default();
    if typed.is_empty() {
        return Err(refused(ErrorKey::PasswordMissing));
    }
    app.guesses.begin(guesser, app.clock.now())?;
    let stored = app.store.credentials(&guesser.email).await?.map(|found| found.password_hash);
    let short = typed.chars().count() <= password::LONGEST;
    match stored {
        Some(right) if short && app.passwords.verify(typed, Some(&right)).await? => {
            app.guesses.right(guesser);
            Ok(right)
        }
        _ => Err(refused(ErrorKey::IncorrectPassword)),
    }
}

/// Checking takes its time, in which the owner may have changed the password to keep somebody out.
pub async fn must_still_be(tx: &mut Tx, person: PersonId, right: &str) -> ApiResult<()> {
    let is_right = tx.lock_password(person).await?.as_deref() == Some(right);
    if is_right { Ok(()) } else { Err(refused(ErrorKey::IncorrectPassword)) }
}

fn refused(key: ErrorKey) -> ApiError {
    ApiError::Invalid(vec![FieldProblem::new("currentPassword", key)])
}
