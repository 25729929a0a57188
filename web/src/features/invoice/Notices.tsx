import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconHistory,
  IconInfoCircle,
  IconLock,
  IconMailOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billHistoryQuery, type Bill, type BillLink, type BillState } from '@/api/bills';
import { useSession } from '@/api/session';
import { customerName, linkName } from '@/domain/bills/billWords';
import { Leaving } from '@/domain/bills/Leaving';
import { TextLink } from '@/components/links';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { isUnsaved } from './autosave/machine';
import { useEditor, useMachine } from './editor';

interface NoticeProps {
  icon: ReactNode;
  colour: 'yellow' | 'petrol';
  children: ReactNode;
  actions?: ReactNode;
}

function Notice({ icon, colour, children, actions }: NoticeProps) {
  return (
    <Alert color={colour} variant="light" icon={icon} role="status">
      <Group justify="space-between" gap="sm">
        <Stack gap={4} flex={1} miw={220}>
          {children}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
    </Alert>
  );
}

interface RestoredProps {
  /** When it was written down. */
  at: string;
  onDiscard: () => void;
}

/** Says that unsaved work was restored, and offers to discard it. */
export function RestoredNotice({ at, onDiscard }: RestoredProps) {
  const { engine } = useEditor();
  const unsaved = useMachine(isUnsaved);
  if (!unsaved) return null;
  return (
    <Notice
      colour="petrol"
      icon={<IconHistory aria-hidden="true" />}
      actions={
        <>
          <Button size="compact-sm" onClick={engine.save}>
            {m.invoice_restored_keep()}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            {m.invoice_restored_discard()}
          </Button>
        </>
      }
    >
      <Text size="sm">{m.invoice_restored({ time: formatInstant(at) })}</Text>
    </Notice>
  );
}

interface OtherDraftProps {
  at: string;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Another tab, perhaps closed long ago, has left a new bill unfinished. */
export function OtherDraftNotice({ at, onContinue, onDiscard }: OtherDraftProps) {
  return (
    <Notice
      colour="petrol"
      icon={<IconHistory aria-hidden="true" />}
      actions={
        <>
          <Button size="compact-sm" onClick={onContinue}>
            {m.invoice_other_draft_continue()}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            {m.invoice_restored_discard()}
          </Button>
        </>
      }
    >
      <Text size="sm">{m.invoice_other_draft({ time: formatInstant(at) })}</Text>
    </Notice>
  );
}

interface OverProps {
  bill: Bill | null;
  busy: boolean;
  onCopy: () => void;
  onDiscard: () => void;
}

/** The bill was sent or deleted elsewhere while something was typed here. */
export function OverNotice({ bill, busy, onCopy, onDiscard }: OverProps) {
  return (
    <Notice
      colour="yellow"
      icon={<IconInfoCircle aria-hidden="true" />}
      actions={
        <>
          <Button size="compact-sm" loading={busy} onClick={onCopy}>
            {m.invoice_over_copy()}
          </Button>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={onDiscard}>
            {m.invoice_restored_discard()}
          </Button>
        </>
      }
    >
      <Text size="sm">{bill === null ? m.invoice_over_deleted() : m.invoice_over_sent()}</Text>
    </Notice>
  );
}

const WHY_LOCKED: Readonly<Record<Exclude<BillState, 'OPEN'>, () => string>> = {
  PENDING: m.invoice_locked_pending,
  TAKEN: m.invoice_locked_taken,
  APPROVED: m.invoice_locked_approved,
  CLOSED: m.invoice_locked_closed,
  PAID: m.invoice_locked_paid,
  HYVITETTY: m.invoice_locked_credited,
};

function whyLocked({ state, openRequest, creditOf }: Bill): string | undefined {
  if (state === 'OPEN') return undefined;
  if (creditOf !== null && state === 'PAID') return m.invoice_locked_credit_note();
  return state === 'TAKEN' && openRequest ? m.invoice_locked_open_requested() : WHY_LOCKED[state]();
}

interface Linked {
  readonly text: string;
  readonly bill: BillLink | null;
  readonly sum?: string;
}

/** Why the bill cannot be edited, and the bills that belong to it. */
export function BillNotice({ bill }: { bill: Bill }) {
  const why = bill.editable ? undefined : whyLocked(bill);
  const links: Linked[] = [
    { text: m.invoice_credit_of(), bill: bill.creditOf },
    ...bill.creditedBy.map((note) => ({
      text: m.invoice_credited_by(),
      bill: note,
      sum: formatMoney(note.totalpriceWithAlv),
    })),
    { text: m.invoice_correction_of(), bill: bill.correctionOf },
    { text: m.invoice_corrected_by(), bill: bill.correctedBy },
  ].filter((link) => link.bill !== null);
  if (why === undefined && links.length === 0) return null;
  return (
    <Notice
      colour="petrol"
      icon={
        why === undefined ? <IconInfoCircle aria-hidden="true" /> : <IconLock aria-hidden="true" />
      }
    >
      {why !== undefined && <Text size="sm">{why}</Text>}
      {bill.leavesAt !== null && (
        <Text size="sm" fw={600}>
          <Leaving at={bill.leavesAt} />
        </Text>
      )}
      {bill.creditedAmount > 0 && bill.openAmount !== null && (
        <Text size="sm">
          {m.invoice_credited_sums({
            credited: formatMoney(bill.creditedAmount),
            open: formatMoney(bill.openAmount),
          })}
        </Text>
      )}
      {links.map(
        ({ text, bill: other, sum }) =>
          other !== null && (
            <Text size="sm" key={other.id}>
              {`${text} `}
              <TextLink to="/invoice" search={{ id: other.id }} inherit underline="always">
                {linkName(other)}
              </TextLink>
              {sum !== undefined && ` · ${sum}`}
            </Text>
          ),
      )}
    </Notice>
  );
}

/** The customer's address does not take the bill: what the worker, who knows the customer, can do about it. */
export function RefusedAddressNotice({ bill }: { bill: Bill }) {
  const { delivery } = bill;
  if (delivery?.reason !== 'ADDRESS_REFUSED') return null;
  return (
    <Notice colour="yellow" icon={<IconMailOff aria-hidden="true" />}>
      <Text size="sm" fw={600}>
        {m.invoice_refused_address({ customer: customerName(bill), address: delivery.address })}
      </Text>
      <Text size="sm">
        {m.invoice_refused_address_help()}{' '}
        <TextLink to="/customers" inherit underline="always">
          {m.invoice_refused_address_customers()}
        </TextLink>
      </Text>
    </Notice>
  );
}

/** Shows why a clerk returned the bill, beside the fields to correct. */
export function ReturnedNotice({ bill }: { bill: Bill }) {
  const personId = useSession()?.id ?? '';
  const history = useQuery({
    ...billHistoryQuery(personId, bill.id),
    enabled: bill.state === 'OPEN',
  });
  const last = history.data?.events.at(-1);
  if (bill.state !== 'OPEN' || last?.action !== 'returned' || last.reason === null) return null;
  return (
    <Notice colour="yellow" icon={<IconArrowBackUp aria-hidden="true" />}>
      <Text size="sm" fw={600}>
        {m.invoice_returned({ time: formatInstant(last.at) })}
      </Text>
      <Text size="sm">{last.reason}</Text>
    </Notice>
  );
}
