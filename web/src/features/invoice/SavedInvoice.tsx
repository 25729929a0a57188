import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useToday } from '@/api/today';
import { billQuery } from '@/api/bills';
import { ApiProblem, endedSession } from '@/api/problem';
import { useSession } from '@/api/session';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { formatDate } from '@/lib/format/date';
import { notify } from '@/lib/notify/notify';
import { journalOf } from './autosave/journal';
import { OpenedInvoice } from './OpenedInvoice';
import { openDeleted, openSaved } from './opening';

/** Whether the answer means that there is no such bill, or none of this person's. */
function isNowhere(error: unknown): boolean {
  if (!(error instanceof ApiProblem) || endedSession(error)) return false;
  return error.status === 404 || error.status === 400 || error.status === 422;
}

/** A bill that the server has. */
export function SavedInvoice({ id }: { id: string }) {
  const personId = useSession()?.id ?? '';
  const { today, error: noDay, retry } = useToday();
  const query = useQuery({ ...billQuery(personId, id), staleTime: 0, enabled: personId !== '' });
  const journal = useMemo(() => journalOf(personId), [personId]);
  const [generation, setGeneration] = useState(0);
  const { data: bill, error, isFetchedAfterMount } = query;
  const common = {
    personId,
    journal,
    today: today === undefined ? undefined : formatDate(today),
    onDiscarded: () => setGeneration((before) => before + 1),
  };
  const [deleted] = useState(() => () => openDeleted(id, journal));

  if (isNowhere(error)) {
    return (
      <MissingInvoice key={generation} {...common} today={common.today ?? ''} open={deleted} />
    );
  }
  if (error !== null && bill === undefined) {
    return <LoadFailure error={error} retry={() => void query.refetch()} />;
  }
  if (noDay !== null && common.today === undefined)
    return <LoadFailure error={noDay} retry={retry} />;
  // What is known from before may be old; the journal is to be compared with what is there now.
  if (bill === undefined || !isFetchedAfterMount || common.today === undefined) {
    return <PageLoader />;
  }
  return (
    <OpenedInvoice
      // A bill that was opened for editing, or no longer can be, begins anew.
      key={`${generation} ${bill.editable}`}
      {...common}
      today={common.today}
      bill={bill}
      open={() => openSaved(bill, journal)}
    />
  );
}

type MissingInvoiceProps = Omit<Parameters<typeof OpenedInvoice>[0], 'open'> & {
  open: () => ReturnType<typeof openDeleted>;
};

/** There is no such bill: unless something was typed into it, the list is the place to be. */
function MissingInvoice({ open, ...others }: MissingInvoiceProps) {
  const navigate = useNavigate();
  const [start] = useState(open);
  useEffect(() => {
    if (start !== undefined) return;
    notify('warning', 'NOT_FOUND');
    void navigate({ to: '/invoices', replace: true });
  }, [start, navigate]);
  return start === undefined ? <PageLoader /> : <OpenedInvoice {...others} open={() => start} />;
}
