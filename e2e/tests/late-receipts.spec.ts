import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeSent } from '../support/account.ts';
import { dialog } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { call } from '../support/payday.ts';
import { pdfOf } from '../support/pdf.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

test.use({ toleratedConsole: [/status of 422/] });

/** Takes the browser from one person's page to another's. */
async function become(page: Page, person: 'worker' | 'clerk') {
  await page.goto('about:blank');
  return enter(page, person);
}

test('a forgotten receipt is claimed with its effect shown, refused, sent again and approved @phone', async ({
  page,
}) => {
  const bill = await makeSent(await enter(page, 'worker'));
  await become(page, 'clerk');
  for (const move of ['take', 'approve', 'send']) {
    await call(page, 'PUT', `/api/provider/bills/${bill.id}/${move}`);
  }
  const worker = await become(page, 'worker');
  const { billNumber } = await worker.bill(bill.id);
  const title = fill(fi.latereceipts_dialog, { number: String(billNumber) });
  const claim = dialog(page, title);
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdfOf(name) });
  const choose = async (name: string, buffer = file(name).buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await claim.getByRole('button', { name: fi.receipts_choose }).click();
    await (await chooser).setFiles({ ...file(name), buffer });
  };

  await page.goto(`/invoice?id=${bill.id}`);
  await page.getByRole('button', { name: fi.latereceipts_action }).click();
  await claim.getByRole('button', { name: fi.latereceipts_send }).click();
  await expect(claim.getByText(fi.validation_required)).toBeVisible();
  const amount = claim.getByRole('textbox', { name: fi.latereceipts_amount });
  await amount.fill('125,50');
  const effect = claim.getByRole('table', { name: fi.latereceipts_effect });
  await expect(effect).toContainText(fi.latereceipts_line_account);
  // Of the row 37,65 € are repaid already.
  await expect(effect).toContainText('163,15');
  await expectAccessible(page);

  // A file that cannot be read is told at the file, and nothing is sent.
  await choose('rikki.pdf', Buffer.from('%PDF-1.7'));
  await claim.getByRole('button', { name: fi.latereceipts_send }).click();
  await expect(claim.getByText(fi.notify_file_unreadable)).toBeVisible();
  await claim
    .getByRole('button', { name: fill(fi.receipts_delete, { name: 'rikki.pdf' }) })
    .click();
  await choose('kuitti.pdf');
  await claim.getByRole('button', { name: fi.latereceipts_send }).click();
  await expect(page.getByText(fi.latereceipts_sent)).toBeVisible();
  const list = page.getByRole('list', { name: fi.latereceipts_title });
  await expect(list.getByText(fi.latereceipts_state_waiting)).toBeVisible();
  await expectAccessible(page);

  await become(page, 'clerk');
  await page.goto('/provider/late-receipts');
  const main = page.getByRole('main');
  const queued = main.getByRole('button', { name: new RegExp('125,50') });
  await queued.click();
  await expect(main.getByText(fi.latereceipts_vat_tick)).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: fi.latereceipts_refuse }).click();
  const refusal = page.getByRole('dialog');
  await refusal.getByRole('textbox', { name: fi.latereceipts_refuse_reason }).fill('Summa ei näy.');
  await refusal.getByRole('button', { name: fi.latereceipts_refuse }).click();
  await expect(page.getByText(fi.latereceipts_refused)).toBeVisible();
  await expect(queued).toBeHidden();

  await become(page, 'worker');
  await page.goto(`/invoice?id=${bill.id}`);
  await expect(list).toContainText('Summa ei näy.');
  await page.getByRole('button', { name: fi.latereceipts_action }).click();
  await amount.fill('125,50');
  await choose('selvempi.pdf');
  await claim.getByRole('button', { name: fi.latereceipts_send }).click();
  await expect(list.getByText(fi.latereceipts_state_waiting)).toBeVisible();

  await become(page, 'clerk');
  await page.goto('/provider/late-receipts');
  await queued.click();
  await main.getByRole('checkbox', { name: fi.latereceipts_vat_tick }).check();
  await expect(main.getByRole('textbox', { name: fi.latereceipts_vat_amount })).toHaveValue(
    '25,50',
  );
  await main.getByRole('button', { name: fi.latereceipts_approve, exact: true }).click();
  await expect(page.getByText(fi.latereceipts_approved)).toBeVisible();
  await page.goto('/provider/late-receipts?state=APPROVED');
  await queued.click();
  await expect(main.getByRole('button', { name: fi.latereceipts_undo })).toBeVisible();
  await expectAccessible(page);

  await become(page, 'worker');
  await page.goto('/salaries');
  await expect(list.getByText(fi.latereceipts_approved_help).first()).toBeVisible();
  await expectAccessible(page);
});
