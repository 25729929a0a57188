import { Code, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { AuditEvent } from '@/api/audit';
import { DataTable, type Column } from '@/components/list/DataTable';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import classes from './Audit.module.css';
import { factsOf, storedData } from './auditFacts';
import { sentenceOf } from './auditWords';
import { ObjectLink } from './ObjectLink';

/** The events in sentences; what the log has stored of one is shown when its row is opened. */
export function EventTable({ events }: { events: readonly AuditEvent[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = (number: number) => {
    const next = new Set(opened);
    if (!next.delete(number)) next.add(number);
    setOpened(next);
  };
  return (
    <DataTable
      caption={m.provider_page_audit()}
      items={events}
      keyOf={({ number }) => String(number)}
      columns={columns(opened, toggle)}
      leading
    />
  );
}

function columns(
  opened: ReadonlySet<number>,
  toggle: (number: number) => void,
): [Column<AuditEvent>, ...Column<AuditEvent>[]] {
  return [
    {
      name: m.providerpeople_audit_at(),
      cell: ({ at, number }) => (
        <UnstyledButton
          className={classes.opener}
          aria-expanded={opened.has(number)}
          aria-label={m.audit_open({ at: formatInstant(at) })}
          onClick={() => toggle(number)}
        >
          <IconChevronDown size={16} aria-hidden="true" className={classes.chevron} />
          {formatInstant(at)}
        </UnstyledButton>
      ),
    },
    {
      name: m.audit_event(),
      cell: (event) => <Told event={event} opened={opened.has(event.number)} />,
    },
  ];
}

function Told({ event, opened }: { event: AuditEvent; opened: boolean }) {
  const { before, object, after } = sentenceOf(event);
  const facts = factsOf(event);
  return (
    <>
      <Text inherit>
        {before}
        {object !== '' && <ObjectLink event={event}>{object}</ObjectLink>}
        {after}
      </Text>
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
      {opened && (
        <Code block mt="xs" className={classes.stored}>
          {storedData(event)}
        </Code>
      )}
    </>
  );
}
