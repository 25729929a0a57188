import { expectAccessible } from '../support/accessibility.ts';
import { callAs } from '../support/caller.ts';
import { tamper } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { answerOfBank, choose, goToBank, sendForm } from '../support/newcomer.ts';
import { people, sendCredentials } from '../support/people.ts';
import { texts } from '../support/texts.ts';
import type { components } from '../../web/src/api/schema.d.ts';

type DemoMail = components['schemas']['DemoMail'];
type WorkersPage = components['schemas']['WorkersPage'];

const { fi } = texts;
const email = 'uusi@liksa.example';

// Accounts come and change here, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-17' }, toleratedConsole: [/status of (409|422)/] });

const refusals = {
  cancel: fi.notify_identification_cancelled,
  fail: fi.notify_identification_failed,
  tunnukseton: fi.notify_identification_without_id,
  nuori: fi.notify_too_young,
} as const;

for (const choice of ['cancel', 'fail', 'tunnukseton', 'nuori'] as const) {
  test(`the bank answers with ${choice}, and the page says what that means`, async ({ page }) => {
    await goToBank(page, { email });
    await choose(page, choice);
    await expect(page.getByRole('main').getByText(refusals[choice])).toBeVisible();
    await expectAccessible(page);
    const again = page.getByRole('link', { name: fi.register_try_again });
    if (choice === 'nuori') {
      await expect(again).toBeHidden();
      return;
    }
    await again.click();
    await page.getByRole('link', { name: fi.register_continue }).click();
    await choose(page, 'maija');
    await expect(page).toHaveURL('/registration/eula');
  });
}

test('an answer of the bank holds once, in its own browser, as it was given', async ({
  page,
  browser,
  server,
}) => {
  await goToBank(page, { email });
  const answer = await answerOfBank(page, 'maija');
  const forged = new URL(answer);
  forged.searchParams.set('state', 'A'.repeat(43));
  await page.goto(forged.href);
  await expect(page.getByText(fi.notify_identification_failed)).toBeVisible();

  const stranger = await browser.newPage({ baseURL: server.url });
  await stranger.goto(answer.href);
  await expect(stranger.getByText(fi.notify_identification_failed)).toBeVisible();
  await stranger.close();

  await page.goto(answer.href);
  await expect(page).toHaveURL('/registration/eula');
  await page.goto(answer.href);
  await expect(page.getByText(fi.notify_identification_expired)).toBeVisible();
});

test('a visit that took too long is made again', async ({ page, data }) => {
  await goToBank(page, { email });
  const answer = await answerOfBank(page, 'maija');
  tamper(data, 'UPDATE identification SET expires_at = created_at');
  await page.goto(answer.href);
  await expect(page.getByText(fi.notify_identification_expired)).toBeVisible();
  await page.getByRole('link', { name: fi.register_try_again }).click();
  await page.getByRole('link', { name: fi.register_continue }).click();
  await choose(page, 'maija');
  await expect(page).toHaveURL('/registration/eula');
});

test('that an address has an account is said in its mailbox only', async ({ page, request }) => {
  const { username } = people.worker;
  await goToBank(page, { email: username });
  const subject = 'Sinulla on jo tunnus Liksaan';
  const mailbox = async () => {
    const mails = (await (await request.get('/api/demo/mails')).json()) as DemoMail[];
    return mails.filter((mail) => mail.to === username).map((mail) => mail.subject);
  };
  await expect.poll(mailbox).toContain(subject);

  // A user whom the bank has identified may read it.
  await choose(page, 'linnea');
  await page.getByRole('button', { name: fi.register_accept }).last().click();
  await expect(page.getByText(fi.notify_user_already_registered)).toBeVisible();
  await expectAccessible(page);
});

test('a user who has an account is signed in by the bank', async ({ page }) => {
  await goToBank(page, { email });
  await choose(page, 'eero');
  await expect(page).toHaveURL('/account');
  await expect(
    page.getByRole('banner').getByText(people.employee.fullName, { exact: true }),
  ).toBeVisible();
});

test('a promo code gives its fee', async ({ page, server }) => {
  const admin = await callAs(server, 'admin');
  await admin.call('POST', '/api/provider/promo-codes', {
    code: 'ALKU-2026',
    servicePercent: '4,9',
    validFrom: '01.11.2026',
  });
  await page.goto('/register');
  await sendForm(page, { email: 'veeti.alku@liksa.example', promoCode: 'LOPPU-2026' });
  await expect(page.getByText(fi.notify_promo_code_invalid)).toBeVisible();
  await expect(page.getByRole('textbox', { name: fi.register_promo_code })).toBeFocused();
  await expectAccessible(page);

  await sendForm(page, { email: 'veeti.alku@liksa.example', promoCode: 'alku-2026' });
  await page.getByRole('link', { name: fi.register_continue }).click();
  await choose(page, 'veeti');
  await page.getByRole('button', { name: fi.register_accept }).first().click();
  await expect(page).toHaveURL('/');
  const { workers } = await admin.call<WorkersPage>('GET', '/api/provider/workers?q=veeti.alku');
  expect(workers).toMatchObject([{ servicePercent: 4.9 }]);
});

test('a user who is not identified yet is sent to a bank when signing in', async ({
  page,
  data,
}) => {
  tamper(
    data,
    `UPDATE person SET strong_identified = FALSE WHERE email = '${people.newcomer.username}'`,
  );
  await page.goto('/login');
  await sendCredentials(page, people.newcomer.username, 'demo-liksa');
  await expect(page.getByRole('alert')).toContainText(fi.login_identification_body);
  await expectAccessible(page);
  await page.getByRole('link', { name: fi.register_login_identify }).click();
  await choose(page, 'sanna');
  await expect(page).toHaveURL('/account');
  await expect(
    page.getByRole('banner').getByText(people.newcomer.fullName, { exact: true }),
  ).toBeVisible();
});
