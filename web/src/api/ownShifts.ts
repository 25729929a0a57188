import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetKey, keyFor } from '@/lib/idempotency';
import { bodyOf, createBill, rowBodyOf, saveBill, useBillsChanged } from './bills';
import type { Bill, BillLanguage, Row, RowBody } from './billTypes';
import { answer, api } from './client';
import { ApiProblem } from './problem';
import type { components } from './schema';
import { useSession } from './session';

type Schemas = components['schemas'];

export type Shift = Schemas['Shift'];
export type ShiftDifference = Schemas['ShiftDifference'];
export type ShiftBody = Schemas['ShiftBody'];
export type Entitlement = Schemas['Entitlement'];
export type RowsOfShifts = Schemas['RowsOfShifts'];

const shiftsKey = ['own-shifts'] as const;

/** The days of a month that is written 2026-11, as DD.MM.YYYY. */
function daysOfMonth(month: string): { from: string; to: string } {
  const [year = '', number = ''] = month.split('-');
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate();
  return { from: `01.${number}.${year}`, to: `${last}.${number}.${year}` };
}

/** All shifts that begin in a month, the earliest first. */
export function shiftsQuery(personId: string, month: string | undefined) {
  return queryOptions({
    queryKey: [...shiftsKey, personId, month],
    // Bills change what is shown of shifts, also elsewhere.
    staleTime: 0,
    queryFn:
      month === undefined
        ? skipToken
        : async ({ signal }) => {
            const fetchPage = (page: number) =>
              answer(
                api.GET('/api/person/{personId}/shifts', {
                  params: {
                    path: { personId },
                    query: { page: String(page), ...daysOfMonth(month) },
                  },
                  signal,
                }),
              );
            const first = await fetchPage(0);
            const others = Array.from({ length: Math.max(first.totalPages - 1, 0) }, (_, place) =>
              fetchPage(place + 1),
            );
            const pages = [first, ...(await Promise.all(others))];
            return pages.flatMap(({ content }) => content).toReversed();
          },
  });
}

function usePersonId(): string {
  return useSession()?.id ?? '';
}

function useShiftsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: shiftsKey });
}

/** The shift as it stands on the server, which some refusals to change it carry. */
export function currentShiftIn(problem: unknown): Shift | undefined {
  if (!(problem instanceof ApiProblem)) return undefined;
  return (problem.body as { shift?: Shift } | undefined)?.shift;
}

/** Adds a shift. Its id is chosen here: however often it is sent, it makes one. */
export function useAddShift() {
  const personId = usePersonId();
  const changed = useShiftsChanged();
  return useMutation({
    mutationFn: (body: ShiftBody) =>
      answer(api.POST('/api/person/{personId}/shifts', { params: { path: { personId } }, body })),
    onSuccess: changed,
  });
}

export interface ShiftChange {
  readonly shiftId: string;
  readonly body: ShiftBody;
}

/** Saves a shift on the version that was edited. */
export function useSaveShift() {
  const personId = usePersonId();
  const changed = useShiftsChanged();
  return useMutation({
    mutationFn: ({ shiftId, body }: ShiftChange) =>
      answer(
        api.PUT('/api/person/{personId}/shifts/{shiftId}', {
          params: { path: { personId, shiftId } },
          body,
        }),
      ),
    onSuccess: changed,
    onError: (error) => {
      if (currentShiftIn(error) !== undefined) void changed();
    },
  });
}

export function useDeleteShift() {
  const personId = usePersonId();
  const changed = useShiftsChanged();
  return useMutation({
    mutationFn: ({ shiftId, version }: Pick<Shift, 'shiftId' | 'version'>) =>
      api.DELETE('/api/person/{personId}/shifts/{shiftId}', {
        params: { path: { personId, shiftId }, query: { version } },
      }),
    onSettled: changed,
  });
}

/** The rows that shifts become; nothing is stored yet. */
export function useRowsOfShifts() {
  const personId = usePersonId();
  return useMutation({
    mutationFn: (shiftIds: readonly string[]) =>
      answer(
        api.POST('/api/person/{personId}/shifts/rows', {
          params: { path: { personId } },
          body: { shiftIds: [...shiftIds] },
        }),
      ),
  });
}

export interface NewBill {
  readonly rows: readonly RowBody[];
  readonly sharedCustomer: string | null;
  /** DD.MM.YYYY */
  readonly billingdate: string;
  readonly language: BillLanguage;
}

/** Makes a draft of rows. Asked again after a lost answer, it is the same draft; at another price it is another. */
export function useBillOfRows() {
  const personId = usePersonId();
  const billsChanged = useBillsChanged();
  const shiftsChanged = useShiftsChanged();
  return useMutation({
    mutationFn: async ({ rows, sharedCustomer, billingdate, language }: NewBill) => {
      const names = rows.map(({ shiftId, hourlyprice }) => `${shiftId ?? ''}:${hourlyprice ?? ''}`);
      const name = `shifts-${names.join()}`;
      const { bill } = await createBill(
        personId,
        {
          billingdate,
          language,
          alv: rows[0]?.alv ?? 0,
          sharedCustomer: sharedCustomer === null ? null : { id: sharedCustomer },
          billableitems: [...rows],
        },
        keyFor(name),
      );
      forgetKey(name);
      return bill;
    },
    onSuccess: (bill) => {
      billsChanged(bill);
      return shiftsChanged();
    },
  });
}

/** Adds rows to a draft as it stands on the server. */
export function useAddRows() {
  const personId = usePersonId();
  const billsChanged = useBillsChanged();
  const shiftsChanged = useShiftsChanged();
  return useMutation({
    mutationFn: ({ bill, rows }: { bill: Bill; rows: readonly RowBody[] }) =>
      saveBill(personId, bill.id, {
        ...bodyOf(bill),
        leftOutFromHome: bill.leftOutFromHome,
        billableitems: [...bill.billableitems.map(rowBodyOf), ...rows],
      }),
    onSuccess: (bill) => {
      billsChanged(bill);
      return shiftsChanged();
    },
  });
}

const MOST_DRAFTS = 10;

/** The newest drafts that rows of a month can be added to: all of their own rows are of it. */
export function draftsQuery(personId: string, month: string | undefined) {
  return queryOptions({
    queryKey: ['bills', 'drafts-of-month', month],
    staleTime: 0,
    queryFn:
      month === undefined
        ? skipToken
        : async ({ signal }) => {
            const params = { path: { personId }, query: { section: 'open' as const } };
            const page = await answer(api.GET('/api/person/{personId}/bills', { params, signal }));
            const read = page.bills.slice(0, MOST_DRAFTS).map(({ id: billId }) =>
              answer(
                api.GET('/api/person/{personId}/bills/{billId}', {
                  params: { path: { personId, billId } },
                  signal,
                }),
              ),
            );
            const [year = '', number = ''] = month.split('-');
            const ofMonth = ({ date }: Row) => date === null || date.endsWith(`.${number}.${year}`);
            return (await Promise.all(read)).filter(
              (bill) =>
                bill.editable && bill.creditOf === null && bill.billableitems.every(ofMonth),
            );
          },
  });
}
