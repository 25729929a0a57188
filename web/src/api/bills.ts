import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetKey, keyFor } from '@/lib/idempotency';
import type { Bill, BillBody, Row, RowBody } from './billTypes';
import { answer, api } from './client';
import { ApiProblem } from './problem';
import { currentUser } from './session';

export type * from './billTypes';

/** Everything fetched about bills; what changes one bill makes the lists under `bills` outdated. */
export const billKeys = {
  lists: ['bills'],
  each: ['bill'],
  /** What the clerks work through. */
  queues: ['provider-bills'],
  one: (billId: string) => ['bill', billId],
} as const;

export function billQuery(personId: string, billId: string) {
  return queryOptions({
    queryKey: billKeys.one(billId),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/person/{personId}/bills/{billId}', {
          params: { path: { personId, billId } },
          signal,
        }),
      ),
  });
}

/** Who did what to a bill and when, oldest first. */
export function billHistoryQuery(personId: string, billId: string) {
  return queryOptions({
    queryKey: [...billKeys.one(billId), 'history'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/person/{personId}/bills/{billId}/history', {
          params: { path: { personId, billId } },
          signal,
        }),
      ),
  });
}

/** What would keep the bill from being sent as it stands on the server. */
export function validateBill(billId: string) {
  return answer(
    api.GET('/api/person/bill/{billId}/validate', {
      params: { path: { billId } },
    }),
  );
}

/**
 * What a bill would pay as it is written; of a credit note what it takes off a salary. `noteId` names a saved credit
 * note: of one that was closed, the answer is what it took. A request that is no longer needed is cancelled.
 */
export function billSummaryQuery(body: BillBody | undefined, noteId?: string) {
  return queryOptions({
    queryKey: ['bill-summary', body, noteId],
    staleTime: noteId === undefined ? 5 * 60_000 : 0,
    gcTime: 60_000,
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: true,
    queryFn:
      body === undefined
        ? skipToken
        : ({ signal }) =>
            answer(
              noteId === undefined
                ? api.PUT('/api/calc/frombill', { body, signal })
                : api.PUT('/api/calc/frombill/{billId}', {
                    params: { path: { billId: noteId } },
                    body,
                    signal,
                  }),
            ),
  });
}

/** `made` is false when the same key had made the bill before; it is then as it stands now. */
export async function createBill(personId: string, body: BillBody, key: string) {
  const { data, response } = await api.POST('/api/person/{personId}/bills', {
    params: { path: { personId }, header: { 'Idempotency-Key': key } },
    body,
  });
  return { bill: data as Bill, made: response.status === 201 };
}

/** Saves a bill, and sends it for approval when its `state` is PENDING. */
export function saveBill(personId: string, billId: string, body: BillBody): Promise<Bill> {
  return answer(
    api.PUT('/api/person/{personId}/bills/{billId}', {
      params: { path: { personId, billId } },
      body,
    }),
  );
}

/** The bill as it stands on the server, which some refusals to change it carry. */
export function currentBillIn(problem: unknown): Bill | undefined {
  if (!(problem instanceof ApiProblem)) return undefined;
  return (problem.body as { bill?: Bill } | undefined)?.bill;
}

/** The lists are outdated, and so is what else is known about each of the bills. */
export function useBillsChanged() {
  const queryClient = useQueryClient();
  return (...bills: readonly Bill[]) => {
    for (const bill of bills) {
      queryClient.setQueryData(billKeys.one(bill.id), bill);
      void queryClient.invalidateQueries({ queryKey: [...billKeys.one(bill.id), 'history'] });
    }
    void queryClient.invalidateQueries({ queryKey: billKeys.lists });
  };
}

/** Bills may have gone to their customers: all that is on the screen of any bill is fetched anew. */
export function useBillsLeft() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [billKeys.lists, billKeys.each, billKeys.queues]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}

/** Whose bills they are, asked when it is needed: else each row of a list would listen to the session five times. */
function useOwner(): () => string {
  const queryClient = useQueryClient();
  return () => currentUser(queryClient)?.id ?? '';
}

export function useDeleteBill() {
  const owner = useOwner();
  const queryClient = useQueryClient();
  const changed = useBillsChanged();
  return useMutation({
    mutationFn: ({ id, version }: Pick<Bill, 'id' | 'version'>) =>
      api.DELETE('/api/person/{personId}/bills/{billId}', {
        params: { path: { personId: owner(), billId: id }, query: { version } },
      }),
    onSuccess: (_, { id }) => {
      queryClient.removeQueries({ queryKey: billKeys.one(id) });
      changed();
    },
  });
}

// A type and not an interface, which the client would not take.
type DraftRequest = {
  readonly params: {
    readonly path: { readonly personId: string; readonly billId: string };
    readonly header: { readonly 'Idempotency-Key': string };
  };
};

/** Makes a draft from a bill. Asked again after a lost answer, it is the same draft. */
function useMakeDraft(name: string, send: (request: DraftRequest) => Promise<{ data?: Bill }>) {
  const owner = useOwner();
  const queryClient = useQueryClient();
  const changed = useBillsChanged();
  return useMutation({
    mutationFn: (billId: string) =>
      answer(
        send({
          params: {
            path: { personId: owner(), billId },
            header: { 'Idempotency-Key': keyFor(`${name}-${billId}`) },
          },
        }),
      ),
    onSuccess: (draft, billId) => {
      forgetKey(`${name}-${billId}`);
      void queryClient.invalidateQueries({ queryKey: billKeys.one(billId) });
      changed(draft);
    },
  });
}

/** Makes a new draft of a bill in any state. */
export function useCopyBill() {
  return useMakeDraft('copy', (request) =>
    api.POST('/api/person/{personId}/bills/{billId}/copy', request),
  );
}

/** Makes a draft that credits what is left of a sent bill. */
export function useCreditPart() {
  return useMakeDraft('credit-part', (request) =>
    api.POST('/api/person/{personId}/bills/{billId}/credit-part', request),
  );
}

/** Makes the credit note of a sent bill and a new draft in its place. */
export function useCorrectBill() {
  const owner = useOwner();
  const queryClient = useQueryClient();
  const changed = useBillsChanged();
  return useMutation({
    mutationFn: (billId: string) =>
      answer(
        api.POST('/api/person/{personId}/bills/{billId}/correct', {
          params: {
            path: { personId: owner(), billId },
            header: { 'Idempotency-Key': keyFor(`correct-${billId}`) },
          },
        }),
      ),
    onSuccess: ({ creditNote, draft }, billId) => {
      forgetKey(`correct-${billId}`);
      void queryClient.invalidateQueries({ queryKey: billKeys.one(billId) });
      changed(creditNote, draft);
    },
  });
}

/** Sent bills to a customer of which something is left to be credited. */
export function creditableBillsQuery(personId: string, customer: string | undefined) {
  return queryOptions({
    queryKey: [...billKeys.lists, 'creditable', customer],
    queryFn:
      customer === undefined
        ? skipToken
        : ({ signal }) =>
            answer(
              api.GET('/api/person/{personId}/creditable-bills', {
                params: { path: { personId }, query: { customer } },
                signal,
              }),
            ),
  });
}

/** Opens a sent bill for editing, or requests that when a clerk is already handling it. */
export function useOpenBill() {
  const changed = useBillsChanged();
  return useMutation({
    mutationFn: (billId: string) =>
      answer(api.PUT('/api/person/bill/{billId}/open', { params: { path: { billId } } })),
    onSuccess: ({ bill }) => changed(bill),
  });
}

/** A row without the fields that the server calculates. */
export function rowBodyOf({ price: _price, totalPrice: _total, ...row }: Row): RowBody {
  return row;
}

/** A saved bill without the fields that the server calculates. */
export function bodyOf(bill: Bill): BillBody {
  return {
    version: bill.version,
    language: bill.language,
    billingdate: bill.billingdate,
    exactDueDate: bill.exactDueDate,
    dueDate: bill.dueDate,
    sharedCustomer: bill.sharedCustomer && { id: bill.sharedCustomer.id },
    creditOf: bill.creditOf && { id: bill.creditOf.id },
    alv: bill.alv,
    vatZeroReasonCode: bill.vatZeroReasonCode,
    inverseALV: bill.inverseALV,
    billReimbursementsFromCustomer: bill.billReimbursementsFromCustomer,
    separateReimbursements: bill.separateReimbursements,
    constructionReimbursements: bill.constructionReimbursements,
    specificationDetails: bill.specificationDetails,
    yourcode: bill.yourcode,
    invoiceText: bill.invoiceText,
    billableitems: bill.billableitems.map(rowBodyOf),
  };
}

/** Sends a saved bill for approval. `leftOutFromHome` confirms a journey that began elsewhere. */
export function useSendBill() {
  const owner = useOwner();
  const changed = useBillsChanged();
  return useMutation({
    mutationFn: ({ bill, leftOutFromHome }: { bill: Bill; leftOutFromHome: boolean }) =>
      saveBill(owner(), bill.id, { ...bodyOf(bill), leftOutFromHome, state: 'PENDING' }),
    onSuccess: (bill) => changed(bill),
  });
}
