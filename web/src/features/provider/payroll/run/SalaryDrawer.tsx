import { Alert, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconFileTypePdf, IconUser } from '@tabler/icons-react';
import { runSalaryQuery, type Run, type SalaryDetails } from '@/api/payroll';
import { slipAddress } from '@/api/salaries';
import { Details } from '@/components/Details';
import { LoadFailure } from '@/components/LoadFailure';
import { NewTabLink } from '@/components/NewTabLink';
import { Panel } from '@/components/Panel';
import { ButtonLink } from '@/components/links';
import { BillLink } from '@/domain/bills/BillLink';
import { Explanation } from '@/domain/salary/Explanation';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { HoldForm } from './HoldForm';
import classes from './Run.module.css';
import { SalaryLines } from './SalaryLines';
import { Marks } from './salaryColumns';
import { changeWords, comparedWith, isBlocked, PROBLEMS } from './salaryWords';
import { changedTerms } from './termWords';

interface Props {
  run: Run;
  /** The salary that is open; none where it is undefined. */
  salaryId: string | undefined;
  close: () => void;
}

/** One salary beside the list: what is wrong, what changed, and every line. */
export function SalaryDrawer({ run, salaryId, close }: Props) {
  const { data, error, refetch } = useQuery({
    ...runSalaryQuery(run, salaryId ?? ''),
    enabled: salaryId !== undefined,
  });
  return (
    <Drawer
      opened={salaryId !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title={data?.personName ?? m.providerpayroll_salary()}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Stack role="status" aria-label={m.loading()}>
          <Skeleton height={90} />
          <Skeleton height={320} />
        </Stack>
      )}
      {data !== undefined && <Salary run={run} salary={data} />}
    </Drawer>
  );
}

function Salary({ run, salary }: { run: Run; salary: SalaryDetails }) {
  const { personId, summary, number } = salary;
  return (
    <Stack gap="lg">
      <div>
        <Text c="dimmed">{m.providerpayroll_to_account()}</Text>
        <Text className={classes.paid} {...(summary === null && { c: 'dimmed' })}>
          {summary === null ? m.providerpayroll_none() : formatMoney(summary.salary)}
        </Text>
        <Comparison salary={salary} />
        <Marks salary={salary} />
      </div>
      <Group gap="xs">
        <ButtonLink
          to="/provider/workers/$personId"
          params={{ personId }}
          variant="default"
          size="sm"
          leftSection={<IconUser size={18} aria-hidden="true" />}
        >
          {m.providerpayroll_open_worker()}
        </ButtonLink>
        {run.state === 'PAID' && number !== null && (
          <NewTabLink
            href={slipAddress(personId, salary.id)}
            variant="default"
            size="sm"
            leftSection={<IconFileTypePdf size={18} aria-hidden="true" />}
          >
            {m.salaries_slip({ number })}
          </NewTabLink>
        )}
      </Group>
      <SalaryProblems salary={salary} />
      {run.state === 'CALCULATED' && <HoldForm key={salary.id} run={run} salary={salary} />}
      <Changes salary={salary} />
      {salary.explanation !== null && (
        <Panel title={m.salaries_differs()} order={3} framed={false}>
          <Explanation explanation={salary.explanation} />
        </Panel>
      )}
      <Panel title={m.providerpayroll_bills()} order={3} framed={false}>
        <Bills salary={salary} />
      </Panel>
      {summary !== null && <SalaryLines salary={{ ...salary, ...salary.terms, summary }} />}
    </Stack>
  );
}

/** The salary beside what the worker expects: the estimate and the last one. */
function Comparison({ salary: { summary, estimate, previous } }: { salary: SalaryDetails }) {
  if (summary === null) return null;
  return (
    <Text size="sm" c="dimmed" mb={6}>
      {estimate === null
        ? m.providerpayroll_no_estimate()
        : m.providerpayroll_than_estimate({
            difference: comparedWith(summary.salary, estimate),
            amount: formatMoney(estimate),
          })}
      {previous !== null && (
        <>
          <br />
          {m.providerpayroll_than_previous({
            difference: comparedWith(summary.salary, previous.salary),
            amount: formatMoney(previous.salary),
            payday: previous.payday,
          })}
        </>
      )}
    </Text>
  );
}

/** The differences, and the terms before and now. */
function Changes({ salary }: { salary: SalaryDetails }) {
  const words = changeWords(salary);
  const terms = changedTerms(salary);
  if (words.length + terms.length === 0) return null;
  return (
    <Panel title={m.providerpayroll_changes()} order={3} framed={false}>
      <ul className={classes.words}>
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {terms.length > 0 && (
        <Details
          items={terms.map(({ name, before, now }) => ({
            name,
            value: m.providerpayroll_before_now({ before, now }),
          }))}
        />
      )}
    </Panel>
  );
}

/** The bills that the salary is paid from, and the shares of others' bills. */
function Bills({ salary: { bills, shares } }: { salary: SalaryDetails }) {
  if (bills.length + shares.length === 0) {
    return <Text c="dimmed">{m.providerpayroll_bills_waiting()}</Text>;
  }
  return (
    <dl className={classes.sums}>
      {bills.map(({ id, billNumber, customer, total }) => (
        <div key={id}>
          <dt>
            <BillLink billId={id}>{m.salaries_bill({ number: billNumber, customer })}</BillLink>
          </dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      ))}
      {shares.map(({ id, billNumber, contractor, description, total }) => (
        <div key={id}>
          <dt>
            {m.salaries_share({ number: billNumber, contractor })}
            <Text size="xs">{description}</Text>
          </dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is wrong with a salary, and what is to be done about each thing. */
function SalaryProblems({ salary }: { salary: SalaryDetails }) {
  if (salary.problems.length === 0) return null;
  const blocked = isBlocked(salary);
  return (
    <Alert
      variant="light"
      color={blocked ? 'red' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={blocked ? m.providerpayroll_blocked() : m.providerpayroll_problem_negative()}
    >
      <Stack gap="xs">
        {salary.problems.map((problem) => (
          <div key={problem}>
            {blocked && <Text fw={600}>{PROBLEMS[problem].what()}</Text>}
            <Text>{PROBLEMS[problem].how()}</Text>
          </div>
        ))}
      </Stack>
    </Alert>
  );
}
