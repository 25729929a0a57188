import { Badge, Box, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import type { Run, RunSalary } from '@/api/payroll';
import { StateBadge, type StateWords } from '@/components/StateBadge';
import { TextLink } from '@/components/links';
import type { Column } from '@/components/list/DataTable';
import { RowLink } from '@/components/list/RowLink';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { readRunSearch, type RunSearch } from '../search';
import classes from './Run.module.css';
import { changeWords, comparedWith, PROBLEMS } from './salaryWords';

/** What to look at in a salary before its run is approved. */
export function salaryColumns(
  run: Run,
  list: RunSearch,
): [Column<RunSalary>, ...Column<RunSalary>[]] {
  return [
    {
      name: m.providerpayroll_worker(),
      cell: (salary) => (
        <>
          <RowLink
            to="/provider/payroll/$runId"
            params={{ runId: run.id }}
            search={readRunSearch({ ...list, salary: salary.id })}
            resetScroll={false}
            replace
          >
            {salary.personName}
          </RowLink>
          <Marks salary={salary} />
          <Box hiddenFrom="sm">
            <Remarks salary={salary} />
          </Box>
        </>
      ),
    },
    {
      name: m.providerpayroll_remarks(),
      cell: (salary) => <Remarks salary={salary} />,
      from: 'sm',
    },
    ...(list.only === 'errors' ? [workerColumn()] : amountColumns()),
    {
      name: m.providerpayroll_to_account(),
      cell: ({ summary, held }) =>
        summary === null ? (
          m.providerpayroll_none()
        ) : (
          <span className={classes.total} data-held={held || undefined}>
            {formatMoney(summary.salary)}
          </span>
        ),
      numeric: true,
    },
  ];
}

/** Link to where the missing data can be added. */
function workerColumn(): Column<RunSalary> {
  return {
    name: m.providerpayroll_mend(),
    cell: ({ personId, personName }) => (
      <TextLink
        to="/provider/workers/$personId"
        params={{ personId }}
        aria-label={m.providerpayroll_open_worker_of({ name: personName })}
      >
        {m.providerpayroll_open_worker()}
      </TextLink>
    ),
    silent: true,
  };
}

function amountColumns(): Column<RunSalary>[] {
  return [
    {
      name: m.salaries_line_billed(),
      cell: ({ summary }) => summary !== null && formatMoney(summary.totalBillingWithoutAlv),
      numeric: true,
      from: 'lg',
    },
    {
      name: m.calculator_line_gross(),
      cell: ({ summary }) => summary !== null && formatMoney(summary.bruttoSalary),
      numeric: true,
      from: 'md',
    },
    {
      name: m.providerpayroll_previous(),
      cell: (salary) => <Previous salary={salary} />,
      numeric: true,
      from: 'md',
    },
  ];
}

/** The last salary, and how this one differs from it. */
function Previous({ salary: { previousSalary, summary } }: { salary: RunSalary }) {
  if (previousSalary === null) return null;
  return (
    <>
      {formatMoney(previousSalary)}
      {summary !== null && (
        <Text size="xs" c="dimmed">
          {comparedWith(summary.salary, previousSalary)}
        </Text>
      )}
    </>
  );
}

const HELD: StateWords = {
  text: m.providerpayroll_mark_held,
  colour: 'yellow',
  icon: IconPlayerPause,
};

const NEGATIVE: StateWords = {
  text: m.providerpayroll_mark_negative,
  colour: 'red',
  icon: IconAlertTriangle,
};

/** What sets a salary apart at a glance. */
export function Marks({ salary }: { salary: RunSalary }) {
  const { held, summary } = salary;
  const negative = summary !== null && summary.salary < 0;
  const garnished = summary !== null && summary.distraint > 0;
  return (
    <Group gap={4}>
      {held && <StateBadge state={HELD} />}
      {negative && <StateBadge state={NEGATIVE} />}
      {garnished && (
        <Badge variant="default" miw="max-content">
          {m.invoice_line_distraint()}
        </Badge>
      )}
    </Group>
  );
}

/** The remarks of a salary. */
function Remarks({ salary }: { salary: RunSalary }) {
  return (
    <ul className={classes.words}>
      {salary.problems.map((problem) => (
        <li key={problem} data-kind="problem">
          {PROBLEMS[problem].what()}
        </li>
      ))}
      {salary.holdReason !== null && (
        <li>{m.providerpayroll_held_because({ reason: salary.holdReason })}</li>
      )}
      {changeWords(salary).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}
