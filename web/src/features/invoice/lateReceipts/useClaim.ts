import { useRef, useState } from 'react';
import {
  deleteLateReceipt,
  makeLateReceipt,
  readLateReceipt,
  saveLateReceipt,
  sendLateReceipt,
  useLateReceiptsChanged,
  type LateReceipt,
} from '@/api/lateReceipts';
import { ApiProblem } from '@/api/problem';
import { tellProblem } from '@/components/tellProblem';
import { exactUnits } from '@/lib/price';

/** What is claimed, as it is sent. */
interface Claim {
  readonly rowId: string;
  readonly field: string;
  readonly amount: `${number}`;
  readonly note: string;
}

interface Options {
  readonly personId: string;
  readonly sendFiles: (lateId: string, signal: AbortSignal) => Promise<boolean>;
  /** The draft is stored as it was sent. */
  readonly onSaved: (late: LateReceipt) => void;
  /** The draft was saved elsewhere meanwhile, and this is what it is now. */
  readonly onFound: (late: LateReceipt) => void;
}

function says(late: LateReceipt, { rowId, field, amount, note }: Claim): boolean {
  return (
    late.rowId === rowId &&
    late.field === field &&
    exactUnits(late.amount) === exactUnits(amount) &&
    late.note === note.trim()
  );
}

function isStale(error: unknown): boolean {
  return error instanceof ApiProblem && error.errorKey === 'STALE_LATE_RECEIPT';
}

/** Sends a late receipt: its draft, then its files, and then all of it to the clerks. */
export function useClaim({ personId, sendFiles, onSaved, onFound }: Options) {
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
  const make = async (claim: Claim): Promise<LateReceipt> => {
    const made = await makeLateReceipt(personId, claim, key.current);
    draft.current = made.id;
    // The answer of an earlier try may have been lost: then this is the draft that it made, with what was written then.
    return stop.signal.aborted || says(made, claim)
      ? made
      : saveLateReceipt(made.id, { ...claim, version: made.version });
  };
  /** Whether all of it went. */
  const sendAll = async (claim: Claim, seen: number | undefined): Promise<boolean> => {
    const late = await (draft.current === undefined
      ? make(claim)
      : saveLateReceipt(draft.current, { ...claim, ...(seen !== undefined && { version: seen }) }));
    onSaved(late);
    if (stop.signal.aborted || !(await sendFiles(late.id, stop.signal))) return false;
    if (stop.signal.aborted) return false;
    await sendLateReceipt(late.id, late.version);
    return !stop.signal.aborted;
  };
  /** Lets the form follow what another window has saved. One that was sent there is not written any more. */
  const readAgain = async () => {
    if (draft.current === undefined) return;
    const late = await readLateReceipt(draft.current).catch(() => undefined);
    if (late?.state === 'DRAFT') onFound(late);
  };

  return {
    busy,
    /**
     * Whether it was sent. Not before all its files are there, and the person who sends it has been told of repeated ones.
     * `seen` is the version of the draft on which it was written.
     */
    claim: async (claim: Claim, seen: number | undefined): Promise<boolean> => {
      sending.current = true;
      setBusy(true);
      try {
        return await sendAll(claim, seen);
      } catch (error) {
        if (stop.signal.aborted) return false;
        if (isStale(error)) await readAgain();
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
