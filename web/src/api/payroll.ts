import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import { REMITTANCES_KEY } from './remittances';
import type { components } from './schema';

type Schemas = components['schemas'];

export type RunState = Schemas['PayrollState'];
/** A run in the list. */
export type RunLine = Schemas['PayrollRunLine'];
export type Run = Schemas['PayrollRun'];
/** Who did a step of a run, and when. */
export type DoneBy = Schemas['PayrollHand'];
/** What goes back to a customer with the run's payment file. */
export type RunRefund = Schemas['PayrollRefund'];
export type DueKind = Schemas['DueKind'];
export type RunFile = Schemas['PayrollFile'];
/** One worker's pay in a run. */
export type RunSalary = Schemas['PayrollSalary'];
export type SalaryDetails = Schemas['PayrollSalaryDetails'];
/** What the figures of a salary followed from. */
export type SalaryTerms = Schemas['SalaryTerms'];
export type SalaryProblem = Schemas['SalaryProblem'];
export type SalaryChange = Schemas['SalaryChange'];
export type SalaryFilter = 'all' | 'errors' | 'held' | 'changed';
/** What a credit note took back of a salary, for the Incomes Register. */
export type Correction = Schemas['PayrollCorrection'];
/** A salary that the bank paid once more, or with another sum. */
export type SalaryLeftAgain = Schemas['SalaryLeftAgain'];
/** What moves a run on. */
export type RunAction = 'calculate' | 'approve' | 'pay';

const RUNS_KEY = ['payroll-runs'] as const;

/** How often to look how far the server has come. */
const WORKING_POLL_MS = 1000;
const CORRECTION_POLL_MS = 5000;

/** The server calculates it, books it or writes its files, and will be done by itself. */
function isWorkedOn({ state, filesWritten }: Pick<RunLine, 'state' | 'filesWritten'>): boolean {
  return state === 'CALCULATING' || state === 'APPROVED' || (state === 'POSTED' && !filesWritten);
}

function ofRun(runId: string) {
  return ['payroll-run', runId] as const;
}

/** The runs, the newest payday first, with what the next one would pay once that is known. */
export const payrollRuns = cursorList(
  RUNS_KEY,
  (cursor, signal) =>
    answer(api.GET('/api/provider/payroll/runs', { params: { query: cursor }, signal })),
  ({ runs }) => runs,
  { poll: (pages) => pages.some(({ runs }) => runs.some(isWorkedOn)) && WORKING_POLL_MS },
);

export function useRuns() {
  const list = useCursorList(payrollRuns);
  return { list, ahead: list.pages[0] };
}

/** Corrections to the Incomes Register, the newest first. One that is being written is looked for again. */
export const payrollCorrections = cursorList(
  ['payroll-corrections'],
  (cursor, signal) =>
    answer(api.GET('/api/provider/payroll/corrections', { params: { query: cursor }, signal })),
  ({ corrections }) => corrections,
  {
    poll: (pages) =>
      pages.some(({ corrections }) => corrections.some(({ kind }) => kind === null)) &&
      CORRECTION_POLL_MS,
  },
);

/** Where the file of a correction is; the session travels in its cookie. */
export function correctionAddress(creditNoteId: string, salaryId: string): string {
  const file = `/api/provider/payroll/corrections/${encodeURIComponent(creditNoteId)}/file`;
  return `${file}?salary=${encodeURIComponent(salaryId)}`;
}

/** A run as it stands. While the server works on it, it is read again and again. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ofRun(runId),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/provider/payroll/runs/{runId}', { params: { path: { runId } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isWorkedOn(data) && WORKING_POLL_MS,
  });
}

/** The files of a run, once they are written. */
export function runFilesQuery(runId: string) {
  return queryOptions({
    queryKey: [...ofRun(runId), 'files'],
    queryFn: async ({ signal }): Promise<RunFile[]> => {
      const params = { path: { runId } };
      const call = api.GET('/api/provider/payroll/runs/{runId}/files', { params, signal });
      return (await answer(call)).files;
    },
  });
}

/** Where a file of a run is; the session travels in its cookie. */
export function runFileAddress(runId: string, fileId: string): string {
  return `/api/provider/payroll/runs/${encodeURIComponent(runId)}/files/${encodeURIComponent(fileId)}`;
}

/** The salaries of a run, or those that a search finds. Each state of each calculation has its own. */
export function useRunSalaries(run: Run, filter: SalaryFilter, search: string): Listing<RunSalary> {
  return useCursorList(
    cursorList(
      [...ofRun(run.id), 'salaries', run.calculated?.at, run.state, filter, search],
      (cursor, signal) =>
        answer(
          api.GET('/api/provider/payroll/runs/{runId}/salaries', {
            params: {
              path: { runId: run.id },
              query: {
                ...(filter !== 'all' && { only: filter }),
                ...(search !== '' && { q: search }),
                ...cursor,
              },
            },
            signal,
          }),
        ),
      ({ salaries }) => salaries,
      { keepPrevious: true },
    ),
  );
}

/** One salary of a run with every line of it. */
export function runSalaryQuery(run: Run, salaryId: string) {
  return queryOptions({
    queryKey: [...ofRun(run.id), 'salary', salaryId, run.state],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/provider/payroll/runs/{runId}/salaries/{salaryId}', {
          params: { path: { runId: run.id, salaryId } },
          signal,
        }),
      ),
  });
}

/** Makes a run for a payday, or for the next one. A payday that has an open run answers that one. */
export function useMakeRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { payday?: string }) =>
      answer(api.POST('/api/provider/payroll/runs', { body })),
    onSuccess: (run) => {
      queryClient.setQueryData(runQuery(run.id).queryKey, run);
      void queryClient.invalidateQueries({ queryKey: RUNS_KEY });
    },
  });
}

/**
 * Moves a run on, and tells of an approval what was seen of the run. A refusal means that it is not
 * what the page shows, so that it is read again.
 */
export function useRunAction(runId: string) {
  return useRunChange(runId, ({ action, seen }: { action: RunAction; seen: Run }): Promise<Run> => {
    const params = { path: { runId } };
    switch (action) {
      case 'calculate':
        return answer(api.POST('/api/provider/payroll/runs/{runId}/calculate', { params }));
      case 'approve':
        return answer(
          api.POST('/api/provider/payroll/runs/{runId}/approve', {
            params,
            body: { refunds: seen.refunds.map(({ id }) => id) },
          }),
        );
      case 'pay':
        return answer(api.POST('/api/provider/payroll/runs/{runId}/pay', { params }));
    }
  });
}

/** A change of a run that answers the run as it then is. A refusal means that the page shows an old one. */
function useRunChange<Change>(runId: string, send: (change: Change) => Promise<Run>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (run) => queryClient.setQueryData(runQuery(runId).queryKey, run),
    onError: () => void queryClient.invalidateQueries({ queryKey: ofRun(runId) }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: RUNS_KEY });
      // What a run leaves to be paid on follows from its state.
      void queryClient.invalidateQueries({ queryKey: REMITTANCES_KEY });
    },
  });
}

/** Moves an open run to another payday. */
export function useMoveRun(runId: string) {
  return useRunChange(runId, (body: { payday: string }) =>
    answer(
      api.POST('/api/provider/payroll/runs/{runId}/payday', { params: { path: { runId } }, body }),
    ),
  );
}

/** Undoes the approval of a run for a reason. */
export function useUnapproveRun(runId: string) {
  const queryClient = useQueryClient();
  return useRunChange(runId, async (reason: string) => {
    const params = { path: { runId } };
    const call = api.POST('/api/provider/payroll/runs/{runId}/unapprove', {
      params,
      body: { reason },
    });
    const run = await answer(call);
    // Those of the next approval are others.
    queryClient.removeQueries({ queryKey: runFilesQuery(runId).queryKey });
    return run;
  });
}

/** Keeps a salary out of its run for a reason, or lets it in again where there is none. */
export function useHoldSalary(runId: string, salaryId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string | null) => {
      const params = { path: { runId, salaryId } };
      return reason === null
        ? api.PUT('/api/provider/payroll/runs/{runId}/salaries/{salaryId}/release', { params })
        : api.PUT('/api/provider/payroll/runs/{runId}/salaries/{salaryId}/hold', {
            params,
            body: { reason },
          });
    },
    // The totals and the counts of the run follow from it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ofRun(runId) }),
  });
}
