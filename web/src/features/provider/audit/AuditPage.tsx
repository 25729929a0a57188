import { Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useAudit, type AuditEvent, type AuditQuestion } from '@/api/audit';
import { TextLink } from '@/components/links';
import { PageTitle } from '@/components/PageTitle';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { useTypedSearch } from '@/components/useTypedSearch';
import { completeDate, parseDate } from '@/lib/format/date';
import { formatInstant } from '@/lib/format/instant';
import { textOf } from '@/lib/notify/text';
import { useMayOpen } from '@/domain/useMayOpen';
import { m } from '@/paraglide/messages';
import { ACTIONS, detailWords, subjectOf } from './auditWords';
import { readAuditSearch } from './search';

/** Who did what, the newest first. Nothing in it is ever changed. */
export function AuditPage() {
  const { q: words, from, until } = useSearch({ from: '/provider/audit' });
  const question: AuditQuestion = { q: words, from, until };
  const navigate = useNavigate({ from: '/provider/audit' });
  const ask = (changed: Partial<Record<keyof AuditQuestion, string>>) =>
    void navigate({ search: readAuditSearch({ ...question, ...changed }), replace: true });
  const [typed, setTyped] = useTypedSearch(question.q ?? '', (q) => ask({ q }));
  const list = useAudit(question);
  return (
    <Stack gap="md">
      <PageTitle>{m.provider_page_audit()}</PageTitle>
      <Group align="flex-start" gap="sm" role="search">
        <TextInput
          type="search"
          flex="1 1 16rem"
          label={m.providerpeople_audit_search()}
          description={m.providerpeople_audit_search_help()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DayBox
          label={m.providerpeople_from()}
          day={question.from}
          ask={(day) => ask({ from: day })}
        />
        <DayBox
          label={m.providerpeople_until()}
          day={question.until}
          ask={(day) => ask({ until: day })}
        />
      </Group>
      <ListView list={list} empty={m.providerpeople_audit_empty()}>
        {(events) => (
          <DataTable
            caption={m.provider_page_audit()}
            items={events}
            keyOf={({ number }) => String(number)}
            columns={columns()}
          />
        )}
      </ListView>
    </Stack>
  );
}

interface DayBoxProps {
  label: string;
  day: string | undefined;
  ask: (day: string) => void;
}

/** A day that is asked for once it is written, when the box is left or Enter is pressed. */
function DayBox({ label, day = '', ask }: DayBoxProps) {
  const [typed, setTyped] = useState({ text: day, of: day });
  // The address says another day: a link was followed, or the back button pressed.
  if (typed.of !== day) setTyped({ text: day, of: day });
  const [wrong, setWrong] = useState(false);
  const done = () => {
    const text = completeDate(typed.text.trim());
    const readable = text === '' || parseDate(text) !== undefined;
    setWrong(!readable);
    if (!readable || text === day) return;
    setTyped({ text, of: day });
    ask(text);
  };
  return (
    <TextInput
      w="9rem"
      label={label}
      placeholder={m.invoice_date_form()}
      value={typed.text}
      error={wrong && textOf('validation.invalidDate')}
      onChange={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, of: day });
        setWrong(false);
      }}
      onBlur={done}
      onKeyDown={({ key }) => key === 'Enter' && done()}
    />
  );
}

function columns(): [Column<AuditEvent>, ...Column<AuditEvent>[]] {
  return [
    { name: m.providerpeople_audit_at(), cell: ({ at }) => formatInstant(at), unbroken: true },
    {
      name: m.providerpeople_audit_actor(),
      cell: ({ actor }) => actor ?? m.bills_history_system(),
    },
    { name: m.providerpeople_audit_action(), cell: ({ action }) => ACTIONS[action]() },
    {
      name: m.providerpeople_audit_subject(),
      cell: ({ subject }) => <SubjectOf subject={subject} />,
      from: 'sm',
    },
    {
      name: m.providerpeople_audit_details(),
      cell: ({ detail }) => (
        <Text size="xs" c="dimmed" lineClamp={3}>
          {detailWords(detail)}
        </Text>
      ),
      from: 'md',
    },
  ];
}

/** What it was done to, and the way there for those who may go. */
function SubjectOf({ subject }: { subject: string }) {
  const mayOpen = useMayOpen();
  const { kind, id, name } = subjectOf(subject);
  if (kind === 'bill' && mayOpen('/provider/bills/$billId')) {
    return (
      <TextLink to="/provider/bills/$billId" params={{ billId: id }}>
        {name}
      </TextLink>
    );
  }
  if (kind === 'person' && mayOpen('/provider/workers/$personId')) {
    return (
      <TextLink to="/provider/workers/$personId" params={{ personId: id }}>
        {name}
      </TextLink>
    );
  }
  return (
    <Tooltip label={id} disabled={id === ''}>
      <span>{name}</span>
    </Tooltip>
  );
}
