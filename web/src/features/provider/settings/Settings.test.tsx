import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settingsQuery } from '@/api/providerSettings';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';
import { settings } from '@/test/settings';

const SAVE = 'POST /api/provider/settings';
const refusal = (fields: readonly { field: string; key: string }[]) =>
  json(422, { errorKey: 'INVALID_FIELDS', message: '', fields });

function open(answer: () => Response) {
  const roles = { role: 'ROLE_ADMIN', roles: ['ROLE_ADMIN'] };
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: { ...worker, ...roles } }),
    'GET /api/provider/settings': () =>
      json(200, { current: settings, madeUp: false, history: [] }),
    [SAVE]: answer,
  });
  return { server, ...openApp('/provider/settings') };
}

test('errors of the server are shown at their fields, and the first gets the focus', async () => {
  const { user } = open(() =>
    refusal([
      { field: 'settings.prices.accidentInsuranceByProfession.71', key: 'validation.outOfRange' },
      { field: 'settings.iban', key: 'account.invalid-iban' },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Tallenna asetukset' }));
  const iban = screen.getByRole('textbox', { name: /Tilinumero/ });
  await waitFor(() => expect(document.activeElement).toBe(iban));
  expect(iban.getAttribute('aria-invalid')).toBe('true');
  const rates = screen.getByRole('textbox', { name: 'Tapaturmavakuutus ammateittain, %' });
  expect(rates.getAttribute('aria-invalid')).toBe('true');
  await user.type(iban, '1');
  expect(iban.getAttribute('aria-invalid')).not.toBe('true');
});

test('an error without a field is a notification', async () => {
  const { user } = open(() => refusal([{ field: 'elsewhere', key: 'INVALID' }]));
  await user.click(await screen.findByRole('button', { name: 'Tallenna asetukset' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Tarkista merkityt kentät.');
});

test('typed settings stay when others are saved elsewhere, and that is told', async () => {
  const { server, user, queryClient } = open(() => refusal([]));
  const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Puhelin' });
  const city = screen.getByRole<HTMLInputElement>('textbox', { name: 'Postitoimipaikka' });
  await user.clear(phone);
  await user.type(phone, '09 123');
  const elsewhere = { ...settings, phone: '09 999', city: 'Turku' };
  server.answers['GET /api/provider/settings'] = () =>
    json(200, { current: elsewhere, madeUp: false, history: [] });
  await queryClient.refetchQueries({ queryKey: settingsQuery.queryKey });
  const note = await screen.findByRole('alert');
  within(note).getByText(/^Tietoja on muutettu toisaalla/);
  expect(within(note).getByRole('listitem').textContent).toMatch(/Puhelin.*09 999/);
  expect(phone.isConnected).toBe(true);
  expect(phone.value).toBe('09 123');
  // What nobody typed into follows.
  expect(city.value).toBe('Turku');
  await user.click(within(note).getByRole('button'));
  expect(phone.value).toBe('09 999');
});

test('the town follows from the postal code', async () => {
  const { server, user } = open(() => refusal([]));
  server.answers['GET /api/customers/postal-codes/00180'] = () => json(200, { city: 'Helsinki' });
  server.answers['GET /api/customers/postal-codes/33100'] = () => json(200, { city: 'Tampere' });
  await write(user, await screen.findByRole('textbox', { name: 'Postinumero' }), '33100');
  const city = screen.getByRole<HTMLInputElement>('textbox', { name: 'Postitoimipaikka' });
  await waitFor(() => expect(city.value).toBe('Tampere'));
});

test('what can be only a few things is chosen', async () => {
  const { server, user } = open(() => json(201, { current: settings, madeUp: false, history: [] }));
  const tier = await screen.findByRole('combobox', { name: 'Työttömyysvakuutusmaksun taso' });
  await user.selectOptions(tier, 'Ylempi');
  await user.click(screen.getByRole('button', { name: 'Tallenna asetukset' }));
  await waitFor(() => expect(server.sent(SAVE)).toHaveLength(1));
  expect(JSON.parse(server.sent(SAVE)[0] ?? '')).toMatchObject({
    settings: { paymentFileVersion: 'pain.001.001.09', prices: { unemploymentTier: 'upper' } },
  });
});
