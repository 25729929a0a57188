import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

test('a row is saved as a template and used on another bill', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, {
    billableitems: [
      {
        type: 'AMOUNT',
        date: '12.11.2026',
        alv: 13.5,
        destination: 'Luento ja työpaja',
        billableWorkHours: 3,
        hourlyprice: 85.5,
      },
    ],
  });
  const { open, row, rows, saved } = editor(page);
  await open(id);
  await row(0)
    .button(fill(fi.invoice_row_save, { number: '1' }))
    .click();
  const question = dialog(page, fi.invoice_template_title);
  const name = question.getByRole('textbox', { name: fi.invoice_template_name });
  await expect(name).toHaveValue('Luento ja työpaja');
  await name.fill('Luento');
  await expectAccessible(page);
  await question.getByRole('button', { name: fi.invoice_template_save }).dblclick();
  await expect(page.getByText(fi.invoice_template_saved)).toHaveCount(1);

  const next = await makeDraft(account, { billableitems: [] });
  await open(next.id);
  await page.getByRole('button', { name: fi.templates_pick_row }).click();
  await expect(page.getByRole('option', { name: /^Luento/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: fi.templates_pick_search }).fill('luento');
  await page.getByRole('option', { name: /^Luento/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(row(0).destination).toHaveValue('Luento ja työpaja');
  await expect(row(0).unitPrice).toHaveValue('85,50');
  await expect(saved).toBeVisible();
  const { templates } = await account.get<{ templates: { name: string }[] }>('templates');
  expect(templates.filter((template) => template.name === 'Luento')).toHaveLength(1);
  expect((await account.bill(next.id)).billableitems).toMatchObject([
    { type: 'AMOUNT', alv: 13.5, billableWorkHours: 3, hourlyprice: 85.5, totalPrice: 256.5 },
  ]);
});

test('templates are selected in turns and deleted many at once', async ({ page }) => {
  const account = await enter(page, 'employee');
  const hidden = crypto.randomUUID();
  await account.put(`templates/${hidden}`, {
    kind: 'TEXT',
    name: 'Vanha teksti',
    showInResult: false,
    text: 'Ei enää käytössä.',
  });
  await page.goto('/templates');
  const list = page.getByRole('list', { name: fi.templates_list }).getByRole('listitem');
  await expect(list).toHaveCount(4);
  await expectAccessible(page);

  const status = (count: number) =>
    page.getByText(fill(fi.templates_selected, { count: String(count), total: '4' }));
  await page.getByRole('button', { name: fi.templates_toggle_all }).click();
  await expect(status(4)).toBeVisible();
  await page.getByRole('button', { name: fi.templates_toggle_hidden }).click();
  await expect(status(1)).toBeVisible();
  await page.getByRole('button', { name: fi.templates_toggle_none }).click();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);

  for (const name of ['Keikka', 'Vanha teksti']) {
    await page.getByRole('checkbox', { name: fill(fi.templates_select, { name }) }).check();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: fi.templates_delete_selected }).click();
  const question = dialog(page, fill(fi.templates_delete_title, { count: '2' }));
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: fi.templates_delete }).click();
  await expect(list).toHaveCount(2);
  await page.getByRole('button', { name: fi.templates_undo }).click();
  await expect(list, 'and brought back').toHaveCount(4);
});
