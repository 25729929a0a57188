import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { mails, useMails, type Mail, type MailState } from '@/api/mails';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { Waiting } from '@/components/Waiting';
import { TextLink } from '@/components/links';
import { DataTable, type Column } from '@/components/list/DataTable';
import { FilterTabs } from '@/components/list/FilterTabs';
import { ListView } from '@/components/list/ListView';
import { useMayOpen } from '@/domain/useMayOpen';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import { MailActions } from './MailActions';
import { KINDS, REASONS, STATES } from './mailWords';
import { MAIL_STATES, readMailsSearch } from './search';

/** What the program writes to customers and users: what did not leave first. */
export function MailsPage() {
  const { state: chosen } = useSearch({ from: '/provider/mails' });
  const navigate = useNavigate({ from: '/provider/mails' });
  const first = useFirstToDecide(chosen === undefined);
  const state = chosen ?? first;
  return (
    <FilterTabs
      label={m.providermails_states()}
      title={<PageTitle>{m.provider_page_mails()}</PageTitle>}
      filters={MAIL_STATES.map((value) => ({ value, name: STATES[value].name() }))}
      value={state ?? 'FAILED'}
      choose={(next) => void navigate({ search: readMailsSearch({ state: next }), replace: true })}
    >
      {state === undefined ? <PageLoader /> : <Mails key={state} state={state} />}
    </FilterTabs>
  );
}

/** The mails that did not leave, unless only those that may have left need a decision; undefined until that is known. */
function useFirstToDecide(wanted: boolean): MailState | undefined {
  const [first, setFirst] = useState<MailState>();
  const asks = wanted && first === undefined;
  const failed = useInfiniteQuery({ ...mails('FAILED').query, enabled: asks });
  const unsure = useInfiniteQuery({ ...mails('UNSURE').query, enabled: asks });
  // What an earlier visit found may be old. Once a tab is open it stays: its last decision does not open another one.
  if (asks && !failed.isFetching && !unsure.isFetching) {
    const waits = (found: typeof failed) =>
      found.data?.pages.some((page) => page.mails.some(({ settledAt }) => settledAt === null));
    setFirst(waits(failed) !== true && waits(unsure) === true ? 'UNSURE' : 'FAILED');
  }
  if (!wanted && first !== undefined) setFirst(undefined);
  return first;
}

function Mails({ state }: { state: MailState }) {
  const list = useMails(state);
  const { name, empty } = STATES[state];
  return (
    <ListView list={list} empty={empty()}>
      {(items) => (
        <Stack gap="sm">
          {state === 'UNSURE' && (
            <Text size="sm" c="dimmed">
              {m.providermails_unsure_help()}
            </Text>
          )}
          <DataTable
            caption={name()}
            items={items}
            keyOf={({ id }) => id}
            columns={columns(state)}
            stacked
          />
        </Stack>
      )}
    </ListView>
  );
}

function columns(state: MailState): [Column<Mail>, ...Column<Mail>[]] {
  const sent: Column<Mail> = {
    name: m.providermails_sent_at(),
    cell: ({ sentAt }) => sentAt !== null && formatInstant(sentAt),
  };
  const waited: Column<Mail> = {
    name: m.providermails_age(),
    cell: ({ createdAt }) => <Waiting since={createdAt} />,
  };
  const reason: Column<Mail> = {
    name: m.providermails_reason(),
    cell: (mail) => <Reason mail={mail} />,
  };
  const actions: Column<Mail> = {
    name: m.bills_actions(),
    cell: (mail) => <MailActions mail={mail} />,
    silent: true,
  };
  return [
    { name: m.providermails_mail(), cell: (mail) => <About mail={mail} /> },
    ...(state === 'SENT' ? [sent] : [reason, waited]),
    ...(state === 'SENT' || state === 'SENDING' ? [] : [actions]),
  ];
}

/** What the mail is about, and to whom it goes. */
function About({ mail: { kind, to, billId, billNumber, customer } }: { mail: Mail }) {
  const mayOpen = useMayOpen();
  const bill = billNumber === null ? undefined : m.bills_numbered({ number: billNumber });
  return (
    <>
      {KINDS[kind]()}
      {bill !== undefined && billId !== null && (
        <>
          {': '}
          {mayOpen('/provider/bills/$billId') ? (
            <TextLink inherit underline="always" to="/provider/bills/$billId" params={{ billId }}>
              {bill}
            </TextLink>
          ) : (
            bill
          )}
          {customer !== null && `, ${customer}`}
        </>
      )}
      <Text size="xs" c="dimmed">
        {to}
      </Text>
    </>
  );
}

/** Why it was not sent, in our words and in those of the mail server. */
function Reason({ mail: { reason, error, attempts, settledAt } }: { mail: Mail }) {
  if (reason === null && error === null) return m.providermails_reason_none();
  return (
    <>
      <Text size="sm">
        {reason === null ? m.providermails_reason_unknown() : REASONS[reason]()}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={3}>
        {[m.providermails_attempts({ count: attempts }), error]
          .filter((part) => part !== null)
          .join(' · ')}
      </Text>
      {settledAt !== null && (
        <Text size="xs" c="dimmed">
          {m.providermails_settled({ time: formatInstant(settledAt) })}
        </Text>
      )}
    </>
  );
}
