import { Group, Stack, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useAudit, type AuditQuestion } from '@/api/audit';
import { PageTitle } from '@/components/PageTitle';
import { ListView } from '@/components/list/ListView';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { useTypedSearch } from '@/components/useTypedSearch';
import { completeDate, parseDate } from '@/lib/format/date';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { EventTable } from './EventTable';
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
      <Group justify="space-between">
        <PageTitle>{m.provider_page_audit()}</PageTitle>
        <ListKeys enter={m.audit_key_open()} />
      </Group>
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
        {(events) => <EventTable events={events} />}
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
