import { NavLink, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useLateReceiptsIn, type DecidedState, type LateReceiptOfWorker } from '@/api/lateReceipts';
import { PageTitle } from '@/components/PageTitle';
import { ChoiceKeys } from '@/components/list/ChoiceKeys';
import { FilterTabs } from '@/components/list/FilterTabs';
import { ListView } from '@/components/list/ListView';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { LateReceiptView } from './LateReceiptView';
import classes from './LateReceipts.module.css';
import { LATE_STATES, readLateReceiptsSearch } from './search';

const NAMES: Readonly<Record<DecidedState, () => string>> = {
  WAITING: m.latereceipts_tab_waiting,
  APPROVED: m.latereceipts_tab_approved,
  REFUSED: m.latereceipts_tab_refused,
};

const EMPTY: Readonly<Record<DecidedState, () => string>> = {
  WAITING: m.latereceipts_none_waiting,
  APPROVED: m.latereceipts_none_approved,
  REFUSED: m.latereceipts_none_refused,
};

/** Late receipts that wait for a clerk, and those that were decided. */
export function LateReceiptsPage() {
  const { state = LATE_STATES[0] } = useSearch({ from: '/provider/late-receipts' });
  const navigate = useNavigate({ from: '/provider/late-receipts' });
  const choose = (next: DecidedState) =>
    void navigate({ search: readLateReceiptsSearch({ state: next }), replace: true });
  return (
    <Stack gap="md">
      <PageTitle>{m.provider_page_late_receipts()}</PageTitle>
      <FilterTabs
        label={m.provider_page_late_receipts()}
        filters={LATE_STATES.map((value) => ({ value, name: NAMES[value]() }))}
        value={state}
        choose={choose}
      >
        <InState key={state} state={state} />
      </FilterTabs>
    </Stack>
  );
}

/** The list, and beside it the chosen one. */
function InState({ state }: { state: DecidedState }) {
  const list = useLateReceiptsIn(state);
  const [chosenId, setChosenId] = useState<string>();
  const chosen = list.items.find(({ lateReceipt }) => lateReceipt.id === chosenId) ?? list.items[0];
  return (
    <ListView list={list} empty={EMPTY[state]()}>
      {(items) => (
        <div className={classes.columns}>
          <Stack gap="xs">
            <Choices items={items} chosen={chosen?.lateReceipt.id} choose={setChosenId} />
            <ChoiceKeys
              ids={items.map(({ lateReceipt }) => lateReceipt.id)}
              chosen={chosen?.lateReceipt.id}
              choose={setChosenId}
            />
          </Stack>
          {chosen !== undefined && (
            <LateReceiptView
              key={`${chosen.lateReceipt.id} ${chosen.lateReceipt.version}`}
              late={chosen}
            />
          )}
        </div>
      )}
    </ListView>
  );
}

interface ChoicesProps {
  items: readonly LateReceiptOfWorker[];
  chosen: string | undefined;
  choose: (id: string) => void;
}

function Choices({ items, chosen, choose }: ChoicesProps) {
  return (
    <nav aria-label={m.provider_page_late_receipts()}>
      {items.map(({ personName, lateReceipt: { id, amount, billNumber, sentOn } }) => (
        <NavLink
          key={id}
          component="button"
          active={id === chosen}
          aria-current={id === chosen ? 'true' : undefined}
          label={`${personName}, ${formatMoney(amount)}`}
          description={m.latereceipts_of_bill({ number: billNumber ?? '', day: sentOn ?? '' })}
          onClick={() => choose(id)}
        />
      ))}
    </nav>
  );
}
