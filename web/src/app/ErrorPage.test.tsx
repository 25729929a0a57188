import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiProblem, unreachable } from '@/api/problem';
import { ErrorPage } from './ErrorPage';

const answered = (status: number) =>
  new ApiProblem({ errorKey: 'contactAdmin', message: '', fields: [] }, { status });

/** The page that a failure ends in. */
async function openAfter(failure: Error) {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const routeTree = createRootRoute({
    component: () => {
      throw failure;
    },
    errorComponent: ErrorPage,
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const { container } = render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Jokin meni vikaan' });
  screen.getByRole('button', { name: 'Yritä uudelleen' });
  return { drawing: container.querySelector('[data-drawing]')?.getAttribute('data-drawing') };
}

test.each([
  ['no answer', unreachable(new TypeError('connection refused'))],
  ['an outage', answered(503)],
])('after %s a lost connection is drawn', async (_, failure) => {
  expect(await openAfter(failure)).toEqual({ drawing: 'noConnection' });
});

test.each([403, 500])('after the answer %s no connection is drawn as lost', async (status) => {
  expect(await openAfter(answered(status))).toEqual({ drawing: undefined });
});
