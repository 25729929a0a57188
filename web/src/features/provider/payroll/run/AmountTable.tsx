import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money';
import classes from './Run.module.css';

export interface AmountRow {
  readonly id: string;
  readonly name: ReactNode;
  /** In small letters under the name. */
  readonly note?: string;
  readonly amount: number;
}

/** Names on the left, amounts on the right. */
export function AmountTable({ name, rows }: { name: string; rows: readonly AmountRow[] }) {
  return (
    <Table aria-label={name} verticalSpacing={6} horizontalSpacing={0}>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Th scope="row" fw={400}>
              {row.name}
              {row.note !== undefined && (
                <Text size="xs" c="dimmed">
                  {row.note}
                </Text>
              )}
            </Table.Th>
            <Table.Td ta="end" valign="top" className={classes.amount}>
              {formatMoney(row.amount)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
