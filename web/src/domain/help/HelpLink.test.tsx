import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeAccount, openAccount } from '@/test/account';
import { BILLS, billOf, cardOf } from '@/test/bills';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { fakeRegister } from '@/test/customers';
import { openApp } from '@/test/openApp';
import { openEditor } from '@/test/openEditor';
import { blankRow } from '@/test/rows';
import { offerOf } from '@/test/sharing';
import { entrepreneur, figures } from '@/test/summaries';

/** Where a link to an explanation leads, and in which tab. */
async function helpAbout(title: string) {
  const link = await screen.findByRole('link', { name: new RegExp(`^Lue lisää: ${title}`) });
  return [link.getAttribute('href'), link.getAttribute('target')];
}

/** In a tab of its own, so that nothing typed beside the link is left. */
const inOwnTab = (topic: string) => [`/help/${topic}`, '_blank'];

test('the editor explains the VAT rate and reverse VAT', async () => {
  openEditor('/invoice');
  expect(await helpAbout('Arvonlisäverokanta')).toEqual(inOwnTab('vat-rate'));
  expect(await helpAbout('Käännetty arvonlisävero')).toEqual(inOwnTab('reverse-vat'));
});

test('the account explains the tax card and the pension', async () => {
  fakeAccount();
  await openAccount();
  expect(await helpAbout('Verokortti')).toEqual(inOwnTab('tax-card'));
  expect(await helpAbout('YEL, yrittäjän eläkevakuutus')).toEqual(inOwnTab('yel'));
});

test.each([
  ['ENTREPRENEUR', 'YEL, yrittäjän eläkevakuutus', 'yel'],
  ['WORKER', 'TyEL, työeläkevakuutus', 'tyel'],
])('the calculator explains the pension of %s', async (workerType, title, topic) => {
  fakeServer({
    'GET /api/calc': () => json(200, figures),
    'PUT /api/calc': () => json(200, entrepreneur),
  });
  const { user } = openApp(`/calculator?workerType=${workerType}`);
  await user.click(await screen.findByRole('button', { name: /^Lisäasetukset/ }));
  expect(await helpAbout(title)).toEqual(inOwnTab(topic));
});

test('the form of a customer explains e-invoices once they are chosen', async () => {
  fakeRegister([]);
  const { user } = openApp('/customers');
  await user.click(await screen.findByRole('button', { name: 'Lisää uusi asiakas' }));
  const form = within(await screen.findByRole('dialog'));
  await user.click(form.getByLabelText('Verkkolasku', { selector: '[type=radio]' }));
  expect(await helpAbout('Verkkolasku ja operaattori')).toEqual(inOwnTab('e-invoice'));
});

test('the request for an advance explains advances', async () => {
  const bill = {
    ...billOf(cardOf({ state: 'CLOSED' })),
    editable: false,
    billableitems: [{ ...blankRow, destination: 'Kuvaus', alvPrice: 500 }],
  };
  const { user, server } = openEditor(`/invoice?id=${bill.id}`, { bill });
  server.answers[`GET ${BILLS}/${bill.id}/advancePayment`] = () => json(200, offerOf());
  await user.click(await screen.findByRole('button', { name: 'Pyydä ennakkoa' }));
  expect(await helpAbout('Ennakko')).toEqual(inOwnTab('advance'));
});

test.each([
  [{ tyel: 145.2 }, 'TyEL, työeläkevakuutus', 'tyel'],
  [{ yel: 210 }, 'YEL, yrittäjän eläkevakuutus', 'yel'],
])('the editor explains the pension that is withheld: %o', async (part, title, topic) => {
  const bill = {
    ...billOf(cardOf()),
    billableitems: [{ ...blankRow, destination: 'Kuvaus', alvPrice: 500 }],
  };
  const { server } = openEditor(`/invoice?id=${bill.id}`, { bill });
  server.answers['PUT /api/calc/frombill'] = () => json(200, { ...entrepreneur, ...part });
  expect(await helpAbout(title)).toEqual(inOwnTab(topic));
});

test.each([
  ['ENTREPRENEUR', 1],
  ['WORKER', 0],
])(
  'the editor tells %s whose matter the pension is, though no YEL is withheld',
  async (workerType, links) => {
    const bill = {
      ...billOf(cardOf()),
      billableitems: [{ ...blankRow, destination: 'Kuvaus', alvPrice: 500 }],
    };
    openEditor(`/invoice?id=${bill.id}`, {
      bill,
      user: { ...worker, personSettings: { workerType } },
    });
    await screen.findByRole('button', { name: 'Bruttopalkka' });
    expect(screen.queryAllByRole('link', { name: /YEL/ })).toHaveLength(links);
    expect(screen.queryAllByText(/^Kevytyrittäjä vakuuttaa eläkkeensä itse/)).toHaveLength(links);
  },
);
