import { Group, Loader, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOverdue, useReminders, useRemindersInMaking } from '@/api/overdue';
import { PageTitle } from '@/components/PageTitle';
import { FilterTabs } from '@/components/list/FilterTabs';
import { m } from '@/paraglide/messages';
import { OverdueList } from './OverdueList';
import { ReminderList } from './ReminderList';
import { PARTS, readOverdueSearch, type Part } from './search';

const PART_NAMES: Readonly<Record<Part, () => string>> = {
  bills: m.providermoney_overdue_bills,
  letters: m.providermoney_overdue_letters,
  sent: m.providermoney_overdue_sent,
};

/** Bills that should have been paid, and the letters about them. */
export function OverduePage() {
  const { part = PARTS[0] } = useSearch({ from: '/provider/overdue' });
  const navigate = useNavigate({ from: '/provider/overdue' });
  const counts: Readonly<Record<Part, number | undefined>> = {
    bills: useOverdue().total,
    letters: useReminders('TO_PRINT').total,
    sent: undefined,
  };
  const choose = (next: Part) =>
    void navigate({ search: readOverdueSearch({ part: next }), replace: true });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_overdue()}</PageTitle>
        <BeingMade />
      </Group>
      <FilterTabs
        label={m.provider_page_overdue()}
        filters={PARTS.map((value) => ({ value, name: PART_NAMES[value](), count: counts[value] }))}
        value={part}
        choose={choose}
      >
        {part === 'bills' && <OverdueList />}
        {part === 'letters' && (
          <ReminderList key="letters" state="TO_PRINT" empty={m.providermoney_letters_empty()} />
        )}
        {part === 'sent' && (
          <ReminderList key="sent" state="SENT" empty={m.providermoney_sent_empty()} />
        )}
      </FilterTabs>
    </Stack>
  );
}

/** Letters are made by the server one by one; until then they are in neither list. */
function BeingMade() {
  const total = useRemindersInMaking();
  return (
    <div role="status">
      {total > 0 && (
        <Group gap="xs">
          <Loader size={16} aria-hidden="true" />
          <Text size="sm">{m.providermoney_letters_making({ count: total })}</Text>
        </Group>
      )}
    </div>
  );
}
