import type { DoneBy, Run } from '@/api/payroll';

/** The steps of a run, in their order. */
const STEP_IDS = ['made', 'calculated', 'approved', 'files', 'paid'] as const;

export type StepId = (typeof STEP_IDS)[number];

export interface Step {
  readonly id: StepId;
  readonly done: boolean;
  /** The first step that is not done: what the run waits for. */
  readonly current: boolean;
  /** Null for a step that is not done, and for the files, which the server writes. */
  readonly doneBy: DoneBy | null;
}

/** How many steps each state has behind it; the files come some time after POSTED. */
const STEPS_DONE: Readonly<Record<Run['state'], number>> = {
  DRAFT: 1,
  CALCULATING: 1,
  CALCULATED: 2,
  APPROVED: 3,
  POSTED: 3,
  PAID: 5,
};

export function stepsOf(run: Run, filesReady: boolean): Step[] {
  const done = STEPS_DONE[run.state] + (run.state === 'POSTED' && filesReady ? 1 : 0);
  const doneBy = { ...run, files: null };
  return STEP_IDS.map((id, place) => ({
    id,
    done: place < done,
    current: place === done,
    doneBy: doneBy[id],
  }));
}

/** How many salaries the run pays. */
export function paidCount({ counts: { calculated, held } }: Run): number {
  return calculated - held;
}
