import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Bill, BillState } from '@/api/bills';
import { moneyOf, partOf } from '@/test/billMoney';
import { billOf, cardOf } from '@/test/bills';
import { json, problem } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { advanceOf, purchaseOf, shareOf } from '@/test/sharing';

const MONEY = `GET /api/bill/${cardOf().id}/money`;

function open(money: Response | (() => Response), differences: Partial<Bill> = {}) {
  const bill: Bill = {
    ...billOf(cardOf()),
    state: 'CLOSED',
    editable: false,
    contractorBillableItems: [shareOf({ state: 'APPROVED' })],
    extContractorBillableItems: [purchaseOf({ state: 'PAID', paid: '20.11.2026' })],
    advancePayments: [advanceOf({ state: 'PAID', paid: '18.11.2026' })],
    ...differences,
  };
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  opened.server.answers[MONEY] = () => (money instanceof Response ? money.clone() : money());
  return opened;
}

const picture = async () =>
  within(await screen.findByRole('region', { name: 'Mihin rahat menevät' }));
const linesOf = (part: Awaited<ReturnType<typeof picture>>) =>
  part.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

test('every part is told with its document, and the sum is what the customer paid', async () => {
  const salaryId = 'salary';
  const final = { final: true };
  const parts = [
    partOf('VAT', 255, final),
    partOf('FEE', 69, { ...final, salaryId }),
    partOf('SHARE', 300, { ...final, name: 'Maija Mäkinen', shareId: shareOf().id }),
    partOf('PURCHASE', 200, {
      ...final,
      name: 'Rakennustarvike Oy',
      purchaseId: purchaseOf().id,
    }),
    partOf('TAX', 80.4, { ...final, salaryId }),
    partOf('ADVANCE', 150, { ...final, advanceId: advanceOf().id }),
    partOf('ROUNDING', -0.01, { ...final, salaryId }),
    partOf('SALARY', 200.61, { ...final, salaryId }),
  ];
  const { user } = open(
    json(200, moneyOf({ basis: 'SALARY', salaryId, paid: 1255, parts, sharedSalary: true })),
  );
  const part = await picture();
  await part.findByText('Näin laskun rahat jakautuivat palkkapäivänä 20.11.2026.');
  expect(linesOf(part)).toEqual([
    'ALV valtiolle (avautuu uuteen välilehteen)255,00 €',
    'Palvelumaksu69,00 €',
    'Osuus: Maija Mäkinen300,00 €',
    'Ostolasku: Rakennustarvike Oy200,00 €',
    'Ennakonpidätys80,40 €',
    'Jo maksettu ennakko150,00 €',
    'Pyöristys−0,01 €',
    'Nettopalkka200,61 €',
    'Asiakas maksoi1 255,00 €',
  ]);
  part.getByText(/^Samassa palkassa on muutakin/);
  const href = (name: RegExp) => part.getByRole('link', { name }).getAttribute('href');
  expect(href(/^ALV/)).toBe(`/api/bill/${cardOf().id}/pdf?content-disposition=inline`);
  expect(href(/^Ennakonpidätys/)).toBe('/salaries/salary');
  expect(href(/^Nettopalkka/)).toBe('/salaries/salary');
  // What stands on the page itself gets the focus.
  await user.click(part.getByRole('link', { name: /^Osuus: Maija/ }));
  expect(document.activeElement?.textContent).toContain('Toinen kuvaaja');
  await user.click(part.getByRole('link', { name: /^Ostolasku: Rakennus/ }));
  expect(document.activeElement?.textContent).toContain('FI21 1234');
  await user.click(part.getByRole('link', { name: /^Jo maksettu ennakko/ }));
  expect(document.activeElement?.textContent).toContain('150,00');
});

test('before the salary it is an estimate, of which nothing has come or a part', async () => {
  open(json(200, moneyOf({ paid: 500 })));
  const part = await picture();
  await part.findByText(/^Arvio palkkapäivälle 20\.11\.2026/);
  part.getByText(/^Asiakas maksaa \(maksettu 500,00/);
  expect(part.queryByRole('link', { name: /^Nettopalkka/ })).toBeNull();
});

test('a salary below zero says who pays the difference', async () => {
  const parts = [partOf('PURCHASE', 200, { name: 'Tukku Oy' }), partOf('SALARY', -200)];
  open(json(200, moneyOf({ total: 0, parts })));
  expect(await (await picture()).findByText(/^Palkka on alle nollan/)).toBeDefined();
});

test('what cannot be calculated yet says so', async () => {
  open(json(200, moneyOf({ basis: 'NONE', parts: [] })));
  expect(await (await picture()).findByText(/^Rahojen jakoa ei voi vielä/)).toBeDefined();
});

test('a failure can be tried again', async () => {
  let down = true;
  const { user } = open(() => (down ? problem(422, 'ERROR') : json(200, moneyOf())));
  const part = await picture();
  const retry = await part.findByRole('button', { name: 'Yritä uudelleen' });
  down = false;
  await user.click(retry);
  expect(await part.findByText('Asiakas maksaa')).toBeDefined();
});

test.each<[string, BillState, Partial<Bill>]>([
  ['a draft', 'OPEN', { editable: true }],
  [
    'a credit note',
    'CLOSED',
    { creditOf: { id: 'other', billNumber: 1, state: 'HYVITETTY', totalpriceWithAlv: 1255 } },
  ],
])('%s has no such picture', async (_, state, differences) => {
  const { server } = open(json(200, moneyOf()), { state, ...differences });
  await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('region', { name: 'Ostolaskut' });
  expect(screen.queryByRole('region', { name: 'Mihin rahat menevät' })).toBeNull();
  expect(server.sent(MONEY)).toEqual([]);
});
