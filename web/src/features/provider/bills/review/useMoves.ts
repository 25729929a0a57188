import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  MOVES_KEY,
  moveBill,
  reviewQuery,
  useQueueCache,
  type ClerkMove,
  type Review,
} from '@/api/providerBills';
import { ApiProblem, endedSession } from '@/api/problem';
import { notifyUndo } from '@/components/notifyUndo';
import type { Walk } from '@/components/list/useWalk';
import { reasonText } from '@/domain/bills/reasonText';
import { DURATION_MS, notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { reviewLabel } from '../billLabel';
import { whyNot } from './moves';

interface Making {
  readonly review: Review;
  readonly move: ClerkMove;
  /** Done from a notification, when another bill or another page may be open. */
  readonly elsewhere?: boolean;
}

/** Approving or returning a bill that is not taken yet also takes it. */
async function make({ review: { bill }, move }: Making) {
  const takesFirst = move.kind === 'approve' || move.kind === 'return';
  if (takesFirst && bill.state === 'PENDING') await moveBill(bill.id, { kind: 'take' });
  return moveBill(bill.id, move);
}

/** After these the clerk goes on with the same bill. */
const STAYING: ReadonlySet<ClerkMove['kind']> = new Set(['take', 'refuse', 'unapprove', 'send']);

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return textOf('ERROR');
  const [first] = error.fields;
  return first === undefined ? textOf(error.errorKey) : reasonText(first);
}

/** Says which bill it was: another one is open by then. */
function tellFailure(error: unknown, review: Review) {
  if (endedSession(error)) return;
  const reason = reasonOf(error);
  notifyText('error', m.bills_problem({ field: reviewLabel(review), reason }), DURATION_MS.long);
}

/** What a clerk does to the open bill. What takes it out of the queue opens the next one. */
export function useMoves(walk: Walk) {
  const queryClient = useQueryClient();
  const cache = useQueueCache();
  const { mutate, isPending, variables } = useMutation({
    mutationKey: MOVES_KEY,
    mutationFn: make,
    // Not for each call: those are not made once the page is left.
    onSuccess: (bill, { review, move, elsewhere }) => {
      queryClient.setQueryData(reviewQuery(bill.id).queryKey, { ...review, bill });
      if (move.kind === 'approve') tellApproved({ ...review, bill });
      if (elsewhere === true) {
        notifyText('info', m.providerbills_unapproved({ bill: reviewLabel(review) }));
      }
    },
    onError: (error, { review }) => tellFailure(error, review),
    onSettled: (_, __, { review }) => cache.refresh(review.bill.id),
  });

  /** The next bill is open by then, so that an approval by mistake is taken back here. */
  const tellApproved = (review: Review) =>
    notifyUndo(m.providerbills_approved({ bill: reviewLabel(review) }), {
      name: m.providerbills_unapprove(),
      run: () => mutate({ review, move: { kind: 'unapprove' }, elsewhere: true }),
    });

  const busy = isPending ? variables.review.bill.id : undefined;
  // A second press while the first is on its way must not make the move twice.
  const mayRun = (review: Review, { kind }: ClerkMove) =>
    whyNot(kind, review) === undefined && busy !== review.bill.id;
  const goOn = (review: Review) => {
    walk.goOn();
    void cache.leave(review.bill.id);
  };

  const run = (review: Review, move: ClerkMove) => {
    if (!mayRun(review, move)) return;
    mutate({ review, move });
    if (!STAYING.has(move.kind)) goOn(review);
  };
  /** Goes on once the server has answered: what was typed for the move stays until then. */
  const runAndWait = (review: Review, move: ClerkMove, done: () => void) => {
    if (!mayRun(review, move)) return;
    const onSuccess = () => {
      done();
      goOn(review);
    };
    mutate({ review, move }, { onSuccess });
  };
  return { run, runAndWait, busy };
}
