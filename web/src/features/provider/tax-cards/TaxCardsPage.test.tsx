import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CardOfWorker } from '@/api/providerPeople';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

function waiting(id: string, name: string): CardOfWorker {
  const sentAt = '2026-11-14T08:00:00Z';
  const card = { id, state: 'WAITING', terms: null, hasFile: false, sentAt, handledAt: null };
  return { personId: `person-${id}`, name, card: card as CardOfWorker['card'] };
}

test('a refused figure is shown at its field, and after a card the next one is shown', async () => {
  let cards = [waiting('a', 'Aino Virtanen'), waiting('b', 'Eero Mäkinen')];
  const user = { ...worker, role: 'ROLE_PAYROLL', roles: ['ROLE_PAYROLL'] };
  const fields = [{ field: 'baseRate', key: 'validation.required' }];
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/tax-cards': () => json(200, { cards, next: null }),
    'PUT /api/provider/tax-cards/a': () =>
      json(422, { errorKey: 'validation.required', message: '', fields }),
  });
  const { user: person } = openApp('/provider/tax-cards');
  await screen.findByRole('heading', { level: 2, name: 'Aino Virtanen' });
  await person.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await screen.findByText('Pakollinen tieto');
  server.answers['PUT /api/provider/tax-cards/a'] = () => {
    cards = cards.slice(1);
    return json(200, {});
  };
  await write(person, screen.getByRole('textbox', { name: /^Perusprosentti/ }), '20,5');
  expect(screen.queryByText('Pakollinen tieto')).toBeNull();
  await write(person, screen.getByRole('textbox', { name: 'Voimassa alkaen' }), '1.12.2026');
  await person.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await screen.findByRole('heading', { level: 2, name: 'Eero Mäkinen' });
  await waitFor(() =>
    expect(JSON.parse(server.sent('PUT /api/provider/tax-cards/a').at(-1) ?? '')).toMatchObject({
      baseRate: '20.5',
      validFrom: '01.12.2026',
    }),
  );
});
