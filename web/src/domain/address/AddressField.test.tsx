import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Place } from '@/api/addresses';
import { fakeAccount, PLACES_CALL } from '@/test/account';
import { json, problem } from '@/test/fakeServer';
import { renderSignedIn } from '@/test/renderSignedIn';
import { AddressField } from './AddressField';

const SEARCH = 'GET /api/address';
const HERE = 'POST /api/address/coordinates';
/** A search comes a second after typing. */
const SOON = { timeout: 4000 };

const HOME: Place = { kind: 'HOME', id: null, name: '', address: 'Kotikatu 1, 00100 Helsinki' };
const STAGE: Place = {
  kind: 'CUSTOMER',
  id: null,
  name: 'Kesäteatteri Oy',
  address: 'Hämeenkatu 5, 33100 Tampere',
};

// jsdom lays nothing out, so it has nothing to scroll.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'geolocation');
});

function Field({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return (
    <main>
      <AddressField label="Mistä" value={value} onChange={setValue} place="row.addressStart" />
      <output>{value}</output>
    </main>
  );
}

interface Options {
  start?: string;
  disabled?: boolean;
  places?: Place[];
}

async function open({ start = '', disabled = false, places = [HOME, STAGE] }: Options = {}) {
  const server = fakeAccount(
    disabled ? { personSettings: { ...SETTINGS, disableAddressSearch: true } } : {},
  );
  server.savePlaces(places);
  const asked: string[] = [];
  server.answers[SEARCH] = (request) => {
    asked.push(new URL(request.url).searchParams.get('address') ?? '');
    return json(200, { addresses: ['Tori 1, 33100 Tampere'], source: 'SERVICE', reason: null });
  };
  const { user } = renderSignedIn(<Field start={start} />);
  await waitFor(() => expect(server.sent('GET /api/person')).toHaveLength(1));
  await waitFor(() => expect(server.sent(PLACES_CALL)).toHaveLength(1));
  const field = await screen.findByLabelText<HTMLInputElement>('Mistä', { selector: 'input' });
  return { server, user, field, asked };
}

const SETTINGS = {
  workerType: 'ENTREPRENEUR' as const,
  taxpercent: null,
  taxCard: false,
  primaryWork: '',
  disableAddressSearch: false,
  yelInsured: true,
  payYelThroughService: false,
};

const written = () => document.querySelector('output')?.textContent;

test('own places are offered before anything is typed, and nothing is searched for', async () => {
  const again: Place = { ...STAGE, kind: 'TRIP', name: '' };
  const { user, field, asked } = await open({ places: [HOME, STAGE, again] });
  await user.click(field);
  expect(await screen.findByRole('option', { name: /^Koti/ })).toBeDefined();
  expect(screen.getAllByRole('option'), 'an address twice is one').toHaveLength(2);
  await user.click(screen.getByRole('option', { name: /Kesäteatteri Oy/ }));
  expect(written()).toBe(STAGE.address);
  expect(field.dataset['place'], 'where the editor finds it').toBe('row.addressStart');
  expect(asked).toEqual([]);
});

test('typing is searched for once, a second after the last key', async () => {
  const { user, field, asked } = await open();
  await user.click(field);
  const began = performance.now();
  await user.keyboard('Hallituskatu 12');
  expect(written()).toBe('Hallituskatu 12');
  const found = await screen.findByRole('option', { name: 'Tori 1, 33100 Tampere' }, SOON);
  expect(performance.now() - began).toBeGreaterThan(950);
  expect(asked).toEqual(['Hallituskatu 12']);
  expect(screen.queryByRole('option', { name: /Koti/ })).toBeNull();
  await user.click(found);
  expect(written()).toBe('Tori 1, 33100 Tampere');
});

test('a newer text takes the older request back', async () => {
  const { server, user, field } = await open();
  const aborted: boolean[] = [];
  server.answers[SEARCH] = () => new Promise<Response>(() => undefined);
  const fetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: Request) => {
    if (input.url.includes('/api/address?')) {
      const place = aborted.push(false) - 1;
      input.signal.addEventListener('abort', () => {
        aborted[place] = true;
      });
    }
    return fetch(input);
  });
  await user.click(field);
  await user.paste('Halli');
  await waitFor(() => expect(aborted).toEqual([false]), SOON);
  await user.paste('tuskatu');
  await waitFor(() => expect(aborted).toEqual([true]), SOON);
  await waitFor(() => expect(aborted).toEqual([true, false]), SOON);
  expect(written()).toBe('Hallituskatu');
});

test('a search that fails is told quietly and keeps what was typed', async () => {
  const { server, user, field } = await open();
  server.answers[SEARCH] = () => problem(500, 'contactAdmin');
  await user.click(field);
  await user.paste('Hallituskatu 12');
  await screen.findByText('Osoitehaku ei juuri nyt vastaa. Kirjoita osoite itse.', {}, SOON);
  expect(written()).toBe('Hallituskatu 12');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  server.answers[SEARCH] = () =>
    json(200, { addresses: ['33100 Tampere'], source: 'POSTAL_CODES', reason: null });
  await user.paste(', 33100');
  await screen.findByText(/Kirjoita katuosoite itse/, {}, SOON);
  expect(screen.queryByText(/ei juuri nyt vastaa/)).toBeNull();
  const towns = { addresses: ['33100 Tampere'], source: 'POSTAL_CODES' };
  server.answers[SEARCH] = () => json(200, { ...towns, reason: 'SERVICE_DOWN' });
  await user.paste(' Tampere');
  await screen.findByText(/ei juuri nyt vastaa/, {}, SOON);
});

test('a found address that is a place of one’s own is offered once', async () => {
  const { server, user, field } = await open();
  const addresses = [HOME.address, 'Kotikatu 2, 00100 Helsinki'];
  server.answers[SEARCH] = () => json(200, { addresses, source: 'SERVICE', reason: null });
  await user.click(field);
  await user.paste('Kotikatu');
  await screen.findByRole('option', { name: 'Kotikatu 2, 00100 Helsinki' }, SOON);
  expect(screen.getAllByRole('option', { name: /Kotikatu/ })).toHaveLength(2);
});

function stubPosition(answer: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: answer },
  });
}

const positionButton = () => screen.getByRole('button', { name: 'Käytä sijaintiani: Mistä' });

test('the position becomes an address', async () => {
  const { server, user } = await open();
  stubPosition((found) =>
    found({ coords: { accuracy: 9, latitude: 60.18, longitude: 24.95 } } as GeolocationPosition),
  );
  server.answers[HERE] = () =>
    json(200, {
      formatted_address: 'Kaiku 1, 00530 Helsinki',
      addresses: [],
      source: 'SERVICE',
      reason: null,
    });
  await user.click(positionButton());
  await waitFor(() => expect(written()).toBe('Kaiku 1, 00530 Helsinki'));
  expect(JSON.parse(server.sent(HERE)[0] ?? '')).toEqual({
    accuracy: 9,
    latitude: 60.18,
    longitude: 24.95,
  });
  server.answers[HERE] = () =>
    json(200, { formatted_address: null, addresses: [], source: 'NONE', reason: null });
  await user.click(positionButton());
  await screen.findByText('Sijaintisi läheltä ei löytynyt osoitetta. Kirjoita se itse.');
  expect(written(), 'what is there stays').toBe('Kaiku 1, 00530 Helsinki');
});

test('a denied position is told with what to do, and another failure without', async () => {
  const { user } = await open({ start: 'Kotikatu 1' });
  const failWith = (code: number) =>
    stubPosition((_, failed) => failed({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError));
  failWith(1);
  await user.click(positionButton());
  await screen.findByText(/Selain ei saa kertoa sijaintiasi/);
  await user.click(screen.getByRole('button', { name: 'Miten sallin sijainnin?' }));
  screen.getByText(/avaa sivuston asetukset ja salli sijainti/);
  failWith(3);
  await user.click(positionButton());
  await screen.findByText('Sijaintia ei saatu. Kirjoita osoite itse.');
  expect(screen.queryByRole('button', { name: 'Miten sallin sijainnin?' })).toBeNull();
  expect(written()).toBe('Kotikatu 1');
});

test('who wants no search types nothing and chooses among the places', async () => {
  const { user, asked } = await open({ disabled: true, start: 'Vanha 1, 20100 Turku' });
  const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Mistä' });
  await waitFor(() => expect(chosen.readOnly).toBe(true));
  expect(screen.queryByRole('button', { name: /sijaintiani/ })).toBeNull();
  expect(chosen.value).toBe('Vanha 1, 20100 Turku');
  await user.click(chosen);
  await user.click(await screen.findByRole('option', { name: /^Koti/ }));
  expect(written()).toBe(HOME.address);
  expect(screen.getByRole('link', { name: /Lisää paikka/ }).getAttribute('href')).toBe(
    '/account#places',
  );
  expect(asked).toEqual([]);
});

test('without places the way to add one is shown', async () => {
  await open({ disabled: true, places: [] });
  await screen.findByText(/Sinulla ei ole vielä paikkoja/);
});
