import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { runFilesQuery, runQuery, type Run } from '@/api/payroll';
import { ApiProblem } from '@/api/problem';
import { ButtonLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { MessagePage } from '@/components/MessagePage';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { StateBadge } from '@/components/StateBadge';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { stateOf } from '../runStates';
import { Dues } from './Dues';
import { Files } from './Files';
import { NextStep } from './NextStep';
import classes from './Run.module.css';
import { Refunds } from './Refunds';
import { RunSteps } from './RunSteps';
import { Salaries } from './Salaries';
import { Totals } from './Totals';

/** One run, from its creation to the pay slips. */
export function RunPage() {
  const { runId } = useParams({ from: '/provider/payroll/$runId' });
  const { data: run, error, refetch } = useQuery(runQuery(runId));
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) {
    return (
      <MessagePage title={m.providerpayroll_not_found()} body={m.providerpayroll_not_found_body()}>
        <ButtonLink to="/provider/payroll">{m.provider_page_payroll()}</ButtonLink>
      </MessagePage>
    );
  }
  if (error !== null && run === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (run === undefined) return <PageLoader />;
  return (
    <Stack gap="md">
      <div>
        <ButtonLink
          to="/provider/payroll"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {m.provider_page_payroll()}
        </ButtonLink>
        <Group justify="space-between">
          <Group gap="sm">
            <PageTitle>{m.providerpayroll_run({ payday: run.payday })}</PageTitle>
            <StateBadge state={stateOf(run)} />
          </Group>
          <ListKeys />
        </Group>
      </div>
      <RunView run={run} />
    </Stack>
  );
}

function RunView({ run }: { run: Run }) {
  const booked = run.state === 'POSTED' || run.state === 'PAID';
  const filesReady = booked && run.filesWritten;
  const files = useQuery({ ...runFilesQuery(run.id), enabled: filesReady });
  const calculated = run.state !== 'DRAFT' && run.state !== 'CALCULATING';
  return (
    <>
      <RunSteps run={run} filesReady={filesReady} />
      <NextStep run={run} filesReady={filesReady} />
      {calculated && (
        <div className={classes.columns}>
          <Stack gap="md" className={classes.aside}>
            {booked && <Files run={run} files={files} />}
            <Totals run={run} />
            <Refunds run={run} />
            <Dues run={run} />
          </Stack>
          <Salaries run={run} />
        </div>
      )}
    </>
  );
}
