import { Stack, Text, Title } from '@mantine/core';
import type { SalaryLeftAgain } from '@/api/payroll';
import { DataTable, type Column } from '@/components/list/DataTable';
import { TextLink } from '@/components/links';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

/** Salaries that the bank paid once more or with another sum, until the money comes back. */
export function SalariesLeftAgain({ left }: { left: readonly SalaryLeftAgain[] }) {
  if (left.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label={m.providerpayroll_left_again()}>
      <Title order={2}>{m.providerpayroll_left_again()}</Title>
      <Text c="dimmed" maw={720}>
        {m.providerpayroll_left_again_help()}
      </Text>
      <DataTable
        caption={m.providerpayroll_left_again()}
        items={left}
        keyOf={({ paymentId }) => paymentId}
        columns={columns()}
        stacked
      />
    </Stack>
  );
}

function columns(): [Column<SalaryLeftAgain>, ...Column<SalaryLeftAgain>[]] {
  return [
    {
      name: m.providerpayroll_salary(),
      cell: ({ personName, number, runId }) => (
        <>
          {personName}
          <Text size="xs" component="div">
            <TextLink to="/provider/payroll/$runId" params={{ runId }} inherit>
              {m.salaries_slip({ number })}
            </TextLink>
          </Text>
        </>
      ),
    },
    {
      name: m.payouts_left_on(),
      cell: ({ day, paymentId }) => (
        <>
          {day}
          <Text size="xs" component="div">
            <TextLink to="/provider/payments/$paymentId" params={{ paymentId }} inherit>
              {m.payouts_left_again_open()}
            </TextLink>
          </Text>
        </>
      ),
    },
    {
      name: m.providerpayroll_slip_pays(),
      cell: ({ salary }) => formatMoney(salary),
      numeric: true,
    },
    {
      name: m.providerpayroll_left_sum(),
      cell: ({ amount }) => formatMoney(amount),
      numeric: true,
    },
  ];
}
