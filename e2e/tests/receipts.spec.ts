import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { pdfOf } from '../support/pdf.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

/** A picture of one white dot. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);

const row = { date: '12.11.2026', alv: 25.5, alvPrice: 1000 } as const;

test.use({ toleratedConsole: [/status of 422/] });

test('expenses with their receipts are entered, corrected and sent @phone', async ({ page }) => {
  const account = await enter(page, 'worker');
  const earlier = await makeDraft(account, {
    billableitems: [{ ...row, destination: 'Aiempi' }],
  });
  const { id } = await makeDraft(account, { billableitems: [{ ...row, destination: 'Keikka' }] });
  const { open, row: at, saved, send, sent } = editor(page);
  const receipts = dialog(page, fill(fi.receipts_title_of, { name: 'Keikka' }));
  const openReceipts = () => at(0).button(fi.receipts_title).click();
  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const chooser = page.waitForEvent('filechooser');
    await receipts.getByRole('button', { name: fi.receipts_choose }).click();
    await (await chooser).setFiles(files);
  };
  const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdfOf(name) });

  await open(earlier.id);
  await at(0).button(fi.receipts_title).click();
  const before = dialog(page, fill(fi.receipts_title_of, { name: 'Aiempi' }));
  const chooser = page.waitForEvent('filechooser');
  await before.getByRole('button', { name: fi.receipts_choose }).click();
  await (await chooser).setFiles(pdf('hotelli.pdf'));
  // It can be shown once it is stored.
  await expect(
    before.getByRole('button', { name: fill(fi.receipts_show, { name: 'hotelli.pdf' }) }),
  ).toBeVisible();

  await open(id);
  await openReceipts();
  const amount = (kind: string, percent: string) =>
    receipts
      .getByRole('group', { name: kind })
      .getByRole('textbox', { name: fill(fi.receipts_vat, { percent }) });
  await amount(fi.bills_expense_hotel, '13,5').fill('113,50');
  await expect(receipts.getByText(fi.notify_receipt_required)).toBeVisible();
  await expectAccessible(page);

  const broken = {
    name: 'rikki.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  };
  const photo = { name: 'IMG_1.png', mimeType: 'image/png', buffer: picture };
  await choose(pdf('hotelli.pdf'), photo, broken);
  await expect(receipts.getByText(fi.notify_file_unreadable)).toBeVisible();
  await expect(receipts.getByText(fi.notify_receipt_required)).toBeHidden();
  await expect(
    receipts.getByText(fill(fi.receipts_same_other, { name: 'hotelli.pdf' })),
  ).toBeVisible();
  await expectAccessible(page);
  await receipts
    .getByRole('button', { name: fill(fi.receipts_dismiss, { name: 'rikki.pdf' }) })
    .click();

  await receipts
    .getByRole('button', { name: fill(fi.receipts_turn, { name: 'IMG_1.png' }) })
    .click();
  await expect(receipts.getByText('IMG_1.jpg')).toBeVisible();
  await receipts
    .getByRole('button', { name: fill(fi.receipts_show, { name: 'IMG_1.jpg' }) })
    .click();
  const view = dialog(page, 'IMG_1.jpg');
  await expect(view.getByRole('img', { name: 'IMG_1.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await receipts
    .getByRole('button', { name: fill(fi.receipts_delete, { name: 'IMG_1.jpg' }) })
    .click();
  const question = dialog(page, fi.receipts_delete_title);
  const confirm = question.getByRole('button', { name: fi.receipts_delete_confirm });
  const [above, below] = await Promise.all([
    question.getByRole('button', { name: fi.dialog_cancel }).boundingBox(),
    confirm.boundingBox(),
  ]);
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  expect(below!.y > above!.y, 'on a phone the buttons stand below each other').toBe(isPhone);
  await confirm.click();
  await expect(dialog(page, fi.receipts_delete_title)).toBeHidden();
  await expect(receipts.getByText('IMG_1.jpg')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(receipts).toBeHidden();
  await expect(saved).toBeVisible();

  await page.reload();
  await openReceipts();
  await expect(amount(fi.bills_expense_hotel, '13,5')).toHaveValue('113,50');
  await expect(receipts.getByText('hotelli.pdf', { exact: true })).toBeVisible();
  const { billableitems } = await account.bill(id);
  expect(billableitems[0]).toMatchObject({
    hotelcost_alv135: 113.5,
    receipts: [{ displayname: 'hotelli.pdf' }],
  });

  await page.keyboard.press('Escape');
  await expect(receipts).toBeHidden();
  await send.click();
  const sending = dialog(page, fi.bills_send_title);
  await sending.getByRole('button', { name: fi.bills_action_send }).click();
  await expect(sent).toBeVisible();
  expect(await account.bill(id)).toMatchObject({
    state: 'PENDING',
    billableitems: [{ hotelcost_alv135: 113.5, receipts: [{ displayname: 'hotelli.pdf' }] }],
  });
});
