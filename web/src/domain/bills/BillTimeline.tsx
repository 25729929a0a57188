import { Stack, Text, Timeline } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCalendarEvent,
  IconCheck,
  IconCircleCheck,
  IconCopy,
  IconEye,
  IconLockOpen,
  IconMailCheck,
  IconPencil,
  IconPlus,
  IconReceiptRefund,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { BillEvent, BillHistoryEvent, BillLink } from '@/api/bills';
import type { SendBillMethod } from '@/api/customers';
import { methodText } from '@/domain/customers/texts';
import { lapseText } from '@/domain/sharing/sharingWords';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

const EVENTS: Readonly<Record<BillEvent, { text: () => string; icon: Icon }>> = {
  created: { text: m.bills_event_created, icon: IconPlus },
  copied: { text: m.bills_event_copied, icon: IconCopy },
  sent: { text: m.bills_event_sent, icon: IconSend },
  opened: { text: m.bills_event_opened, icon: IconLockOpen },
  openRequested: { text: m.bills_event_open_requested, icon: IconLockOpen },
  openGranted: { text: m.bills_event_open_granted, icon: IconCheck },
  openRefused: { text: m.bills_event_open_refused, icon: IconX },
  taken: { text: m.bills_event_taken, icon: IconEye },
  returned: { text: m.bills_event_returned, icon: IconArrowBackUp },
  approved: { text: m.bills_event_approved, icon: IconCheck },
  unapproved: { text: m.bills_event_unapproved, icon: IconArrowBackUp },
  redated: { text: m.bills_event_redated, icon: IconCalendarEvent },
  closed: { text: m.bills_event_closed, icon: IconSend },
  delivered: { text: m.bills_event_delivered, icon: IconMailCheck },
  paid: { text: m.bills_event_paid, icon: IconCircleCheck },
  unpaid: { text: m.bills_event_unpaid, icon: IconArrowBackUp },
  credited: { text: m.bills_event_credited, icon: IconReceiptRefund },
  partCredited: { text: m.bills_event_part_credited, icon: IconReceiptRefund },
  corrected: { text: m.bills_event_corrected, icon: IconPencil },
  advanceRequested: { text: m.bills_event_advance_requested, icon: IconSend },
  advanceWithdrawn: { text: m.bills_event_advance_withdrawn, icon: IconArrowBackUp },
  advanceGranted: { text: m.bills_event_advance_granted, icon: IconCheck },
  advanceRefused: { text: m.bills_event_advance_refused, icon: IconX },
  advanceLapsed: { text: m.bills_event_advance_lapsed, icon: IconX },
  advanceFreed: { text: m.bills_event_advance_freed, icon: IconReceiptRefund },
  advancePaid: { text: m.bills_event_advance_paid, icon: IconCircleCheck },
  advanceCameBack: { text: m.bills_event_advance_came_back, icon: IconArrowBackUp },
};

interface Props {
  events: readonly BillHistoryEvent[];
  /** How to get to another bill that an event is about. */
  link: (bill: BillLink) => ReactNode;
}

/** Who did what to a bill and when, the oldest first. */
export function BillTimeline({ events, link }: Props) {
  return (
    <Timeline active={events.length - 1} bulletSize={28} lineWidth={2}>
      {events.map((event) => {
        const { text, icon: EventIcon } = EVENTS[event.action];
        return (
          <Timeline.Item
            key={`${event.at} ${event.action}`}
            bullet={<EventIcon size={16} aria-hidden="true" />}
            title={text()}
          >
            <EventDetails event={event} link={link} />
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

interface DetailProps {
  event: BillHistoryEvent;
  link: Props['link'];
}

function EventDetails({ event, link }: DetailProps) {
  const { at, actor, own, reason, lapse, link: about } = event;
  const who = own ? m.bills_history_you() : (actor ?? m.bills_history_system());
  const why = reason ?? lapseText(lapse);
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {`${who} · ${formatInstant(at)}`}
      </Text>
      {why !== undefined && <Text size="sm">{m.bills_history_reason({ reason: why })}</Text>}
      {factsOf(event).map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
      {about !== null && link(about)}
    </Stack>
  );
}

/** What else is known of the event, in words: the number that the bill got, how it went, dates it has and had, a sum. */
function factsOf({ billNumber, method, billingDate, dueDate, amount }: BillHistoryEvent): string[] {
  return [
    billNumber === null ? undefined : m.bills_history_number({ number: billNumber }),
    method === null
      ? undefined
      : m.bills_history_method({ method: methodText(method as SendBillMethod) }),
    amount === null ? undefined : formatMoney(amount),
    changeText(billingDate, m.bills_history_billing_date),
    changeText(dueDate, m.bills_history_due_date),
  ].filter((text) => text !== undefined);
}

function changeText(
  change: BillHistoryEvent['billingDate'],
  text: (dates: { before: string; after: string }) => string,
): string | undefined {
  const { before = null, after = null } = change ?? {};
  return before === null || after === null ? undefined : text({ before, after });
}
