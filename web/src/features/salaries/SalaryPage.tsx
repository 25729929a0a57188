import { Alert, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconArrowLeft, IconFileTypePdf, IconReceiptRefund } from '@tabler/icons-react';
import { ApiProblem } from '@/api/problem';
import { salariesQuery, salaryQuery, type Salary } from '@/api/salaries';
import { useSession } from '@/api/session';
import { ButtonLink, TextLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { Drawing } from '@/components/Drawing';
import { MessagePage } from '@/components/MessagePage';
import { NewTabLink } from '@/components/NewTabLink';
import { PageTitle } from '@/components/PageTitle';
import { NoTaxCard } from '@/domain/readiness/NoTaxCard';
import { EuroPicture } from '@/domain/salary/EuroPicture';
import { Explanation } from '@/domain/salary/Explanation';
import { difference } from '@/lib/format/exact';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './SalaryPage.module.css';
import { SlipLines } from './SlipLines';

/** A pay slip that explains itself. */
export function SalaryPage() {
  const personId = useSession()?.id ?? '';
  const { salaryId } = useParams({ from: '/salaries/$salaryId' });
  const { data: salary, error, refetch } = useQuery(salaryQuery(personId, salaryId));
  if (isNowhere(error)) {
    return (
      <MessagePage
        title={m.salaries_not_found()}
        body={m.salaries_not_found_body()}
        drawing={<Drawing name="notFound" width={200} />}
      >
        <ButtonLink to="/salaries">{m.salaries_all()}</ButtonLink>
      </MessagePage>
    );
  }
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Stack gap={2}>
          <TextLink to="/salaries" size="sm" className={classes.back}>
            <IconArrowLeft size={16} aria-hidden="true" />
            {m.salaries_all()}
          </TextLink>
          <PageTitle>
            {salary === undefined ? m.page_salary() : m.salaries_slip({ number: salary.number })}
          </PageTitle>
        </Stack>
        {salary !== undefined && (
          <NewTabLink
            href={salary.salaryurl}
            variant="default"
            leftSection={<IconFileTypePdf size={20} aria-hidden="true" />}
          >
            {m.salaries_pdf()}
          </NewTabLink>
        )}
      </Group>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {salary === undefined && error === null && <Loading />}
      {salary !== undefined && <Slip salary={salary} />}
    </Stack>
  );
}

/** Whether the answer means that there is no such slip, or none of this person's. */
function isNowhere(error: Error | null): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 400);
}

function Slip({ salary }: { salary: Salary }) {
  return (
    <div className={classes.columns}>
      <Stack gap="lg">
        {salary.corrections.length > 0 && <Corrections salary={salary} />}
        <div className={classes.headline}>
          <Text>{m.calculator_to_account()}</Text>
          <Text className={classes.number}>{formatMoney(salary.summary.salary)}</Text>
          <Text size="sm">{m.salaries_paid_on({ day: salary.payday })}</Text>
          <Text size="sm">
            {m.salaries_period({ from: salary.periodFrom, until: salary.periodUntil })}
          </Text>
        </div>
        {salary.withoutTaxCard !== null && <NoTaxCard without={salary.withoutTaxCard} paid />}
        {salary.explanation !== null && (
          <Card component="section" withBorder padding="lg" className={classes.card}>
            <Title order={2} mb="xs">
              {m.salaries_differs()}
            </Title>
            <Explanation explanation={salary.explanation} />
          </Card>
        )}
        <Card component="section" withBorder padding="lg" className={classes.card}>
          <Title order={2}>{m.salaries_lines()}</Title>
          <Text size="sm" c="dimmed" mb="md">
            {m.salaries_lines_help()}
          </Text>
          <Stack gap="lg">
            <SlipLines salary={salary} />
          </Stack>
        </Card>
      </Stack>
      <Stack gap="lg">
        <Card withBorder padding="lg" className={classes.card}>
          <EuroPicture summary={salary.summary} />
        </Card>
        <Bills salary={salary} />
        <YearSoFar salary={salary} />
        <Text size="sm" c="dimmed">
          {m.salaries_reassurance()}
        </Text>
      </Stack>
    </div>
  );
}

/** What credit notes took back of the salary, and what is left to be paid back of all. */
function Corrections({ salary: { corrections, owed } }: { salary: Salary }) {
  return (
    <Alert
      color="yellow"
      icon={<IconReceiptRefund aria-hidden="true" />}
      title={m.salaries_corrected()}
    >
      <Stack gap="xs">
        {corrections.map((correction) => (
          <Text key={correction.creditNoteId} size="sm">
            {m.salaries_corrected_by({
              day: formatInstant(correction.madeAt),
              bill: correction.billNumber,
              note: correction.creditNoteNumber,
              gross: formatMoney(correction.bruttoSalary),
              tax: formatMoney(correction.taxamount),
              amount: formatMoney(Math.max(0, -correction.salary)),
            })}
          </Text>
        ))}
        <Text size="sm">{m.salaries_corrected_help()}</Text>
        {owed > 0 && <Owed />}
      </Stack>
    </Alert>
  );
}

/** What is owed but for the advances, which the salaries of their own bills pay back. Only the list tells them apart. */
function Owed() {
  const personId = useSession()?.id ?? '';
  const { data, error, refetch } = useQuery(salariesQuery(personId, 1));
  if (error !== null) return <LoadFailure error={error} retry={() => void refetch()} />;
  const owed = data === undefined ? 0 : difference(data.owed, data.owedOfAdvances);
  if (Number(owed) <= 0) return null;
  return (
    <Text size="sm" fw={600}>
      {m.salaries_owed({ amount: formatMoney(owed) })}
    </Text>
  );
}

/** The bills that the salary was paid from, and the shares of others' bills. */
function Bills({ salary: { bills, shares } }: { salary: Salary }) {
  return (
    <Card component="section" withBorder padding="lg" className={classes.card}>
      <Title order={2}>{m.salaries_bills()}</Title>
      <ul className={classes.bills}>
        {bills.map(({ id, billNumber, customer, total, estimate }) => (
          <li key={id}>
            <span>
              <TextLink to="/invoice" search={{ id }}>
                {m.salaries_bill({ number: billNumber, customer })}
              </TextLink>
              <Text size="xs" c="dimmed">
                {estimate === null
                  ? m.salaries_estimate_none()
                  : m.salaries_estimate({ amount: formatMoney(estimate) })}
              </Text>
            </span>
            <span className={classes.amount}>{formatMoney(total)}</span>
          </li>
        ))}
        {shares.map(({ id, billNumber, contractor, description, total }) => (
          <li key={id}>
            <span>
              {m.salaries_share({ number: billNumber, contractor })}
              <Text size="xs" c="dimmed">
                {description}
              </Text>
            </span>
            <span className={classes.amount}>{formatMoney(total)}</span>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {m.salaries_bills_help()}
      </Text>
    </Card>
  );
}

function YearSoFar({ salary: { year, payday } }: { salary: Salary }) {
  const facts = [
    [m.calculator_line_gross(), year.grossSalary],
    [m.invoice_line_tax(), year.tax],
    [m.calculator_line_reimbursements(), year.reimbursements],
    [m.calculator_line_fee(), year.serviceFee],
  ] as const;
  return (
    <Card component="section" withBorder padding="lg" className={classes.card}>
      <Title order={2}>{m.salaries_year({ year: payday.slice(-4) })}</Title>
      <dl className={classes.facts}>
        {facts.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.amount}>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Loading() {
  return (
    <div className={classes.columns} role="status" aria-label={m.loading()}>
      <Stack gap="lg">
        <Skeleton height={130} radius="lg" />
        <Skeleton height={420} radius="md" />
      </Stack>
      <Skeleton height={300} radius="md" />
    </div>
  );
}
