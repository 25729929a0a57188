import type { Locator, Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { enter } from './account.ts';
import { dialog } from './editor.ts';
import { expect } from './fixtures.ts';
import { call } from './payday.ts';
import { pdfOf } from './pdf.ts';
import { fill, texts } from './texts.ts';

const { fi } = texts;

type Payouts = components['schemas']['Payouts'];
export type Payout = Payouts['ready'][number];

/** A part of the page by its heading. */
export function partOf(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('region', { name, exact: true });
}

interface Given {
  email: string;
  fullName: string;
  /** In euros, or in per cent. */
  amount?: string;
  percent?: string;
  description: string;
}

/** Somebody is found by the exact address and gets a share. `look` sees the form before it is saved. */
export async function giveShare(
  page: Page,
  given: Given,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const shares = partOf(page, fi.sharing_title);
  await shares.getByRole('button', { name: fi.sharing_add }).click();
  const form = dialog(page, fi.sharing_dialog_new);
  const field = (name: string) => form.getByRole('textbox', { name });
  await form.getByRole('combobox', { name: fi.sharing_who }).fill(given.email);
  await form.getByRole('option', { name: given.fullName }).click();
  if (given.percent !== undefined) {
    await form.getByText(fi.sharing_by_percent, { exact: true }).click();
    await field(fi.sharing_percent).fill(given.percent);
  } else {
    await field(fi.sharing_amount).fill(given.amount ?? '');
  }
  await field(fi.sharing_date).fill('12.11.2026');
  await field(fi.sharing_description).fill(given.description);
  await look();
  await form.getByRole('button', { name: fi.sharing_save }).click();
  await expect(form).toBeHidden();
  await shares
    .getByRole('button', { name: fill(fi.sharing_ask_of, { name: given.fullName }) })
    .click();
  await expect(shares.getByRole('listitem').filter({ hasText: given.fullName })).toContainText(
    fi.sharing_state_waiting,
  );
}

interface Bought {
  seller: string;
  account: string;
  reference?: string;
  message?: string;
  /** Without VAT, at 25.5 %. */
  amount: string;
  /** As printed, where it is not what the rate gives. */
  vat?: string;
  total: string;
  /** What paying at once costs; left out where the purchase waits for the customer. */
  commission?: string;
  copy: string;
}

/** Chooses the copy of a seller's invoice in the form of a purchase. Nothing can be read from it. */
export async function chooseCopy(
  page: Page,
  form: Locator,
  seller: string,
  name: string,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: fi.purchases_copy_choose }).click();
  const copy = { name, mimeType: 'application/pdf', buffer: pdfOf(seller) };
  await (await chooser).setFiles(copy);
  await expect(form.getByText(fi.purchases_read_none)).toBeVisible();
}

/** An invoice of a seller with its copy, to be paid at once or when the customer has paid. */
export async function addPurchase(
  page: Page,
  bought: Bought,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const purchases = partOf(page, fi.purchases_title);
  await purchases.getByRole('button', { name: fi.purchases_add }).click();
  const form = dialog(page, fi.purchases_dialog_new);
  await chooseCopy(page, form, bought.seller, bought.copy);
  const field = (name: string) => form.getByRole('textbox', { name });
  await field(fi.purchases_name).fill(bought.seller);
  await field(fi.purchases_account).fill(bought.account);
  if (bought.reference !== undefined) await field(fi.purchases_reference).fill(bought.reference);
  if (bought.message !== undefined) await field(fi.purchases_message).fill(bought.message);
  await form.getByRole('combobox', { name: fi.purchases_alv }).selectOption('25.5');
  await field(fi.purchases_amount).fill(bought.amount);
  if (bought.vat !== undefined) await field(fi.purchases_vat).fill(bought.vat);
  await expect(field(fi.purchases_total)).toHaveValue(bought.total);
  await field(fi.purchases_duedate).fill('27.11.2026');
  await look();
  await form.getByRole('button', { name: fi.purchases_save }).click();
  const pay = dialog(page, fill(fi.purchases_pay_title, { name: bought.seller }));
  const when = bought.commission ?? fi.purchases_pay_later;
  await pay.getByRole('radio', { name: when }).check();
  await look();
  await pay.getByRole('button', { name: fi.purchases_send }).click();
  await expect(pay).toBeHidden();
  const state =
    bought.commission === undefined ? fi.purchases_state_waiting : fi.purchases_state_now;
  await expect(purchases.getByRole('listitem').filter({ hasText: bought.seller })).toContainText(
    state,
  );
}

/** What a bill has ready to be paid out. */
export async function readyPayouts(page: Page, billId: string): Promise<Payout[]> {
  const { ready } = await call<Payouts>(page, 'GET', '/api/provider/payouts');
  return ready.filter((payout) => payout.billId === billId);
}

/** What is ready to be paid is put into a payment file and approved by another person, past the screen. */
export async function approvePayouts(page: Page): Promise<void> {
  const path = '/api/provider/payouts';
  await enter(page, 'payroll');
  const { ready } = await call<Payouts>(page, 'GET', path);
  const body = { ids: ready.map(({ id }) => id), payOn: '17.11.2026' };
  const { id } = await call<components['schemas']['PayoutFile']>(
    page,
    'POST',
    `${path}/files`,
    body,
  );
  await enter(page, 'payroll2');
  await call(page, 'POST', `${path}/files/${id}/approve`);
}

/** Puts payouts into a payment file on the page of payouts, which is open. */
export async function putIntoFile(
  page: Page,
  payouts: readonly Payout[],
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const { receiver, amount } of payouts) {
    const sum = amount.toFixed(2).replace('.', ',');
    await partOf(page, fi.payouts_ready)
      .getByRole('checkbox', { name: new RegExp(`${receiver}, ${sum}`) })
      .check();
  }
  await look();
  const count = String(payouts.length);
  const make = fill(fi.payouts_make, { count });
  await page.getByRole('main').getByRole('button', { name: make }).click();
  const making = dialog(page, fill(fi.payouts_make_title, { count }));
  await making.getByRole('textbox', { name: fi.payouts_pay_on }).fill('17.11.2026');
  await look();
  await making.getByRole('button', { name: fi.payouts_make_confirm }).click();
  await expect(making).toBeHidden();
}

/** What the bank tells when it has paid payouts. */
export function payoutsLeave(name: string, payouts: readonly Payout[]): Buffer {
  return statement(
    name,
    payouts.map(({ id, amount }) => ({ id, amount: -amount })),
  );
}

/** The account of the demo's provider. */
const ACCOUNT = 'FI2112345600000785';

interface Movement {
  /** In euros; money that went out is below zero. */
  amount: number;
  /** Of a payment that went out: the id that the payment file gave it. */
  id?: string;
  /** Of a payment that came in. */
  reference?: string;
}

/** What the bank tells of a day. Each statement has a name of its own. */
export function statement(name: string, movements: readonly Movement[]): Buffer {
  const entries = movements.map(({ amount, id, reference }, place) => {
    const named =
      id === undefined ? '' : `<Refs><EndToEndId>${id.replaceAll('-', '')}</EndToEndId></Refs>`;
    const referred =
      reference === undefined
        ? ''
        : `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`;
    return `<Ntry><Amt Ccy="EUR">${Math.abs(amount).toFixed(2)}</Amt>
<CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-17</Dt></BookgDt><AcctSvcrRef>20261117${name}${place}</AcctSvcrRef>
<NtryDtls><TxDtls>${named}${referred}</TxDtls></NtryDtls></Ntry>`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>${name}</Id>
<Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
  );
}
