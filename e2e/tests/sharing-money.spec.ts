import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { enter } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPassword, register } from '../support/newcomer.ts';
import { call, customer, referenceOf } from '../support/payday.ts';
import { smallPdf } from '../support/pdf.ts';
import type { Person } from '../support/people.ts';
import {
  addPurchase,
  giveShare,
  partOf,
  payoutsLeave,
  putIntoFile,
  readyPayouts,
  statement,
} from '../support/sharing.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

// Money leaves the account and people register, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-17' } });

/*
 * Every amount was calculated by hand, as in the test of the API `one_bill_pays_three_workers_two_sellers_and_an_advance`:
 *
 * work            40 h × 75.00                               3000.00
 * trip            352 km × 0.55 € = 193.60, full day 54.00    247.60   in the price of its row, as of an employee
 * VAT             3247.60 × 25.5 % = 828.138                  828.14   to pay 4075.74
 * purchase A      paid at once: 200.00 + VAT 51.00            251.00   commission 200.00 × 7.5 % = 15.00
 * purchase B      waits: 100.00 + VAT 25.51 as printed        125.51
 *
 * Maija, employee fee 3247.60 × 6.9 % = 224.0844              224.08
 *                 shares 600.00 + 20 % of 3247.60 = 649.52   1249.52
 *                 all-in 3247.60 − 224.08 − 1249.52 − 315.00 − 247.60 = 1211.40
 * gross           1211.40 / 1.1998 = 1009.668…               1009.67   employer's contributions 201.73
 *   withheld      tax 21.5 % 217.08, TyEL 73.71, unemployment 8.99
 * net             1009.67 − 217.08 − 82.70                    709.89   advance 70 % = 496.92 at most; asked 400.00
 * to the account  709.89 − 400.00 + 247.60                    557.49
 * Veeti, light    600.00; gross 600.00 / 1.0251               585.31   tax 20 % 117.06; to the account 468.25
 * Linnea, employee 649.52; gross 649.52 / 1.1998              541.36   tax 20 % 108.27, TyEL 39.52, unemployment 4.82
 *                 to the account                              388.75
 */
const toPay = 4075.74;

interface Newcomer {
  bank: 'maija' | 'veeti' | 'linnea';
  email: string;
  fullName: string;
  iban: string;
  workerType: 'WORKER' | 'ENTREPRENEUR';
  baseRate: number;
}

const MAIJA: Newcomer = {
  bank: 'maija',
  email: 'maija.jakaa@liksa.example',
  fullName: 'Maija Liisa Äkäslompolo',
  iban: 'FI5810171000000122',
  workerType: 'WORKER',
  baseRate: 21.5,
};
const VEETI: Newcomer = {
  bank: 'veeti',
  email: 'veeti.saa@liksa.example',
  fullName: 'Veeti Uusitalo',
  iban: 'FI5542345670000081',
  workerType: 'ENTREPRENEUR',
  baseRate: 20,
};
const LINNEA: Newcomer = {
  bank: 'linnea',
  email: 'linnea.saa@liksa.example',
  fullName: 'Linnea Sjöström',
  iban: 'FI7944052020036082',
  workerType: 'WORKER',
  baseRate: 20,
};

type Bill = components['schemas']['Bill'];
type Worker = components['schemas']['WorkerView'];
type Run = components['schemas']['PayrollRun'];

const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

/** A newcomer comes to the browser, whose page has nothing under way any more. */
async function signInAs(page: Page, { email }: Newcomer): Promise<string> {
  await page.goto('about:blank');
  const credentials = { username: email, password: newPassword };
  return (await call<{ id: string }>(page, 'POST', '/api/login', credentials)).id;
}

async function become(page: Page, person: Person): Promise<void> {
  await page.goto('about:blank');
  await enter(page, person);
}

/** Makes an account past the screens, with what a salary needs. Answers the tax card that payroll has to read. */
async function join(page: Page, newcomer: Newcomer): Promise<{ id: string; card: string }> {
  await page.context().clearCookies();
  await register(page, newcomer.email, newcomer.bank);
  const id = await signInAs(page, newcomer);
  await call(page, 'PUT', '/api/person', { iban: newcomer.iban, city: 'Tampere' });
  const sent = await page.request.post(`/api/person/${id}/taxcard`, {
    headers: fromOwnPage,
    multipart: { file: { name: 'verokortti.pdf', mimeType: 'application/pdf', buffer: smallPdf } },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  return { id, card: ((await sent.json()) as { id: string }).id };
}

/** Payroll reads the tax cards and sets the terms. */
async function employ(page: Page, newcomer: Newcomer, { id, card }: { id: string; card: string }) {
  const { version } = await call<Worker>(page, 'GET', `/api/provider/workers/${id}`);
  const { workerType, baseRate } = newcomer;
  const terms = { version, workerType, professionCode: '2652' };
  await call(page, 'PUT', `/api/provider/workers/${id}/terms`, terms);
  const figures = { baseRate, ceiling: 45_000, additionalRate: 41.5, validFrom: '01.01.2026' };
  await call(page, 'PUT', `/api/provider/tax-cards/${card}`, figures);
}

const day = '04.11.2026';
const rows = [
  {
    type: 'AMOUNT',
    date: '03.11.2026',
    destination: 'Äänitys',
    hourlyprice: 75,
    billableWorkHours: 40,
  },
  {
    type: 'CONTRACT',
    date: day,
    destination: 'Matka Helsinkiin',
    alvPrice: 247.6,
    kilometers: 352,
    roundtrip: true,
    vehicleRegisterNumber: 'ABC-123',
    addressStart: 'Kotikatu 1, 33100 Tampere',
    addressStop: 'Kaivokatu 1, 00100 Helsinki',
    startdate: day,
    time: '07:30',
    returndate: day,
    returntime: '19:30',
    fulldaycompensation: 1,
  },
];

/** The closing balances that the page of the books shows, in cents. */
async function booksOnPage(page: Page): Promise<Map<string, number>> {
  await page.goto('/provider/ledger');
  const balance = page.getByRole('table', { name: fi.providerpayroll_trial_balance });
  await expect(balance.getByRole('link').first()).toBeVisible();
  const shown = await balance.getByRole('rowgroup').nth(1).getByRole('row').all();
  const balances = new Map<string, number>();
  for (const row of shown) {
    const cells = await row.getByRole('cell').allInnerTexts();
    const number = /^\d{4}/.exec(await row.innerText())?.[0] ?? '';
    balances.set(number, centsIn(cells.at(-1) ?? ''));
  }
  return balances;
}

/** `−1 234,50 €` as cents. */
function centsIn(text: string): number {
  const digits = Number(text.replaceAll(/\D/g, ''));
  return /[-−]/.test(text) ? -digits : digits;
}

/** Uploads what the bank tells, and waits until all of it is booked. */
async function bankTells(page: Page, buffer: Buffer): Promise<void> {
  await page.goto('/provider/payments');
  const file = { name: 'tiliote.xml', mimeType: 'application/xml', buffer };
  await page.locator('input[type="file"]').setInputFiles(file);
  const upload = page.getByRole('region', { name: fi.providermoney_upload });
  await expect(upload.getByText(fi.providermoney_upload_all_clear)).toBeVisible();
}

/** One person puts all that is ready of the bill into a file, another approves it, and the bank pays. */
async function payOut(page: Page, billId: string, name: string, expected: readonly string[]) {
  await become(page, 'payroll');
  const count = async () => (await readyPayouts(page, billId)).length;
  await expect.poll(count).toBe(expected.length);
  const ready = await readyPayouts(page, billId);
  await page.goto('/provider/payouts');
  await putIntoFile(page, ready);
  await become(page, 'payroll2');
  await page.goto('/provider/payouts');
  const file = page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: ready[0]?.receiver ?? '' });
  await file.getByRole('button', { name: fi.payouts_approve }).click();
  await page.getByRole('dialog').getByRole('button', { name: fi.payouts_approve }).click();
  const downloading = page.waitForEvent('download');
  await file.getByRole('link', { name: fi.payouts_download }).click();
  const xml = await readFile(await (await downloading).path(), 'utf8');
  expect(amountsIn(xml)).toEqual(expected);
  await bankTells(page, payoutsLeave(name, ready));
}

function amountsIn(xml: string): string[] {
  return [...xml.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, sum = '']) => sum).toSorted();
}

/** Approves the share that a subcontractor is asked for, on the home page. */
async function approveShare(page: Page, newcomer: Newcomer, amount: string): Promise<void> {
  await signInAs(page, newcomer);
  await page.goto('/');
  const offered = partOf(page, fi.sharing_for_me).getByRole('listitem').filter({ hasText: amount });
  const name = fill(fi.sharing_approve_of, { name: MAIJA.fullName });
  await offered.getByRole('button', { name }).click();
  await expect(page.getByText(fi.sharing_approved_told)).toBeVisible();
}

/** The slip of a newcomer says these amounts. */
async function readSlip(page: Page, newcomer: Newcomer, amounts: readonly string[]): Promise<void> {
  await signInAs(page, newcomer);
  await page.goto('/salaries');
  const main = page.getByRole('main');
  await expect(main.getByRole('article')).toHaveCount(1);
  await main.getByRole('article').getByRole('link', { name: fi.salaries_view }).click();
  await expect(main.getByRole('heading', { name: fi.salaries_lines })).toBeVisible();
  const lines = await main.locator('summary').allInnerTexts();
  const said = lines.join(' ').replaceAll(/\s/g, ' ');
  for (const amount of amounts) expect(said).toContain(amount);
}

test('one bill pays three workers, two sellers and an advance to the cent', async ({ page }) => {
  // Seven people, one after another, on some thirty pages.
  test.slow();
  const main = page.getByRole('main');
  const part = (name: string) => partOf(page, name);
  const made = [];
  for (const newcomer of [MAIJA, VEETI, LINNEA]) made.push(await join(page, newcomer));
  await become(page, 'payroll');
  for (const [place, newcomer] of [MAIJA, VEETI, LINNEA].entries()) {
    const ids = made[place];
    if (ids !== undefined) await employ(page, newcomer, ids);
  }
  const before = await booksOnPage(page);

  const maija = await signInAs(page, MAIJA);
  const { id: customerId } = await call<{ id: string }>(
    page,
    'POST',
    '/api/sharedcustomers',
    customer,
  );
  const draft = await call<Bill>(page, 'POST', `/api/person/${maija}/bills`, {
    language: 'fin',
    billingdate: '17.11.2026',
    sharedCustomer: { id: customerId },
    alv: 25.5,
    billableitems: rows,
  });
  const asClerkSeesIt = async () => {
    const answer = await page.request.get(`/api/provider/bills/${draft.id}`);
    return ((await answer.json()) as { bill: Bill }).bill;
  };

  await test.step('she shares it by sum and by per cent, and has two sellers paid out of it', async () => {
    await editor(page).open(draft.id);
    await giveShare(page, { ...VEETI, amount: '600', description: 'Miksaus' });
    await giveShare(page, { ...LINNEA, percent: '20', description: 'Masterointi' });
    await addPurchase(page, {
      seller: 'Valovuokraus Oy',
      account: 'FI37 1590 3000 0007 76',
      reference: '1232',
      amount: '200',
      total: '251,00',
      commission: '15,00',
      copy: 'valot.pdf',
    });
    await addPurchase(page, {
      seller: 'Puutavara Oy',
      account: 'FI14 1009 3000 1234 58',
      message: 'Lasku 55',
      amount: '100',
      vat: '25,51',
      total: '125,51',
      copy: 'puut.pdf',
    });
    // 3247.60 − 1249.52 − 300.00 − 15.00
    await expect(part(fi.sharing_left_label)).toContainText('1 683,08');
  });

  await test.step('both approve, and she sends it', async () => {
    await approveShare(page, VEETI, '600,00');
    await approveShare(page, LINNEA, '649,52');
    await signInAs(page, MAIJA);
    const { open, send, summary } = editor(page);
    await open(draft.id);
    await expect(summary).toContainText('4 075,74 €');
    await expect(summary).toContainText('957,49 €');
    await send.click();
    const question = dialog(page, fi.bills_send_title);
    await question.getByRole('button', { name: fi.bills_action_send }).click();
    await expect(page.getByRole('heading', { name: fi.invoice_sent_title })).toBeVisible();
  });

  const reference =
    await test.step('a clerk sees who gets what, approves it and sends it at once', async () => {
      await become(page, 'clerk');
      await page.goto(`/provider/bills/${draft.id}`);
      for (const words of [VEETI.fullName, '600,00', LINNEA.fullName, '649,52']) {
        await expect(part(fi.sharing_title)).toContainText(words);
      }
      await main.getByRole('button', { name: fi.providerbills_take }).click();
      await expect(main.getByText(fi.bills_state_taken, { exact: true })).toBeVisible();
      await main.getByRole('button', { name: fi.providerbills_approve }).click();
      await expect(page).not.toHaveURL(new RegExp(draft.id));
      await page.goto(`/provider/bills/${draft.id}?queue=approved`);
      await main.getByRole('button', { name: fi.providerbills_send_now }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: fi.providerbills_send_now })
        .click();
      await expect.poll(async () => (await asClerkSeesIt()).state).toBe('CLOSED');
      return referenceOf((await asClerkSeesIt()).billNumber ?? 0);
    });

  await test.step('she asks for an advance, which payroll grants', async () => {
    await signInAs(page, MAIJA);
    await page.goto(`/invoice?id=${draft.id}`);
    await part(fi.advances_title).getByRole('button', { name: fi.advances_ask }).click();
    const asking = dialog(page, fi.advances_dialog);
    await asking.getByRole('checkbox', { name: fi.advances_rows_all }).check();
    const amount = asking.getByRole('textbox', { name: fi.advances_amount });
    await expect(amount).toHaveValue('496,92');
    await amount.fill('400');
    await asking.getByRole('button', { name: fi.advances_confirm }).click();
    await page.getByRole('button', { name: fi.advances_success_close }).click();
    await become(page, 'payroll');
    await page.goto('/provider/advances');
    const request = main.getByRole('listitem').filter({ hasText: MAIJA.fullName });
    await request.getByRole('button', { name: fi.provideradvances_grant }).click();
    await page.getByRole('dialog').getByRole('button', { name: fi.provideradvances_grant }).click();
    await expect(request).toBeHidden();
  });

  await test.step('the purchase at once and the advance are paid out, then the customer pays, then the rest', async () => {
    await payOut(page, draft.id, 'A', ['251.00', '400.00']);
    await bankTells(page, statement('C', [{ amount: toPay, reference }]));
    await payOut(page, draft.id, 'B', ['125.51']);
  });

  await test.step('one person calculates the salaries, another approves and pays them', async () => {
    await become(page, 'payroll');
    await page.goto('/provider/payroll');
    const make = fill(fi.providerpayroll_make, { payday: '20.11.2026' });
    await main.getByRole('button', { name: make }).click();
    await main.getByRole('button', { name: fi.providerpayroll_calculate }).click();
    await expect(main.getByRole('heading', { name: fi.providerpayroll_now_own })).toBeVisible();
    const paid: readonly (readonly [Newcomer, string])[] = [
      [MAIJA, '557,49 €'],
      [VEETI, '468,25 €'],
      [LINNEA, '388,75 €'],
    ];
    for (const [{ fullName }, sum] of paid) {
      await expect(main.getByRole('row').filter({ hasText: fullName })).toContainText(sum);
    }
    const run = page.url();
    const runs = `/api/provider/payroll/runs/${run.split('/').at(-1) ?? ''}`;
    // The bills of the demo wait for the next run, so that the files have these three alone.
    const { salaries } = await call<{ salaries: { id: string; personName: string }[] }>(
      page,
      'GET',
      `${runs}/salaries`,
    );
    const ours = [MAIJA, VEETI, LINNEA].map(({ fullName }) => fullName);
    for (const { id, personName } of salaries) {
      if (!ours.includes(personName))
        await call(page, 'PUT', `${runs}/salaries/${id}/hold`, { reason: 'Myöhemmin' });
    }
    await become(page, 'payroll2');
    await page.goto(run);
    await main.getByRole('button', { name: fi.providerpayroll_approve }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: fi.providerpayroll_approve })
      .click();
    await expect(main.getByRole('heading', { name: fi.providerpayroll_now_pay })).toBeVisible();
    const file = async (name: string) => {
      const downloading = page.waitForEvent('download');
      await main.getByRole('link', { name }).click();
      return readFile(await (await downloading).path(), 'utf8');
    };
    const bank = await file(fi.providerpayroll_file_bank);
    expect(amountsIn(bank)).toEqual(['388.75', '468.25', '557.49']);
    expect(bank).toContain('<CtrlSum>1414.49</CtrlSum>');
    const report = await file(fi.providerpayroll_file_report);
    const reported = [...report.matchAll(/<TransactionCode>(\d+)<[\s\S]*?<Amount>([\d.]+)</g)];
    expect(reported.map(([, code = '', sum = '']) => `${code} ${sum}`).toSorted()).toEqual([
      '101 1009.67',
      '101 541.36',
      '101 585.31',
      '311 193.60',
      '331 54.00',
      '402 108.27',
      '402 117.06',
      '402 217.08',
      '413 39.52',
      '413 73.71',
      '414 4.82',
      '414 8.99',
    ]);
    await main.getByRole('button', { name: fi.providerpayroll_pay }).click();
    await page.getByRole('dialog').getByRole('button', { name: fi.providerpayroll_pay }).click();
    await expect(main.getByRole('heading', { name: fi.providerpayroll_now_paid })).toBeVisible();
    const { state } = await call<Run>(page, 'GET', runs);
    expect(state).toBe('PAID');
  });

  await test.step('the books have moved by what was calculated', async () => {
    const after = await booksOnPage(page);
    const moved = [...after]
      .map(([number, cents]) => [number, cents - (before.get(number) ?? 0)] as const)
      .filter(([, cents]) => cents !== 0);
    expect(Object.fromEntries(moved)).toEqual({
      1763: 7651, // VAT of purchases: 51.00 + 25.51
      1910: 188_474, // 4075.74 − 251.00 − 400.00 − 125.51 − 1414.49
      2921: -44_241, // 217.08 + 117.06 + 108.27
      2922: -4080,
      2923: -37_845,
      2924: -1862,
      2925: -1282,
      2926: -93,
      2939: -82_814,
      3000: -22_408,
      3010: -1500,
    });
  });

  await test.step('each reads the own slip, and she reads where every euro went', async () => {
    await readSlip(page, VEETI, ['600,00 €', '585,31 €', '117,06 €', '468,25 €']);
    await readSlip(page, LINNEA, [
      '649,52 €',
      '541,36 €',
      '108,27 €',
      '39,52 €',
      '4,82 €',
      '388,75 €',
    ]);
    const own = [
      '3 247,60 €',
      '224,08 €',
      '1 549,52 €',
      '15,00 €',
      '1 009,67 €',
      '217,08 €',
      '73,71 €',
      '8,99 €',
    ];
    await readSlip(page, MAIJA, [...own, '400,00 €', '557,49 €']);
    await page.goto(`/invoice?id=${draft.id}`);
    const picture = part(fi.money_title).getByRole('listitem');
    await expect(picture.last()).toContainText('4 075,74 €');
    const said = await picture.allInnerTexts();
    expect(
      said.map((line) =>
        centsIn(line.replaceAll(/\s/g, ' ').match(/[−-]?[\d ]+,\d\d €/)?.[0] ?? ''),
      ),
    ).toEqual([
      82_814, 22_408, 60_000, 64_952, 20_000, 10_000, 1500, 24_760, 20_173, 21_708, 8270, 40_000,
      30_989, 407_574,
    ]);
  });
});
