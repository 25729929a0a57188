import { queryOptions, skipToken } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

export type CalculatorFigures = components['schemas']['CalculatorFigures'];
export type Question = components['schemas']['Question'];
export type Summary = components['schemas']['Summary'];
/** An estimate, and how tax is withheld where there is no tax card. */
export type CalculatedSalary = components['schemas']['CalculatedSalary'];
export type WithoutTaxCard = components['schemas']['WithoutTaxCard'];

export const CALCULATOR_FIGURES_KEY = ['calculator-figures'] as const;

/** The statutory figures of a payday, DD.MM.YYYY or empty for today, and the provider's prices. */
export function calculatorFiguresQuery(payday: string) {
  return queryOptions({
    queryKey: [...CALCULATOR_FIGURES_KEY, payday],
    staleTime: 60 * 60_000,
    queryFn: ({ signal }) =>
      answer(api.GET('/api/calc', { params: { query: payday === '' ? {} : { payday } }, signal })),
  });
}

/** The answer to a question. A request that is no longer needed is cancelled. */
export function calculationQuery(question: Question | undefined) {
  return queryOptions({
    queryKey: ['calculation', question],
    staleTime: 5 * 60_000,
    gcTime: 60_000,
    // A failure is shown at once, with a button to try again.
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: true,
    queryFn:
      question === undefined
        ? skipToken
        : ({ signal }) => answer(api.PUT('/api/calc', { body: question, signal })),
  });
}
