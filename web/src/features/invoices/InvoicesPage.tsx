import { Badge, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useCurrentBills, type BillList } from '@/api/billLists';
import { useSession } from '@/api/session';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { ButtonLink, TextLink } from '@/components/links';
import { BillResults, type BillView } from '@/domain/bills/BillResults';
import { FirstInvoice } from '@/domain/bills/FirstInvoice';
import { readStored, store } from '@/lib/storage';
import { m } from '@/paraglide/messages';

const STORAGE_KEY = 'liksa-bill-view';

/** Cards or a table, as chosen on this device. */
function useBillView(): [BillView, (view: BillView) => void] {
  const [view, setView] = useState<BillView>(() =>
    readStored(() => localStorage, STORAGE_KEY) === 'table' ? 'table' : 'cards',
  );
  const choose = (next: BillView) => {
    store(() => localStorage, STORAGE_KEY, next);
    setView(next);
  };
  return [view, choose];
}

/** The invoices that are on their way: being written, waiting for approval, waiting for payment. */
export function InvoicesPage() {
  const personId = useSession()?.id ?? '';
  const { open, pending, sent, never } = useCurrentBills(personId);
  const [view, setView] = useBillView();

  return (
    <Stack gap="xl">
      <Group justify="space-between">
        <PageTitle>{m.page_invoices()}</PageTitle>
        <Group gap="sm">
          {never === false && <ViewChoice view={view} choose={setView} />}
          <ButtonLink to="/invoice" leftSection={<IconPlus size={18} aria-hidden="true" />}>
            {m.bills_new()}
          </ButtonLink>
        </Group>
      </Group>
      {never === true && <FirstInvoice />}
      {never === undefined && <PageLoader />}
      {never === false && (
        <>
          <Section title={m.bills_section_open()} list={open} view={view}>
            {m.bills_section_open_empty()}
          </Section>
          <Section title={m.bills_section_pending()} list={pending} view={view}>
            {m.bills_section_pending_empty()}
          </Section>
          <Section title={m.bills_section_sent()} list={sent} view={view}>
            {m.bills_section_sent_empty()}
          </Section>
          <Text c="dimmed">
            {m.bills_rest_in_archive()}{' '}
            <TextLink to="/archive" underline="always">
              {m.page_archive()}
            </TextLink>
          </Text>
        </>
      )}
    </Stack>
  );
}

function ViewChoice({ view, choose }: { view: BillView; choose: (view: BillView) => void }) {
  return (
    <SegmentedControl<BillView>
      aria-label={m.bills_view_choice()}
      value={view}
      onChange={choose}
      data={[
        { value: 'cards', label: m.bills_view_cards() },
        { value: 'table', label: m.bills_view_table() },
      ]}
    />
  );
}

interface SectionProps {
  title: string;
  list: BillList;
  view: BillView;
  /** What an empty list has to say. */
  children: ReactNode;
}

function Section({ title, list, view, children }: SectionProps) {
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="md">
      <Group gap="xs" id={titleId}>
        <Title order={2}>{title}</Title>
        {list.total !== undefined && (
          <Badge variant="default" size="lg" circle={list.total < 10}>
            {list.total}
          </Badge>
        )}
      </Group>
      <BillResults
        caption={title}
        list={list}
        view={view}
        empty={<Text c="dimmed">{children}</Text>}
      />
    </Stack>
  );
}
