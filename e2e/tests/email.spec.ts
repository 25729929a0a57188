import { expectAccessible } from '../support/accessibility.ts';
import { enter } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { greeting, password, people, sendCredentials } from '../support/people.ts';
import { fill, texts } from '../support/texts.ts';

// An address changes here, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-18' }, toleratedConsole: [/status of 4(01|09|22)/] });

const { fi } = texts;
const wanted = 'aino.uusi@liksa.example';
/** What the server writes in its mail. */
const mail = { subject: 'Vahvista sähköpostiosoitteesi', button: 'Vahvista osoite' };

test('an address is changed by the password and the link to the new one', async ({ page }) => {
  await enter(page, 'worker');
  await page.goto('/account?tab=login');
  const section = page.getByRole('region', { name: fi.account_email_title, exact: true });
  const send = section.getByRole('button', { name: fi.account_email_send });
  await section.getByRole('textbox', { name: fi.account_email_new }).fill(wanted);
  const secret = section.getByLabel(fi.account_current_password, { exact: true });
  await secret.fill('väärä salasana');
  await send.click();
  await expect(secret).toHaveAccessibleDescription(new RegExp(fi.notify_incorrect_password));
  await expectAccessible(page);
  await secret.fill(password);
  await send.click();
  await expect(section.getByText(fill(fi.account_email_sent, { email: wanted }))).toBeVisible();
  await expectAccessible(page);

  await page.goto('/demo/mails');
  await page.getByRole('link', { name: mail.subject }).first().click();
  await page.getByRole('link', { name: mail.button }).click();
  const confirm = page.getByRole('button', { name: fi.account_email_confirm });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  const link = page.url();
  await confirm.click();
  await expect(section).toContainText(wanted);
  await page.goto(link);
  await confirm.click();
  await expect(page.getByText(fi.account_email_failed_body)).toBeVisible();
  await expectAccessible(page);

  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await sendCredentials(page, people.worker.username, password);
  await expect(page.getByRole('alert')).toContainText(fi.notify_login_failure);
  await sendCredentials(page, wanted, password);
  await expect(greeting(page, 'worker', 'fi')).toBeVisible();
});
