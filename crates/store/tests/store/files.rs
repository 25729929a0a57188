//! Files and their content, on both engines.

use jiff::ToSpan;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{FileId, Id};
use liksa_store::{Files, FilesAddress, NewFile, StoreError, StoredContent};
use liksa_test_support::{TestDb, both_engines, fixed_now};
use tempfile::TempDir;

both_engines! {
    content_comes_back_as_it_was_put,
    large_content_comes_in_pieces,
    too_much_is_refused_and_leaves_nothing,
    content_without_a_row_goes_after_a_while,
    a_removed_file_leaves_loose_content,
    a_row_cannot_come_after_its_content_went,
    the_check_finds_missing_and_changed_content,
    the_check_does_not_mind_files_that_come_and_go_meanwhile,
    content_is_put_back_from_a_backup,
    the_check_of_a_broken_store_comes_to_an_end,
}

struct Place {
    files: Files,
    folder: TempDir,
}

fn place(db: &TestDb) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let address = FilesAddress::Folder(folder.path().join("files"));
    Place { files: Files::open(&address, db.store.clone()).unwrap(), folder }
}

impl Place {
    /// How many objects there are.
    fn count(&self) -> usize {
        let mut count = 0;
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { count += 1 }
            }
        }
        count
    }
}

fn id(number: u8) -> FileId {
    FileId::new(fixed_now(), [number; 10])
}

async fn insert(db: &TestDb, content: &StoredContent) -> Result<FileId, StoreError> {
    let mut tx = db.store.begin().await.unwrap();
    let new = NewFile {
        content,
        purpose: FilePurpose::Receipt,
        owner: None,
        name: "kuitti.pdf",
        media_type: MediaType::Pdf,
        created_at: fixed_now(),
    };
    let id = tx.insert_file(&new).await?;
    tx.commit().await.unwrap();
    Ok(id)
}

async fn content_comes_back_as_it_was_put(db: TestDb) {
    let place = place(&db);
    let put = place.files.put(id(1), b"%PDF-1.7 a receipt", fixed_now()).await.unwrap();
    assert_eq!(MediaType::of(&put.head), Some(MediaType::Pdf));
    insert(&db, &put).await.unwrap();
    let file = db.store.file(id(1)).await.unwrap().unwrap();
    assert_eq!((file.size, file.sha256, file.name.as_str()), (18, put.sha256, "kuitti.pdf"));
    assert_eq!(place.files.read(&file.blob).await.unwrap(), b"%PDF-1.7 a receipt");
    assert!(db.store.file(id(2)).await.unwrap().is_none());
    assert!(place.files.check().await.unwrap().problems.is_empty());
}

async fn large_content_comes_in_pieces(db: TestDb) {
    let place = place(&db);
    let mut upload = place.files.begin(id(1), 20_000_000, fixed_now()).await.unwrap();
    let piece: Vec<u8> = (0..=255).cycle().take(1_000_000).collect();
    for _ in 0..12 {
        upload.write(&piece).await.unwrap();
    }
    let put = upload.finish().await.unwrap();
    insert(&db, &put).await.unwrap();
    let mut stream = place.files.stream(&db.store.file(id(1)).await.unwrap().unwrap().blob).await.unwrap();
    let mut read = vec![];
    while let Some(chunk) = stream.next_chunk().await.unwrap() {
        assert!(chunk.len() < 1_000_000);
        read.extend_from_slice(&chunk);
    }
    assert!(read == piece.repeat(12));
}

async fn too_much_is_refused_and_leaves_nothing(db: TestDb) {
    let place = place(&db);
    let mut upload = place.files.begin(id(1), 10, fixed_now()).await.unwrap();
    upload.write(b"0123456789").await.unwrap();
    let refused = upload.write(b"x").await;
    assert!(matches!(refused, Err(StoreError::TooLarge)), "{refused:?}");
    drop(upload);
    assert_eq!(place.count(), 0);
}

async fn content_without_a_row_goes_after_a_while(db: TestDb) {
    let place = place(&db);
    let kept = place.files.put(id(1), b"kept", fixed_now()).await.unwrap();
    insert(&db, &kept).await.unwrap();
    place.files.put(id(2), b"forgotten", fixed_now()).await.unwrap();
    // This one was begun and its server died.
    drop(place.files.begin(id(3), 10, fixed_now()).await.unwrap());
    place.files.remove_loose(fixed_now()).await.unwrap();
    assert_eq!(place.count(), 2);
    place.files.remove_loose(fixed_now() + 1.second()).await.unwrap();
    assert_eq!(place.count(), 1);
    assert!(place.files.check().await.unwrap().problems.is_empty());
}

async fn a_removed_file_leaves_loose_content(db: TestDb) {
    let place = place(&db);
    let put = place.files.put(id(1), b"a receipt", fixed_now()).await.unwrap();
    insert(&db, &put).await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.delete_file(id(1), fixed_now() + 1.hour()).await.unwrap();
    tx.commit().await.unwrap();
    assert!(db.store.file(id(1)).await.unwrap().is_none());
    place.files.remove_loose(fixed_now() + 30.minutes()).await.unwrap();
    assert_eq!(place.count(), 1);
    place.files.remove_loose(fixed_now() + 2.hours()).await.unwrap();
    assert_eq!(place.count(), 0);
}

async fn a_row_cannot_come_after_its_content_went(db: TestDb) {
    let place = place(&db);
    let put = place.files.put(id(1), b"late", fixed_now()).await.unwrap();
    place.files.remove_loose(fixed_now() + 1.second()).await.unwrap();
    assert!(matches!(insert(&db, &put).await, Err(StoreError::RowCount(0))));
    assert!(db.store.file(id(1)).await.unwrap().is_none());
}

async fn the_check_finds_missing_and_changed_content(db: TestDb) {
    let place = place(&db);
    for number in 1..=3 {
        let put = place.files.put(id(number), b"a receipt", fixed_now()).await.unwrap();
        insert(&db, &put).await.unwrap();
    }
    let path = |blob: &str| place.folder.path().join("files").join(blob);
    let files = db.store.files_after(None, 10).await.unwrap();
    assert_eq!(db.store.files_after(Some(files[1].id), 10).await.unwrap(), files[2..]);
    std::fs::remove_file(path(&files[0].blob)).unwrap();
    std::fs::write(path(&files[1].blob), b"another length").unwrap();
    let problems = place.files.check().await.unwrap().problems;
    assert_eq!(problems.len(), 2, "{problems:?}");
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(texts[0].contains("missing") && texts[1].contains("14 bytes"), "{texts:?}");
}

async fn the_check_does_not_mind_files_that_come_and_go_meanwhile(db: TestDb) {
    let place = place(&db);
    let put = place.files.put(id(1), b"there before", fixed_now()).await.unwrap();
    insert(&db, &put).await.unwrap();
    let listed = place.files.list().await.unwrap();
    let put = place.files.put(id(2), b"written meanwhile", fixed_now()).await.unwrap();
    insert(&db, &put).await.unwrap();
    let finding = place.files.check_against(&listed).await.unwrap();
    assert!(finding.problems.is_empty(), "{:?}", finding.problems);
    // What is missing at the second look is missing.
    std::fs::remove_file(place.folder.path().join("files").join(put.blob())).unwrap();
    assert_eq!(place.files.check_against(&listed).await.unwrap().problems.len(), 1);
    // Nobody needs the content of a deleted file.
    let mut tx = db.store.begin().await.unwrap();
    tx.delete_file(id(2), fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    assert!(place.files.check_against(&listed).await.unwrap().problems.is_empty());
}

async fn content_is_put_back_from_a_backup(db: TestDb) {
    let place = place(&db);
    place.files.put_back("aa/known", &mut &b"from the backup"[..]).await.unwrap();
    assert_eq!(place.files.read("aa/known").await.unwrap(), b"from the backup");
}

async fn the_check_of_a_broken_store_comes_to_an_end(db: TestDb) {
    let place = place(&db);
    for number in 1..=25 {
        let put = place.files.put(id(number), b"a receipt", fixed_now()).await.unwrap();
        insert(&db, &put).await.unwrap();
    }
    std::fs::remove_dir_all(place.folder.path().join("files")).unwrap();
    std::fs::create_dir(place.folder.path().join("files")).unwrap();
    assert_eq!(place.files.check().await.unwrap().problems.len(), 20);
}
