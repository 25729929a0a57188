import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';
import { texts } from '../support/texts.ts';

const { fi } = texts;

test.describe('without a connection', () => {
  test.use({ toleratedConsole: [/ERR_INTERNET_DISCONNECTED/] });

  test('typing goes on, the page says so, and all is saved when it is back', async ({
    page,
    context,
  }) => {
    const account = await enter(page, 'worker');
    const { id } = await makeDraft(account);
    const { open, row, rows, addRow, saved } = editor(page);
    await open(id);
    await context.setOffline(true);
    await row(0).destination.fill('Kirjan kansi, junassa kirjoitettu');
    await expect(page.getByRole('alert')).toContainText(fi.invoice_status_offline);
    await addRow.click();
    await row(1).destination.fill('Takakansi');
    await row(1).price.fill('250');
    await row(1).price.blur();
    await expect(page.getByRole('alert')).toContainText(fi.invoice_status_offline);
    await expectAccessible(page);
    expect((await account.bill(id)).billableitems).toHaveLength(1);

    await context.setOffline(false);
    await expect(saved).toBeVisible();
    await expect(rows).toHaveCount(2);
    expect((await account.bill(id)).billableitems).toMatchObject([
      { destination: 'Kirjan kansi, junassa kirjoitettu', alvPrice: 1000 },
      { destination: 'Takakansi', alvPrice: 250 },
    ]);
  });

  test('a new bill is made once, though the first answer was lost', async ({ page }) => {
    const account = await enter(page, 'employee');
    const before = (await account.bills()).length;
    const { customer, addRow, row, saved } = editor(page);
    await page.goto('/invoice');
    await addRow.click();
    await row(0).destination.fill('Keikka, kadonnut vastaus');
    // The server makes the bill, but the browser never hears of it.
    await page.route(
      '**/bills',
      async (route) => {
        await route.fetch();
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await customer.fill('Joonas');
    await page.getByRole('option', { name: /Joonas Lahti/ }).click();
    await expect(page.getByRole('alert')).toContainText(fi.invoice_status_offline);
    await row(0).destination.fill('Keikka, löytynyt vastaus');
    await page.getByRole('button', { name: fi.retry }).click();
    await expect(saved).toBeVisible();
    await expect(page).toHaveURL(/id=/);
    const bills = await account.bills();
    expect(bills).toHaveLength(before + 1);
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    expect((await account.bill(id)).billableitems).toMatchObject([
      { destination: 'Keikka, löytynyt vastaus' },
    ]);
  });
});

test('typed work survives a reload before it was saved', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account);
  const { open, row, saved } = editor(page);
  await open(id);
  // No save is made before the page goes. One that the browser sends while it unloads the page passes every
  // route, so that the server may or may not have it: either way nothing is lost.
  await page.route(`**/bills/${id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort('blockedbyclient') : route.continue(),
  );
  await row(0).destination.fill('Kansi, jota ei ehditty tallentaa');
  await page.reload();
  await expect(row(0).destination).toHaveValue('Kansi, jota ei ehditty tallentaa');
  await expectAccessible(page);
  await page.unroute(`**/bills/${id}`);
  const keep = page.getByRole('button', { name: fi.invoice_restored_keep, exact: true });
  await expect(keep.or(saved).first()).toBeVisible();
  if (await keep.isVisible()) await keep.click();
  await expect(saved).toBeVisible();
  expect((await account.bill(id)).billableitems).toMatchObject([
    { destination: 'Kansi, jota ei ehditty tallentaa' },
  ]);
});

test('a new bill without a customer survives a reload', async ({ page }) => {
  await enter(page, 'worker');
  const { addRow, row } = editor(page);
  await page.goto('/invoice');
  await addRow.click();
  await row(0).destination.fill('Kenelle tämä olikaan');
  await row(0).price.fill('99,90');
  await expect(page.getByText(fi.invoice_status_no_customer)).toBeVisible();
  await page.reload();
  await expect(row(0).destination).toHaveValue('Kenelle tämä olikaan');
  await expect(row(0).price).toHaveValue('99,90');
  await page.getByRole('button', { name: fi.invoice_restored_discard }).click();
  await expect(row(0).destination).toHaveValue('');
});

test.describe('when the session ends meanwhile', () => {
  test.use({ toleratedConsole: [/status of 401/] });

  test('the work is there after signing in again', async ({ page, context, request }) => {
    const account = await enter(page, 'worker');
    const { id } = await makeDraft(account);
    const { open, row, saved } = editor(page);
    await open(id);
    // On a slow machine another request would be refused before both fields are typed.
    let finishTyping = () => {};
    const typed = new Promise<void>((resolve) => {
      finishTyping = resolve;
    });
    await page.route('**/api/**', async (route) => {
      await typed;
      await route.continue();
    });
    const cookies = await context.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const signOut = await request.delete('/api/login', {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(signOut.ok()).toBe(true);

    await row(0).destination.fill('Kansi, istunnon päätyttyä');
    await row(0).price.fill('1234,50');
    finishTyping();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(fi.notify_session_expired)).toBeVisible();
    await signIn(page, 'worker');
    await expect(page).toHaveURL(`/invoice?id=${id}`);
    await expect(row(0).destination).toHaveValue('Kansi, istunnon päätyttyä');
    await expect(row(0).price).toHaveValue(/^1\s234,50$/);
    await page.getByRole('button', { name: fi.invoice_restored_keep, exact: true }).click();
    await expect(saved).toBeVisible();
    expect((await account.bill(id)).billableitems).toMatchObject([
      { destination: 'Kansi, istunnon päätyttyä', alvPrice: 1234.5 },
    ]);
  });
});
