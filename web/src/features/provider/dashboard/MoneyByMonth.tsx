import { Paper, Progress, Stack, Table, Text, Title } from '@mantine/core';
import type { Dashboard } from '@/api/dashboard';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Dashboard.module.css';

/** "2026-11" → "11/2026" */
function monthText(month: string): string {
  const [year, number] = month.split('-');
  return `${Number(number)}/${year}`;
}

/** What came to the bank account and left it, month by month, the newest first. */
export function MoneyByMonth({ months }: { months: Dashboard['money'] }) {
  const most = Math.max(...months.flatMap(({ moneyIn, moneyOut }) => [moneyIn, moneyOut]), 0);
  return (
    <Stack component="section" gap="sm" aria-labelledby="money-by-month">
      <Title order={2} id="money-by-month">
        {m.provider_money()}
      </Title>
      {months.length === 0 && <Text c="dimmed">{m.provider_money_none()}</Text>}
      {months.length > 0 && (
        <Paper withBorder className={classes.money}>
          <Table aria-labelledby="money-by-month">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{m.provider_money_month()}</Table.Th>
                <Table.Th className={classes.amount}>{m.provider_money_in()}</Table.Th>
                <Table.Th className={classes.amount}>{m.provider_money_out()}</Table.Th>
                <Table.Td visibleFrom="sm" aria-hidden="true" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {months.toReversed().map(({ month, moneyIn, moneyOut }) => (
                <Table.Tr key={month}>
                  <Table.Th scope="row">{monthText(month)}</Table.Th>
                  <Table.Td className={classes.amount}>{formatMoney(moneyIn)}</Table.Td>
                  <Table.Td className={classes.amount}>{formatMoney(moneyOut)}</Table.Td>
                  {/* The figures say it; the bars are for the eye alone. */}
                  <Table.Td visibleFrom="sm" aria-hidden="true" className={classes.bars}>
                    <Progress.Root size="sm" mb={4}>
                      <Progress.Section value={share(moneyIn, most)} color="petrol" />
                    </Progress.Root>
                    <Progress.Root size="sm">
                      <Progress.Section value={share(moneyOut, most)} color="yellow" />
                    </Progress.Root>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
    </Stack>
  );
}

function share(amount: number, most: number): number {
  return most === 0 ? 0 : (100 * amount) / most;
}
