import { Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import type { Dashboard } from '@/api/dashboard';
import { formatMoney } from '@/lib/format/money';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import classes from './Dashboard.module.css';

// The charts are the largest library of the app.
const MoneyBars = lazyPart(async () => (await import('./MoneyBars')).MoneyBars);

/** "2026-11" → "11/2026" */
function monthText(month: string): string {
  const [year, number] = month.split('-');
  return `${Number(number)}/${year}`;
}

/** What came to the bank account and left it, month by month. */
export function MoneyByMonth({ months }: { months: Dashboard['money'] }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="money-by-month">
      <Title order={2} id="money-by-month">
        {m.provider_money()}
      </Title>
      {months.length === 0 ? (
        <Text c="dimmed">{m.provider_money_none()}</Text>
      ) : (
        <div className={classes.money}>
          {/* The figures beside it say the same. */}
          <div aria-hidden="true">
            <Suspense fallback={<Skeleton height={340} />}>
              <MoneyBars months={months} monthText={monthText} />
            </Suspense>
          </div>
          <Figures months={months} />
        </div>
      )}
    </Stack>
  );
}

/** The newest first. */
function Figures({ months }: { months: Dashboard['money'] }) {
  return (
    <Paper withBorder className={classes.figures}>
      <Table aria-labelledby="money-by-month" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.provider_money_month()}</Table.Th>
            <Table.Th className={classes.amount}>{m.provider_money_in()}</Table.Th>
            <Table.Th className={classes.amount}>{m.provider_money_out()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {months.toReversed().map(({ month, moneyIn, moneyOut }) => (
            <Table.Tr key={month}>
              <Table.Th scope="row">{monthText(month)}</Table.Th>
              <Table.Td className={classes.amount}>{formatMoney(moneyIn)}</Table.Td>
              <Table.Td className={classes.amount}>{formatMoney(moneyOut)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
