//! The job table, on both engines.

use jiff::{Timestamp, ToSpan};
use liksa_domain::account::BillNews;
use liksa_domain::delivery::HoldReason;
use liksa_domain::ids::{BankFileId, BillId, Id, JobId, MailId, RegistrationId};
use liksa_domain::job::{Job, JobKind, JobLane};
use liksa_store::{ClaimedJob, NewJob, Store, StoreError, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now};

use crate::plans;

both_engines! {
    a_job_waits_for_its_time_and_its_commit,
    the_longest_due_comes_first,
    the_same_key_makes_one_job,
    a_lease_that_ran_out_is_claimed_again,
    who_lost_the_lease_ends_nothing,
    a_renewed_lease_holds,
    a_retried_job_comes_back_and_a_failed_one_does_not,
    old_jobs_are_forgotten_unless_they_failed,
    many_runners_share_the_jobs_without_overlap,
    lanes_have_their_own_jobs,
    while_sending_is_held_what_would_leave_waits,
    a_job_that_waits_for_its_next_attempt_can_be_hurried,
    who_is_at_the_same_work_is_counted,
    what_is_watched_uses_indexes,
}

fn new_job(number: u8, run_at: Timestamp) -> NewJob {
    NewJob {
        id: JobId::new(fixed_now(), [number; 10]),
        job: Job::SendMail { mail: MailId::new(fixed_now(), [number; 10]) },
        run_at,
        unique_key: None,
        created_at: fixed_now(),
    }
}

async fn enqueue(store: &Store, new: &NewJob) {
    let mut tx = store.begin().await.unwrap();
    tx.enqueue(new).await.unwrap();
    tx.commit().await.unwrap();
}

async fn claim(store: &Store, now: Timestamp) -> Option<ClaimedJob> {
    store.claim_job(None, now, now + 5.minutes()).await.unwrap()
}

async fn a_job_waits_for_its_time_and_its_commit(db: TestDb) {
    let mut tx = db.store.begin().await.unwrap();
    tx.enqueue(&new_job(1, fixed_now())).await.unwrap();
    drop(tx);
    assert!(claim(&db.store, fixed_now()).await.is_none());

    enqueue(&db.store, &new_job(1, fixed_now() + 1.second())).await;
    assert!(claim(&db.store, fixed_now()).await.is_none());
    let claimed = claim(&db.store, fixed_now() + 1.second()).await.unwrap();
    assert_eq!(claimed.job().unwrap(), new_job(1, fixed_now()).job);
    assert_eq!(claimed.lease.attempt, 1);
    assert!(claim(&db.store, fixed_now() + 1.second()).await.is_none());
}

async fn a_job_that_waits_for_its_next_attempt_can_be_hurried(db: TestDb) {
    let (new, other) = (new_job(1, fixed_now()), new_job(2, fixed_now() + 1.hour()));
    enqueue(&db.store, &new).await;
    enqueue(&db.store, &other).await;
    let hurry = async |new: &NewJob, now| {
        let mut tx = db.store.begin().await.unwrap();
        let hurried = tx.hurry_job(&new.job, now).await.unwrap();
        tx.commit().await.unwrap();
        hurried
    };
    assert!(!hurry(&new, fixed_now()).await, "it is due already");
    let claimed = claim(&db.store, fixed_now()).await.unwrap();
    assert!(!hurry(&new, fixed_now()).await, "it runs");
    db.store.retry_job(claimed.lease, fixed_now() + 4.hours(), "451 later").await.unwrap();
    assert!(hurry(&new, fixed_now()).await);
    assert_eq!(claim(&db.store, fixed_now()).await.unwrap().job().unwrap(), new.job);
    assert!(claim(&db.store, fixed_now()).await.is_none(), "others wait on");
}

async fn who_is_at_the_same_work_is_counted(db: TestDb) {
    let twice = new_job(1, fixed_now());
    let again =
        NewJob { id: JobId::new(fixed_now(), [2; 10]), job: twice.job.clone(), ..new_job(2, fixed_now()) };
    for new in [&twice, &again, &new_job(3, fixed_now())] {
        enqueue(&db.store, new).await;
    }
    let count = async |at| db.store.runners_of(&twice.job, at).await.unwrap();
    assert_eq!(count(fixed_now()).await, 0, "they wait");
    for _ in 0..3 {
        assert!(claim(&db.store, fixed_now()).await.is_some());
    }
    assert_eq!(count(fixed_now()).await, 2, "and one does something else");
    assert_eq!(count(fixed_now() + 5.minutes()).await, 0, "their leases ran out");
    let taken_over = claim(&db.store, fixed_now() + 5.minutes()).await.unwrap();
    assert_eq!(count(fixed_now() + 5.minutes()).await, 1);
    db.store.finish_job(taken_over.lease, fixed_now() + 5.minutes()).await.unwrap();
    assert_eq!(count(fixed_now() + 5.minutes()).await, 0);
}

async fn while_sending_is_held_what_would_leave_waits(db: TestDb) {
    let held = async |holds: bool| {
        let mut tx = db.store.begin().await.unwrap();
        let changed = match holds {
            true => tx.hold_sending(HoldReason::Asked, fixed_now()).await.unwrap(),
            false => tx.resume_sending().await.unwrap(),
        };
        tx.commit().await.unwrap();
        changed
    };
    assert_eq!(db.store.held_sending().await.unwrap(), None);
    assert!(held(true).await);
    assert!(!held(true).await, "it is held already");
    let found = db.store.held_sending().await.unwrap().unwrap();
    assert_eq!((found.since, found.why), (fixed_now(), HoldReason::Asked));
    let mail = new_job(1, fixed_now());
    let bill = BillId::new(fixed_now(), [2; 10]);
    let closing = NewJob { job: Job::CloseBill { bill, version: 1 }, ..new_job(2, fixed_now() + 1.second()) };
    enqueue(&db.store, &mail).await;
    enqueue(&db.store, &closing).await;
    let later = fixed_now() + 1.minute();
    assert_eq!(claim(&db.store, later).await.unwrap().job().unwrap(), closing.job);
    assert!(claim(&db.store, later).await.is_none());
    let in_lane = db.store.claim_job(Some(JobLane::Mail), later, later).await.unwrap();
    assert!(in_lane.is_none(), "in its own lane neither");
    assert_eq!(db.store.count_leaving_jobs().await.unwrap(), 1);
    assert!(held(false).await && !held(false).await);
    assert_eq!(claim(&db.store, later).await.unwrap().job().unwrap(), mail.job);
}

async fn the_longest_due_comes_first(db: TestDb) {
    enqueue(&db.store, &new_job(1, fixed_now() - 1.second())).await;
    enqueue(&db.store, &new_job(2, fixed_now() - 2.seconds())).await;
    assert_eq!(claim(&db.store, fixed_now()).await.unwrap().lease.id, new_job(2, fixed_now()).id);
    assert_eq!(claim(&db.store, fixed_now()).await.unwrap().lease.id, new_job(1, fixed_now()).id);
}

async fn the_same_key_makes_one_job(db: TestDb) {
    let keyed = |number, key: &str| NewJob { unique_key: Some(key.into()), ..new_job(number, fixed_now()) };
    for new in [keyed(1, "close:1"), keyed(2, "close:1"), keyed(3, "close:2")] {
        enqueue(&db.store, &new).await;
    }
    // A job that is done keeps its key.
    let first = claim(&db.store, fixed_now()).await.unwrap();
    db.store.finish_job(first.lease, fixed_now()).await.unwrap();
    enqueue(&db.store, &keyed(4, "close:1")).await;
    assert_eq!(first.lease.id, new_job(1, fixed_now()).id);
    assert_eq!(claim(&db.store, fixed_now()).await.unwrap().lease.id, new_job(3, fixed_now()).id);
    assert!(claim(&db.store, fixed_now()).await.is_none());
}

async fn a_lease_that_ran_out_is_claimed_again(db: TestDb) {
    enqueue(&db.store, &new_job(1, fixed_now())).await;
    let first = claim(&db.store, fixed_now()).await.unwrap();
    assert!(claim(&db.store, fixed_now() + 4.minutes()).await.is_none());
    let second = claim(&db.store, fixed_now() + 5.minutes()).await.unwrap();
    assert_eq!((second.lease.id, second.lease.attempt), (first.lease.id, 2));
}

async fn who_lost_the_lease_ends_nothing(db: TestDb) {
    enqueue(&db.store, &new_job(1, fixed_now())).await;
    let first = claim(&db.store, fixed_now()).await.unwrap().lease;
    let later = fixed_now() + 5.minutes();
    let second = claim(&db.store, later).await.unwrap().lease;
    for refused in [
        db.store.finish_job(first, later).await,
        db.store.fail_job(first, later, "late").await,
        db.store.retry_job(first, later, "late").await,
        db.store.renew_lease(first, later).await,
    ] {
        assert!(matches!(refused, Err(StoreError::LeaseLost)), "{refused:?}");
    }
    db.store.finish_job(second, later).await.unwrap();
    assert!(matches!(db.store.finish_job(second, later).await, Err(StoreError::LeaseLost)));
}

async fn a_renewed_lease_holds(db: TestDb) {
    enqueue(&db.store, &new_job(1, fixed_now())).await;
    let claimed = claim(&db.store, fixed_now()).await.unwrap();
    db.store.renew_lease(claimed.lease, fixed_now() + 9.minutes()).await.unwrap();
    assert!(claim(&db.store, fixed_now() + 8.minutes()).await.is_none());
    assert!(claim(&db.store, fixed_now() + 9.minutes()).await.is_some());
}

async fn a_retried_job_comes_back_and_a_failed_one_does_not(db: TestDb) {
    enqueue(&db.store, &new_job(1, fixed_now())).await;
    let first = claim(&db.store, fixed_now()).await.unwrap();
    db.store.retry_job(first.lease, fixed_now() + 1.minute(), "no answer").await.unwrap();
    assert!(claim(&db.store, fixed_now()).await.is_none());
    let second = claim(&db.store, fixed_now() + 1.minute()).await.unwrap();
    assert_eq!(second.lease.attempt, 2);
    db.store.fail_job(second.lease, fixed_now(), "no answer").await.unwrap();
    assert!(claim(&db.store, fixed_now() + 1000.hours()).await.is_none());
}

async fn old_jobs_are_forgotten_unless_they_failed(db: TestDb) {
    for number in 1..=3 {
        enqueue(&db.store, &new_job(number, fixed_now())).await;
    }
    let done = claim(&db.store, fixed_now()).await.unwrap();
    db.store.finish_job(done.lease, fixed_now()).await.unwrap();
    let failed = claim(&db.store, fixed_now()).await.unwrap();
    db.store.fail_job(failed.lease, fixed_now(), "no").await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.delete_old_jobs(fixed_now()).await.unwrap(), 0);
    assert_eq!(tx.delete_old_jobs(fixed_now() + 1.second()).await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert!(claim(&db.store, fixed_now()).await.is_some(), "the one that waits is still there");
}

async fn many_runners_share_the_jobs_without_overlap(db: TestDb) {
    for number in 0..40 {
        enqueue(&db.store, &new_job(number, fixed_now())).await;
    }
    let runners: Vec<_> = (0..8)
        .map(|_| {
            let store = db.store.clone();
            tokio::spawn(async move {
                let mut mine = vec![];
                while let Some(claimed) = claim(&store, fixed_now()).await {
                    mine.push(claimed.lease.id);
                    store.finish_job(claimed.lease, fixed_now()).await.unwrap();
                }
                mine
            })
        })
        .collect();
    let mut claimed = vec![];
    for runner in runners {
        claimed.extend(runner.await.unwrap());
    }
    claimed.sort_unstable();
    let mut expected: Vec<_> = (0..40).map(|number| new_job(number, fixed_now()).id).collect();
    expected.sort_unstable();
    assert_eq!(claimed, expected);
}

async fn lanes_have_their_own_jobs(db: TestDb) {
    let bank_file = BankFileId::new(fixed_now(), [2; 10]);
    let bill = BillId::new(fixed_now(), [3; 10]);
    let mail = MailId::new(fixed_now(), [4; 10]);
    let registration = RegistrationId::new(fixed_now(), [5; 10]);
    let news = Job::MailBillNews { mail, bill, news: BillNews::Approved };
    let jobs = [
        Job::BookBankFile { bank_file },
        news,
        Job::GrantAdvances { bill },
        Job::MailRegistration { mail, registration },
    ];
    enqueue(&db.store, &new_job(1, fixed_now())).await;
    for (number, job) in (2..).zip(jobs) {
        enqueue(&db.store, &NewJob { job, ..new_job(number, fixed_now()) }).await;
    }
    let claim = async |lane| {
        let claimed = db.store.claim_job(Some(lane), fixed_now(), fixed_now() + 5.minutes()).await.unwrap();
        claimed.map(|claimed| claimed.job().unwrap().kind())
    };
    for (lane, kinds) in [
        (JobLane::Database, vec![JobKind::GrantAdvances, JobKind::MailRegistration]),
        (JobLane::Files, vec![JobKind::BookBankFile]),
        (JobLane::News, vec![JobKind::MailBillNews]),
        (JobLane::Mail, vec![JobKind::SendMail]),
    ] {
        for kind in kinds {
            assert_eq!(claim(lane).await, Some(kind), "{lane:?}");
        }
        assert_eq!(claim(lane).await, None, "{lane:?}");
    }
}

async fn what_is_watched_uses_indexes(db: TestDb) {
    for statement in statements::MONITORED {
        plans::assert_uses_indexes(&db, statement).await;
    }
}
