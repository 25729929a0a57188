import type { NeedState, Readiness, SalaryNeed } from '@/api/readiness';
import { worker } from './fakeServer';

/** The path of the call that says whether the worker can be paid. */
export const READINESS = `/api/person/${worker.id}/readiness`;

const ASKED = ['NO_ACCOUNT', 'NO_TAX_CARD', 'NO_PROFESSION', 'EMAIL_NOT_CONFIRMED'] as const;

/** Everything is there, as far as a test says nothing else. */
export function readinessOf(
  states: Partial<Record<SalaryNeed, NeedState>> = {},
  differences: Partial<Readiness> = {},
): Readiness {
  const needs: SalaryNeed[] = [
    ...ASKED,
    ...(states.PAYROLL === undefined ? [] : ['PAYROLL' as const]),
  ];
  const items = needs.map((need) => {
    const state = states[need] ?? 'DONE';
    const holds = state !== 'DONE' && (need === 'NO_ACCOUNT' || need === 'PAYROLL');
    return { need, state, holds };
  });
  const held = items.some(({ holds }) => holds);
  return { items, held, salaryWaits: false, payday: '20.11.2026', ...differences };
}

/** Of somebody who has given nothing yet. */
export const NOTHING_GIVEN = Object.fromEntries(ASKED.map((need) => [need, 'MISSING'])) as Record<
  (typeof ASKED)[number],
  NeedState
>;
