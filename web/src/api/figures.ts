import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CALCULATOR_FIGURES_KEY } from './calculator';
import { answer, api } from './client';
import { dashboardQuery } from './dashboard';
import { OVERDUE_KEY } from './overdue';
import type { components } from './schema';

type Schemas = components['schemas'];

export type Figure = Schemas['StatutoryFigure'];
export type FigureDifference = Schemas['FigureDifference'];
export type FiguresTable = Schemas['FiguresTable'];
export type FiguresAddition = Schemas['FiguresAddition'];
export type FiguresPreview = Schemas['FiguresPreview'];
export type MissingFigure = Schemas['MissingFigures'];

/** The file of a year, or the reference rate of a half-year. */
export type NewFigures =
  | { readonly kind: 'year'; readonly body: Omit<Schemas['FiguresOfYearBody'], 'seal'> }
  | { readonly kind: 'rate'; readonly body: Omit<Schemas['ReferenceRateBody'], 'seal'> };

/** All statutory figures by year, what was added to them, and what is missing. */
export const figuresQuery = queryOptions({
  queryKey: ['provider-figures'],
  staleTime: 0,
  queryFn: ({ signal }) => answer(api.GET('/api/provider/figures', { signal })),
});

/** What new figures would change. */
export function usePreviewFigures() {
  return useMutation({
    mutationFn: (figures: NewFigures) =>
      figures.kind === 'year'
        ? answer(api.POST('/api/provider/figures/year/preview', { body: figures.body }))
        : answer(api.POST('/api/provider/figures/reference-rate/preview', { body: figures.body })),
  });
}

/** Takes new figures as the preview with this seal showed them. */
export function useTakeFigures() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ figures, seal }: { figures: NewFigures; seal: string }) =>
      figures.kind === 'year'
        ? answer(api.POST('/api/provider/figures/year', { body: { ...figures.body, seal } }))
        : answer(
            api.POST('/api/provider/figures/reference-rate', { body: { ...figures.body, seal } }),
          ),
    onSuccess: (page) => {
      queryClient.setQueryData(figuresQuery.queryKey, page);
      // The calculator counts with them, and late interest follows from the reference rate.
      void queryClient.invalidateQueries({ queryKey: CALCULATOR_FIGURES_KEY });
      void queryClient.invalidateQueries({ queryKey: OVERDUE_KEY });
      return queryClient.invalidateQueries(dashboardQuery);
    },
  });
}

/** Where the file of a year is; the session travels in its cookie. */
export function figuresFileAddress(year: number): string {
  return `/api/provider/figures/file?year=${year}`;
}
