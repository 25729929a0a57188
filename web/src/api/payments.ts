import { queryOptions, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { billKeys } from './bills';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

/** A movement on the bank account. */
export type Payment = Schemas['Payment'];
export type PaymentState = Schemas['PaymentState'];
/** A movement with its bills, its refunds and the bills that it may be for. */
export type PaymentDetails = Schemas['PaymentDetails'];
export type PaymentPart = Schemas['PaymentPart'];
/** A match that a second person has to confirm. */
export type MatchProposal = Schemas['MatchProposal'];
/** A bill on which something is owed. */
export type OpenBill = Schemas['OpenBill'];
/** One that a payment may be for, and what speaks for it. */
export type SuggestedBill = Schemas['SuggestedBill'];
type PaymentPage = Schemas['PaymentPage'];

/** What has come for a bill, and what was asked for. */
export type PaymentsOfBill = Schemas['PaymentsOfBill'];

/** What is decided about a payment. */
export type Decision =
  | {
      readonly kind: 'match';
      readonly parts: readonly { readonly billId: string; readonly amount: string }[];
    }
  | { readonly kind: 'refund'; readonly iban: string; readonly name: string }
  | { readonly kind: 'set-aside'; readonly note: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'reject'; readonly note: string }
  | { readonly kind: 'withdraw' };

/** All that a payment may change, but for the bills themselves. */
export const PAYMENTS_KEY = ['payments'] as const;
const LISTS_KEY = [...PAYMENTS_KEY, 'list'] as const;
/** The mutations that take payments out of the lists. */
export const DECISIONS_KEY = [...PAYMENTS_KEY, 'decide'] as const;

/** Movements of one state, the newest first; with a search those that it finds. */
export function payments(state: PaymentState, search = '') {
  return cursorList(
    [...LISTS_KEY, state, search],
    (cursor, signal): Promise<PaymentPage> =>
      answer(
        api.GET('/api/provider/payments', {
          params: { query: { state, ...(search !== '' && { q: search }), ...cursor } },
          signal,
        }),
      ),
    (page) => page.payments,
    { keepPrevious: true },
  );
}

export function usePayments(state: PaymentState, search = ''): Listing<Payment> {
  const list = useCursorList(payments(state, search));
  // The server does not count what a search finds.
  return search === '' ? { ...list, total: countIn(list.pages, state) } : list;
}

/** The number of movements by state, once it is known. */
export function usePaymentCounts(): (state: PaymentState) => number | undefined {
  const { pages } = useCursorList(payments('UNMATCHED'));
  return (state) => countIn(pages, state);
}

function countIn(pages: readonly PaymentPage[], state: PaymentState): number | undefined {
  const last = pages.at(-1);
  return last && (last.counts.find((one) => one.state === state)?.count ?? 0);
}

export function paymentQuery(paymentId: string) {
  return queryOptions({
    queryKey: [...PAYMENTS_KEY, 'one', paymentId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/provider/payments/{paymentId}', { params: { path: { paymentId } }, signal }),
      ),
  });
}

/** Bills on which something is owed, by number, reference, amount or customer. */
export function openBillsQuery(search: string) {
  return queryOptions({
    queryKey: [...PAYMENTS_KEY, 'open-bills', search],
    enabled: search !== '',
    queryFn: ({ signal }) =>
      answer(api.GET('/api/provider/open-bills', { params: { query: { search } }, signal })),
  });
}

/** What has come for a bill, and the reminders about it. */
export function billPaymentsQuery(billId: string) {
  return queryOptions({
    queryKey: [...billKeys.one(billId), 'payments'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/provider/bills/{billId}/payments', { params: { path: { billId } }, signal }),
      ),
  });
}

/** Does what was decided about a payment as it was looked at, and answers it as it then is. */
export function decide({ id, version }: Payment, decision: Decision): Promise<PaymentDetails> {
  const params = { path: { paymentId: id } };
  switch (decision.kind) {
    case 'match':
      return answer(
        api.POST('/api/provider/payments/{paymentId}/match', {
          params,
          body: { version, parts: [...decision.parts] },
        }),
      );
    case 'refund': {
      const { iban, name } = decision;
      return answer(
        api.POST('/api/provider/payments/{paymentId}/refund', {
          params,
          body: { version, iban, name },
        }),
      );
    }
    case 'set-aside':
      return answer(
        api.POST('/api/provider/payments/{paymentId}/set-aside', {
          params,
          body: { version, note: decision.note },
        }),
      );
    case 'undo':
      return answer(
        api.POST('/api/provider/payments/{paymentId}/unmatch', { params, body: { version } }),
      );
    case 'confirm':
      return answer(
        api.POST('/api/provider/payments/{paymentId}/confirm', { params, body: { version } }),
      );
    case 'reject':
      return answer(
        api.POST('/api/provider/payments/{paymentId}/reject', {
          params,
          body: { version, note: decision.note },
        }),
      );
    case 'withdraw':
      return answer(
        api.POST('/api/provider/payments/{paymentId}/withdraw', { params, body: { version } }),
      );
  }
}

/** What changed about a payment makes the lists outdated, and what is known of bills. */
export function usePaymentCache() {
  const queryClient = useQueryClient();
  return {
    /** Takes a payment out of the lists before the server has answered. */
    leave: async (paymentId: string) => {
      // An answer that is on its way still has the payment.
      await queryClient.cancelQueries({ queryKey: LISTS_KEY });
      queryClient.setQueriesData<InfiniteData<PaymentPage>>({ queryKey: LISTS_KEY }, (data) =>
        data === undefined ? data : { ...data, pages: without(paymentId, data.pages) },
      );
    },
    refresh: () => {
      // Another decision that is under way refreshes the lists when it is done: before that they still
      // have its payment.
      const deciding = queryClient.isMutating({ mutationKey: DECISIONS_KEY }) > 1;
      void queryClient.invalidateQueries({
        queryKey: PAYMENTS_KEY,
        predicate: ({ queryKey }) => !deciding || queryKey[1] !== LISTS_KEY[1],
      });
      void queryClient.invalidateQueries({ queryKey: billKeys.each });
    },
    /** Fetches a payment that will be opened next. */
    expect: (paymentId: string) => void queryClient.prefetchQuery(paymentQuery(paymentId)),
  };
}

function without(paymentId: string, pages: readonly PaymentPage[]): PaymentPage[] {
  const gone = pages.flatMap((page) => page.payments).find(({ id }) => id === paymentId);
  if (gone === undefined) return [...pages];
  return pages.map(({ payments: all, counts, next }) => ({
    next,
    payments: all.filter(({ id }) => id !== paymentId),
    counts: counts.map(({ state, count }) => ({
      state,
      count: state === gone.state ? count - 1 : count,
    })),
  }));
}
