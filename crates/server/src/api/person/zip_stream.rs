//! A zip that is sent piece by piece.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::anyhow;
use axum::body::Bytes;
use serde::Serialize;
use tokio::sync::mpsc::Sender;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

pub struct ZipStream {
    zip: ZipWriter<StreamWriter<Pending>>,
    pending: Pending,
    send: Sender<io::Result<Bytes>>,
}

/// What was written and not yet sent.
#[derive(Clone, Default)]
struct Pending(Arc<Mutex<Vec<u8>>>);

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ZipStream {
    pub fn new(send: Sender<io::Result<Bytes>>) -> Self {
        let pending = Pending::default();
        Self { zip: ZipWriter::new_stream(pending.clone()), pending, send }
    }

    /// A file of JSON, with line breaks for people who open it.
    pub async fn add_json(&mut self, name: &str, value: &impl Serialize) -> anyhow::Result<()> {
        self.begin(name, CompressionMethod::Deflated)?;
        self.write(&serde_json::to_vec_pretty(value)?).await
    }

    /// Begins a file, whose content follows by [`ZipStream::write`].
    pub fn begin(&mut self, name: &str, method: CompressionMethod) -> anyhow::Result<()> {
        let options = SimpleFileOptions::default().compression_method(method).large_file(true);
        Ok(self.zip.start_file(name, options)?)
    }

    pub async fn write(&mut self, content: &[u8]) -> anyhow::Result<()> {
        self.zip.write_all(content)?;
        pass_on(&self.pending, &self.send).await
    }

    pub async fn finish(self) -> anyhow::Result<()> {
        drop(self.zip.finish()?);
        pass_on(&self.pending, &self.send).await
    }
}

async fn pass_on(pending: &Pending, send: &Sender<io::Result<Bytes>>) -> anyhow::Result<()> {
    let piece = std::mem::take(&mut *pending.0.lock().unwrap_or_else(PoisonError::into_inner));
    if piece.is_empty() {
        return Ok(());
    }
    send.send(Ok(piece.into())).await.map_err(|_| anyhow!("the receiver has gone away"))
}
