import { Button, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconReload } from '@tabler/icons-react';
import { useJobs, useRetryJob, type Job, type JobKind, type JobState } from '@/api/jobs';
import { PageTitle } from '@/components/PageTitle';
import { DataTable, type Column } from '@/components/list/DataTable';
import { FilterTabs } from '@/components/list/FilterTabs';
import { ListView } from '@/components/list/ListView';
import { tellProblem } from '@/components/tellProblem';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import { JOB_STATES, readJobSearch } from './search';

const NAMES: Readonly<Record<JobKind, () => string>> = {
  SEND_MAIL: m.providerpeople_job_send_mail,
  CLOSE_BILL: m.providerpeople_job_close_bill,
  DELIVER_BILL: m.providerpeople_job_deliver_bill,
  CALCULATE_PAYROLL: m.providerpeople_job_calculate_payroll,
  POST_PAYROLL: m.providerpeople_job_post_payroll,
  WRITE_PAYROLL_FILES: m.providerpeople_job_write_payroll_files,
  REVERSE_PAYROLL: m.providerpeople_job_reverse_payroll,
  WRITE_CORRECTION: m.providerpeople_job_write_correction,
  MAKE_PRINT_BATCH: m.providerpeople_job_make_print_batch,
  BOOK_BANK_FILE: m.providerpeople_job_book_bank_file,
  SEND_REMINDER: m.providerpeople_job_send_reminder,
  MAIL_REGISTRATION: m.providerpeople_job_mail_registration,
  MAIL_PASSWORD_RESET: m.providerpeople_job_mail_password_reset,
  MAIL_EMAIL_LINK: m.providerpeople_job_mail_email_link,
  MAIL_BILL_NEWS: m.providerpeople_job_mail_bill_news,
  MAIL_LATE_RECEIPT: m.providerpeople_job_mail_late_receipt,
  MAIL_SHARE_NEWS: m.providerpeople_job_mail_share_news,
  MAIL_PURCHASE_NEWS: m.providerpeople_job_mail_purchase_news,
  GRANT_ADVANCES: m.providerpeople_job_grant_advances,
  MAIL_ADVANCE_NEWS: m.providerpeople_job_mail_advance_news,
  MAIL_SALARIES: m.providerpeople_job_mail_salaries,
  MAIL_SALARY: m.providerpeople_job_mail_salary,
  MAIL_SALARY_NEEDS: m.providerpeople_job_mail_salary_needs,
};

/** What a kind of work is called; one that this app does not know yet, by its own name. */
function jobName(kind: string): string {
  return Object.hasOwn(NAMES, kind) ? NAMES[kind as JobKind]() : kind;
}

const STATE_NAMES: Readonly<Record<JobState, { name: () => string; empty: () => string }>> = {
  FAILED: { name: m.providerpeople_jobs_failed, empty: m.providerpeople_jobs_failed_empty },
  QUEUED: { name: m.providerpeople_jobs_queued, empty: m.providerpeople_jobs_queued_empty },
  RUNNING: { name: m.providerpeople_jobs_running, empty: m.providerpeople_jobs_running_empty },
  DONE: { name: m.providerpeople_jobs_done, empty: m.providerpeople_jobs_done_empty },
};

/** What the program does by itself, those it gave up first. */
export function JobsPage() {
  const { state = 'FAILED' } = useSearch({ from: '/provider/jobs' });
  const navigate = useNavigate({ from: '/provider/jobs' });
  return (
    <FilterTabs
      label={m.providerpeople_jobs_states()}
      title={<PageTitle>{m.provider_page_jobs()}</PageTitle>}
      filters={JOB_STATES.map((value) => ({ value, name: STATE_NAMES[value].name() }))}
      value={state}
      choose={(next) => void navigate({ search: readJobSearch({ state: next }), replace: true })}
    >
      <Jobs key={state} state={state} />
    </FilterTabs>
  );
}

function Jobs({ state }: { state: JobState }) {
  const list = useJobs(state);
  const { name, empty } = STATE_NAMES[state];
  return (
    <ListView list={list} empty={empty()}>
      {(jobs) => (
        <DataTable caption={name()} items={jobs} keyOf={({ id }) => id} columns={columns(state)} />
      )}
    </ListView>
  );
}

function columns(state: JobState): [Column<Job>, ...Column<Job>[]] {
  return [
    { name: m.providerpeople_job(), cell: ({ kind }) => jobName(kind) },
    { name: m.providerpeople_job_attempts(), cell: ({ attempts }) => attempts, numeric: true },
    {
      name: state === 'QUEUED' ? m.providerpeople_job_next() : m.providerpeople_job_ended(),
      cell: ({ runAt, finishedAt }) => formatInstant(finishedAt ?? runAt),
    },
    {
      name: m.providerpeople_job_error(),
      cell: ({ lastError }) => (
        <Text size="sm" lineClamp={3}>
          {lastError}
        </Text>
      ),
      from: 'sm',
    },
    ...(state === 'FAILED'
      ? [
          {
            name: m.providerpeople_job_retry(),
            silent: true,
            cell: (job: Job) => <Retry job={job} />,
          },
        ]
      : []),
  ];
}

function Retry({ job }: { job: Job }) {
  const { mutate, isPending } = useRetryJob();
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      leftSection={<IconReload size={14} aria-hidden="true" />}
      aria-label={m.providerpeople_job_retry_one({ job: jobName(job.kind) })}
      onClick={() => mutate(job.id, { onError: tellProblem })}
    >
      {m.providerpeople_job_retry()}
    </Button>
  );
}
