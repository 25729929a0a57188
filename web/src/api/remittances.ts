import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList, useCursorList } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

/** What is owed to one receiver for one month. */
export type Owed = Schemas['OwedToReceiver'];
/** A payment of withheld money to its receiver. */
export type Remittance = Schemas['Remittance'];
export type RemittanceState = Schemas['RemittanceState'];
export type NewRemittance = Schemas['NewRemittance'];
/** A month that is over, with what was reported of it. */
export type ReportMonth = Schemas['SeparateReportMonth'];
export type SeparateReport = Schemas['SeparateReport'];

export const REMITTANCES_KEY = ['remittances'] as const;
const REPORTS_KEY = ['separate-reports'] as const;

/** What was paid on, the newest first; the first page has what is open. */
export const remittances = cursorList(
  REMITTANCES_KEY,
  (cursor, signal) =>
    answer(api.GET('/api/provider/remittances', { params: { query: cursor }, signal })),
  (page) => page.remittances,
);

export function useRemittances() {
  const list = useCursorList(remittances);
  return { list, owed: list.pages[0]?.owed };
}

/** A change of remittances; also a refusal means that the lists are others by now. */
function useRemittanceChange<Change, Answer>(send: (change: Change) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: REMITTANCES_KEY }),
  });
}

export function useMakeRemittance() {
  return useRemittanceChange((body: NewRemittance) =>
    answer(api.POST('/api/provider/remittances', { body })),
  );
}

/** Approves several into one payment file. */
export function useApproveRemittances() {
  return useRemittanceChange((ids: readonly string[]) =>
    answer(api.POST('/api/provider/remittances/approve', { body: { remittances: [...ids] } })),
  );
}

/** Takes back one that waits to be approved. */
export function useCancelRemittance(remittanceId: string) {
  return useRemittanceChange((note: string) =>
    answer(
      api.POST('/api/provider/remittances/{remittanceId}/cancel', {
        params: { path: { remittanceId } },
        body: { note },
      }),
    ),
  );
}

/** Says that the bank did not pay it. */
export function useProposeRefusal(remittanceId: string) {
  return useRemittanceChange((note: string) =>
    answer(
      api.POST('/api/provider/remittances/{remittanceId}/refusal', {
        params: { path: { remittanceId } },
        body: { note },
      }),
    ),
  );
}

/** Confirms what another person said of the bank. */
export function useConfirmRefusal(remittanceId: string) {
  return useRemittanceChange(() =>
    answer(
      api.POST('/api/provider/remittances/{remittanceId}/refusal/confirm', {
        params: { path: { remittanceId } },
      }),
    ),
  );
}

/** Drops what somebody said of the bank. */
export function useDropRefusal(remittanceId: string) {
  return useRemittanceChange(() =>
    answer(
      api.DELETE('/api/provider/remittances/{remittanceId}/refusal', {
        params: { path: { remittanceId } },
      }),
    ),
  );
}

/** Where the payment file of a remittance is; the session travels in its cookie. */
export function remittanceFileAddress(remittanceId: string): string {
  return `/api/provider/remittances/${encodeURIComponent(remittanceId)}/file`;
}

/** The months that are over, the newest first, and what the Incomes Register was told of each. */
export const separateReportsQuery = queryOptions({
  queryKey: REPORTS_KEY,
  queryFn: async ({ signal }): Promise<ReportMonth[]> =>
    (await answer(api.GET('/api/provider/payroll/separate-reports', { signal }))).months,
});

/** A change of the reports that answers all months as they then are. */
function useReportChange<Change>(send: (change: Change) => Promise<Schemas['SeparateReports']>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ months }) => queryClient.setQueryData(REPORTS_KEY, months),
    onError: () => void queryClient.invalidateQueries({ queryKey: REPORTS_KEY }),
  });
}

/** Writes the report of the month that ends on a day. */
export function useMakeReport() {
  return useReportChange((month: string) =>
    answer(api.POST('/api/provider/payroll/separate-reports', { body: { month } })),
  );
}

/** Notes that a report is in the register. */
export function useReportSent() {
  return useReportChange((reportId: string) =>
    answer(
      api.POST('/api/provider/payroll/separate-reports/{reportId}/sent', {
        params: { path: { reportId } },
      }),
    ),
  );
}

/** Where the file of a report is; the session travels in its cookie. */
export function reportAddress(reportId: string): string {
  return `/api/provider/payroll/separate-reports/${encodeURIComponent(reportId)}/file`;
}
