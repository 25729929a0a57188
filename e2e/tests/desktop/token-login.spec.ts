import { expectAccessible } from '../../support/accessibility.ts';
import { enter, makeSent } from '../../support/account.ts';
import { callAs } from '../../support/caller.ts';
import { expect, test } from '../../support/fixtures.ts';
import { people, signIn } from '../../support/people.ts';
import { texts } from '../../support/texts.ts';

const { fi } = texts;

test.use({ toleratedConsole: [/status of 409/] });

test('the mail about a returned bill opens it, once', async ({ page, browser, server }) => {
  const elsewhere = await browser.newPage({ baseURL: server.url });
  const { id } = await makeSent(await enter(elsewhere, 'employee'), { yourcode: 'Linkki' });
  await elsewhere.close();
  const clerk = await callAs(server, 'clerk');
  await clerk.call('PUT', `/api/provider/bills/${id}/take`, {});
  await clerk.call('PUT', `/api/provider/bills/${id}/return`, { reason: 'Kuitti puuttuu' });

  await page.goto('/demo/mails');
  await page
    .getByRole('link', { name: /Laskusi kaipaa korjausta/ })
    .filter({ hasText: people.employee.username })
    .first()
    .click();
  const button = page.getByRole('link', { name: 'Avaa lasku' });
  const link = await button.getAttribute('href');
  await button.click();
  await expect(page).toHaveURL(`/invoice?id=${id}`);
  await expect(page.getByText('Kuitti puuttuu').first()).toBeVisible();

  await page.context().clearCookies();
  await page.goto(link ?? '');
  const failed = page.getByRole('heading', { level: 1, name: fi.register_token_failed_title });
  await expect(failed).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: fi.register_to_login }).click();
  await signIn(page, 'employee');
  await expect(page, 'the bill is not lost on the way').toHaveURL(`/invoice?id=${id}`);
});
