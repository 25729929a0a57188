import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { enter, type Account, type Bill } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { customer, referenceOf } from '../support/payday.ts';
import { smallPdf } from '../support/pdf.ts';
import { people, type Person } from '../support/people.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

// The run pays everybody whose bills are paid, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-18' } });

/*
 * Every amount was calculated by hand from the rates of 2026 for a light entrepreneur of 47 years under the YEL
 * duty, whose tax card says 18 %:
 *
 * work            37.5 h × 62.345 €                        2337.9375
 * trip            330 km × 0.55 € = 181.50, full day 54.00   235.50
 * parking         by receipt                                  23.40    reimbursements 258.90
 * VAT-free        2337.9375 + 258.90 = 2596.8375             2596.84
 * VAT             2596.8375 × 25.5 % = 662.1935625            662.19
 * to pay          2596.84 + 662.19                           3259.03
 * service fee     2596.84 × 6.9 % = 179.18196                 179.18
 * all-in          2596.84 − 179.18 − 258.90                  2158.76
 * gross salary    2158.76 / 1.0251 = 2105.9018…              2105.90
 *   employer's    health insurance 1.91 % 40.22269, accident insurance 0.60 % 12.6354
 *   withheld      tax 18 % 379.062                            379.06
 * net             2105.90 − 379.06                           1726.84
 * to the account  1726.84 + 258.90                           1985.74
 */
const toPay = '3259.03';
const toAccount = '1985.74';
const shown = {
  toPay: '3 259,03 €',
  fee: '179,18 €',
  gross: '2 105,90 €',
  health: '40,22 €',
  accident: '12,64 €',
  tax: '379,06 €',
  kilometers: '181,50 €',
  net: '1 726,84 €',
  toAccount: '1 985,74 €',
};

type DemoMail = components['schemas']['DemoMail'];

const day = '04.11.2026';
const rows = [
  {
    type: 'AMOUNT',
    date: day,
    destination: 'Äänitys',
    hourlyprice: 62.345,
    billableWorkHours: 37.5,
  },
  {
    type: 'CONTRACT',
    date: day,
    destination: 'Matka Tampereelle',
    alvPrice: 0,
    kilometers: 330,
    roundtrip: true,
    vehicleRegisterNumber: 'ABC-123',
    addressStart: 'Linnankatu 40, 20100 Turku',
    addressStop: 'Hämeenkatu 5, 33100 Tampere',
    startdate: day,
    time: '07:30',
    returndate: day,
    returntime: '19:30',
    fulldaycompensation: 1,
  },
  { type: 'CONTRACT', date: day, destination: 'Pysäköinti', alvPrice: 0, othercost: 23.4 },
];

const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

/** The worker's bill, written past the editor, which has tests of its own. */
async function writeBill(page: Page, worker: Account): Promise<Bill> {
  const made = await page.request.post('/api/sharedcustomers', {
    headers: fromOwnPage,
    data: customer,
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = (await made.json()) as { id: string };
  const bill = await worker.post<Bill>('bills', {
    language: 'fin',
    billingdate: '18.11.2026',
    sharedCustomer: { id },
    alv: 25.5,
    billReimbursementsFromCustomer: true,
    billableitems: rows,
  });
  const receipt = await page.request.post(
    `/api/billableitem/${bill.billableitems[2]?.id}/receipt`,
    {
      headers: fromOwnPage,
      multipart: {
        file: { name: 'kuitti.pdf', mimeType: 'application/pdf', buffer: smallPdf },
      },
    },
  );
  expect(receipt.ok(), await receipt.text()).toBe(true);
  return bill;
}

/** What the bank tells when the customer has paid. */
function statement(reference: string): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>FI2112345600000785</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">${toPay}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-18</Dt></BookgDt><AcctSvcrRef>20261118ABC</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Äänitalo Oy</Nm></Dbtr></RltdPties>
<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`,
  );
}

/** Another person comes to the browser, whose page has nothing under way any more. */
async function giveTo(page: Page, person: Person): Promise<void> {
  await page.goto('about:blank');
  await enter(page, person);
}

/** Says yes to what a button asks. */
async function confirm(page: Page, name: string): Promise<void> {
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name }).click();
  await expect(question).toBeHidden();
}

test('hours, a trip and a receipt become a salary to the cent, through all steps', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const worker = await enter(page, 'newcomer');
  const { id } = await writeBill(page, worker);
  const asClerksSeeIt = async () => {
    const answer = await page.request.get(`/api/provider/bills/${id}`);
    return ((await answer.json()) as { bill: Bill }).bill;
  };

  await test.step('the worker sees what will come of it, and sends it', async () => {
    const { open, send, summary } = editor(page);
    await open(id);
    await expect(summary).toContainText(shown.toPay);
    await expect(summary).toContainText(shown.toAccount);
    await send.click();
    const question = dialog(page, fi.bills_send_title);
    await question.getByRole('button', { name: fi.bills_action_send }).click();
    await expect(editor(page).sent).toBeVisible();
  });

  await test.step('a clerk looks at it beside its receipt, approves it, and sends it at once', async () => {
    await giveTo(page, 'clerk');
    await page.goto('/provider/bills');
    await main.getByRole('link', { name: people.newcomer.fullName }).click();
    await expect(main.getByText(shown.toPay).first()).toBeVisible();
    await expect(main.getByText('kuitti.pdf').first()).toBeVisible();
    await expectAccessible(page);
    await main.getByRole('button', { name: fi.providerbills_take }).click();
    await expect(main.getByText(fi.bills_state_taken, { exact: true })).toBeVisible();
    await main.getByRole('button', { name: fi.providerbills_approve }).click();
    await expect(page, 'the next bill opens, or the queue').not.toHaveURL(new RegExp(id));
    const [approved = ''] = fi.providerbills_approved.split(' {');
    await expect(page.getByText(approved)).toBeVisible();
    await page.goto(`/provider/bills/${id}?queue=approved`);
    const [leaves = ''] = fi.bills_leaves_minutes.split(' {');
    await expect(main.getByText(leaves)).toBeVisible();
    await expectAccessible(page);
    await main.getByRole('button', { name: fi.providerbills_send_now }).click();
    await confirm(page, fi.providerbills_send_now);
    await expect.poll(async () => (await asClerksSeeIt()).delivery?.state).toBe('SENT');
  });
  const { billNumber } = await asClerksSeeIt();
  const reference = referenceOf(billNumber ?? 0);

  await test.step('the customer has it in the mail, with all that is needed to pay', async () => {
    const mails = (await (await page.request.get('/api/demo/mails')).json()) as DemoMail[];
    const [mail, another] = mails.filter(({ to }) => to === customer.email);
    expect(another).toBeUndefined();
    const said = mail?.text.replaceAll(/\s/g, ' ');
    expect(said).toContain(shown.toPay);
    expect(said).toContain(reference);
  });

  await test.step('the bank’s statement pays it', async () => {
    await giveTo(page, 'payroll');
    await page.goto('/provider/payments');
    const file = { name: 'tiliote.xml', mimeType: 'application/xml', buffer: statement(reference) };
    await page.locator('input[type="file"]').setInputFiles(file);
    const upload = page.getByRole('region', { name: fi.providermoney_upload });
    await expect(upload).toContainText(`${fi.providermoney_matched}1`);
  });

  await test.step('one person calculates the salaries, and may not approve them', async () => {
    await page.goto('/provider/payroll');
    const make = fill(fi.providerpayroll_make, { payday: '20.11.2026' });
    await main.getByRole('button', { name: make }).click();
    await main.getByRole('button', { name: fi.providerpayroll_calculate }).click();
    await expect(main.getByRole('heading', { name: fi.providerpayroll_now_own })).toBeVisible();
    const salary = main.getByRole('row').filter({ hasText: people.newcomer.fullName });
    await expect(salary).toContainText(shown.toAccount);
    const approve = main.getByRole('button', { name: fi.providerpayroll_approve });
    await expect(approve).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('another approves them, takes the file to the bank and tells so', async () => {
    const run = page.url();
    await giveTo(page, 'payroll2');
    await page.goto(run);
    await main.getByRole('button', { name: fi.providerpayroll_approve }).click();
    await confirm(page, fi.providerpayroll_approve);
    await expect(main.getByRole('heading', { name: fi.providerpayroll_now_pay })).toBeVisible();
    const downloading = page.waitForEvent('download');
    await main.getByRole('link', { name: fi.providerpayroll_file_bank }).click();
    const xml = await readFile(await (await downloading).path(), 'utf8');
    const transfer = xml
      .split('<CdtTrfTxInf>')
      .find((one) => one.includes(people.newcomer.fullName));
    expect(transfer).toContain(`<InstdAmt Ccy="EUR">${toAccount}</InstdAmt>`);
    await main.getByRole('button', { name: fi.providerpayroll_pay }).click();
    await confirm(page, fi.providerpayroll_pay);
    await expect(main.getByRole('heading', { name: fi.providerpayroll_now_paid })).toBeVisible();
  });

  await test.step('the books balance', async () => {
    await page.goto('/provider/ledger');
    const balanced = fi.providerpayroll_balanced.slice(0, fi.providerpayroll_balanced.indexOf('{'));
    await expect(page.getByRole('status').filter({ hasText: balanced })).toBeVisible();
  });

  await test.step('the worker finds the slip, and reads and prints it', async () => {
    await giveTo(page, 'newcomer');
    await page.goto('/salaries');
    const card = main.getByRole('article').first();
    await expect(card).toContainText(shown.toAccount);
    await expect(card).toContainText(shown.toPay);
    const pdf = await card.getByRole('link', { name: fi.salaries_print }).getAttribute('href');
    const printed = await page.request.get(pdf ?? '');
    expect((await printed.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await card.getByRole('link', { name: fi.salaries_view }).click();
    await expect(main.getByRole('heading', { name: fi.salaries_lines })).toBeVisible();
    for (const amount of Object.values(shown)) {
      if (amount !== shown.toPay) await expect(main.getByText(amount).first()).toBeAttached();
    }
    await expectAccessible(page);
  });
});
