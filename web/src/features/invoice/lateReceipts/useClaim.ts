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
import { notifyText } from '@/lib/notify/notify';
import { exactUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';

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
  /** Whether all the files that were chosen are among its files. */
  readonly hasFiles: (late: LateReceipt) => boolean;
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

/** Only a draft is removed: the server would let go of what waits for the clerks, too. */
async function removeIfDraft(lateId: string) {
  try {
    const { state } = await readLateReceipt(lateId);
    if (state === 'DRAFT') await deleteLateReceipt(lateId);
    else if (state === 'WAITING') notifyText('success', m.latereceipts_sent());
  } catch (error) {
    // It is in the list of the bill, where it can be taken back.
    tellProblem(error);
  }
}

/** Sends a late receipt: its draft, then its files, and then all of it to the clerks. */
export function useClaim({ personId, sendFiles, hasFiles, onSaved, onFound }: Options) {
  const [busy, setBusy] = useState(false);
  // The same over retries, so that one draft is made.
  const key = useRef(crypto.randomUUID());
  const draft = useRef<string>(undefined);
  const sending = useRef(false);
  const [stop] = useState(() => new AbortController());
  const changed = useLateReceiptsChanged();

  const removeDraft = async () => {
    if (draft.current !== undefined) await removeIfDraft(draft.current);
    await changed();
  };
  const make = async (claim: Claim): Promise<LateReceipt> => {
    const made = await makeLateReceipt(personId, claim, key.current);
    if (made.state === 'DRAFT') draft.current = made.id;
    // The answer of an earlier try may have been lost: then this is the draft that it made, with what was written then.
    return stop.signal.aborted || says(made, claim)
      ? made
      : saveLateReceipt(made.id, { ...claim, version: made.version });
  };
  /** The answer to sending it was lost, or another window sent it. */
  const isSent = (late: LateReceipt, claim: Claim): boolean =>
    late.state === 'WAITING' && says(late, claim) && hasFiles(late);
  /** Whether all of it went. */
  const sendAll = async (claim: Claim, seen: number | undefined): Promise<boolean> => {
    const late = await (draft.current === undefined
      ? make(claim)
      : saveLateReceipt(draft.current, { ...claim, ...(seen !== undefined && { version: seen }) }));
    if (isSent(late, claim)) return !stop.signal.aborted;
    onSaved(late);
    if (stop.signal.aborted || !(await sendFiles(late.id, stop.signal))) return false;
    if (stop.signal.aborted) return false;
    await sendLateReceipt(late.id, late.version);
    return !stop.signal.aborted;
  };
  /**
   * Lets the form follow what another window has saved. One that was sent is not written any more, nor removed; whether
   * that is what is claimed here.
   */
  const readAgain = async (claim: Claim): Promise<boolean> => {
    if (draft.current === undefined) return false;
    const late = await readLateReceipt(draft.current).catch(() => undefined);
    if (late === undefined) return false;
    if (late.state === 'DRAFT') {
      onFound(late);
      return false;
    }
    draft.current = undefined;
    return isSent(late, claim);
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
        const isThere = isStale(error) && (await readAgain(claim));
        // It may have been closed meanwhile.
        if (isThere || stop.signal.aborted) return !stop.signal.aborted;
        throw error;
      } finally {
        sending.current = false;
        setBusy(false);
        void (stop.signal.aborted ? removeDraft() : changed());
      }
    },
    /** What was not sent leaves nothing behind. What is on its way is stopped, and removed unless it was sent. */
    drop: () => {
      stop.abort();
      if (!sending.current && draft.current !== undefined) void removeDraft();
    },
  };
}
