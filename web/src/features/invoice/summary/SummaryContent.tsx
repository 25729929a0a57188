import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { ApiProblem } from '@/api/problem';
import { useReadiness } from '@/api/readiness';
import { HelpLink } from '@/domain/help/HelpLink';
import { MissingDetails } from '@/domain/readiness/MissingDetails';
import { NoTaxCard } from '@/domain/readiness/NoTaxCard';
import { AmountLines } from '@/domain/salary/AmountLines';
import { CountedMoney } from '@/components/CountedMoney';
import { formatShare } from '@/lib/format/percent';
import { keyWith, textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { useLocked } from '../editor';
import { summaryLines } from './lines';
import classes from './SummaryContent.module.css';
import type { SalarySummary } from './useSummary';

/** The salary of the bill, and how it is calculated. */
export function SummaryContent({ salary }: { salary: SalarySummary }) {
  const { summary, isEmpty, error, credits } = salary;
  const without = summary?.withoutTaxCard ?? null;
  if (isEmpty) return <Text c="dimmed">{m.invoice_summary_empty()}</Text>;
  return (
    <Stack gap="md">
      {error !== null && <Failure salary={salary} error={error} />}
      {summary === undefined && error === null && <Coming />}
      {summary !== undefined && (
        <Stack
          gap="md"
          className={classes.figures}
          data-late={salary.late || undefined}
          data-stale={error !== null || undefined}
        >
          <div className={classes.headline}>
            <Text>{credits ? m.invoice_credit_effect() : m.calculator_to_account()}</Text>
            <Text className={classes.number}>
              <CountedMoney amount={summary.salary} />
            </Text>
            {!credits && (
              <Text size="sm">
                {m.calculator_share({ percent: formatShare(summary.salaryPercent) })}
              </Text>
            )}
          </div>
          {without !== null && <NoTaxCard without={without} />}
          <AmountLines
            label={credits ? m.invoice_summary_credit() : m.invoice_summary()}
            lines={summaryLines(summary, salary)}
          />
          {summary.tyel !== 0 && <HelpLink topic="tyel" said besideForm />}
          {!salary.employed && <HelpLink topic="yel" said={summary.yel !== 0} besideForm />}
        </Stack>
      )}
      {!credits && <DetailsForSalary cardIsAsked={without !== null} />}
      <Text size="sm" c="dimmed">
        {credits ? m.invoice_summary_credit_note() : m.invoice_summary_note()}
      </Text>
    </Stack>
  );
}

/** What is missing for the salary of a draft. The page of a sent bill says it above. */
function DetailsForSalary({ cardIsAsked }: { cardIsAsked: boolean }) {
  const locked = useLocked();
  const readiness = useReadiness(!locked);
  if (locked || readiness === undefined) return null;
  return <MissingDetails readiness={readiness} except={cardIsAsked ? ['NO_TAX_CARD'] : []} />;
}

function Failure({ salary, error }: { salary: SalarySummary; error: Error }) {
  const problem = error instanceof ApiProblem ? error : undefined;
  // What is wrong with a field is said by its key; the rest by that of the answer.
  const [fault] = problem?.fields ?? [];
  const key = fault === undefined ? (problem?.errorKey ?? 'ERROR') : keyWith(fault);
  const refused = problem?.status === 422;
  return (
    <Alert color="yellow" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex={1} miw={160}>
          {textOf(key)}
          {salary.summary !== undefined && ` ${m.calculator_last_result()}`}
        </Text>
        {!refused && (
          <Button size="compact-sm" variant="default" onClick={salary.retry}>
            {m.retry()}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function Coming() {
  return (
    <Stack gap="md" role="status" aria-label={m.loading()}>
      <Skeleton height={110} radius="md" />
      <Skeleton height={220} />
    </Stack>
  );
}
