import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { focusPageTitle, PageTitle } from './PageTitle';

test('a page that has a field to begin with keeps its focus', () => {
  render(
    <MantineProvider>
      <main>
        <PageTitle>{'Uusi lasku'}</PageTitle>
        <input aria-label="Asiakas" />
      </main>
    </MantineProvider>,
  );
  screen.getByLabelText('Asiakas').focus();
  focusPageTitle();
  expect(screen.getByLabelText('Asiakas')).toBe(document.activeElement);
});

test('a page that comes late takes no focus from under a dialog', () => {
  const { rerender } = render(
    <MantineProvider>
      <PageTitle>{'Laskut'}</PageTitle>
      <div role="dialog" aria-modal="true">
        <input aria-label="Etsi" />
      </div>
    </MantineProvider>,
  );
  screen.getByLabelText('Etsi').focus();
  focusPageTitle();
  expect(screen.getByLabelText('Etsi')).toBe(document.activeElement);

  rerender(
    <MantineProvider>
      <PageTitle>{'Laskut'}</PageTitle>
    </MantineProvider>,
  );
  focusPageTitle();
  expect(screen.getByRole('heading')).toBe(document.activeElement);
});
