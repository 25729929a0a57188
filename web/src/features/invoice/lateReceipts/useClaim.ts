import { useRef, useState } from 'react';
import {
  deleteLateReceipt,
  makeLateReceipt,
  saveLateReceipt,
  sendLateReceipt,
  useLateReceiptsChanged,
} from '@/api/lateReceipts';
import { tellProblem } from '@/components/tellProblem';

type Body = Parameters<typeof saveLateReceipt>[1];

/** Sends a late receipt: its draft, then its files, and then all of it to the clerks. */
export function useClaim(
  personId: string,
  sendFiles: (lateId: string, signal: AbortSignal) => Promise<boolean>,
) {
  const [busy, setBusy] = useState(false);
  // The same over retries, so that one draft is made.
  const key = useRef(crypto.randomUUID());
  const draft = useRef<string>(undefined);
  const sending = useRef(false);
  const [stop] = useState(() => new AbortController());
  const changed = useLateReceiptsChanged();

  const removeDraft = async () => {
    try {
      if (draft.current !== undefined) await deleteLateReceipt(draft.current);
    } catch (error) {
      // It is in the list of the bill, where it can be taken back.
      tellProblem(error);
    }
    await changed();
  };
  /** Whether all of it went. */
  const sendAll = async (body: Body): Promise<boolean> => {
    const late = await (draft.current === undefined
      ? makeLateReceipt(personId, body, key.current)
      : saveLateReceipt(draft.current, body));
    draft.current = late.id;
    if (stop.signal.aborted || !(await sendFiles(late.id, stop.signal))) return false;
    if (stop.signal.aborted) return false;
    await sendLateReceipt(late.id);
    return !stop.signal.aborted;
  };

  return {
    busy,
    /** Whether it was sent. Not before all its files are there, and the person who sends it has been told of repeated ones. */
    claim: async (body: Body): Promise<boolean> => {
      sending.current = true;
      setBusy(true);
      try {
        return await sendAll(body);
      } catch (error) {
        if (stop.signal.aborted) return false;
        throw error;
      } finally {
        sending.current = false;
        setBusy(false);
        void (stop.signal.aborted ? removeDraft() : changed());
      }
    },
    /** What was not sent leaves nothing behind. What is on its way is stopped, and then removed. */
    drop: () => {
      stop.abort();
      if (!sending.current && draft.current !== undefined) void removeDraft();
    },
  };
}
