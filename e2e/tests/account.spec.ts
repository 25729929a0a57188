import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter } from '../support/account.ts';
import { dialog } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { smallPdf } from '../support/pdf.ts';
import { password, people } from '../support/people.ts';
import { fill, texts } from '../support/texts.ts';

const { fi, en } = texts;

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** The account page and its sections, by their titles. */
function account(page: Page) {
  return {
    open: async (tab: 'money' | 'contact' | 'login' | 'settings' | 'privacy') => {
      await page.goto(`/account?tab=${tab}`);
      await expect(page.getByRole('tabpanel', { name: fi[`account_tab_${tab}`] })).toBeVisible();
    },
    section: (name: string) => page.getByRole('region', { name }),
    file: (accept: string) => page.locator(`input[type="file"][accept="${accept}"]`),
  };
}

/** Signs a person in with another browser. Answers whether it still is signed in. */
async function enterElsewhere(browser: Browser, url: string, username: string, secret: string) {
  const context = await browser.newContext({ baseURL: url, userAgent: iPhone });
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await context.request.post('/api/login', {
    data: { username, password: secret },
    headers,
  });
  expect(answer.ok()).toBe(true);
  return async () => {
    const { user } = (await (await context.request.get('/api/session')).json()) as {
      user: unknown;
    };
    return user !== null;
  };
}

/** A picture of 600 by 400 pixels, its left half red and its right half blue. */
async function picture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 600;
    canvas.height = 400;
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'red';
    context.fillRect(0, 0, 300, 400);
    context.fillStyle = 'blue';
    context.fillRect(300, 0, 300, 400);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  return Buffer.from(base64, 'base64');
}

test('the profile is saved a section at a time, and asks before it is left', async ({ page }) => {
  const employee = await enter(page, 'employee');
  const { open, section } = account(page);
  await open('contact');
  await expectAccessible(page);

  const contact = section(fi.account_contact_title);
  await contact.getByLabel(fi.account_phone).fill('050 7654321');
  await contact.getByLabel(fi.account_profession).fill('muusikko');
  await page.getByRole('option').first().click();
  await expect(contact.getByText(fi.account_unsaved)).toBeVisible();

  await page.getByRole('contentinfo').getByRole('link', { name: fi.page_privacy }).click();
  await expect(dialog(page, fi.account_leave_title)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: fi.account_leave_stay }).click();

  await contact.getByRole('button', { name: fi.account_save }).click();
  await expect(contact.getByText(fi.account_saved, { exact: true })).toBeVisible();
  await page.reload();
  await expect(contact.getByLabel(fi.account_phone)).toHaveValue('050 7654321');
  await expect(contact.getByLabel(fi.account_profession)).toHaveValue(/muusikko/i);

  await page.getByRole('tab', { name: fi.account_tab_settings }).click();
  await section(fi.account_preferences_title).getByText(fi.language_en, { exact: true }).click();
  await expect(page.getByRole('heading', { name: en.account_preferences_title })).toBeVisible();
  await expect(page.getByText(en.notify_update_person_success)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: en.account_preferences_title })).toBeVisible();
  await employee.speak('fi');
});

test('an account number is checked, and its bank found', async ({ page }) => {
  await enter(page, 'employee');
  const { open, section } = account(page);
  await open('money');
  const bank = section(fi.account_bank_title);
  const iban = bank.getByLabel(fi.account_iban);
  await iban.clear();
  await iban.pressSequentially('fi2112345600000786');
  await expect(iban).toHaveValue('FI21 1234 5600 0007 86');
  await bank.getByRole('button', { name: fi.account_save }).click();
  await expect(bank.getByText(fi.notify_invalid_iban)).toBeVisible();
  await expectAccessible(page);

  await iban.fill('fi21 1234 5600 0007 85');
  await bank.getByLabel(fi.account_current_password).fill(password);
  await bank.getByRole('button', { name: fi.account_save }).click();
  await expect(bank.getByText(fi.account_saved, { exact: true })).toBeVisible();
  await expect(bank.getByText(fill(fi.account_bank_found, { bank: 'Nordea' }))).toBeVisible();
});

test(
  'a picture is cropped by keyboard, shown and removed',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    const { id } = await enter(page, 'employee');
    const { open, file, section } = account(page);
    await open('contact');
    const buffer = await picture(page);
    await file('image/*').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const crop = dialog(page, fi.account_crop_title);
    await expect(crop.getByRole('button', { name: fi.account_crop_save })).toBeEnabled();
    await expectAccessible(page);
    await crop.getByRole('group', { name: fi.account_crop_area }).focus();
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowLeft');
    await crop.getByRole('slider', { name: fi.account_crop_zoom }).press('ArrowRight');
    await crop.getByRole('button', { name: fi.account_crop_save }).click();
    await expect(page.getByText(fi.account_picture_saved)).toBeVisible();

    const stored = await page.request.get(`/api/person/${id}/profilepic`);
    expect(stored.headers()['content-type']).toBe('image/jpeg');
    await page.reload();
    const identity = section(fi.account_identity_title);
    await expect(identity.locator('img')).toHaveJSProperty('naturalWidth', 256);
    // Moved to the left, the blue half is what the window shows most of.
    expect(await colourAt(identity.locator('img'), 0.4)).toBe('blue');
    await expect(page.getByRole('banner').locator('img')).toBeVisible({ visible: !isMobile });

    await identity.getByRole('button', { name: fi.account_picture_remove }).click();
    await expect(page.getByText(fi.account_picture_removed)).toBeVisible();
    await expect(identity.locator('img')).toHaveCount(0);
  },
);

/** Whether a picture is red or blue at a place of its middle line, 0 being its left edge. */
function colourAt(image: Locator, place: number) {
  return image.evaluate((element, share) => {
    const shown = element as HTMLImageElement;
    const canvas = document.createElement('canvas');
    canvas.width = shown.naturalWidth;
    canvas.height = shown.naturalHeight;
    const context = canvas.getContext('2d')!;
    context.drawImage(shown, 0, 0);
    const [red = 0, , blue = 0] = context.getImageData(
      canvas.width * share,
      canvas.height / 2,
      1,
      1,
    ).data;
    return red > blue ? 'red' : 'blue';
  }, place);
}

test.describe('a tax card', () => {
  test.use({ toleratedConsole: [/status of 422/] });

  test('is sent, unless it is something else', async ({ page }) => {
    await enter(page, 'employee');
    const { open, file, section } = account(page);
    await open('money');
    const card = section(fi.account_tax_title);
    const send = (name: string, content: string | Buffer) =>
      file('.jpg,.jpeg,.png,.pdf').setInputFiles({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content),
      });
    await send('verokortti.docx', 'PK');
    await expect(card.getByRole('alert')).toHaveText(fi.notify_file_type_not_allowed);
    await send('verokortti.pdf', 'only called a PDF');
    await expect(card.getByRole('alert')).toHaveText(fi.notify_file_type_not_allowed);
    await expectAccessible(page);
    await send('verokortti.pdf', smallPdf.subarray(0, 40));
    await expect(card.getByRole('alert')).toHaveText(fi.notify_file_unreadable);
    await send('verokortti.png', '0'.repeat(10 * 1024 * 1024 + 1));
    await expect(card.getByRole('alert')).toHaveText(fi.account_file_too_large);

    await send('verokortti.pdf', smallPdf);
    const received = dialog(page, fi.account_tax_received_title);
    await expect(received.getByText(fi.account_tax_received_body)).toBeVisible();
    await expectAccessible(page);
    await received.getByRole('button', { name: fi.account_tax_received_close }).click();
    const waiting = new RegExp(fill(fi.account_tax_waiting, { sent: '[0-9.]+ [0-9:]+' }));
    await expect(card.getByText(waiting)).toBeVisible();
    await expect(card.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await expect(card.getByText(waiting)).toBeVisible();
  });
});

test.describe('the password', () => {
  test.use({ toleratedConsole: [/status of 422/] });

  test('is changed past its three errors, and other devices are signed out', async ({
    page,
    browser,
    server,
  }) => {
    await enter(page, 'employee');
    const { username } = people.employee;
    const isSignedInElsewhere = await enterElsewhere(browser, server.url, username, password);
    const { open, section } = account(page);
    await open('login');
    const part = section(fi.account_password_title);
    const change = async (current: string, next: string, again = next) => {
      await part.getByLabel(fi.account_current_password, { exact: true }).fill(current);
      await part.getByLabel(fi.account_new_password, { exact: true }).fill(next);
      await part.getByLabel(fi.account_new_password_again, { exact: true }).fill(again);
      await part.getByRole('button', { name: fi.account_password_save }).click();
    };
    await change('', 'uusi-salasana');
    await expect(part.getByText(fi.notify_password_missing)).toBeVisible();
    await change(password, 'uusi-salasana', 'toinen-salasana');
    await expect(part.getByText(fi.notify_passwords_do_not_match)).toBeVisible();
    await change('arvattu', 'uusi-salasana');
    await expect(part.getByText(fi.notify_incorrect_password)).toBeVisible();
    await expectAccessible(page);
    expect(await isSignedInElsewhere()).toBe(true);

    await change(password, 'uusi-salasana');
    await expect(page.getByText(fi.account_password_changed)).toBeVisible();
    expect(await isSignedInElsewhere()).toBe(false);
    await page.reload();
    await expect(part, 'this device stays signed in').toBeVisible();
    await change('uusi-salasana', password);
    await expect(page.getByText(fi.account_password_changed)).toBeVisible();
  });
});

test('devices are listed by name and signed out', async ({ page, browser, server }) => {
  await enter(page, 'newcomer');
  const { username } = people.newcomer;
  const first = await enterElsewhere(browser, server.url, username, password);
  const { open, section } = account(page);
  await open('login');
  const devices = section(fi.account_sessions_title);
  const phone = devices.getByRole('listitem').filter({ hasText: 'Safari, iPhone' });
  await expect(phone).toHaveCount(1);
  await expect(
    devices.getByRole('listitem').filter({ hasText: fi.account_session_current }),
  ).toHaveCount(1);
  await phone.getByRole('button', { name: fi.account_session_end }).click();
  await expect(phone).toHaveCount(0);
  expect(await first()).toBe(false);

  const second = await enterElsewhere(browser, server.url, username, password);
  await page.reload();
  await devices.getByRole('button', { name: fi.account_sessions_end_others }).click();
  await expect(devices.getByText(fi.account_sessions_only)).toBeVisible();
  expect(await second()).toBe(false);
});

test('all of one’s data comes in one zip', async ({ page }) => {
  await enter(page, 'employee');
  const { open } = account(page);
  await open('privacy');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: fi.account_export }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const content = await readFile(await download.path());
  expect(content.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(content.length).toBeGreaterThan(1000);
});

test('the removal of an account is asked for, seen by an administrator, and withdrawn', async ({
  page,
}) => {
  await enter(page, 'newcomer');
  const { open, section } = account(page);
  await open('privacy');
  const privacy = section(fi.account_privacy_title);
  await privacy.getByRole('button', { name: fi.account_deletion }).click();
  const question = dialog(page, fi.account_deletion_question);
  await expect(question.getByText(fi.account_deletion_kept)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: fi.account_deletion_confirm }).click();
  const withdraw = privacy.getByRole('button', { name: fi.account_deletion_withdraw });
  await expect(withdraw).toBeVisible();
  await expectAccessible(page);

  await enter(page, 'admin');
  await page.goto('/provider/workers');
  const name = people.newcomer.fullName;
  await page
    .getByRole('button', { name: fill(fi.providerpeople_deletion_erase_of, { name }) })
    .click();
  await expect(dialog(page, fill(fi.providerpeople_deletion_question, { name }))).toBeVisible();
  await expectAccessible(page);

  await enter(page, 'newcomer');
  await open('privacy');
  await withdraw.click();
  await expect(privacy.getByRole('button', { name: fi.account_deletion })).toBeVisible();
});

test('who works for the provider has an account without pay', async ({ page }) => {
  await enter(page, 'admin');
  const { open, section } = account(page);
  await open('contact');
  await expect(section(fi.account_contact_title_staff)).toBeVisible();
  await expect(section(fi.account_bank_title)).toHaveCount(0);
  await expectAccessible(page);
});
