import { Skeleton, Stack, Text, Timeline } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import {
  IconArrowBackUp,
  IconCheck,
  IconCircleCheck,
  IconCopy,
  IconEye,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconReceiptRefund,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { billHistoryQuery, type BillEvent, type BillHistoryEvent } from '@/api/bills';
import { useSession } from '@/api/session';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import { TextLink } from '../links';
import { LoadFailure } from '../LoadFailure';
import { billName } from './billWords';

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
  closed: { text: m.bills_event_closed, icon: IconSend },
  paid: { text: m.bills_event_paid, icon: IconCircleCheck },
  unpaid: { text: m.bills_event_unpaid, icon: IconArrowBackUp },
  credited: { text: m.bills_event_credited, icon: IconReceiptRefund },
  corrected: { text: m.bills_event_corrected, icon: IconPencil },
};

/** Who did what to a bill and when, from the beginning. */
export function BillHistory({ billId }: { billId: string }) {
  const personId = useSession()?.id ?? '';
  const history = useQuery(billHistoryQuery(personId, billId));
  if (history.isPending) return <LoadingHistory />;
  if (history.isError) {
    return <LoadFailure error={history.error} retry={() => void history.refetch()} />;
  }
  const { events } = history.data;
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
            <EventDetails event={event} />
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function EventDetails({ event: { at, actor, own, reason, link } }: { event: BillHistoryEvent }) {
  const who = own ? m.bills_history_you() : (actor ?? m.bills_history_system());
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {`${who} · ${formatInstant(at)}`}
      </Text>
      {reason !== null && <Text size="sm">{m.bills_history_reason({ reason })}</Text>}
      {link !== null && (
        <TextLink
          to="/invoice"
          search={{ id: link.id }}
          size="sm"
          onClick={() => modals.closeAll()}
        >
          {billName(link)}
        </TextLink>
      )}
    </Stack>
  );
}

function LoadingHistory() {
  return (
    <Stack role="status" aria-label={m.loading()}>
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} height={40} />
      ))}
    </Stack>
  );
}
