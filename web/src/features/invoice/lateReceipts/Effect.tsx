import { Alert, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { effectQuery, type LateReceiptEffect } from '@/api/lateReceipts';
import { LoadFailure } from '@/components/LoadFailure';
import { difference } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Effect.module.css';

type Salary = NonNullable<LateReceiptEffect['with']>;

/** What a receipt of this amount does to the next salary, before it is sent. */
export function Effect({ amount }: { amount: `${number}` | undefined }) {
  return (
    <Alert
      variant="light"
      color="petrol"
      icon={<IconInfoCircle aria-hidden="true" />}
      title={m.latereceipts_effect()}
    >
      <Stack gap="sm">
        <Text size="sm">{m.latereceipts_effect_words()}</Text>
        {amount === undefined ? (
          <Text size="sm" c="dimmed">
            {m.latereceipts_effect_amount()}
          </Text>
        ) : (
          <OfAmount amount={amount} />
        )}
      </Stack>
    </Alert>
  );
}

function OfAmount({ amount }: { amount: `${number}` }) {
  const { data, error, refetch } = useQuery(effectQuery(amount));
  if (error !== null) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={140} role="status" aria-label={m.loading()} />;
  if (data.without === null || data.with === null) {
    return (
      <Text size="sm">
        {data.of === 'NOTHING' ? m.latereceipts_effect_nothing() : m.latereceipts_effect_unknown()}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm">{basisText(data)}</Text>
      <Compared without={data.without} with={data.with} />
      {data.fits ? (
        <Text size="sm" fw={600}>
          {m.latereceipts_effect_more({
            amount: formatMoney(difference(data.with.salary, data.without.salary)),
          })}
        </Text>
      ) : (
        <Text size="sm" fw={600} role="alert">
          {m.latereceipts_effect_too_large()}
        </Text>
      )}
    </Stack>
  );
}

function basisText({ of, payday, bills }: LateReceiptEffect): string {
  return of === 'PAID_BILLS'
    ? m.latereceipts_effect_paid({ payday, bills })
    : m.latereceipts_effect_sent({ bills });
}

const LINES: readonly { name: () => string; of: (salary: Salary) => number; total?: true }[] = [
  { name: m.calculator_line_fee, of: ({ serviceFee }) => serviceFee },
  { name: m.latereceipts_line_gross, of: ({ grossSalary }) => grossSalary },
  { name: m.invoice_line_tax, of: ({ tax }) => tax },
  { name: m.latereceipts_line_reimbursements, of: ({ reimbursements }) => reimbursements },
  { name: m.latereceipts_line_account, of: ({ salary }) => salary, total: true },
];

function Compared({ without, with: withIt }: { without: Salary; with: Salary }) {
  return (
    <table className={classes.table} aria-label={m.latereceipts_effect()}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{m.latereceipts_line()}</VisuallyHidden>
          </th>
          <th scope="col">{m.latereceipts_without()}</th>
          <th scope="col">{m.latereceipts_with()}</th>
        </tr>
      </thead>
      <tbody>
        {LINES.map(({ name, of, total }) => (
          <tr key={name()} className={total && classes.total}>
            <th scope="row">{name()}</th>
            <td>{formatMoney(of(without))}</td>
            <td>{formatMoney(of(withIt))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
