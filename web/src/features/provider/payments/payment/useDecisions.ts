import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  decide,
  DECISIONS_KEY,
  paymentQuery,
  usePaymentCache,
  type Decision,
  type PaymentDetails,
} from '@/api/payments';
import { ApiProblem, endedSession } from '@/api/problem';
import { useSession } from '@/api/session';
import type { Walk } from '@/components/list/useWalk';
import { DURATION_MS, notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { paymentLabel } from '../paymentWords';
import { whyNot, type MoveKind } from './moves';
import { unitsOfEuros } from './split';

interface Making {
  readonly details: PaymentDetails;
  readonly decision: Decision;
}

const DONE: Readonly<Record<MoveKind, (inputs: { payment: string }) => string>> = {
  match: m.providermoney_done_match,
  refund: m.providermoney_done_refund,
  'set-aside': m.providermoney_done_aside,
  undo: m.providermoney_done_undo,
  confirm: m.providermoney_done_confirm,
  reject: m.providermoney_done_reject,
  withdraw: m.providermoney_done_withdraw,
};

/** What was done. A match above the provider's limit only waits. */
function doneText({ payment }: PaymentDetails, kind: MoveKind): string {
  const waits = kind === 'match' && payment.state === 'PROPOSED';
  const text = waits ? m.providermoney_done_proposed : DONE[kind];
  return text({ payment: paymentLabel(payment) });
}

/** Whether nothing is left to decide about a payment afterwards. */
function settles({ payment }: PaymentDetails, decision: Decision): boolean {
  if (decision.kind === 'undo' || decision.kind === 'withdraw') return false;
  if (decision.kind !== 'match') return true;
  const given = decision.parts.reduce((sum, { amount }) => sum + (unitsOf(amount) ?? 0n), 0n);
  return given === unitsOfEuros(payment.rest);
}

/** Says which payment it was, for another one may be open by then, and what was wrong with it. */
function tellFailure(error: unknown, { payment }: PaymentDetails) {
  if (endedSession(error)) return;
  const key = error instanceof ApiProblem ? (error.fields[0]?.key ?? error.errorKey) : 'ERROR';
  const text = m.bills_problem({ field: paymentLabel(payment), reason: textOf(key) });
  notifyText('error', text, DURATION_MS.long);
}

interface Waiting {
  readonly done?: () => void;
  readonly shown?: (error: Error) => boolean;
}

/** What is decided about the open payment. Whatever settles it opens the next one. */
export function useDecisions(walk: Walk) {
  const queryClient = useQueryClient();
  const cache = usePaymentCache();
  const viewerId = useSession()?.id ?? '';
  const { mutate, isPending, variables } = useMutation({
    mutationKey: DECISIONS_KEY,
    mutationFn: ({ details, decision }: Making) => decide(details.payment, decision),
    onSuccess: (details, { decision }) => {
      queryClient.setQueryData(paymentQuery(details.payment.id).queryKey, details);
      notifyText('success', doneText(details, decision.kind));
    },
    onSettled: cache.refresh,
  });
  const busyWith = isPending ? variables.details.payment.id : undefined;
  // A second press while the first is on its way must not decide twice.
  const mayRun = (details: PaymentDetails, { kind }: Decision) =>
    whyNot(kind, details, viewerId) === undefined && busyWith !== details.payment.id;

  const run = (details: PaymentDetails, decision: Decision) => {
    if (!mayRun(details, decision)) return;
    mutate({ details, decision }, { onError: (error) => tellFailure(error, details) });
    if (!settles(details, decision)) return;
    walk.goOn();
    void cache.leave(details.payment.id);
  };
  return {
    run,
    /**
     * Goes on once the server has answered: what was typed for the decision stays until then. `shown` says whether
     * a failure stands at the fields already.
     */
    runAndWait: (
      details: PaymentDetails,
      decision: Decision,
      { done, shown = () => false }: Waiting = {},
    ) => {
      if (!mayRun(details, decision)) return;
      mutate(
        { details, decision },
        {
          onSuccess: () => {
            done?.();
            if (settles(details, decision)) walk.goOn();
          },
          onError: (error) => {
            if (!shown(error)) tellFailure(error, details);
          },
        },
      );
    },
    busyWith,
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
