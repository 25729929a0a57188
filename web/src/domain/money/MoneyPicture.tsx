import { Alert, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billMoneyQuery, type BillMoney, type MoneyPart } from '@/api/billMoney';
import { LoadFailure } from '@/components/LoadFailure';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './MoneyPicture.module.css';
import { colourOf, PARTS } from './partWords';

interface Props {
  billId: string;
  /** The document of a part, as a link with the name of the part; the name alone where there is none. */
  linkOf: (part: MoneyPart, name: string, money: BillMoney) => ReactNode;
}

/** Where every euro of a bill goes: one bar, and the same as a list that ends with what the customer pays. */
export function MoneyPicture({ billId, linkOf }: Props) {
  const { data: money, error, refetch } = useQuery(billMoneyQuery(billId));
  if (money === undefined) {
    return error === null ? (
      <Skeleton height={160} role="status" aria-label={m.loading()} />
    ) : (
      <LoadFailure error={error} retry={() => void refetch()} />
    );
  }
  if (money.basis === 'NONE') return <Text c="dimmed">{m.money_none()}</Text>;
  return (
    <Stack gap="md">
      <Text>{introOf(money)}</Text>
      <Bar parts={money.parts} />
      <ul className={classes.parts} aria-label={m.money_title()}>
        {money.parts.map((part) => (
          <li key={keyOf(part)} className={classes.part}>
            <span className={classes.mark} style={{ background: colourOf(part) }} />
            <span className={classes.name}>{linkOf(part, PARTS[part.kind].name(part), money)}</span>
            <span className={classes.amount}>{formatMoney(part.amount)}</span>
          </li>
        ))}
        <li className={classes.part} data-sum>
          <span className={classes.name}>{sumName(money)}</span>
          <span className={classes.amount}>{formatMoney(money.total)}</span>
        </li>
      </ul>
      {money.sharedSalary && (
        <Text size="sm" c="dimmed">
          {m.money_shared_salary()}
        </Text>
      )}
      {money.parts.some(({ kind, amount }) => kind === 'SALARY' && amount < 0) && (
        <Alert color="yellow" variant="light" role="note">
          {m.money_owed()}
        </Alert>
      )}
    </Stack>
  );
}

function keyOf({ kind, shareId, purchaseId, advanceId }: MoneyPart): string {
  return [kind, shareId, purchaseId, advanceId].join(' ');
}

/** Whether the figures are final, and of which payday they are. */
function introOf({ basis, payday }: BillMoney): string {
  if (basis === 'SALARY') return m.money_final({ payday: payday ?? '' });
  return payday === null ? m.money_estimate() : m.money_estimate_on({ payday });
}

function sumName({ total, paid }: BillMoney): string {
  if (paid >= total) return m.money_customer_paid();
  return paid === 0
    ? m.money_customer_pays()
    : m.money_customer_pays_rest({ paid: formatMoney(paid) });
}

/** The parts side by side. Those below zero have no width; the list tells them. */
function Bar({ parts }: { parts: readonly MoneyPart[] }) {
  const shown = parts.filter(({ amount }) => amount > 0);
  return (
    <div className={classes.bar} aria-hidden="true">
      {shown.map((part) => (
        <Tooltip
          key={keyOf(part)}
          label={`${PARTS[part.kind].name(part)} ${formatMoney(part.amount)}`}
        >
          <span
            className={classes.section}
            style={{ flexGrow: part.amount, background: colourOf(part) }}
          />
        </Tooltip>
      ))}
    </div>
  );
}
