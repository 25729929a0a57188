import { Group, Stack, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useOverdue, type OverdueBill } from '@/api/overdue';
import { BarredButton } from '@/components/BarredButton';
import { DataTable } from '@/components/list/DataTable';
import { KeyHint } from '@/components/shortcuts/KeyHint';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { useKeys } from '@/components/shortcuts/keys';
import { ListView } from '@/components/list/ListView';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { overdueColumns, overdueLabel } from './overdueColumns';
import { whyNotRemind } from './remind';
import { RemindDialog } from './RemindDialog';

/** All bills that should have been paid; those that may be reminded of can be chosen. */
export function OverdueList() {
  const list = useOverdue();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const bills = list.items.filter(({ billId }) => chosen.has(billId));
  // The bills that the dialog is about stay in it when the list behind it has changed.
  const [asked, setAsked] = useState<readonly OverdueBill[]>();
  const ask = () => {
    if (bills.length > 0) setAsked(bills);
  };
  const keys = [{ key: 'm', name: m.providermoney_remind(), run: ask }];
  useKeys(keys);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <BarredButton
          size="sm"
          leftSection={<IconMailForward size={18} aria-hidden="true" />}
          rightSection={<KeyHint name={m.providermoney_remind_key()} />}
          aria-keyshortcuts="M"
          reason={bills.length === 0 ? m.providermoney_remind_none() : undefined}
          onClick={ask}
        >
          {m.providermoney_remind_count({ count: bills.length })}
        </BarredButton>
        <Group gap="sm">
          {list.owed !== undefined && list.items.length > 0 && (
            <Text size="sm" c="dimmed">
              {m.providermoney_owed({ sum: formatMoney(list.owed) })}
            </Text>
          )}
          <ListKeys enter={m.providerbills_key_open()} choosing more={keys} />
        </Group>
      </Group>
      <ListView list={list} empty={m.providermoney_overdue_empty()}>
        {(items) => (
          <DataTable
            caption={m.providermoney_overdue_bills()}
            items={items}
            keyOf={({ billId }) => billId}
            columns={overdueColumns()}
            choosing={{
              chosen,
              choose: setChosen,
              nameOf: (bill) => m.providerbills_choose({ bill: overdueLabel(bill) }),
              whyNot: whyNotRemind,
            }}
            leading
          />
        )}
      </ListView>
      {asked !== undefined && (
        <RemindDialog
          bills={asked}
          close={() => setAsked(undefined)}
          clear={() => setChosen(new Set())}
        />
      )}
    </Stack>
  );
}
