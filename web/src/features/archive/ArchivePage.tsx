import { Chip, CloseButton, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { archivedBills } from '@/api/billLists';
import { useCursorList } from '@/api/listing';
import { useSession } from '@/api/session';
import { BillResults } from '@/domain/bills/BillResults';
import { FirstInvoice } from '@/domain/bills/FirstInvoice';
import { AllPurchases } from '@/domain/sharing/AllPurchases';
import { ReceivedShares } from '@/domain/sharing/ReceivedShares';
import { ButtonLink } from '@/components/links';
import { PageTitle } from '@/components/PageTitle';
import { useTypedSearch } from '@/components/useTypedSearch';
import {
  ARCHIVE_SECTIONS,
  billSection,
  OTHER_SECTIONS,
  otherSection,
  type ArchiveQuestion,
  type ArchiveSection,
  type OtherSection,
} from '@/lib/archiveQuestion';
import { m } from '@/paraglide/messages';
import classes from './ArchivePage.module.css';

type Section = ArchiveSection | OtherSection;

const SECTION_NAMES: Readonly<Record<Section, () => string>> = {
  open: m.bills_archive_open,
  pending: m.bills_archive_pending,
  sent: m.bills_archive_sent,
  paid: m.bills_archive_paid,
  credited: m.bills_archive_credited,
  shares: m.sharing_archive,
  purchases: m.purchases_archive,
};

/** Every bill there is, found by words, by section and in either order; and what is shared and bought. */
export function ArchivePage() {
  const personId = useSession()?.id ?? '';
  const { section } = useSearch({ from: '/archive' });
  const other = otherSection(section);
  return (
    <Stack gap="lg">
      <PageTitle>{m.page_archive()}</PageTitle>
      {other === undefined && <ArchivedBills personId={personId} />}
      {other !== undefined && <SectionChoice />}
      {other === 'shares' && <ReceivedShares personId={personId} />}
      {other === 'purchases' && <AllPurchases personId={personId} />}
    </Stack>
  );
}

function ArchivedBills({ personId }: { personId: string }) {
  const { search: words, order, section } = useSearch({ from: '/archive' });
  const question: ArchiveQuestion = { search: words, order, section: billSection(section) };
  const navigate = useNavigate({ from: '/archive' });
  const list = useCursorList(archivedBills(personId, question));
  // The address tells what was asked, but not each letter of it on the way back.
  const ask = (next: ArchiveQuestion) => void navigate({ search: next, replace: true });
  const [typed, setTyped] = useTypedSearch(question.search ?? '', (search) => {
    ask({ ...question, search: search === '' ? undefined : search });
  });

  return (
    <>
      <div className={classes.tools}>
        <TextInput
          type="search"
          className={classes.search}
          label={m.bills_archive_search()}
          placeholder={m.bills_archive_search_hint()}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          rightSection={
            typed !== '' && (
              <CloseButton aria-label={m.bills_archive_clear()} onClick={() => setTyped('')} />
            )
          }
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <OrderChoice question={question} ask={ask} />
      </div>
      <SectionChoice />
      <Text role="status" c="dimmed">
        {list.total !== undefined && m.bills_count({ count: list.total })}
      </Text>
      <BillResults
        caption={m.page_archive()}
        list={list}
        view="table"
        empty={<NothingFound question={question} />}
      />
    </>
  );
}

interface ChoiceProps {
  question: ArchiveQuestion;
  ask: (next: ArchiveQuestion) => void;
}

function OrderChoice({ question: { order, ...rest }, ask }: ChoiceProps) {
  return (
    <SegmentedControl<'openFirst' | 'closedFirst'>
      aria-label={m.bills_archive_order()}
      value={order ?? 'openFirst'}
      onChange={(next) => ask(next === 'closedFirst' ? { ...rest, order: next } : rest)}
      data={[
        { value: 'openFirst', label: m.bills_archive_open_first() },
        { value: 'closedFirst', label: m.bills_archive_closed_first() },
      ]}
    />
  );
}

const ALL = 'all';

const SECTIONS: readonly Section[] = [...ARCHIVE_SECTIONS, ...OTHER_SECTIONS];

function SectionChoice() {
  const { section, ...rest } = useSearch({ from: '/archive' });
  const navigate = useNavigate({ from: '/archive' });
  return (
    <Chip.Group
      value={section ?? ALL}
      onChange={(choice) => {
        const chosen = SECTIONS.find((one) => one === choice);
        const search = chosen === undefined ? rest : { ...rest, section: chosen };
        void navigate({ search, replace: true });
      }}
    >
      <Group role="radiogroup" aria-label={m.bills_archive_sections()} gap="xs">
        <Chip value={ALL}>{m.bills_archive_all()}</Chip>
        {SECTIONS.map((one) => (
          <Chip key={one} value={one}>
            {SECTION_NAMES[one]()}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

/** Says why there is nothing: no such bill, or no bills at all yet. */
function NothingFound({ question: { search, section } }: { question: ArchiveQuestion }) {
  if (search !== undefined) {
    return (
      <Stack align="flex-start">
        <Text>{m.bills_archive_no_hits({ search })}</Text>
        <ButtonLink to="/archive" search={{}} variant="default" size="sm">
          {m.bills_archive_show_all()}
        </ButtonLink>
      </Stack>
    );
  }
  return section === undefined ? <FirstInvoice /> : <Text>{m.bills_archive_section_empty()}</Text>;
}
