import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { businessId, enter, makeDraft, makeSent } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

/** What can be done to the bill that is open. */
const action = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

test('a sent invoice is corrected with a credit note and a draft', async ({ page }) => {
  const account = await enter(page, 'worker');
  const closed = (await account.bills('sent')).find(({ creditNote }) => !creditNote);
  if (closed === undefined) throw new Error('The demo has no closed bill.');
  const before = (await account.bills()).length;
  await page.goto(`/invoice?id=${closed.id}`);
  await expect(page.getByText(fi.invoice_locked_closed)).toBeVisible();
  const way = page.getByRole('region', { name: fi.invoice_way });
  await expect(editor(page).paper.getByRole('img')).toBeVisible();
  await expect(editor(page).row(0).destination).toHaveCount(0);
  await expect(way).toContainText(fi.bills_event_closed);
  await expectAccessible(page);

  await action(page, fi.bills_action_correct).click();
  const question = dialog(page, fi.bills_correct_title);
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: fi.bills_correct_confirm }).dblclick();
  await expect(page, 'the draft opens').not.toHaveURL(new RegExp(closed.id));
  await expect(editor(page).saved).toBeVisible();
  const number = fill(fi.bills_numbered, { number: String(closed.billNumber) });
  await expect(page.getByText(`${fi.invoice_correction_of} ${number}`)).toBeVisible();
  await expectAccessible(page);

  const bills = await account.bills();
  expect(bills, 'two bills more, though the button was pressed twice').toHaveLength(before + 2);
  expect(bills.find(({ creditNote, state }) => creditNote && state === 'PENDING')).toMatchObject({
    totalpriceWithAlv: -Number(closed.totalpriceWithAlv),
  });
  await page.getByRole('link', { name: number }).click();
  await expect(way).toContainText(fi.bills_event_corrected);
});

test('a copy is a draft of its own', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, { yourcode: 'Kopioitava' });
  const before = (await account.bills()).length;
  await editor(page).open(id);
  await action(page, fi.bills_action_copy).dblclick();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(editor(page).yourCode).toHaveValue('Kopioitava');
  await expect(editor(page).saved).toBeVisible();
  expect(await account.bills()).toHaveLength(before + 1);
});

test('a draft is deleted after a question', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, { yourcode: 'Poistettava' });
  const card = () =>
    page.getByRole('article').filter({ has: page.locator(`a[href="/invoice?id=${id}"]`) });
  await page.goto('/invoices');
  const ask = async () => {
    await card()
      .getByRole('button', { name: /^Lisää toimintoja/ })
      .click();
    await page.getByRole('menuitem', { name: fi.bills_action_delete }).click();
  };
  await ask();
  const question = dialog(page, fi.bills_delete_title);
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: fi.dialog_cancel }).click();
  await expect(question).toHaveCount(0);
  expect((await account.bill(id)).state).toBe('OPEN');

  await ask();
  await question.getByRole('button', { name: fi.bills_delete_confirm }).click();
  await expect(page.getByText(fi.notify_delete_bill_success)).toBeVisible();
  await expect(card()).toHaveCount(0);
  expect((await account.bills()).map((bill) => bill.id)).not.toContain(id);
});

test('a bill that waits for approval is opened and can be edited again', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeSent(account);
  await page.goto(`/invoice?id=${id}`);
  await expect(page.getByText(fi.invoice_locked_pending)).toBeVisible();
  const { row, paper, saved } = editor(page);
  await expect(paper).toBeVisible();
  await action(page, fi.bills_action_open).click();
  const question = dialog(page, fi.bills_open_title);
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: fi.bills_open_confirm }).click();
  await expect(saved).toBeVisible();
  await row(0).destination.fill('Kirjan kansi, korjattu');
  await expect(saved).toBeVisible();
  expect(await account.bill(id)).toMatchObject({
    state: 'OPEN',
    billableitems: [{ destination: 'Kirjan kansi, korjattu' }],
  });
});

test('a bill is sent once, however often one clicks', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account);
  let sends = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.postData()?.includes('PENDING')) sends += 1;
  });
  const { open, send, sent } = editor(page);
  await open(id);
  await send.dblclick();
  await dialog(page, fi.bills_send_title)
    .getByRole('button', { name: fi.bills_action_send })
    .dblclick();
  await expect(sent).toBeVisible();
  expect(sends).toBe(1);
  expect((await account.bill(id)).state).toBe('PENDING');
  const { events } = await account.get<{ events: { action: string }[] }>(`bills/${id}/history`);
  expect(events.map((event) => event.action)).toEqual(['created', 'sent']);
});

test('a double click on a new invoice and a new customer makes one of each', async ({ page }) => {
  const account = await enter(page, 'employee');
  const before = { bills: await account.bills(), customers: await account.customers() };
  const name = 'Tuplaklikin Tuotanto Oy';
  await page.goto('/invoices');
  await page.getByRole('link', { name: fi.bills_new, exact: true }).dblclick();
  const { customer, saved } = editor(page);
  await customer.fill(name);
  await page
    .getByRole('option', { name: fill(fi.customers_add_named, { searched: name }) })
    .click();
  const form = dialog(page, fi.customers_new_title);
  const write = (label: string, text: string) =>
    form.getByRole('textbox', { name: label, exact: true }).fill(text);
  await form.getByText(fi.customers_method_paper, { exact: true }).click();
  await write(fi.customers_business_id, businessId(3200401));
  await write(fi.customers_address, 'Tuplakatu 2');
  await write(fi.customers_postal_code, '00100');
  await write(fi.customers_city, 'Helsinki');
  await write(fi.customers_email, 'laskut@tuplaklikki.example');
  await write(fi.customers_phone, '09 555 0222');
  await form.getByRole('button', { name: fi.customers_create }).dblclick();
  await expect(saved).toBeVisible();
  await expect(customer).toHaveValue(name);
  expect(await account.customers()).toHaveLength(before.customers.length + 1);
  expect(await account.bills()).toHaveLength(before.bills.length + 1);
});
