import { Card, Group, List, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { DraftShares } from '@/api/billLists';
import type { Info } from '@/api/info';
import type { Readiness } from '@/api/readiness';
import { ButtonLink } from '@/components/links';
import { isReady } from '@/domain/readiness/needs';
import { m } from '@/paraglide/messages';
import classes from './Home.module.css';
import { unpaidOf, type Unpaid } from './unpaid';

interface Props {
  info: Info;
  /** Undefined while it is not known. */
  readiness: Readiness | undefined;
}

/** What a worker would sensibly do next, judged by the invoices there are. */
export function NextStep({ info, readiness }: Props) {
  const unpaid = unpaidOf(info);
  const [latestDraft] = unpaid.drafts;
  return (
    <Card withBorder padding="lg" className={classes.card}>
      <Title order={2}>{m.home_next_title()}</Title>
      <List mt="sm" spacing={4}>
        {situation(unpaid, readiness).map((text) => (
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

/** A sentence about so many invoices, unless there is none. */
function said(count: number, sentence: (inputs: { count: number }) => string): string[] {
  return count === 0 ? [] : [sentence({ count })];
}

/** How things stand, in sentences. Where not all invoices are known, none of them is counted. */
function situation(
  { drafts, waiting, all }: Unpaid,
  readiness: Readiness | undefined,
): readonly string[] {
  if (!all) return [m.home_next_many()];
  const nothingToDo = readiness !== undefined && isReady(readiness);
  const sent = waiting.filter(({ state }) => state === 'CLOSED').length;
  const pending = waiting.length - sent;
  const draftsWith = (state: DraftShares) => drafts.filter(({ shares }) => shares === state).length;
  const sentences = [
    ...said(drafts.length, m.home_next_draft),
    ...said(draftsWith('DECLINED'), m.home_next_shares_declined),
    ...said(draftsWith('APPROVED'), m.home_next_shares_approved),
    ...said(pending, nothingToDo ? m.home_next_pending : m.home_next_pending_short),
    ...said(sent, m.home_next_sent),
    ...(readiness?.salaryWaits === true && !readiness.held
      ? [m.home_next_salary({ payday: readiness.payday })]
      : []),
  ];
  return sentences.length === 0 ? [m.home_next_nothing()] : sentences;
}
