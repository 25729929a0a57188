import type { SalaryFilter } from '@/api/payroll';
import { choice, searchReader, searchWords, text } from '@/lib/search';

export const SALARY_FILTERS = ['all', 'errors', 'held', 'changed'] as const satisfies readonly [
  SalaryFilter,
  ...SalaryFilter[],
];

/** The salaries that are listed, the search among them, and the salary that is open beside the list. */
export const readRunSearch = searchReader({
  only: choice(SALARY_FILTERS),
  q: searchWords,
  salary: text,
});

export type RunSearch = ReturnType<typeof readRunSearch>;
