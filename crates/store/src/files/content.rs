//! Putting content into the object store and getting it back.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, Stream, StreamExt, TryStreamExt};
use liksa_domain::file::MediaType;
use object_store::buffered::BufWriter;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;

use super::address::FilesAddress;
use super::calls::{Calls, Observer};
use crate::prelude::*;
use crate::progress::note_step;

const BUFFER_BYTES: usize = 256 * 1024;

/// The content of files. Cheap to clone.
#[derive(Clone)]
pub struct Files {
    pub(super) objects: Arc<dyn ObjectStore>,
    pub(super) store: Store,
    calls: Calls,
}

/// Content that was put and has no row yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredContent {
    pub id: FileId,
    pub(super) blob: String,
    pub size: u64,
    pub sha256: [u8; 32],
    /// The first bytes, which show its media type.
    pub head: Vec<u8>,
}

impl StoredContent {
    /// The key of the content in the object store.
    pub fn blob(&self) -> &str {
        &self.blob
    }
}

impl Files {
    pub fn open(address: &FilesAddress, store: Store) -> StoreResult<Self> {
        let calls = Calls { observer: |_, _, _| {}, probe: address.open_probe()? };
        Ok(Self { objects: address.open()?, store, calls })
    }

    /// The same, with somebody who counts its calls.
    pub fn observed_by(self, observer: Observer) -> Self {
        Self { calls: Calls { observer, ..self.calls }, ..self }
    }

    /// Begins to put the content of a new file, of at most `limit` bytes. Call it before the transaction that adds its
    /// row: SQLite has one writer, so this would wait for that transaction forever.
    pub async fn begin(&self, id: FileId, limit: u64, now: Timestamp) -> StoreResult<Upload> {
        let blob = blob_of(id);
        self.note_loose(&blob, now).await?;
        let writer = BufWriter::new(self.objects.clone(), Path::from(blob.as_str()));
        let calls = self.calls.clone();
        Ok(Upload { id, blob, writer, hash: Sha256::new(), size: 0, limit, head: vec![], calls })
    }

    /// Puts the content of a new file that was made here.
    pub async fn put(&self, id: FileId, content: &[u8], now: Timestamp) -> StoreResult<StoredContent> {
        let mut upload = self.begin(id, u64::MAX, now).await?;
        upload.write(content).await?;
        upload.finish().await
    }

    /// Puts back the content of a file that is already known, from a backup.
    pub async fn put_back(&self, blob: &str, from: &mut (impl std::io::Read + Send)) -> StoreResult<()> {
        let mut writer = BufWriter::new(self.objects.clone(), Path::from(blob));
        let mut buffer = vec![0; BUFFER_BYTES];
        loop {
            let count = from.read(&mut buffer)?;
            if count == 0 {
                writer.shutdown().await?;
                return Ok(());
            }
            writer.put(Bytes::copy_from_slice(&buffer[..count])).await?;
        }
    }

    /// The whole content, for what is known to be small.
    pub async fn read(&self, blob: &str) -> StoreResult<Vec<u8>> {
        let read = async { Ok(self.objects.get(&Path::from(blob)).await?.bytes().await?.to_vec()) };
        self.calls.observed("read", read).await
    }

    /// The content piece by piece.
    pub async fn stream(&self, blob: &str) -> StoreResult<ContentStream> {
        let begin = async { Ok(self.objects.get(&Path::from(blob)).await?.into_stream()) };
        let pieces = self.calls.observed("read", begin).await?;
        let left = (pieces, self.calls.clone());
        Ok(ContentStream(stream::try_unfold(left, next_piece).boxed()))
    }
}

type Pieces = BoxStream<'static, object_store::Result<Bytes>>;

/// The next piece of a content, unless the store falls silent before it comes.
async fn next_piece((mut pieces, calls): (Pieces, Calls)) -> StoreResult<Option<(Bytes, (Pieces, Calls))>> {
    let piece = calls.unless_silent(async { Ok(pieces.try_next().await?) }).await?;
    note_step();
    Ok(piece.map(|piece| (piece, (pieces, calls))))
}

/// Spread over folders by their random last characters, so that no folder gets too large.
fn blob_of(id: FileId) -> String {
    let text = id.to_string();
    let spread = text.get(text.len().saturating_sub(2)..).unwrap_or_default();
    format!("{spread}/{text}")
}

/// Content being put into the object store. Nothing is stored if it is dropped before [`Upload::finish`].
pub struct Upload {
    id: FileId,
    blob: String,
    writer: BufWriter,
    hash: Sha256,
    size: u64,
    limit: u64,
    head: Vec<u8>,
    calls: Calls,
}

impl Upload {
    /// Fails with [`StoreError::TooLarge`] as soon as the limit is passed.
    pub async fn write(&mut self, chunk: &[u8]) -> StoreResult<()> {
        let length = u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        self.size = self.size.saturating_add(length);
        if self.size > self.limit {
            self.writer.abort().await?;
            return Err(StoreError::TooLarge);
        }
        self.hash.update(chunk);
        let missing = MediaType::HEAD_BYTES.saturating_sub(self.head.len());
        self.head.extend(chunk.iter().take(missing));
        let put = async { Ok(self.writer.put(Bytes::copy_from_slice(chunk)).await?) };
        self.calls.unless_silent(put).await?;
        note_step();
        Ok(())
    }

    pub async fn finish(mut self) -> StoreResult<StoredContent> {
        self.calls.observed("write", async { Ok(self.writer.shutdown().await?) }).await?;
        Ok(StoredContent {
            id: self.id,
            blob: self.blob,
            size: self.size,
            sha256: self.hash.finalize().into(),
            head: self.head,
        })
    }
}

/// The content of a file, piece by piece. It ends after an error.
pub struct ContentStream(BoxStream<'static, StoreResult<Bytes>>);

impl ContentStream {
    pub async fn next_chunk(&mut self) -> StoreResult<Option<Bytes>> {
        self.0.try_next().await
    }
}

impl Stream for ContentStream {
    type Item = StoreResult<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}
