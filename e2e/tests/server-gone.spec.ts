import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { seededData, withData } from '../support/data.ts';
import { editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { startServer } from '../support/server.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

test('with the server gone a page stays with all that is typed, and goes on when it is back', async ({
  browser,
}) => {
  await withData(
    'sqlite',
    async ({ directory }) => {
      let server = await startServer(directory);
      const { host } = new URL(server.url);
      const page = await browser.newPage({ baseURL: server.url });
      const account = await enter(page, 'worker');
      const { id } = await makeDraft(account);
      const { open, row, saved } = editor(page);
      await open(id);
      const link = page.getByRole('navigation').getByRole('link', { name: fi.page_templates });
      // The editor says it itself; other pages have a notice.
      const gone = page.getByText(fi.invoice_status_offline);
      const notice = page.getByText(fi.shared_connection_gone);

      await server.kill();
      await link.hover();
      await expect(gone, 'merely pointing at the menu tells it').toBeVisible();
      await row(0).destination.fill('Kirjoitettu ilman palvelinta');
      await link.click();
      await expect(page).toHaveURL(`/invoice?id=${id}`);
      await expect(row(0).destination).toHaveValue('Kirjoitettu ilman palvelinta');
      // Its code was never loaded.
      const calendar = fill(fi.invoice_open_calendar, { field: fi.invoice_row_date });
      await row(0).button(calendar).click();
      await expect(row(0).destination).toHaveValue('Kirjoitettu ilman palvelinta');
      await expect(notice).toBeHidden();
      await expectAccessible(page);

      server = await startServer(directory, { LIKSA_LISTEN: host });
      await expect(gone, 'the line goes by itself').toBeHidden();
      await expect(saved, 'what was typed is saved by itself').toBeVisible();
      await expect(page.getByRole('dialog'), 'and the calendar opens').toBeVisible();
      expect((await account.bill(id)).billableitems).toMatchObject([
        { destination: 'Kirjoitettu ilman palvelinta' },
      ]);
      await page.keyboard.press('Escape');
      await link.click();
      await expect(page, 'the way is free again').toHaveURL('/templates');

      await server.kill();
      await page.getByRole('navigation').getByRole('link', { name: fi.page_salaries }).hover();
      await expect(notice).toBeVisible();
      server = await startServer(directory, { LIKSA_LISTEN: host });
      await expect(notice, 'the notice goes by itself').toBeHidden();
      await page.close();
      await server.stop();
    },
    seededData('sqlite'),
  );
});
