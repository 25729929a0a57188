import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeSent } from '../support/account.ts';
import { callAs } from '../support/caller.ts';
import { expect, test } from '../support/fixtures.ts';
import { people, signIn, type Person } from '../support/people.ts';
import type { Server } from '../support/server.ts';
import { texts } from '../support/texts.ts';
import type { Browser, Locator, Page } from '@playwright/test';

const { fi } = texts;

test.use({ toleratedConsole: [/status of 4(03|09)/] });

/** A bill that was returned to the worker for correction. */
async function returnedBill(browser: Browser, server: Server, person: Person): Promise<string> {
  const elsewhere = await browser.newPage({ baseURL: server.url });
  const { id } = await makeSent(await enter(elsewhere, person), { yourcode: 'Linkki' });
  await elsewhere.close();
  const clerk = await callAs(server, 'clerk');
  await clerk.call('PUT', `/api/provider/bills/${id}/take`, {});
  await clerk.call('PUT', `/api/provider/bills/${id}/return`, { reason: 'Kuitti puuttuu' });
  return id;
}

/** Opens the mail to them in the mailbox of the demo. Answers the link that it holds. */
async function openMailTo(page: Page, person: Person): Promise<Locator> {
  await page.goto('/demo/mails');
  await page
    .getByRole('link', { name: /Laskusi kaipaa korjausta/ })
    .filter({ hasText: people[person].username })
    .first()
    .click();
  return page.getByRole('link', { name: 'Avaa lasku' });
}

const openInvoice = (page: Page) =>
  page.getByRole('button', { name: fi.register_token_open_invoice }).click();

test('the mail about a returned bill opens it, once', async ({ page, browser, server }) => {
  const id = await returnedBill(browser, server, 'employee');
  const button = await openMailTo(page, 'employee');
  const link = await button.getAttribute('href');
  await button.click();
  await expect(page.getByRole('heading', { level: 1, name: fi.page_token_login })).toBeVisible();
  await expectAccessible(page);
  await openInvoice(page);
  await expect(page).toHaveURL(`/invoice?id=${id}`);
  await expect(page.getByText('Kuitti puuttuu').first()).toBeVisible();

  await page.context().clearCookies();
  await page.goto(link ?? '');
  await openInvoice(page);
  const failed = page.getByRole('heading', { level: 1, name: fi.register_token_failed_title });
  await expect(failed).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: fi.register_to_login }).click();
  await signIn(page, 'employee');
  await expect(page, 'the bill is not lost on the way').toHaveURL(`/invoice?id=${id}`);
});

test('a mail to one person opens for them in the browser of another', async ({
  page,
  browser,
  server,
}) => {
  const id = await returnedBill(browser, server, 'worker');
  await enter(page, 'clerk');
  await (await openMailTo(page, 'worker')).click();
  await openInvoice(page);
  await expect(page).toHaveURL(`/invoice?id=${id}`);
  await expect(page.getByText('Kuitti puuttuu').first()).toBeVisible();
});
