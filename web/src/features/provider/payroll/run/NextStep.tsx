import { Alert, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Run } from '@/api/payroll';
import { useSession } from '@/api/session';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { MovePayday } from './MovePayday';
import { RunActionButton } from './RunActionButton';
import { isOwn, whyNot } from './runActions';
import classes from './Run.module.css';
import { paidCount } from './steps';
import { UndoApproval } from './UndoApproval';

interface Props {
  run: Run;
  filesReady: boolean;
}

/** The next step of the run, with its button. */
export function NextStep({ run, filesReady }: Props) {
  if (run.unapproving) return <Undoing run={run} />;
  switch (run.state) {
    case 'DRAFT':
      return (
        <Panel title={m.providerpayroll_now_draft()} body={m.providerpayroll_now_draft_body()}>
          <Group gap="sm" align="flex-start">
            <RunActionButton action="calculate" run={run} main />
            <MovePayday run={run} />
          </Group>
        </Panel>
      );
    case 'CALCULATING':
      return <Calculating run={run} />;
    case 'CALCULATED':
      return <Calculated run={run} />;
    case 'APPROVED':
      return <Booking run={run} />;
    case 'POSTED':
      return filesReady ? <ToPay run={run} /> : <Booking run={run} />;
    case 'PAID':
      return <Paid run={run} />;
  }
}

interface PanelProps {
  title: string;
  body: string;
  kind?: 'attention' | 'done';
  children?: ReactNode;
}

function Panel({ title, body, kind, children }: PanelProps) {
  return (
    <Card
      component="section"
      withBorder
      padding="md"
      className={classes.next}
      data-kind={kind}
      aria-labelledby="run-next-step"
    >
      <Stack gap="sm">
        <div>
          <Title order={2} id="run-next-step">
            {title}
          </Title>
          <Text maw="75ch">{body}</Text>
        </div>
        {children}
      </Stack>
    </Card>
  );
}

/** How far the server has come; the page may be left meanwhile. */
function Working({ label, done, all }: { label: string; done: number; all: number }) {
  return (
    <Stack gap={6} role="status">
      <Text size="sm">{label}</Text>
      <Progress.Root size="lg">
        <Progress.Section
          value={all === 0 ? 100 : (100 * done) / all}
          animated
          aria-label={label}
        />
      </Progress.Root>
    </Stack>
  );
}

function Calculating({ run: { counts } }: { run: Run }) {
  const { calculated: done, toCalculate: all } = counts;
  return (
    <Panel
      title={m.providerpayroll_now_calculating()}
      body={m.providerpayroll_now_calculating_body()}
    >
      <Working label={m.providerpayroll_progress({ done, all })} done={done} all={all} />
    </Panel>
  );
}

/** Says to a clerk who worked on the run that another clerk must approve it. */
function Calculated({ run }: { run: Run }) {
  const viewerId = useSession()?.id ?? '';
  const { outdated, paydayOver, counts } = run;
  const mayApprove = whyNot('approve', run, { viewerId, filesReady: false }) === undefined;
  const [title, body] = paydayOver
    ? [m.providerpayroll_now_over(), m.providerpayroll_now_over_body()]
    : outdated
      ? [m.providerpayroll_now_outdated(), m.providerpayroll_now_outdated_body()]
      : isOwn(run, viewerId)
        ? [m.providerpayroll_now_own(), m.providerpayroll_now_own_body()]
        : [m.providerpayroll_now_check(), m.providerpayroll_now_check_body()];
  return (
    <Panel
      title={title}
      body={body}
      {...((outdated || paydayOver) && { kind: 'attention' as const })}
    >
      {!outdated && counts.waitingBills > 0 && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden="true" />}>
          {m.providerpayroll_new_bills({ count: counts.waitingBills })}
        </Alert>
      )}
      {counts.givenSince > 0 && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden="true" />}>
          {m.providerpayroll_given_since({ count: counts.givenSince })}
        </Alert>
      )}
      <Group gap="sm" align="flex-start">
        {mayApprove && <RunActionButton action="approve" run={run} main />}
        {paydayOver && <MovePayday run={run} main />}
        <RunActionButton
          action="calculate"
          run={run}
          main={outdated && !paydayOver}
          losesApproval={mayApprove}
        />
        {!paydayOver && <MovePayday run={run} />}
        {!mayApprove && <RunActionButton action="approve" run={run} main={false} />}
      </Group>
    </Panel>
  );
}

function Booking({ run }: { run: Run }) {
  const [done, all] = [run.counts.booked, paidCount(run)];
  const label =
    run.state === 'APPROVED'
      ? m.providerpayroll_booking_progress({ done, all })
      : m.providerpayroll_writing_files();
  return (
    <Panel title={m.providerpayroll_now_booking()} body={m.providerpayroll_now_booking_body()}>
      <Working label={label} done={done} all={all} />
      <UndoApproval run={run} />
    </Panel>
  );
}

/** What was booked is being reversed. */
function Undoing({ run }: { run: Run }) {
  const [left, all] = [run.counts.booked, paidCount(run)];
  const label = m.providerpayroll_undoing_progress({ count: left });
  return (
    <Panel title={m.providerpayroll_now_undoing()} body={m.providerpayroll_now_undoing_body()}>
      <Working label={label} done={all - left} all={all} />
    </Panel>
  );
}

function ToPay({ run }: { run: Run }) {
  return (
    <Panel
      title={m.providerpayroll_now_pay()}
      body={m.providerpayroll_now_pay_body({ payday: run.payday })}
    >
      <Group gap="sm" align="flex-start">
        <RunActionButton action="pay" run={run} filesReady main />
        <UndoApproval run={run} />
      </Group>
    </Panel>
  );
}

function Paid({ run }: { run: Run }) {
  const { paid, totals } = run;
  if (paid === null) return null;
  return (
    <Panel
      kind="done"
      title={m.providerpayroll_now_paid()}
      body={m.providerpayroll_now_paid_body({
        count: paidCount(run),
        sum: formatMoney(totals.salary),
        name: paid.name,
        at: formatInstant(paid.at),
      })}
    />
  );
}
