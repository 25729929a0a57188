import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeSent, type Bill } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { greeting, people } from '../support/people.ts';
import { texts } from '../support/texts.ts';

const { fi } = texts;

test('a clerk’s day: take a bill, approve it, and be at the next one', async ({ page }) => {
  const worker = await enter(page, 'worker');
  await makeSent(worker);
  await makeSent(worker);
  await enter(page, 'clerk');
  await page.goto('/');
  await expect(page, 'staff begin at their own start page').toHaveURL('/provider');
  await expect(greeting(page, 'clerk')).toBeVisible();
  await expect(page.getByRole('link', { name: fi.provider_waits_pending })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: fi.provider_page_bills }).click();
  const queue = page.getByRole('table', { name: fi.providerbills_queue_pending });
  await expect(queue).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: fi.provider_keys })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/provider\/bills\/[\w-]+$/);
  const first = new URL(page.url()).pathname;
  const main = page.getByRole('main');
  await expect(queue, 'the bill stands where the list was').toBeHidden();
  await expect(main.getByText(fi.bills_state_pending)).toBeVisible();
  await page.keyboard.press('t');
  await expect(main.getByText(fi.bills_state_taken, { exact: true })).toBeVisible();
  await expect(main.getByText(people.clerk.fullName).first()).toBeVisible();
  await expectAccessible(page);

  const approve = main.getByRole('button', { name: fi.providerbills_approve });
  await expect(approve, 'the bill is on the screen').toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('a');
  await expect(page, 'the next bill opens').not.toHaveURL(first);
  await expect(main.getByText(fi.bills_state_pending)).toBeVisible();
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api${first}`);
      return ((await answer.json()) as { bill: Bill }).bill.state;
    })
    .toMatch(/APPROVED|CLOSED/);
});
