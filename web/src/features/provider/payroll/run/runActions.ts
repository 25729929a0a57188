import type { Run, RunAction } from '@/api/payroll';
import { m } from '@/paraglide/messages';
import { paidCount } from './steps';

/** Who is looking at the run, and how far its files are. */
export interface Circumstances {
  readonly viewerId: string;
  readonly filesReady: boolean;
}

/** Four eyes: who made or calculated a run does not approve it. */
export function isOwn({ made, calculated }: Run, viewerId: string): boolean {
  return made.id === viewerId || calculated?.id === viewerId;
}

/** Why a action cannot be done now; undefined when it can. */
export function whyNot(
  action: RunAction,
  run: Run,
  { viewerId, filesReady }: Circumstances,
): string | undefined {
  switch (action) {
    case 'calculate':
      return run.state === 'DRAFT' || run.state === 'CALCULATED'
        ? undefined
        : m.providerpayroll_barred_standing();
    case 'approve':
      return whyNotApprove(run, viewerId);
    case 'pay':
      return run.state === 'POSTED' && filesReady ? undefined : m.providerpayroll_barred_files();
  }
}

function whyNotApprove(run: Run, viewerId: string): string | undefined {
  if (run.state !== 'CALCULATED') return m.providerpayroll_barred_not_calculated();
  if (run.paydayOver) return m.providerpayroll_barred_payday_over();
  if (run.outdated) return m.providerpayroll_barred_outdated();
  if (paidCount(run) === 0) {
    return run.counts.held > 0
      ? m.providerpayroll_barred_all_held()
      : m.providerpayroll_barred_empty();
  }
  if (run.made.id === viewerId) return m.providerpayroll_barred_made();
  if (run.calculated?.id === viewerId) return m.providerpayroll_barred_calculated();
  return run.paysViewer ? m.providerpayroll_barred_own_salary() : undefined;
}

/** Why the approval cannot be undone; undefined when it can. */
export function whyNotUndone(run: Run, viewerId: string): string | undefined {
  if (run.fetched) return m.providerpayroll_barred_undo_fetched();
  if (run.approved?.id === viewerId) return m.providerpayroll_barred_undo_own();
  return run.paysViewer ? m.providerpayroll_barred_undo_own_salary() : undefined;
}
