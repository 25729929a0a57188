import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary';

function Broken(): never {
  throw new Error('a fault in the shell');
}

test('a fault that a reload did not cure ends in a page that says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  sessionStorage.setItem('liksa-reloaded-at', String(Date.now()));
  render(
    <MantineProvider>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </MantineProvider>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Jokin meni vikaan' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Lataa sivu uudelleen' })).toBeDefined();
});
