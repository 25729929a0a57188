import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

const row = { type: 'CONTRACT', date: '12.11.2026', alv: 25.5, alvPrice: 10 } as const;

test('a double click folds all rows, and they stay folded', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, {
    billableitems: ['Yksi', 'Kaksi', 'Kolme'].map((destination) => ({ ...row, destination })),
  });
  const { open, row: at, rows, saved } = editor(page);
  const folded = rows.getByRole('button', { expanded: false });
  await open(id);
  await at(1).heading.dblclick();
  await expect(folded).toHaveCount(3);
  await expectAccessible(page);
  await expect(saved).toBeVisible();
  await page.reload();
  await expect(folded).toHaveCount(3);
  await at(0).heading.click();
  await expect(folded, 'a single click unfolds its own row').toHaveCount(2);
});

test('a deleted row comes back where it was', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, {
    billableitems: ['Yksi', 'Kaksi', 'Kolme'].map((destination) => ({ ...row, destination })),
  });
  const { open, row: at, rows, saved } = editor(page);
  await open(id);
  await at(1)
    .button(fill(fi.invoice_row_delete, { number: '2' }))
    .click();
  const question = dialog(page, fi.invoice_row_delete_title);
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: fi.invoice_row_delete_confirm }).click();
  await expect(rows).toHaveCount(2);
  // At once: the offer does not stay for as long as a look at the page may take.
  await page.getByRole('button', { name: fi.invoice_undo }).click();
  await expect(at(1).destination).toHaveValue('Kaksi');
  await expect(at(1).destination).toBeFocused();
  await expect(saved).toBeVisible();
  const { billableitems } = await account.bill(id);
  expect(billableitems.map(({ destination }) => destination)).toEqual(['Yksi', 'Kaksi', 'Kolme']);
});
