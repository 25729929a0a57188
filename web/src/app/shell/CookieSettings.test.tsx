import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const measuring = {
  'GET /api/app': () =>
    json(200, {
      demo: false,
      aboutUrl: '',
      demoLogins: [],
      termsVersion: '2026-11-01',
      pixelId: '1234567890',
    }),
};

const pixel = () => document.querySelector('img[src*="facebook"]');
const banner = () => screen.queryByRole('region', { name: 'Saako mainonnan tuloksia mitata?' });

test('where nothing is measured nothing is asked', async () => {
  fakeServer();
  openApp('/register');
  await screen.findByRole('heading', { level: 1, name: 'Rekisteröidy' });
  expect(banner()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Evästeasetukset' })).toBeNull();
});

test('the advertiser learns of a visit only once it is allowed', async () => {
  fakeServer(measuring);
  const { user } = openApp('/register');
  await user.click(await screen.findByRole('button', { name: 'En salli' }));
  expect([banner(), pixel()]).toEqual([null, null]);

  await user.click(screen.getByRole('button', { name: 'Evästeasetukset' }));
  await waitFor(() => expect(document.activeElement).toBe(banner()));
  screen.getByText('Et ole sallinut mittausta.');
  await user.click(screen.getByRole('button', { name: 'Sallin' }));
  expect(banner()).toBeNull();
  expect(pixel()?.getAttribute('src')).toBe(
    'https://www.facebook.com/tr?id=1234567890&ev=PageView&noscript=1',
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Evästeasetukset' }));
});

test('the answer is remembered on the device, and other pages do not ask', async () => {
  fakeServer(measuring);
  openApp('/about');
  await screen.findByRole('button', { name: 'Evästeasetukset' });
  expect(banner()).toBeNull();
});
