import type { BillEvent, BillHistoryEvent, BillState } from '@/api/billTypes';
import type { Readiness } from '@/api/readiness';
import { m } from '@/paraglide/messages';
import { salaryText } from '../readiness/needs';

export type StepId = 'pending' | 'taken' | 'approved' | 'closed' | 'paid' | 'salary';

interface StepWords {
  readonly name: () => string;
  /** What the bill waits for once the step is done. */
  readonly next: () => string;
}

/** The way of a bill to a salary, in its order. */
export const STEPS: Readonly<Record<StepId, StepWords>> = {
  pending: { name: m.bills_progress_pending, next: m.bills_next_taken },
  taken: { name: m.bills_progress_taken, next: m.bills_next_approved },
  approved: { name: m.bills_progress_approved, next: m.bills_next_closed },
  closed: { name: m.bills_progress_closed, next: m.bills_next_paid },
  paid: { name: m.bills_progress_paid, next: m.bills_next_salary },
  salary: { name: m.bills_progress_salary, next: m.bills_next_nothing },
};

export const STEP_IDS = Object.keys(STEPS) as readonly StepId[];

const STEP_OF_STATE: Readonly<Partial<Record<BillState, StepId>>> = {
  PENDING: 'pending',
  TAKEN: 'taken',
  APPROVED: 'approved',
  CLOSED: 'closed',
  PAID: 'paid',
};

interface BillStatus {
  readonly state: BillState;
  readonly creditNote: boolean;
  readonly inSalary: boolean;
}

/** The last step that is done. A draft has none, and a credit note pays no salary. */
export function stepOf({ state, creditNote, inSalary }: BillStatus): StepId | undefined {
  if (creditNote) return undefined;
  const step = STEP_OF_STATE[state];
  return step === 'paid' && inSalary ? 'salary' : step;
}

/** What the bill waits for, whether the customer has been reminded, and whether the salary can be paid. */
export function nextOf(reached: StepId, remindedOn: string | null, readiness?: Readiness): string {
  if (reached === 'paid') return salaryText(readiness);
  if (reached === 'closed' && remindedOn !== null) {
    return m.bills_next_reminded({ date: remindedOn });
  }
  return STEPS[reached].next();
}

/** Whether a step lies behind a bill that has come to another. */
export function isDone(step: StepId, reached: StepId): boolean {
  return STEP_IDS.indexOf(step) <= STEP_IDS.indexOf(reached);
}

const EVENT_OF_STEP: Readonly<Partial<Record<StepId, BillEvent>>> = {
  pending: 'sent',
  taken: 'taken',
  approved: 'approved',
  closed: 'closed',
  paid: 'paid',
};

/** When a step was taken: the last time, since a bill may be given back and set out again. */
export function momentOf(step: StepId, events: readonly BillHistoryEvent[]): string | undefined {
  const action = EVENT_OF_STEP[step];
  return events.findLast((event) => event.action === action)?.at;
}
