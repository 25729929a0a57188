import { Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AdvanceState } from '@/api/advances';
import { useCursorList } from '@/api/listing';
import { advancesIn } from '@/api/providerAdvances';
import { PageTitle } from '@/components/PageTitle';
import { FilterTabs } from '@/components/list/FilterTabs';
import { ListView } from '@/components/list/ListView';
import { ItemList } from '@/domain/sharing/ItemCard';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { WALKED_CARDS } from '@/components/shortcuts/walk';
import { m } from '@/paraglide/messages';
import { AdvanceCard } from './AdvanceCard';
import { OutByAge } from './OutByAge';
import { ADVANCE_TABS, readAdvancesSearch } from './search';

const NAMES: Readonly<Record<AdvanceState, () => string>> = {
  REQUESTED: m.provideradvances_tab_requested,
  GRANTED: m.provideradvances_tab_granted,
  PAID: m.provideradvances_tab_paid,
  REFUSED: m.provideradvances_tab_refused,
  WITHDRAWN: m.provideradvances_tab_withdrawn,
};

const EMPTY: Readonly<Record<AdvanceState, () => string>> = {
  REQUESTED: m.provideradvances_none_requested,
  GRANTED: m.provideradvances_none_granted,
  PAID: m.provideradvances_none_paid,
  REFUSED: m.provideradvances_none_refused,
  WITHDRAWN: m.provideradvances_none_withdrawn,
};

/** What is out in advances and at risk, those that wait for a decision, and those that were decided. */
export function AdvancesPage() {
  const { state = ADVANCE_TABS[0] } = useSearch({ from: '/provider/advances' });
  const navigate = useNavigate({ from: '/provider/advances' });
  const list = useCursorList(advancesIn(state));
  const choose = (next: AdvanceState) =>
    void navigate({ search: readAdvancesSearch({ state: next }), replace: true });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_advances()}</PageTitle>
        <ListKeys enter={m.provider_key_first()} />
      </Group>
      <Text c="dimmed" maw={720}>
        {m.provideradvances_help()}
      </Text>
      <OutByAge page={list.pages[0]} loading={list.loading} />
      <FilterTabs
        label={m.provider_page_advances()}
        filters={ADVANCE_TABS.map((value) => ({ value, name: NAMES[value]() }))}
        value={state}
        choose={choose}
      >
        <ListView list={list} empty={EMPTY[state]()}>
          {(advances) => (
            <div {...WALKED_CARDS}>
              <ItemList label={NAMES[state]()}>
                {advances.map((advance) => (
                  <AdvanceCard key={advance.id} advance={advance} />
                ))}
              </ItemList>
            </div>
          )}
        </ListView>
      </FilterTabs>
    </Stack>
  );
}
