//! `GET /api/registration/oidc/jwks`: what the identification broker has to know of our keys.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::AppState;
use crate::http::extract::Json;
use crate::identification::PublicKey;

/// A set of keys (RFC 7517). Empty where the broker knows us by a secret and encrypts nothing.
#[derive(Serialize, ToSchema)]
pub struct PublicKeys {
    keys: Vec<PublicKey>,
}

/// Our public keys: what we sign with, and what id tokens are encrypted for.
#[utoipa::path(get, path = "/api/registration/oidc/jwks", tag = "registration", operation_id = "public_keys",
    responses((status = 200, description = "The set of keys", body = PublicKeys)))]
pub async fn get(State(app): State<AppState>) -> Json<PublicKeys> {
    let keys = app.broker.as_ref().map(|broker| broker.public_keys().to_vec());
    Json(PublicKeys { keys: keys.unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use liksa_test_support::Engine;
    use serde_json::json;

    use crate::config::{BrokerSettings, ClientProof, Identification};
    use crate::testing::TestApp;

    #[tokio::test]
    async fn a_broker_finds_the_key_that_it_encrypts_for() {
        let key = concat!(env!("CARGO_MANIFEST_DIR"), "/src/identification/tests/client-key.pem");
        let app = TestApp::with_config(Engine::Sqlite, |config| {
            config.identification = Identification::Broker(BrokerSettings {
                issuer: "https://broker.example".to_owned(),
                client_id: "liksa".to_owned(),
                proof: ClientProof::Secret("secret".to_owned()),
                decryption_key: Some(key.into()),
                acr: vec![],
                scopes: vec![],
            });
        })
        .await;
        let answer = app.get("/api/registration/oidc/jwks").send().await;
        let keys = answer.json["keys"].as_array().unwrap();
        assert_eq!((answer.status, keys.len(), &keys[0]["use"]), (200, 1, &json!("enc")));
    }

    #[tokio::test]
    async fn there_is_nothing_to_publish_without_keys() {
        let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
        let answer = app.get("/api/registration/oidc/jwks").send().await;
        assert_eq!((answer.status, answer.json), (200, json!({"keys": []})));
    }
}
