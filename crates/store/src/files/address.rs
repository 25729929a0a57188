//! Where content is stored.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, RetryConfig};

use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesAddress {
    Folder(PathBuf),
    S3(S3Address),
}

/// A bucket of Amazon S3 or of a service that speaks its language.
#[derive(Clone, PartialEq, Eq)]
pub struct S3Address {
    pub bucket: String,
    /// Of another service than Amazon's.
    pub endpoint: Option<String>,
    pub region: String,
    pub access_key: String,
    pub secret_key: String,
}

/// A storage that does not even take the connection is away.
const CONNECT_WITHIN: Duration = Duration::from_secs(1);
/// How long it may be silent in the middle of an answer.
const SILENT_FOR: Duration = Duration::from_secs(10);
/// How long one request may take until the last byte of its answer is read: the largest is a bank file of 50 MB. Who does
/// something else between the pieces of a stream must not need longer.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);
/// Once more, for a connection that was closed in between. People are told sooner that it is away than it comes back.
const RETRIES: usize = 1;
const DEFAULT_REGION: &str = "eu-north-1";

impl FilesAddress {
    /// Reads `file:PATH` or `s3://BUCKET?endpoint=URL&region=NAME`; the latter needs both keys.
    pub fn parse(address: &str, access_key: Option<&str>, secret_key: Option<&str>) -> Result<Self, String> {
        if let Some(path) = address.strip_prefix("file:").filter(|path| !path.is_empty()) {
            return Ok(Self::Folder(path.strip_prefix("//").unwrap_or(path).into()));
        }
        let Some(rest) = address.strip_prefix("s3://") else {
            return Err(format!("`{address}` is neither file:PATH nor s3://BUCKET?endpoint=URL&region=NAME"));
        };
        let (bucket, query) = rest.split_once('?').unwrap_or((rest, ""));
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let options: Option<HashMap<_, _>> = pairs.map(|pair| pair.split_once('=')).collect();
        let options = options.ok_or_else(|| format!("`{query}` is not a list of NAME=VALUE joined by &"))?;
        if let Some(unknown) = options.keys().find(|name| !matches!(**name, "endpoint" | "region")) {
            return Err(format!("there is no `{unknown}`; an S3 address takes `endpoint` and `region`"));
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        if bucket.is_empty() || !bucket.chars().all(plain) {
            return Err(format!("`{bucket}` is not the name of a bucket"));
        }
        let (Some(access_key), Some(secret_key)) = (access_key, secret_key) else {
            return Err("an S3 address needs `files_access_key` and `files_secret_key` too".into());
        };
        Ok(Self::S3(S3Address {
            bucket: bucket.to_owned(),
            endpoint: options.get("endpoint").map(ToString::to_string),
            region: options.get("region").unwrap_or(&DEFAULT_REGION).to_string(),
            access_key: access_key.to_owned(),
            secret_key: secret_key.to_owned(),
        }))
    }

    pub(super) fn open(&self) -> StoreResult<Arc<dyn ObjectStore>> {
        match self {
            Self::Folder(folder) => {
                std::fs::create_dir_all(folder).map_err(|e| StoreError::Folder(folder.clone(), e))?;
                // A row that was committed must find its content after the power went out.
                Ok(Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true)))
            }
            Self::S3(address) => address.open(),
        }
    }

    /// A second way to an object store behind a network, to ask whether it still answers.
    pub(super) fn open_probe(&self) -> StoreResult<Option<Arc<dyn ObjectStore>>> {
        match self {
            Self::Folder(_) => Ok(None),
            Self::S3(address) => address.open().map(Some),
        }
    }
}

impl S3Address {
    fn open(&self) -> StoreResult<Arc<dyn ObjectStore>> {
        // reqwest leaves the choice to the program. It was made before if this fails.
        drop(rustls::crypto::ring::default_provider().install_default());
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&self.bucket)
            .with_region(&self.region)
            .with_access_key_id(&self.access_key)
            .with_secret_access_key(&self.secret_key)
            .with_retry(RetryConfig {
                backoff: BackoffConfig { init_backoff: Duration::from_millis(100), ..Default::default() },
                max_retries: RETRIES,
                retry_timeout: SILENT_FOR,
            });
        let options = ClientOptions::new()
            .with_connect_timeout(CONNECT_WITHIN)
            .with_read_timeout(SILENT_FOR)
            .with_timeout(ANSWER_WITHIN);
        if let Some(endpoint) = &self.endpoint {
            // A service on the same machine may well speak without TLS.
            builder = builder.with_endpoint(endpoint);
        }
        let plain = self.endpoint.as_ref().is_some_and(|endpoint| endpoint.starts_with("http://"));
        Ok(Arc::new(builder.with_client_options(options.with_allow_http(plain)).build()?))
    }
}

impl fmt::Debug for S3Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S3Address({})", self.bucket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let folder = FilesAddress::parse("file:/var/liksa/files", None, None).unwrap();
        assert_eq!(folder, FilesAddress::Folder("/var/liksa/files".into()));
        let s3 = "s3://kuitit?endpoint=http://127.0.0.1:9000&region=fi-1";
        let FilesAddress::S3(read) = FilesAddress::parse(s3, Some("key"), Some("secret")).unwrap() else {
            unreachable!()
        };
        assert_eq!((read.bucket.as_str(), read.region.as_str()), ("kuitit", "fi-1"));
        assert_eq!(read.endpoint.as_deref(), Some("http://127.0.0.1:9000"));
        assert!(!format!("{read:?}").contains("secret"));
        for bad in ["", "file:", "files", "s3://", "s3://a/b", "s3://a?endpoint", "s3://a?endpont=x"] {
            assert!(FilesAddress::parse(bad, Some("key"), Some("secret")).is_err(), "{bad}");
        }
        let without_keys = FilesAddress::parse("s3://kuitit", None, None).unwrap_err();
        assert!(without_keys.contains("files_access_key"), "{without_keys}");
    }
}
