import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor, type Editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { watch } from '../support/guard.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

// The browser's own line about a refused save, which the editor answers with its question.
test.use({ toleratedConsole: [/status of 409/] });

interface Tab {
  page: Page;
  at: Editor;
}

/** The same bill in two tabs of one browser. Neither asks the server again by itself. */
async function inTwoTabs(
  page: Page,
  url: string,
  use: (here: Tab, there: Tab, bill: () => ReturnType<typeof readBill>) => Promise<void>,
) {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, { yourcode: 'Tilaus 1', invoiceText: 'Kiitos!' });
  const second = await page.context().newPage();
  const faults = watch(second, url, [/status of 409/]);
  const here = { page, at: editor(page) };
  const there = { page: second, at: editor(second) };
  await here.at.open(id);
  await there.at.open(id);
  await use(here, there, () => readBill(account, id));
  expect(faults).toEqual([]);
  await second.close();
}

async function readBill(account: Awaited<ReturnType<typeof enter>>, id: string) {
  const { yourcode, invoiceText, billableitems } = await account.bill(id);
  return { yourcode, invoiceText, rows: billableitems.map(({ destination }) => destination) };
}

test('the same field changed in two tabs is asked about, and the rest is merged', async ({
  page,
  server,
}) => {
  await inTwoTabs(page, server.url, async (here, there, bill) => {
    await there.at.yourCode.fill('Tilaus 2');
    await there.at.text.fill('Kiitos yhteistyöstä!');
    await expect(there.at.saved).toBeVisible();
    await here.at.yourCode.fill('Tilaus 3');
    await here.at.row(0).destination.fill('Kirjan kansi ja selkä');

    const question = dialog(here.page, fi.invoice_conflict_title);
    const side = (name: string, value: string) =>
      question.getByRole('radio', { name: `${fi.invoice_yourcode}: ${name}: ${value}` });
    await expect(side(fi.invoice_conflict_mine, 'Tilaus 3')).toBeChecked();
    await expect(side(fi.invoice_conflict_theirs, 'Tilaus 2')).not.toBeChecked();
    await expect(question.getByRole('row')).toHaveCount(1);
    expect(await bill(), 'nothing is overwritten before the user has chosen').toEqual({
      yourcode: 'Tilaus 2',
      invoiceText: 'Kiitos yhteistyöstä!',
      rows: ['Kirjan kansi'],
    });
    await expectAccessible(here.page);

    await side(fi.invoice_conflict_theirs, 'Tilaus 2').check();
    await question.getByRole('button', { name: fi.invoice_conflict_save }).click();
    await expect(here.at.saved).toBeVisible();
    await expect(here.at.yourCode).toHaveValue('Tilaus 2');
    await expect(here.at.text).toHaveValue('Kiitos yhteistyöstä!');
    expect(await bill()).toEqual({
      yourcode: 'Tilaus 2',
      invoiceText: 'Kiitos yhteistyöstä!',
      rows: ['Kirjan kansi ja selkä'],
    });
  });
});

test('the question can wait, and the user’s own value can be chosen', async ({ page, server }) => {
  await inTwoTabs(page, server.url, async (here, there, bill) => {
    await there.at.row(0).destination.fill('Kansi heiltä');
    await expect(there.at.saved).toBeVisible();
    await here.at.row(0).destination.fill('Kansi meiltä');
    const question = dialog(here.page, fi.invoice_conflict_title);
    const name = fill(fi.bills_field_of_row, { row: '1', field: fi.bills_field_row_destination });
    await expect(question.getByRole('rowheader')).toHaveText(name);
    await question.getByRole('button', { name: fi.invoice_conflict_later }).click();
    await expect(question).toHaveCount(0);
    await expect(here.page.getByText(fi.invoice_status_conflict)).toBeVisible();
    await expectAccessible(here.page);

    await here.page.reload();
    await expect(here.at.row(0).destination, 'a reload loses nothing').toHaveValue('Kansi meiltä');
    await here.page.getByRole('button', { name: fi.invoice_conflict_choose, exact: true }).click();
    await question.getByRole('button', { name: fi.invoice_conflict_save }).click();
    await expect(here.at.saved).toBeVisible();
    expect((await bill()).rows).toEqual(['Kansi meiltä']);
  });
});

test('different fields changed in two tabs are merged without a question', async ({
  page,
  server,
}) => {
  await inTwoTabs(page, server.url, async (here, there, bill) => {
    await there.at.text.fill('Nähdään keväällä.');
    await expect(there.at.saved).toBeVisible();
    await here.at.yourCode.fill('Tilaus 9');
    await expect(here.page.getByText(fi.invoice_merged)).toBeVisible();
    await expect(here.at.saved).toBeVisible();
    await expect(here.at.text).toHaveValue('Nähdään keväällä.');
    await expect(dialog(here.page, fi.invoice_conflict_title)).toHaveCount(0);
    expect(await bill()).toEqual({
      yourcode: 'Tilaus 9',
      invoiceText: 'Nähdään keväällä.',
      rows: ['Kirjan kansi'],
    });
  });
});

test('a bill that was sent in another tab keeps what was typed here', async ({ page, server }) => {
  await inTwoTabs(page, server.url, async (here, there) => {
    await there.at.send.click();
    await dialog(there.page, fi.bills_send_title)
      .getByRole('button', { name: fi.bills_action_send })
      .click();
    await expect(there.at.sent).toBeVisible();
    await here.at.yourCode.fill('Unohtunut tilaus');
    await expect(here.page.getByText(fi.invoice_over_sent)).toBeVisible();
    await expectAccessible(here.page);
    await here.page.getByRole('button', { name: fi.invoice_over_copy }).click();
    await expect(here.at.saved).toBeVisible();
    await expect(here.at.yourCode).toHaveValue('Unohtunut tilaus');
  });
});
