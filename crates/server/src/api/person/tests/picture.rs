use futures_util::future::join_all;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::json;

use super::super::files::LARGEST_BYTES;
use crate::testing::{Answer, PDF, SignedIn, TestApp, picture};

both_engines!(of_several_simultaneous_pictures_one_is_left);

on_sqlite! {
    a_picture_is_stored_and_removed,
    other_files_are_refused,
}

async fn send(app: &TestApp, who: &SignedIn, path: &str, content: &[u8]) -> Answer {
    app.post(path).token(&who.token).file("a.png", content).send().await
}

async fn a_picture_is_stored_and_removed(app: TestApp) {
    let maija = app.worker().await;
    let path = format!("/api/person/{}/profilepic", maija.id);
    assert_eq!(app.get(&path).token(&maija.token).send().await.status, 404);
    for _ in 0..2 {
        assert_eq!(send(&app, &maija, &path, &picture()).await.status, 204);
    }
    let answer = app.get(&path).token(&maija.token).send().await;
    assert_eq!((answer.status, &answer.headers["content-type"]), (200, &"image/jpeg".parse().unwrap()));
    assert_eq!(image::load_from_memory(&answer.body).unwrap().width(), 256);
    let files = app.store.files_of(maija.id).await.unwrap();
    assert_eq!(files.len(), 1, "the one before is gone");
    assert_eq!(app.delete(&path).token(&maija.token).send().await.status, 204);
    assert_eq!(app.get(&path).token(&maija.token).send().await.status, 404);
}

async fn of_several_simultaneous_pictures_one_is_left(app: TestApp) {
    let maija = app.worker().await;
    let path = format!("/api/person/{}/profilepic", maija.id);
    let picture = picture();
    send(&app, &maija, &path, &picture).await;
    let answers = join_all((0..4).map(|_| send(&app, &maija, &path, &picture))).await;
    assert!(answers.iter().any(|answer| answer.status == 204));
    for answer in answers.iter().filter(|answer| answer.status != 204) {
        assert_eq!((answer.status, answer.key()), (409, "STALE_PERSON"));
    }
    assert_eq!(app.store.files_of(maija.id).await.unwrap().len(), 1);
}

async fn other_files_are_refused(app: TestApp) {
    let maija = app.worker().await;
    let path = format!("/api/person/{}/profilepic", maija.id);
    let (other, broken) = ("PICTURE_TYPE_NOT_ALLOWED", "FILE_UNREADABLE");
    for (bad, key) in [(&b"<svg></svg>"[..], other), (PDF, other), (b"", broken), (&picture()[..50], broken)]
    {
        let answer = send(&app, &maija, &path, bad).await;
        assert_eq!((answer.status, answer.key()), (422, key), "{}", answer.json);
        assert_eq!(answer.json["fields"], json!([{"field": "file", "key": key}]));
    }
    let large = send(&app, &maija, &path, &vec![0; LARGEST_BYTES + 1]).await;
    assert_eq!((large.status, large.key()), (413, "TOO_LARGE"));
}
