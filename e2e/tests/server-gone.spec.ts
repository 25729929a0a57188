import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessibility.ts';
import { enter, makeDraft, type Account } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { withOwnServer, type OwnServer } from '../support/ownServer.ts';
import { people } from '../support/people.ts';
import { chooseCopy, partOf } from '../support/sharing.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

test('with the server gone a page stays with all that is typed, and goes on when it is back', async ({
  browser,
}) => {
  await withOwnServer(async (server) => {
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

    await server.startAgain();
    await expect(gone, 'the line goes by itself').toBeHidden();
    await expect(saved, 'what was typed is saved by itself').toBeVisible();
    await expect(page.getByRole('dialog'), 'and the calendar opens').toBeVisible();
    expect((await account.bill(id)).billableitems).toMatchObject([
      { destination: 'Kirjoitettu ilman palvelinta' },
    ]);
    await page.keyboard.press('Escape');
    await link.click();
    await expect(page, 'the way is free again').toHaveURL('/templates');
    // The address changes before the page has come: without it the editor would still tell.
    await expect(page.getByRole('heading', { level: 1, name: fi.page_templates })).toBeVisible();

    await server.kill();
    await page.getByRole('navigation').getByRole('link', { name: fi.page_salaries }).hover();
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await server.startAgain();
    await expect(notice, 'the notice goes by itself').toBeHidden();
    await page.close();
  });
});

interface InEditor {
  page: Page;
  account: Account;
  /** A draft that is open in the editor. */
  id: string;
  server: OwnServer;
}

/** The editor of a worker, on a server that can be killed and started again. */
async function inEditor(browser: Browser, use: (opened: InEditor) => Promise<void>): Promise<void> {
  await withOwnServer(async (server) => {
    const page = await browser.newPage({ baseURL: server.url });
    const account = await enter(page, 'worker');
    const { id } = await makeDraft(account);
    await editor(page).open(id);
    await use({ page, account, id, server });
    await page.close();
  });
}

test('a dialog over the editor says itself that the server is gone, and for only as long @phone', async ({
  browser,
}) => {
  await inEditor(browser, async ({ page, account, id, server }) => {
    const { row, saved } = editor(page);
    const line = page.getByText(fi.invoice_status_offline);
    const notice = page.getByText(fi.shared_connection_gone);

    await row(0).button(fi.trips_trip).click();
    const trip = dialog(page, fi.trips_trip);
    await trip.getByLabel(fi.trips_plate, { exact: true }).fill('ABC-123');
    await server.kill();
    await trip.getByLabel(fi.trips_plate, { exact: true }).fill('ABC-124');
    const told = trip.getByRole('alert').filter({ has: notice });
    await expect(told, 'also screen readers find it, which see the dialog alone').toBeVisible();
    await expect(told, 'and nothing lies over it').toBeInViewport({ ratio: 1 });
    expect(
      await told.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    ).toBe(true);
    await expect(notice).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(trip).toBeHidden();
    await expect(line, 'without a dialog the editor says it').toBeVisible();
    await expect(notice).toBeHidden();

    await row(0).button(fi.trips_trip).click();
    await expect(told).toBeVisible();
    await server.startAgain();
    await expect(told, 'the notice goes by itself').toBeHidden();
    await page.keyboard.press('Escape');
    await expect(saved).toBeVisible();
    expect((await account.bill(id)).billableitems).toMatchObject([
      { vehicleRegisterNumber: 'ABC-124' },
    ]);
  });
});

test('a purchase and a share keep all that is typed while the server is gone, and are saved once', async ({
  browser,
}) => {
  await inEditor(browser, async ({ page, account, id, server }) => {
    const told = (form: Locator) => form.getByText(fi.shared_connection_gone);
    await partOf(page, fi.purchases_title).getByRole('button', { name: fi.purchases_add }).click();
    const purchase = dialog(page, fi.purchases_dialog_new);
    const field = (form: Locator, name: string) => form.getByRole('textbox', { name });
    await chooseCopy(page, purchase, 'Valovuokraus Oy', 'Valot.pdf');
    const typed = [
      [fi.purchases_name, 'Valovuokraus Oy'],
      [fi.purchases_account, 'FI21 1234 5600 0007 85'],
      [fi.purchases_reference, '1232'],
      [fi.purchases_amount, '200,00'],
      [fi.purchases_duedate, '27.11.2026'],
    ] as const;
    for (const [name, value] of typed) await field(purchase, name).fill(value);
    await server.kill();
    await purchase.getByRole('button', { name: fi.purchases_save }).click();
    await expect(told(purchase)).toBeVisible();
    for (const [name, value] of typed) await expect(field(purchase, name)).toHaveValue(value);
    await server.startAgain();
    await expect(told(purchase)).toBeHidden();
    await purchase.getByRole('button', { name: fi.purchases_save }).click();
    const pay = dialog(page, fill(fi.purchases_pay_title, { name: 'Valovuokraus Oy' }));
    await expect(pay).toBeVisible();
    await page.keyboard.press('Escape');

    await partOf(page, fi.sharing_title).getByRole('button', { name: fi.sharing_add }).click();
    const share = dialog(page, fi.sharing_dialog_new);
    await share.getByRole('combobox', { name: fi.sharing_who }).fill(people.employee.username);
    await share.getByRole('option', { name: people.employee.fullName }).click();
    await field(share, fi.sharing_amount).fill('10,00');
    await field(share, fi.sharing_description).fill('Miksaus');
    await server.kill();
    await share.getByRole('button', { name: fi.sharing_save }).click();
    await expect(told(share)).toBeVisible();
    await expect(field(share, fi.sharing_amount)).toHaveValue('10,00');
    await expect(field(share, fi.sharing_description)).toHaveValue('Miksaus');
    await server.startAgain();
    await expect(told(share)).toBeHidden();
    await share.getByRole('button', { name: fi.sharing_save }).click();
    await expect(share).toBeHidden();
    expect(await account.bill(id)).toMatchObject({
      extContractorBillableItems: [{ name: 'Valovuokraus Oy', total: 200 }],
      contractorBillableItems: [{ amount: 10, description: 'Miksaus' }],
    });
  });
});

const OFFLINE = {
  'fi-FI': {
    title: 'Ei yhteyttä palveluun',
    safe: 'on tallessa tällä laitteella',
    retry: 'Yritä uudelleen',
  },
  'en-GB': {
    title: 'No connection to the service',
    safe: 'is safe on this device',
    retry: 'Try again',
  },
};

test('a page that is opened without the server is one of our own, in the language of the browser, until the server is back', async ({
  browser,
}) => {
  await withOwnServer(async (server) => {
    for (const [locale, words] of Object.entries(OFFLINE)) {
      const page = await browser.newPage({ baseURL: server.url, serviceWorkers: 'allow', locale });
      const t = locale === 'fi-FI' ? texts.fi : texts.en;
      const account = await enter(page, 'worker');
      await account.speak(locale === 'fi-FI' ? 'fi' : 'en');
      await page.goto('/invoices');
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      // Pages come from the server as before.
      await page.goto('/templates');
      await expect(page.getByRole('heading', { level: 1, name: t.page_templates })).toBeVisible();

      await server.kill();
      await page.goto('/archive');
      await expect(page.getByRole('heading', { name: words.title })).toBeVisible();
      await expect(page.getByText(words.safe)).toBeVisible();
      await expectAccessibleEverywhere(page);

      await server.startAgain();
      await page.getByRole('link', { name: words.retry }).click();
      await expect(page.getByRole('heading', { level: 1, name: t.page_archive })).toBeVisible();
      await expect(page).toHaveURL('/archive');
      await page.close();
    }
  });
});
