import { Card, Group, List, Skeleton, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCurrentBills, type BillList } from '@/api/billLists';
import type { Readiness } from '@/api/readiness';
import { FirstInvoice } from '@/domain/bills/FirstInvoice';
import { isReady } from '@/domain/readiness/needs';
import { ButtonLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { m } from '@/paraglide/messages';
import classes from './HomePage.module.css';

interface Props {
  personId: string;
  /** Undefined until it is known. */
  readiness: Readiness | undefined;
}

/** What a worker would sensibly do next, judged by the invoices there are. */
export function NextStep({ personId, readiness }: Props) {
  const { open, pending, sent, never } = useCurrentBills(personId);
  const lists = [open, pending, sent];

  const failed = lists.find(({ failure }) => failure !== null);
  if (failed?.failure) {
    const retryAll = () =>
      lists.filter(({ failure }) => failure !== null).forEach(({ retry }) => retry());
    return <LoadFailure error={failed.failure} retry={retryAll} />;
  }
  if (never === undefined || lists.some(({ loading }) => loading)) {
    return <Skeleton height={150} role="status" aria-label={m.loading()} />;
  }
  if (never) return <FirstInvoice />;

  const latestDraft = open.items[0];
  return (
    <Card withBorder padding="lg" className={classes.next}>
      <Title order={2}>{m.home_next_title()}</Title>
      <List mt="sm" spacing={4}>
        {situation(open, pending, sent, readiness).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      <Group mt="md" gap="sm">
        {latestDraft !== undefined && (
          <ButtonLink to="/invoice" search={{ id: latestDraft.id }}>
            {latestDraft.sharedCustomer === null
              ? m.home_next_draft_continue_unnamed()
              : m.home_next_draft_continue({ customer: latestDraft.sharedCustomer.name })}
          </ButtonLink>
        )}
        <ButtonLink
          to="/invoice"
          variant={latestDraft === undefined ? 'filled' : 'default'}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          {m.bills_new()}
        </ButtonLink>
      </Group>
    </Card>
  );
}

/** A sentence about a list, unless there is nothing in it. */
function said(
  { total = 0 }: BillList,
  one: () => string,
  many: (inputs: { count: number }) => string,
): string[] {
  if (total === 0) return [];
  return [total === 1 ? one() : many({ count: total })];
}

/** How things stand, in sentences. */
function situation(
  open: BillList,
  pending: BillList,
  sent: BillList,
  readiness: Readiness | undefined,
): string[] {
  const nothingToDo = readiness !== undefined && isReady(readiness);
  const sentences = [
    ...said(open, m.home_next_draft_one, m.home_next_draft_many),
    ...(nothingToDo
      ? said(pending, m.home_next_pending_one, m.home_next_pending_many)
      : said(pending, m.home_next_pending_one_short, m.home_next_pending_many_short)),
    ...said(sent, m.home_next_sent_one, m.home_next_sent_many),
    ...(readiness?.salaryWaits === true && !readiness.held
      ? [m.home_next_salary({ payday: readiness.payday })]
      : []),
  ];
  return sentences.length === 0 ? [m.home_next_nothing()] : sentences;
}
