import type { SalaryFilter } from '@/api/payroll';
import { readSearchText } from '@/lib/searchText';

export const SALARY_FILTERS = ['all', 'errors', 'held', 'changed'] as const satisfies readonly [
  SalaryFilter,
  ...SalaryFilter[],
];

export interface RunSearch {
  /** Which salaries are listed. */
  only?: SalaryFilter;
  /** Whose salaries are searched for. */
  q?: string;
  /** The salary that is open beside the list. */
  salary?: string;
}

/** What of a run is looked at; all salaries when the address says nothing that is understood. */
export function readRunSearch({ only, q, salary }: Record<string, unknown>): RunSearch {
  const filter = SALARY_FILTERS.find((one) => one === only);
  return {
    ...(filter !== undefined && filter !== SALARY_FILTERS[0] && { only: filter }),
    ...readSearchText(q),
    ...(typeof salary === 'string' && salary !== '' && { salary }),
  };
}
