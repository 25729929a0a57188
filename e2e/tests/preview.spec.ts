import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

test('the preview follows what is typed, and stays open', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account);
  const { open, row } = editor(page);
  await open(id);
  const toggle = page.getByRole('button', { name: fi.invoice_preview, exact: true });
  await toggle.click();
  const sheet = page.getByRole('img', {
    name: fill(fi.bills_page_of, { page: '1', pages: '1' }),
  });
  const drawn = () =>
    sheet.evaluate((img: HTMLImageElement) => (img.naturalWidth > 0 ? img.src : ''));
  await expect.poll(drawn).toMatch(/^blob:/);
  const before = await drawn();
  await row(0).destination.fill('Kirjan kansi ja selkä');
  await expect.poll(drawn, 'another picture stands in the place of the first').not.toBe(before);
  await expectAccessible(page);
  await page.reload();
  await expect(sheet).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
});

test('the PDF opens from the editor in a tab of its own', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account);
  const { open } = editor(page);
  await open(id);
  const answering = page.context().waitForEvent('response', (one) => /pdf/.test(one.url()));
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: fi.invoice_pdf }).click();
  const answer = await answering;
  await (await opening).close();
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  expect(answer.headers()['content-disposition']).toMatch(/^inline/);
});
