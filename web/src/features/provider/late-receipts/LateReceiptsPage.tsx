import { NavLink, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  lateDecisionKey,
  useLateReceiptsIn,
  type DecidedState,
  type LateReceiptOfWorker,
} from '@/api/lateReceipts';
import { PageTitle } from '@/components/PageTitle';
import { ChoiceKeys } from '@/components/list/ChoiceKeys';
import { FilterTabs } from '@/components/list/FilterTabs';
import { Gone } from '@/components/list/Gone';
import { ListView } from '@/components/list/ListView';
import { useChosen } from '@/components/list/useChosen';
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
  const { chosen, gone, choose, goOn, ids } = useChosen({
    list,
    idOf: ({ lateReceipt }) => lateReceipt.id,
    decisionKey: lateDecisionKey,
  });
  const chosenId = chosen?.lateReceipt.id;
  const others = list.items.length > 0;
  const told = gone && (
    <Gone title={chosen?.personName} reason={m.latereceipts_gone()} others={others} />
  );
  return (
    <Stack gap="md">
      {!others && told}
      <ListView list={list} empty={EMPTY[state]()}>
        {(items) => (
          <div className={classes.columns}>
            <Stack gap="xs">
              <Choices items={items} chosen={chosenId} choose={choose} />
              <ChoiceKeys ids={ids} chosen={chosenId} choose={choose} />
            </Stack>
            {told}
            {chosen !== undefined && !gone && (
              <LateReceiptView key={chosenId} late={chosen} onDecided={goOn} />
            )}
          </div>
        )}
      </ListView>
    </Stack>
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
