//! Whether every file's content is where it should be.

use std::collections::HashMap;

use futures_util::TryStreamExt;

use super::content::Files;
use crate::check::Finding;
use crate::error::StoreResult;

const AT_ONCE: u16 = 1000;

impl Files {
    /// What `liksa check` asks of the object store. One listing is much cheaper than asking for each file.
    pub async fn check(&self) -> StoreResult<Finding> {
        let mut sizes = HashMap::new();
        let mut objects = self.objects.list(None);
        while let Some(object) = objects.try_next().await? {
            sizes.insert(object.location.to_string(), object.size);
        }
        let mut problems = vec![];
        let mut after = None;
        loop {
            let files = self.store.files_after(after, AT_ONCE).await?;
            let Some(last) = files.last() else { break };
            after = Some(last.id);
            for file in files {
                match sizes.get(&file.blob) {
                    None => problems.push(format!("the content of file {} is missing", file.id)),
                    Some(size) if *size != file.size => {
                        problems.push(format!("file {} is {size} bytes long, not {}", file.id, file.size));
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(Finding { question: "every file has its content", problems })
    }
}
