import { Skeleton, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { billHistoryQuery, type BillLink } from '@/api/bills';
import { useSession } from '@/api/session';
import { m } from '@/paraglide/messages';
import { TextLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { BillTimeline } from './BillTimeline';
import { linkName } from './billWords';

/** Who did what to a bill and when, from the beginning. */
export function BillHistory({ billId }: { billId: string }) {
  const personId = useSession()?.id ?? '';
  const history = useQuery(billHistoryQuery(personId, billId));
  if (history.isPending) return <LoadingHistory />;
  if (history.isError) {
    return <LoadFailure error={history.error} retry={() => void history.refetch()} />;
  }
  return <BillTimeline events={history.data.events} link={draftLink} />;
}

function draftLink(link: BillLink) {
  return (
    <TextLink to="/invoice" search={{ id: link.id }} size="sm" onClick={() => modals.closeAll()}>
      {linkName(link)}
    </TextLink>
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
