//! Types of the broker's answers.

use std::fmt;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken,
    CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, Client, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, IdToken,
    IdTokenClaims, IdTokenFields, StandardErrorResponse, StandardTokenResponse,
};
use serde::{Deserialize, Serialize};

/// The claims of Finnish banks beside the standard ones.
#[derive(Clone, Serialize, Deserialize)]
pub struct FinnishClaims {
    #[serde(rename = "urn:oid:1.2.246.21", skip_serializing_if = "Option::is_none")]
    pub personal_id: Option<String>,
}

impl AdditionalClaims for FinnishClaims {}

impl fmt::Debug for FinnishClaims {
    /// Hides the personal id from logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FinnishClaims(…)")
    }
}

pub type FinnishIdClaims = IdTokenClaims<FinnishClaims, CoreGenderClaim>;
pub type FinnishIdToken =
    IdToken<FinnishClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;
pub type FinnishTokenFields = IdTokenFields<
    FinnishClaims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
pub type FinnishTokenResponse = StandardTokenResponse<FinnishTokenFields, CoreTokenType>;

/// A client of a broker whose endpoints are known.
pub type FinnishClient = Client<
    FinnishClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    FinnishTokenResponse,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;
