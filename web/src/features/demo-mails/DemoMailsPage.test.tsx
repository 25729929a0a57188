import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const link = 'http://127.0.0.1:8080/password/forgot/t1';
const reset = {
  id: '0193a000-0000-7000-8000-0000000000a1',
  to: 'aino@liksa.example',
  subject: 'Vaihda Liksan salasanasi',
  state: 'SENT',
  writtenAt: '2026-11-16T08:00:00Z',
  attachment: null,
  text: `Hei!\n\nValitse uusi salasana:\n${link}\n`,
  html: `<!doctype html><html lang="fi"><body style="font-size:15px"><p>Hei!</p><p><a href="${link}" style="color:#fff">Valitse</a></p></body></html>`,
};
const invoice = {
  ...reset,
  id: '0193a000-0000-7000-8000-0000000000a2',
  to: 'asiakas@liksa.example',
  subject: 'Lasku 1001',
  attachment: 'lasku-1001.pdf',
  html: '',
};

test('a mail is chosen and read as it was written, its links to be followed', async () => {
  fakeServer({ 'GET /api/demo/mails': () => json(200, [invoice, reset]) });
  const { user } = openApp('/demo/mails');
  await user.click(await screen.findByRole('link', { name: /Vaihda Liksan salasanasi/ }));
  const mail = await screen.findByRole('region', { name: 'Vaihda Liksan salasanasi' });
  const sheet = [...mail.querySelectorAll('div')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
  const anchor = sheet?.querySelector('a');
  expect([anchor?.getAttribute('href'), anchor?.style.color]).toEqual([link, 'rgb(255, 255, 255)']);

  await user.click(screen.getByRole('radio', { name: 'Pelkkä teksti' }));
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(link);
});

test('a mail of plain text tells of its attachment', async () => {
  fakeServer({ 'GET /api/demo/mails': () => json(200, [invoice, reset]) });
  openApp(`/demo/mails?id=${invoice.id}`);
  await screen.findByText('Liite: lasku-1001.pdf');
  expect(screen.queryByRole('radio', { name: 'Muotoiltu' })).toBeNull();
});

test('an empty mailbox says so', async () => {
  fakeServer({ 'GET /api/demo/mails': () => json(200, []) });
  openApp('/demo/mails');
  await screen.findByText(/Viestejä ei vielä ole/);
});

test('outside the demo there is no such page', async () => {
  fakeServer({
    'GET /api/app': () => json(200, { demo: false, aboutUrl: '', demoLogins: [], pixelId: null }),
  });
  openApp('/demo/mails');
  await screen.findByRole('heading', { level: 1, name: 'Sivua ei löytynyt' });
});
